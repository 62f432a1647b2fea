import fc from 'fast-check';
import { suite } from '../../conformance/suite';
import { folderOf } from '../cli.testing';
import { loadContract } from '../contract/load';
import { parseTarget } from '../wire/target';
import type { Recorded } from './har';
import { createRecording } from './recording';

/** A document of OpenAPI with these entries of `paths`, in this order. */
async function contractOf(entries: readonly (readonly [path: string, item: object])[]) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: '/v1' }],
    paths: Object.fromEntries(entries),
  };
  return loadContract(`${folderOf({ 'openapi.json': JSON.stringify(document) })}/openapi.json`);
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

function toRecorded({
  method,
  path,
  query,
  status,
  a,
}: typeof exchange extends fc.Arbitrary<infer T> ? T : never): Recorded {
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
  const recording = createRecording(contract, suite, { target: parseTarget('http://store.test/v1') });
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
    { numRuns: 25, seed: 7 },
  );
});

test('a request for what is not selected is not taken for another operation', async () => {
  const paths = ['/things/{id}', '/things/mine'];
  const contract = await contractOf(paths.map((path, at) => [path, { get: operation(path, at + 1) }]));
  const target = parseTarget('http://store.test/v1');
  const recording = createRecording(contract, suite, { target, selection: ({ path }) => path === '/things/{id}' });
  const ask = (path: string) =>
    recording.take(toRecorded({ method: 'GET', path: ['things', path], query: '', status: 200, a: 2 }));
  expect(ask('mine')).toBeUndefined();
  expect(ask('5')?.case.operation.path).toBe('/things/{id}');
});
