import { setTimeout as pause } from 'node:timers/promises';
import { createPace } from './pace';

/** Begins and ends as many as there are, each taking that long by a clock of its own. @returns how many were under way at most. */
async function run(times: readonly number[], concurrency: number): Promise<number[]> {
  let clock = 0;
  const pace = createPace({ concurrency }, () => clock);
  const most: number[] = [];
  for (const ms of times) {
    const ends: (() => void)[] = [];
    for (let at = 0; at < concurrency; at++) void pace.begin().then((end) => ends.push(end));
    await pause(0);
    most.push(ends.length);
    clock += ms;
    while (ends.length > 0) {
      ends.shift()?.();
      await pause(0);
    }
  }
  return most;
}

test('no more than allowed are under way at once, and the end of one is the turn of the next', async () => {
  const pace = createPace({ concurrency: 2 });
  const [first] = await Promise.all([pace.begin(), pace.begin()]);
  let third = false;
  void pace.begin().then(() => {
    third = true;
  });
  await pause(0);
  expect(third).toBe(false);
  first();
  first();
  await pause(0);
  expect(third).toBe(true);
});

test('a target that answers slower and slower is asked less, and more again once it has recovered', async () => {
  const steady = await run(Array<number>(60).fill(20), 8);
  expect(new Set(steady)).toEqual(new Set([8]));
  const most = await run(
    [...Array<number>(20).fill(20), ...Array<number>(6).fill(4000), ...Array<number>(60).fill(20)],
    8,
  );
  expect(Math.min(...most)).toBeLessThanOrEqual(4);
  expect(most.at(-1)).toBe(8);
});

test('a rate keeps requests apart', async () => {
  const pace = createPace({ concurrency: 10, rate: 100 });
  const started = performance.now();
  for (let at = 0; at < 6; at++) (await pace.begin())();
  expect(performance.now() - started).toBeGreaterThanOrEqual(45);
});

test('an interruption ends waiting for a turn', async () => {
  const controller = new AbortController();
  const pace = createPace({ concurrency: 2, rate: 0.001 });
  (await pace.begin(controller.signal))();
  const waiting = pace.begin(controller.signal);
  controller.abort();
  (await waiting)();
});

test('an interruption ends waiting for the end of another, and what was given up on holds no place', async () => {
  const controller = new AbortController();
  const pace = createPace({ concurrency: 1 });
  const hanging = await pace.begin();
  const waiting = pace.begin(controller.signal);
  controller.abort();
  (await waiting)();
  pace.free();
  const next = await pace.begin();
  // It ends late, and takes no place from those that came since.
  hanging();
  let another = false;
  void pace.begin().then(() => {
    another = true;
  });
  await pause(0);
  expect(another).toBe(false);
  next();
  await pause(0);
  expect(another).toBe(true);
});
