/**
 * Whatever the place and its name: what an unsafe request names there was handed over, is the run's own, or is nobody's. Some of the places are
 * tried here, more of them by `namingOthers.wide.test.ts`, and `namingOthers.slow.test.ts` tries all of them.
 */

import { head, load } from '../../src/contract/contract.testing';
import type { GivenSettings } from '../../src/engine/model/settings';
import { plan } from '../../src/engine/plan/plan';
import { toRequest } from '../../src/engine/request/toRequest';
import { settingsOf } from '../../src/engine/settingsOf';
import { isObject } from '../../src/json/value';
import { someOf } from '../../src/support/testing/cases.testing';
import { suite } from '../suite';

type Json = Readonly<Record<string, unknown>>;
type Where = 'body' | 'deep' | 'list' | 'form' | 'query' | 'header' | 'cookie';

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } };
const text = (example: string): Json => ({ type: 'string', minLength: 1, maxLength: 80, example });
const number = (example: number): Json => ({ type: 'integer', minimum: 1, example });

/** Orders, users and products: each operation that changes something has the place under test. */
function contractWith(where: Where, name: string, schema: Json): Json {
  const member = { type: 'object', required: ['note', name], properties: { note: { type: 'string' }, [name]: schema } };
  const plainBody = { type: 'object', required: ['note'], properties: { note: { type: 'string' } } };
  const within: Readonly<Partial<Record<Where, Json>>> = {
    body: member,
    form: member,
    deep: { type: 'object', required: ['with'], properties: { note: { type: 'string' }, with: member } },
    list: {
      type: 'object',
      required: ['lines'],
      properties: { note: { type: 'string' }, lines: { type: 'array', minItems: 1, items: member } },
    },
  };
  const media = where === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const content = { [media]: { schema: within[where] ?? plainBody } };
  const isBeside = where === 'query' || where === 'header' || where === 'cookie';
  const parameters = isBeside ? [{ name, in: where, required: true, schema }] : [];
  const shown = {
    'application/json': {
      schema: { type: 'object', properties: { id: { type: 'integer' }, note: { type: 'string' } } },
    },
  };
  const changing = {
    parameters,
    requestBody: { required: true, content },
    responses: { 200: { description: 'ok', content: shown } },
  };
  const reading = { responses: { 200: { description: 'ok', content: shown } } };
  const kind = (path: string) => ({
    [path]: { get: reading },
    [`${path}/{id}`]: { parameters: [ID], get: reading },
  });
  return {
    ...head('3.1'),
    paths: {
      ...kind('/users'),
      ...kind('/products'),
      '/orders': { get: reading, post: { ...changing, responses: { 201: { description: 'made', content: shown } } } },
      '/orders/{id}': {
        parameters: [ID],
        get: reading,
        put: changing,
        patch: changing,
        delete: { parameters, responses: { 204: { description: 'gone' } } },
      },
      '/orders/{id}/act': { parameters: [ID], post: changing },
    },
  };
}

/** All values of a name in a request. */
function valuesOf(name: string, { path, headers, body }: ReturnType<typeof toRequest>): unknown[] {
  const found: unknown[] = new URL(path, 'http://x').searchParams.getAll(name);
  const field = (wanted: string) =>
    headers.filter(([each]) => each.toLowerCase() === wanted.toLowerCase()).map(([, value]) => value);
  found.push(...field(name));
  found.push(
    ...field('cookie').flatMap((each) =>
      each
        .split('; ')
        .flatMap((pair) => (pair.startsWith(`${name}=`) ? [decodeURIComponent(pair.slice(name.length + 1))] : [])),
    ),
  );
  const sent = body?.toString('utf8') ?? '';
  if (field('content-type').some((type) => type.includes('form')))
    found.push(...new URLSearchParams(sent).getAll(name));
  const walk = (value: unknown, called: string): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, called);
    else if (isObject(value)) for (const [inner, each] of Object.entries(value)) walk(each, inner);
    else if (called === name && value !== null) found.push(value);
  };
  try {
    walk(JSON.parse(sent), '');
  } catch {
    // It is no JSON, and has no members.
  }
  return found;
}

/** Tells whether somebody may have what a value names, however leniently it is read. */
function mayBeSomebodys(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value > 0 && value < 2 ** 28;
  const given = String(value);
  if (given === 'false') return false;
  if (/^[-+\d]/.test(given) && !Number.isNaN(Number(given))) return Number(given) > 0 && Number(given) < 2 ** 28;
  // What only spells no value of its type is no name either.
  return given.trim() !== '' && !/[0-9a-f]{8}|[a-z]{12}/.test(given);
}

async function foundAt(where: Where, name: string, schema: Json, options: GivenSettings): Promise<readonly unknown[]> {
  const { cases } = plan(await load(contractWith(where, name, schema)), suite, settingsOf({ seed: 1, ...options }));
  const unsafe = cases.filter(({ request }) => !request.operation.safe && request.method === undefined);
  return unsafe.flatMap((each) => valuesOf(name, toRequest(each, { basePath: '' }, [])));
}

const NAMING: readonly [Where, string, Json][] = [
  ['header', 'Destination', text('main.txt')],
  ['header', 'X-Copy-Source', text('main.txt')],
  ['header', 'X-Order-Id', number(3)],
  ['header', 'X-Heir', text('ada')],
  ['query', 'transferTo', number(2)],
  ['query', 'successor', number(2)],
  ['query', 'to', text('ada')],
  ['query', 'using', text('main')],
  ['cookie', 'cart', number(7)],
  ['cookie', 'basket_id', text('7')],
  ['form', 'into', number(2)],
  ['form', 'replaces', text('/orders/3')],
  ['body', 'replaces', { type: 'string', format: 'uri-reference', example: '/orders/3' }],
  ['body', 'supersedes', { type: 'string', format: 'uri', example: 'http://localhost/orders/3' }],
  ['body', 'document', { type: 'string', format: 'uuid', example: '00000000-0000-4000-8000-000000000003' }],
  ['deep', 'href', text('/orders/3')],
  ['list', 'productId', number(3)],
  ['list', 'product', number(3)],
  ['body', 'reviewers', { type: 'array', minItems: 1, items: text('ada') }],
  ['body', 'approver', text('ada')],
  ['body', 'message', text('Hello @ada')],
  ['body', 'alias', text('home')],
  ['body', 'slug', text('home')],
  ['body', 'name', text('d')],
  ['body', 'domain', text('home.example')],
  ['deep', 'nickname', { type: 'string', minLength: 1, maxLength: 40, pattern: '^[a-z0-9-]+$', example: 'ada' }],
  ['body', 'userId', number(1)],
  ['body', 'assignee', text('ada')],
  ['body', 'ownerIds', { type: 'array', minItems: 1, items: number(3) }],
  ['body', 'previousOrder', number(3)],
  ['body', 'isDefault', { type: 'boolean', example: true }],
  ['body', 'primary', { type: 'boolean', default: true }],
  ['query', 'overwrite', { type: 'boolean', example: true }],
  ['query', 'all', { type: 'boolean', example: true }],
  ['body', 'position', number(1)],
  ['list', 'sortOrder', number(1)],
  ['body', 'supersedes', { enum: ['spring', 'autumn'] }],
  ['body', 'mergeInto', { enum: ['main', 'next'] }],
  ['body', 'cancelsOrder', { enum: [1, 2] }],
  ['body', 'watching', { type: 'array', minItems: 1, items: number(3) }],
  ['deep', 'cancels', { type: 'array', minItems: 1, items: text('7') }],
  ['body', 'followUpOf', { type: 'string', pattern: '^[0-9]+$', maxLength: 19, example: '3' }],
  ['form', 'dependsOn', number(2)],
  ['body', 'name', { type: 'string', format: 'date', example: '2026-11-21' }],
  ['body', 'code', { type: 'string', format: 'date', example: '2026-11-21' }],
];

test.each(someOf(NAMING, 48, 3))('in the %s, %s is nobody’s', async (where, name, schema) => {
  const params = { '/orders/{id}': ['7'] };
  const all: readonly GivenSettings[] = [{ writes: 'own', params }, { writes: 'own' }, {}, { params }];
  for (const options of someOf(all, 3)) {
    const found = await foundAt(where, name, schema, options);
    expect(found.filter(mayBeSomebodys)).toEqual([]);
  }
  const any = await foundAt(where, name, schema, { writes: 'any', params });
  expect(any.filter(mayBeSomebodys)).not.toEqual([]);
});

const LISTED: readonly (readonly [string, string, Json, boolean])[] = [
  ['things that a list shows, though no path names one', '/tracks', { id: { type: 'integer' } }, false],
  ['things that have no ids', '/tracks', { minutes: { type: 'integer' } }, true],
  ['other things', '/covers', { id: { type: 'integer' } }, true],
];
test.each(someOf(LISTED, 3))('small numbers in a list that is called like %s', async (_, path, properties, areSent) => {
  const schema = { type: 'array', minItems: 1, items: { type: 'integer', minimum: 1, maximum: 9 } };
  const content = { 'application/json': { schema: { type: 'array', items: { type: 'object', properties } } } };
  const { paths, ...rest } = contractWith('body', 'tracks', schema);
  const listed = { [path]: { get: { responses: { 200: { description: 'ok', content } } } } };
  const contract = await load({ ...rest, paths: { ...(paths as Json), ...listed } });
  const { cases } = plan(contract, suite, settingsOf({ seed: 1, writes: 'own' }));
  const unsafe = cases.filter(({ request }) => !request.operation.safe && request.method === undefined);
  const found = unsafe.flatMap((each) => valuesOf('tracks', toRequest(each, { basePath: '' }, [])));
  expect(found.some(mayBeSomebodys)).toBe(areSent);
});

test.each(
  someOf<[string, Json]>(
    [
      ['numbers', { '1': 2 }],
      ['addresses', { '/products/3': { quantity: 2 } }],
      ['names that have a number', { rake: 2 }],
    ],
    3,
  ),
)('a map whose keys are %s has keys of nobody', async (_, example) => {
  const map = { type: 'object', minProperties: 1, example };
  for (const writes of someOf(['own', 'handed-over'] as const, 2)) {
    const found = await foundAt(
      'body',
      'lines',
      { type: 'array', items: map, minItems: 1, example: [example] },
      { writes },
    );
    expect(JSON.stringify(found)).not.toContain(`"${Object.keys(example)[0]}"`);
  }
});

const AMOUNT = { type: 'integer', example: 400 };
const OF_A_PRODUCT = {
  type: 'object',
  required: ['productId', 'amount'],
  properties: { productId: number(3), amount: AMOUNT },
};

const REFERRING: readonly (readonly [string, Where, string, Json, GivenSettings])[] = [
  ['what the body refers to', 'body', 'line', OF_A_PRODUCT, { writes: 'own', params: { '/products/{id}': ['9'] } }],
  ['what the path names', 'body', 'amount', AMOUNT, { params: { '/orders/{id}': ['7'] } }],
  ['what the path names', 'query', 'amount', AMOUNT, { params: { '/orders/{id}': ['7'] } }],
];
test.each(someOf(REFERRING, 3))(
  'of %s, which was handed over, little is taken: in the %s, as %s',
  async (_, where, name, schema, options) => {
    const { cases } = plan(await load(contractWith(where, name, schema)), suite, settingsOf({ seed: 1, ...options }));
    const isAsked = ({ operation, method }: (typeof cases)[number]['request']) =>
      method === undefined && operation.method === 'POST' && (name === 'line' || operation.path.endsWith('act'));
    const asked = cases.filter(({ request }) => isAsked(request));
    const found = asked.flatMap((each) => valuesOf('amount', toRequest(each, { basePath: '' }, [])));
    const numbers = found.filter((each) => each !== null && each !== '' && !Number.isNaN(Number(each))).map(Number);
    expect([...new Set(numbers)]).toEqual([1]);
  },
);

test.each(someOf(['leader', 'PRIMARY', 'owner'], 3))('what only one may be is set by nobody: %s', async (value) => {
  const found = await foundAt('body', 'role', { enum: [value, 'member'] }, { writes: 'own' });
  expect(found).toContain('member');
  expect(found).not.toContain(value);
});

describe('values that the contract lists', () => {
  const few = { enum: ['EUR', 'USD', 'GBP'] };
  const CODE = { name: 'code', in: 'path', required: true, schema: few };
  const done = { responses: { 204: { description: 'done' } } };

  /** Rates are named by a listed code. @returns what unsafe requests to orders name by a member or parameter of this name. */
  async function namedBy(where: Where, name: string, schema: Json, rates: Json, given: GivenSettings) {
    const { paths, ...rest } = contractWith(where, name, schema);
    const contract = await load({
      ...rest,
      paths: { ...(paths as Json), '/rates/{code}': { parameters: [CODE], ...rates } },
    });
    const { cases } = plan(contract, suite, settingsOf({ seed: 1, ...given }));
    const unsafe = cases.filter(
      ({ request: { operation } }) => !operation.safe && operation.path.startsWith('/orders'),
    );
    return new Set(
      unsafe.flatMap((each) =>
        valuesOf(name, toRequest(each, { basePath: '' }, []))
          .flat()
          .map(String),
      ),
    );
  }

  test.each(
    someOf<[Where, string, Json]>(
      [
        ['body', 'rateId', few],
        ['list', 'paidIn', { enum: ['EUR', 'CHF'] }],
        ['query', 'rates', { type: 'array', items: few, minItems: 1 }],
      ],
      3,
    ),
  )('are ids where a path names things by them: in the %s, %s', async (where, name, schema) => {
    for (const writes of someOf(['own', 'handed-over'] as const, 2)) {
      const found = await namedBy(where, name, schema, { put: done, delete: done }, { writes });
      expect([...found].filter((each) => few.enum.includes(each))).toEqual([]);
    }
    const any = await namedBy(where, name, schema, { put: done, delete: done }, { writes: 'any' });
    expect([...any]).toContain('EUR');
  });

  test('name nothing of others where such things can only be read', async () => {
    expect([...(await namedBy('body', 'paidIn', few, { get: done }, { writes: 'own' }))]).toContain('EUR');
  });

  test('are those that were handed over, for a member that refers to such a thing', async () => {
    const params = { '/rates/{code}': ['GBP'], '/orders/{id}': ['7'] };
    const found = await namedBy('body', 'rateId', few, { get: done, delete: done }, { params });
    expect([...found].filter((each) => few.enum.includes(each))).toEqual(['GBP']);
  });
});

test.each(['header', 'query'] as const)(
  'no unsafe request asks in its %s to be taken for another one',
  async (where) => {
    const contract = contractWith(where, 'X-HTTP-Method-Override', { enum: ['PUT', 'DELETE'] });
    const { cases } = plan(await load(contract), suite, settingsOf({ seed: 1, salt: 'abc123', writes: 'own' }));
    const sent = cases.filter(({ request, claim }) => !request.operation.safe && !claim.violation);
    const overriding = sent.filter(({ request: { input } }) =>
      [...input.headers.map(([, value]) => value), ...input.query.map(({ value }) => value)].includes('DELETE'),
    );
    expect(overriding).toEqual([]);
  },
);

test('an example that is a path is none of a thing of somebody else, whatever its member is called', async () => {
  const found = await foundAt('body', 'see', { type: 'string', example: '/orders/3' }, { writes: 'own' });
  expect(found.length).toBeGreaterThan(0);
  expect(found).not.toContain('/orders/3');
});

test.each(
  someOf<[Where, string, Json]>(
    [
      ['body', 'quantity', number(3)],
      ['body', 'colour', text('red')],
      ['body', 'currency', { type: 'string', pattern: '^[A-Z]{3}$', example: 'EUR' }],
      ['body', 'day', { type: 'string', format: 'date' }],
      ['body', 'state', { enum: ['open', 'closed'] }],
      ['body', 'closeReason', { enum: ['late', 'lost'] }],
      ['body', 'origin', { enum: ['web', 'app'] }],
      ['body', 'role', { enum: ['member', 'leader'] }],
      ['body', 'state', { enum: ['active', 'inactive'] }],
      ['body', 'sortBy', text('price')],
      ['body', 'scores', { type: 'array', minItems: 1, items: number(3), example: [3] }],
      ['query', 'limit', number(3)],
      ['header', 'Accept-Language', text('de')],
      ['query', 'mode', { enum: ['fast', 'slow'] }],
    ],
    5,
  ),
)('in the %s, %s names nothing, and is sent as the contract has it', async (where, name, schema) => {
  const found = await foundAt(where, name, schema, { writes: 'own', params: { '/orders/{id}': ['7'] } });
  const [first] = [schema['enum'] ?? schema['example'] ?? '2026-03-14'].flat();
  expect(found.map(String)).toContain(String(first));
});

const READING = { responses: { 200: { description: 'ok' } } };

/** Requests of a contract that has GET /rpc with one parameter in its query. */
async function askedOf(
  name: string,
  required: boolean,
  schema: Json,
  description?: string,
): Promise<readonly string[]> {
  const parameters = [{ name, in: 'query', required, schema, ...(description ? { description } : {}) }];
  const contract = await load({ ...head('3.1'), paths: { '/rpc': { get: { ...READING, parameters } } } });
  const { cases } = plan(contract, suite, settingsOf({ seed: 1 }));
  return cases.map((each) => toRequest(each, { basePath: '' }, []).path);
}

test.each<[string, Json]>([
  ['action', { enum: ['delete', 'show'] }],
  ['do', { type: 'string', example: 'purgeAll' }],
  ['cmd', { const: 'approve' }],
])(
  'a GET that must say what it does, and may say that it changes something, waits for consent: %s',
  async (name, schema) => {
    expect(await askedOf(name, true, schema)).toEqual([]);
  },
);

test.each<[string, Json, string, string]>([
  ['action', { enum: ['delete', 'show'] }, 'action=show', 'action=delete'],
  ['event', { enum: ['created', 'remove'] }, 'event=created', 'event=remove'],
  ['purge', { type: 'boolean' }, 'purge=false', 'purge=true'],
])('of what a GET need not say, it says what reads alone: %s', async (name, schema, sent, withheld) => {
  const asked = await askedOf(name, false, schema);
  expect(asked.filter((path) => path.includes(sent))).not.toEqual([]);
  expect(asked.filter((path) => path.includes(withheld))).toEqual([]);
});

test.each<[string, string, Json, string]>([
  ['muted', 'Set mute state', { enum: ['muted', 'unmuted'] }, 'muted='],
  ['recheck_all', 'Set to 1 to force recheck of all watches.', { enum: ['1'] }, 'recheck_all='],
  ['recheck', 'Queue all watches with this tag', { enum: ['true'] }, 'recheck='],
  ['seen', 'If true, marks all messages as read', { type: 'boolean' }, 'seen=true'],
  ['purge', '', { enum: ['1'] }, 'purge='],
])('of what a GET need not say, it leaves out what changes something by its description: %s', async (...row) => {
  const [name, description, schema, withheld] = row;
  const asked = await askedOf(name, false, schema, description);
  expect(asked).toContain('/rpc');
  expect(asked.filter((path) => path.includes(withheld))).toEqual([]);
});

test.each<[string, string, Json, string]>([
  ['with_errors', 'Set to 1 to only return watches with an error', { enum: ['1'] }, 'with_errors=1'],
  ['state', 'Pause state to filter by', { enum: ['paused', 'running'] }, 'state=paused'],
  ['size', 'Set the page size', { enum: [10, 20] }, 'size=10'],
])('what filters by its description is sent: %s', async (name, description, schema, sent) => {
  expect((await askedOf(name, false, schema, description)).filter((path) => path.includes(sent))).not.toEqual([]);
});
