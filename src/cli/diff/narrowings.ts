/**
 * Finds values that one schema allows and another refuses. Each is made from the two schemas and judged by both, so that what is found is true
 * whatever the schemas say. Only the parts in which the schemas differ are searched.
 */

import { createGenerator, type Generator, isMade, type MutableJson } from '../../../conformance/values/generator';
import { idOf } from '../../../conformance/values/schemaChoices';
import { branchesIn } from '../../contract/schema/applicators';
import {
  given,
  itemsPlacedAt,
  namesDeclared,
  namesRequired,
  type Part,
  possibleParts,
  sureParts,
} from '../../contract/schema/applied';
import { discriminatorOf } from '../../contract/schema/discriminator';
import { hiddenMembers } from '../../contract/schema/hiddenMembers';
import { type Direction, endOf, forbidsAll, isSchema, type Schema } from '../../contract/schema/schema';
import { isEqual } from '../../json/equality';
import { escapePointer } from '../../json/pointer';
import { isObject } from '../../json/value';
import { lazy } from '../../support/caching';
import type { Parts } from '../../support/letOthersRun';
import { conditionsOf } from './conditionsAsked';
import { describedMembers, describedPart, schemasIn } from './described';
import { LeastValues } from './leastValues';
import { allowNothing, differencesOfOwn } from './ownKeywords';
import { Purse } from './purse';
import type { FormatReading, SameSchemas } from './sameSchemas';
import { type Narrowing, type RoomForClauses, SchemaPair } from './schemaPair';
import { type Search, SearchedPair, type SearchOfHeld, searchWhole } from './searchedPairs';
import { mayShareValues, Taking } from './takesAll';
import { UnnamedMembers } from './unnamedMembers';

interface Found {
  readonly narrowings: readonly Narrowing[];
  /** The keywords in which the sides say something else of a value itself. Where there is none, they differ only in which members they name. */
  readonly differing: ReadonlySet<string>;
  /** Whether something was not looked into, since that would have been too much. */
  readonly isCut: boolean;
}

/** How much is spent on the values of one pair of schemas that differ, as `createEffort` counts it: about a tenth of a second. */
const MOST_SPENT = 100_000;

/** At most this many branches of `anyOf` or `oneOf` are paired with those of the other side. */
const MOST_BRANCHES = 60;

/** At most this many pairs of schemas are begun for one question. */
const MOST_PAIRS = 3000;

/** So many clauses are told of all that is compared in one direction, beside those of which each pair has surely room. */
const MOST_CLAUSES = 2000;

const NOTHING: Found = { narrowings: [], differing: new Set(), isCut: false };

/** Returns what is found in a pair that is held. */
type Inner = (from: readonly Schema[], to: readonly Schema[]) => SearchOfHeld;

/** Searches for values that one side allows and the other refuses, in one direction. */
export class Narrowings {
  private readonly known = new Map<string, SearchedPair>();
  private left = MOST_PAIRS;
  private readonly room: RoomForClauses = { left: MOST_CLAUSES };
  private readonly least: LeastValues;
  private readonly taking: Taking;
  private readonly unnamed: UnnamedMembers;

  constructor(
    private readonly direction: Direction,
    private readonly seed: number,
    private readonly same: SameSchemas,
    private readonly formats: FormatReading = 'letter',
    private readonly purse = new Purse(),
  ) {
    this.least = new LeastValues(direction, seed);
    this.taking = new Taking(direction, same, formats);
    this.unnamed = new UnnamedMembers(seed);
  }

  /** Returns a value for each clause of the refusing schema that refuses something which the other one allows. */
  *between(allowing: Schema, refusing: Schema): Parts<Found> {
    this.left = MOST_PAIRS;
    if (this.taking.takesAll([allowing], [refusing])) return NOTHING;
    const asked = this.pairOf([allowing], [refusing]);
    if (!asked) return NOTHING;
    if (!asked.isDone) {
      this.purse.open();
      yield* searchWhole(asked, this.purse);
      this.purse.close();
    }
    return { narrowings: asked.pair.found(), differing: asked.differing, isCut: asked.isCut };
  }

  /** Returns the pair of what the two sides say; undefined if it is plain to see that the one takes all of the other. */
  private pairOf(allowing: readonly Schema[], refusing: readonly Schema[]): SearchedPair | undefined {
    const [from, to] = [withoutTwice(allowing), withoutTwice(refusing)];
    if (from.length === 0 || to.every((schema) => from.some((each) => this.same(each, schema)))) return undefined;
    const key = `${from.map(idOf).join()} ${to.map(idOf).join()}`;
    const known = this.known.get(key);
    if (known || this.taking.takesAll(from, to)) return known;
    const pair = new SchemaPair(from, to, this.direction, this.formats, this.room, this.purse);
    const generator = createGenerator({ direction: this.direction, seed: this.seed, most: MOST_SPENT });
    // A value of both sides shows one difference at a time. What only the other side names, and asks for, is left out.
    const base = lazy(() => {
      const both = this.least.of([...from, ...to]);
      return both === undefined ? this.least.of(from) : describedPart(from, both, this.direction, to);
    });
    const inner = (own: SearchedPair) => this.searchInner(own, generator, base);
    const made = new SearchedPair(pair, (own) => this.search(own, generator, base), inner);
    this.known.set(key, made);
    return made;
  }

  private *search(own: SearchedPair, generator: Generator, base: () => MutableJson | undefined): Search {
    const { pair } = own;
    const { allowing, refusing } = pair;
    const differing = new Set(differencesOfOwn(allowing, refusing, this.same, this.formats));
    if (this.asksForSame(pair)) differing.delete('required');
    if (allowNothing(pair.to, refusing) && !allowNothing(pair.from, allowing)) differing.add('false');
    for (const keyword of differing) own.differing.add(keyword);
    if (differing.size > 0) this.judgeEach(own, this.ownCandidates(pair, generator, base(), differing));
    if (differing.has('oneOf')) this.judgeEach(own, this.overlaps(pair, generator));
    yield* this.searchInner(own, generator, base);
  }

  /** Judges values while there is something to spend: each costs what it takes to make it, too. */
  private judgeEach(own: SearchedPair, values: Iterable<MutableJson>): void {
    for (const value of values) {
      own.pair.judge(value);
      if (!this.purse.isEmpty()) continue;
      own.isCut = true;
      return;
    }
  }

  /** Searches what the schemas hold. */
  private *searchInner(own: SearchedPair, generator: Generator, base: () => MutableJson | undefined): Search {
    const { pair } = own;
    const pairOf = (from: readonly Schema[], to: readonly Schema[]) => {
      if (from.length === 0 || to.length === 0) return undefined;
      const found = this.pairOf(from, to);
      if (!found || found.began !== undefined || (--this.left >= 0 && !this.purse.isEmpty())) return found;
      own.isCut = true;
      return undefined;
    };
    const inner: Inner = function* (from, to) {
      const held = pairOf(from, to);
      return held ? yield held : [];
    };
    if (pair.mayBe('object')) yield* this.searchMembers(pair, base, generator, inner);
    if (pair.mayBe('array')) yield* this.searchItems(pair, base, inner);
    yield* this.searchBranches(pair, inner);
    yield* this.searchConditions(pair, generator, inner);
  }

  /** Tells whether both sides ask for the same members in this direction. */
  private asksForSame({ allowing, refusing }: SchemaPair): boolean {
    const namesOf = (parts: readonly Part[]) => {
      const hidden = hiddenIn(parts, this.direction);
      return [...namesRequired(parts)].filter((name) => !hidden.has(name)).sort();
    };
    return isEqual(namesOf(allowing), namesOf(refusing));
  }

  /** Yields values that show how the schemas differ in what they say themselves of the value. */
  private *ownCandidates(
    pair: SchemaPair,
    generator: Generator,
    base: MutableJson | undefined,
    differing: ReadonlySet<string>,
  ): Iterable<MutableJson> {
    const { from, to, allowing, refusing } = pair;
    yield* OF_EACH_TYPE;
    yield* listed(allowing);
    const [first, ...more] = from;
    const [target, ...others] = to;
    if (!first || !target) return;
    if (base !== undefined) yield base;
    const isPlain = !allowing.some(({ keywords }) => 'properties' in keywords || 'items' in keywords);
    const isComposed = differing.has('anyOf') || differing.has('oneOf');
    if ((!isPlain || isComposed) && [...differing].every((keyword) => SHOWN_OTHERWISE.has(keyword))) return;
    const options = { name: 'difference' };
    if (isPlain) for (const { value } of generator.valid(first, { ...options, keeping: more })) yield value;
    else yield* [generator.witness(first, { ...options, keeping: more })].filter(isMade).map(({ value }) => value);
    for (const each of [target, ...others]) {
      const keeping = [...to.filter((other) => other !== each), ...from];
      const deepest = isPlain ? 1 : 0;
      for (const { value } of generator.violations(each, { ...options, keeping, deepest }).violations) yield value;
    }
    // Where one clause cannot be broken alone, the plain values of the other side may still show it.
    if (refusing.length > 0 && isPlain)
      for (const { value } of generator.violations(target, { ...options, keeping: others, deepest: 0 }).violations)
        yield value;
  }

  /** Yields values of two alternatives of a `oneOf`, which takes what exactly one takes. */
  private *overlaps({ from, allowing, refusing }: SchemaPair, generator: Generator): Iterable<MutableJson> {
    const before = allowing.map(({ keywords: { oneOf } }) => schemasListed(oneOf));
    const wereTogether = (...branches: readonly Schema[]) =>
      before.some((own) => branches.every((branch) => own.some((each) => this.same(each, branch))));
    const pairs = refusing.flatMap(({ keywords: { oneOf, discriminator } }) => {
      // Of values that name their alternative nobody is told that they satisfy another one.
      const branches = discriminatorOf(discriminator) ? [] : schemasListed(oneOf).slice(0, MOST_BRANCHES);
      return branches.flatMap((one, at) => branches.slice(at + 1).map((other) => [one, other] as const));
    });
    const mayOverlap = pairs.filter(([one, other]) => !wereTogether(one, other) && mayShareValues(one, other));
    for (const [one, other] of mayOverlap.slice(0, MOST_BRANCHES)) {
      if (this.purse.isEmpty()) return;
      const made = generator.witness(one, { name: 'overlap', keeping: [other, ...from] });
      if (isMade(made)) yield made.value;
    }
  }

  private *searchMembers(
    pair: SchemaPair,
    baseOf: () => MutableJson | undefined,
    generator: Generator,
    inner: Inner,
  ): Search {
    const { allowing, refusing } = pair;
    const names = namesDeclared(allowing);
    const hidden = hiddenIn(allowing, this.direction);
    const around = (): { readonly [name: string]: MutableJson } => {
      const base = baseOf();
      return isObject(base) ? (base as { [name: string]: MutableJson }) : {};
    };
    const required = namesRequired(allowing);
    for (const name of namesRequired(refusing)) {
      if (required.has(name) && !hidden.has(name)) continue;
      const { [name]: _, ...without } = around();
      pair.judge(without);
    }
    const others = refusing.some(({ keywords }) => forbidsAll(keywords['additionalProperties']));
    const whole = () => pair.whole(generator);
    for (const name of new Set([...names, ...namesDeclared(refusing)])) {
      if (hidden.has(name)) continue;
      const from = describedMembers(allowing, name);
      const to = describedMembers(refusing, name);
      for (const narrowing of yield* inner(from, to)) {
        const { value, path } = narrowing;
        const inside = `/${escapePointer(name)}${path}`;
        if (pair.judge({ ...around(), [name]: value }, inside, narrowing)) continue;
        const all = whole();
        if (isObject(all)) pair.judge({ ...(all as object), [name]: value }, inside, narrowing);
      }
      const [own, ...beside] = from;
      if (own && others && to.every(forbidsAll)) {
        const made = generator.witness(own, { keeping: beside });
        if (isMade(made)) pair.judge({ ...around(), [name]: made.value });
      }
    }
    const isClosed = pair.found().some(({ path, broken }) => path === '' && /Properties$/.test(broken.keyword));
    for (const other of isClosed ? [] : this.unnamed.namesFor(allowing, refusing)) {
      const own = describedMembers(allowing, other);
      const found = own.length > 0 ? yield* inner(own, describedMembers(refusing, other)) : ANY_VALUE;
      const isOpen = own.length === 0;
      for (const { value, path, narrowing } of found.map(withItself)) {
        const inside = isOpen || path === undefined ? undefined : `/${escapePointer(other)}${path}`;
        pair.judge({ ...around(), [other]: value }, inside, narrowing);
        if (isOpen) pair.judge({ [other]: value });
      }
    }
  }

  private *searchItems(
    { allowing, refusing, judge }: SchemaPair,
    baseOf: () => MutableJson | undefined,
    inner: Inner,
  ): Search {
    const base = lazy(() => [baseOf()].flatMap((each) => (Array.isArray(each) ? each : [])));
    const before: MutableJson[] = [];
    // What `contains` asks for stands among the items after the tuple, and what else may stand there comes after it.
    const contained = [...allowing, ...refusing].some(({ keywords }) => 'contains' in keywords) ? base().length : 0;
    const last = Math.min(MOST_BRANCHES, Math.max(longestTuple([...allowing, ...refusing]), contained));
    for (let at = 0; at <= last; at++) {
      const [own, theirs] = [schemasIn(itemsPlacedAt(allowing, at)), schemasIn(itemsPlacedAt(refusing, at))];
      const found = own.length > 0 || theirs.length === 0 ? yield* inner(own, theirs) : ANY_VALUE;
      for (const { value, path, narrowing } of found.map(withItself)) {
        const inside = path === undefined ? undefined : `/${at}${path}`;
        judge([...before, value, ...base().slice(at + 1)], inside, narrowing);
        if (base().length > at + 1) judge([...before, value], inside, narrowing);
      }
      before.push(base()[at] ?? this.least.of(own.length > 0 ? own : theirs) ?? null);
    }
  }

  /** Takes values of each alternative of the one side that the nearest alternative of the other side refuses. */
  private *searchBranches(pair: SchemaPair, inner: Inner): Search {
    const { from, to, allowing, refusing } = pair;
    const [own, theirs] = [allBranches(allowing), allBranches(refusing)];
    if (own.length === 0 && theirs.length === 0) return;
    const pairs: (readonly [from: readonly Schema[], to: readonly Schema[]])[] = [
      ...own.slice(0, MOST_BRANCHES).map((branch, at) => {
        const nearest = theirs.length === 0 ? to : [this.nearest(branch, at, theirs)].filter(isSchema);
        return [[branch], nearest] as const;
      }),
      ...(own.length === 0 ? theirs.slice(0, MOST_BRANCHES).map((branch) => [from, [branch]] as const) : []),
    ];
    for (const [some, others] of pairs) {
      const around = this.least.of([...some, ...from]);
      if (around !== undefined) pair.judge(around);
      if (others.some((other) => some.some((each) => this.same(each, other)))) continue;
      for (const narrowing of yield* inner(some, others)) {
        const { value, path } = narrowing;
        if (pair.judge(value, path, narrowing)) continue;
        const whole = isObject(around) && isObject(value) ? { ...(around as object), ...(value as object) } : value;
        // Where no alternative is surely meant, the whole is refused.
        if (!pair.judge(whole, path, narrowing)) pair.judge(whole);
      }
    }
  }

  /** Takes values that break what a condition asks for, and that meet the condition, with as many members beside them as there is room for. */
  private *searchConditions({ from, refusing, judge, whole }: SchemaPair, generator: Generator, inner: Inner): Search {
    for (const { condition, asked } of refusing
      .flatMap(({ keywords }) => conditionsOf(keywords))
      .slice(0, MOST_BRANCHES))
      for (const narrowing of [...(yield* inner([...from, condition], [asked])), ...(yield* inner(from, [asked]))]) {
        const { value, path } = narrowing;
        const all = whole(generator);
        if (!judge(value, path, narrowing) && isObject(all) && isObject(value))
          judge({ ...(all as object), ...(value as object) }, path, narrowing);
      }
  }

  private nearest(branch: Schema, at: number, others: readonly Schema[]): Schema | undefined {
    const nameOf = (schema: Schema) => endOf(schema).place.pointer.split('/').at(-1);
    const typeOf = (schema: Schema) =>
      sureParts(given(schema)).find(({ keywords }) => keywords['type'])?.keywords['type'];
    return (
      others.find((other) => this.same(branch, other)) ??
      others.find((other) => !/^\d+$/.test(nameOf(other) ?? '') && nameOf(other) === nameOf(branch)) ??
      [others[at]].find((other) => other && String(typeOf(other)) === String(typeOf(branch))) ??
      others.find((other) => String(typeOf(other)) === String(typeOf(branch)))
    );
  }
}

/** Plain values of each type. */
const OF_EACH_TYPE: readonly MutableJson[] = [null, '', 'text', 0, 1, 0.5, true, [], {}];

/** Stands for what is found where the one side says nothing. */
const ANY_VALUE: readonly Pick<Narrowing, 'value'>[] = OF_EACH_TYPE.map((value) => ({ value }));

function withItself(found: Narrowing | Pick<Narrowing, 'value'>) {
  return 'origin' in found
    ? { ...found, narrowing: found }
    : { value: found.value, path: undefined, narrowing: undefined };
}

/** Keywords whose differences the plain values, the members and the alternatives show. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set([
  ...['type', 'required', 'properties', 'additionalProperties', 'anyOf', 'oneOf'],
]);

function schemasListed(branches: unknown): readonly Schema[] {
  return Array.isArray(branches) ? branches.filter(isSchema) : [];
}

function withoutTwice(schemas: readonly Schema[]): Schema[] {
  return [...new Set(schemas.map(endOf))];
}

function allBranches(parts: readonly Part[]): Schema[] {
  return parts.flatMap(({ keywords }) => branchesIn(keywords).flat());
}

function hiddenIn(parts: readonly Part[], direction: Direction): Set<string> {
  return new Set(parts.flatMap(({ schema }) => [...hiddenMembers(schema, direction)]));
}

/** Returns how many items schemas describe one by one. */
function longestTuple(parts: readonly Part[]): number {
  const lengths = parts.map(({ keywords: { prefixItems } }) => (Array.isArray(prefixItems) ? prefixItems.length : 0));
  return Math.max(0, ...lengths);
}

/** Returns the values that parts list, themselves or in their alternatives. */
function listed(parts: readonly Part[]): MutableJson[] {
  const all = possibleParts(given(...schemasIn(parts)));
  return all.flatMap(({ keywords }) => [
    ...((keywords['enum'] ?? []) as MutableJson[]),
    ...('const' in keywords ? [keywords['const'] as MutableJson] : []),
    ...(keywords['example'] === undefined ? [] : [keywords['example'] as MutableJson]),
  ]);
}
