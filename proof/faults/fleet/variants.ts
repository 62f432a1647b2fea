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
};
