import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWithoutFaults } from '../../contract/load';
import { breaksOf, compared, contractFrom, shownBy, withAnswer, withBody, withParameter } from './diff.testing';

const body = (schema: unknown) => contractFrom(withBody(schema));
const answer = (schema: unknown, more = {}) => contractFrom(withAnswer(schema, more));
const query = (parameter: object) => contractFrom(withParameter({ ...parameter }));
const object = (properties: object, required: readonly string[] = [], more = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const TEXT = { type: 'string' };
const WHOLE = { type: 'integer' };
const rule = (type: string, items: object) =>
  object({ type: { type: 'string', enum: [type] }, list: { type: 'array', items } }, ['type'], {
    title: `rule-${type}`,
  });

describe('requests that are refused now', () => {
  test.each<[string, object, object, string[]]>([
    [
      'a shorter text',
      body(object({ a: { ...TEXT, maxLength: 9 } })),
      body(object({ a: { ...TEXT, maxLength: 3 } })),
      ['body-narrowed: /a of the body (application/json) must have at most 3 characters'],
    ],
    [
      'an enum value less',
      body({ enum: ['a', 'b'] }),
      body({ enum: ['a'] }),
      ['body-narrowed: the body (application/json) must be one of ["a"]'],
    ],
    [
      'a member that is required',
      body(object({ a: TEXT })),
      body(object({ a: TEXT }, ['a'])),
      ['body-narrowed: the body (application/json) must have the property "a"'],
    ],
    [
      'a new member that is required',
      body(object({ a: TEXT })),
      body(object({ a: TEXT, b: TEXT }, ['b'])),
      ['body-narrowed: the body (application/json) must have the property "b"'],
    ],
    [
      'two new members that are required',
      body(object({ a: TEXT }, ['a'])),
      body(object({ a: TEXT, b: TEXT, c: WHOLE }, ['a', 'b', 'c'])),
      [
        'body-narrowed: the body (application/json) must have the property "b"',
        'body-narrowed: the body (application/json) must have the property "c"',
      ],
    ],
    [
      'two new members that are required within one that is required',
      body(object({ o: object({ a: TEXT }, ['a']) }, ['o'])),
      body(object({ o: object({ a: TEXT, b: TEXT, c: TEXT }, ['a', 'b', 'c']) }, ['o'])),
      [
        'body-narrowed: /o of the body (application/json) must have the property "b"',
        'body-narrowed: /o of the body (application/json) must have the property "c"',
      ],
    ],
    [
      'a shorter text beside two new members that are required',
      body(object({ a: TEXT })),
      body(object({ a: { ...TEXT, maxLength: 3 }, b: TEXT, c: TEXT }, ['b', 'c'])),
      [
        'body-narrowed: the body (application/json) must have the property "b"',
        'body-narrowed: the body (application/json) must have the property "c"',
        'body-narrowed: /a of the body (application/json) must have at most 3 characters',
      ],
    ],
    [
      'new members that are required of each item',
      body({ type: 'array', items: object({ a: TEXT }, ['a']) }),
      body({ type: 'array', items: object({ a: TEXT, b: TEXT, c: TEXT }, ['a', 'b', 'c']) }),
      [
        'body-narrowed: /0 of the body (application/json) must have the property "b"',
        'body-narrowed: /0 of the body (application/json) must have the property "c"',
      ],
    ],
    [
      'a member that is forbidden',
      body(object({ a: TEXT, b: TEXT })),
      body(object({ a: TEXT }, [], { additionalProperties: false })),
      ['body-narrowed: the body (application/json) must not have the property "b"'],
    ],
    [
      'null',
      body(object({ a: { type: ['string', 'null'] } })),
      body(object({ a: TEXT })),
      ['body-narrowed: /a of the body (application/json) must be string'],
    ],
    [
      'an item deep within',
      body(object({ l: { type: 'array', items: object({ n: WHOLE }) } })),
      body(object({ l: { type: 'array', items: object({ n: { ...WHOLE, minimum: 1 } }) } })),
      ['body-narrowed: /l/0/n of the body (application/json) must be 1 or more'],
    ],
    [
      'one of several alternatives',
      body({ oneOf: [TEXT, WHOLE] }),
      body({ oneOf: [TEXT] }),
      ['body-narrowed: the body (application/json) must be string, to satisfy a schema of `oneOf`'],
    ],
    [
      'a member of an alternative that nothing names for sure',
      body({ oneOf: [rule('a', TEXT), rule('b', WHOLE)] }),
      body({ oneOf: [rule('a', { enum: ['x'] }), rule('b', WHOLE)] }),
      [
        'body-narrowed: the body (application/json) must satisfy exactly one schema of `oneOf`; nearest is rule-a (/list/0 must be one of ["x"])',
      ],
    ],
    [
      'other members of a map',
      body({ type: 'object', additionalProperties: TEXT }),
      body({ type: 'object', additionalProperties: { ...TEXT, minLength: 2 } }),
      ['body-narrowed: /key of the body (application/json) must have at least 2 characters'],
    ],
    [
      'a body that is required',
      contractFrom(withBody(TEXT, false)),
      contractFrom(withBody(TEXT)),
      ['body-required: the body is required'],
    ],
    [
      'a body where there was none',
      contractFrom({}),
      contractFrom(withBody(TEXT)),
      ['body-required: the body is required'],
    ],
    [
      'another media type',
      body(TEXT),
      contractFrom({ requestBody: { required: true, content: { 'text/csv': { schema: TEXT } } } }),
      ['request-type-removed: a body of the type application/json is no longer taken'],
    ],
    [
      'a number that is too large',
      query({ schema: { ...WHOLE, maximum: 9 } }),
      query({ schema: { ...WHOLE, maximum: 8 } }),
      ['parameter-narrowed: the query parameter q must be 8 or less'],
    ],
    [
      'a text that is no number',
      query({ schema: TEXT }),
      query({ schema: WHOLE }),
      ['parameter-narrowed: the query parameter q must be integer'],
    ],
    [
      'a parameter that is required',
      query({ schema: TEXT }),
      query({ schema: TEXT, required: true }),
      ['parameter-required: the query parameter q is required'],
    ],
    [
      'a new parameter that is required',
      contractFrom({}),
      query({ schema: TEXT, required: true }),
      ['parameter-required: the query parameter q is required'],
    ],
    [
      'a list that is written otherwise',
      query({ schema: { type: 'array', items: TEXT } }),
      query({ schema: { type: 'array', items: TEXT }, explode: false }),
      [
        expect.stringMatching(
          /^parameter-read-otherwise: the query parameter q is read otherwise: .* was written q=.+&q=.+, and is written .+,.+$/,
        ) as never,
      ],
    ],
    [
      'a header that is narrowed',
      query({ in: 'header', name: 'X-A', schema: TEXT }),
      query({ in: 'header', name: 'x-a', schema: { enum: ['a'] } }),
      ['parameter-narrowed: the header parameter X-A must be one of ["a"]'],
    ],
  ])('%s', async (_name, before, now, expected) => {
    expect(await breaksOf(before, now)).toEqual(expected);
    // What breaks clients one way round is a widening the other way round.
    const { harmless } = await compared(now, before);
    expect(harmless.length > 0 || /otherwise/.test(_name)).toBe(true);
  });

  test('without the credential that is wanted now', async () => {
    const schemes = {
      components: {
        securitySchemes: { b: { type: 'http', scheme: 'bearer' }, k: { type: 'apiKey', in: 'header', name: 'K' } },
      },
    };
    const secured = (...security: object[]) => contractFrom({ security }, schemes);
    const kinds = async (before: object, now: object) =>
      (await breaksOf(before, now)).map((text) => text.split(': ')[1]);
    expect(await kinds(contractFrom({}), secured({ b: [] }))).toEqual(['a request without a credential is refused']);
    expect(await kinds(secured({ b: [] }), secured({ b: [], k: [] }))).toEqual(['a request with b alone is refused']);
    expect(await kinds(secured({ b: [] }, { k: [] }), secured({ b: [] }))).toEqual([
      'a request with k alone is refused',
    ]);
    expect(await kinds(secured({ b: [] }), secured({ b: [] }, { k: [] }))).toEqual([]);
    expect(await kinds(secured({ b: [] }), contractFrom({}))).toEqual([]);
  });

  test('with a token that has only the scopes that were enough', async () => {
    const flows = { implicit: { authorizationUrl: 'https://a.example', scopes: {} } };
    const schemes = {
      components: {
        securitySchemes: {
          o: { type: 'oauth2', flows },
          p: { type: 'oauth2', flows },
          b: { type: 'http', scheme: 'bearer' },
          k: { type: 'apiKey', in: 'header', name: 'Authorization' },
        },
      },
    };
    const secured = (...security: object[]) => contractFrom({ security }, schemes);
    const told = async (before: object, now: object) => {
      const { causes } = await compared(before, now);
      return causes.map(({ first: { kind, message, witness } }) => [
        kind,
        message,
        'scopes' in witness && witness.scopes,
      ]);
    };
    expect(await told(secured({ o: ['read'] }), secured({ o: ['read', 'write'] }))).toEqual([
      ['scope-required', 'a token of o with the scope read alone is refused', ['read']],
    ]);
    expect(await told(secured({ o: [] }), secured({ o: ['read'] }))).toEqual([
      ['scope-required', 'a token of o without a scope is refused', []],
    ]);
    // Of several alternatives, each client has one.
    expect(await told(secured({ o: ['a'] }, { p: ['b'] }), secured({ o: ['a'] }))).toEqual([
      ['scope-required', 'a token of p with the scope b alone is refused', ['b']],
    ]);
    expect(await told(secured({ o: ['a', 'b'] }), secured({ p: ['c'] }, { o: ['b'] }))).toEqual([]);
    // Nobody can tell which scopes a token has that a scheme without scopes describes.
    expect(await told(secured({ b: [] }), secured({ o: ['a'] }))).toEqual([]);
    expect(await told(secured({ o: ['a'] }), secured({}, { o: ['b'] }))).toEqual([]);
    // A key in the same header field is no token; a token without scopes is one.
    expect(await told(secured({ k: [] }, { o: ['a'] }), secured({ k: [] }, { o: ['a', 'b'] }))).toEqual([
      ['scope-required', 'a token of o with the scope a alone is refused', ['a']],
    ]);
    expect(await told(secured({ o: ['a'] }), secured({ b: [] }, { o: ['a', 'b'] }))).toEqual([]);
  });

  test('of an operation that is gone, and not of one whose path parameter is called otherwise', async () => {
    const paths = (path: string, name: string) => ({
      [path]: {
        get: {
          parameters: [{ name, in: 'path', required: true, schema: TEXT }],
          responses: { 200: { description: 'ok' } },
        },
      },
    });
    const contract = (path: string, name: string) => contractFrom({}, { paths: paths(path, name) });
    expect(await breaksOf(contract('/a/{id}', 'id'), contract('/a/{key}', 'key'))).toEqual([]);
    expect(await breaksOf(contract('/a/{id}', 'id'), contract('/b/{id}', 'id'))).toEqual([
      'operation-removed: the operation is gone',
    ]);
  });
});

describe('answers that were not to be expected', () => {
  test.each<[string, object, object, string[]]>([
    [
      'a new enum value',
      answer({ enum: ['a'] }),
      answer({ enum: ['a', 'b'] }),
      ['answer-widened: the answer 200 (application/json) need not be one of ["a"]'],
    ],
    [
      'a member that may be missing',
      answer(object({ a: TEXT }, ['a'])),
      answer(object({ a: TEXT })),
      ['answer-widened: the answer 200 (application/json) need not have the property "a"'],
    ],
    [
      'a member that may be null',
      answer(object({ a: TEXT })),
      answer(object({ a: { type: ['string', 'null'] } })),
      ['answer-widened: /a of the answer 200 (application/json) need not be string'],
    ],
    [
      'what was not to be',
      answer({ not: { const: 1 } }),
      answer({}),
      ['answer-widened: the answer 200 (application/json) may satisfy the schema of `not`'],
    ],
    [
      'a member that was forbidden',
      answer(object({ a: TEXT }, [], { additionalProperties: false })),
      answer(object({ a: TEXT, b: TEXT })),
      ['answer-widened: the answer 200 (application/json) may have the property "b"'],
    ],
    [
      'another type',
      answer(object({ a: TEXT })),
      answer(object({ a: WHOLE })),
      ['answer-widened: /a of the answer 200 (application/json) need not be string'],
    ],
    [
      'a status',
      contractFrom({}),
      contractFrom({ responses: { 204: { description: 'done' }, 409: { description: 'no' } } }),
      ['error-status-added: the answer 409 is new'],
    ],
    [
      'a status of success',
      contractFrom({}),
      contractFrom({ responses: { 204: { description: 'done' }, 202: { description: 'later' } } }),
      ['status-added: the answer 202 is new'],
    ],
    [
      'a media type',
      answer(TEXT),
      contractFrom({
        responses: { 200: { description: 'ok', content: { 'application/json': { schema: TEXT }, 'text/csv': {} } } },
      }),
      ['answer-type-added: the answer 200 (text/csv) is of a type that is new'],
    ],
    [
      'no content',
      answer(TEXT),
      contractFrom({ responses: { 200: { description: 'ok' } } }),
      ['content-removed: the answer 200 has no content'],
    ],
    [
      'a header that may be missing',
      answer(TEXT, { headers: { 'X-A': { required: true, schema: TEXT } } }),
      answer(TEXT, { headers: { 'X-A': { schema: TEXT } } }),
      ['header-widened: the header X-A of the answer 200 may be missing'],
    ],
  ])('%s', async (_name, before, now, expected) => {
    expect(await breaksOf(before, now)).toEqual(expected);
  });
});

describe('changes that break no client', () => {
  test('an enum that no value of its type satisfies, which is a mistake, is only told as changed', async () => {
    const list = { type: 'array', items: TEXT };
    const before = body(object({ a: { ...list, enum: ['x'] } }));
    const { causes, unproven } = await compared(before, body(object({ a: list })));
    expect([causes, unproven.map(({ reason }) => reason)]).toEqual([[], ['They differ in `enum`.']]);
  });

  const many = { 204: { description: 'done' }, default: { description: 'more' } };

  test.each<[string, object, object]>([
    ['an optional member of a body', body(object({ a: TEXT })), body(object({ a: TEXT, b: WHOLE }))],
    ['a member of an answer', answer(object({ a: TEXT }, ['a'])), answer(object({ a: TEXT, b: TEXT }, ['a', 'b']))],
    ['an optional member of an answer less', answer(object({ a: TEXT, b: TEXT })), answer(object({ a: TEXT }))],
    ['an optional parameter', contractFrom({}), query({ schema: TEXT })],
    ['a parameter less', query({ schema: TEXT }), contractFrom({})],
    [
      'a minimum above the maximum less, which is a mistake',
      body(object({ a: { ...WHOLE, minimum: 5, maximum: 1 } })),
      body(object({ a: { ...WHOLE, maximum: 1 } })),
    ],
    ['a number in place of a text in a query', query({ schema: WHOLE }), query({ schema: TEXT })],
    [
      'a status that `default` declared',
      contractFrom({ responses: many }),
      contractFrom({ responses: { ...many, 409: { description: 'no' } } }),
    ],
    [
      'a read-only member that is required',
      body(object({ a: TEXT })),
      body(object({ a: { ...TEXT, readOnly: true } }, ['a'])),
    ],
    [
      'a write-only member that is required',
      answer(object({ a: TEXT })),
      answer(object({ a: TEXT, w: { ...TEXT, writeOnly: true } }, ['w'])),
    ],
    [
      'an example, a default and a description',
      body(object({ a: TEXT })),
      body(object({ a: { ...TEXT, example: 'x', default: 'y', description: 'z' } })),
    ],
    [
      'a reference in place of what it refers to',
      body(object({ a: TEXT })),
      contractFrom(withBody({ $ref: '#/components/schemas/A' }), {
        components: { schemas: { A: object({ a: TEXT }) } },
      }),
    ],
    [
      'a schema that is put together from parts',
      body(object({ a: TEXT, b: WHOLE }, ['a'])),
      body({ allOf: [object({ a: TEXT }, ['a']), object({ b: WHOLE })] }),
    ],
  ])('%s', async (_name, before, now) => {
    const { causes, unproven } = await compared(before, now);
    expect([causes, unproven]).toEqual([[], []]);
  });

  test('a contract of another version of OpenAPI', async () => {
    const info = { title: 'T', version: '1' };
    const old = {
      swagger: '2.0',
      info,
      basePath: '/v1',
      definitions: {
        A: object({ n: { type: 'string', 'x-nullable': true }, w: { type: 'integer', format: 'int32' } }, ['n']),
      },
      paths: {
        '/a': {
          post: {
            consumes: ['application/json'],
            produces: ['application/json'],
            parameters: [
              { in: 'body', name: 'b', required: true, schema: { $ref: '#/definitions/A' } },
              { in: 'query', name: 'l', type: 'array', items: TEXT, collectionFormat: 'multi' },
            ],
            responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/A' } } },
          },
        },
      },
    };
    const schema = object({ n: { type: ['string', 'null'] }, w: { type: 'integer', format: 'int32' } }, ['n']);
    const content = { 'application/json': { schema } };
    const now = {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/v1' }],
      paths: {
        '/a': {
          post: {
            parameters: [{ in: 'query', name: 'l', schema: { type: 'array', items: TEXT } }],
            requestBody: { required: true, content },
            responses: { 200: { description: 'ok', content } },
          },
        },
      },
    };
    expect(await breaksOf(old, now)).toEqual([]);
    expect(await breaksOf(now, old)).toEqual([]);
  });
});

test('a form is an object, whether or not its schema says so', async () => {
  const form = (schema: object) => ({ requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } } });
  const own = { required: ['email'], properties: { email: { type: 'string' } } };
  const { causes, harmless, unproven } = await compared(
    contractFrom(form(own)),
    contractFrom(form({ ...own, type: 'object' })),
  );
  expect({ causes, harmless, unproven }).toEqual({ causes: [], harmless: [], unproven: [] });
});

test('what the service asks of its clients is compared the other way round', async () => {
  const calling = (schema: object, ...statuses: number[]) => {
    const responses = Object.fromEntries(statuses.map((status) => [status, { description: 'taken' }]));
    return contractFrom({
      callbacks: { done: { '{$request.body#/url}': { post: { ...withBody(schema), responses } } } },
    });
  };
  const old = calling({ enum: ['a'] }, 204);
  expect(await breaksOf(old, calling({ enum: ['a', 'b'] }, 204))).toEqual([
    'callback-widened: a client of the old contract does not take all that the callback done sends: the body (application/json) must be one of ["a"]',
  ]);
  expect(await breaksOf(calling({ enum: ['a', 'b'] }, 204), old)).toEqual([]);
  expect(await breaksOf(calling({ enum: ['a'] }, 204, 410), old)).toEqual([
    'callback-answer-refused: the service does not take every answer to the callback done any more: the answer 410 is not declared',
  ]);
  const { causes, added } = await compared(old, contractFrom({}));
  expect(causes.map(({ first }) => [first.kind, first.operation, first.message, shownBy(first)])).toEqual([
    ['callback-removed', 'POST /things/{id}', 'the service does not send the callback done any more', 'POST / "a"'],
  ]);
  expect(added).toEqual([]);
  expect((await compared(contractFrom({}), old)).added).toEqual(['POST /things/{id}, callback done (POST)']);
});

test('a callback whose URL stands elsewhere is the same callback, and that is told', async () => {
  const calling = (...expressions: string[]) => {
    const call = { post: { responses: { 204: { description: 'taken' } } } };
    return contractFrom({ callbacks: { done: Object.fromEntries(expressions.map((each) => [each, call])) } });
  };
  const { causes, notes } = await compared(calling('{$request.body#/a}'), calling('{$request.body#/b}'));
  expect([causes, notes]).toEqual([
    [],
    ['POST /things/{id}: the callback done is sent to {$request.body#/b} now, and was sent to {$request.body#/a}.'],
  ]);
  const two = await compared(calling('{$request.body#/a}', '{$request.body#/b}'), calling('{$request.body#/b}'));
  expect([two.causes.map(({ first }) => first.kind), two.notes]).toEqual([['callback-removed'], []]);
});

test('webhooks are compared as what the service sends', async () => {
  const hook = (schema: object) => ({
    webhooks: { made: { post: { ...withBody(schema), responses: { 200: { description: 'ok' } } } } },
  });
  const [one, two] = [contractFrom({}, hook({ enum: ['a'] })), contractFrom({}, hook({ enum: ['a', 'b'] }))];
  const { causes } = await compared(one, two);
  expect(causes.map(({ first }) => [first.kind, first.operation, shownBy(first)])).toEqual([
    ['callback-widened', 'webhook made (POST)', 'POST / "b"'],
  ]);
  const { causes: none, harmless } = await compared(two, one);
  expect([none, harmless.map(({ first }) => first.message)]).toEqual([
    [],
    ['the webhook made sends less: the body (application/json) must be one of ["a"]'],
  ]);
  expect(await breaksOf(one, contractFrom({}))).toEqual([
    'callback-removed: the service does not send the webhook made any more',
  ]);
});

test('what shows a break is as plain as it can be', async () => {
  const before = object({ a: TEXT, b: object({ c: { enum: ['x', 'y'] }, d: TEXT }), e: WHOLE });
  const now = { ...before, properties: { ...before.properties, b: object({ c: { enum: ['x'] }, d: TEXT }) } };
  const { causes } = await compared(body(before), body(now));
  expect(causes.map(({ first }) => shownBy(first))).toEqual([
    expect.stringMatching(/^POST \/things\/\w+ \{"b":\{"c":"y"\}\}$/),
  ]);
});

test('one cause at several operations is told once', async () => {
  const paths = Object.fromEntries(
    ['/a', '/b'].map((path) => [
      path,
      {
        get: {
          responses: {
            200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/S' } } } },
          },
        },
      },
    ]),
  );
  const contract = (values: readonly string[]) =>
    contractFrom({}, { paths, components: { schemas: { S: { enum: values } } } });
  const { causes } = await compared(contract(['a']), contract(['a', 'b']));
  expect(causes.map(({ breaks }) => breaks.map(({ operation }) => operation))).toEqual([['GET /a', 'GET /b']]);
});

test('a base path that moves into the paths is no change', async () => {
  const at = (path: string, url: string) =>
    contractFrom({}, { servers: [{ url }], paths: { [path]: { get: { responses: { 200: { description: 'ok' } } } } } });
  const { causes, added, notes } = await compared(at('/a', 'https://h/v1'), at('/v1/a', 'https://h'));
  expect([causes, added]).toEqual([[], []]);
  expect(notes).toEqual(['The servers were https://h/v1, and are https://h.']);
});

test('a map whose members are narrowed is told once, whatever the members are called', async () => {
  const map = (members: object) => body(object({ m: { type: 'object', additionalProperties: members } }));
  const { causes } = await compared(map(TEXT), map({ ...TEXT, minLength: 2 }));
  expect(causes.flatMap(({ breaks }) => breaks.map(({ message }) => message))).toEqual([
    expect.stringMatching(/^\/m\/\w+ of the body \(application\/json\) must have at least 2 characters$/),
  ]);
});

describe('a base path that changes', () => {
  const done = { responses: { 204: { description: 'done' } } };
  const paths = { '/a': { get: done }, '/b/{id}': { get: done, delete: done } };
  const at = (...servers: (string | object)[]) =>
    contractFrom({}, { servers: servers.map((url) => (typeof url === 'string' ? { url } : url)), paths });
  const old = (more: object) => ({ swagger: '2.0', info: { title: 'T', version: '1' }, paths, ...more });
  const told = async (before: object, now: object) =>
    (await compared(before, now)).causes.map(({ first, breaks }) => [first.kind, shownBy(first), breaks.length]);
  const changed = (witness: string) => [['base-path-changed', witness, 3]];
  const variable = (url: string, version: object) => ({ url, variables: { version } });

  test.each<[string, object, object, unknown[]]>([
    ['is told once', at('https://h/v1'), at('https://h/v2'), changed('GET /v1/a')],
    ['of version 2.0', old({ basePath: '/v1' }), old({ basePath: '/v2' }), changed('GET /v1/a')],
    ['of another version', old({ host: 'h', basePath: '/v1/' }), at('https://i/v1'), []],
    ['of one of two servers', at('https://h', 'https://h/v1'), at('https://h/v1'), changed('GET /a')],
    ['is none if a server is added', at('https://h/v1'), at('https://h/v2', 'https://i/v1'), []],
    ['is not known where no server is declared', at('https://h/v1'), at(), []],
    ['is not known where it depends on the place of the contract', at('v1'), at('https://h/v2'), []],
    ['of a machine of one’s own', at('http://localhost:8080'), at('https://h/v2'), []],
    ['of a variable that is not declared', at('https://h/v1'), at('https://h/{version}'), []],
    ['of a variable', at('https://h/v1'), at(variable('https://h/{version}', { default: 'v2' })), []],
    [
      'of a variable with values',
      at('https://h/v1'),
      at(variable('https://h/{version}', { default: 'v2', enum: ['v2', 'v1'] })),
      [],
    ],
    [
      'of a value that is gone',
      at(variable('https://h/{version}', { default: 'v2', enum: ['v2', 'v1'] })),
      at('https://h/v2'),
      changed('GET /v1/a'),
    ],
    [
      'of a variable for the whole URL',
      at('https://h/v1'),
      at({ url: '{base}', variables: { base: { default: 'https://h/v2' } } }),
      [],
    ],
  ])('%s', async (_name, before, now, expected) => {
    expect(await told(before, now)).toEqual(expected);
  });

  test('is told by the break alone, and another host as a note', async () => {
    const [v1, v2] = [at('https://h/v1'), at('https://h/v2')];
    expect((await compared(v1, v2)).notes).toEqual([]);
    expect((await compared(v1, at('https://i/v1'))).notes).toEqual([
      'The servers were https://h/v1, and are https://i/v1.',
    ]);
  });

  test('is none where other operations take the requests', async () => {
    const two = { '/v1/a': { get: done }, '/a': { get: done } };
    const now = contractFrom({}, { servers: [{ url: 'https://h' }], paths: two });
    const before = contractFrom({}, { servers: [{ url: 'https://h/v1' }], paths: { '/a': { get: done } } });
    expect(await told(before, now)).toEqual([]);
  });
});

test.each<[string, object, object, number]>([
  ['application/yaml', { type: 'string' }, { type: 'integer' }, 1],
  ['application/msgpack', { type: 'object' }, { type: 'array' }, 1],
  ['application/octet-stream', { type: 'string', maxLength: 9 }, { type: 'string' }, 1],
  ['application/octet-stream', { type: 'string', format: 'binary' }, {}, 0],
  ['application/yaml', { type: 'string' }, { type: 'string', description: 'a text' }, 0],
])('an answer of %s, which is not read, is told as not compared', async (type, before, now, count) => {
  const answer = (schema: object) =>
    contractFrom({ responses: { 200: { description: 'ok', content: { [type]: { schema } } } } });
  const { causes, notCompared } = await compared(answer(before), answer(now));
  expect(causes).toEqual([]);
  expect(notCompared.map(({ message }) => message)).toEqual(
    Array.from(
      { length: count },
      () => `the answer 200 (${type}) is of a type that is not read, so its values are not compared.`,
    ),
  );
});

test.each<[string, object, object]>([
  ['a list of types', { type: 'string', enum: ['x', null] }, { type: ['string', 'null'], enum: ['x', null] }],
  ['oneOf', { type: 'string', enum: ['x', null] }, { oneOf: [{ type: 'string', enum: ['x'] }, { type: 'null' }] }],
  ['values without a type', { type: 'string', enum: ['x', null] }, { enum: ['x', null] }],
  ['oneOf of each type', { type: 'boolean' }, { oneOf: [{ type: 'null' }, { type: 'boolean' }] }],
  [
    'oneOf beside a bound',
    { type: 'integer', minimum: 1 },
    { oneOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
  ],
])('`nullable` of OpenAPI 3.0 says the same as %s', async (_name, before, now) => {
  const whole = (schema: object, more = {}) =>
    contractFrom(withBody({ type: 'object', properties: { a: schema } }), more);
  const old = whole({ ...before, nullable: true }, { openapi: '3.0.3' });
  const { causes, harmless, unproven } = await compared(old, whole(now));
  expect([causes, harmless, unproven]).toEqual([[], [], []]);
});

test('a path that is no path is told as not compared, in whichever contract', async () => {
  const get = { get: { responses: { 200: { description: 'ok' } } } };
  const [good, bad] = [{ '/a': get }, { '/a': get, b: get }].map((paths) => contractFrom({}, { paths }));
  const file = async (contract: object) => {
    const at = join(mkdtempSync(join(tmpdir(), 'espalier-paths-')), 'openapi.json');
    writeFileSync(at, JSON.stringify(contract));
    return readWithoutFaults(at);
  };
  for (const [before, now] of [
    [bad, good],
    [good, bad],
  ] as const) {
    const { notCompared } = await compared(await file(before as object), await file(now as object));
    expect(notCompared).toMatchObject([{ isMistake: true, operations: [] }]);
  }
});
