/** As `strangers.test.ts`: every service, in every way in which a run may go. */

import { interruptedAt, NO_WRONGS, ownRun, plainRun, SHARED, sharedRun, UNSAFE_NUMBERS } from './raid.testing';
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

test.concurrent.each(
  strangers.map((target, at) => [target.name, UNSAFE_NUMBERS[at % UNSAFE_NUMBERS.length] ?? 1, target] as const),
)('%s, interrupted once: at the unsafe request %i', async (_, moment, target) => {
  expect(await interruptedAt(moment, target)).toEqual(NO_WRONGS);
});
