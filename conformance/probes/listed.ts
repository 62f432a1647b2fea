/** What a collection lists, to be read where nothing was handed over and nothing may be made: its first item. */

import type { Case, Known } from '../../src/case';
import { itemPath, type Named, namesIn } from '../../src/chains';
import { type Operation, pathParameters } from '../../src/contract/contract';
import { endsSession } from '../../src/plan';
import { plainInput, type Resource, right, toCase } from './asking';
import { type Place, resourceAt } from './making';

const asked = new WeakMap<Known, Map<string, Case>>();

/**
 * What an operation that only reads is asked about, by the names that answers of its collections have for it. Nothing says that it is there
 * still, or that the name is the one that is meant.
 * @param handOver what to hand over in its place.
 */
export function listed(operation: Operation, known: Known, handOver: readonly string[]): Resource | undefined {
  if (!operation.safe || known.everythingExists) return undefined;
  const places: Place[] = [];
  let name: string | undefined;
  for (const [index, parameter] of namesIn(operation.path).entries()) {
    const [handed] = known.handed(operation, parameter);
    if (handed !== undefined) {
      places.push(handed);
      continue;
    }
    const item = itemPath(operation.path, index);
    const lister = item === undefined ? undefined : known.kinds.lister(item);
    const declared = pathParameters(operation).find((each) => each.name === parameter);
    if (item === undefined || !lister || !declared) return undefined;
    name ??= `what ${lister.name} lists`;
    const from = listing(lister, { item, parameter: declared }, about(lister, places, name), known);
    if (!from) return undefined;
    places.push({ from, handOver });
  }
  return name === undefined ? undefined : about(operation, places, name);
}

function about(operation: Operation, places: readonly Place[], name: string): Resource {
  const resource = resourceAt(operation, places, name);
  return { ...resource, exists: false, made: { needs: {}, name, ...resource.made, chain: 'listed' } };
}

/** The request for the list, once for all that need it. */
function listing(lister: Operation, lists: Named, resource: Resource, known: Known): Case | undefined {
  const letIn = right(lister, known);
  const input = plainInput(lister, known);
  if (!letIn || !input || !lister.safe || endsSession(lister) || known.leftOut(lister)) return undefined;
  const { authorisation, authorised } = letIn;
  const asking = { input, authorisation, authorised, lists };
  const each = toCase('valid', 'to have one to ask about', lister, resource, asking);
  const all = asked.get(known) ?? new Map<string, Case>();
  asked.set(known, all);
  const from = Object.values(each.needs ?? {}).map((need) => need.from.values);
  const key = JSON.stringify([lister.name, each.values, from]);
  const first = all.get(key) ?? each;
  all.set(key, first);
  return first;
}
