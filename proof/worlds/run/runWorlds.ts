/** Tries worlds of the numbers that it is given, some at the same time. */

import { designOf } from '../design/designOf';
import { judgeWorld } from '../judge/secondJudge';
import { type World, worldOf } from '../world';
import { shrink } from './shrink';
import { firstOfClasses, type WorldResult } from './tally';
import { chooseFaults, modeOf, type TriedWorld, tryFault, tryHonest } from './tryWorld';

export interface WorldsOptions {
  /** How many faults of each world are tried. */
  readonly faults: number;
  /** Whether what breaks a property is made less. */
  readonly shrinks: boolean;
}

/** How many worlds are tried at the same time: runs wait for what may still come on a connection. */
const AT_ONCE = 6;

/** One in so many worlds is verified twice, and one in so many is judged by the second judge. */
const TWICE = 8;
const JUDGED = 3;

export async function runWorlds(
  numbers: readonly number[],
  options: WorldsOptions,
  onResult: (result: WorldResult) => void,
): Promise<void> {
  const queue = numbers[Symbol.iterator]();
  const worker = async () => {
    for (const number of queue) onResult(await tryNumber(number, options));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function tryNumber(number: number, { faults: count, shrinks }: WorldsOptions): Promise<WorldResult> {
  const world = worldOf(number);
  const mode = modeOf(number);
  const before = process.cpuUsage();
  const tried = await tryHonest(world, mode, number % TWICE === 0);
  const objections = number % JUDGED === 0 ? (await judgeWorld(designOf(world), undefined, 3)).objections : [];
  const faults = [];
  // What must not be found in an honest world hides whether a fault is.
  if (tried.broken.length === 0)
    for (const fault of await chooseFaults(world, count)) faults.push(await tryFault(fault));
  const { user, system } = process.cpuUsage(before);
  const least = shrinks ? await leastOf(world, tried) : [];
  return { number, world, tried, objections, faults, least, cpuMs: (user + system) / 1000 / AT_ONCE };
}

async function leastOf(world: World, { broken, mode }: TriedWorld): Promise<WorldResult['least']> {
  const least = [];
  for (const each of firstOfClasses(broken).slice(0, 2)) {
    const isTwice = each.property === 'repeatable';
    const less = await shrinkHonest(world, each.class, mode, isTwice);
    least.push({ class: each.class, world: less });
  }
  return least;
}

async function shrinkHonest(world: World, name: string, mode: TriedWorld['mode'], isTwice: boolean): Promise<World> {
  return shrink(world, async (less) =>
    (await tryHonest(less, mode, isTwice)).broken.some((each) => each.class === name),
  );
}
