/** Services in which two texts are one name, one id is two things in turn, or one request is about many things. */

import { INTEGER, listOf, objectOf, objectWith, operation, TEXT } from '../contracts';
import { type Call, NONE, type StrangerChanges } from '../store';
import { addAnothers, orderStore, type Stranger, thingsOfPeople } from '../stranger';
import type { StrangerThing } from '../things';
import { DONE, desk, idsWhere, makes, withThing } from './parts';

/** POST changes what has the same name as a function writes it, and makes a thing otherwise. */
function upsertsBy(write: (name: string) => string): StrangerChanges {
  return (good) => ({
    create(call) {
      const name = write(String(call.content['name']));
      const [found] = idsWhere(call, '/orders', (thing) => write(String(thing['name'])) === name);
      if (found === undefined) return good.create(call);
      const item = `/orders/${found}`;
      call.store.set(item, { ...call.store.at(item)?.thing, ...call.content }, call.owner);
      return { status: 200, body: good.show(call.content, found, call) };
    },
  });
}

/** The ids of removed things are given to the next things, those of strangers first. */
const idsAnew: StrangerChanges = (good) => {
  const free: string[] = [];
  return {
    newId: ({ store }) => free.pop() ?? store.nextId(),
    remove(call) {
      const reply = good.remove(call);
      addAnothers(call.store, '/orders', { name: 'What Ida keeps here now' }, call.id);
      free.push(call.store.nextId());
      return reply;
    },
  };
};

const PARENT = objectOf({ parentId: INTEGER });

export const strangersWithSameNames: readonly Stranger[] = [
  orderStore(
    'upsert-without-case',
    'POST finds a thing by its name in small letters, and changes it.',
    upsertsBy((name) => name.toLowerCase()),
  ),
  orderStore(
    'upsert-trimmed',
    'POST finds a thing by its name without the spaces around it, cut after eight letters, and changes it.',
    upsertsBy((name) => name.trim().slice(0, 8)),
    { members: { name: { ...TEXT, example: 'What Ada keeps' } } },
  ),
  orderStore(
    'upsert-by-letters',
    'POST finds a thing by the letters of its name alone, without marks and digits.',
    upsertsBy((name) => name.normalize('NFKD').replace(/[^a-z]/gi, '')),
  ),
  orderStore('id-given-anew-at-once', 'The id of a thing that is removed is that of a stranger’s at once.', idsAnew),
  orderStore('soft-and-made-again', 'DELETE marks a thing; a stranger restores it by making it again.', (good) => ({
    remove(call) {
      call.store.remove(call.path);
      addAnothers(call.store, '/orders', { name: 'What Gil has made anew' }, call.id);
      return { status: 200, body: { id: Number(call.id), deleted: true } };
    },
    read: (call, found) => good.read(call, found),
  })),
  desk({
    name: 'bulk-removal',
    sentence: 'POST /orders/bulk-delete removes what its body lists, and all where it lists none.',
    paths: [
      operation('POST /orders/bulk-delete', { sent: objectOf({ ids: listOf(INTEGER) }), answers: { 200: null } }),
    ],
    answers: {
      'POST /orders/bulk-delete'(call) {
        const ids = (call.content['ids'] as readonly unknown[] | undefined)?.map(String) ?? [];
        for (const id of ids.length > 0 ? ids : idsWhere(call, '/orders', () => true))
          call.store.remove(`/orders/${id}`);
        return { status: 200 };
      },
    },
  }),
  desk({
    name: 'bulk-making',
    sentence: 'POST /orders/batch makes several orders, and answers with their number alone.',
    paths: [
      operation('POST /orders/batch', {
        sent: { ...listOf(objectWith({ name: TEXT })), minItems: 1, maxItems: 3 },
        answers: { 201: objectOf({ count: INTEGER }) },
      }),
    ],
    answers: {
      'POST /orders/batch'(call) {
        const sent = Object.values(call.content) as readonly StrangerThing[];
        for (const thing of sent) makes(call, '/orders', thing);
        return { status: 201, body: { count: sent.length } };
      },
    },
  }),
  desk({
    name: 'moved-below-anothers',
    sentence: 'POST /orders/{id}/move puts an order below the one that its body names, whose owner sees it.',
    paths: [operation('POST /orders/{id}/move', { sent: PARENT, answers: { 200: null } })],
    answers: {
      'POST /orders/{id}/move': withThing('/orders', (call) => {
        const parent = `/orders/${String(call.content['parentId'])}`;
        const kept = call.store.at(parent);
        if (!kept) return NONE;
        call.store.set(parent, { ...kept.thing, children: 1 }, call.owner);
        return { status: 200 };
      }),
    },
  }),
  orderStore(
    'put-merges-anothers',
    'PUT puts a thing together with the one of a stranger before it, and answers with that.',
    (good) => ({
      put(call, found) {
        if (!found || call.store.at(call.path)?.owner !== call.owner) return good.put(call, found);
        return { status: 200, body: good.show({ ...call.store.at('/orders/5')?.thing, ...call.content }, '5', call) };
      },
    }),
  ),
  orderStore(
    'head-and-get-disagree',
    'HEAD answers 404 for what GET shows; a GET of what is not there shows the newest thing.',
    (good) => ({
      read: (call, found) => (call.method === 'HEAD' ? NONE : good.read(call, found)),
      first(call: Call) {
        if (call.method !== 'GET' || call.id === '' || call.store.at(call.path)) return undefined;
        const [id, kept] = [...call.store.in(call.collection)].at(-1) ?? [];
        return id === undefined ? undefined : { status: 200, body: good.show(kept?.thing ?? {}, id, call) };
      },
    }),
  ),
  orderStore('list-of-the-user', 'The list shows what the user made alone; ids are those of all.', (good) => ({
    list: (call) => ({
      status: 200,
      body: [...call.store.in('/orders')]
        .filter(([, { owner }]) => owner === call.owner)
        .map(([id, { thing }]) => good.show(thing, id, call)),
    }),
    created: (call, id, thing) => ({
      status: 201,
      body: { ...(good.show(thing, id, call) as object), id: (Number(id) % 5) + 1 },
    }),
  })),
  desk({
    name: 'action-about-the-latest',
    sentence: 'POST /orders/{id}/cancel is about the latest order of a stranger where the order is the run’s own.',
    paths: [operation('POST /orders/{id}/archive', { answers: { 200: objectOf({ id: INTEGER }) } })],
    answers: { 'POST /orders/{id}/archive': withThing('/orders', () => ({ status: 200, body: { id: 3 } })) },
  }),
  orderStore(
    'async-with-anothers-id',
    'POST answers 202 with the id of a stranger’s thing that was under way; the own one has the next.',
    (good) => ({
      create(call) {
        const others = addAnothers(call.store, '/orders', { name: 'What Ida has under way' });
        good.create(call);
        return {
          status: 202,
          headers: { Location: `/orders/${others}` },
          body: { id: Number(others), status: 'queued' },
        };
      },
    }),
  ),
  orderStore('names-are-cut', 'The service keeps the first ten characters of a name.', (good) => ({
    create: (call) =>
      good.create({ ...call, content: { ...call.content, name: String(call.content['name']).slice(0, 10) } }),
  })),
  orderStore('names-in-capitals', 'The service keeps names in capitals, with underscores.', (good) => ({
    create: (call) =>
      good.create({
        ...call,
        content: { ...call.content, name: String(call.content['name']).toUpperCase().replace(/\W/g, '_') },
      }),
  })),
  desk({
    name: 'children-of-others-go-too',
    sentence:
      'Lines of others lie below each order but the first at once; DELETE removes them, and only their own list shows them.',
    paths: [
      operation('GET /orders/{id}/lines', { answers: { 200: listOf(objectOf({ id: INTEGER, name: TEXT })) } }),
      operation('DELETE /orders/{id}/lines/{lineId}'),
    ],
    // What lies in the first one at once may have come with it.
    changes: (good) => ({
      create(call) {
        const isFirst = call.store.of(call.owner).length === 0;
        const reply = good.create(call);
        const { id } = reply.body as { readonly id: number };
        if (!isFirst)
          call.store.set(`/orders/${id}/lines/${call.store.nextId()}`, { name: 'What Fay puts in' }, 'strangers');
        return reply;
      },
    }),
  }),
  desk({
    name: 'taken-by-header',
    sentence: 'X-Tenant chooses whose orders are meant; without one they are those of all.',
    paths: [
      operation('DELETE /orders', {
        parameters: [{ in: 'header', name: 'X-Tenant', schema: { ...TEXT, example: 'ada' } }],
        answers: { 204: null },
      }),
    ],
    answers: {
      'DELETE /orders'(call) {
        for (const id of idsWhere(call, '/orders', () => true)) call.store.remove(`/orders/${id}`);
        return DONE;
      },
    },
  }),
  desk({
    name: 'swap',
    sentence: 'POST /orders/{id}/swap changes the names of two orders: its own and that which the query names.',
    paths: [
      operation('POST /orders/{id}/swap', {
        parameters: [{ in: 'query', name: 'with', required: true, schema: { ...INTEGER, example: 2 } }],
        answers: { 200: null },
      }),
    ],
    answers: {
      'POST /orders/{id}/swap': withThing('/orders', (call, thing, item) => {
        const other = `/orders/${call.query.get('with') ?? ''}`;
        const kept = call.store.at(other);
        if (!kept) return NONE;
        call.store.set(other, thing, call.owner);
        call.store.set(item, kept.thing, call.owner);
        return { status: 200 };
      }),
    },
  }),
  orderStore(
    'lost-update',
    'PUT without If-Match is taken, and takes away what a stranger wrote in between.',
    (good) => ({
      read(call, found) {
        const kept = call.store.at(call.path);
        if (kept && kept.owner === call.owner && !('seen' in kept.thing)) {
          call.store.set(call.path, { ...kept.thing, seen: 1 }, call.owner);
          return good.read(call, found);
        }
        return good.read(call, found);
      },
    }),
  ),
  desk({
    name: 'created-with-a-twin',
    sentence: 'POST makes the thing and a second one for the archive, which the same list shows with a mark.',
    shape: { members: { archived: { type: 'boolean', readOnly: true } } },
    changes: (good) => ({
      create(call) {
        makes(call, '/orders', { ...call.content, archived: true });
        return good.create(call);
      },
    }),
  }),
  {
    ...orderStore(
      'ids-in-two-alphabets',
      'GET takes an id in any base; DELETE takes the digits of an id alone.',
      (good) => ({
        resolve: (path) => path.replace(/^(\/orders\/)\D*(\d+)\D*$/, '$1$2'),
        remove: (call) => good.remove(call),
      }),
    ),
    before: { '/orders': thingsOfPeople() },
  },
];
