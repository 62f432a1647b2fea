import { UsageError } from '../../support/errors';
import { keepFresh } from './keptFresh';

/** A credential whose values are v1, v2, …, by a clock of its own. */
async function begun(lifetimeMs?: number) {
  let [at, fetches] = [0, 0];
  const credential = keepFresh({
    name: 'the token',
    fetch: async () => ({ value: `v${++fetches}`, lifetimeMs }),
    now: () => at,
  });
  await credential.begin();
  return { credential, fetches: () => fetches, wait: (ms: number) => (at += ms) };
}

test.each([
  ['a minute', 60_000, 53_000, 1, 1_500, 2],
  ['an hour', 3_600_000, 3_589_000, 1, 1_500, 2],
  ['unknown', undefined, 1e12, 1, 1e12, 1],
])(
  'a credential that lasts for %s is fetched anew a little before',
  async (_, lifetimeMs, first, before, next, after) => {
    const { credential, fetches, wait } = await begun(lifetimeMs);
    wait(first);
    await credential.ready();
    expect(fetches()).toBe(before);
    wait(next);
    await credential.ready();
    expect([fetches(), credential.planned, credential.current()]).toEqual([after, 'v1', `v${after}`]);
  },
);

test('requests that are refused at the same time share one fetch', async () => {
  const { credential, fetches } = await begun();
  await Promise.all([credential.renew('v1'), credential.renew('v1'), credential.ready()]);
  await credential.renew('v1');
  expect([fetches(), credential.current()]).toEqual([2, 'v2']);
});

test('one that lasts shortly is fetched so often and no more, one that lasts as often as it takes', async () => {
  const { credential, fetches, wait } = await begun();
  for (let times = 0; times < 50; times++) {
    wait(30_000);
    await credential.renew(credential.current());
  }
  for (let times = 0; times < 20; times++) await credential.renew(credential.current());
  await expect(credential.renew(credential.current())).rejects.toThrow(
    'the token was fetched anew 20 times, and never lasted 30 s; what ends it so soon?',
  );
  expect(fetches()).toBe(71);
});

test('after a fetch that failed it is fetched again', async () => {
  let fetches = 0;
  const fetch = async () => {
    if (++fetches === 2) throw new UsageError('not now');
    return { value: `v${fetches}` };
  };
  const credential = keepFresh({ name: 'the token', fetch, now: () => 0 });
  await credential.begin();
  await expect(credential.renew('v1')).rejects.toThrow('not now');
  await credential.renew('v1');
  expect(credential.current()).toBe('v3');
});
