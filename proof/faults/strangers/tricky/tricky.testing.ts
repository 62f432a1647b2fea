/** Runs Espalier on tricky services in every way in which a run may go, and finds out what it did wrong there, for tests. */

import { interruptedAt, raid, sharedRun, type Wrongs, withStore, wrongsOf } from '../raid.testing';
import type { Stranger } from '../stranger';
import { trickyStrangers } from './tricky';

/**
 * What a run did wrong. That it lists what is not there is nothing wrong: what an answer hides may have been made, and is listed for that.
 */
type Harm = Omit<Wrongs, 'phantoms'>;

export const NO_HARM: Harm = { named: [], harmed: [], unlisted: [], traps: [] };

/**
 * Returns what counts of what a run did wrong.
 * @param listed how many things the run lists as left: of things whose ids move, only their number can be compared. Default: it is not.
 */
export function harmIn(
  { hasMovingIds }: Stranger,
  { named, harmed, unlisted, traps }: Wrongs,
  listed: number = Number.POSITIVE_INFINITY,
): Harm {
  return { named, harmed, unlisted: unlisted.slice(hasMovingIds ? listed : 0), traps };
}

/** The services, by their names and sentences. */
export const TRICKY = trickyStrangers.map((target) => [target.name, target.sentence, target] as const);

/** What a run did wrong. With `any`, the service is a throw-away one: nothing counts but what stays and is not listed. */
export function harmOf(target: Stranger, writes: 'handed-over' | 'own' | 'any'): Promise<Harm> {
  return withStore(target, undefined, async (store) => {
    const { leftovers = [] } = await raid(target, store, { writes });
    const harm = harmIn(target, wrongsOf(store, leftovers), leftovers.length);
    return writes === 'any' ? { ...NO_HARM, unlisted: harm.unlisted } : harm;
  });
}

/** What two runs with the same seed did wrong that share a store, to others and to one another. */
export async function harmOfTwins(target: Stranger): Promise<readonly Harm[]> {
  return (await sharedRun(target, [7, 7])).map((wrongs) => harmIn(target, wrongs));
}

/** What a run did wrong that is interrupted at its unsafe request of this number. */
export async function harmOfInterrupted(moment: number, target: Stranger): Promise<Harm> {
  return harmIn(target, await interruptedAt(moment, target));
}
