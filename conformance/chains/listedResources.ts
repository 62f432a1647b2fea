/**
 * Uses the first item that a collection lists, if nothing was handed over and nothing may be made: for operations that only read, and on a
 * target that is a throw-away for all others.
 */

import type { Operation } from '../../src/contract/contract';
import type { Case, Need, Touched } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { mayRemoveCredential } from '../../src/resources/destructiveness';
import type { Named } from '../../src/resources/names';
import { namesIn } from '../../src/routing/pathTemplate';
import { remembered } from '../../src/support/caching';
import { chainNamed, type Resource, toCase } from '../inputs/toCase';
import { listAsking, namedAt } from './askForList';
import { type PathPlace, resourceAt } from './makeResources';

/** The requests for lists, by what they ask for. */
const listingsOf = remembered((_: Known) => new Map<string, Case>());

/**
 * Returns the thing that an operation is asked about, by an id in the list of its collection: GET /orders → [{ id: 7 }] → /orders/7. It
 * may be gone by then, or the member may not be its id.
 * @param handOver what to hand over instead.
 */
export function listedResource(operation: Operation, known: Known, handOver: readonly string[]): Resource | undefined {
  if (!mayUseListed(operation, known) || known.wanted.everythingExists) return undefined;
  const places: PathPlace[] = [];
  let name: string | undefined;
  for (const [index, parameter] of namesIn(operation.path).entries()) {
    const [handed] = known.handedOver.handed(operation, parameter);
    if (handed !== undefined) {
      places.push(handed);
      continue;
    }
    const lists = namedAt(operation, index);
    const lister = lists && known.contract.kinds.lister(lists.item);
    if (!lists || !lister) return undefined;
    name ??= `what ${lister.name} lists`;
    const from = listing(lister, lists, about(lister, places, name), known);
    if (!from) return undefined;
    places.push({ from, handOver });
  }
  return name === undefined ? undefined : about(operation, places, name);
}

/** Returns the same thing. If it cannot be made, and the operation may use it, an item of the collection's list replaces it. */
export function orListed(operation: Operation, resource: Resource, known: Known): Resource {
  const { made, values } = resource;
  if (!mayUseListed(operation, known) || !made) return resource;
  const places: PathPlace[] = [];
  const needs: Record<string, Need> = {};
  for (const [index, parameter] of namesIn(operation.path).entries()) {
    const need = made.needs[parameter];
    const otherwise =
      need &&
      !need.isFixed &&
      fallback(operation, index, places, { name: made.name, unless: need.second ?? need.from }, known);
    if (need) needs[parameter] = otherwise ? { ...need, otherwise } : need;
    places.push(needs[parameter] ?? values[parameter] ?? '');
  }
  return { ...resource, made: { ...made, needs } };
}

/**
 * Tells whether a request may be about what the run did not make: it only reads, or the target is a throw-away. A token that a list shows may be
 * the one that lets the run in, and is not removed: without it the run could judge nothing more, and remove nothing that it made.
 */
function mayUseListed(operation: Operation, { wanted: { writes } }: Known): boolean {
  return operation.safe || (writes === 'any' && !mayRemoveCredential(operation));
}

/** Plans the list of the collection whose item stands in one place of a path. */
function fallback(
  operation: Operation,
  index: number,
  above: readonly PathPlace[],
  { name, unless }: { readonly name: Touched; readonly unless: Case },
  known: Known,
): Case | undefined {
  const lists = namedAt(operation, index);
  const lister = lists && known.contract.kinds.lister(lists.item);
  const asking = lister && listAsking(lister, known);
  if (!lists || !lister || !asking) return undefined;
  const resource = { ...resourceAt(lister, above, name), exists: false };
  return toCase('valid', 'where none can be made', lister, resource, { ...asking, lists, unless });
}

function about(operation: Operation, places: readonly PathPlace[], name: string): Resource {
  const chain = chainNamed(name);
  const resource = resourceAt(operation, places, chain);
  return { ...resource, exists: false, made: { needs: {}, name: chain, ...resource.made, chain: 'listed' } };
}

/** Returns the request for a list. All cases that need the list share it. */
function listing(lister: Operation, lists: Named, resource: Resource, known: Known): Case | undefined {
  const asking = listAsking(lister, known);
  if (!asking) return undefined;
  const each = toCase('valid', 'to have one to ask about', lister, resource, { ...asking, lists });
  const all = listingsOf(known);
  const from = Object.values(each.waitsFor?.needs ?? {}).map((need) => need.from.request.values);
  const key = JSON.stringify([lister.name, each.request.values, from]);
  const first = all.get(key) ?? each;
  all.set(key, first);
  return first;
}
