import { parseTarget } from '../wire/target';
import { aimedAt, settingsOf } from './settingsOf';

test('what is given stands in its group, and what is usual beside it', () => {
  const { credentials, consent, pace, selection, reporting } = settingsOf({
    token: 't',
    writes: 'own',
    rate: 5,
    limits: { timeoutMs: 1 },
    seed: 0,
    closed: true,
    strict: false,
  });
  expect([credentials.token, credentials.users]).toEqual(['t', []]);
  expect([consent.writes, consent.params]).toEqual(['own', {}]);
  expect([pace.rate, pace.concurrency, pace.widest, pace.limits.timeoutMs]).toEqual([5, undefined, 32, 1]);
  expect(pace.limits.maxBytes).toBeGreaterThan(1);
  expect([selection.seed, selection.closed, selection.thorough]).toEqual([0, true, false]);
  expect([reporting.strict, reporting.waivers]).toEqual([false, []]);
});

test('what is given as undefined is as if it was not given', () => {
  expect(settingsOf({ writes: undefined, concurrency: undefined, limits: undefined })).toEqual(settingsOf({}));
});

test('what belongs to no group stands in none', () => {
  const given = { onEvent: () => {}, token: 't' };
  expect(JSON.stringify(settingsOf(given))).not.toContain('onEvent');
  expect(Object.values(settingsOf(given)).some((group) => 'onEvent' in group)).toBe(false);
});

test.each([
  ['http://127.0.0.1:1', undefined, true],
  ['http://shop.example.com', undefined, false],
  ['http://shop.example.com', true, true],
])('a target at %s that is said to be private: %s, is so: %s', (url, isPrivate, expected) => {
  const { target } = aimedAt(settingsOf({ isPrivate }), parseTarget(url));
  expect([target.isPrivate, target.at.origin]).toEqual([expected, url]);
});
