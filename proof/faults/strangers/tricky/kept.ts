/** Services that keep what is removed, or that say of things from their beginning what others say of those that are removed. */

import { contractOf, INTEGER, listOf, objectOf, objectWith, operation, resource, TEXT } from '../contracts';
import { NONE } from '../store';
import type { Stranger } from '../stranger';
import { answeredBy, both, DONE, desk, makes, withThing } from './parts';

const BOOLEAN = { type: 'boolean' };
const KEY = objectOf({ id: INTEGER, keytype: TEXT, active: BOOLEAN });
const KEY_TYPE = { type: 'string', enum: ['ksk', 'zsk'] };
const SILENCE = objectOf({ id: TEXT, comment: TEXT, status: objectOf({ state: TEXT }) });
const READ_ONLY = { type: 'boolean', readOnly: true };

export const strangersWhoKeep: readonly Stranger[] = [
  desk({
    name: 'keys-without-a-text',
    sentence:
      'POST /orders/{id}/keys makes a key that is not active, and has nothing by which it could be told from others.',
    paths: [
      operation('GET /orders/{id}/keys', { answers: { 200: listOf(KEY) } }),
      operation('POST /orders/{id}/keys', { sent: objectWith({ keytype: KEY_TYPE }), answers: { 201: KEY } }),
      operation('GET /orders/{id}/keys/{keyId}', { answers: { 200: KEY } }),
      operation('DELETE /orders/{id}/keys/{keyId}'),
    ],
    shape: { verbs: ['list', 'create', 'read'] },
    before: { '/orders/1/keys': { '1': { keytype: 'KSK', active: true } } },
    answers: {
      // What is shown is not what was sent, so that nothing proves whose it is.
      'POST /orders/{id}/keys': (call, id = '') =>
        call.store.at(`/orders/${id}`)
          ? makes(call, `/orders/${id}/keys`, { keytype: String(call.content['keytype']).toUpperCase(), active: false })
              .reply
          : NONE,
    },
  }),
  desk({
    name: 'made-inactive',
    sentence:
      'An order is made inactive, and DELETE answers 204 and removes nothing: it says no more of its end than before.',
    shape: { members: { active: READ_ONLY }, verbs: ['list', 'create', 'read', 'remove'] },
    changes: (good) => ({
      create: (call) => good.create({ ...call, content: { ...call.content, active: false } }),
      remove: () => DONE,
    }),
  }),
  {
    name: 'kept-as-expired',
    sentence:
      'POST /silences answers 200 with {"silenceId"}; DELETE /silence/{silenceId} ends a silence, which GET shows as expired from then on.',
    contract: contractOf(
      operation('GET /silences', { answers: { 200: listOf(SILENCE) } }),
      operation('POST /silences', {
        sent: objectWith({ comment: { ...TEXT, example: 'theirs' } }),
        answers: { 200: objectOf({ silenceId: TEXT }) },
      }),
      operation('GET /silence/{silenceId}', { ids: { silenceId: TEXT }, answers: { 200: SILENCE } }),
      operation('DELETE /silence/{silenceId}', { ids: { silenceId: TEXT }, answers: { 200: null } }),
    ),
    before: { '/silence': { 'a-1': { comment: 'theirs', status: { state: 'active' } } } },
    changes: both(
      () => ({ show: (thing, id) => ({ id, ...thing }) }),
      answeredBy({
        'GET /silences': ({ store }) => ({
          status: 200,
          body: [...store.in('/silence')].map(([id, { thing }]) => ({ id, ...thing })),
        }),
        'POST /silences'(call) {
          const silenceId = `s-${call.store.nextId()}`;
          call.store.set(`/silence/${silenceId}`, { ...call.content, status: { state: 'active' } }, call.owner);
          return { status: 200, body: { silenceId } };
        },
        'DELETE /silence/{silenceId}': withThing('/silence', (call, thing, item) => {
          call.store.set(item, { ...thing, status: { state: 'expired' } }, call.owner);
          return { status: 200 };
        }),
      }),
    ),
  },
  {
    name: 'read-only-for-a-while',
    sentence:
      'POST /mode with {"readOnly": true} lets nothing be changed from then on, which every other unsafe request is answered with 503.',
    contract: contractOf(
      resource('/orders/{id}', { verbs: ['list', 'create', 'read', 'remove'] }),
      operation('GET /mode', { answers: { 200: objectOf({ readOnly: BOOLEAN }) } }),
      operation('POST /mode', { sent: objectWith({ readOnly: BOOLEAN }) }),
    ),
    before: { '/orders': { '1': { name: 'What Ada keeps' } } },
    changes: answeredBy(() => {
      let readOnly = false;
      const refused = () => (readOnly ? { status: 503, body: { message: 'Nothing can be changed now.' } } : undefined);
      return {
        'GET /mode': () => ({ status: 200, body: { readOnly } }),
        'POST /mode'(call) {
          readOnly = call.content['readOnly'] === true;
          return DONE;
        },
        'POST /orders': refused,
        'DELETE /orders/{id}': refused,
      };
    }),
  },
];
