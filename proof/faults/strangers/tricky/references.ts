/** Services in which a request names a thing in a header, a query, a cookie or a member, and changes that, too. The examples are strangers’. */

import { INTEGER, listOf, objectOf, objectWith, operation, resource, type SchemaLiteral, TEXT } from '../contracts';
import type { Call } from '../store';
import { type Stranger, thingsOfPeople } from '../stranger';
import { type Answers, DONE, desk, idsWhere, touch, withThing } from './parts';

const FILES = {
  '/files': { 'main.txt': { name: 'main.txt', text: 'What Ada wrote' }, a: { name: 'a', text: 'What Bela wrote' } },
};

const FILE = resource('/files/{name}', {
  ids: { name: TEXT },
  idMember: 'name',
  choosesId: true,
  required: [],
  members: { text: { type: 'string', maxLength: 200 } },
  verbs: ['list', 'create', 'read', 'remove'],
});

const fileShown = (thing: object, id: string) =>
  'text' in thing || Number.isNaN(Number(id)) ? thing : { id: Number(id), ...thing };

const MAKES_FILE: Answers = {
  'POST /files'(call) {
    const name = String(call.content['name']);
    if (call.store.at(`/files/${name}`)) return { status: 409, body: { message: 'It is taken.' } };
    call.store.set(`/files/${name}`, { text: '', ...call.content }, call.owner);
    return { status: 201, body: { text: '', ...call.content } };
  },
};

/** Copies a file over the one that the request names, or to a new name. */
const copiesTo = (named: (call: Call) => unknown) =>
  withThing('/files', (call, thing) => {
    const name = named(call) ?? '';
    if (name === '') return { status: 400, body: { message: 'Where to?' } };
    call.store.set(`/files/${String(name)}`, { ...thing, name }, call.owner);
    return DONE;
  });

const PRODUCTS = { '/products': { '1': { name: 'A rake', stock: 7 }, '2': { name: 'A spade', stock: 3 } } };

const PRODUCT = resource('/products/{productId}', {
  idMember: 'productId',
  members: { stock: INTEGER },
  verbs: ['list', 'read'],
});

const productShown = (thing: object, id: string, { collection }: Call) => ({
  [collection === '/products' ? 'productId' : 'id']: Number(id),
  ...thing,
});

function sell(call: Call, id: unknown, quantity: unknown): void {
  const stock = Number(call.store.at(`/products/${String(id)}`)?.thing['stock']);
  touch(call, `/products/${String(id)}`, { stock: stock - Number(quantity) });
}

/** A store in which POST on the orders also does something to what it names. */
function sideEffect(
  name: string,
  sentence: string,
  members: Readonly<Record<string, SchemaLiteral>>,
  effect: (call: Call) => void,
  more: Partial<Parameters<typeof desk>[0]> = {},
): Stranger {
  return desk({
    name,
    sentence,
    shape: { members, required: ['name', ...Object.keys(members)] },
    answers: {
      'POST /orders'(call) {
        effect(call);
        return undefined;
      },
    },
    ...more,
  });
}

const lastOf = (reference: unknown) => String(reference).replace(/^.*\//, '');

export const strangersWithReferences: readonly Stranger[] = [
  desk({
    name: 'destination-header',
    sentence: 'POST /files/{name}/copy overwrites the file that the header Destination names; the example is main.txt.',
    paths: [
      FILE,
      operation('POST /files/{name}/copy', {
        ids: { name: TEXT },
        parameters: [{ in: 'header', name: 'Destination', required: true, schema: TEXT, example: 'main.txt' }],
      }),
    ],
    before: FILES,
    changes: () => ({ show: fileShown }),
    answers: { ...MAKES_FILE, 'POST /files/{name}/copy': copiesTo(({ headers }) => headers['destination']) },
  }),
  desk({
    name: 'destination-by-default',
    sentence: 'POST /files/{name}/copy overwrites the file that `to` in its query names; the default is main.txt.',
    paths: [
      FILE,
      operation('POST /files/{name}/copy', {
        ids: { name: TEXT },
        parameters: [{ in: 'query', name: 'to', required: true, schema: { ...TEXT, default: 'main.txt' } }],
      }),
    ],
    before: FILES,
    changes: () => ({ show: fileShown }),
    answers: { ...MAKES_FILE, 'POST /files/{name}/copy': copiesTo(({ query }) => query.get('to')) },
  }),
  desk({
    name: 'transfer-to',
    sentence:
      'DELETE /orders/{id}?transferTo=2 gives what the order held to the one that the query names, which changes it.',
    paths: [
      operation('DELETE /orders/{id}', {
        parameters: [
          { in: 'query', name: 'transferTo', required: true, schema: { ...INTEGER, minimum: 1, example: 2 } },
        ],
      }),
    ],
    shape: { verbs: ['list', 'create', 'read'] },
    answers: {
      'DELETE /orders/{id}': withThing('/orders', (call, thing, item) => {
        touch(call, `/orders/${call.query.get('transferTo')}`, { note: `got ${String(thing['name'])}` });
        call.store.remove(item);
        return DONE;
      }),
    },
  }),
  sideEffect(
    'replaces-by-uri',
    'POST /orders removes the order that the URI reference `replaces` names; the example is /orders/3.',
    { replaces: { type: 'string', format: 'uri-reference', example: '/orders/3' } },
    ({ content, store }) => store.remove(`/orders/${lastOf(content['replaces'])}`),
  ),
  sideEffect(
    'replaces-by-urn',
    'POST /orders removes the order that the last part of `replaces` names; the example is urn:order:3.',
    { replaces: { ...TEXT, example: 'urn:order:3' } },
    ({ content, store }) => store.remove(`/orders/${String(content['replaces']).split(':').at(-1)}`),
  ),
  sideEffect(
    'replaces-several',
    'POST /orders removes all orders that `replaces` lists, with commas between them; the example is 2,3.',
    { replaces: { ...TEXT, example: '2,3' } },
    ({ content, store }) => {
      for (const id of String(content['replaces']).split(',')) store.remove(`/orders/${id}`);
    },
  ),
  sideEffect(
    'replaces-by-query',
    'POST /orders removes the order that the query of `replaces` names; the example is /orders?id=3.',
    { replaces: { ...TEXT, example: '/orders?id=3' } },
    ({ content, store }) => store.remove(`/orders/${String(content['replaces']).split('=').at(-1)}`),
  ),
  sideEffect(
    'alias-taken-from-another',
    'An alias leads to one order. POST /orders with one that is taken takes it from its owner; the example is such a one.',
    { alias: { ...TEXT, example: 'home' } },
    (call) => {
      for (const id of idsWhere(call, '/orders', (thing) => thing['alias'] === call.content['alias']))
        touch(call, `/orders/${id}`, { alias: null });
    },
    { before: { '/orders': { ...thingsOfPeople(), '9': { name: 'What Gil keeps', alias: 'home' } } } },
  ),
  sideEffect(
    'stock',
    'POST /orders takes a quantity of a product from its stock; products cannot be made.',
    { productId: { ...INTEGER, minimum: 1 }, quantity: INTEGER },
    (call) => sell(call, call.content['productId'], call.content['quantity']),
    { paths: [PRODUCT], before: PRODUCTS, changes: () => ({ show: productShown }) },
  ),
  sideEffect(
    'stock-of-several',
    'POST /orders takes from the stock of each product that `lines` holds as a key, as many as its value says.',
    { lines: { type: 'object', additionalProperties: INTEGER, minProperties: 1, example: { '1': 2 } } },
    (call) => {
      for (const [id, quantity] of Object.entries(call.content['lines'] as object)) sell(call, id, quantity);
    },
    { paths: [PRODUCT], before: PRODUCTS, changes: () => ({ show: productShown }) },
  ),
  sideEffect(
    'supersedes-one-of-an-enum',
    'POST /orders marks the release that `supersedes` names as superseded; the contract lists their names.',
    { supersedes: { enum: ['spring', 'autumn'] } },
    (call) => touch(call, `/releases/${String(call.content['supersedes'])}`, { state: 'superseded' }),
    {
      paths: [
        resource('/releases/{name}', {
          ids: { name: TEXT },
          idMember: 'name',
          required: [],
          members: { state: TEXT },
          verbs: ['list', 'read'],
        }),
      ],
      before: { '/releases': { spring: { name: 'spring', state: 'live' }, autumn: { name: 'autumn', state: 'live' } } },
      changes: () => ({ show: (thing, id) => ({ ...(Number(id) ? { id: Number(id) } : {}), ...thing }) }),
    },
  ),
  sideEffect(
    'parent-by-default',
    'POST /orders puts the order below `parentId`, whose number of children grows; the default is a stranger’s.',
    { parentId: { ...INTEGER, minimum: 1, default: 1 } },
    (call) => {
      const item = `/orders/${String(call.content['parentId'])}`;
      const count = Number(call.store.at(item)?.thing['children'] ?? 0);
      touch(call, item, { children: count + 1 });
    },
  ),
  sideEffect(
    'blocks-several',
    'POST /orders blocks the orders that `blocks` lists; the example lists those of strangers.',
    { blocks: { ...listOf({ ...INTEGER, minimum: 1 }), minItems: 1, example: [1, 2] } },
    (call) => {
      for (const id of call.content['blocks'] as readonly unknown[])
        touch(call, `/orders/${String(id)}`, { blocked: true });
    },
  ),
  sideEffect(
    'nested-reference',
    'POST /orders marks the order that `origin.order.id` names; the example is a stranger’s.',
    { origin: objectWith({ order: objectWith({ id: { ...INTEGER, minimum: 1, example: 3 } }) }) },
    (call) => {
      const { order } = call.content['origin'] as { readonly order: { readonly id: number } };
      touch(call, `/orders/${order.id}`, { note: 'copied' });
    },
  ),
  sideEffect(
    'whole-example',
    'POST /orders with `followUpOf` marks that order; the example of the whole body names a stranger’s.',
    { followUpOf: { type: 'string', pattern: '^[0-9]+$', maxLength: 19 } },
    (call) => touch(call, `/orders/${String(call.content['followUpOf'])}`, { note: 'followed' }),
    {
      shape: {
        sent: {
          ...objectWith({ name: TEXT, followUpOf: { type: 'string', pattern: '^[0-9]+$', maxLength: 19 } }),
          example: { name: 'A follow-up', followUpOf: '3' },
        },
      },
    },
  ),
  sideEffect(
    'cart-in-a-cookie',
    'POST /orders empties the cart that the cookie names; the example is a stranger’s.',
    {},
    (call) => {
      const [, cart] = /cart=([^;]*)/.exec(String(call.headers['cookie'] ?? '')) ?? [];
      touch(call, `/carts/${cart ?? 'none'}`, { items: 0 });
    },
    {
      shape: { verbs: ['list', 'read', 'remove'] },
      paths: [
        operation('POST /orders', {
          parameters: [{ in: 'cookie', name: 'cart', schema: TEXT, example: 'cart-of-ada' }],
          sent: objectWith({ name: TEXT }),
          answers: { 201: objectOf({ id: INTEGER, name: TEXT }) },
        }),
      ],
      before: { '/carts': { 'cart-of-ada': { items: 4 } } },
    },
  ),
  sideEffect(
    'account-in-a-header',
    'POST /orders is charged to the account that the header X-Account names; the example is a stranger’s.',
    {},
    (call) => touch(call, `/accounts/${String(call.headers['x-account'])}`, { balance: -1 }),
    {
      shape: { verbs: ['list', 'read', 'remove'] },
      paths: [
        resource('/accounts/{accountId}', {
          idMember: 'accountId',
          members: { balance: INTEGER },
          verbs: ['list', 'read'],
        }),
        operation('POST /orders', {
          parameters: [
            {
              in: 'header',
              name: 'X-Account',
              required: true,
              schema: { ...INTEGER, minimum: 1 },
              examples: { ada: { value: 1 } },
            },
          ],
          sent: objectWith({ name: TEXT }),
          answers: { 201: objectOf({ id: INTEGER, name: TEXT }) },
        }),
      ],
      before: { '/accounts': { '1': { name: 'Ada', balance: 100 }, '2': { name: 'Bela', balance: 50 } } },
      changes: () => ({
        show: (thing, id, { collection }) => ({
          [collection === '/accounts' ? 'accountId' : 'id']: Number(id),
          ...thing,
        }),
      }),
    },
  ),
  sideEffect(
    'link-and-target',
    'POST /orders makes a link to `target`; DELETE of a link removes the target, too. The example is a stranger’s.',
    { target: { type: 'string', format: 'uri-reference', examples: ['/orders/2'] } },
    () => {},
    {
      answers: {
        'DELETE /orders/{id}'(call) {
          const target = call.store.at(call.path)?.thing['target'];
          if (target !== undefined) call.store.remove(`/orders/${lastOf(target)}`);
          return undefined;
        },
      },
    },
  ),
];
