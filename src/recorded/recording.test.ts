import fc from 'fast-check';
import { suite } from '../../conformance/suite';
import { folderOf } from '../cli/tests/cli.testing';
import { readContract } from '../contract/load';
import { runsOf } from '../support/testing/cases.testing';
import { parseTarget } from '../wire/target';
import type { Recorded } from './har';
import { Recording } from './recording';

/** A document of OpenAPI with these entries of `paths`, in this order. */
async function contractOf(entries: readonly (readonly [path: string, item: object])[]) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: '/v1' }],
    paths: Object.fromEntries(entries),
  };
  return readContract(`${folderOf({ 'openapi.json': JSON.stringify(document) })}/openapi.json`);
}

/** An operation whose answers and parameters are its own, so that to take it for another one shows. */
function operation(path: string, at: number): object {
  const names = [...path.matchAll(/\{(.*?)\}/g)].map(([, name]) => name);
  const type = at % 2 === 0 ? 'string' : 'integer';
  return {
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type } })),
      { name: `p${at % 3}`, in: 'query', schema: { type: 'integer' } },
    ],
    responses: {
      [at % 2 === 0 ? '200' : '201']: {
        description: 'd',
        content: { 'application/json': { schema: { type: 'object', properties: { a: { const: at } } } } },
      },
    },
  };
}

const OVERLAPPING = [
  ['/things/{id}', '/things/{id}:activate', '/things/mine', '/{kind}/mine', '/{kind}/{id}'],
  ['/things/{id}', '/things/{slug}', '/things/{id}.json', '/things/{id}:{verb}', '/things'],
  ['/actions', '/actions?p0=1', '/actions?p1=2', '/actions#p2', '/actions#start'],
  ['/a/{x}/c', '/a/b/{y}', '/{z}/b/c', '/a/b/c', '/a/{x}', '/v1/a/{x}'],
];

const words = ['things', 'mine', '5', '5:activate', 'x.json', 'a', 'b', 'c', 'actions', 'v1', ''];

const exchange = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  path: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
  query: fc.constantFrom('', '?p0=1', '?p1=2', '?p2=x', '?p0=x&p1=y'),
  status: fc.constantFrom(200, 201, 404),
  a: fc.integer({ min: 0, max: 5 }),
});

interface Exchanged {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: string;
  readonly status: number;
  readonly a: number;
}

function toRecorded({ method, path, query, status, a }: Exchanged): Recorded {
  return {
    method,
    url: `http://store.test/v1/${path.join('/')}${query}`,
    requestHeaders: [['Host', 'store.test']],
    requestBody: undefined,
    httpVersion: '1.1',
    status,
    statusText: '',
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify({ a })),
    durationMs: 0,
  };
}

/** The verdict and the findings of each requirement, without the places, which the order of a file moves. */
async function verdictsOf(entries: Parameters<typeof contractOf>[0], exchanges: readonly Recorded[]) {
  const contract = await contractOf(entries);
  const recording = new Recording(contract, suite, { target: parseTarget('http://store.test/v1') });
  for (const each of exchanges) recording.take(each);
  const { requirements, sent } = recording.report();
  const verdicts = requirements.map(({ id, verdict, findings }) => {
    const found = findings.map(({ message, actual, exchanges: of }) => [message, actual, of].join(' · ')).sort();
    return [id, verdict, ...found].join(' | ');
  });
  return { sent, verdicts: verdicts.sort() };
}

test('the order of paths in the contract changes no verdict', async () => {
  const recordings = OVERLAPPING.map((paths) =>
    fc.record({
      paths: fc.constant(paths),
      order: fc.shuffledSubarray(paths, { minLength: paths.length }),
      exchanges: fc.array(exchange, { minLength: 5, maxLength: 25 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(...recordings), async ({ paths, order, exchanges }) => {
      const items = new Map(
        paths.map((path, at) => [path, { get: operation(path, at), post: operation(path, at + 1) }]),
      );
      const recorded = exchanges.map(toRecorded);
      const given = await verdictsOf([...items], recorded);
      const shuffled = await verdictsOf(
        order.map((path) => [path, items.get(path) ?? {}]),
        recorded,
      );
      expect(shuffled).toEqual(given);
    }),
    { numRuns: runsOf(4, 15), seed: 7 },
  );
});

test('a request for what is not selected is not taken for another operation', async () => {
  const paths = ['/things/{id}', '/things/mine'];
  const contract = await contractOf(paths.map((path, at) => [path, { get: operation(path, at + 1) }]));
  const target = parseTarget('http://store.test/v1');
  const recording = new Recording(contract, suite, { target, selection: ({ path }) => path === '/things/{id}' });
  const ask = (path: string) =>
    recording.take(toRecorded({ method: 'GET', path: ['things', path], query: '', status: 200, a: 2 }));
  expect(ask('mine')).toBeUndefined();
  expect(ask('5')?.case.request.operation.path).toBe('/things/{id}');
});

const ORDERS = {
  '/orders': {
    parameters: [
      { name: 'shop', in: 'query', required: true, schema: { type: 'integer' } },
      { name: 'X-Region', in: 'header', required: true, schema: { enum: ['north', 'south'] } },
      { name: 'session', in: 'cookie', required: true, schema: { type: 'string', minLength: 4 } },
    ],
    post: {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', required: ['plant'], properties: { plant: { type: 'string' } } },
          },
        },
      },
      responses: { 201: { description: 'd' }, 400: { description: 'd' } },
    },
  },
};

interface Ordered {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
  readonly status?: number;
}

const WHOLE = {
  Host: 'store.test',
  'X-Region': 'north',
  Cookie: 'session="abcd"',
  'Content-Type': 'application/json',
};

/** A request that is right but for what is given. */
function order({ query = '?shop=1', headers = {}, body = '{"plant":"fern"}', ...given }: Ordered): Recorded {
  const fields = Object.entries({ ...WHOLE, ...headers });
  return {
    ...toRecorded({ method: 'POST', path: ['orders'], query, status: given.status ?? 201, a: 0 }),
    requestHeaders: fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    requestBody: body === '' ? undefined : Buffer.from(body),
    headers: [],
    body: Buffer.alloc(0),
  };
}

/** What `invalid-input-refused` has to say of an exchange: undefined where it was none of an invalid request. */
async function refusalOf(given: Ordered, options: object = {}): Promise<string | undefined> {
  const contract = await contractOf(Object.entries(ORDERS));
  const recording = new Recording(contract, suite, { target: parseTarget('http://store.test/v1'), ...options });
  expect(recording.take(order(given))?.case.claim.probe).toBeDefined();
  const { requirements } = recording.report();
  const { verdict, findings } = requirements.find(({ rule }) => rule === 'invalid-input-refused') ?? { findings: [] };
  return verdict === 'skip' ? undefined : (findings[0]?.message ?? verdict);
}

test.each<[what: string, given: Ordered, message: string]>([
  ['a query parameter is missing', { query: '' }, '`required: true` of shop in the query'],
  ['a query parameter is of another type', { query: '?shop=x' }, '`type: integer` of shop in the query'],
  ['a header field is missing', { headers: { 'X-Region': undefined } }, '`required: true` of X-Region in the header'],
  ['a header field is another one', { headers: { 'X-Region': 'east' } }, '`enum` of X-Region in the header'],
  ['a cookie is missing', { headers: { Cookie: 'other=1' } }, '`required: true` of session in the cookie'],
  ['a cookie is too short', { headers: { Cookie: 'session=abc' } }, '`minLength: 4` of session in the cookie'],
  ['the body is missing', { body: '', headers: { 'Content-Type': undefined } }, '`required: true` of the body'],
  ['the body is of another type', { headers: { 'Content-Type': 'text/csv' } }, '`content` of the body'],
  ['the body is half a JSON text', { body: '{"' }, '`content: application/json` of the body'],
  ['the body lacks a member', { body: '{}' }, '`required` of the body'],
  ['a member is of another type', { body: '{"plant":1}' }, '`type` of /plant'],
])('it is told where a request is answered with success although %s', async (_what, given, message) => {
  expect(await refusalOf(given)).toBe(`${message} is not enforced`);
  expect(await refusalOf({ ...given, status: 400 })).toBe('pass');
});

test.each<[what: string, given: Ordered, options: object]>([
  ['a right request', {}, {}],
  ['a value in quotes', { query: '?shop=%2B1', headers: { Cookie: 'session=a%20b%20c' } }, {}],
  ['what the contract does not speak of', { query: '?shop=1&more=1', headers: { 'X-More': '1' } }, {}],
  [
    'fields that were all left out',
    { headers: Object.fromEntries(Object.keys(WHOLE).map((name) => [name, undefined])) },
    {},
  ],
  ['cookies that were left out', { headers: { Cookie: undefined } }, { hidesCookies: true }],
  ['a body that was left out', { body: '' }, { exported: true }],
  ['a body that was cut', { body: '{"', headers: { 'Content-Length': '100' } }, { exported: true }],
  [
    'a form in parts',
    { body: 'plant=fern', headers: { 'Content-Type': 'multipart/form-data; boundary=b' } },
    { exported: true },
  ],
])('%s is no reason to refuse', async (_what, given, options) => {
  expect(await refusalOf(given, options)).toBeUndefined();
});

test('what a browser exports as empty is', async () => {
  const none = { body: '', headers: { 'Content-Type': undefined } };
  expect(await refusalOf(none, { exported: true })).toContain('of the body is not enforced');
});

test('what the recording does not show is said to be that, and what was refused is not said to be missing', async () => {
  const contract = await contractOf([
    ['/jobs', { post: { responses: { 202: { description: 'ok' }, 409: { description: 'busy' } } } }],
    ['/things', { get: { responses: { 200: { description: 'ok' } } } }],
  ]);
  const recording = new Recording(contract, suite, { target: parseTarget('http://h/v1') });
  recording.take({
    method: 'POST',
    url: 'http://h/v1/jobs',
    requestHeaders: [['Host', 'h']],
    requestBody: undefined,
    httpVersion: '1.1',
    status: 409,
    statusText: '',
    headers: [['Content-Length', '0']],
    body: Buffer.alloc(0),
    durationMs: 0,
  });
  const { requirements, observations } = recording.report();
  const reasonOf = (wanted: string) => requirements.find(({ id }) => id === wanted)?.reason;
  expect(reasonOf('GET /things responds')).toBe('no exchange of this operation was seen');
  expect(reasonOf('POST /jobs 202 no-content')).toBe('no response 202 was seen');
  expect(reasonOf('POST /jobs success-status')).toBe('no exchange that was seen shows it');
  expect(observations.map(({ asked }) => asked)).toEqual(['a valid request for what may not exist']);
  expect(requirements.flatMap(({ handOver = [] }) => handOver)).toEqual([]);
});
