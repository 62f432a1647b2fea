/** The paths at which requests of the run changed what it did not make, and what a GET showed there before. */

import { pathKey } from '../../resources/kinds';
import { idsIn, type Thing } from '../../resources/things';
import type { Case } from '../model/case';
import { thingKey } from './sightings';

/** What requests changed at one path. */
export interface ChangedPlace {
  readonly place: Thing;
  /** The requests that came to success or, as a 500 says, may have done a part of it, in their order. */
  readonly changes: { readonly case: Case; readonly number: number; readonly came: string }[];
}

export class ChangedPlaces {
  /** What a GET showed of each path before the first request that may change it; undefined where it showed nothing that is JSON. */
  readonly before = new Map<string, unknown>();
  private readonly places = new Map<string, ChangedPlace>();

  note(each: Case, number: number, came: string): void {
    const place = pathOf(each);
    const at = this.places.get(thingKey(place)) ?? { place, changes: [] };
    at.changes.push({ case: each, number, came });
    this.places.set(thingKey(place), at);
  }

  forget({ place }: ChangedPlace): void {
    this.places.delete(thingKey(place));
  }

  get all(): readonly ChangedPlace[] {
    return [...this.places.values()];
  }
}

/** Returns the path that a request is for, as something that can be asked about. */
export function pathOf({ request: { operation, values } }: Case): Thing {
  return { item: pathKey(operation.path), ids: idsIn(operation.path, values) };
}
