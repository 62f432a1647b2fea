/**
 * Whatever a service answers, a run leaves alone what it did not make, and tells what it left. Some of the services are tried here, more of
 * them by `strangers.wide.test.ts` (`npm run test:wide`), and
 * `strangers.slow.test.ts` (`npm run test:slow`) tries all of them in all ways in which a run may go.
 */

import { MANY_CASES, someOf } from '../../../src/support/testing/cases.testing';
import { lingerFor } from '../../../src/wire/lingering.testing';
import { interruptedAt, NO_WRONGS, ownRun, plainRun, SHARED, sharedRun, UNSAFE_NUMBERS } from './raid.testing';
import { strangers } from './strangers';

lingerFor(10);

/** One service of so many, beginning with that one, by its name, its sentence and itself; one of six of these where few are tried. */
function some(oneOf: number, from: number) {
  const chosen = strangers.filter((_, at) => at % oneOf === from);
  return someOf(chosen, 6).map((target) => [target.name, target.sentence, target] as const);
}

test('there are at least thirty services, each with a name of its own', () => {
  expect(new Set(strangers.map(({ name }) => name)).size).toBe(strangers.length);
  expect(strangers.length).toBeGreaterThanOrEqual(30);
});

test.concurrent.each(some(20, 0))('with --writes own, %s: %s', async (_name, _sentence, target) => {
  expect(await ownRun(target)).toEqual({ wrongs: NO_WRONGS, left: [], unshown: [] });
});

const merging = strangers.filter(({ name }) => name.startsWith('merges-') || name === 'found-by-what-is-sent');

test.concurrent.each(someOf(merging, 8).map((target) => [target.name, target.sentence, target] as const))(
  'with --writes own, %s: %s',
  async (_name, _sentence, target) => {
    expect(await ownRun(target)).toEqual({ wrongs: NO_WRONGS, left: [], unshown: [] });
  },
);

test.concurrent.each(some(36, 0))('without any consent, %s: %s', async (_name, _sentence, target) => {
  expect(await plainRun(target)).toEqual(NO_WRONGS);
});

test.concurrent.each(some(40, 12))('interrupted, %s: %s', async (_name, _sentence, target) => {
  const moment = UNSAFE_NUMBERS[Math.floor(strangers.indexOf(target) / 24) % UNSAFE_NUMBERS.length] ?? 1;
  expect(await interruptedAt(moment, target)).toEqual(NO_WRONGS);
});

// Of two runs at once, `npm test` tries those of `tricky.test.ts`.
if (MANY_CASES) {
  test.concurrent.each(SHARED.slice(0, 2))('two runs side by side, %s', async (name) => {
    const target = strangers.find((each) => each.name === name);
    expect(target && (await sharedRun(target))).toEqual([NO_WRONGS, NO_WRONGS]);
  });
}
