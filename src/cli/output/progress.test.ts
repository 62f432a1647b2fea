import type { RunEvent } from '../../engine/verify';
import type { Io } from '../io';
import { createProgress } from './progress';

function narrate(isTTY: boolean, times: readonly number[]): string[] {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  let at = 0;
  const progress = createProgress({ stderr: { isTTY, write, writeAsIs: write } } as unknown as Io, () => at);
  for (const [done, time] of times.entries()) {
    at = time;
    progress({ type: 'exchanged', done: (done + 1) * 100, total: 1000 } as unknown as RunEvent);
  }
  return written;
}

test('a long run says how far it is, how fast, and how long it will take', () => {
  expect(narrate(false, [1000, 4000, 10_000, 15_000, 20_000])).toEqual([
    '300 of 1000 exchanges, 10 s, 30 a second, about 23 s left\n',
    '500 of 1000 exchanges, 20 s, 25 a second, about 20 s left\n',
  ]);
});

test('on a terminal one line is renewed', () => {
  expect(narrate(true, [1000, 400_000])).toEqual([
    '\r\u001b[K200 of 1000 exchanges, 400 s, 1 a second, about 27 min left',
  ]);
});
