/** In what a fleet may deviate from the good one. */

import type { JsonObject } from '../../../src/json/value';

export interface KeptTrip {
  readonly tripId: string;
  /** The vehicle that it is of. */
  readonly vehicleId: string;
  readonly progress: 'planned' | 'finished';
  readonly content: JsonObject;
  /** How often it was changed. */
  readonly changes?: number;
}

export interface Fleet {
  /** The vehicle that a new trip is of. @param all those that are there, in the order in which they were made. */
  readonly puts?: (vehicleId: string, all: readonly string[]) => string;
  /** Which trips a vehicle shows. */
  readonly shows?: (trip: KeptTrip, vehicleId: string) => boolean;
  /** Whether the list of all trips shows one. */
  readonly lists?: (trip: KeptTrip) => boolean;
  /** Where a trip that was removed is shown still. */
  readonly keeps?: 'in its vehicle' | 'in the list of all' | 'everywhere';
  /** A trip does not say of which vehicle it is. */
  readonly hidesVehicle?: true;
  /** The status with which a vehicle is removed that has trips. Default: it takes them along, and answers 204. */
  readonly keepsVehicles?: 409;
  /** A vehicle that is removed leaves its trips. */
  readonly leavesTrips?: true;
  /** What is kept of a trip that is finished. Default: that it is. */
  readonly finishes?: (trip: KeptTrip) => KeptTrip;
  /** Finishing answers with nothing but what this says. */
  readonly says?: (trip: KeptTrip) => KeptTrip;
  /** How a trip that was removed is brought back. Default: as it was, as often as one likes. */
  readonly restores?: 'in words' | 'never' | 'once more';
  /** What is kept of a trip that is put in the place of another. */
  readonly replaces?: (content: JsonObject, before: JsonObject) => JsonObject;
}
