import type { Deviations } from '../catalogue/service';
import type { Fleet } from './deviation';

export const FLEET_VARIANTS: Deviations<Fleet> = {
  'fleet-good': { summary: 'keeps its contract', draws: [] },
  'fleet-trips-of-all-by-right': {
    summary: 'has its trips for all vehicles at once, and says of none whose it is',
    draws: [],
    shows: () => true,
    hidesVehicle: true,
  },
  'fleet-keeps-vehicles': {
    summary: 'removes no vehicle that has trips',
    draws: [],
    keepsVehicles: 409,
  },
  'fleet-leaves-trips': {
    summary: 'lets trips stay whose vehicle was removed',
    draws: [],
    leavesTrips: true,
  },
  'fleet-begins-anew': {
    summary: 'plans a trip anew once it is finished, and counts that',
    draws: [],
    finishes: (trip) => ({ ...trip, changes: (trip.changes ?? 0) + 1 }),
  },
  'fleet-finishes-nothing': {
    summary: 'finishes no trip by itself, and says so',
    draws: [],
    finishes: (trip) => trip,
    says: (trip) => trip,
  },
  'fleet-restores-never': {
    summary: 'refuses to bring back what was removed',
    draws: [],
    restores: 'never',
  },
  'fleet-restores-once': {
    summary: 'knows no more of a trip that it brought back once',
    draws: [],
    restores: 'once more',
  },
};
