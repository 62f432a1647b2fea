/** Services in which a GET does what only an unsafe method should, and says so in its path or in its query. */

import { contractOf, INTEGER, objectOf, operation, resource, TEXT } from '../contracts';
import { type Call, NONE } from '../store';
import type { Stranger } from '../stranger';
import { DONE, desk, idsWhere, touch, withThing } from './parts';

function removesAll(call: Call): typeof DONE {
  for (const id of idsWhere(call, '/orders', () => true)) call.store.remove(`/orders/${id}`);
  return { status: 200, body: { done: true } };
}

const DONE_SHAPE = { answers: { 200: objectOf({ done: { type: 'boolean' } }) } };

/** GET on a path that ends in a verb, and does what it says to all orders. */
function onAll(verb: string): Stranger {
  return desk({
    name: `get-${verb}`,
    sentence: `GET /orders/${verb} removes all orders.`,
    paths: [operation(`GET /orders/${verb}`, DONE_SHAPE)],
    answers: { [`GET /orders/${verb}`]: removesAll },
  });
}

/** GET on a path that ends in a verb, and does what it says to one order. */
function onOne(verb: string): Stranger {
  return desk({
    name: `get-and-${verb}`,
    sentence: `GET /orders/{id}/${verb} removes or changes that order.`,
    paths: [operation(`GET /orders/{id}/${verb}`, DONE_SHAPE)],
    answers: {
      [`GET /orders/{id}/${verb}`](call, id) {
        if (!call.store.at(`/orders/${id}`)) return NONE;
        if (verb === 'delete') call.store.remove(`/orders/${id}`);
        else touch(call, `/orders/${id}`, { note: verb });
        return { status: 200, body: { done: true } };
      },
    },
  });
}

/** GET on a path that ends in a verb, and takes the first order out of the queue, which it shows. */
function takesFirst(verb: string): Stranger {
  return desk({
    name: `get-${verb}`,
    sentence: `GET /orders/${verb} takes the first order out of the queue.`,
    paths: [operation(`GET /orders/${verb}`, { answers: { 200: objectOf({ id: INTEGER, name: TEXT }) } })],
    answers: {
      [`GET /orders/${verb}`](call) {
        const [id = ''] = idsWhere(call, '/orders', () => true);
        const thing = call.store.at(`/orders/${id}`)?.thing;
        call.store.remove(`/orders/${id}`);
        return { status: 200, body: { id: Number(id), ...thing } };
      },
    },
  });
}

export const strangersWithUnsafeGets: readonly Stranger[] = [
  onAll('purge'),
  onAll('clear'),
  onAll('reset'),
  onAll('deleteAll'),
  ...['pop', 'dequeue', 'claim', 'receive', 'ack', 'rotate', 'regenerate'].map(takesFirst),
  {
    name: 'get-makes',
    sentence: 'GET /drafts/{key} makes a draft where there is none, as the list shows.',
    contract: contractOf(
      resource('/drafts/{key}', { ids: { key: TEXT }, idMember: 'key', verbs: ['list', 'read', 'replace', 'remove'] }),
    ),
    before: { '/drafts': { home: { name: 'What Ada writes' } } },
    changes: () => ({
      show: (thing, id) => ({ key: id, ...thing }),
      list: ({ store }) => ({
        status: 200,
        body: [...store.in('/drafts')].map(([key, { thing }]) => ({ key, ...thing })),
      }),
      first({ method, id, path, store, owner }) {
        if (method === 'GET' && id !== '' && !store.at(path)) store.set(path, { name: 'untitled' }, owner);
        return undefined;
      },
    }),
  },
  desk({
    name: 'get-with-another-method',
    sentence: 'GET /orders/{id}?_method=DELETE removes an order.',
    shape: { verbs: ['list', 'create', 'remove'] },
    paths: [
      operation('GET /orders/{id}', {
        parameters: [{ in: 'query', name: '_method', schema: { enum: ['PUT', 'PATCH', 'DELETE'] } }],
        answers: { 200: objectOf({ id: INTEGER, name: TEXT }) },
      }),
    ],
    answers: {
      'GET /orders/{id}': withThing('/orders', ({ query, store, id }, thing, item) => {
        if (query.get('_method') === 'DELETE') store.remove(item);
        return { status: 200, body: { id: Number(id), ...thing } };
      }),
    },
  }),
  onOne('delete'),
  onOne('cancel'),
  onOne('approve'),
  desk({
    name: 'get-logout',
    sentence: 'GET /sessions/logout ends the sessions of everyone.',
    paths: [operation('GET /sessions/logout')],
    before: { '/sessions': { 'session-of-ada': { user: 'ada' } } },
    answers: {
      'GET /sessions/logout'(call) {
        for (const id of [...call.store.in('/sessions').keys()]) call.store.remove(`/sessions/${id}`);
        return DONE;
      },
    },
  }),
  desk({
    name: 'get-with-an-action',
    sentence: 'GET /rpc?action=delete&id=3 removes an order; the query names the action and the example the order.',
    paths: [
      operation('GET /rpc', {
        parameters: [
          { in: 'query', name: 'action', required: true, schema: { enum: ['delete', 'show'] } },
          { in: 'query', name: 'id', required: true, schema: { ...INTEGER, minimum: 1, example: 3 } },
        ],
        answers: { 200: objectOf({ message: TEXT }) },
      }),
    ],
    answers: {
      'GET /rpc'({ query, store }) {
        if (query.get('action') === 'delete') store.remove(`/orders/${query.get('id')}`);
        return { status: 200, body: { message: 'Done' } };
      },
    },
  }),
];
