/**
 * What the page remembers of the runs before it: a list of the last runs, and which findings were open. It stands in the page itself, so that
 * the page that a later run writes to the same place can say what is new, mended, and still there.
 */

import { hash } from 'node:crypto';
import { isObject, jsonOfText } from '../../../json/value';
import { groupBy } from '../../../support/collections';
import { findingId } from '../../findingIds';
import { type Finding, type OutcomeName, type Report, type RequirementReport, requirementName } from '../../report';
import { cameToNothing } from '../wording';
import { Markup } from './markup';

/** Returns the id of a finding. Reports of earlier versions have none. */
export function idOfFinding(requirement: RequirementReport, finding: Finding): string {
  return finding.id ?? findingId(requirement, finding);
}

/** One of the last runs. The numbers are of findings. */
interface PastRun {
  readonly startedAt: string;
  readonly outcome: OutcomeName;
  readonly commit?: string;
  readonly failing: number;
  readonly warning: number;
  readonly fresh: number;
  readonly mended: number;
}

/** A finding of an earlier run: its id, and what it said, if there were not too many. */
type OpenFinding = readonly [id: string, message?: string];

interface History {
  readonly version: 1;
  readonly contract: string;
  /** The oldest first. */
  readonly runs: readonly PastRun[];
  /** By what {@link keyOf} makes of their requirements; absent if there were too many to remember. */
  readonly open?: Readonly<Record<string, readonly OpenFinding[]>>;
}

/** A finding that an earlier run had, and that this one looked for and did not see. */
interface Mended {
  readonly operation: string;
  readonly name: string;
  readonly message: string;
}

/** What a run changed. */
export interface Changes {
  /** When the run began that this one is compared with. Undefined if there is none. */
  readonly comparedWith: string | undefined;
  /** The ids of the findings that no run before this one has. */
  readonly fresh: ReadonlySet<string>;
  readonly stillThere: number;
  readonly mended: readonly Mended[];
  /** How many earlier findings this run did not look for, since it asked for less or was refused. */
  readonly notLookedFor: number;
  /** What the page remembers, with this run. */
  readonly history: History;
}

/** How many runs are remembered, how many findings, and how many of them with their messages. */
const MOST_RUNS = 12;
const MOST_OPEN = 10_000;
const MOST_TOLD = 300;
/** A longer message is cut, in characters. */
const LONGEST_MESSAGE = 160;

/** @param earlier what the last page remembers; undefined if there is none. One of another contract counts as none. */
export function changesSince(report: Report, earlier: History | undefined): Changes {
  const before = earlier?.contract === report.contract.title || cameToNothing(report) ? earlier : undefined;
  const runs = (before?.runs ?? []).filter(({ startedAt }) => startedAt !== report.startedAt);
  const judged = before?.open ? runs.filter(({ outcome }) => outcome !== 'error').at(-1) : undefined;
  const known = new Map(
    Object.values(before?.open ?? {}).flatMap((all) => all.map((each) => [each[0], each] as const)),
  );
  const open = seenIn(report);
  const here = new Set([...open.values()].flatMap((all) => all.map(([id]) => id)));
  const fresh = new Set(judged ? [...here].filter((id) => !known.has(id)) : []);
  const isCompared = Object.keys(before?.open ?? {}).length > 0;
  const requirements = new Map(isCompared ? report.requirements.map((each) => [keyOf(each), each]) : []);
  const mended: Mended[] = [];
  let notLookedFor = 0;
  for (const [key, all] of Object.entries(before?.open ?? {})) {
    const requirement = requirements.get(key);
    const gone = all.filter(([id]) => !here.has(id));
    if (gone.length === 0) continue;
    if (requirement && (requirement.verdict !== 'skip' || requirement.findings.length > 0)) {
      const { operation } = requirement;
      mended.push(...gone.map(([, message = '']) => ({ operation, name: requirementName(requirement), message })));
    } else {
      notLookedFor += gone.length;
      open.set(key, [...(open.get(key) ?? []), ...gone]);
    }
  }
  const run = runOf(report, { fresh: fresh.size, mended: mended.length });
  const kept = remembered(open);
  return {
    comparedWith: judged?.startedAt,
    fresh,
    stillThere: here.size - fresh.size,
    mended,
    notLookedFor,
    history: {
      version: 1,
      contract: report.contract.title || (before?.contract ?? ''),
      runs: [...runs, run].slice(-MOST_RUNS),
      ...(kept ? { open: kept } : {}),
    },
  };
}

/** Returns a short name for a requirement, since a page may remember thousands of them. */
function keyOf({ id }: RequirementReport): string {
  return hash('sha256', id, 'base64url').slice(0, KEY_LENGTH);
}

/** Of twenty thousand requirements, two have the same key in one of a thousand reports. */
const KEY_LENGTH = 7;

/** Returns the findings, also those that a waiver or a baseline lets pass, each id once, by the keys of their requirements. */
function seenIn(report: Report): Map<string, OpenFinding[]> {
  const broken = report.requirements.filter(({ findings }) => findings.length > 0);
  return new Map(
    broken.map((requirement) => {
      const byId = groupBy(requirement.findings, (finding) => idOfFinding(requirement, finding));
      const own = [...byId].map(([id, [{ message }]]): OpenFinding => [id, message.slice(0, LONGEST_MESSAGE)]);
      return [keyOf(requirement), own];
    }),
  );
}

function runOf(report: Report, changed: Pick<PastRun, 'fresh' | 'mended'>): PastRun {
  const { startedAt, outcome, commit } = report;
  return {
    startedAt,
    outcome,
    ...(commit === undefined ? {} : { commit }),
    failing: findingsWith('fail', report.requirements),
    warning: findingsWith('warn', report.requirements),
    ...changed,
  };
}

function findingsWith(wanted: 'fail' | 'warn', requirements: readonly RequirementReport[]): number {
  const own = requirements.filter(({ verdict }) => verdict === wanted);
  return new Set(own.flatMap((requirement) => requirement.findings.map((finding) => idOfFinding(requirement, finding))))
    .size;
}

/** Leaves out what would make the page too large. */
function remembered(open: ReadonlyMap<string, readonly OpenFinding[]>): History['open'] {
  let at = 0;
  const kept = [...open].map(([id, all]) => {
    const own = all.map((each): OpenFinding => (++at > MOST_TOLD ? [each[0]] : each));
    return [id, own] as const;
  });
  return at > MOST_OPEN ? undefined : Object.fromEntries(kept.filter(([, all]) => all.length > 0));
}

const BEGIN = '<script type="application/json" id="history">';
const END = '</script>';

/** Writes what a page remembers, as an element that no browser runs. */
export function historyElement(history: History): Markup {
  // Nothing in it may end the element.
  return new Markup(`${BEGIN}${JSON.stringify(history).replaceAll('<', '\\u003c')}${END}`);
}

/** Returns what a page remembers as a text; undefined if it remembers nothing. */
export function historyIn(page: string): string | undefined {
  const at = page.lastIndexOf(BEGIN);
  if (at < 0) return undefined;
  // What is cut out of a text by `slice` alone keeps the whole of it in memory.
  return Buffer.from(page.slice(at + BEGIN.length, page.indexOf(END, at))).toString();
}

/** Reads what {@link historyIn} returned. A text that this version cannot read counts as none. */
export function readHistory(text: string | undefined): History | undefined {
  if (text === undefined) return undefined;
  const read: unknown = jsonOfText(text);
  return isHistory(read) ? read : undefined;
}

function isHistory(read: unknown): read is History {
  if (!isObject(read) || read['version'] !== 1 || typeof read['contract'] !== 'string') return false;
  const { runs, open = {} } = read;
  return Array.isArray(runs) && runs.every(isRun) && isObject(open) && Object.values(open).every(isListOfOpen);
}

const OUTCOMES: ReadonlySet<unknown> = new Set(['conforms', 'violates', 'incomplete', 'error']);

function isRun(read: unknown): boolean {
  if (!isObject(read) || !OUTCOMES.has(read['outcome'])) return false;
  const { startedAt, commit = '', failing, warning, fresh, mended } = read;
  return (
    [startedAt, commit].every((each) => typeof each === 'string') &&
    [failing, warning, fresh, mended].every((each) => typeof each === 'number')
  );
}

function isListOfOpen(read: unknown): boolean {
  const isOpen = (each: unknown) =>
    Array.isArray(each) && each.length >= 1 && each.every((text) => typeof text === 'string');
  return Array.isArray(read) && read.every(isOpen);
}
