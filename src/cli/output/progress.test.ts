import type { RunEvent } from '../../engine/verify';
import type { Io } from '../io';
import { createProgress } from './progress';

interface Moment {
  /** Since the run began, in milliseconds. */
  readonly at: number;
  readonly done: number;
  readonly total?: number;
  readonly isPlanned?: boolean;
}

function narrate(isTTY: boolean, moments: readonly Moment[]): string[] {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  let now = 0;
  const progress = createProgress({ stderr: { isTTY, write, writeAsIs: write } } as unknown as Io, () => now);
  for (const { at, done, total = 1000, isPlanned = true } of moments) {
    now = at;
    progress({ type: 'exchanged', done, total, isPlanned } as unknown as RunEvent);
  }
  return written.map((line) => line.replace('\r\u001b[K', '').trimEnd());
}

const times = (lines: readonly string[]) => lines.map((line) => /about (\d+ \w+) left/.exec(line)?.[1]);

test('a long run says how far it is, how fast, and how long it will take', () => {
  const moments = [1, 4, 10, 15, 20].map((second, at) => ({ at: second * 1000, done: (at + 1) * 100 }));
  expect(narrate(false, moments)).toEqual([
    '300 of 1000 exchanges, 10 s, 30 a second, about 21 s left',
    '500 of 1000 exchanges, 20 s, 25 a second, about 25 s left',
  ]);
});

test('on a terminal one line is renewed', () => {
  const moments = [
    { at: 0, done: 1 },
    { at: 400_000, done: 200 },
  ];
  expect(narrate(true, moments)).toEqual(['200 of 1000 exchanges, 400 s, 1 a second, about 27 min left']);
});

test('nothing is said of the time that is left until five seconds and a tenth of the exchanges have passed', () => {
  const slowStart = [0, 3000, 4900, 6000, 8000].map((at, step) => ({ at, done: [1, 200, 300, 99, 100][step] ?? 0 }));
  expect(times(narrate(true, slowStart))).toEqual([undefined, undefined, undefined, '72 s']);
});

test('while the plan grows, nothing is said of a number that is only guessed', () => {
  const growing = [
    { at: 0, done: 1, total: 40_000, isPlanned: false },
    { at: 6000, done: 100, total: 40_000, isPlanned: false },
    { at: 12_000, done: 300, total: 900, isPlanned: false },
    { at: 18_000, done: 500, total: 700 },
  ];
  expect(narrate(true, growing)).toEqual([
    '100 exchanges, 6 s, 17 a second',
    '300 of about 900 exchanges, 12 s, 25 a second, about 24 s left',
    '500 of 700 exchanges, 18 s, 28 a second, about 7 s left',
  ]);
});

test.each([
  ['chains add to the plan', 460, '19 s'],
  ['nothing is added to the plan', 400, '10 s'],
])('where %s, the figure counts what they will add', (_, total, left) => {
  const moments = [
    { at: 0, done: 1, total: 400 },
    { at: 5000, done: 100, total: 400 },
    { at: 10_000, done: 200, total },
  ];
  expect(times(narrate(true, moments)).at(-1)).toBe(left);
});

test('what becomes slower is told by how fast it is by now', () => {
  const moments = [0, 5, 10, 15, 20].map((second, at) => ({
    at: second * 1000,
    done: [1, 300, 500, 650, 800][at] ?? 0,
  }));
  expect(times(narrate(true, moments)).at(-1)).toBe('7 s');
});

test('no figure is more than twice one that was given before, whatever becomes of the target', () => {
  const slower = Array.from({ length: 60 }, (_, step) => ({
    at: step * 1000,
    done: 1 + Math.min(step, 10) * 30 + step,
  }));
  const said = times(narrate(true, slower)).flatMap((each) => (each === undefined ? [] : [Number.parseInt(each, 10)]));
  expect(said.length).toBeGreaterThan(0);
  expect(Math.max(...said)).toBeLessThanOrEqual(2 * Math.min(...said) + 1);
});
