/** Tries worlds of the numbers that it is given, some at the same time. */

import { designOf } from '../design/designOf';
import { judgeWorld } from '../judge/secondJudge';
import { type World, worldOf } from '../world';
import type { BrokenProperty } from './properties';
import { shrink } from './shrink';
import { firstOfClasses, type WorldResult } from './tally';
import { chooseFaults, modeOf, type TriedWorld, tryEnded, tryFault, tryHonest, tryTwo } from './tryWorld';
import { tryMock } from './verifyMock';

export interface WorldsOptions {
  /** How many faults of each world are tried. */
  readonly faults: number;
  /** Whether what breaks a property is made less. */
  readonly shrinks: boolean;
  /** After this time no further world is begun, in milliseconds since 1970. */
  readonly end: number;
}

/** How many worlds are tried at the same time: runs wait for what may still come on a connection. */
const AT_ONCE = 6;

/** One in so many worlds is verified twice, one in so many is judged by the second judge even where no fault of it is tried, of one in so many the mock is verified, too, in one in so many a run is ended early, and one in so many is verified by two runs at once. */
const TWICE = 8;
const JUDGED = 3;
const MOCKED = 10;
const ENDED = 4;
const BY_TWO = 6;

export async function runWorlds(
  numbers: readonly number[],
  options: WorldsOptions,
  onResult: (result: WorldResult) => void,
): Promise<void> {
  const queue = numbers[Symbol.iterator]();
  const worker = async () => {
    for (const number of queue) {
      if (Date.now() > options.end) return;
      onResult(await tryNumber(number, options));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function tryNumber(number: number, { faults: count, shrinks }: WorldsOptions): Promise<WorldResult> {
  const world = worldOf(number);
  const mode = modeOf(number, world);
  const before = process.cpuUsage();
  const honest = await tryHonest(world, mode, number % TWICE === 0);
  const more = [
    ...(number % MOCKED === 0 ? await tryMock(world) : []),
    ...(number % ENDED === 2 ? await tryEnded(world) : []),
    ...(number % BY_TWO === 5 ? await tryTwo(world) : []),
  ];
  const tried = { ...honest, broken: [...honest.broken, ...more] };
  const isJudged = number % JUDGED === 0 || count > 0;
  const objections = isJudged ? (await judgeWorld(designOf(world), undefined, 3)).objections : [];
  const faults = [];
  // What must not be found in an honest world hides whether a fault is, and what is objected to there is no sign of one.
  if (honest.broken.length === 0 && objections.length === 0)
    for (const fault of await chooseFaults(world, count)) faults.push(await tryFault(fault));
  const { user, system } = process.cpuUsage(before);
  const least = shrinks ? await leastOf(world, tried) : [];
  return { number, world, tried, objections, faults, least, cpuMs: (user + system) / 1000 / AT_ONCE };
}

async function leastOf(world: World, { broken, mode }: TriedWorld): Promise<WorldResult['least']> {
  const least = [];
  for (const each of firstOfClasses(broken).slice(0, 2)) {
    const less = await leastFor(world, each, mode);
    least.push({ class: each.class, world: less });
  }
  return least;
}

/** The least world that still breaks the same. */
function leastFor(world: World, { class: name, property }: BrokenProperty, mode: TriedWorld['mode']): Promise<World> {
  const broken = async (less: World): Promise<readonly BrokenProperty[]> =>
    name.startsWith('ended: ')
      ? tryEnded(less)
      : name.startsWith('two at once: ')
        ? tryTwo(less)
        : property === 'the mock conforms'
          ? tryMock(less)
          : (await tryHonest(less, mode, property === 'repeatable')).broken;
  return shrink(world, async (less) => (await broken(less)).some((each) => each.class === name));
}
