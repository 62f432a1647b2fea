/** The mock beside Prism's own command: the same answers, except where a difference is written down. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CLI, folderOf } from '../../../src/cli/tests/cli.testing';
import { someOf } from '../../../src/support/testing/cases.testing';

const FIXTURES = 'mocks/fixtures';
const GARDEN = join(FIXTURES, 'garden.yaml');

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

interface Answered {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const get = (path: string, headers: Record<string, string> = {}): Asked => ({ method: 'GET', path, headers });
const send = (method: string, path: string, headers: Record<string, string>, body: string): Asked => ({
  method,
  path,
  headers,
  body,
});
const prefer = (path: string, value: string): Asked => get(path, { prefer: value });

const PREFERENCES = [
  'code=200',
  'code=422',
  'code=404',
  'code=500',
  'code=abc',
  'code=99',
  'example=few',
  'example=none',
  'code=200, example=none',
  'dynamic=false',
  'dynamic=maybe',
  'return=minimal',
  'code="200"',
  'example="few"',
  ', ,',
  'wait=0',
];
const MEDIA = [
  'application/json',
  'application/xml',
  'text/csv',
  'text/*',
  '*/*',
  'image/png',
  'application/json;q=0.1, text/csv',
  'application/problem+json',
  'text/html, */*;q=0.1',
  'application/json; charset=utf-8',
];
const ACCEPTED = MEDIA.filter((accept) => /\bjson|\*\/\*/.test(accept));
const PATHS = [
  '/plants',
  '/plants/mine',
  '/plants/1',
  '/plants/1.json',
  '/plants/7/',
  '/plants/',
  '/nowhere',
  '/',
  '/beds/a/rows/1',
  '/beds/abcdef/rows/1',
  '/beds/A/rows/1',
  '/beds/a/rows/0',
  '/beds/a/rows/x',
  '/empty',
  '/orders',
  '/wide/7',
  '/bounded/7',
  '/default',
  '/picture',
  '/keyed',
  '/keyed?key=k',
  '/basic',
  '/bearer',
  '/optional',
  '/plants/%31',
  '/plants/abc',
  '/plants/1.5',
  '/plants/true',
  '/plants/-7',
  '/plants/%2F',
  '/plants//',
  '/beds/%61/rows/1',
  '/plants?__code=422',
  '/plants?__example=none',
  '/plants?__dynamic=perhaps',
  '/plants?__server=https://garden.example/live/v1/',
  '/plants?__server=https://else.example',
];
const QUERIES = [
  'limit=5',
  'limit=0',
  'limit=101',
  'limit=x',
  'limit=',
  'limit',
  'limit=5&limit=6',
  'tags=tall',
  'tags=tall&tags=small',
  'tags=big',
  'tags=tall,small',
  'sort=name',
  'sort=colour',
  'unknown=1',
  'ripe=true',
  'ripe=yes',
  'height=1.5',
  'height=high',
  'after=7',
  'sort=%zz',
  'limit=5&',
  '&&',
  '=',
  'a=b=c',
  'sort=na+me',
];

const SAME: readonly Asked[] = [
  ...PATHS.map((path) => get(path)),
  ...PREFERENCES.flatMap((value) =>
    ['/plants', '/plants/1', '/default', '/empty', '/beds/a/rows/1']
      // Which examples there are, Prism does not say.
      .filter((path) => !value.includes('example=') || hasExample(path, value))
      .map((path) => prefer(path, value)),
  ),
  ...MEDIA.flatMap((accept) =>
    ['/plants', '/plants/1', '/empty', '/picture', '/default'].map((path) => get(path, { accept })),
  ),
  ...ACCEPTED.map((accept) => get('/plants/1', { accept, prefer: 'code=404' })),
  ...QUERIES.map((query) => get(`/plants?${query}`)),
  ...['3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'not-a-uuid'].map((id) => get('/plants', { 'x-request-id': id })),
  ...['3', 'deep'].map((depth) => get('/plants', { 'x-depth': depth })),
  ...['Bearer t', 'Bearer', 'Basic dTpw', 't'].flatMap((authorization) =>
    ['/bearer', '/basic', '/optional', '/keyed'].map((path) => get(path, { authorization })),
  ),
  get('/keyed', { 'x-key': 'k' }),
  ...[
    '{"name":"Fern"}',
    '{}',
    '{"name":""}',
    '{"name":1}',
    '[]',
    '"Fern"',
    '{"name":"Fern","more":1}',
    '{"name":"Fern","seller":7}',
    '{"name":"Fern","secret":"s"}',
    '',
  ].flatMap((body) => [send('POST', '/plants', json, body), send('PUT', '/plants/1', json, body)]),
  send('POST', '/plants', { 'content-type': 'application/vnd.garden+json' }, '{"name":"Fern"}'),
  send('POST', '/plants', { 'content-type': 'text/plain' }, 'Fern'),
  send('PUT', '/plants/1', { 'content-type': 'text/plain' }, 'Fern'),
  send('PUT', '/plants/1', { 'content-type': 'text/plain' }, 'F'),
  send('PUT', '/plants/1', { 'content-type': 'application/json; charset=utf-8' }, '{"name":"Fern"}'),
  send('PUT', '/plants/1', { ...json, prefer: 'code=409' }, '{"name":"Fern"}'),
  send('POST', '/forms', form, 'name=Fern'),
  send('POST', '/forms', form, 'name=Fern&height=3'),
  send('POST', '/forms', form, 'name=Fern&height=high'),
  send('POST', '/forms', form, 'height=3'),
  send(
    'POST',
    '/forms',
    { 'content-type': 'multipart/form-data; boundary=b' },
    '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nFern\r\n--b--\r\n',
  ),
  send('POST', '/forms', { 'content-type': 'multipart/form-data' }, 'no boundary'),
  send('POST', '/forms', { 'content-type': 'text/csv' }, 'name\nFern'),
  ...[
    '[]',
    '[{"id":1},{"id":2}]',
    '[{"id":1},{"id":2},{"id":1.0}]',
    '[{"id":"1"},{}]',
    '[{"a":1,"b":2},{"b":2,"a":1}]',
  ].map((body) => send('POST', '/items/x', json, body)),
  { method: 'DELETE', path: '/plants/1' },
  { method: 'DELETE', path: '/plants/1', headers: { accept: 'application/json' } },
  { method: 'DELETE', path: '/plants/1', headers: { prefer: 'code=410' } },
  { method: 'DELETE', path: '/plants/x' },
  { method: 'HEAD', path: '/empty' },
  { method: 'HEAD', path: '/empty', headers: { accept: 'application/json' } },
  { method: 'POST', path: '/nowhere', headers: json, body: '{}' },
];

interface Started {
  readonly url: string;
  readonly process: ChildProcess;
}

function hasExample(path: string, value: string): boolean {
  return path === '/plants' && /example="?(few|none)/.test(value);
}

/** With a schema that holds itself, Prism is handed another document than without one. */
const CONTRACTS = { circular: GARDEN, finite: finiteGarden() };
const NAMES = someOf(['circular', 'finite'] as const, 2);
const pairs = new Map<keyof typeof CONTRACTS, readonly [mock: Started, prism: Started]>();
let mock: Started;
let prism: Started;

beforeAll(async () => {
  for (const name of NAMES) {
    pairs.set(name, await Promise.all([startOurs(CONTRACTS[name]), startPrism(CONTRACTS[name])]));
  }
  [mock, prism] = pairs.get('circular') as [Started, Started];
});

afterAll(() => {
  for (const started of [...pairs.values()].flat()) started.process.kill();
});

describe.each(NAMES)('of a %s contract', (contract) => {
  test.each(someOf(SAME, 12, 4).map((asked) => [describeAsked(asked), asked] as const))(
    'answers as Prism does: %s',
    async (_name, asked) => {
      const [ours, theirs] = await Promise.all((pairs.get(contract) ?? []).map(({ url }) => exchange(url, asked)));
      // Of a 406 Prism knows nothing but its own.
      if (theirs?.status === 406) return expect(ours?.status).toBe(406);
      // Of a field without an example, Prism says "string" or "null", and we say what its name suggests.
      for (const [name, value] of Object.entries(theirs?.headers ?? {}))
        if (['string', 'null'].includes(String(value)) && ours?.headers[name]) ours.headers[name] = value;
      const prisms = theirs && withoutWording(withoutInvented(theirs));
      // Prism answers a picture with the word "string", and we do with a picture.
      const isPicture = asked.path === '/picture' && theirs?.status === 200;
      if (isPicture) expect(ours?.body).toMatch(/^.PNG\r\n/s);
      expect(
        ours && {
          ...withoutWording(withoutDeclared(withoutInvented(ours))),
          ...(isPicture ? { body: theirs.body } : {}),
        },
      ).toEqual(prisms);
    },
  );
});

/**
 * Prism gives content of its own invention to a response that has none, sends what it cannot make up as "null", and
 * challenges with "None" where a request may have no credential.
 */
function withoutInvented({ status, headers, body }: Answered): Answered {
  const kept = Object.entries(headers)
    .filter(([name, value]) => value !== 'null' && !(name === 'content-type' && value === 'text/plain' && body === ''))
    .map(([name, value]) => [name, name === 'www-authenticate' ? String(value).replace(/^None,/, '') : value]);
  return { status, headers: Object.fromEntries(kept), body };
}

/** The mock says which statuses an operation declares where a request prefers another, and sandboxes documents. */
function withoutDeclared({ status, headers, body }: Answered): Answered {
  const { 'content-security-policy': _sandbox, ...others } = headers;
  return {
    status,
    headers: others,
    body: body.replace(/(is not defined in the document\.) [A-Z]+ \S+ declares [^"]+\./, '$1'),
  };
}

/**
 * What a request breaks is told by the contract's own judgement: where the value stands is compared, and not the words. What Prism
 * says of its own answers is left out.
 */
function withoutWording({ status, headers, body }: Answered): Answered {
  const { 'sl-violations': violations, ...others } = headers;
  const told = violations === undefined ? [] : (JSON.parse(String(violations)) as Told[]);
  const places = told.filter(({ location: [first] }) => first === 'request').map(placeOf);
  return {
    status,
    headers: { ...others, ...(places.length > 0 ? { violations: [...new Set(places)].sort() } : {}) },
    body: withoutMakingUp(body),
  };
}

/**
 * Of a problem, the words differ. Examples of the contract are compared in full. Values that are made up look like real ones here, so only
 * their kinds are compared, with those of their members.
 */
function withoutMakingUp(body: string): string {
  const value = parsed(body);
  if (typeof value !== 'object' || value === null) return body;
  const { type, title, code, validation = [] } = value as Partial<Record<string, string>> & { validation?: Told[] };
  const own = code ?? /#(\w+)$/.exec(type ?? '')?.[1];
  if (title !== undefined && own !== undefined)
    return JSON.stringify({ title, code: own, validation: validation.map(placeOf) });
  if (EXAMPLES.has(JSON.stringify(value))) return body;
  return JSON.stringify(kindOf(value));
}

/** Returns the kind of a value, of an object with those of its members. How many items a list has, and of which depth, is free. */
function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, kindOf(member)]),
  );
}

/** The examples of the contract, as JSON. */
const EXAMPLES: ReadonlySet<string> = new Set(
  ['garden.yaml', 'schemas.yaml'].flatMap((name) => examplesIn(parse(readFileSync(join(FIXTURES, name), 'utf8')))),
);

/** Returns each `example`, and the value of each of `examples`. */
function examplesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { example, examples = {} } = value as { readonly example?: unknown; readonly examples?: object };
  const named = Object.values(examples).map((each: { readonly value?: unknown }) => each.value);
  return [
    ...[example, ...named].flatMap((each) => (each === undefined ? [] : [JSON.stringify(each)])),
    ...Object.values(value).flatMap(examplesIn),
  ];
}

test('the examples of the contract are found, so that bodies are compared with them', () => {
  expect([...EXAMPLES]).toEqual(
    expect.arrayContaining([
      '[{"id":1,"name":"Fern"},{"id":2,"name":"Moss"}]',
      '[]',
      '{"error":9,"message":"Failed."}',
    ]),
  );
});

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

interface Told {
  readonly location: readonly string[];
  readonly severity: string;
}

function placeOf({ location = [], severity }: Partial<Told>): string {
  return [...location, severity].join(' ');
}

interface Difference {
  /** As the table in docs/guides/differences-from-prism.md has it. */
  readonly name: string;
  readonly asked: Asked;
  readonly ours: number;
  /** Absent where Prism's process ends over it. */
  readonly prism?: number;
}

const DIFFERENT: readonly Difference[] = [
  { name: 'int64 in full', asked: get('/plants/9223372036854775807'), ours: 200, prism: 422 },
  { name: 'int64 in full', asked: get('/plants/-9223372036854775808'), ours: 200, prism: 422 },
  { name: 'int64 in full', asked: get('/plants?after=9007199254740993'), ours: 200, prism: 422 },
  { name: 'int64 in full', asked: get('/bounded/9007199254740993'), ours: 422, prism: 422 },
  { name: 'int64 in full', asked: get('/wide/9007199254740993'), ours: 204, prism: 422 },
  {
    name: 'int64 in full',
    asked: send('PUT', '/plants/1', json, '{"name":"Fern","seller":9007199254740993}'),
    ours: 204,
    prism: 422,
  },
  { name: 'integers as written', asked: get('/plants/1.0'), ours: 422, prism: 200 },
  { name: 'integers as written', asked: get('/plants/1e3'), ours: 422, prism: 200 },
  { name: 'integers as written', asked: get('/plants/0x10'), ours: 422, prism: 200 },
  { name: 'integers as written', asked: get('/plants/%201'), ours: 422, prism: 200 },
  { name: 'integers as written', asked: get('/plants?limit=1e1'), ours: 422, prism: 200 },
  { name: 'integers as written', asked: get('/plants?height=0x10'), ours: 422, prism: 200 },
  { name: 'integers as written', asked: get('/plants', { 'x-depth': '0x10' }), ours: 422, prism: 200 },
  { name: 'text of several types', asked: get('/items/1'), ours: 204, prism: 422 },
  { name: 'text of several types', asked: get('/items/x?which=7&unlike=7'), ours: 204, prism: 422 },
  { name: 'text of several types', asked: get('/items/x?which=4'), ours: 422, prism: 422 },
  { name: 'text of several types', asked: get('/items/x?which=none'), ours: 422, prism: 422 },
  { name: 'text of several types', asked: get('/items/x?bare=1'), ours: 204, prism: 422 },
  { name: 'text of several types', asked: get('/items/x?bare=none'), ours: 422, prism: 422 },
  { name: 'text of several types', asked: get('/items/x?many=1&many=a'), ours: 204, prism: 422 },
  { name: 'text of several types', asked: get('/items/x?many=1&many=long'), ours: 422, prism: 422 },
  { name: 'text of several types', asked: get('/items/x', { 'x-either': '1.5' }), ours: 204, prism: 422 },
  { name: 'text of several types', asked: send('POST', '/items/x', form, 'either=1'), ours: 204, prism: 422 },
  { name: 'text of several types', asked: send('POST', '/items/x', form, 'either=1&height=x'), ours: 422, prism: 422 },
  { name: 'bearer in any case', asked: get('/bearer', { authorization: 'bearer t' }), ours: 200, prism: 401 },
  { name: 'bearer in any case', asked: get('/bearer', { authorization: 'BEARER t' }), ours: 200, prism: 401 },
  { name: 'challenges', asked: get('/basic', { authorization: 'Basic dQ==' }), ours: 401, prism: 401 },
  { name: 'one of several credentials', asked: get('/either', { 'x-key': 'k' }), ours: 200, prism: 422 },
  { name: 'HEAD', asked: { method: 'HEAD', path: '/plants' }, ours: 200, prism: 405 },
  { name: 'OPTIONS', asked: { method: 'OPTIONS', path: '/plants' }, ours: 204, prism: 405 },
  { name: 'base path', asked: get('/live/v1/plants'), ours: 200, prism: 404 },
  { name: 'base path', asked: get('/live/v1/plants/x'), ours: 422, prism: 404 },
  { name: 'malformed JSON', asked: send('PUT', '/plants/1', json, '{"name"'), ours: 422, prism: 400 },
  { name: 'malformed percent-encoding', asked: get('/plants/%zz'), ours: 422 },
  { name: 'malformed percent-encoding', asked: get('/plants/%ff'), ours: 422 },
  { name: 'Prefer for an unknown example', asked: prefer('/plants', 'example=nothing'), ours: 404, prism: 404 },
  { name: 'Prefer for an unknown example', asked: prefer('/plants/1', 'code=404, example=no'), ours: 404, prism: 500 },
  { name: 'Prefer for an unknown word', asked: prefer('/plants', 'exampel=few'), ours: 400, prism: 200 },
  { name: 'names in the query', asked: get('/plants?LIMIT=x'), ours: 200, prism: 422 },
  { name: 'null as a body', asked: send('PUT', '/plants/1', json, 'null'), ours: 422, prism: 204 },
  {
    name: 'a preferred status',
    asked: get('/plants/1', { accept: 'text/csv', prefer: 'code=404' }),
    ours: 404,
    prism: 500,
  },
  {
    name: 'ranges of types',
    asked: send('POST', '/any', { 'content-type': 'text/plain' }, 'any'),
    ours: 200,
    prism: 200,
  },
  { name: 'a type that nobody has', asked: get('/plants', { accept: 'image/png' }), ours: 406, prism: 406 },
  { name: 'malformed Accept', asked: get('/plants', { accept: 'nonsense' }), ours: 200 },
  { name: 'malformed Accept', asked: get('/plants', { accept: '' }), ours: 200 },
];

test.each(DIFFERENT.map((each) => [`${each.name}: ${describeAsked(each.asked)}`, each] as const))(
  'differs from Prism: %s',
  async (_name, { asked, ours, prism: theirs }) => {
    expect((await exchange(mock.url, asked)).status).toBe(ours);
    if (theirs !== undefined) expect((await exchange(prism.url, asked)).status).toBe(theirs);
  },
);

test('a type that nobody has is answered as the contract declares it', async () => {
  const { headers, body } = await exchange(mock.url, get('/plants', { accept: 'image/png' }));
  expect(headers['content-type']).toBe('application/json');
  expect(JSON.parse(body)).toEqual({ error: expect.any(Number), message: expect.any(String) });
});

test('an unknown method is answered as by Prism, and with the methods there are', async () => {
  const [ours, theirs] = await Promise.all(
    [mock, prism].map(({ url }) => exchange(url, { method: 'PATCH', path: '/plants' })),
  );
  expect(ours?.headers).toEqual({ ...theirs?.headers, allow: 'GET, POST, HEAD, OPTIONS' });
  const { type, detail: _, ...same } = JSON.parse(theirs?.body ?? '');
  const [, code] = type.split('#');
  const detail = 'mocks/fixtures/garden.yaml has no PATCH of /plants. It has GET, POST, HEAD, OPTIONS.';
  expect(JSON.parse(ours?.body ?? '')).toEqual({ ...same, type: 'about:blank', detail, code });
});

test('the differences are those that the guide has', () => {
  const documented = [
    ...readFileSync('docs/guides/differences-from-prism.md', 'utf8').matchAll(/^\| ([^|]+?) +\|/gm),
  ].map(([, name]) => name);
  for (const { name } of DIFFERENT) expect(documented).toContain(name);
});

function finiteGarden(): string {
  const [garden = '', schemas = ''] = ['garden.yaml', 'schemas.yaml'].map((name) =>
    readFileSync(join(FIXTURES, name), 'utf8'),
  );
  const folder = folderOf({ 'garden.yaml': garden.replaceAll('#/Tree', '#/Plant'), 'schemas.yaml': schemas });
  return join(folder, 'garden.yaml');
}

function startOurs(contract: string): Promise<Started> {
  return start([CLI, 'mock', contract, '--port', '0', '--quiet', '--no-watch'], /(http:\/\/127\.0\.0\.1:\d+)\n/);
}

function startPrism(contract: string): Promise<Started> {
  const command = require.resolve('@stoplight/prism-cli/dist/index.js');
  return start([command, 'mock', contract, '--port', '0'], /listening on (http:[\d.:/]+)/);
}

function start(command: readonly string[], listening: RegExp): Promise<Started> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk;
      const url = listening.exec(said)?.[1];
      if (url !== undefined) resolve({ url, process: child });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', (code) => reject(new Error(`${command[0]} ended (${code}) before it listened: ${said}`)));
  });
}

function describeAsked({ method, path, headers = {}, body }: Asked): string {
  return [method, path, ...Object.entries(headers).map((pair) => pair.join(': ')), body]
    .filter((part) => part !== undefined)
    .join(' ');
}

/** Left out: what each connection has of its own, and CORS, which the mock does otherwise (and has tests of its own). */
const OWN = /^(?:date|connection|keep-alive|vary|content-length|transfer-encoding|server|access-control-.*)$/;

function exchange(url: string, { method, path, headers = {}, body }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url + path, {
      method,
      agent: false,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    });
    sent.on('error', reject);
    sent.setTimeout(60_000, () => sent.destroy(new Error(`no answer: ${describeAsked({ method, path, headers })}`)));
    sent.on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const kept = Object.entries(response.headers).filter(([name]) => !OWN.test(name));
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(kept),
        body: Buffer.concat(chunks).toString(),
      });
    });
    sent.end(body);
  });
}
