/**
 * However easily a request is aimed wrongly, a run leaves alone what is somebody else's, and removes or lists what it made. Some of the services
 * are tried here, more of them by `tricky.wide.test.ts` (`npm run test:wide`), and all by `tricky.slow.test.ts` (`npm run test:slow`).
 */

import { ALL_CASES, MANY_CASES, someOf } from '../../../../src/support/testing/cases.testing';
import { lingerFor } from '../../../../src/wire/lingering.testing';
import { trickyStrangers } from './tricky';
import { harmOf, harmOfInterrupted, harmOfTwins, NO_HARM, TRICKY } from './tricky.testing';

lingerFor(10);

test('there are at least sixty services, each with a name of its own', () => {
  expect(new Set(trickyStrangers.map(({ name }) => name)).size).toBe(trickyStrangers.length);
  expect(trickyStrangers.length).toBeGreaterThanOrEqual(60);
});

/** What an action makes stays when the order goes for which it was asked. */
const STAYING = TRICKY.filter(([name]) => name === 'schedule' || name === 'share-link');

/** Two runs can interfere only where the moment at which each of them looks is that of its request. */
const SHAREABLE = TRICKY.filter(([, , { isAlone }]) => !isAlone);

// `npm test` tries those of `strangers.test.ts`.
if (MANY_CASES) {
  test.concurrent.each(STAYING)('what stays is told, %s: %s', async (_name, _sentence, target) => {
    expect(await harmOf(target, 'own')).toEqual(NO_HARM);
  });

  test.concurrent.each(someOf(TRICKY, 300, 12))('with --writes own, %s: %s', async (_name, _sentence, target) => {
    expect(await harmOf(target, 'own')).toEqual(NO_HARM);
  });

  test.concurrent.each(someOf(TRICKY, 300, 24))('without any consent, %s: %s', async (_name, _sentence, target) => {
    expect(await harmOf(target, 'handed-over')).toEqual(NO_HARM);
  });

  test.concurrent.each(someOf(TRICKY, 300, 48))('with --writes any, %s: %s', async (_name, _sentence, target) => {
    expect(await harmOf(target, 'any')).toEqual(NO_HARM);
  });

  test.concurrent.each(someOf(SHAREABLE, 300, 48))(
    'two runs with one seed, %s: %s',
    async (_name, _sentence, target) => {
      expect(await harmOfTwins(target)).toEqual([NO_HARM, NO_HARM]);
    },
  );
}

/** At which unsafe requests a run is interrupted; each service at one of these by turns. */
const MOMENTS = [2, 5, 9, 14, 1, 7, 22];

const interrupted = TRICKY.map(
  ([name, sentence, target], at) => [name, MOMENTS[at % MOMENTS.length] ?? 1, sentence, target] as const,
);

test.concurrent.each(someOf(interrupted, 300, 48))(
  '%s, interrupted at the unsafe request %i: %s',
  async (_name, moment, _sentence, target) => {
    expect(await harmOfInterrupted(moment, target)).toEqual(NO_HARM);
  },
);

if (ALL_CASES) {
  test.concurrent.each(TRICKY)('interrupted at many moments, %s: %s', async (_name, _sentence, target) => {
    const harms: object[] = [];
    for (const moment of [1, 2, 3, 4, 6, 8, 11, 16, 24]) {
      const harm = await harmOfInterrupted(moment, target);
      if (Object.values(harm).some((each) => each.length > 0)) harms.push({ moment, ...harm });
    }
    expect(harms).toEqual([]);
  });
}
