/** Services whose answers contradict one another about whose a thing is. */

import { INTEGER, objectOf, TEXT } from '../contracts';
import { addAnothers, orderStore, type Stranger, withoutBody } from '../stranger';
import type { StrangerThing } from '../things';

const idOf = (body: unknown) => (body as { readonly id: number }).id;

export const strangersWhoContradict: readonly Stranger[] = [
  orderStore(
    'neighbour-who-quotes',
    'POST answers 201 with the id and the name of a neighbour’s thing, and with the name that was sent as its note.',
    (good) => ({
      created: (call, _, thing) => ({
        status: 201,
        headers: { Location: '/orders/4' },
        body: good.show({ ...call.store.at('/orders/4')?.thing, note: thing['name'] }, '4', call),
      }),
    }),
    { members: { note: { type: 'string' } } },
  ),
  orderStore(
    'neighbour-who-remembers',
    'POST answers 201 with a neighbour’s thing, and the thing shows who asked for it last, there and when it is read.',
    (good) => {
      let last: StrangerThing = {};
      return {
        show: (thing, id) => ({ id: Number(id), ...thing, lastRequest: last }),
        created(call, _, thing) {
          last = thing;
          return { status: 201, body: { id: 4, ...call.store.at('/orders/4')?.thing, lastRequest: last } };
        },
        put: (call, found) => {
          last = call.content;
          return good.put(call, found);
        },
      };
    },
    { members: { lastRequest: { type: 'object', readOnly: true } } },
  ),
  orderStore(
    'list-numbers-rows',
    'POST answers nothing but 201; the list begins with the newest thing and numbers its rows, GET and DELETE take other ids.',
    (good) => ({
      created: () => withoutBody(),
      list(call) {
        const rows = [...(good.list(call).body as StrangerThing[])].reverse();
        return { status: 200, body: rows.map((row, at) => ({ ...row, id: at + 1 })) };
      },
    }),
    { created: null },
  ),
  orderStore(
    'reading-echoes',
    'POST answers 201 with the id of a neighbour; GET of any id shows what the asker sent last, and only the list is right.',
    (good) => {
      const sent = new Map<string, StrangerThing>();
      return {
        created(call, _, thing) {
          sent.set(call.owner, thing);
          return { status: 201, body: { ...thing, id: 3 } };
        },
        read: (call, found) => good.read(call, sent.get(call.owner) ?? found),
      };
    },
  ),
  orderStore(
    'located-copy-of-another',
    'Another user copies each thing at once. Location leads to the copy, and the body holds the own id.',
    (good) => ({
      create(call) {
        const reply = good.create(call);
        const copy = addAnothers(call.store, '/orders', call.content);
        return { ...reply, headers: { Location: `/orders/${copy}` } };
      },
    }),
  ),
  orderStore(
    'copy-of-another-in-the-body',
    'Another user copies each thing at once. The body holds the id of the copy, and Location leads to the own thing.',
    (good) => ({
      create(call) {
        const reply = good.create(call);
        const copy = addAnothers(call.store, '/orders', call.content);
        return { ...reply, body: { ...(reply.body as object), id: Number(copy) } };
      },
    }),
  ),
  orderStore(
    'owner-before-thing',
    'POST answers {"id": the number of the owner, "orderId": that of the thing, …}; an order of a stranger has the owner’s number.',
    (good) => ({
      show: (thing, id, call) => ({ ...(good.show(thing, id, call) as object), orderId: Number(id) }),
      created: (_, id, thing) => ({ status: 201, body: { id: 2, orderId: Number(id), ...thing } }),
    }),
    { members: { orderId: { ...INTEGER, readOnly: true } } },
  ),
  orderStore(
    'nested-owner',
    'POST answers {"owner": {"id": 2, …}, "name": …} without an id of its own.',
    () => ({ created: (_, __, thing) => ({ status: 201, body: { owner: { id: 2, name: 'Bela' }, ...thing } }) }),
    { created: objectOf({ owner: objectOf({ id: INTEGER, name: TEXT }), name: TEXT }) },
  ),
  orderStore(
    'stored-elsewhere',
    'POST answers what was sent with an id at which nothing is; the list shows the thing under the id that it has.',
    (good) => ({
      created: (call, id, thing) => ({
        status: 201,
        body: { ...thing, id: Number(id) + 500_000 + idOf(good.show({}, '0', call)) },
      }),
    }),
  ),
  orderStore(
    'previous-in-location',
    'Location leads to what was made before, which is a stranger’s; the body has what was sent and no id.',
    (good) => ({
      create(call) {
        const previous = addAnothers(call.store, '/orders', { name: 'What Ida has made just before' });
        good.create(call);
        return { status: 201, headers: { Location: `/orders/${previous}` }, body: call.content };
      },
    }),
    { created: objectOf({ name: TEXT }) },
  ),
  orderStore(
    'first-of-many-created',
    'POST answers a page of what there is, the newest last; the thing of a stranger is named by its member `id`.',
    (good) => ({
      created: (call, _, thing) => ({
        status: 201,
        body: { ...(good.show(call.store.at('/orders/1')?.thing ?? {}, '1', call) as object), children: [thing] },
      }),
    }),
    { members: { children: { type: 'array', items: { type: 'object' }, readOnly: true } } },
  ),
];
