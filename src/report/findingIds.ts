/** Says which breach a finding is, whichever run found it: with other values, in another order, by another version. */

import { createHash } from 'node:crypto';
import type { Clause } from '../contract/clause';
import { type Finding, type Level, type RequirementReport, requirementName } from './report';

/** What stays the same of a finding from run to run. Two findings with the same identity are the same breach. */
export interface FindingIdentity {
  readonly operation: string;
  /** The name of the requirement, with the declared status that it is about, as a waiver names it: `body-schema 200`. */
  readonly rule: string;
  readonly level: Level;
  /** The JSON Pointer of the clause that is broken, as a URI fragment, with a `*` for the position of a parameter in its list. */
  readonly clause: string;
  /** In which of several ways the clause is broken; empty if there is only one. */
  readonly kind: string;
}

type OfRequirement = Pick<RequirementReport, 'id' | 'rule' | 'operation' | 'clause'>;
type OfFinding = Pick<Finding, 'level' | 'clause' | 'kind'>;

/** Messages and values are no part of the identity, since they differ from run to run, and from version to version. */
export function identityOf(requirement: OfRequirement, { level, clause, kind = '' }: OfFinding): FindingIdentity {
  return {
    operation: requirement.operation,
    rule: requirementName(requirement),
    level,
    clause: clausePointer(clause ?? requirement.clause),
    kind,
  };
}

/** Returns the place of a clause. A parameter that is declared before others moves them, so their positions are left out. */
export function clausePointer({ pointer }: Pick<Clause, 'pointer'>): string {
  return pointer.replace(/\/parameters\/\d+(?=\/|$)/g, '/parameters/*');
}

/** Returns the short id of a finding, such as `k4m2x9d`: what a person types. */
export function findingId(requirement: OfRequirement, finding: OfFinding): string {
  return shortIdOf(identityOf(requirement, finding));
}

/** Returns the short id of an identity. Different identities may, very rarely, have the same one. */
export function shortIdOf({ operation, rule, level, clause, kind }: FindingIdentity): string {
  const hash = createHash('sha256').update([operation, rule, level, clause, kind].join('\n')).digest();
  return Array.from({ length: LENGTH }, (_, at) => LETTERS[(hash[at] ?? 0) % LETTERS.length]).join('');
}

/** Without vowels, so that no word arises, and without what looks like another letter. */
const LETTERS = 'bcdfghjkmnpqrstvwxyz23456789';

/** Of ten thousand findings, two have the same id in one of 270 reports. */
const LENGTH = 7;

/**
 * Returns the names that a finding is about, without those that a run makes up or a service numbers: these differ from run to run. Examples of
 * such names: `kakuditemivi`, `order-2031`, `3f2a9c77`.
 */
export function lastingNames({ names = [] }: Pick<Finding, 'names'>): string[] {
  return [...new Set(names.filter((name) => !MADE_UP.test(name)))].sort();
}

/** Matches words of syllables as a run makes them up, numbers, what holds several digits in a row, and what is no name. */
const MADE_UP = /^([b-df-hj-np-tv-z][aeiou]){3,}$|^\d|\d\d\d|^[\da-f-]{8,}$|^$|^.{60}|[^\w$.:/@… -]/i;
