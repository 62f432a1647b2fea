import { setTimeout as pause } from 'node:timers/promises';
import { sideBySide } from './sideBySide';

test('as many are under way as are allowed by then, and what came of them stands in the order of the items', async () => {
  let allowed = 2;
  let underWay = 0;
  const seen: number[] = [];
  const results = await sideBySide(
    [30, 1, 10, 10, 10, 10],
    () => allowed,
    async (ms) => {
      seen.push(++underWay);
      await pause(ms);
      underWay--;
      if (seen.length === 3) allowed = 3;
      return ms + 1;
    },
  );
  expect(results).toEqual([31, 2, 11, 11, 11, 11]);
  expect(Math.max(...seen.slice(0, 3))).toBe(2);
  expect(Math.max(...seen)).toBe(3);
});

test('what fails ends it', async () => {
  const work = async (at: number) => {
    if (at === 2) throw new Error('no');
  };
  await expect(sideBySide([1, 2, 3], () => 1, work)).rejects.toThrow('no');
});
