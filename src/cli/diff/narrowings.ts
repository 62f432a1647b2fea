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
import { hiddenMembers } from '../../contract/schema/hiddenMembers';
import { type Direction, endOf, forbidsAll, isSchema, type Schema } from '../../contract/schema/schema';
import { isEqual } from '../../json/equality';
import { escapePointer } from '../../json/pointer';
import { isObject } from '../../json/value';
import { lazy } from '../../support/caching';
import { conditionsOf } from './conditionsAsked';
import { describedMembers, schemasIn } from './described';
import { LeastValues } from './leastValues';
import { allowNothing, differencesOfOwn } from './ownKeywords';
import type { FormatReading, SameSchemas } from './sameSchemas';
import { type Narrowing, SchemaPair } from './schemaPair';
import { Taking } from './takesAll';
import { UnnamedMembers } from './unnamedMembers';

interface Found {
  readonly narrowings: readonly Narrowing[];
  /** Whether the sides say something else of a value itself. Without that they differ only in which members they name. */
  readonly differs: boolean;
  /** The depth of the outermost pair that was not looked into, since it was being looked into already. */
  readonly assumed: number;
}

/** How much is spent on the values of one pair of schemas that differ, as `createEffort` counts it: about a tenth of a second. */
const MOST_SPENT = 100_000;

/** Schemas are compared down to this depth. */
const DEEPEST = 40;

/** At most this many branches of `anyOf` or `oneOf` are paired with those of the other side. */
const MOST_BRANCHES = 60;

/** At most this many pairs of schemas are searched for one question. */
const MOST_PAIRS = 3000;

const NOTHING: Found = { narrowings: [], differs: false, assumed: Number.POSITIVE_INFINITY };

/** Searches for values that one side allows and the other refuses, in one direction. */
export class Narrowings {
  private readonly known = new Map<string, Found>();
  /** What was found while an outer pair was being looked into. */
  private readonly provisional = new Map<string, Found>();
  private readonly pending = new Map<string, number>();
  private left = MOST_PAIRS;
  private readonly least: LeastValues;
  private readonly taking: Taking;
  private readonly unnamed: UnnamedMembers;

  constructor(
    private readonly direction: Direction,
    private readonly seed: number,
    private readonly same: SameSchemas,
    private readonly formats: FormatReading = 'letter',
  ) {
    this.least = new LeastValues(direction, seed);
    this.taking = new Taking(direction, same, formats);
    this.unnamed = new UnnamedMembers(seed);
  }

  /** Returns a value for each clause of the refusing schema that refuses something which the other one allows. */
  between(allowing: Schema, refusing: Schema): Pick<Found, 'narrowings' | 'differs'> {
    this.left = MOST_PAIRS;
    this.provisional.clear();
    if (this.taking.takesAll([allowing], [refusing])) return NOTHING;
    return this.find([endOf(allowing)], [endOf(refusing)]);
  }

  private find(allowing: readonly Schema[], refusing: readonly Schema[]): Found {
    const [from, to] = [withoutTwice(allowing), withoutTwice(refusing)];
    if (to.every((schema) => from.some((each) => this.same(each, schema)))) return NOTHING;
    if (from.length > 0 && this.taking.takesAll(from, to)) return NOTHING;
    const key = `${from.map(idOf).join()} ${to.map(idOf).join()}`;
    const found = this.known.get(key) ?? this.provisional.get(key);
    if (found) return found;
    const assumed = this.pending.get(key);
    if (assumed !== undefined) return { ...NOTHING, assumed };
    const depth = this.pending.size;
    if (depth > DEEPEST || --this.left < 0) return { ...NOTHING, assumed: 0 };
    this.pending.set(key, depth);
    const searched = this.search(new SchemaPair(from, to, this.direction, this.formats));
    this.pending.delete(key);
    const isWhole = searched.assumed >= depth;
    (isWhole ? this.known : this.provisional).set(key, searched);
    return isWhole ? { ...searched, assumed: Number.POSITIVE_INFINITY } : searched;
  }

  private search(pair: SchemaPair): Found {
    const { allowing, refusing } = pair;
    let assumed = Number.POSITIVE_INFINITY;
    const differing = new Set(differencesOfOwn(allowing, refusing, this.same, this.formats));
    if (this.asksForSame(pair)) differing.delete('required');
    if (allowNothing(pair.to, refusing) && !allowNothing(pair.from, allowing)) differing.add('false');
    let differs = differing.size > 0;
    const inner = (from: readonly Schema[], to: readonly Schema[]) => {
      const found = from.length === 0 || to.length === 0 ? NOTHING : this.find(from, to);
      assumed = Math.min(assumed, found.assumed);
      differs ||= found.differs;
      return found.narrowings;
    };
    const generator = createGenerator({ direction: this.direction, seed: this.seed, most: MOST_SPENT });
    // A value of both sides shows one difference at a time.
    const base = lazy(() => this.least.of([...pair.from, ...pair.to]) ?? this.least.of(pair.from));
    if (differing.size > 0)
      for (const value of this.ownCandidates(pair, generator, base(), differing)) pair.judge(value);
    if (pair.mayBe('object')) this.searchMembers(pair, base, generator, inner);
    if (pair.mayBe('array')) this.searchItems(pair, base, inner);
    this.searchBranches(pair, inner);
    this.searchConditions(pair, generator, inner);
    return { narrowings: pair.found(), differs, assumed };
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

  private searchMembers(
    pair: SchemaPair,
    baseOf: () => MutableJson | undefined,
    generator: Generator,
    inner: (from: readonly Schema[], to: readonly Schema[]) => readonly Narrowing[],
  ): void {
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
      for (const { value, path } of inner(from, to)) {
        const inside = `/${escapePointer(name)}${path}`;
        if (pair.judge({ ...around(), [name]: value }, inside)) continue;
        const all = whole();
        if (isObject(all)) pair.judge({ ...(all as object), [name]: value }, inside);
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
      const found = own.length > 0 ? inner(own, describedMembers(refusing, other)) : ANY_VALUE;
      const isOpen = own.length === 0;
      for (const { value, path } of found) {
        const inside = isOpen || path === undefined ? undefined : `/${escapePointer(other)}${path}`;
        pair.judge({ ...around(), [other]: value }, inside);
        if (isOpen) pair.judge({ [other]: value });
      }
    }
  }

  private searchItems(
    { allowing, refusing, judge }: SchemaPair,
    baseOf: () => MutableJson | undefined,
    inner: (from: readonly Schema[], to: readonly Schema[]) => readonly Narrowing[],
  ): void {
    const base = lazy(() => [baseOf()].flatMap((each) => (Array.isArray(each) ? each : [])));
    const before: MutableJson[] = [];
    for (let at = 0; at <= longestTuple([...allowing, ...refusing]); at++) {
      const [own, theirs] = [schemasIn(itemsPlacedAt(allowing, at)), schemasIn(itemsPlacedAt(refusing, at))];
      const found = own.length > 0 || theirs.length === 0 ? inner(own, theirs) : ANY_VALUE;
      for (const { value, path } of found) {
        const inside = path === undefined ? undefined : `/${at}${path}`;
        judge([...before, value, ...base().slice(at + 1)], inside);
        if (base().length > at + 1) judge([...before, value], inside);
      }
      before.push(base()[at] ?? this.least.of(own.length > 0 ? own : theirs) ?? null);
    }
  }

  /** Takes values of each alternative of the one side that the nearest alternative of the other side refuses. */
  private searchBranches(
    pair: SchemaPair,
    inner: (from: readonly Schema[], to: readonly Schema[]) => readonly Narrowing[],
  ): void {
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
      for (const { value, path } of inner(some, others)) {
        if (pair.judge(value, path)) continue;
        const whole = isObject(around) && isObject(value) ? { ...(around as object), ...(value as object) } : value;
        // Where no alternative is surely meant, the whole is refused.
        if (!pair.judge(whole, path)) pair.judge(whole);
      }
    }
  }

  /** Takes values that break what a condition asks for, and that meet the condition, with as many members beside them as there is room for. */
  private searchConditions(
    { from, refusing, judge, whole }: SchemaPair,
    generator: Generator,
    inner: (from: readonly Schema[], to: readonly Schema[]) => readonly Narrowing[],
  ): void {
    for (const { condition, asked } of refusing
      .flatMap(({ keywords }) => conditionsOf(keywords))
      .slice(0, MOST_BRANCHES))
      for (const { value, path } of [...inner([...from, condition], [asked]), ...inner(from, [asked])]) {
        const all = whole(generator);
        if (!judge(value, path) && isObject(all) && isObject(value))
          judge({ ...(all as object), ...(value as object) }, path);
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
const ANY_VALUE: readonly { readonly value: MutableJson; readonly path?: string }[] = OF_EACH_TYPE.map((value) => ({
  value,
}));

/** Keywords whose differences the plain values, the members and the alternatives show. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set([
  ...['type', 'required', 'properties', 'additionalProperties', 'anyOf', 'oneOf'],
]);

function withoutTwice(schemas: readonly Schema[]): Schema[] {
  return [...new Set(schemas.map(endOf))];
}

function allBranches(parts: readonly Part[]): Schema[] {
  return parts.flatMap(({ keywords }) => branchesIn(keywords).flat());
}

function hiddenIn(parts: readonly Part[], direction: Direction): Set<string> {
  return new Set(parts.flatMap(({ schema }) => [...hiddenMembers(schema, direction)]));
}

/** Returns how many items schemas describe one by one; at most so many as are looked at. */
function longestTuple(parts: readonly Part[]): number {
  const lengths = parts.map(({ keywords: { prefixItems } }) => (Array.isArray(prefixItems) ? prefixItems.length : 0));
  return Math.min(MOST_BRANCHES, Math.max(0, ...lengths));
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
