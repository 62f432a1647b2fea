import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../../wire/send';
import { Pace } from './pace';

/** Asks in waves for as many as may be asked. @param answer what one of so many is answered, and after how long by a clock of its own. @returns how many were under way. */
async function find(
  waves: number,
  answer: (underWay: number, wave: number) => { readonly ms: number; readonly outcome?: Outcome },
): Promise<number[]> {
  let clock = 0;
  const pace = new Pace({}, () => clock);
  const widths: number[] = [];
  for (let wave = 0; wave < waves; wave++) {
    const ends: (() => void)[] = [];
    const { allowed } = pace;
    for (let at = 0; at < allowed; at++) ends.push(await pace.begin());
    const { ms, outcome } = answer(allowed, wave);
    clock += ms;
    for (const end of ends) {
      if (outcome) pace.heard(outcome);
      end();
    }
    widths.push(allowed);
  }
  return widths;
}

const answered = (status: number) => ({ response: { status }, error: null }) as unknown as Outcome;
const failed = (kind: string) => ({ response: null, error: { kind } }) as unknown as Outcome;

describe('where nobody says how many may be under way', () => {
  test('it begins with four, and grows as long as answers take no longer, up to 32', async () => {
    const widths = await find(60, () => ({ ms: 100 }));
    expect(widths[0]).toBe(4);
    expect(widths[20]).toBeGreaterThan(8);
    expect(widths.at(-1)).toBe(32);
    expect(Math.max(...widths)).toBe(32);
  });

  test('a target that answers as many the slower the more they are is asked no more at once', async () => {
    const widths = await find(200, (underWay) => ({ ms: 25 * underWay }));
    expect(Math.max(...widths)).toBeLessThanOrEqual(9);
  });

  test.each([
    ['429', answered(429)],
    ['503', answered(503)],
    ['a reset', failed('reset')],
  ])('after %s it falls back at once to a half, and stays there', async (_, outcome) => {
    const widths = await find(40, (__, wave) => ({ ms: 100, ...(wave === 9 ? { outcome } : {}) }));
    const before = widths[9] ?? 0;
    expect(before).toBeGreaterThan(16);
    expect(widths[10]).toBe(Math.floor(before / 2));
    expect(Math.max(...widths.slice(10))).toBeLessThanOrEqual(before / 2 + 3);
    expect(Math.min(...widths.slice(10))).toBeGreaterThanOrEqual(Math.floor(before / 2));
  });

  test('a target that cannot take two at once is asked for two more and more seldom', async () => {
    const busy = answered(503);
    const widths = await find(8000, (underWay) => ({ ms: 100, ...(underWay > 1 ? { outcome: busy } : {}) }));
    expect(widths.filter((width) => width > 1).length).toBeLessThanOrEqual(8);
    expect(widths.at(-1)).toBe(1);
  });

  test('what gets no answer in time is no reason to ask more, or less than at first', async () => {
    const widths = await find(60, () => ({ ms: 100, outcome: failed('timeout') }));
    expect(new Set(widths)).toEqual(new Set([4]));
  });
});

test('what is urgent goes before what is not', async () => {
  const pace = new Pace({ concurrency: 1 });
  const first = await pace.begin();
  const order: string[] = [];
  const begin = async (name: string, isUrgent: boolean) => {
    const end = await pace.begin(undefined, isUrgent);
    order.push(name);
    end();
  };
  const all = [begin('read', false), begin('look', true), begin('another look', true)];
  first();
  await Promise.all(all);
  expect(order).toEqual(['look', 'another look', 'read']);
});

/** Begins and ends as many as there are, each taking that long by a clock of its own. @returns how many were under way at most. */
async function run(times: readonly number[], concurrency: number): Promise<number[]> {
  let clock = 0;
  const pace = new Pace({ concurrency }, () => clock);
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
  const pace = new Pace({ concurrency: 2 });
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
  const pace = new Pace({ concurrency: 10, rate: 100 });
  const started = performance.now();
  for (let at = 0; at < 6; at++) (await pace.begin())();
  expect(performance.now() - started).toBeGreaterThanOrEqual(45);
});

test('an interruption ends waiting for a turn', async () => {
  const controller = new AbortController();
  const pace = new Pace({ concurrency: 2, rate: 0.001 });
  (await pace.begin(controller.signal))();
  const waiting = pace.begin(controller.signal);
  controller.abort();
  (await waiting)();
});

test('an interruption ends waiting for the end of another, and what was given up on holds no place', async () => {
  const controller = new AbortController();
  const pace = new Pace({ concurrency: 1 });
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
