/**
 * Makes one violation of each clause that limits a value: a valid value that is changed in one place, so that it breaks
 * only that clause.
 */

import type { BrokenClause } from '../../../src/contract/schema/brokenClause';
import { evaluate, satisfies } from '../../../src/contract/schema/evaluate';
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
  const search = new ViolationSearch(whole, keeping, maker, thorough);
  search.breakWithin(top, deepest);
  return search.found();
}

class ViolationSearch {
  /** The violations by their values, written as JSON. */
  private readonly violations = new Map<string, ValueViolation>();
  /** Why a clause was not broken, by the clause. */
  private readonly reasons = new Map<string, Inviolable>();
  /** The clauses that were broken, and the ways in which they were. */
  private readonly done = new Set<string>();

  constructor(
    private readonly whole: Schema,
    private readonly keeping: readonly Schema[],
    private readonly maker: Maker,
    private readonly thorough: boolean,
  ) {}

  /** Visits the whole value, and each place within it down to the given depth, and breaks the clauses that hold there. */
  breakWithin(top: Site, deepest: number): void {
    const { maker } = this;
    const { direction } = maker;
    const seen = new Set<string>();
    const waiting: Stand[] = [
      { schemas: [this.whole, ...this.keeping], site: top, put: (value) => value, elsewhere: () => [] },
    ];
    let stands = 0;
    for (let stand = waiting.shift(); stand; stand = waiting.shift()) {
      const key = stand.schemas
        .filter((schema) => !isMadeUp(schema))
        .map(idOf)
        .join();
      if (seen.has(key)) continue;
      seen.add(key);
      const room = ++stands <= MOST_STANDS && this.violations.size < MOST_VIOLATIONS && maker.spendOnPlans(0);
      for (const plan of coveringPlans(stand.schemas, { direction, least: true, spend: maker.spendOnPlans })) {
        for (const atom of plan.atoms) {
          const kept = [...atom.under, atom.schema].some((schema) => this.keeping.includes(schema));
          if (atom.binding && !kept) this.breakAll(stand, plan, atom, room && maker.spendOnPlans(0));
        }
        if (room && stand.site.depth < deepest) waiting.push(...standsWithin(stand, plan, maker));
      }
    }
  }

  /** Returns what was found so far. A clause that was broken in any way is not inviolable. */
  found(): Violations {
    const violations = [...this.violations.values()];
    const broken = new Set(violations.flatMap((violation) => [violation, ...violation.also].map(clauseKey)));
    return {
      violations,
      inviolable: [...this.reasons].filter(([clause]) => !broken.has(clause)).map(([, inviolable]) => inviolable),
    };
  }

  /** Breaks each clause of a schema, in each way that is wanted. */
  private breakAll(stand: Stand, plan: SchemaPlan, atom: Atom, room: boolean): void {
    const { schema, keywords } = atom;
    for (const keyword of Object.keys(keywords)) {
      if (!BOUNDING.has(keyword)) continue;
      const clause = clauseKey({ schema, keyword });
      const why = room ? whyUnbreakable(plan, keyword, keywords[keyword]) : 'it lies too far in';
      const contraries =
        why === undefined ? contrariesOf(atom, keyword, (of) => this.maker.makeName(of, stand.site)) : [];
      if (contraries.length === 0 && isBounding(keyword, keywords[keyword]))
        this.reasons.set(clause, { schema, keyword, reason: why ?? 'nothing breaks it' });
      const elsewhere = keyword === 'const' || keyword === 'enum' ? stand.elsewhere() : [];
      const swapped: Contrary = { what: 'of another branch', values: elsewhere, schemas: [] };
      for (const contrary of elsewhere.length > 0 ? [...contraries, swapped] : contraries) {
        if (contrary.further && !this.thorough && this.done.has(clause)) continue;
        const key = `${clause} ${contrary.what}`;
        if (this.done.has(key)) continue;
        const result = this.maker.limited(() =>
          this.breakOne(stand, plan, { schema, keyword, path: stand.site.path }, contrary),
        );
        if (result && 'value' in result) {
          this.done.add(key).add(clause);
          this.record(result);
        } else if (!this.reasons.has(clause)) {
          this.reasons.set(clause, { schema, keyword, reason: result?.reason ?? OUT_OF_STEPS });
        }
      }
    }
  }

  /** Stores a violation. The same value may break a clause in each branch. */
  private record(violation: ValueViolation): void {
    const key = writeJson(violation.value);
    const earlier = this.violations.get(key);
    const clauses = earlier ? [...earlier.also, violation, ...violation.also] : violation.also;
    const also = new Map(clauses.map(({ schema, keyword }) => [clauseKey({ schema, keyword }), { schema, keyword }]));
    also.delete(clauseKey(earlier ?? violation));
    this.violations.set(key, { ...(earlier ?? violation), also: [...also.values()] });
  }

  private breakOne(
    stand: Stand,
    plan: SchemaPlan,
    target: BrokenTarget,
    contrary: Contrary,
  ): ValueViolation | { reason: string } {
    let violated: { value: MutableJson; also: ValueViolation['also'] } | undefined;
    let against: readonly BrokenClause[] | undefined;
    const judge = (value: MutableJson): boolean => {
      const placed = stand.put(value);
      if (placed === undefined || !this.keeping.every((schema) => satisfies(schema, placed, this.maker.direction)))
        return false;
      const broken = evaluate(this.whole, placed, { direction: this.maker.direction });
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
      const breaks = (value: unknown) =>
        contrary.schemas.some((schema) => satisfies(schema, value, this.maker.direction));
      const found = lists.find((value) => !this.maker.spendOnPlans(A_LISTED_VALUE) || breaks(value));
      if (!this.maker.spendOnPlans(0)) return { reason: OUT_OF_STEPS };
      if (found === undefined) return { reason: 'what breaks it breaks `enum`, too' };
    }
    const changed = new Map(plan.atoms.flatMap((atom) => weakened(atom, target, contrary)));
    const site = { ...stand.site, least: true };
    let why = 'there is none';
    for (const schema of contrary.schemas) {
      const result = this.maker.make([...stand.schemas, schema], site, {
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
