/**
 * The command line as a process, on all tricky services: stopped or killed at some moment, it leaves alone what is somebody else's, and what it
 * made is removed or told, by itself or by `--cleanup`. `MOMENTS=2 npm run test:slow -- killed` chooses other moments.
 */

import { createRandom } from '../../../../src/support/random';
import { killed, terminated } from '../interruptions.testing';
import { harmIn, NO_HARM, TRICKY } from './tricky.testing';

/** Each service with a moment of its own. */
function atMoments(signal: string) {
  return TRICKY.map(([name, , target]) => {
    const random = createRandom(process.env['MOMENTS'] ?? '1', `${signal} ${name}`);
    return [name, { unsafe: random.int(1, 25), isHeard: random.below(2) === 1 }, target] as const;
  });
}

test.concurrent.each(atMoments('SIGTERM'))('%s, SIGTERM at %j', async (_, moment, target) => {
  const { wrongs } = await terminated(target, moment);
  expect(harmIn(target, wrongs)).toEqual(NO_HARM);
});

test.concurrent.each(atMoments('SIGKILL'))('%s, SIGKILL at %j, and --cleanup', async (_, moment, target) => {
  const { wrongs, errors } = await killed(target, moment);
  expect({ errors, ...harmIn(target, wrongs) }).toEqual({ errors: [], ...NO_HARM });
});

test.concurrent.each(atMoments('reset'))(
  '%s, SIGKILL at %j, a reset of the database, and --cleanup',
  async (_, moment, target) => {
    const { wrongs } = await killed(target, moment, (store) => store.reset());
    expect({ ...harmIn(target, wrongs), unlisted: [] }).toEqual(NO_HARM);
  },
);
