/**
 * Whatever a service answers, a run leaves alone what it did not make, and tells what it left. Every service is tried once; some of them in the
 * other ways in which a run may go, and `strangers.slow.test.ts` tries all of them in all ways.
 */

import type { Report } from '../../../src/report/report';
import {
  contractOfTarget,
  interruptedAt,
  MOMENTS,
  NO_WRONGS,
  ownRun,
  plainRun,
  SHARED,
  sharedRun,
} from './raid.testing';
import { type Stranger, strangers } from './strangers';

/** Operations on items whose success no request has shown. */
async function unshown(target: Stranger, { requirements }: Report): Promise<string[]> {
  const { operations } = await contractOfTarget(target).contract;
  const items = operations.filter(({ path }) => path.endsWith('}')).map(({ name }) => name);
  const shown = requirements.filter(({ rule, verdict }) => rule === 'success-status' && verdict === 'pass');
  return items.filter((name) => !shown.some(({ operation }) => operation === name));
}

/** One service of so many, beginning with that one, by its name, its sentence and itself. */
function some(oneOf: number, from: number) {
  const chosen = strangers.filter((_, at) => at % oneOf === from);
  return chosen.map((target) => [target.name, target.sentence, target] as const);
}

test('there are at least thirty services, each with a name of its own', () => {
  expect(new Set(strangers.map(({ name }) => name)).size).toBe(strangers.length);
  expect(strangers.length).toBeGreaterThanOrEqual(30);
});

test.concurrent.each(some(1, 0))('with --writes own, %s: %s', async (_name, _sentence, target) => {
  const { wrongs, report, left } = await ownRun(target);
  expect(wrongs).toEqual(NO_WRONGS);
  if (!target.isHonest) return;
  expect({ left, unshown: await unshown(target, report) }).toEqual({ left: [], unshown: [] });
});

test.concurrent.each(some(8, 0))('without any consent, %s: %s', async (_name, _sentence, target) => {
  expect(await plainRun(target)).toEqual(NO_WRONGS);
});

test.concurrent.each(some(8, 4))('interrupted, %s: %s', async (_name, _sentence, target) => {
  const moment = MOMENTS[(strangers.indexOf(target) >> 3) % MOMENTS.length] ?? 1;
  expect(await interruptedAt(moment, target)).toEqual(NO_WRONGS);
});

test.concurrent.each(SHARED.slice(0, 2))('two runs side by side, %s', async (name) => {
  const target = strangers.find((each) => each.name === name);
  expect(target && (await sharedRun(target))).toEqual([NO_WRONGS, NO_WRONGS]);
});
