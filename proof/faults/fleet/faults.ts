import type { Deviations } from '../catalogue/service';
import type { Fleet } from './deviation';

export const FLEET_FAULTS: Deviations<Fleet> = {
  'fleet-trip-of-first-vehicle': {
    summary: 'gives every new trip to the vehicle that was made first',
    draws: ['created-listed'],
    puts: (vehicleId, [first = vehicleId]) => first,
  },
  'fleet-trips-of-all': {
    summary: 'shows for each vehicle the trips of all',
    draws: ['created-listed'],
    shows: () => true,
  },
  'fleet-leaves-out-new': {
    summary: 'leaves trips out of the list of all',
    draws: ['created-listed'],
    lists: ({ content }) => 'km' in content,
  },
  'fleet-vehicle-lists-removed': {
    summary: 'still lists for its vehicle a trip that was removed',
    draws: ['deleted-gone'],
    keeps: 'in its vehicle',
  },
  'fleet-lists-removed': {
    summary: 'still lists among all a trip that was removed',
    draws: ['deleted-gone'],
    keeps: 'in the list of all',
  },
  'fleet-keeps-trips': {
    summary: 'removes no trip',
    draws: ['deleted-gone'],
    keeps: 'everywhere',
  },
  'fleet-merges-trips': {
    summary: 'keeps of a trip what a PUT leaves out',
    draws: ['put-replaces'],
    replaces: (content, before) => ({ ...before, ...content }),
  },
  'fleet-finishes-in-words': {
    summary: 'says that a trip is finished, and keeps it as it was',
    draws: ['patch-applied'],
    finishes: (trip) => trip,
  },
  'fleet-finishes-short-ones': {
    summary: 'says that each trip is finished, and keeps those as they were whose goals have a digit',
    draws: ['patch-applied'],
    finishes: (trip) => (/\d/.test(String(trip.content['goal'])) ? trip : { ...trip, progress: 'finished' }),
  },
  'fleet-restores-in-words': {
    summary: 'says that a trip is brought back, and brings back none',
    draws: ['patch-applied'],
    restores: 'in words',
  },
};
