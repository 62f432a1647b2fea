/** Services whose answer to a POST is wrong about the thing that it made. */

import { contractOf, INTEGER, listOf, objectOf, resource, TEXT } from './contracts';
import type { Call, StrangerChanges } from './store';
import {
  addAnothers,
  getOrCreates,
  newestOfAll,
  ORDERS_OF_PEOPLE,
  orderStore,
  type Stranger,
  thingsOfPeople,
} from './stranger';
import type { StrangerThing } from './things';

/** Answers every POST with this id. */
const namedOne =
  (id: string): StrangerChanges =>
  () => ({ created: (_, __, thing) => ({ status: 201, body: { ...thing, id } }) });

export const strangersWhoseAnswersMislead: readonly Stranger[] = [
  orderStore(
    'get-or-create-unread',
    'POST answers 201 with what was there; nothing reads or lists it.',
    getOrCreates(201),
    {
      verbs: ['create', 'replace', 'change', 'remove'],
    },
  ),
  orderStore('id-of-a-dot', 'POST answers with the id ".": in a path that is the collection.', namedOne('.'), {
    ids: { id: TEXT },
  }),
  orderStore('id-of-two-dots', 'POST answers with the id "..": in a path that is what lies above.', namedOne('..'), {
    ids: { id: TEXT },
  }),
  orderStore('id-empty', 'POST answers with an empty id: in a path that is the collection.', namedOne(''), {
    ids: { id: { type: 'string' } },
  }),
  orderStore('id-with-a-path', 'POST answers with the id "../orders/3".', namedOne('../orders/3'), {
    ids: { id: TEXT },
  }),
  orderStore(
    'get-or-create-200',
    'One cart a user: POST answers 200 with the thing that was there.',
    getOrCreates(200),
  ),
  orderStore(
    'get-or-create-201',
    'One cart a user: POST answers 201 with the thing that was there.',
    getOrCreates(201),
  ),
  orderStore(
    'get-or-create-unlisted',
    'POST answers 201 with what was there, and lists show the newest two alone.',
    (good) => ({
      ...getOrCreates(201)(good),
      list: (call) => {
        const reply = good.list(call);
        return { ...reply, body: (reply.body as unknown[]).slice(-2) };
      },
    }),
  ),
  orderStore(
    'post-searches',
    'POST on the collection is a search, and answers the first thing that it finds.',
    (good) => ({
      create: (call) => ({ status: 200, body: good.show(call.store.at('/orders/1')?.thing ?? {}, '1', call) }),
    }),
  ),
  orderStore(
    'wrapped-customer',
    'POST answers {"customer": {"id": 3}}, the one who ordered; the order has another id.',
    () => ({ created: () => ({ status: 201, body: { customer: { id: 3 } } }) }),
    { created: objectOf({ customer: objectOf({ id: INTEGER }) }) },
  ),
  orderStore(
    'wrapped-result',
    'POST answers {"result": {"id": 3, "status": "queued"}}: the id of a job.',
    () => ({ created: () => ({ status: 201, body: { result: { id: 3, status: 'queued' } } }) }),
    { created: objectOf({ result: objectOf({ id: INTEGER, status: TEXT }) }) },
  ),
  orderStore(
    'rows-affected',
    'POST answers 1: the number of rows that it wrote.',
    () => ({ created: () => ({ status: 201, body: 1 }) }),
    {
      created: INTEGER,
    },
  ),
  orderStore(
    'rows-affected-text',
    'POST answers the text "1": the number of rows that it wrote.',
    () => ({ created: () => ({ status: 201, body: '1' }) }),
    { created: { type: 'string' } },
  ),
  orderStore('job', 'POST answers 202 with the id of a job, and with its Location.', () => ({
    created: () => ({ status: 202, headers: { Location: '/jobs/3' }, body: { id: 3, name: 'import' } }),
  })),
  orderStore('constant-id', 'POST answers whatever it makes with the id 1.', (good) => ({
    created: (call, _, thing) => ({ status: 201, body: good.show(thing, '1', call) }),
  })),
  orderStore('anothers-id', 'POST answers what was sent, with the id of the thing of a stranger.', (good) => ({
    created: (call, _, thing) => ({
      status: 201,
      headers: { Location: '/orders/2' },
      body: good.show(thing, '2', call),
    }),
  })),
  orderStore(
    'anothers-id-each-time',
    'POST answers what was sent, each time with the id of another stranger.',
    (good) => {
      let at = 0;
      return {
        created: (call, _, thing) => ({ status: 201, body: good.show(thing, String((at++ % 5) + 1), call) }),
      };
    },
  ),
  orderStore(
    'found-by-what-is-sent',
    'POST answers 200 with the id of what a stranger has of the same kind, and with what was sent; nothing reads or lists it.',
    (good) => {
      let at = 0;
      return {
        create: (call) => ({ status: 200, body: good.show(call.content, String((at++ % 5) + 1), call) }),
      };
    },
    { verbs: ['create', 'remove'] },
  ),
  orderStore('location-contradicts', 'POST answers the thing itself, and a Location that is a stranger’s.', (good) => ({
    created: (call, id, thing) => ({ ...good.created(call, id, thing), headers: { Location: '/orders/4' } }),
  })),
  orderStore('body-contradicts', 'POST answers the true Location, and a body with the id of a stranger.', (good) => ({
    created: (call, id, thing) => ({ ...good.created(call, id, thing), body: good.show(thing, '4', call) }),
  })),
  orderStore('latest-of-anyone', 'POST answers the newest thing; a stranger has made one in between.', (good) => ({
    created(call) {
      addAnothers(call.store, call.collection, { name: 'What Fay has just made' });
      const [id, thing] = newestOfAll(call);
      return good.created(call, id, thing);
    },
  })),
  orderStore(
    'latest-of-anyone-echoed',
    'POST answers what was sent with the newest id; a stranger has made one in between.',
    (good) => ({
      created(call, _, thing) {
        const id = addAnothers(call.store, call.collection, { name: 'What Fay has just made' });
        return good.created(call, id, thing);
      },
    }),
  ),
  orderStore(
    'list-with-strangers',
    'POST answers a list: what strangers have, and what was made at its end.',
    (good) => ({ created: (call) => ({ status: 201, body: good.list(call).body }) }),
    { created: listOf(objectOf({ id: INTEGER, name: TEXT })) },
  ),
  orderStore(
    'list-of-one-stranger',
    'POST answers a list with one thing of a stranger in it.',
    (good) => ({
      created: (call) => ({ status: 201, body: [good.show(call.store.at('/orders/5')?.thing ?? {}, '5', call)] }),
    }),
    { created: listOf(objectOf({ id: INTEGER, name: TEXT })) },
  ),
  orderStore(
    'whole-collection',
    'POST answers the whole collection: {"items": […], "id": 1}, 1 being its page.',
    (good) => ({ created: (call) => ({ status: 201, body: { id: 1, items: good.list(call).body } }) }),
    { created: objectOf({ id: INTEGER, items: listOf(objectOf({ id: INTEGER, name: TEXT })) }) },
  ),
  orderStore(
    'link-to-previous',
    'A link leads from the answer of POST to `$response.body#/previous`: what the newest was before.',
    (good) => ({
      create(call) {
        const [previous] = newestOfAll(call);
        const reply = good.create(call);
        return { ...reply, body: { ...(reply.body as StrangerThing), previous: Number(previous) } };
      },
    }),
    {
      members: { previous: { ...INTEGER, readOnly: true } },
      links: { previous: { operationId: 'read_orders_id_', parameters: { id: '$response.body#/previous' } } },
    },
  ),
  {
    name: 'bulk',
    sentence: 'POST takes a list of things, makes them all, and answers with their ids.',
    contract: contractOf(
      resource('/orders/{id}', {
        sent: { ...listOf({ ...objectOf({ name: TEXT, note: TEXT }), required: ['name'] }), minItems: 1, maxItems: 3 },
        created: listOf(objectOf({ id: INTEGER, name: TEXT })),
      }),
    ),
    before: ORDERS_OF_PEOPLE,
    changes: (good) => ({
      create(call) {
        const sent = call.content as unknown as readonly StrangerThing[];
        const bodies = sent.map((thing) => good.create({ ...call, content: thing }).body);
        return { status: 201, body: bodies };
      },
    }),
  },
  {
    name: 'nested-objects',
    sentence: 'An order is sent with its customer, by id or as an object; the service makes the customer, too.',
    contract: contractOf(
      {
        ...resource('/orders/{id}', {
          members: { customer: { oneOf: [INTEGER, { ...objectOf({ name: TEXT, mail: TEXT }), required: ['name'] }] } },
          required: ['name', 'customer'],
        }),
      },
      resource('/customers/{id}', { members: { mail: TEXT } }),
    ),
    before: { ...ORDERS_OF_PEOPLE, '/customers': thingsOfPeople() },
    changes: (good) => {
      const makeCustomer = ({ content, store, owner }: Call) => {
        const { customer } = content;
        if (typeof customer === 'object') store.set(`/customers/${store.nextId()}`, customer as StrangerThing, owner);
      };
      return {
        create(call) {
          makeCustomer(call);
          return good.create(call);
        },
        put(call, found) {
          makeCustomer(call);
          return good.put(call, found);
        },
        change(call, found) {
          makeCustomer(call);
          return good.change(call, found);
        },
      };
    },
  },
];
