/** One violation of each clause that bounds a value: a witness that is changed in one place, so that it breaks that clause and no other. */

import { evaluate, satisfies } from '../../../src/contract/schema/evaluate';
import type { BrokenClause } from '../../../src/contract/schema/requirementText';
import type { Schema } from '../../../src/contract/schema/schema';
import { OUT_OF_STEPS } from '../maker';
import type { Maker, Site } from '../makerTypes';
import { type Inviolable, isMade, type MutableJson, type ValueViolation, type Violations, writeJson } from '../results';
import { idOf } from '../schemaChoices';
import { type Atom, coveringPlans, forcedBy, listedValues, type SchemaPlan } from '../schemaPlan';
import { isMadeUp } from '../syntheticSchemas';
import { isBounding, whyUnbreakable } from './bounding';
import { type BrokenTarget, onlyBroken, reasonFor, weakened } from './breaksOnly';
import { BOUNDING, type Contrary, contrariesOf } from './negations';
import { type Stand, standsWithin } from './places';

/** How many places are looked at, and how many violations are made. */
const MOST_STANDS = 300;
const MOST_VIOLATIONS = 2000;

/**
 * @param keeping what holds of the whole value, too, and is not violated.
 * @param thorough whether a clause that can be broken in many ways of a kind is broken in each of them.
 * @param deepest how deep within the whole clauses are broken.
 */
export function violationsOf(
  whole: Schema,
  keeping: readonly Schema[],
  top: Site,
  maker: Maker,
  thorough: boolean,
  deepest: number,
): Violations {
  const { direction } = maker;
  const violations = new Map<string, ValueViolation>();
  const reasons = new Map<string, Inviolable>();
  const done = new Set<string>();
  const seen = new Set<string>();
  const waiting: Stand[] = [{ schemas: [whole, ...keeping], site: top, put: (value) => value, elsewhere: () => [] }];
  let stands = 0;
  for (let stand = waiting.shift(); stand; stand = waiting.shift()) {
    const key = stand.schemas
      .filter((schema) => !isMadeUp(schema))
      .map(idOf)
      .join();
    if (seen.has(key)) continue;
    seen.add(key);
    const room = ++stands <= MOST_STANDS && violations.size < MOST_VIOLATIONS && maker.spendOnPlans(0);
    for (const plan of coveringPlans(stand.schemas, { direction, least: true, spend: maker.spendOnPlans })) {
      for (const atom of plan.atoms) {
        const kept = [...atom.under, atom.schema].some((schema) => keeping.includes(schema));
        if (atom.binding && !kept) breakAll(stand, plan, atom, room && maker.spendOnPlans(0));
      }
      if (room && stand.site.depth < deepest) waiting.push(...standsWithin(stand, plan, maker));
    }
  }
  const broken = new Set([...violations.values()].flatMap((each) => [each, ...each.also].map(clauseKey)));
  return {
    violations: [...violations.values()],
    inviolable: [...reasons].filter(([clause]) => !broken.has(clause)).map(([, each]) => each),
  };

  function breakAll(stand: Stand, plan: SchemaPlan, atom: Atom, room: boolean): void {
    const { schema, keywords } = atom;
    for (const keyword of Object.keys(keywords)) {
      if (!BOUNDING.has(keyword)) continue;
      const clause = clauseKey({ schema, keyword });
      const why = room ? whyUnbreakable(plan, keyword, keywords[keyword]) : 'it lies too far in';
      const contraries = why === undefined ? contrariesOf(atom, keyword, (of) => maker.makeName(of, stand.site)) : [];
      if (contraries.length === 0 && isBounding(keyword, keywords[keyword]))
        reasons.set(clause, { schema, keyword, reason: why ?? 'nothing breaks it' });
      const elsewhere = keyword === 'const' || keyword === 'enum' ? stand.elsewhere() : [];
      const swapped: Contrary = { what: 'of another branch', values: elsewhere, schemas: [] };
      for (const contrary of elsewhere.length > 0 ? [...contraries, swapped] : contraries) {
        if (contrary.further && !thorough && done.has(clause)) continue;
        const key = `${clause} ${contrary.what}`;
        if (done.has(key)) continue;
        const made = maker.limited(() => breakOne(stand, plan, { schema, keyword, path: stand.site.path }, contrary));
        if (made && 'value' in made) {
          done.add(key).add(clause);
          record(made);
        } else if (!reasons.has(clause)) {
          reasons.set(clause, { schema, keyword, reason: made?.reason ?? OUT_OF_STEPS });
        }
      }
    }
  }

  /** The same value may break a clause of each branch. */
  function record(violation: ValueViolation): void {
    const key = writeJson(violation.value);
    const before = violations.get(key);
    const clauses = before ? [...before.also, violation, ...violation.also] : violation.also;
    const also = new Map(clauses.map(({ schema, keyword }) => [clauseKey({ schema, keyword }), { schema, keyword }]));
    also.delete(clauseKey(before ?? violation));
    violations.set(key, { ...(before ?? violation), also: [...also.values()] });
  }

  function breakOne(
    stand: Stand,
    plan: SchemaPlan,
    target: BrokenTarget,
    contrary: Contrary,
  ): ValueViolation | { reason: string } {
    let found: { value: MutableJson; also: ValueViolation['also'] } | undefined;
    let against: readonly BrokenClause[] | undefined;
    const judge = (value: MutableJson): boolean => {
      const placed = stand.put(value);
      if (placed === undefined || !keeping.every((schema) => satisfies(schema, placed, direction))) return false;
      const all = evaluate(whole, placed, { direction });
      const also = onlyBroken(all, target);
      against ??= all;
      if (also) found = { value: placed, also };
      return also !== undefined;
    };
    const violation = () => found && { ...target, ...found, what: contrary.what };
    if (contrary.values?.some(judge)) return violation() ?? { reason: '' };
    // Of a list, what else is asked has to be on it.
    const lists = target.keyword === 'enum' || target.keyword === 'const' ? undefined : listedValues(plan);
    if (lists && !lists.some((value) => contrary.schemas.some((schema) => satisfies(schema, value, direction))))
      return { reason: 'what breaks it breaks `enum`, too' };
    const changed = new Map(plan.atoms.flatMap((atom) => weakened(atom, target, contrary)));
    const site = { ...stand.site, least: true };
    let why = 'there is none';
    for (const schema of contrary.schemas) {
      const made = maker.make([...stand.schemas, schema], site, {
        judge,
        changed,
        forced: forcedBy(plan),
        alone: true,
      });
      const done = isMade(made) && violation();
      if (done) return done;
      if (!isMade(made)) why = made.unsatisfiable;
    }
    return { reason: reasonFor(against, target) ?? `of what breaks it, ${why}` };
  }
}

function clauseKey({ schema, keyword }: { readonly schema: Schema; readonly keyword: string }): string {
  return `${idOf(schema)} ${keyword}`;
}
