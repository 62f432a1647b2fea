import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { readContract } from '../../src/contract/load';
import type { Case } from '../../src/engine/model/case';
import type { Planned } from '../../src/engine/model/planning';
import type { Writes } from '../../src/engine/model/probe';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { someOf } from '../../src/support/testing/cases.testing';
import { suite } from '../suite';

type Json = Readonly<Record<string, unknown>>;

const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
const done = (schema?: Json) => ({ description: 'd', ...(schema ? json(schema) : {}) });

/** The operations on things of one kind: `POST` on the collection with this body, and on an item `GET` and `DELETE`, which make it a kind. */
function kind(
  collection: string,
  body: Json | undefined,
  parameter = 'id',
  idSchema: Json = { type: 'string' },
  shown = body,
) {
  return {
    [collection]: body
      ? { post: { requestBody: { required: true, ...json(body) }, responses: { 201: done(shown) } } }
      : {},
    [`${collection}/{${parameter}}`]: {
      parameters: [{ name: parameter, in: 'path', required: true, schema: idSchema }],
      get: { responses: { 200: done(shown) } },
      delete: { responses: { 204: done() } },
    },
  };
}

async function planned(paths: Json, schemas: Json = {}, writes: Writes = 'own', more: Json = {}): Promise<Planned> {
  const contract = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas } };
  const folder = folderOf({ 'openapi.json': JSON.stringify(contract) });
  return plan(await readContract(join(folder, 'openapi.json')), suite, settingsOf({ writes, seed: 1, ...more }));
}

interface Sent {
  readonly violation: Case['claim']['violation'];
  readonly value: unknown;
}

/** The bodies that are sent to an operation. */
function bodiesOf({ cases }: Planned, name: string): Sent[] {
  return cases.flatMap(({ request: { operation, input }, claim: { violation } }) => {
    if (operation.name !== name || input.body?.contentType !== 'application/json') return [];
    const text = input.body.bytes.toString('utf8');
    return /^(\{"|\[+)$/.test(text) ? [] : [{ violation, value: JSON.parse(text) as unknown }];
  });
}

/** What stands at a member of the bodies, each kind of value once. */
function membersOf(sent: readonly Sent[], name: string): string[] {
  const kindOf = (value: unknown): string => {
    if (Array.isArray(value)) return `[${[...new Set(value.map(kindOf))].join()}]`;
    return value === null ? 'null' : typeof value;
  };
  return [...new Set(sent.map(({ value }) => kindOf((value as Json)?.[name])))].sort();
}

const leftOutOf = ({ leftOut }: Planned, name: string) =>
  [...leftOut].find(([operation]) => operation.name === name)?.[1];

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string', minLength: 1, maxLength: 30 };
const object = (properties: Json, required: readonly string[] = []) => ({ type: 'object', required, properties });

const ROLE = object({ id: { type: 'string', readOnly: true }, title: text }, ['title']);
const ADDRESS = object({ street: text, city: text }, ['street']);

describe('an object of another kind is never put into a body', () => {
  const roles = kind('/roles', ref('Role'));
  /** The plans for `POST /users` with one member beside its name. */
  const usersWith = (name: string, member: Json, isRequired: boolean, writes: Writes = 'own', more: Json = {}) =>
    planned(
      { ...roles, ...kind('/users', object({ name: text, [name]: member }, ['name', ...(isRequired ? [name] : [])])) },
      { Role: ROLE, Address: ADDRESS, NewRole: object({ title: text }) },
      writes,
      more,
    );

  const NAMED: readonly (readonly [string, string, Json, readonly string[]])[] = [
    ['its id is sent', 'role', { oneOf: [{ type: 'string' }, ref('Role')] }, ['string']],
    [
      'its id is sent, whatever the member is called',
      'grade',
      { anyOf: [ref('Role'), { type: 'integer' }] },
      ['number'],
    ],
    [
      'a list is of ids',
      'roles',
      { type: 'array', items: { oneOf: [ref('Role'), { type: 'string' }] } },
      ['[]', '[string]'],
    ],
  ];
  test.each(someOf(NAMED, 2))('%s (%s)', async (_, name, member, expected) => {
    const sent = bodiesOf(await usersWith(name, member, true), 'POST /users').filter(({ violation }) => !violation);
    expect(sent.length).toBeGreaterThan(0);
    for (const found of membersOf(sent, name)) expect(expected).toContain(found);
  });

  test.each(
    someOf<[string, string, Json]>(
      [
        ['an optional one is left out', 'role', ref('Role')],
        ['an optional one is left out, whatever it is called', 'grade', ref('Role')],
        ['one beside further words', 'grade', { allOf: [ref('Role')], description: 'words' }],
        ['one that is called like a kind', 'role', object({ title: text, rank: text })],
        ['one that is called like a kind, by another schema', 'Role', ref('NewRole')],
        ['one of which only its members are described', 'role', { properties: { title: text, rank: text } }],
        ['one that lies in a plain value', 'address', object({ street: text, role: ref('Role') })],
        ['one in a map', 'byName', { type: 'object', additionalProperties: ref('Role') }],
        ['several', 'roles', { type: 'array', minItems: 1, items: ref('Role') }],
        ['several in a list that may be empty', 'roles', { type: 'array', items: object({ title: text }) }],
        ['one of the kind itself', 'parent', object({ users: { type: 'array', items: object({ name: text }) } })],
      ],
      6,
    ),
  )('%s (%s)', async (_, name, member) => {
    const result = await usersWith(name, member, false);
    const sent = bodiesOf(result, 'POST /users');
    expect(sent.length).toBeGreaterThan(1);
    expect(JSON.stringify(sent.map(({ value }) => value))).not.toMatch(/"title"|"users":\[\{/);
    const any = bodiesOf(await usersWith(name, member, false, 'any'), 'POST /users');
    expect(JSON.stringify(any.map(({ value }) => value))).toMatch(/"title"|"users":\[\{/);
  });

  test.each<[string, Json, string[]]>([
    ['an object by its members alone', { required: ['title'], properties: { title: text, rank: text } }, ['undefined']],
    ['a text, or an object', { type: ['string', 'object'], properties: { title: text } }, ['string', 'undefined']],
  ])('in place of %s, nothing stands that nobody means', async (_, member, expected) => {
    const sent = bodiesOf(await usersWith('role', member, false), 'POST /users').filter(({ violation }) => !violation);
    expect(membersOf(sent, 'role')).toEqual(expected);
  });

  const PLAIN: readonly (readonly [string, string, Json])[] = [
    ['a plain value', 'address', ref('Address')],
    ['a plain value that is called like no kind', 'shape', object({ title: text })],
    ['a reference to what is there', 'role', object({ id: { type: 'string' } })],
    ['what only wraps the thing', 'user', object({ title: text })],
  ];
  test.each(someOf(PLAIN, 2))('%s is sent as it is', async (_, name, member) => {
    const paths = name === 'user' ? { ...roles, ...kind('/users', object({ user: member }, ['user'])) } : undefined;
    const result = paths ? await planned(paths, { Role: ROLE }) : await usersWith(name, member, true);
    const sent = bodiesOf(result, 'POST /users').filter(({ violation }) => !violation);
    expect(membersOf(sent, name)).toEqual(['object']);
  });

  test('where it must be there, nothing is sent, and the run says why', async () => {
    const result = await usersWith('role', ref('Role'), true);
    expect(result.cases.filter(({ request: { operation } }) => operation.name === 'POST /users')).toEqual([]);
    expect(leftOutOf(result, 'POST /users')).toMatchObject({
      reason: expect.stringMatching(/^its body must hold an object at \/role that is a thing of its own/),
      handOver: [expect.stringContaining('--writes any')],
    });
    const handed = await usersWith('role', ref('Role'), true, 'own', {
      operations: { 'POST /users': { params: {}, bodies: [{ name: 'n', role: { title: 't' } }] } },
    });
    expect(
      membersOf(
        bodiesOf(handed, 'POST /users').filter(({ violation }) => !violation),
        'role',
      ),
    ).toEqual(['object']);
  });

  test('the id that is sent is that of a thing which the run made', async () => {
    const { cases } = await usersWith('grade', { oneOf: [ref('Role'), { type: 'string' }] }, true);
    const maker = cases.find(
      ({ request: { operation }, chain: { step } = {} }) => operation.name === 'POST /users' && step === 'make',
    );
    expect(maker?.waitsFor?.fills).toEqual([
      { pointer: '/grade', place: { from: expect.objectContaining({ chain: { kind: 'own', step: 'make' } }) } },
    ]);
  });

  test('parts of the thing that lie below it are sent, things of another kind in them are not', async () => {
    const line = object({ count: { type: 'integer' }, article: ref('Article') }, ['count']);
    const article = object({ title: text });
    const paths = {
      ...kind('/articles', ref('Article')),
      ...kind('/orders', object({ lines: { type: 'array', minItems: 1, items: ref('Line') } }, ['lines'])),
      ...kind('/orders/{order}/lines', undefined, 'id', { type: 'string' }, ref('Line')),
    };
    const order = { parameters: [{ name: 'order', in: 'path', required: true, schema: { type: 'string' } }] };
    const lines = { ...paths['/orders/{order}/lines/{id}'] } as { parameters: unknown[] };
    lines.parameters = [...order.parameters, ...lines.parameters];
    const all = { ...paths, '/orders/{order}/lines': order, '/orders/{order}/lines/{id}': lines };
    const sent = bodiesOf(await planned(all, { Line: line, Article: article }), 'POST /orders');
    expect(
      membersOf(
        sent.filter(({ violation }) => !violation),
        'lines',
      ),
    ).toEqual(['[object]']);
    expect(JSON.stringify(sent)).not.toContain('"title"');
  });

  test('a list of things makes none, where one thing or several may be sent', async () => {
    const user = object({ name: text }, ['name']);
    const body = { oneOf: [ref('User'), { type: 'array', items: ref('User') }] };
    const sent = bodiesOf(await planned(kind('/users', body), { User: user }), 'POST /users');
    expect(sent.filter(({ value }) => !Array.isArray(value)).length).toBeGreaterThan(0);
    for (const { value } of sent)
      if (Array.isArray(value)) expect(value.filter((each) => typeof each === 'object')).toEqual([]);
  });

  test('a body to a made-up id holds none without any consent, and it comes to an end in a circle', async () => {
    const user = object({ name: text, friends: { type: 'array', items: ref('User') }, tree: ref('Tree') });
    const tree = object({ left: ref('Tree'), right: ref('Tree'), owner: ref('Role') });
    const paths = {
      ...kind('/roles', ref('Role')),
      ...kind('/users', ref('User')),
      '/users/{id}': {
        ...kind('/users', ref('User'))['/users/{id}'],
        patch: { requestBody: { required: true, ...json(ref('User')) }, responses: { 200: done() } },
      },
    };
    const result = await planned(paths, { User: user, Tree: tree, Role: ROLE }, 'handed-over');
    const sent = bodiesOf(result, 'PATCH /users/{id}');
    expect(sent.length).toBeGreaterThan(0);
    expect(JSON.stringify(sent.map(({ value }) => value))).not.toMatch(/"title"|"friends":\[\{/);
    expect(JSON.stringify(sent.map(({ value }) => value))).toContain('"tree":{');
  });

  test('what its clauses say is open, and why', async () => {
    const result = await usersWith('role', ref('Role'), false);
    const [operation] = result.operations.filter(({ name }) => name === 'POST /users');
    if (!operation) throw new Error('it is not planned');
    const inside = result
      .violable(operation)
      .map(({ clause }) => clause)
      .filter(({ pointer }) => pointer.includes('/schemas/Role/properties/title'));
    expect(inside.length).toBeGreaterThan(0);
    for (const { file, pointer } of inside)
      expect(result.untouched(operation, `${file} ${pointer}`)).toMatch(/would make a second one/);
  });
});

describe('what is sent to break a clause breaks it, whatever names are put into it', () => {
  const twice = (items: Json) => ({ type: 'array', items, minItems: 2, maxItems: 4, uniqueItems: true });
  const user = object({ name: text, email: text }, ['name']);

  const BOUND: readonly (readonly [string, Json])[] = [
    ['titles that differ', object({ name: text, title: twice(text) }, ['name', 'title'])],
    [
      'addresses that differ',
      object({ name: text, emails: twice({ type: 'string', format: 'email' }) }, ['name', 'emails']),
    ],
    ['references that differ', object({ name: text, userIds: twice({ type: 'integer' }) }, ['name', 'userIds'])],
    [
      'codes that differ within an object',
      object({ name: text, about: object({ code: twice(text) }, ['code']) }, ['name', 'about']),
    ],
    [
      'titles that differ within what wraps the thing',
      object({ order: object({ title: twice(text) }, ['title']) }, ['order']),
    ],
  ];
  test.each(someOf(BOUND, 3))('%s', async (_, body) => {
    const isValid = addFormats(new Ajv2020({ strict: false })).compile(body);
    const result = await planned({ ...kind('/users', user), ...kind('/orders', body) });
    const broken = bodiesOf(result, 'POST /orders').filter(({ violation }) => violation !== undefined);
    expect(broken.filter(({ value }) => isValid(value))).toEqual([]);
    expect(broken.some(({ violation }) => violation?.clauseText.includes('uniqueItems'))).toBe(true);
  });
});

describe('a key that the client chooses is nobody’s', () => {
  const currencies = (code: Json, isRequired = true, parameter = 'code') =>
    kind('/currencies', object({ [parameter]: code, note: text }, isRequired ? [parameter] : ['note']), parameter);

  test.each(
    someOf<[string, Json]>(
      [
        ['a short pattern', { type: 'string', pattern: '^[A-Z]{3}$', examples: ['EUR'] }],
        ['a list', { enum: ['EUR', 'SEK'] }],
        ['a short text', { type: 'string', maxLength: 4 }],
        ['a number below a million', { type: 'integer', minimum: 1, maximum: 1_000_000 }],
        ['a small number', { type: 'integer', format: 'int32', maximum: 1000 }],
        ['a boolean', { type: 'boolean' }],
        ['a date', { type: 'string', format: 'date' }],
        ['a pattern of eight digits', { type: 'string', pattern: '^SKU-[0-9]{8}$' }],
      ],
      6,
    ),
  )('%s: nothing is sent', async (_, code) => {
    const result = await planned(currencies(code));
    expect(result.cases.filter(({ request: { operation } }) => operation.name === 'POST /currencies')).toEqual([]);
    expect(leftOutOf(result, 'POST /currencies')?.reason).toMatch(/^its body must name what it makes by "code"/);
    expect(bodiesOf(await planned(currencies(code), {}, 'any'), 'POST /currencies')).not.toEqual([]);
  });

  test.each(
    someOf<[string, Json, RegExp]>(
      [
        ['a text', { type: 'string', examples: ['EUR'], minLength: 1, maxLength: 64 }, /^.{16,}$/],
        ['a pattern', { type: 'string', pattern: '^usr_[A-Za-z0-9]{24}$' }, /^usr_[A-Za-z0-9]{24}$/],
        ['a slug', { type: 'string', pattern: '^[a-z][a-z0-9-]{2,40}$', examples: ['home'] }, /^.{16,}$/],
        ['a number', { type: 'integer', format: 'int64', examples: [1] }, /^\d{9,}$/],
        ['a number of 32 bits', { type: 'integer', format: 'int32', minimum: 1 }, /^\d{9,}$/],
        ['a UUID', { type: 'string', format: 'uuid' }, /^[0-9a-f-]{36}$/],
        [
          'an address',
          { type: 'string', format: 'email', examples: ['ann@example.com'] },
          /^[0-9a-f-]{16,}@example\.com$/,
        ],
      ],
      5,
    ),
  )('%s: another one each time that no one has', async (_, code, expected) => {
    const sent = bodiesOf(await planned(currencies(code)), 'POST /currencies');
    const keys = sent
      .map(({ value }) => (value as Json | null)?.['code'])
      .filter((key) => !['object', 'undefined', 'boolean'].includes(typeof key));
    expect(keys.length).toBeGreaterThan(1);
    for (const key of keys) expect(String(key)).toMatch(expected);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toContain('EUR');
  });

  test.each(['code', 'currencyId'])('%s is left out where the target chooses one', async (name) => {
    const result = await planned(currencies({ type: 'string', pattern: '^[A-Z]{3}$' }, false, name));
    const sent = bodiesOf(result, 'POST /currencies');
    expect(sent.length).toBeGreaterThan(1);
    expect(membersOf(sent, name)).toEqual(['undefined']);
  });

  test('below what was made up, in a body that wraps it, and as what the path calls otherwise', async () => {
    const thing = object({ data: object({ id: { type: 'integer', maximum: 99 }, text }, ['id']) }, ['data']);
    const parent = { name: 'user', in: 'path', required: true, schema: { type: 'string' } };
    const below = kind('/users/{user}/things', thing, 'thingId', { type: 'integer' }) as Record<string, Json>;
    const paths = {
      '/users/{user}/things': { ...below['/users/{user}/things'], parameters: [parent] },
      '/users/{user}/things/{thingId}': {
        ...below['/users/{user}/things/{thingId}'],
        parameters: [parent, { name: 'thingId', in: 'path', required: true, schema: { type: 'integer' } }],
      },
    };
    const result = await planned(paths, {}, 'handed-over');
    expect(leftOutOf(result, 'POST /users/{user}/things')?.reason).toMatch(/by "id"/);
  });

  test('PUT makes nothing under a name of which there are few, and its body speaks of no other', async () => {
    const putting = (schema: Json) => ({
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema }],
        put: {
          requestBody: { required: true, ...json(object({ id: { ...schema, examples: [7] }, note: text }, ['id'])) },
          responses: { 200: done() },
        },
        delete: { responses: { 204: done() } },
      },
    });
    for (const writes of ['own', 'handed-over'] as const) {
      const few = await planned(putting({ type: 'integer', maximum: 1000 }), {}, writes);
      expect(
        few.cases.filter(({ request: { operation, values } }) => operation.method === 'PUT' && values['id']),
      ).toEqual([]);
      const many = bodiesOf(await planned(putting({ type: 'integer' }), {}, writes), 'PUT /things/{id}');
      const ids = many.filter(({ violation }) => !violation).map(({ value }) => (value as Json)['id']);
      expect(ids.length).toBeGreaterThan(0);
      // What names nothing speaks of nothing else.
      for (const id of ids.filter((each) => each !== undefined)) expect(id).toBeGreaterThan(2 ** 28);
    }
  });
});

test('a text that identifies is none that the contract gives, valid or not', async () => {
  const user = {
    ...object(
      {
        email: { type: 'string', format: 'email' },
        name: { type: 'string', examples: ['ann'] },
        age: { type: 'integer', minimum: 0 },
      },
      ['email', 'name'],
    ),
    examples: [{ email: 'ann@example.com', name: 'ann', age: 1 }],
  };
  const paths = kind('/users', user);
  for (const { value } of bodiesOf(await planned(paths), 'POST /users')) {
    expect((value as Json)?.['email']).not.toBe('ann@example.com');
    expect((value as Json)?.['name']).not.toBe('ann');
  }
});
