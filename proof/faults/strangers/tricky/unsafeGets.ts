/** Services in which a GET does what only an unsafe method should, and says so in its path or in its query. */

import { INTEGER, objectOf, operation, TEXT } from '../contracts';
import { type Call, NONE } from '../store';
import type { Stranger } from '../stranger';
import { DONE, desk, idsWhere, touch } from './parts';

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

export const strangersWithUnsafeGets: readonly Stranger[] = [
  onAll('purge'),
  onAll('clear'),
  onAll('reset'),
  onAll('deleteAll'),
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
