/** Things by their paths and names: which one a request is about, and by which values it is asked about. */

import type { Operation } from '../contract/contract';
import type { Values } from '../routing/pathTemplate';
import { namesIn } from '../routing/pathTemplate';
import type { AskedRequest } from './answered';
import type { Items } from './kinds';

/** One thing: the path of an item without names, and what stands in the place of each. */
export interface Thing {
  readonly item: string;
  readonly ids: readonly string[];
}

/** What stands in the places of a path, in its order. */
export function idsIn(path: string, values: Values): string[] {
  return namesIn(path).map((name) => values[name] ?? '');
}

/** What the items of a kind lie in, as a request says it. */
export function idsAbove(
  { item }: Pick<Items, 'item'>,
  { operation, values }: Pick<AskedRequest, 'operation' | 'values'>,
): string[] {
  return idsIn(operation.path, values).slice(0, placesIn(item) - 1);
}

/** How many places a path has: 2 for `/beds/{}/seedlings/{}`. */
export function placesIn(item: string): number {
  return item.split('{}').length - 1;
}

/** The thing that the answer to a request calls so. */
export function thingNamed(
  kind: Pick<Items, 'item'>,
  each: Pick<AskedRequest, 'operation' | 'values'>,
  text: string,
): Thing {
  return { item: kind.item, ids: [...idsAbove(kind, each), text] };
}

/** The values of an operation on a thing, by the names that its own path has for them. */
export function valuesFor({ path }: Operation, { ids }: Thing): Values {
  return Object.fromEntries(namesIn(path).map((name, at) => [name, ids[at] ?? '']));
}
