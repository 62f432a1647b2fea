/** Services with operations that make or remove things in unusual ways. */

import {
  action,
  type ContractShape,
  contractOf,
  INTEGER,
  listOf,
  objectOf,
  resource,
  type SchemaLiteral,
  TEXT,
} from './contracts';
import { NONE, type StrangerChanges } from './store';
import {
  getOrCreates,
  ORDERS_OF_PEOPLE,
  orderStore,
  putMakes,
  putStore,
  type Stranger,
  thingsOfPeople,
  withoutBody,
} from './stranger';
import type { StrangerThing } from './things';

const USERS = '/users/{name}';

const USER: ContractShape = { ids: { name: TEXT }, idMember: 'name', required: [], verbs: ['list', 'read', 'remove'] };

/** A POST on a name makes a user with that name. */
const postMakesItem: StrangerChanges = () => ({
  show: (_, id) => ({ name: id }),
  act(call) {
    if (call.store.at(call.path)) return { status: 409, body: { message: 'There is one.' } };
    call.store.set(call.path, {}, call.owner);
    return { status: 201, body: { name: call.id } };
  },
});

export const strangersWithActions: readonly Stranger[] = [
  {
    name: 'nested-objects-anywhere',
    sentence: 'A PUT or PATCH makes the customer that it holds as an object, also where there is no such order.',
    contract: contractOf(
      resource('/orders/{id}', {
        members: { customer: { oneOf: [INTEGER, { ...objectOf({ name: TEXT, mail: TEXT }), required: ['name'] }] } },
        required: ['name', 'customer'],
      }),
      resource('/customers/{id}', { members: { mail: TEXT } }),
    ),
    before: { ...ORDERS_OF_PEOPLE, '/customers': thingsOfPeople() },
    changes: () => ({
      first({ collection, content, store, owner }) {
        const customer = collection === '/orders' ? content['customer'] : undefined;
        if (typeof customer === 'object') store.set(`/customers/${store.nextId()}`, customer as StrangerThing, owner);
        return undefined;
      },
    }),
  },
  {
    name: 'rpc-deletes',
    sentence: 'POST /orders/delete removes the order that its body names; the example is a stranger’s.',
    contract: contractOf(
      resource('/orders/{id}'),
      action('/orders/delete', 'post', { ...objectOf({ id: { ...INTEGER, example: 1 } }), required: ['id'] }),
    ),
    before: ORDERS_OF_PEOPLE,
    changes: removesNamed('id'),
  },
  {
    name: 'rpc-deletes-by-reference',
    sentence: 'POST /orders/delete removes the order that `orderId` of its body names.',
    contract: contractOf(
      resource('/orders/{id}'),
      action('/orders/delete', 'post', {
        ...objectOf({ orderId: { type: 'integer', minimum: 1 } }),
        required: ['orderId'],
      }),
    ),
    before: ORDERS_OF_PEOPLE,
    changes: removesNamed('orderId'),
  },
  {
    name: 'transfers',
    sentence: 'POST /transfers changes two accounts that its body names.',
    contract: contractOf(
      resource('/accounts/{id}', { members: { balance: { type: 'integer', readOnly: true } } }),
      action('/transfers', 'post', {
        ...objectOf({ fromAccountId: { ...INTEGER, minimum: 1 }, toAccountId: { ...INTEGER, minimum: 1 } }),
        required: ['fromAccountId', 'toAccountId'],
      }),
    ),
    before: { '/accounts': thingsOfPeople() },
    changes: () => ({
      act({ content, store, owner }) {
        for (const member of ['fromAccountId', 'toAccountId']) {
          const item = `/accounts/${String(content[member])}`;
          const account = store.at(item);
          if (account) store.set(item, { ...account.thing, balance: 7 }, owner);
        }
        return { status: 204 };
      },
    }),
  },
  {
    name: 'post-updates',
    sentence: 'POST on an item changes it, and answers with what it is then.',
    contract: contractOf(
      resource('/orders/{id}', { verbs: ['list', 'create', 'read', 'remove'] }),
      action('/orders/{id}', 'post', objectOf({ name: TEXT }), objectOf({ id: INTEGER, name: TEXT })),
    ),
    before: ORDERS_OF_PEOPLE,
    changes: (good) => ({
      act(call) {
        const thing = call.store.at(call.path)?.thing;
        return thing ? good.change(call, thing) : NONE;
      },
    }),
  },
  {
    name: 'singleton',
    sentence: 'The settings are one thing without an id; PUT, PATCH and DELETE change it.',
    contract: contractOf(
      action('/settings', 'put', objectOf({ name: TEXT })),
      action('/settings', 'patch', objectOf({ name: TEXT })),
      action('/settings', 'delete'),
    ),
    before: { '/settings': thingsOfPeople(['theme']) },
    changes: changesAll(),
  },
  {
    name: 'changes-all',
    sentence: 'PATCH on the collection changes all things in it.',
    contract: contractOf(resource('/orders/{id}'), action('/orders', 'patch', objectOf({ name: TEXT }))),
    before: ORDERS_OF_PEOPLE,
    changes: changesAll(),
  },
  orderStore('post-redirects', 'POST is answered 303 with the address of a stranger’s thing.', () => ({
    created: () => withoutBody({ Location: '/orders/3' }, 303),
  })),
  orderStore('removal-redirects', 'DELETE is answered 307 with the address of a stranger’s thing.', (good) => ({
    remove: (call) => (call.id === '3' ? good.remove(call) : withoutBody({ Location: '/orders/3' }, 307)),
  })),
  orderStore('made-later', 'POST answers 202 at once, and the thing is there two requests later.', (good) => {
    const late: (() => void)[] = [];
    return {
      create(call) {
        const id = good.newId(call);
        late.push(
          () => {},
          () => call.store.set(`${call.collection}/${id}`, call.content, call.owner),
        );
        return { ...good.created(call, id, call.content), status: 202 };
      },
      first() {
        late.shift()?.();
        return undefined;
      },
    };
  }),
  {
    name: 'post-item-makes',
    sentence: 'POST /users/{name} makes a user, and DELETE removes it.',
    contract: contractOf(resource(USERS, USER), action(USERS, 'post', undefined, objectOf({ name: TEXT }), TEXT)),
    before: { '/users': { admin: {}, ada: {} } },
    changes: postMakesItem,
  },
  {
    name: 'post-item-makes-for-good',
    sentence: 'POST /users/{name} makes a user, and nothing removes it.',
    contract: contractOf(
      resource(USERS, { ...USER, verbs: ['list', 'read'] }),
      action(USERS, 'post', undefined, objectOf({ name: TEXT }), TEXT),
    ),
    before: { '/users': { admin: {}, ada: {} } },
    changes: postMakesItem,
  },
  putStore('put-makes', 'PUT makes users without any consent; they are removed all the same.', TEXT, ['admin']),
  {
    name: 'put-makes-for-good',
    sentence: 'PUT makes what nothing removes.',
    contract: contractOf(
      resource('/slots/{key}', { ids: { key: TEXT }, idMember: 'key', verbs: ['list', 'read', 'replace'] }),
    ),
    before: { '/slots': thingsOfPeople(['front-door']) },
    changes: (good) => ({ ...putMakes(good), show: (thing, id) => ({ key: id, ...thing }) }),
  },
  orderStore('made-for-good', 'What POST makes nothing removes.', () => ({}), {
    verbs: ['list', 'create', 'read', 'replace'],
  }),
  orderStore('clears', 'DELETE on the collection removes all there is.', clearsAll(), {
    verbs: ['list', 'create', 'read', 'replace', 'change', 'remove', 'clear'],
  }),
  orderStore('clears-by-body', 'DELETE on the collection removes those that its body names.', clearsAll(), {
    verbs: ['list', 'create', 'read', 'remove', 'clear'],
    cleared: {
      type: 'object',
      required: ['ids'],
      properties: { ids: { ...listOf({ type: 'integer', minimum: 1 }), minItems: 1, example: [1, 2] } },
    },
  }),
  {
    name: 'cancels',
    sentence: 'POST on /orders/{id}/cancel changes an order.',
    contract: contractOf(resource('/orders/{id}'), action('/orders/{id}/cancel', 'post')),
    before: ORDERS_OF_PEOPLE,
    changes: () => ({
      act({ store, path, owner }) {
        const item = path.replace(/\/cancel$/, '');
        store.set(item, { ...store.at(item)?.thing, note: 'cancelled' }, owner);
        return { status: 204 };
      },
    }),
  },
  {
    name: 'cancels-anothers',
    sentence: 'POST makes an order with the id of a stranger’s, and POST on /orders/{id}/cancel changes that.',
    contract: contractOf(resource('/orders/{id}'), action('/orders/{id}/cancel', 'post')),
    before: ORDERS_OF_PEOPLE,
    changes: (good) => ({
      ...getOrCreates(201)(good),
      act({ store, path, owner }) {
        const item = path.replace(/\/cancel$/, '');
        store.set(item, { ...store.at(item)?.thing, note: 'cancelled' }, owner);
        return { status: 204 };
      },
    }),
  },
  merging('source', { sourceId: { ...INTEGER, minimum: 1, example: 3 } }),
  merging('several', { ids: listOf({ ...INTEGER, minimum: 1 }) }),
  merging('into', { into: INTEGER }),
  merging('order', { other_order: { type: 'integer', minimum: 1 } }),
];

/** POST on /orders/{id}/merge changes the orders that its body names, as text or number, if the one in its path is there. */
function merging(name: string, members: Readonly<Record<string, SchemaLiteral>>): Stranger {
  const [member = ''] = Object.keys(members);
  return {
    name: `merges-${name}`,
    sentence: `POST on /orders/{id}/merge changes the order that \`${member}\` of its body names.`,
    contract: contractOf(
      resource('/orders/{id}'),
      action('/orders/{id}/merge', 'post', { ...objectOf(members), required: [member] }),
    ),
    before: ORDERS_OF_PEOPLE,
    changes: () => ({
      refuse: () => undefined,
      act({ content, store, path, owner }) {
        const orders = [content[member]].flat().map((id) => `/orders/${Math.trunc(Number(id))}`);
        if (!store.at(path.replace(/\/merge$/, '')) || !orders.every((item) => store.at(item))) return NONE;
        for (const item of orders) store.set(item, { ...store.at(item)?.thing, note: 'merged' }, owner);
        return { status: 204 };
      },
    }),
  };
}

function removesNamed(member: string): StrangerChanges {
  return () => ({
    act({ content, store }) {
      const item = `/orders/${String(content[member])}`;
      if (!store.at(item)) return NONE;
      store.remove(item);
      return { status: 204 };
    },
  });
}

function changesAll(): StrangerChanges {
  return (good) => ({
    act({ path, content, store, owner }) {
      for (const [id, { thing }] of [...store.in(path)]) store.set(`${path}/${id}`, { ...thing, ...content }, owner);
      return { status: 204 };
    },
    remove: (call) => (call.id === '' ? (clearsAll()(good).remove?.(call) ?? NONE) : good.remove(call)),
  });
}

function clearsAll(): StrangerChanges {
  return (good) => ({
    remove(call) {
      if (call.id !== '') return good.remove(call);
      const { ids } = call.content as { readonly ids?: readonly unknown[] };
      const removed = ids?.map(String) ?? [...call.store.in(call.collection).keys()];
      for (const id of removed) call.store.remove(`${call.collection}/${id}`);
      return { status: 204 };
    },
  });
}
