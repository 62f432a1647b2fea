/** What was not exercised, told once: why, what to hand over so that it is, and how to let it pass. */

import { groupBy } from '../../support/collections';
import { type Report, type RequirementReport, requirementName } from '../report';

/** Requirements that were skipped for one reason. */
export interface Unexercised {
  readonly reason: string;
  readonly subjects: readonly {
    readonly operations: readonly string[];
    /** "media-type 400", …; empty where they are all that the operations have. */
    readonly names: readonly string[];
  }[];
}

/** Those without a verdict that keep a run from conforming. */
export function openOnes(requirements: readonly RequirementReport[]): RequirementReport[] {
  return requirements.filter(({ verdict, waiver, unreached }) => verdict === 'skip' && !waiver && !unreached);
}

/** The declared statuses that never came and that nobody outside can draw at will, and how many operations declare them. */
export function unreachedStatuses(requirements: readonly RequirementReport[]): {
  readonly statuses: readonly string[];
  readonly operations: number;
} {
  const unreached = requirements.filter(
    (each) => each.unreached && each.level === 'must' && !/^(2|$)/.test(statusOf(each)),
  );
  return {
    statuses: [...new Set(unreached.map(statusOf))].sort(),
    operations: new Set(unreached.map(({ operation }) => operation)).size,
  };
}

function statusOf(requirement: RequirementReport): string {
  return requirementName(requirement).slice(requirement.rule.length).trim();
}

/** By their reasons, in the order of the report. */
export function unexercised({ requirements }: Report): Unexercised[] {
  const operations = groupBy(requirements, ({ operation }) => operation);
  const reasons = groupBy(openOnes(requirements), ({ reason = '' }) => reason);
  return [...reasons].map(([reason, group]) => {
    const named = [...groupBy(group, ({ operation }) => operation)].map(([operation, skipped]) => ({
      operation,
      names: skipped.length === operations.get(operation)?.length ? [] : skipped.map(requirementName),
    }));
    const alike = groupBy(named, ({ names }) => names.join());
    const subjects = [...alike.values()].map((each) => ({
      operations: each.map(({ operation }) => operation),
      names: each[0].names,
    }));
    return { reason, subjects };
  });
}

/** What the user would have to hand over for what was skipped: each thing once, for what asks most of it. */
export function wantedBy(requirements: readonly RequirementReport[]): string[] {
  const wanted = new Set(requirements.flatMap(({ handOver }) => handOver ?? []));
  const byOption = groupBy(wanted, (each) => /\(--.*\)/.exec(each)?.[0] ?? each);
  return [...byOption.values()].map(([first, ...others]) =>
    others.reduce((most, other) => (other.length > most.length ? other : most), first),
  );
}

/** Those for which nothing that may be handed over is certain to help: a declared error that the target may never give. */
export function waivable(requirements: readonly RequirementReport[]): RequirementReport[] {
  return openOnes(requirements).filter(
    ({ level, handOver = [] }) => level === 'must' && handOver.some((each) => each.includes('--provoke')),
  );
}

/** Waivers that let just these requirements pass, as lines of `espalier.yaml`. */
export function waiverLines(requirements: readonly RequirementReport[]): string[] {
  const waivers = requirements.flatMap((requirement) => [
    `  - rule: ${scalar(requirementName(requirement))}`,
    `    operation: ${scalar(requirement.operation)}`,
    `    reason: nothing draws this response`,
  ]);
  return waivers.length === 0 ? [] : ['waivers:', ...waivers];
}

/** A text as YAML reads it back: plain where it cannot be taken for anything else, else in quotes. */
function scalar(text: string): string {
  return /^[A-Za-z][\w /{}.~-]*[\w/}]$/.test(text) ? text : JSON.stringify(text);
}
