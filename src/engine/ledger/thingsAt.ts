/** Finds the things of the contract that a URL in an answer names, in whichever collection they stand. */

import { percentDecoded } from '../../http/uri';
import type { Items } from '../../resources/kinds';
import type { Thing } from '../../resources/things';
import type { Exchange } from '../model/exchange';

/** A thing, and its kind. */
export interface NamedThing {
  readonly kind: Items;
  readonly thing: Thing;
}

/**
 * Returns the things at a URL, by the paths of all kinds: `/v2/trips/7` in the answer to `POST /v2/vehicles/3/trips` → `/trips/7`.
 * @param url may be relative to that of the request. Its origin does not count.
 */
export function thingsAt(
  items: readonly Items[],
  url: string,
  { request, case: each }: Pick<Exchange, 'request' | 'case'>,
): NamedThing[] {
  const base = 'http://target.invalid';
  if (!URL.canParse(url, base + request.path)) return [];
  const own = segmentsOf(new URL(request.path, base).pathname);
  const asked = segmentsOf(each.request.operation.path);
  // Before the paths of the contract stands the base path of the target.
  const path = segmentsOf(new URL(url, base + request.path).pathname).slice(Math.max(0, own.length - asked.length));
  return items.flatMap((kind) => {
    const parts = segmentsOf(kind.item);
    if (parts.length !== path.length || !parts.every((part, at) => part === '{}' || part === path[at])) return [];
    const ids = path.filter((_, at) => parts[at] === '{}').map(percentDecoded);
    return kind.parameter.accepts(ids.at(-1) ?? '') ? [{ kind, thing: { item: kind.item, ids } }] : [];
  });
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1);
}
