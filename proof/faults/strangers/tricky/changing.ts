/** Services in which something happens in the middle of a run, after an answer has shown the things as they were before. */

import { type ContractShape, INTEGER } from '../contracts';
import type { Call, StrangerChanges } from '../store';
import { addAnothers, orderStore, putStore, type Stranger, withoutBody } from '../stranger';
import { STRANGERS, type StrangerThing } from '../things';
import { type Answers, desk } from './parts';

/** A run has to look at a thing right before it sends something there, so these send one request at a time. */
function alone(stranger: Stranger): Stranger {
  return { ...stranger, isAlone: true };
}

function shifting(stranger: Stranger): Stranger {
  return { ...stranger, isAlone: true, hasMovingIds: true };
}

/** At the reading of this number of one of the run's things, it is shown as what a stranger has made of it. */
function takenOver(
  reading: number,
  change: (thing: StrangerThing) => StrangerThing = () => ({ name: 'What Fay keeps now' }),
): StrangerChanges {
  return () => {
    const readings = new Map<string, number>();
    const read = ({ store }: Call, item: string) => {
      const kept = store.at(item);
      if (!kept || kept.owner === STRANGERS) return;
      const count = (readings.get(item) ?? 0) + 1;
      readings.set(item, count);
      if (count === reading) store.give(item, change(kept.thing));
    };
    return {
      first(call) {
        if (call.method !== 'GET') return undefined;
        const items =
          call.id === '' ? [...call.store.in(call.path).keys()].map((id) => `${call.path}/${id}`) : [call.path];
        for (const item of items) read(call, item);
        return undefined;
      },
    };
  };
}

const NOTED: ContractShape = { members: { note: { type: 'string', maxLength: 200 } } };

/** Once the run has made three things, the next reading of one finds the database as it was at first. */
function resets(after: (call: Call) => void): StrangerChanges {
  return (good) => {
    let made = 0;
    let isReset = false;
    return {
      create(call) {
        made++;
        return good.create(call);
      },
      first(call) {
        if (isReset || made < 3 || call.method !== 'GET') return undefined;
        isReset = true;
        call.store.reset();
        after(call);
        return undefined;
      },
    };
  };
}

function others(call: Call, number: number): void {
  for (let each = 0; each < number; each++)
    addAnothers(call.store, '/orders', { name: `What Gil has made, number ${each}` });
}

/** The id of a thing is its position in the list. @param isNewestFirst whether the newest one is the first. */
function byPosition(isNewestFirst: boolean): StrangerChanges {
  const ordered = (ids: Iterable<string>) => (isNewestFirst ? [...ids].reverse() : [...ids]);
  const positionOf = (call: Call, id: string) => ordered(call.store.in('/orders').keys()).indexOf(id) + 1;
  return (good) => ({
    resolve(path, store) {
      const [, position] = /^\/orders\/([^/]+)$/.exec(path) ?? [];
      if (position === undefined) return path;
      return `/orders/${ordered(store.in('/orders').keys())[Number(position) - 1] ?? 'none'}`;
    },
    show: (thing, id, call) => ({ id: positionOf(call, id), ...thing }),
    list: (call) => ({
      status: 200,
      body: ordered(call.store.in('/orders').keys()).map((id, at) => ({
        id: at + 1,
        ...call.store.at(`/orders/${id}`)?.thing,
      })),
    }),
    created: (call, id, thing) => ({
      status: 201,
      headers: { Location: `/orders/${positionOf(call, id)}` },
      body: { id: positionOf(call, id), ...thing },
    }),
    create(call) {
      const reply = good.create(call);
      if (!isNewestFirst) addAnothers(call.store, '/orders', { name: 'What Hal has made at once' });
      return reply;
    },
  });
}

/** What is to change or remove a thing has to wait for a moment once, and by then a stranger has taken the thing over. */
function takenOverMeanwhile(methods: readonly string[]): StrangerChanges {
  return () => {
    const seen = new Set<string>();
    return {
      first({ method, path, store }) {
        const kept = methods.includes(method) ? store.at(path) : undefined;
        if (!kept || kept.owner === STRANGERS || seen.has(path)) return undefined;
        seen.add(path);
        store.give(path, { name: 'What Fay keeps now' });
        return { status: 429, headers: { 'Retry-After': '0' }, body: { message: 'Please wait.' } };
      },
    };
  };
}

export const strangersWhoChangeThings: readonly Stranger[] = [
  alone(orderStore('taken-over', 'At the second reading of a thing, a stranger has taken it over.', takenOver(2))),
  alone(orderStore('taken-over-at-once', 'A stranger takes a thing over before it is read at all.', takenOver(1))),
  alone(orderStore('taken-over-late', 'At the third reading of a thing, a stranger has taken it over.', takenOver(3))),
  alone(
    orderStore(
      'taken-over-while-waiting',
      'A DELETE has to wait for a moment; meanwhile a stranger has taken the thing over.',
      takenOverMeanwhile(['DELETE']),
    ),
  ),
  alone(
    orderStore(
      'taken-over-while-changing',
      'A PUT has to wait for a moment; meanwhile a stranger has taken the thing over.',
      takenOverMeanwhile(['PUT', 'PATCH']),
    ),
  ),
  orderStore(
    'brought-back',
    'What is removed a stranger brings back at once, under the same id, and says so.',
    (good) => ({
      remove(call) {
        const { owner, thing } = call.store.at(call.path) ?? {};
        good.remove(call);
        if (thing && owner !== STRANGERS) addAnothers(call.store, '/orders', { ...thing, restoredBy: 'Fay' }, call.id);
        return withoutBody({}, 204);
      },
    }),
  ),
  alone(
    orderStore(
      'taken-over-in-part',
      'At the second reading of a thing, it holds the note of a stranger beside the name that the run sent.',
      takenOver(2, (thing) => ({ ...thing, note: 'Fay works on this, please leave it.' })),
      NOTED,
    ),
  ),
  alone(
    orderStore('taken-over-in-the-list', 'Only the list shows that a stranger has taken a thing over.', takenOver(2), {
      verbs: ['list', 'create', 'remove'],
    }),
  ),
  alone(
    putStore(
      'slot-taken-over',
      'PUT makes a thing; at its second reading, a stranger has taken it over.',
      { type: 'string', minLength: 1, maxLength: 60 },
      ['front-door'],
      takenOver(2),
    ),
  ),
  alone(
    orderStore(
      'taken-over-and-switched-off',
      'At the second reading of a thing, a stranger has taken it over and switched it off: to a quick look it is as good as removed.',
      takenOver(2, () => ({ name: 'What Fay keeps now', enabled: false })),
      { members: { enabled: { type: 'boolean', readOnly: true } } },
    ),
  ),
  alone(
    orderStore(
      'reset-in-the-middle',
      'The database is reset in the middle of a run, and strangers have the ids that the run was given.',
      resets((call) => others(call, 20)),
    ),
  ),
  alone(
    orderStore(
      'reset-gives-ids-anew',
      'The database is reset in the middle of a run; a stranger has one of the ids, the run is given the next ones anew.',
      resets((call) => others(call, 2)),
    ),
  ),
  alone(
    orderStore(
      'reset-and-listed',
      'The database is reset in the middle of a run, and only the list tells whose the ids are now.',
      resets((call) => others(call, 20)),
      { verbs: ['list', 'create', 'replace', 'remove'] },
    ),
  ),
  shifting(
    orderStore(
      'positions',
      'The id of a thing is its position in the list, and every removal shifts those behind it.',
      byPosition(false),
    ),
  ),
  shifting(
    orderStore(
      'positions-newest-first',
      'The id of a thing is its position in the list, in which the newest one is the first.',
      byPosition(true),
    ),
  ),
  alone(
    orderStore(
      'cached',
      'GET answers what a cache holds (`Age`) unless the request says `Cache-Control: no-cache`; the list shows that a stranger has taken the thing over.',
      (good) => {
        const cached = new Map<string, StrangerThing>();
        return {
          read(call, found) {
            const fresh = String(call.headers['cache-control'] ?? '').includes('no-cache');
            if (fresh) return good.read(call, found);
            const before = cached.get(call.path);
            if (before) return { status: 200, headers: { Age: '30' }, body: good.show(before, call.id, call) };
            cached.set(call.path, found);
            const reply = good.read(call, found);
            if (!before && call.store.at(call.path)?.owner !== STRANGERS)
              call.store.give(call.path, { name: 'What Fay keeps now' });
            return reply;
          },
        };
      },
    ),
  ),
  alone(
    desk({
      name: 'merged-into-anothers',
      sentence:
        'From its second reading on, a thing is merged into that of a stranger: GET answers 301, and what is sent there goes to that.',
      answers: mergedIntoAnothers,
    }),
  ),
  alone(
    orderStore(
      'list-moves-on',
      'POST answers nothing but 201, and the list shows the last one made by anyone; a stranger copies its name later, and the first is hidden.',
      (good) => ({
        created: () => withoutBody(),
        list(call) {
          const reply = good.list(call);
          const mine = [...call.store.in('/orders')].filter(([, { owner }]) => owner === call.owner).at(-1);
          if (mine) addAnothers(call.store, '/orders', { ...mine[1].thing, copyOf: 'another' });
          const hidden = new Set(call.store.of(call.owner).map((item) => Number(item.slice('/orders/'.length))));
          return { ...reply, body: (reply.body as { id: number }[]).filter(({ id }) => !hidden.has(id)) };
        },
      }),
      { created: null, members: { copyOf: { type: 'string', readOnly: true } } },
    ),
  ),
  alone(
    desk({
      name: 'joined-in-the-middle',
      sentence:
        'From its second reading on, a group has a stranger as its member, who would lose it; the count says so, too.',
      shape: {
        members: {
          members: { type: 'array', items: { type: 'string' }, readOnly: true },
          memberCount: { ...INTEGER, readOnly: true },
        },
      },
      changes: takenOver(2, (thing) => ({ ...thing, members: ['fay'], memberCount: 1 })),
    }),
  ),
];

function mergedIntoAnothers(): Answers {
  const readings = new Map<string, number>();
  const answer = (call: Call, id = '') => {
    const kept = call.store.at(call.path);
    if (!kept || kept.owner === STRANGERS) return undefined;
    const count = (readings.get(id) ?? 0) + (call.method === 'GET' ? 1 : 0);
    readings.set(id, count);
    if (count < 2) return undefined;
    if (call.method === 'GET') return withoutBody({ Location: '/orders/3' }, 301);
    if (call.method === 'DELETE') call.store.remove('/orders/3');
    else call.store.set('/orders/3', call.content, call.owner);
    return { status: 204 };
  };
  return { 'GET /orders/{id}': answer, 'PUT /orders/{id}': answer, 'DELETE /orders/{id}': answer };
}
