/** Services in which an operation on a thing makes another one, moves it, or brings it back. */

import { INTEGER, listOf, objectOf, objectWith, operation, resource, type SchemaLiteral, TEXT } from '../contracts';
import { type Call, NONE } from '../store';
import { type Stranger, thingsOfPeople } from '../stranger';
import type { StrangerThing } from '../things';
import { type Answers, DONE, desk, makes, withThing } from './parts';

const ORDER: SchemaLiteral = objectOf({ id: INTEGER, name: TEXT });

const FOR_GOOD = ['list', 'create', 'read'] as const;

/** Copies an order, and answers as a function says. */
const copying = (answer: (id: string, made: StrangerThing) => ReturnType<typeof makes>['reply']) =>
  withThing('/orders', (call, thing) => answer(makes(call, '/orders', thing).id, thing));

const idsOf = ({ content }: Call, member: string) => [content[member]].flat().map(String);

export const strangersWithActionsThatMake: readonly Stranger[] = [
  desk({
    name: 'copy',
    sentence: 'POST /orders/{id}/copy makes a second order: 201 with Location and the copy.',
    paths: [operation('POST /orders/{id}/copy', { answers: { 201: ORDER } })],
    answers: { 'POST /orders/{id}/copy': withThing('/orders', (call, thing) => makes(call, '/orders', thing).reply) },
  }),
  desk({
    name: 'copy-for-good',
    sentence: 'POST /orders/{id}/copy makes a second order, and nothing removes any.',
    shape: { verbs: FOR_GOOD },
    paths: [operation('POST /orders/{id}/copy', { answers: { 201: ORDER } })],
    answers: { 'POST /orders/{id}/copy': withThing('/orders', (call, thing) => makes(call, '/orders', thing).reply) },
  }),
  desk({
    name: 'fork',
    sentence: 'POST /orders/{id}/fork makes another order: 202 with its Location, and no body.',
    paths: [operation('POST /orders/{id}/fork', { answers: { 202: null } })],
    answers: { 'POST /orders/{id}/fork': copying((id) => ({ status: 202, headers: { Location: `/orders/${id}` } })) },
  }),
  desk({
    name: 'repeat',
    sentence: 'POST /orders/{id}/repeat makes another order: 200 with {"orderId"}.',
    paths: [operation('POST /orders/{id}/repeat', { answers: { 200: objectOf({ orderId: INTEGER }) } })],
    answers: { 'POST /orders/{id}/repeat': copying((id) => ({ status: 200, body: { orderId: Number(id) } })) },
  }),
  desk({
    name: 'split',
    sentence: 'POST /orders/{id}/split makes two orders of one: 200 with a list of both.',
    paths: [operation('POST /orders/{id}/split', { answers: { 200: listOf(ORDER) } })],
    answers: {
      'POST /orders/{id}/split': withThing('/orders', (call, thing, item) => {
        const parts = [makes(call, '/orders', thing), makes(call, '/orders', { ...thing, note: 'the second half' })];
        call.store.remove(item);
        return { status: 200, body: parts.map(({ reply }) => reply.body) };
      }),
    },
  }),
  desk({
    name: 'duplicate-unsaid',
    sentence: 'POST /orders/{id}/duplicate makes another order and answers 204: only the list tells.',
    paths: [operation('POST /orders/{id}/duplicate')],
    answers: { 'POST /orders/{id}/duplicate': copying(() => DONE) },
  }),
  desk({
    name: 'clone-with-a-colon',
    sentence: 'POST /orders/{id}:clone makes another order: 201 with the copy, without a Location.',
    paths: [operation('POST /orders/{id}:clone', { answers: { 201: ORDER } })],
    answers: {
      'POST /orders/{id}:clone': copying((id, thing) => ({ status: 201, body: { id: Number(id), ...thing } })),
    },
  }),
  desk({
    name: 'duplicate-several',
    sentence: 'POST /orders/duplicate copies the orders that its body names: 201 with the ids of the copies.',
    paths: [
      operation('POST /orders/duplicate', {
        sent: objectWith({
          orderIds: { ...listOf({ ...INTEGER, minimum: 1 }), minItems: 1, maxItems: 5, example: [1, 2] },
        }),
        answers: { 201: objectOf({ copies: listOf(INTEGER) }) },
      }),
    ],
    answers: {
      'POST /orders/duplicate'(call) {
        const things = idsOf(call, 'orderIds').map((id) => call.store.at(`/orders/${id}`)?.thing ?? {});
        return { status: 201, body: { copies: things.map((thing) => Number(makes(call, '/orders', thing).id)) } };
      },
    },
  }),
  desk({
    name: 'merge-makes',
    sentence: 'POST /orders/merge makes one order of those that its body names, and removes them.',
    paths: [
      operation('POST /orders/merge', {
        sent: objectWith({
          orderIds: { ...listOf({ ...INTEGER, minimum: 1 }), minItems: 2, maxItems: 5, example: [1, 2] },
        }),
        answers: { 201: ORDER },
      }),
    ],
    answers: {
      'POST /orders/merge'(call) {
        const items = idsOf(call, 'orderIds').map((id) => `/orders/${id}`);
        if (!items.every((item) => call.store.at(item))) return NONE;
        for (const item of items) call.store.remove(item);
        return makes(call, '/orders', { name: 'Merged' }).reply;
      },
    },
  }),
  desk({
    name: 'rename',
    sentence: 'POST /files/{name}/rename with {"new_name"} moves a file to another name, and answers 204.',
    paths: [
      resource('/files/{name}', {
        ids: { name: TEXT },
        idMember: 'name',
        choosesId: true,
        required: [],
        verbs: ['list', 'create', 'read', 'remove'],
      }),
      operation('POST /files/{name}/rename', { ids: { name: TEXT }, sent: objectWith({ new_name: TEXT }) }),
    ],
    before: { '/files': { 'main.txt': { name: 'main.txt' }, a: { name: 'a' }, string: { name: 'string' } } },
    answers: {
      'POST /files'(call) {
        const name = String(call.content['name']);
        if (call.store.at(`/files/${name}`)) return { status: 409, body: { message: 'It is taken.' } };
        call.store.set(`/files/${name}`, call.content, call.owner);
        return { status: 201, body: call.content };
      },
      'POST /files/{name}/rename': withThing('/files', (call, _, item) => {
        const name = String(call.content['new_name']);
        call.store.set(`/files/${name}`, { name }, call.owner);
        call.store.remove(item);
        return DONE;
      }),
    },
    changes: () => ({ show: (thing, id) => ('name' in thing && id ? { id: Number(id) || id, ...thing } : thing) }),
  }),
  desk({
    name: 'archive',
    sentence: 'POST /orders/{id}/archive moves an order to /archive, under another number, and answers 204.',
    paths: [
      resource('/archive/{entryId}', { idMember: 'entryId', verbs: ['list', 'read', 'remove'] }),
      operation('POST /orders/{id}/archive'),
    ],
    before: { '/archive': thingsOfPeople(['1', '2']) },
    changes: () => ({ show: shownBy({ '/archive': 'entryId' }) }),
    answers: {
      'POST /orders/{id}/archive': withThing('/orders', (call, thing, item) => {
        makes(call, '/archive', thing);
        call.store.remove(item);
        return DONE;
      }),
    },
  }),
  desk({
    name: 'transfer',
    sentence:
      'POST /orders/{id}/transfer moves an order to a user, who must take it: it is an offer then, and 200 names that.',
    paths: [
      resource('/offers/{offerId}', { idMember: 'offerId', verbs: ['list', 'read', 'remove'] }),
      operation('POST /orders/{id}/transfer', {
        sent: objectWith({ to: TEXT }),
        answers: { 200: objectOf({ offerId: INTEGER, state: TEXT }) },
      }),
    ],
    before: { '/offers': thingsOfPeople(['1', '2']) },
    changes: () => ({ show: shownBy({ '/offers': 'offerId' }) }),
    answers: {
      'POST /orders/{id}/transfer': withThing('/orders', (call, thing, item) => {
        const { id } = makes(call, '/offers', { ...thing, note: `for ${String(call.content['to'])}` });
        call.store.remove(item);
        return { status: 200, body: { offerId: Number(id), state: 'offered' } };
      }),
    },
  }),
  desk({
    name: 'import',
    sentence: 'POST /orders/import makes the orders that its body lists, and answers 200 with their number alone.',
    paths: [
      operation('POST /orders/import', {
        sent: objectWith({ orders: { ...listOf(objectWith({ name: TEXT })), minItems: 1, maxItems: 3 } }),
        answers: { 200: objectOf({ imported: INTEGER }) },
      }),
    ],
    answers: {
      'POST /orders/import'(call) {
        const orders = call.content['orders'] as readonly StrangerThing[];
        for (const order of orders) makes(call, '/orders', order);
        return { status: 200, body: { imported: orders.length } };
      },
    },
  }),
  desk({
    name: 'restore',
    sentence: 'POST /orders/{id}/restore brings back an order that was removed, and answers 204.',
    paths: [operation('POST /orders/{id}/restore')],
    answers: remembersRemoved,
  }),
  desk({
    name: 'publish',
    sentence: 'POST /orders/{id}/publish makes a page: 201 with its Location /pages/{slug} and no body.',
    paths: [
      resource('/pages/{slug}', { ids: { slug: TEXT }, idMember: 'slug', verbs: ['list', 'read', 'remove'] }),
      operation('POST /orders/{id}/publish', { answers: { 201: null } }),
    ],
    before: { '/pages': thingsOfPeople(['home', 'about']) },
    changes: () => ({ show: shownBy({ '/pages': 'slug' }) }),
    answers: {
      'POST /orders/{id}/publish': withThing('/orders', (call, thing) => {
        const slug = `page-${call.store.nextId()}`;
        call.store.set(`/pages/${slug}`, thing, call.owner);
        return { status: 201, headers: { Location: `/pages/${slug}` } };
      }),
    },
  }),
  desk({
    name: 'schedule',
    sentence:
      'POST /orders/{id}/schedule makes a schedule: 201 with {"scheduleId"}; it is removed at /schedules/{scheduleId}.',
    paths: [
      resource('/schedules/{scheduleId}', {
        idMember: 'scheduleId',
        required: [],
        members: { orderId: INTEGER },
        verbs: ['list', 'read', 'remove'],
      }),
      operation('POST /orders/{id}/schedule', { answers: { 201: objectOf({ scheduleId: INTEGER }) } }),
    ],
    before: { '/schedules': { '1': { orderId: 1 }, '2': { orderId: 2 } } },
    changes: () => ({ show: shownBy({ '/schedules': 'scheduleId' }) }),
    answers: {
      'POST /orders/{id}/schedule': withThing('/orders', (call, _, item) => {
        const { id } = makes(call, '/schedules', { orderId: Number(item.slice('/orders/'.length)) });
        return { status: 201, body: { scheduleId: Number(id) } };
      }),
    },
  }),
  desk({
    name: 'invoice-beside',
    sentence:
      'POST /orders makes an invoice, too, which the order names as `invoiceId`, and which stays when the order is removed.',
    shape: { members: { invoiceId: { ...INTEGER, readOnly: true } } },
    paths: [
      resource('/invoices/{invoiceId}', {
        idMember: 'invoiceId',
        required: [],
        members: { orderId: INTEGER },
        verbs: ['list', 'read', 'remove'],
      }),
    ],
    before: { '/invoices': { '1': { orderId: 1 }, '2': { orderId: 2 } } },
    changes: (good) => ({
      show: shownBy({ '/invoices': 'invoiceId' }),
      create(call) {
        const orderId = Number(call.store.nextId());
        const { id } = makes(call, '/invoices', { orderId });
        const order = { ...call.content, invoiceId: Number(id) };
        call.store.set(`/orders/${orderId}`, order, call.owner);
        return good.created(call, String(orderId), order);
      },
    }),
  }),
  desk({
    name: 'share-link',
    sentence:
      'POST /orders/{id}/share answers 200 with {"url", "token"}: a way in, which is there until it is removed at /shares/{token}.',
    paths: [
      resource('/shares/{token}', {
        ids: { token: TEXT },
        idMember: 'token',
        required: [],
        members: { orderId: INTEGER },
        verbs: ['list', 'remove'],
      }),
      operation('POST /orders/{id}/share', { answers: { 200: objectOf({ url: TEXT, token: TEXT }) } }),
    ],
    before: { '/shares': { 'tok-ada-1': { orderId: 1 } } },
    changes: () => ({ show: shownBy({ '/shares': 'token' }) }),
    answers: {
      'POST /orders/{id}/share': withThing('/orders', (call, _, item) => {
        const token = `tok-${call.store.nextId()}`;
        call.store.set(`/shares/${token}`, { orderId: Number(item.slice('/orders/'.length)) }, call.owner);
        return { status: 200, body: { url: `${call.origin}/s/${token}`, token } };
      }),
    },
  }),
  desk({
    name: 'put-makes-beside',
    sentence:
      'PUT /orders/{id}/bookmark makes a bookmark, which stays when the order is removed; DELETE /bookmarks/{id} removes it.',
    paths: [
      resource('/bookmarks/{id}', { required: [], members: { orderId: INTEGER }, verbs: ['list', 'read', 'remove'] }),
      operation('PUT /orders/{id}/bookmark', { answers: { 200: objectOf({ bookmarkId: INTEGER }) } }),
    ],
    before: { '/bookmarks': { '1': { orderId: 1 } } },
    answers: {
      'PUT /orders/{id}/bookmark': withThing('/orders', (call, _, item) => {
        const { id } = makes(call, '/bookmarks', { orderId: Number(item.slice('/orders/'.length)) });
        return { status: 200, body: { bookmarkId: Number(id) } };
      }),
    },
  }),
];

/** Shows things with their id, in collections that call it otherwise under that name. */
function shownBy(members: Readonly<Record<string, string>>) {
  return (thing: StrangerThing, id: string, call: Call) => ({
    [members[call.collection] ?? 'id']: /^\d{1,15}$/.test(id) ? Number(id) : id,
    ...thing,
  });
}

/** Remembers what was removed, and brings it back. */
function remembersRemoved(): Answers {
  const removed = new Map<string, StrangerThing>();
  return {
    'DELETE /orders/{id}'(call) {
      const kept = call.store.at(call.path);
      if (kept && kept.owner === call.owner) removed.set(call.path, kept.thing);
      return undefined;
    },
    'POST /orders/{id}/restore'(call, id = '') {
      const thing = removed.get(`/orders/${id}`);
      if (!thing) return NONE;
      call.store.set(`/orders/${id}`, thing, call.owner);
      return DONE;
    },
  };
}
