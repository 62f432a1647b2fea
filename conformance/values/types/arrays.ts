/** Makes arrays with the required number of items. Each item satisfies all schemas that apply to its place. */

import { schemasOfItem } from '../../../src/contract/schema/applicators';
import { canonical } from '../../../src/contract/schema/evaluate';
import { forbidsAll, isSchema, type Schema } from '../../../src/contract/schema/schema';
import type { Parts } from '../../../src/support/letOthersRun';
import { below, type Maker, type Site } from '../makerTypes';
import { isMade, type Made, type MutableJson, type Valid } from '../results';
import { type Atom, type SchemaPlan, said } from '../schemaPlan';
import { madeUp, TWICE } from '../syntheticSchemas';

/** An array has at most this many items. */
export const MOST_ITEMS = 2000;

/** At most this many different items are shown in one array. */
const SHOWN_AT_ONCE = 10;

interface Contained {
  readonly schema: Schema;
  readonly least: number;
  readonly most: number;
}

interface Arrays {
  readonly least: number;
  readonly most: number;
  readonly unique: boolean;
  readonly twice: boolean;
  readonly contained: readonly Contained[];
}

/** Yields arrays of a usual length and of others that may fit; and undefined where others may run. */
export function* plainArrays(plan: SchemaPlan, site: Site, maker: Maker): Generator<Made | undefined> {
  const arrays = read(plan);
  const { least, most } = arrays;
  const needed = Math.max(least, ...arrays.contained.map((contained) => contained.least));
  const usual = Math.min(most, Math.max(needed, site.least ? 0 : 1, prefixOf(plan, site)));
  yield yield* fill(plan, arrays, usual, site, maker);
  // If nothing can be made for an item, the array may be empty. If items must not count for `contains`, a longer one
  // may fit.
  for (let length = needed; length <= Math.min(most, needed + 3) && length <= MOST_ITEMS; length++) {
    if (length === usual) continue;
    yield yield* fill(plan, arrays, length, site, maker);
  }
}

/** Returns the length of a tuple, which is shown with all its items. */
function prefixOf(plan: SchemaPlan, { least }: Site): number {
  return least ? 0 : Math.max(0, ...said<Schema[]>(plan, 'prefixItems').map(({ value }) => value.length));
}

/** Yields an empty array, the shortest and the longest one, and arrays that show the variants of an item; and undefined where others may run. */
export function* edgesOfArrays(plan: SchemaPlan, site: Site, maker: Maker): Generator<Valid | undefined> {
  const arrays = read(plan);
  const { path } = site;
  const shortest = said<number>(plan, 'minItems').find(({ value }) => value === arrays.least);
  const longest = said<number>(plan, 'maxItems').find(({ value }) => value === arrays.most);
  const typed = said(plan, 'type')[0];
  const show = function* (
    length: number,
    from: { atom: Atom } | undefined,
    keyword: string,
    what: string,
  ): Generator<Valid | undefined> {
    if (!from || length > MOST_ITEMS) return;
    const array = yield* fill(plan, arrays, length, site, maker);
    if (isMade(array)) yield { ...array, shows: [{ schema: from.atom.schema, keyword, path, what }] };
  };
  const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`;
  if (shortest) yield* show(arrays.least, shortest, 'minItems', `${items(arrays.least)}, the fewest`);
  else yield* show(0, typed, 'type', 'no item');
  if (longest) yield* show(arrays.most, longest, 'maxItems', `${items(arrays.most)}, the most`);
  yield* edgesOfItems(plan, arrays, site, maker);
}

/** Yields further variants of items, several in one array if there is room. */
function* edgesOfItems(plan: SchemaPlan, arrays: Arrays, site: Site, maker: Maker): Generator<Valid | undefined> {
  const first = itemSchemas(plan, 0);
  if (first.length === 0 || arrays.most === 0 || arrays.twice) return;
  const edges = yield* maker.edges(first, below(site, 0, SHOWN_AT_ONCE));
  const kinds = edges.filter(({ shows }) => shows.length > 0);
  const tuple = prefixOf(plan, { ...site, least: false }) > 0;
  const room = tuple ? 1 : Math.min(SHOWN_AT_ONCE, arrays.most);
  const length = Math.max(arrays.least, 1);
  for (let from = 0; from < kinds.length; from += room) {
    const chosen = kinds.slice(from, from + room);
    const base = yield* fill(plan, arrays, Math.max(length, tuple ? 1 : chosen.length), site, maker);
    if (!isMade(base)) return;
    const value = [...(base.value as MutableJson[])];
    const shows = chosen.flatMap((kind, at) => {
      value[at] = kind.value;
      return kind.shows.map((shown) => ({
        ...shown,
        path: shown.path.replace(`${site.path}/0`, `${site.path}/${at}`),
      }));
    });
    yield { value, shows };
  }
}

function* fill(plan: SchemaPlan, arrays: Arrays, length: number, site: Site, maker: Maker): Parts<Made> {
  const { least, most, unique, twice } = arrays;
  if (least > most) return { unsatisfiable: `it must have at least ${least} items, and at most ${most}` };
  if (length > MOST_ITEMS) return { unsatisfiable: `${length} items are too many to be made` };
  const value: MutableJson[] = [];
  const seen = new Set<string>();
  const different =
    Math.max(
      SHOWN_AT_ONCE,
      prefixOf(plan, { ...site, least: false }),
      ...arrays.contained.map((contained) => contained.least),
    ) + 1;
  for (let at = 0; at < length; at++) {
    const previous = value[at - 1];
    if (!unique && at > different && previous !== undefined) {
      value.push(previous);
      continue;
    }
    const schemas = [...itemSchemas(plan, at), ...containedAt(arrays, at)];
    if (schemas.some(({ keywords }) => keywords === false)) return { unsatisfiable: `it may have no item ${at}` };
    const place = below(site, at, length);
    let item = yield* maker.make(schemas, place);
    if (unique && isMade(item) && seen.has(canonical(item.value))) {
      const [owner] = plan.atoms;
      const unlikeOthers = owner
        ? [madeUp(owner.schema, { not: madeUp(owner.schema, { enum: value.slice(0, MOST_ITEMS) }) })]
        : [];
      item = yield* maker.make([...schemas, ...unlikeOthers], place);
    }
    if (!isMade(item)) return { unsatisfiable: `item ${at}: ${item.unsatisfiable}` };
    seen.add(canonical(item.value));
    value.push(item.value);
  }
  if (twice && value.length > 1) value[value.length - 1] = value[value.length - 2] ?? null;
  return { value, shows: [] };
}

/**
 * Returns the `contains` schemas that apply to a place. The first items satisfy `contains`; after the maximum, none
 * may.
 */
function containedAt({ contained }: Arrays, at: number): Schema[] {
  return contained.flatMap(({ schema, least, most }) => {
    if (at < least) return [schema];
    return at >= most ? [madeUp(schema, { not: schema })] : [];
  });
}

/** Returns the schemas that apply to an item. */
export function itemSchemas(plan: SchemaPlan, at: number): Schema[] {
  const own = plan.atoms.flatMap(({ keywords }) => itemOf(keywords, at) ?? []);
  const rest = plan.atoms.flatMap(({ schema, keywords: { unevaluatedItems } }) => {
    const parts = plan.atoms.filter((part) => part.schema === schema || part.under.includes(schema));
    const evaluated = parts.some(({ keywords }) => itemOf(keywords, at) !== undefined);
    return isSchema(unevaluatedItems) && !evaluated ? [unevaluatedItems] : [];
  });
  return [...own, ...rest];
}

function itemOf(keywords: Atom['keywords'], at: number): Schema | undefined {
  return schemasOfItem(keywords, at).find(({ keyword }) => keyword !== 'unevaluatedItems')?.schema;
}

function read(plan: SchemaPlan): Arrays {
  const least = Math.max(0, ...said<number>(plan, 'minItems').map(({ value }) => value));
  const most = Math.min(Number.MAX_SAFE_INTEGER, ...said<number>(plan, 'maxItems').map(({ value }) => value));
  return {
    least,
    most: Math.min(most, lastPlace(plan, Math.min(most, MOST_ITEMS))),
    unique: said<boolean>(plan, 'uniqueItems').some(({ value }) => value),
    twice: said(plan, TWICE).length > 0,
    contained: said<Schema>(plan, 'contains').map(({ atom: { keywords }, value }) => ({
      schema: value,
      least: (keywords['minContains'] as number | undefined) ?? 1,
      most: (keywords['maxContains'] as number | undefined) ?? Number.POSITIVE_INFINITY,
    })),
  };
}

/** Returns how many items there may be before one is forbidden. After a tuple, no item may be allowed. */
function lastPlace(plan: SchemaPlan, most: number): number {
  const ends = plan.atoms.some(
    ({ keywords }) => forbidsAll(keywords['items']) || forbidsAll(keywords['unevaluatedItems']),
  );
  if (!ends) return Number.MAX_SAFE_INTEGER;
  for (let at = 0; at < most; at++) if (itemSchemas(plan, at).some(({ keywords }) => keywords === false)) return at;
  return Number.MAX_SAFE_INTEGER;
}
