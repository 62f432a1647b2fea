/**
 * Makes one violation of each clause that limits a value: a valid value that is changed in one place, so that it breaks
 * only that clause.
 */

import type { BrokenClause } from '../../../src/contract/schema/brokenClause';
import { evaluate, satisfies } from '../../../src/contract/schema/evaluate';
import type { Schema } from '../../../src/contract/schema/schema';
import { atOnce, type Parts } from '../../../src/support/letOthersRun';
import { OUT_OF_STEPS } from '../maker';
import type { Maker, Site } from '../makerTypes';
import {
  type FurtherUse,
  type Inviolable,
  isMade,
  type MutableJson,
  type ValueViolation,
  type Violations,
  writeJson,
} from '../results';
import { idOf } from '../schemaChoices';
import { type Atom, coveringPlans, forcedBy, listedValues, type SchemaPlan } from '../schemaPlan';
import { IN_FORM, IN_TEXT, isMadeUp } from '../syntheticSchemas';
import { isBounding, whyUnbreakable } from './bounding';
import { type BrokenTarget, onlyBroken, reasonFor, weakened } from './breaksOnly';
import { inTurns, mostRepeated, type Repeat, toFurtherUse } from './furtherUses';
import { BOUNDING, type Contrary, contrariesOf, contraryToHint } from './negations';
import { type Stand, standsWithin } from './places';

/** At most this many places are visited, and at most this many violations are made. */
const MOST_STANDS = 300;
const MOST_VIOLATIONS = 2000;

/**
 * What may be spent in vain on one way to break a clause, as `createEffort` counts it: where it is not found soon, it mostly is nowhere, and what
 * else can be broken is to have its turn.
 */
const MOST_IN_VAIN = 2500;

/** At most this many places are visited whose schemas stand at another place, too. */
const MOST_AGAIN = 300;

/**
 * Makes the violations of a schema.
 * @param keeping schemas that the whole value keeps and that are not violated.
 */
export function* violationsOf(
  whole: Schema,
  keeping: readonly Schema[],
  top: Site,
  maker: Maker,
  wanted: ViolationsWanted,
): Parts<Violations> {
  const search = new ViolationSearch(whole, keeping, maker, wanted);
  yield* search.breakWithin(top, wanted.deepest);
  return search.found();
}

interface ViolationsWanted {
  /** Whether a clause that can be broken in many similar ways is broken in each of them. */
  readonly thorough: boolean;
  /** How many levels deep clauses are broken. */
  readonly deepest: number;
  /** Whether formats are broken that no standard makes binding. */
  readonly allFormats: boolean;
}

class ViolationSearch {
  /** The violations by their values, written as JSON. */
  private readonly violations = new Map<string, ValueViolation>();
  /** Why a clause was not broken, by the clause. */
  private readonly reasons = new Map<string, Inviolable>();
  /** The clauses that were broken, and the ways in which they were. */
  private readonly done = new Set<string>();
  /** What was spent in vain on a way to break a clause, over all plans of its places, as `createEffort` counts it. */
  private readonly inVain = new Map<string, number>();
  /** The place where a clause was broken, by the clause. */
  private readonly brokenAt = new Map<string, string>();
  private readonly repeats: Repeat[] = [];
  private unbroken: readonly FurtherUse[] = [];
  /** Whether values are sent as texts, which have no types. */
  private readonly isText: boolean;
  private readonly thorough: boolean;
  private readonly allFormats: boolean;

  constructor(
    private readonly whole: Schema,
    private readonly keeping: readonly Schema[],
    private readonly maker: Maker,
    { thorough, allFormats }: ViolationsWanted,
  ) {
    this.thorough = thorough;
    this.allFormats = allFormats;
    this.isText = keeping.includes(IN_TEXT) || keeping.includes(IN_FORM);
  }

  /** Visits the whole value, and each place within it down to the given depth, and breaks the clauses that hold there. */
  *breakWithin(top: Site, deepest: number): Parts<void> {
    const { maker } = this;
    const seen = new Set<string>();
    /** Places whose schemas stand at another place, too. */
    const again: Stand[] = [];
    const waiting: Stand[] = [
      { schemas: [this.whole, ...this.keeping], site: top, put: (value) => value, elsewhere: () => [] },
    ];
    let stands = 0;
    for (let stand = waiting.shift(); stand; stand = waiting.shift()) {
      yield* maker.pause();
      const key = keyOf(stand);
      if (seen.has(key)) {
        again.push(stand);
        continue;
      }
      seen.add(key);
      const room = ++stands <= MOST_STANDS && this.violations.size < MOST_VIOLATIONS && maker.spendOnPlans(0);
      for (const plan of this.plansOf(stand)) {
        for (const atom of this.bindingIn(plan)) yield* this.breakAll(stand, plan, atom, room && maker.spendOnPlans(0));
        if (room && stand.site.depth < deepest) waiting.push(...this.within(stand, plan));
      }
    }
    yield* this.breakAgain(again, deepest);
  }

  private plansOf({ schemas }: Stand): Iterable<SchemaPlan> {
    const { direction, spendOnPlans: spend } = this.maker;
    return coveringPlans(schemas, { direction, least: true, spend });
  }

  private bindingIn({ atoms }: SchemaPlan): Atom[] {
    const isKept = ({ under, schema }: Atom) => [...under, schema].some((each) => this.keeping.includes(each));
    return atoms.filter((atom) => atom.binding && !isKept(atom));
  }

  private *within(stand: Stand, plan: SchemaPlan): Iterable<Stand> {
    const within = [...(stand.within ?? []), keyOf(stand)];
    for (const inner of standsWithin(stand, plan, this.maker)) yield { ...inner, within };
  }

  /** Breaks clauses at further places, as many as are wanted. */
  private *breakAgain(places: readonly Stand[], deepest: number): Parts<void> {
    const { maker, repeats } = this;
    const waiting = [...places];
    let stands = 0;
    for (let stand = waiting.shift(); stand; stand = waiting.shift()) {
      yield* maker.pause();
      if (++stands > MOST_AGAIN || !maker.spendOnPlans(0)) break;
      for (const plan of this.plansOf(stand)) {
        for (const atom of this.bindingIn(plan))
          for (const keyword of Object.keys(atom.keywords)) this.repeat({ stand, plan, atom, keyword });
        if (stand.within?.includes(keyOf(stand)) || stand.site.depth >= deepest) continue;
        waiting.push(...this.within(stand, plan));
      }
    }
    const most = mostRepeated(this.violations.size, this.thorough);
    const unbroken: FurtherUse[] = [];
    let broken = 0;
    for (const each of inTurns(repeats)) {
      if (broken < most && this.violations.size < MOST_VIOLATIONS && maker.spendOnPlans(0)) {
        if (yield* this.breakOnceMore(each)) broken++;
      } else unbroken.push(toFurtherUse(each));
    }
    this.unbroken = unbroken;
  }

  /** Takes note of a clause that was broken at another place. */
  private repeat(each: Repeat): boolean {
    const at = this.brokenAt.get(clauseKey({ schema: each.atom.schema, keyword: each.keyword }));
    const isFurther = at !== undefined && at !== each.stand.site.path;
    if (isFurther) this.repeats.push(each);
    return isFurther;
  }

  private *breakOnceMore({ stand, plan, atom, keyword }: Repeat): Parts<boolean> {
    const { schema } = atom;
    const target = { schema, keyword, path: stand.site.path };
    for (const contrary of contrariesOf(atom, keyword, this.namesAt(stand))) {
      const result = yield* this.maker.limited(() => this.breakOne(stand, plan, target, contrary));
      if (!result || !('value' in result)) continue;
      this.record(result);
      return true;
    }
    return false;
  }

  /** Returns what was found so far. A clause that was broken in any way is not inviolable. */
  found(): Violations {
    const violations = [...this.violations.values()];
    const broken = new Set(violations.flatMap((violation) => [violation, ...violation.also].map(clauseKey)));
    return {
      violations,
      inviolable: [...this.reasons].filter(([clause]) => !broken.has(clause)).map(([, inviolable]) => inviolable),
      unbroken: this.unbroken,
    };
  }

  /** Breaks each clause of a schema, in each way that is wanted. */
  private *breakAll(stand: Stand, plan: SchemaPlan, atom: Atom, room: boolean): Parts<void> {
    const { schema, keywords } = atom;
    for (const keyword of Object.keys(keywords)) {
      if (!BOUNDING.has(keyword) || this.repeat({ stand, plan, atom, keyword })) continue;
      const clause = clauseKey({ schema, keyword });
      const why = room ? whyUnbreakable(plan, keyword, keywords[keyword]) : 'it lies too far in';
      const contraries =
        why === undefined
          ? contrariesOf(atom, keyword, this.namesAt(stand))
          : keyword === 'format' && room && this.allFormats
            ? contraryToHint(String(keywords[keyword]))
            : [];
      if (contraries.length === 0 && isBounding(keyword, keywords[keyword]))
        this.reasons.set(clause, { schema, keyword, reason: why ?? 'nothing breaks it' });
      const elsewhere = keyword === 'const' || keyword === 'enum' ? stand.elsewhere() : [];
      const swapped: Contrary = { what: 'of another branch', values: elsewhere, schemas: [] };
      for (const contrary of elsewhere.length > 0 ? [...contraries, swapped] : contraries) {
        if (contrary.further && !this.thorough && this.done.has(clause)) continue;
        if (contrary.inJson && this.isText) continue;
        const key = `${clause} ${contrary.what}`;
        if (this.done.has(key) || (this.inVain.get(key) ?? 0) > MOST_IN_VAIN) continue;
        const before = this.maker.spent();
        const besides = contrary.besides === undefined ? {} : { besides: contrary.besides };
        const result = yield* this.maker.limited(() =>
          this.breakOne(stand, plan, { schema, keyword, path: stand.site.path, ...besides }, contrary),
        );
        if (result && 'value' in result) {
          this.done.add(key).add(clause);
          this.brokenAt.set(clause, this.brokenAt.get(clause) ?? stand.site.path);
          this.record(result);
          continue;
        }
        this.inVain.set(key, (this.inVain.get(key) ?? 0) + this.maker.spent() - before);
        if (!this.reasons.has(clause)) {
          this.reasons.set(clause, { schema, keyword, reason: result?.reason ?? OUT_OF_STEPS });
        }
      }
    }
  }

  private namesAt({ site }: Stand): (of: readonly Schema[]) => string | undefined {
    return (of) => atOnce(this.maker.makeName(of, site));
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

  private *breakOne(
    stand: Stand,
    plan: SchemaPlan,
    target: BrokenTarget,
    contrary: Contrary,
  ): Parts<ValueViolation | { reason: string }> {
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
    const { besides: _, ...clause } = target;
    const violation = () => violated && { ...clause, ...violated, what: contrary.what };
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
      const result = yield* this.maker.make([...stand.schemas, schema], site, {
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

/** Places with the same schemas have the same clauses. */
function keyOf({ schemas }: Stand): string {
  return schemas
    .filter((schema) => !isMadeUp(schema))
    .map(idOf)
    .join();
}

function clauseKey({ schema, keyword }: { readonly schema: Schema; readonly keyword: string }): string {
  return `${idOf(schema)} ${keyword}`;
}
