/** Services in which an answer that something is gone, or a look that finds something else, is no more than polite: the thing is still there. */

import { contractOf, INTEGER, listOf, objectOf, objectWith, operation, TEXT } from '../contracts';
import type { StrangerChanges } from '../store';
import { orderStore, type Stranger } from '../stranger';
import { answeredBy, both, DONE, desk, withThing } from './parts';

const RULE = objectWith({ host: TEXT, port: TEXT });
const BOOLEAN = { type: 'boolean' };
const LINK = objectOf({ id: INTEGER, name: TEXT, until: { type: 'string', format: 'date-time' }, enabled: BOOLEAN });
const TAG = objectWith({ type: { ...TEXT, enum: ['simple'] }, value: TEXT });

/** DELETE answers 204, and removes nothing. */
const removesNothing: StrangerChanges = () => ({ remove: () => DONE });

export const strangersWhoArePolite: readonly Stranger[] = [
  orderStore(
    'polite-removal',
    'No GET shows an order by itself, and DELETE answers 204 and removes nothing: the list shows it still.',
    removesNothing,
    { verbs: ['list', 'create', 'remove'] },
  ),
  {
    name: 'polite-removal-of-labels',
    sentence: 'The list has names alone, and DELETE /labels/{label} answers 204 and removes nothing.',
    contract: contractOf(
      operation('GET /labels', { answers: { 200: listOf(TEXT) } }),
      operation('POST /labels', { sent: objectWith({ label: TEXT }), answers: { 201: objectOf({ label: TEXT }) } }),
      operation('DELETE /labels/{label}', { ids: { label: TEXT } }),
    ),
    before: { '/labels': { urgent: { label: 'urgent' }, late: { label: 'late' } } },
    changes: both(
      removesNothing,
      (good) => ({ show: (_, id) => id, list: (call) => good.list(call) }),
      answeredBy({
        'POST /labels'(call) {
          const item = `/labels/${String(call.content['label'])}`;
          if (call.store.at(item)) return { status: 409, body: { message: 'There is one.' } };
          call.store.set(item, call.content, call.owner);
          return { status: 201, body: call.content };
        },
      }),
    ),
  },
  {
    name: 'polite-removal-of-two-names',
    sentence: 'DELETE /rules/{host}/{port} answers 204 and removes nothing: GET /rules shows the rule still.',
    contract: contractOf(
      operation('GET /rules', { answers: { 200: listOf(RULE) } }),
      operation('POST /rules', { sent: RULE, answers: { 201: null } }),
      operation('DELETE /rules/{host}/{port}', { ids: { host: TEXT, port: TEXT } }),
    ),
    before: { '/rules': { 'soil 1': { host: 'soil', port: '1' } } },
    changes: both(
      removesNothing,
      () => ({ show: (thing) => thing, resolve: (path) => path.replace(/^(\/rules\/[^/]+)\/(.+)$/s, '$1 $2') }),
      answeredBy({
        'POST /rules'(call) {
          const { host, port } = call.content;
          if (!String(host).includes('-')) return { status: 422, body: { message: 'It is no name of a host.' } };
          const item = `/rules/${String(host)} ${String(port)}`;
          if (call.store.at(item)) return { status: 409, body: { message: 'There is one.' } };
          call.store.set(item, call.content, call.owner);
          return { status: 201 };
        },
      }),
    ),
  },
  {
    name: 'unlike-after-put',
    sentence:
      'Nothing removes a link, and a GET shows what PUT sent in other words, and that it is not enabled: it is there all the same.',
    contract: contractOf(
      operation('GET /links', { answers: { 200: listOf(LINK) } }),
      operation('POST /links', { sent: objectWith({ name: TEXT }), answers: { 201: LINK } }),
      operation('GET /links/{id}', { ids: { id: INTEGER }, answers: { 200: LINK } }),
      operation('PUT /links/{id}', {
        ids: { id: INTEGER },
        sent: objectWith({ until: { type: 'string', format: 'date-time' }, enabled: BOOLEAN }),
        answers: { 200: LINK },
      }),
    ),
    before: { '/links': { '1': { name: 'of Ada' } } },
    changes: answeredBy({
      'PUT /links/{id}': withThing('/links', (call, thing, item) => {
        const until = new Date(String(call.content['until'])).toISOString();
        const changed = { ...thing, name: 'a link', until, enabled: false };
        call.store.set(item, changed, call.owner);
        return { status: 200, body: { ...changed, id: Number(item.split('/').at(-1)) } };
      }),
    }),
  },
  desk({
    name: 'tags-beside',
    sentence:
      'POST /orders/{id}/tags makes a tag of its own, too, which DELETE /orders/{id}/tags/{type}/{value} leaves; GET /tags lists the tags of all, and many have one type.',
    paths: [
      operation('GET /tags', { answers: { 200: listOf(TAG) } }),
      operation('POST /tags', { sent: TAG, answers: { 201: TAG } }),
      operation('GET /tags/{type}', { ids: { type: TEXT }, answers: { 200: listOf(TAG) } }),
      operation('DELETE /tags/{type}/{value}', { ids: { type: TEXT, value: TEXT } }),
      operation('POST /orders/{id}/tags', { ids: { id: INTEGER }, sent: TAG, answers: { 201: TAG } }),
      operation('DELETE /orders/{id}/tags/{type}/{value}', { ids: { id: INTEGER, type: TEXT, value: TEXT } }),
    ],
    before: {
      '/tags': { 'simple of-ada': { type: 'simple', value: 'of-ada' }, 'simple b': { type: 'simple', value: 'b' } },
    },
    changes: (good) => ({
      show: (thing, id, call) => (call.collection === '/tags' ? thing : good.show(thing, id, call)),
      resolve: (path) => path.replace(/^(\/tags\/[^/]+)\/(.+)$/s, '$1 $2'),
    }),
    answers: {
      'POST /tags'(call) {
        const item = `/tags/${String(call.content['type'])} ${String(call.content['value'])}`;
        if (call.store.at(item)) return { status: 409, body: { message: 'There is one.' } };
        call.store.set(item, call.content, call.owner);
        return { status: 201, body: call.content };
      },
      'POST /orders/{id}/tags': withThing('/orders', (call) => {
        if (String(call.content['value']).length < 14) return { status: 422, body: { message: 'It is too short.' } };
        const item = `/tags/${String(call.content['type'])} ${String(call.content['value'])}`;
        if (!call.store.at(item)) call.store.set(item, call.content, call.owner);
        return { status: 201, body: call.content };
      }),
      'DELETE /orders/{id}/tags/{type}/{value}': () => DONE,
    },
  }),
];
