/** Things of an API, by their paths and ids: which thing a request is about. */

import type { Operation } from '../contract/contract';
import type { Values } from '../routing/pathTemplate';
import { namesIn } from '../routing/pathTemplate';
import type { AskedRequest } from './answered';
import type { Items } from './kinds';

/**
 * One thing: the path of an item without parameter names, and the value of each parameter. `/beds/{}` with `7` is
 * `/beds/7`.
 */
export interface Thing {
  readonly item: string;
  readonly ids: readonly string[];
}

/** Returns the values of the parameters of a path, in the order of the path. */
export function idsIn(path: string, values: Values): string[] {
  return namesIn(path).map((name) => values[name] ?? '');
}

/**
 * Returns the ids of the things that contain an item of a kind, as a request names them: `GET /beds/3/seedlings` → `3`.
 */
export function idsAbove(
  { item }: Pick<Items, 'item'>,
  { operation, values }: Pick<AskedRequest, 'operation' | 'values'>,
): string[] {
  return idsIn(operation.path, values).slice(0, placesIn(item) - 1);
}

/** Returns how many parameters a path has: 2 for `/beds/{}/seedlings/{}`. */
export function placesIn(item: string): number {
  return item.split('{}').length - 1;
}

/**
 * Returns the thing that the answer to a request names: `7` in the answer to `POST /beds/3/seedlings` →
 * `/beds/3/seedlings/7`.
 */
export function thingNamed(
  kind: Pick<Items, 'item'>,
  asked: Pick<AskedRequest, 'operation' | 'values'>,
  text: string,
): Thing {
  return { item: kind.item, ids: [...idsAbove(kind, asked), text] };
}

/** Returns the path values of an operation on a thing, by the parameter names in the operation's own path. */
export function valuesFor({ path }: Operation, { ids }: Thing): Values {
  return Object.fromEntries(namesIn(path).map((name, at) => [name, ids[at] ?? '']));
}

/** An id that is not larger may be a position in a list. */
const LARGEST_POSITION = 1000;

/** Whether the id of a thing may be its position, so that it moves as something else is removed. */
export function mayBePosition({ ids }: Thing): boolean {
  const id = ids.at(-1) ?? '';
  return /^\d+$/.test(id) && Number(id) <= LARGEST_POSITION;
}
