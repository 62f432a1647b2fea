/** Tells what was not exercised: why, what to hand over so that it is, and how to let it pass. Each reason comes once. */

import { isClientsAffair } from '../../http/statuses';
import { groupBy } from '../../support/collections';
import { isLeftOut } from '../outcome';
import { type Report, type RequirementReport, requirementName } from '../report';

/** Requirements that were skipped for one reason. */
export interface Unexercised {
  readonly reason: string;
  readonly subjects: readonly {
    readonly operations: readonly string[];
    /** Names such as "media-type 400"; empty if they would be all requirements of the operations. */
    readonly names: readonly string[];
  }[];
}

/** Returns the skipped requirements that are to be told: those that keep a run from conforming, and those of hints. */
export function openOnes(requirements: readonly RequirementReport[]): RequirementReport[] {
  return requirements.filter(isLeftOut);
}

/** Returns why something was not exercised, those reasons first that most requirements have; each with these. */
export function reasonsByCount(
  requirements: readonly RequirementReport[],
): [reason: string, of: RequirementReport[]][] {
  const reasons = groupBy(openOnes(requirements), ({ reason = '' }) => reason);
  return [...reasons].toSorted(([, one], [, other]) => other.length - one.length);
}

/**
 * Returns the declared statuses that never came and keep nothing from conforming, and how many operations declare them.
 * @param canClient those that a client can draw by what it sends, or the others.
 */
export function unreachedStatuses(
  requirements: readonly RequirementReport[],
  canClient: boolean,
): {
  readonly statuses: readonly string[];
  readonly operations: number;
} {
  const unreached = requirements.filter(
    (each) =>
      each.unreached &&
      each.level === 'must' &&
      /^([13-5]|default$)/.test(statusOf(each)) &&
      isClientsAffair(Number(statusOf(each))) === canClient,
  );
  return {
    statuses: [...new Set(unreached.map(statusOf))].sort(),
    operations: new Set(unreached.map(({ operation }) => operation)).size,
  };
}

/** What is to be handed over for some requirements, each option once with the longest of its texts, and how many operations want it. */
interface HandedOver {
  readonly what: string;
  readonly operations: number;
}

/** Returns what would be exercised, too, if it was handed over, and at how many operations. A run conforms without it. */
export function couldHandOver(requirements: readonly RequirementReport[]): HandedOver[] {
  return byOption(requirements.filter(({ verdict, waiver, unreached }) => verdict === 'skip' && !waiver && unreached));
}

function byOption(requirements: readonly RequirementReport[]): HandedOver[] {
  const wanted = requirements.flatMap(({ operation, handOver = [] }) => handOver.map((what) => ({ what, operation })));
  return [...groupBy(wanted, ({ what }) => optionOf(what)).values()].map((group) => ({
    what: longest(group.map(({ what }) => what)),
    operations: new Set(group.map(({ operation }) => operation)).size,
  }));
}

function statusOf(requirement: RequirementReport): string {
  return requirementName(requirement).slice(requirement.rule.length).trim();
}

/** Groups what was not exercised by reason, in the order of the report. */
export function unexercised({ requirements }: Report): Unexercised[] {
  const operations = groupBy(requirements, ({ operation }) => operation);
  const reasons = groupBy(openOnes(requirements), ({ reason = '' }) => reason);
  return [...reasons].map(([reason, group]) => {
    const named = [...groupBy(group, ({ operation }) => operation)].map(([operation, skipped]) => ({
      operation,
      names: skipped.length === operations.get(operation)?.length ? [] : skipped.map(requirementName),
    }));
    const alike = groupBy(named, ({ names }) => names.join());
    const subjects = [...alike.values()].map((entries) => ({
      operations: entries.map(({ operation }) => operation),
      names: entries[0].names,
    }));
    return { reason, subjects };
  });
}

/** Lists what to hand over so that nothing is skipped: first what the most operations want, since often only the first ones are read. */
export function wantedBy(requirements: readonly RequirementReport[]): string[] {
  const wanted = byOption(requirements.filter(({ unreached }) => !unreached));
  return wanted.toSorted((one, other) => other.operations - one.operations).map(({ what }) => what);
}

/** Returns the option by which something is handed over: `(--token TOKEN)`. */
function optionOf(what: string): string {
  return /\(--.*\)/.exec(what)?.[0] ?? what;
}

function longest(texts: readonly string[]): string {
  return texts.reduce((most, other) => (other.length > most.length ? other : most), '');
}

/** Returns the requirements that only `--provoke` may help with: they are about a declared error that the target may never give. */
export function waivable(requirements: readonly RequirementReport[]): RequirementReport[] {
  return openOnes(requirements).filter(
    ({ level, handOver = [] }) => level === 'must' && handOver.some((each) => each.includes('--provoke')),
  );
}

/**
 * Writes waivers that let only these requirements pass, as lines of `espalier.yaml`.
 * @param until the last day on which they hold, `YYYY-MM-DD`. Default: they hold until they are removed.
 */
export function waiverLines(
  requirements: readonly RequirementReport[],
  reason = 'nothing draws this response',
  until?: string,
): string[] {
  const waivers = requirements.flatMap((requirement) => [
    `  - rule: ${scalar(requirementName(requirement))}`,
    `    operation: ${scalar(requirement.operation)}`,
    `    reason: ${reason}`,
    ...(until === undefined ? [] : [`    until: ${until}`]),
  ]);
  return waivers.length === 0 ? [] : ['waivers:', ...waivers];
}

/** Writes a text for YAML: plain if YAML can only read it as that text, else in quotes. */
function scalar(text: string): string {
  return /^[A-Za-z][\w /{}.~-]*[\w/}]$/.test(text) ? text : JSON.stringify(text);
}
