/** Groups the findings of a report by what is wrong: each cause once, the worst first, and its echoes below it. */

import type { Clause } from '../contract/clause';
import { remembered } from '../support/caching';
import { groupBy } from '../support/collections';
import { count } from '../support/words';
import { type Finding, type Report, type RequirementReport, requirementName } from './report';

/** A finding, and the requirement that has it. */
export interface Occurrence {
  readonly requirement: RequirementReport;
  readonly finding: Finding;
}

/** One thing that is wrong, however many requirements, operations and exchanges show it. */
export interface Cause {
  readonly verdict: 'fail' | 'warn';
  /** What is wrong, in one sentence without a full stop. */
  readonly message: string;
  /** What else breaks the same clause, as ends of sentences: `must not have the property "b"`. */
  readonly alike: readonly string[];
  /** The clause of the contract that is broken. */
  readonly clause: Clause;
  /** The first one shows it best. */
  readonly occurrences: readonly [Occurrence, ...Occurrence[]];
  /** Names of requirements such as "body-schema 200", each once. */
  readonly names: readonly string[];
  readonly operations: readonly string[];
  /** How many exchanges show it. */
  readonly exchanges: number;
  /** Other causes that would go with this one: an unsafe request stored what they show. */
  readonly echoes: readonly Cause[];
}

/** Returns the causes of all findings that fail or warn, the worst first. */
export function causesOf({ requirements }: Pick<Report, 'requirements'>): readonly Cause[] {
  return causesIn(requirements);
}

/** Each reporter asks for them. */
const causesIn = remembered((requirements: Report['requirements']): readonly Cause[] => {
  const judged = requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const all = judged.flatMap((requirement) => newFindings(requirement).map((finding) => ({ requirement, finding })));
  const causes = grouped(all).map(toCause);
  return withEchoesBelow(causes).sort(worstFirst);
});

/** Causes that are told in one place. */
export type CausesTogether = readonly [Cause, ...Cause[]];

/** So many causes have one heading, if their rule has a name for what they come to. */
const LEAST_TOGETHER = 3;

/** Puts together what comes to the same, such as many checks of the input that are missing. The others stand alone; the order is that of the first. */
export function putTogether(causes: readonly Cause[]): readonly CausesTogether[] {
  const groups = groupBy(causes, (cause) => `${cause.verdict} ${togetherOf(cause) ?? ''}`);
  const kinds = new Map<Cause, CausesTogether>();
  for (const group of groups.values())
    if (togetherOf(group[0]) !== undefined && group.length >= LEAST_TOGETHER)
      for (const cause of group) kinds.set(cause, group as CausesTogether);
  return [...new Set(causes.map((cause) => kinds.get(cause) ?? cause))].map((each) =>
    'message' in each ? [each] : each,
  );
}

/** Returns the heading of what was put together: "input is not validated: 35 clauses"; undefined for what was not. */
export function headingOfAll(kind: CausesTogether): string | undefined {
  const together = kind.length < LEAST_TOGETHER ? undefined : togetherOf(kind[0]);
  return together !== undefined && kind.every((cause) => togetherOf(cause) === together)
    ? `${together}: ${count(kind.length, 'clause')}`
    : undefined;
}

function togetherOf({ occurrences: [{ requirement }] }: Cause): string | undefined {
  return requirement.together;
}

/** Returns one occurrence for each message, the best first. */
export function eachMessageOf({ occurrences }: Cause): Occurrence[] {
  return [...groupBy(occurrences, ({ finding }) => finding.message).values()].map(([first]) => first);
}

/** Groups what has any of its keys in common. */
function grouped(all: readonly Occurrence[]): [Occurrence, ...Occurrence[]][] {
  const parents = all.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[index] = root;
    return root;
  };
  const firsts = new Map<string, number>();
  for (const [index, occurrence] of all.entries())
    for (const key of keysOf(occurrence)) {
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, index);
      else parents[rootOf(index)] = rootOf(first);
    }
  const groups = groupBy(all.keys(), (index) => String(rootOf(index)));
  return [...groups.values()].map((indices) => indices.map((index) => all[index]) as [Occurrence, ...Occurrence[]]);
}

/** Two findings with a key in common have the same cause. */
function keysOf({ requirement, finding }: Occurrence): string[] {
  const { rule, operation } = requirement;
  const { level, message, expected, actual, clause, exchange, exchanges } = finding;
  const status = /^(\d{3} [^:]*?)(?: to .*)?$/.exec(actual)?.[1];
  return [
    // The same clause of one schema is broken, in whichever answer.
    ...(clause ? [`clause ${rule} ${clause.file} ${clause.pointer}`] : []),
    // The same is wrong in the same way at several operations. Which success was answered wrongly does not matter.
    `words ${[rule, level, message, expected, actual.replace(/^2\d\d [^:]*? to /, '')].join('\n')}`,
    // Two rules say the same of one answer: a header field is missing that is also a challenge.
    `answer ${exchange} ${message.toLowerCase()}`,
    // Two rules say of the same answers that their status is wrong.
    ...(status && !clause
      ? [`status ${operation} ${status} ${exchanges.toSorted((one, other) => one - other).join()}`]
      : []),
  ];
}

function toCause(group: readonly [Occurrence, ...Occurrence[]]): Cause {
  const occurrences = group.toSorted(bestFirst) as [Occurrence, ...Occurrence[]];
  const [{ requirement, finding }] = occurrences;
  return {
    verdict: occurrences.some(fails) ? 'fail' : 'warn',
    message: finding.message,
    alike: [...new Set(occurrences.flatMap((each) => endOf(each.finding)))].filter((end) => end !== endOf(finding)[0]),
    clause: finding.clause ?? requirement.clause,
    occurrences,
    names: [...new Set(group.map((each) => requirementName(each.requirement)))],
    operations: [...new Set(group.map((each) => each.requirement.operation))],
    exchanges: new Set(occurrences.flatMap((each) => each.finding.exchanges)).size,
    echoes: [],
  };
}

/** Returns whether a finding makes its requirement fail. A hint beside a failure does not; with `--strict`, hints fail. */
export function fails({ requirement, finding: { level } }: Occurrence): boolean {
  return (
    requirement.verdict === 'fail' &&
    (level === 'must' || newFindings(requirement).every((each) => each.level === 'should'))
  );
}

/** Returns the findings that no baseline has. */
function newFindings({ findings }: RequirementReport): readonly Finding[] {
  return findings.some(({ known }) => known) ? findings.filter(({ known }) => !known) : findings;
}

/** Returns what is said of the value, without its place, which differs from answer to answer. */
function endOf({ message, clause }: Finding): string[] {
  const end = clause && / (must .*)$/s.exec(message)?.[1];
  return end ? [end] : [];
}

/** What is no echo comes first, then what the contract says itself, then what says most. */
function bestFirst(one: Occurrence, other: Occurrence): number {
  const rank = ({ finding }: Occurrence) => (finding.echoOf ? 2 : 0) + (finding.level === 'must' ? 0 : 1);
  const said = ({ finding }: Occurrence) => (finding.clause ? 0 : finding.actual.length);
  return rank(one) - rank(other) || said(other) - said(one);
}

/** Puts a cause below another one if all that shows it is an echo of that one. A failure stands below no warning. */
function withEchoesBelow(causes: readonly Cause[]): Cause[] {
  const byFinding = new Map(
    causes.flatMap((cause) =>
      cause.occurrences.map(({ requirement, finding }) => [`${requirement.id}\n${finding.message}`, cause] as const),
    ),
  );
  const sources = new Map(
    causes.flatMap((cause) => {
      const found = cause.occurrences.map(
        ({ finding: { echoOf } }) => echoOf && byFinding.get(`${echoOf.requirement}\n${echoOf.message}`),
      );
      const [source] = found;
      const isHidden = cause.verdict === 'fail' && source?.verdict === 'warn';
      const isBelow = source && source !== cause && !isHidden && found.every((each) => each === source);
      return isBelow ? [[cause, source] as const] : [];
    }),
  );
  const below = new Map<Cause, Cause[]>();
  for (const [echo, source] of sources) below.set(source, [...(below.get(source) ?? []), echo]);
  return causes
    .filter((cause) => !sources.has(cause))
    .map((cause) => ({ ...cause, echoes: [...(below.get(cause) ?? [])].sort(worstFirst) }));
}

/** What fails comes first, then what the contract says itself, then what concerns most operations and exchanges. */
function worstFirst(one: Cause, other: Cause): number {
  const rank = ({ verdict, occurrences: [{ finding }] }: Cause) =>
    (verdict === 'fail' ? 0 : 2) + (finding.level === 'must' ? 0 : 1);
  return rank(one) - rank(other) || other.operations.length - one.operations.length || other.exchanges - one.exchanges;
}
