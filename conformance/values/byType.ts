/** Makes values of each type. */

import { ownExamples } from './examples';
import { lastNameOf, type Maker, type Site } from './makerTypes';
import { isMade, type Made, type MutableJson, type Valid } from './results';
import { listedValues, type SchemaPlan, said } from './schemaPlan';
import { edgesOfArrays, plainArrays } from './types/arrays';
import { edgesOfNumbers, plainNumbers } from './types/numbers';
import { edgesOfObjects, plainObjects } from './types/objects';
import { edgesOfStrings, plainStrings } from './types/strings';
import type { Type } from './types/types';

/** Yields values of one type that may satisfy the plan, the likeliest first, and undefined where others may run. */
export function* plainValues(plan: SchemaPlan, kind: Type, site: Site, maker: Maker): Generator<Made | undefined> {
  switch (kind) {
    case 'null':
      yield { value: null, shows: [] };
      return;
    case 'boolean':
      for (const value of [true, false]) yield { value, shows: [] };
      return;
    case 'integer':
    case 'number':
      yield* orWhy(plainNumbers(plan, lastNameOf(site.path), maker.random(site)), 'no number lies within its bounds');
      return;
    case 'string':
      yield* orWhy(
        pausing(plainStrings(plan, maker.random(site), lastNameOf(site.path), examplesAt(plan, site)), maker),
        whyNoText(plan),
      );
      return;
    case 'array':
      yield* plainArrays(plan, site, maker);
      return;
    case 'object':
      yield* plainObjects(plan, site, maker);
      return;
    default:
      kind satisfies never;
  }
}

/** What is given as a value of a place: by examples of what lies around it, and by its own. */
const examplesAt = (plan: SchemaPlan, { examples }: Site) => [...examples, ...ownExamples(plan)];

/** Passes on what a generator yields. Where it lets others run, what they spend counts for nobody here. */
function* pausing<V, T>(values: Generator<V | undefined, T>, maker: Maker): Generator<V | undefined, T> {
  for (;;) {
    const next = values.next();
    if (next.done) return next.value;
    if (next.value === undefined) yield* maker.pause();
    else yield next.value;
  }
}

function* orWhy(values: Iterable<MutableJson | undefined>, why: string): Generator<Made | undefined> {
  let some = false;
  for (const value of values) {
    if (value === undefined) {
      yield;
      continue;
    }
    some = true;
    yield { value, shows: [] };
  }
  if (!some) yield { unsatisfiable: why };
}

function whyNoText(plan: SchemaPlan): string {
  const [pattern] = said<string>(plan, 'pattern');
  return pattern
    ? `no text of a fitting length was found that matches ${pattern.value}`
    : 'no text has a fitting length';
}

/** Yields values that show the boundaries of a plan, and undefined where others may run. @param given an example, which the others differ from in one thing only. */
export function* edgesOfPlan(plan: SchemaPlan, site: Site, maker: Maker, given?: Valid): Generator<Valid | undefined> {
  const { path } = site;
  const values = listedValues(plan);
  if (values) {
    const owner =
      plan.atoms.find(({ keywords }) => 'enum' in keywords) ?? plan.atoms.find(({ keywords }) => 'const' in keywords);
    if (!owner) return;
    const keyword = 'enum' in owner.keywords ? 'enum' : 'const';
    for (const value of spread(values, MOST_LISTED)) {
      const what = JSON.stringify(value)?.slice(0, 60) ?? '';
      yield { value: value as MutableJson, shows: [{ schema: owner.schema, keyword, path, what }] };
    }
    return;
  }
  const [owner] = plan.atoms.filter(({ keywords }) => keywords['type'] !== undefined);
  const types = plan.typed ? plan.types : plan.types.slice(0, 1);
  for (const type of types) {
    if (types.length > 1 && owner) {
      let first: Made | undefined;
      for (const value of plainValues(plan, type, site, maker)) {
        first ??= value;
        if (!value) yield;
      }
      if (first && isMade(first))
        yield { value: first.value, shows: [{ schema: owner.schema, keyword: 'type', path, what: type }] };
    }
    if (type === 'integer' || type === 'number') yield* edgesOfNumbers(plan, path);
    if (type === 'string')
      yield* yield* pausing(edgesOfStrings(plan, path, maker.random(site), examplesAt(plan, site)), maker);
    if (type === 'array') yield* edgesOfArrays(plan, site, maker);
    if (type === 'object') yield* edgesOfObjects(plan, site, maker, given);
    if (type === 'boolean' && owner)
      for (const value of [true, false])
        yield { value, shows: [{ schema: owner.schema, keyword: 'type', path, what: String(value) }] };
  }
}

/** At most this many members of a long list are shown. */
const MOST_LISTED = 32;

/** Returns members of a list at even distances, including the first and the last one. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.round((at * (list.length - 1)) / (most - 1))] as T);
}
