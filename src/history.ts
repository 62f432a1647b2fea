/** The exchanges of a run, as rules look at them: those of an operation, and those that came before on a resource. */

import type { Operation } from './contract/contract';
import { groupBy } from './groupBy';
import type { Exchange } from './wire/exchange';

export interface History {
  /** All of an operation. */
  readonly of: (operation: Operation) => readonly Exchange[];
  /**
   * Those planned before this one on the same resource, or on one that it belongs to (a user, for a user's plants),
   * whichever operation they belong to.
   */
  readonly before: (exchange: Exchange) => readonly Exchange[];
}

/** @param exchanges in the order in which they were planned. */
export function createHistory(exchanges: readonly Exchange[]): History {
  const byOperation = groupBy(exchanges, ({ case: { operation } }) => operation.name);
  const byResource = groupBy(exchanges, ({ case: { resource } }) => resource);
  return {
    of: ({ name }) => byOperation.get(name) ?? [],
    before: ({ index, case: { resource } }) =>
      owners(resource)
        .flatMap((owner) => byResource.get(owner) ?? [])
        .filter((other) => other.index < index),
  };
}

/** A resource is named by its values (`user=1&plant=7`); what it may belong to, by some of them. */
function owners(resource: string): string[] {
  const names: string[] = [];
  for (const value of resource.split('&')) names.push(...names.map((name) => `${name}&${value}`), value);
  return names;
}
