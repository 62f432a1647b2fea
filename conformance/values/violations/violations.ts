/**
 * Makes one violation of each clause that limits a value: a valid value that is changed in one place, so that it breaks
 * only that clause.
 */

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

/** At most this many places are visited, and at most this many violations are made. */
const MOST_STANDS = 300;
const MOST_VIOLATIONS = 2000;

/**
 * Makes the violations of a schema.
 * @param keeping schemas that the whole value keeps and that are not violated.
 * @param thorough whether a clause that can be broken in many similar ways is broken in each of them.
 * @param deepest how many levels deep clauses are broken.
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
  const broken = new Set(
    [...violations.values()].flatMap((violation) => [violation, ...violation.also].map(clauseKey)),
  );
  return {
    violations: [...violations.values()],
    inviolable: [...reasons].filter(([clause]) => !broken.has(clause)).map(([, inviolable]) => inviolable),
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
        const result = maker.limited(() => breakOne(stand, plan, { schema, keyword, path: stand.site.path }, contrary));
        if (result && 'value' in result) {
          done.add(key).add(clause);
          record(result);
        } else if (!reasons.has(clause)) {
          reasons.set(clause, { schema, keyword, reason: result?.reason ?? OUT_OF_STEPS });
        }
      }
    }
  }

  /** Stores a violation. The same value may break a clause in each branch. */
  function record(violation: ValueViolation): void {
    const key = writeJson(violation.value);
    const earlier = violations.get(key);
    const clauses = earlier ? [...earlier.also, violation, ...violation.also] : violation.also;
    const also = new Map(clauses.map(({ schema, keyword }) => [clauseKey({ schema, keyword }), { schema, keyword }]));
    also.delete(clauseKey(earlier ?? violation));
    violations.set(key, { ...(earlier ?? violation), also: [...also.values()] });
  }

  function breakOne(
    stand: Stand,
    plan: SchemaPlan,
    target: BrokenTarget,
    contrary: Contrary,
  ): ValueViolation | { reason: string } {
    let violated: { value: MutableJson; also: ValueViolation['also'] } | undefined;
    let against: readonly BrokenClause[] | undefined;
    const judge = (value: MutableJson): boolean => {
      const placed = stand.put(value);
      if (placed === undefined || !keeping.every((schema) => satisfies(schema, placed, direction))) return false;
      const broken = evaluate(whole, placed, { direction });
      const also = onlyBroken(broken, target);
      against ??= broken;
      if (also) violated = { value: placed, also };
      return also !== undefined;
    };
    const violation = () => violated && { ...target, ...violated, what: contrary.what };
    if (contrary.values?.some(judge)) return violation() ?? { reason: '' };
    // If values are listed, the violation of another clause must also be one of them.
    const lists = target.keyword === 'enum' || target.keyword === 'const' ? undefined : listedValues(plan);
    if (lists) {
      const breaks = (value: unknown) => contrary.schemas.some((schema) => satisfies(schema, value, direction));
      const found = lists.find((value) => !maker.spendOnPlans(A_LISTED_VALUE) || breaks(value));
      if (!maker.spendOnPlans(0)) return { reason: OUT_OF_STEPS };
      if (found === undefined) return { reason: 'what breaks it breaks `enum`, too' };
    }
    const changed = new Map(plan.atoms.flatMap((atom) => weakened(atom, target, contrary)));
    const site = { ...stand.site, least: true };
    let why = 'there is none';
    for (const schema of contrary.schemas) {
      const result = maker.make([...stand.schemas, schema], site, {
        judge,
        changed,
        forced: forcedBy(plan),
        alone: true,
      });
      const done = isMade(result) && violation();
      if (done) return done;
      if (!isMade(result)) why = result.unsatisfiable;
    }
    return { reason: reasonFor(against, target) ?? `of what breaks it, ${why}` };
  }
}

/** What a listed value costs that is looked at, in atoms of a plan. */
const A_LISTED_VALUE = 5;

function clauseKey({ schema, keyword }: { readonly schema: Schema; readonly keyword: string }): string {
  return `${idOf(schema)} ${keyword}`;
}
