/** Services that are harmed by a value that names what somebody else has, and by what moves it: whole runs leave all of it as it is. */

import { action, contractOf, objectOf, resource, TEXT } from '../../../proof/faults/strangers/contracts';
import { NO_WRONGS, ownRun, plainRun, raid, withStore, wrongsOf } from '../../../proof/faults/strangers/raid.testing';
import type { Call, StrangerChanges } from '../../../proof/faults/strangers/store';
import {
  FEW,
  ORDERS_OF_PEOPLE,
  orderStore,
  type Stranger,
  thingsOfPeople,
} from '../../../proof/faults/strangers/stranger';
import { someOf, testWide } from '../../support/testing/cases.testing';
import { lingerFor } from '../../wire/lingering.testing';

lingerFor(10);

const EVERY = ['list', 'create', 'read', 'replace', 'change', 'remove'] as const;

/** `Main street!` → `main-street`. */
function slugOf(text: unknown): string {
  return String(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** What is sent overwrites the thing whose name has the same form in a path. */
const upsertsBySlug: StrangerChanges = (good) => {
  const overwrite = (call: Call) => {
    const same = [...call.store.in('/orders')].find(
      ([, { thing }]) => slugOf(thing['name']) === slugOf(call.content['name']),
    );
    if (same) call.store.set(`/orders/${same[0]}`, call.content, call.owner);
    return same?.[0];
  };
  return {
    create(call) {
      const id = overwrite(call);
      return id === undefined ? good.create(call) : good.created(call, id, call.content);
    },
    put(call, found) {
      overwrite(call);
      return good.put(call, found);
    },
  };
};

const SHORT_NAMES = [
  '',
  ...'abcdefghijklmnopqrstuvwxyz0123456789',
  'o-neil-b-20',
  'string',
  'any',
  'text',
  'true',
  'null',
  '2026-03-14',
  '2024-02-29',
];

const TARGETS: readonly Stranger[] = [
  orderStore(
    'largest-is-last',
    'The largest of all ids stands for the last order.',
    () => ({
      resolve: (path) => path.replace(/^\/orders\/(9223372036854775807|-9223372036854775808)$/, '/orders/5'),
    }),
    { verbs: EVERY },
  ),
  {
    name: 'short-names-taken',
    sentence: 'POST and PUT overwrite what has the same name in a path; all short names are taken, the empty one, too.',
    contract: contractOf(
      resource('/orders/{id}', { verbs: FEW, members: { name: { ...TEXT, minLength: 1, example: 'd' } } }),
    ),
    before: {
      '/orders': Object.fromEntries(SHORT_NAMES.map((name, at) => [String(at + 1), { name, note: `kept as ${at}` }])),
    },
    changes: upsertsBySlug,
  },
  {
    name: 'purged-by-get',
    sentence: 'GET /orders/purge removes all orders, and GET /orders/{id}/delete one.',
    contract: contractOf(
      resource('/orders/{id}', { verbs: FEW }),
      action('/orders/purge', 'get'),
      action('/orders/{id}/delete', 'get'),
    ),
    before: ORDERS_OF_PEOPLE,
    changes: (good) => ({
      first(call) {
        if (call.path === '/orders/purge')
          for (const id of [...call.store.in('/orders').keys()]) call.store.remove(`/orders/${id}`);
        return good.first(call);
      },
    }),
  },
  {
    name: 'one-default',
    sentence: 'Of all orders one is the default, and each has a place; what gets these takes them from another one.',
    contract: contractOf(
      resource('/orders/{id}', {
        verbs: FEW,
        required: ['name', 'isDefault'],
        members: {
          isDefault: { type: 'boolean', example: true },
          position: { type: 'integer', minimum: 1, maximum: 2 ** 40, example: 1 },
        },
      }),
      action('/orders/{id}/activate', 'post', objectOf({ note: TEXT })),
    ),
    before: {
      '/orders': Object.fromEntries(
        Object.entries(thingsOfPeople()).map(([id, thing]) => [
          id,
          { ...thing, isDefault: id === '1', position: Number(id) },
        ]),
      ),
    },
    changes: () => ({
      first({ method, path, content, store }) {
        if (method === 'GET' || method === 'DELETE') return undefined;
        const takes = (member: string, value: unknown) => content[member] === value || path.endsWith('/activate');
        for (const [id, { thing, owner }] of [...store.in('/orders')]) {
          const isMoved = takes('position', thing['position']);
          const isTaken = thing['isDefault'] === true && takes('isDefault', true);
          if (isMoved || isTaken)
            store.set(`/orders/${id}`, { ...thing, isDefault: false, position: Number(thing['position']) + 1 }, owner);
        }
        return undefined;
      },
    }),
  },
];

const all = TARGETS.map((target) => [target.name, target.sentence, target] as const);

test.concurrent.each(someOf(all, 12))('without consent, %s: %s', async (_name, _sentence, target) => {
  expect(await plainRun(target)).toEqual(NO_WRONGS);
});

test.concurrent.each(someOf(all, 6))('with --writes own, %s: %s', async (_name, _sentence, target) => {
  expect((await ownRun(target)).wrongs).toEqual(NO_WRONGS);
});

testWide('two runs with one seed at one service never meet', async () => {
  const target = TARGETS.find(({ name }) => name === 'short-names-taken');
  if (!target) throw new Error('there is no such target');
  await withStore(target, undefined, async (store) => {
    const owners = ['one', 'other'];
    const reports = await Promise.all(owners.map((owner) => raid(target, store, { writes: 'own', seed: 7 }, owner)));
    expect(reports.map(({ leftovers = [] }, at) => wrongsOf(store, leftovers, owners[at]))).toEqual([
      NO_WRONGS,
      NO_WRONGS,
    ]);
    expect(reports[0]?.seed).toBe(reports[1]?.seed);
    expect(reports[0]?.salt).not.toBe(reports[1]?.salt);
  });
});
