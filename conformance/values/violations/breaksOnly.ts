/** Checks whether a value breaks one clause and no other. */

import type { Keywords } from '../../../src/contract/dialects/dialect';
import type { BrokenClause } from '../../../src/contract/schema/brokenClause';
import { isEqual } from '../../../src/contract/schema/evaluate';
import type { Schema } from '../../../src/contract/schema/schema';
import type { ValueViolation } from '../results';
import type { Atom } from '../schemaPlan';
import type { Contrary } from './negations';

/** The clause that is to be broken, and the place where. */
export interface BrokenTarget {
  readonly schema: Schema;
  readonly keyword: string;
  /** JSON Pointer of the value that is to break it. */
  readonly path: string;
  /** Another keyword of the value that may be broken with it. */
  readonly besides?: string;
}

/**
 * Returns the keywords of a schema without the clause that is to be broken. A clause that says the same elsewhere is
 * removed, too.
 */
export function weakened(
  atom: Atom,
  { schema, keyword }: BrokenTarget,
  { left, lifts }: Contrary,
): [Schema, Keywords][] {
  const own = atom.keywords[keyword];
  const written = (schema.keywords as Keywords)[keyword];
  const changes = new Map<string, unknown>();
  if (atom.schema === schema) changes.set(keyword, left);
  else if (keyword === 'required' && Array.isArray(own) && Array.isArray(left)) {
    const kept = own.filter((name) => left.includes(name) || !(written as string[]).includes(name));
    changes.set(keyword, kept);
  } else if (keyword in atom.keywords && isEqual(own, written)) changes.set(keyword, undefined);
  if (keyword === 'contains' && changes.has(keyword))
    changes.set('minContains', undefined).set('maxContains', undefined);
  if (lifts !== undefined && lifts in atom.keywords) changes.set(lifts, undefined);
  if (changes.size === 0) return [];
  const kept = Object.entries(atom.keywords).filter(([key]) => !changes.has(key));
  const changed = [...changes].filter(([, value]) => value !== undefined);
  return [[atom.schema, Object.fromEntries([...kept, ...changed])]];
}

/**
 * Returns whether only one clause is broken. In a composition, all branches must refuse the value, and one of them must
 * refuse it only for this clause.
 * @returns further clauses that say the same about the same value; undefined if any other clause is broken.
 */
export function onlyBroken(
  all: readonly BrokenClause[],
  target: BrokenTarget,
  /** The outcomes of branches so far: the same branches may stand within many others. */
  outcomes = new Map<unknown, ValueViolation['also'] | undefined>(),
): ValueViolation['also'] | undefined {
  const also: BrokenClause[] = [];
  let hit = false;
  for (const clause of all) {
    if (clause.schema === target.schema && clause.keyword === target.keyword && clause.path === target.path) hit = true;
    else if (clause.branches) {
      const { branches } = clause;
      if (!outcomes.has(branches))
        outcomes.set(
          branches,
          branches.map((branch) => onlyBroken(branch, target, outcomes)).find((within) => within !== undefined),
        );
      const within = outcomes.get(branches);
      if (!within || clause.branches.some(({ length }) => length === 0)) return undefined;
      hit = true;
    } else if (saysTheSame(clause, target)) also.push(clause);
    else if (clause.keyword !== target.besides || clause.path !== target.path) return undefined;
  }
  return hit ? also : undefined;
}

function saysTheSame(clause: BrokenClause, target: BrokenTarget): boolean {
  if (clause.keyword !== target.keyword || clause.path !== target.path) return false;
  const said = [clause, target].map(({ schema, keyword }) => (schema.keywords as Keywords)[keyword]);
  return target.keyword === 'required' || isEqual(said[0], said[1]);
}

/** Returns why a value does not break a clause alone; undefined if no value was found. */
export function reasonFor(
  against: readonly BrokenClause[] | undefined,
  { keyword, path }: BrokenTarget,
): string | undefined {
  if (!against) return undefined;
  if (against.length === 0) return 'what breaks it is valid by another branch';
  const [furtherClause] = against.filter((clause) => clause.keyword !== keyword || clause.path !== path);
  if (!furtherClause) return 'a stricter clause beside it is broken, too';
  return furtherClause.branches
    ? `what breaks it does not break \`${furtherClause.keyword}\` in one way`
    : `what breaks it breaks \`${furtherClause.keyword}\`, too`;
}
