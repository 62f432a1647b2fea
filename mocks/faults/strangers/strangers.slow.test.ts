/** As `strangers.test.ts`: every service, in every way in which a run may go, and interrupted at many moments. */

import { interruptedAt, MOMENTS, NO_WRONGS, ownRun, plainRun, SHARED, sharedRun } from './raid.testing';
import { strangers } from './strangers';

const all = strangers.map((target) => [target.name, target] as const);

test.concurrent.each(all)('%s, with --writes own', async (_, target) => {
  expect(await ownRun(target)).toEqual({ wrongs: NO_WRONGS, left: [], unshown: [] });
});

test.concurrent.each(all)('%s, without any consent', async (_, target) => {
  expect(await plainRun(target)).toEqual(NO_WRONGS);
});

test.concurrent.each(all.filter(([name]) => SHARED.includes(name)))('%s, two runs side by side', async (_, target) => {
  expect(await sharedRun(target)).toEqual([NO_WRONGS, NO_WRONGS]);
});

test.concurrent.each(strangers.map((target, at) => [target.name, MOMENTS[at % MOMENTS.length] ?? 1, target] as const))(
  '%s, interrupted once: at the unsafe request %i',
  async (_, moment, target) => {
    expect(await interruptedAt(moment, target)).toEqual(NO_WRONGS);
  },
);

const MANY = [...Array.from({ length: 24 }, (_, at) => at + 1), 32, 48, 64];

test.concurrent.each(all)('%s, interrupted at many moments', async (_, target) => {
  const wrongs: object[] = [];
  for (const moment of MANY) {
    const wrong = await interruptedAt(moment, target);
    if (Object.values(wrong).some((each) => each.length > 0)) wrongs.push({ moment, ...wrong });
  }
  expect(wrongs).toEqual([]);
});
