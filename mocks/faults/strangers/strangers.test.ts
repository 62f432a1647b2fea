/** Whatever a service answers, a run leaves alone what it did not make, and tells what it left. */

import type { Report } from '../../../src/report/report';
import { contractOfTarget, interruptedAt, NO_WRONGS, raid, withStore, wrongsOf } from './raid.testing';
import { type Stranger, strangers } from './strangers';

const all = strangers.map((target) => [target.name, target.sentence, target] as const);

/** Operations on items whose success no request has shown. */
async function unshown(target: Stranger, { requirements }: Report): Promise<string[]> {
  const { operations } = await contractOfTarget(target).contract;
  const items = operations.filter(({ path }) => path.endsWith('}')).map(({ name }) => name);
  const shown = requirements.filter(({ rule, verdict }) => rule === 'success-status' && verdict === 'pass');
  return items.filter((name) => !shown.some(({ operation }) => operation === name));
}

test('there are at least thirty services, each with a name of its own', () => {
  expect(new Set(strangers.map(({ name }) => name)).size).toBe(strangers.length);
  expect(strangers.length).toBeGreaterThanOrEqual(30);
});

describe('with --writes own', () => {
  test.concurrent.each(all)('%s: %s', async (_name, _sentence, target) => {
    await withStore(target, undefined, async (store) => {
      const report = await raid(target, store, { writes: 'own' });
      expect(wrongsOf(store, report.leftovers ?? [])).toEqual(NO_WRONGS);
      if (!target.isHonest) return;
      expect({ left: store.left('run'), unshown: await unshown(target, report) }).toEqual({ left: [], unshown: [] });
    });
  });
});

describe('without any consent', () => {
  test.concurrent.each(all)('%s: %s', async (_name, _sentence, target) => {
    await withStore(target, undefined, async (store) => {
      const report = await raid(target, store, {});
      expect(wrongsOf(store, report.leftovers ?? [])).toEqual(NO_WRONGS);
    });
  });
});

/** After how many unsafe requests a run is interrupted: each service at one of these; `strangers.slow.test.ts` tries many at all of them. */
const MOMENTS = [1, 3, 8, 20];

describe('interrupted', () => {
  const each = strangers.map((target, at) => [MOMENTS[at % 4] ?? 1, target.name, target] as const);
  test.concurrent.each(each)('at the unsafe request %i, %s', async (moment, _name, target) => {
    expect(await interruptedAt(moment, target)).toEqual(NO_WRONGS);
  });
});

const SHARED = ['plain', 'uuid', 'list-only', 'nested', 'put-maker', 'chosen-key', 'constant-id', 'latest-of-anyone'];
const shared = all.filter(([name]) => SHARED.includes(name));

describe('two runs side by side', () => {
  test.concurrent.each(shared)('%s: %s', async (_name, _sentence, target) => {
    await withStore(target, undefined, async (store) => {
      const run = async (owner: string, seed: number) => {
        const report = await raid(target, store, { writes: 'own', seed }, owner);
        return { owner, report };
      };
      for (const { owner, report } of await Promise.all([run('one', 1), run('other', 2)])) {
        expect({ owner, ...wrongsOf(store, report.leftovers ?? [], owner) }).toEqual({ owner, ...NO_WRONGS });
      }
    });
  });
});
