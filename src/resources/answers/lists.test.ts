import { join } from 'node:path';
import { suite } from '../../../conformance/suite';
import { folderOf, runCli } from '../../cli/tests/cli.testing';
import { head, load } from '../../contract/contract.testing';
import { readContract } from '../../contract/load';
import type { Exchange } from '../../engine/model/exchange';
import type { Writes } from '../../engine/model/probe';
import { verifyTarget } from '../../engine/verify';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { kindsOf } from '../kinds';
import { firstListed } from './lists';

lingerFor(10);

const ORDER = { type: 'object', required: ['orderId'], properties: { orderId: { type: 'integer' } } };
const answers = (schema: unknown) => ({ description: 'ok', content: { 'application/json': { schema } } });
const inPath = (name: string, type = 'integer') => ({ name, in: 'path', required: true, schema: { type } });
const none = { description: 'none' };

const folder = folderOf({
  'openapi.json': JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': { get: { responses: { 200: answers({}) } } },
      '/orders/{id}': {
        parameters: [inPath('id')],
        get: { responses: { 200: answers(ORDER), 404: none } },
        patch: {
          requestBody: { required: true, content: { 'application/json': { schema: ORDER } } },
          responses: { 200: answers(ORDER), 404: none },
        },
        delete: { responses: { 204: none, 404: none } },
      },
      '/orders/{order}/lines': { get: { parameters: [inPath('order')], responses: { 200: answers({}), 404: none } } },
      '/orders/{order}/lines/{line}': {
        get: { parameters: [inPath('order'), inPath('line', 'string')], responses: { 200: answers({}), 404: none } },
      },
    },
  }),
});
const contract = readContract(join(folder, 'openapi.json'));

const TWO = { orders: [{ orderId: 71 }, { orderId: 72 }] };

/** Keeps the contract; notes what it is asked. */
async function startOrders(list: unknown) {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const bodies: Record<string, unknown> = {
      '/orders': list,
      '/orders/71': { orderId: 71 },
      '/orders/72': { orderId: 72 },
      '/orders/71/lines': { data: ['a b'] },
      '/orders/71/lines/a%20b': {},
    };
    const body = bodies[request.url ?? ''];
    if (body === undefined) return response.writeHead(404).end();
    if (request.method === 'GET')
      return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    return response.writeHead(405, { Allow: 'GET' }).end();
  });
  return { url, asked };
}

async function verifyOrders(list: unknown, writes: Writes, leaveOut?: string) {
  const orders = await startOrders(list);
  const target = parseTarget(orders.url);
  const operations = { 'GET /orders': { params: {}, bodies: [], expect: undefined, leaveOut } };
  const report = await verifyTarget(await contract, suite, { target, writes, seed: 1, salt: 'k3f9', operations });
  const reads = report.requirements.filter(({ rule }) => rule === 'success-status');
  const of = (operation: string) => reads.find((each) => each.operation === operation);
  return { report, of, asked: orders.asked };
}

const ITEMS = ['GET /orders/{id}', 'GET /orders/{order}/lines', 'GET /orders/{order}/lines/{line}'];

test.each(['handed-over', 'own'] as const)('reads the first item of a list, with --writes %s', async (writes) => {
  const { report, of, asked } = await verifyOrders(TWO, writes);
  expect(ITEMS.map((name) => of(name)?.verdict)).toEqual(['pass', 'pass', 'pass']);
  expect(report.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(asked).toEqual(expect.arrayContaining(['GET /orders/71', 'GET /orders/71/lines/a%20b']));
  // Nothing unsafe is tried on what is only known from a list.
  expect(asked.filter((each) => /\/7[12](\/|$)/.test(each) && !/^(GET|HEAD) /.test(each))).toEqual([]);
});

test.each([
  ['is empty', { orders: [] }],
  ['names nothing', [{ total: 12 }]],
])('skips what it would read of a list that %s, and says so', async (_, list) => {
  const { report, of, asked } = await verifyOrders(list, 'handed-over');
  expect(report.outcome).toBe('incomplete');
  expect(ITEMS.map((name) => of(name)?.reason)).toEqual(
    ITEMS.map(() => expect.stringMatching(/the answer of GET \/orders has no item to ask for$/)),
  );
  expect(of('GET /orders/{id}')?.handOver).toEqual(['a value of "id" that exists (--param id=VALUE)']);
  expect(asked.filter((each) => each === 'GET /orders/71')).toEqual([]);
});

test('lets a service refuse what it lists', async () => {
  const { report, of, asked } = await verifyOrders([{ id: 99 }], 'handed-over');
  expect(asked).toContain('GET /orders/99');
  expect(report.outcome).toBe('incomplete');
  expect(of('GET /orders/{id}')?.verdict).toBe('skip');
});

test('asks no list that is left out', async () => {
  const { asked } = await verifyOrders(TWO, 'handed-over', 'it takes minutes');
  expect(asked.filter((each) => each === 'GET /orders' || each === 'GET /orders/71')).toEqual([]);
});

test('shows with --list where the name will be from, and asks no list where one was handed over', async () => {
  const list = (...args: string[]) =>
    runCli(['verify', 'http://127.0.0.1:1', '--list', '--contract', 'openapi.json', ...args], { cwd: folder });
  const { stdout } = await list();
  expect(stdout).toContain('what GET /orders lists\n    GET /orders\n      valid: to have one to ask about\n');
  expect(stdout).toMatch(/GET \/orders\/\{id\}\n {6}valid: .* \(id of GET \/orders\)/);
  expect((await list('--param', 'id=71', '--param', 'order=71', '--param', 'line=a')).stdout).not.toContain(' lists\n');
});

test.each([
  ['a bare list', '[{"id":5}]', '5'],
  ['a list of names', '[9007199254740993]', '9007199254740993'],
  ['a list below two wrappers', '{"page":1,"_embedded":{"orders":[{"order_id":7}]}}', '7'],
  ['items that are wrapped', '{"edges":[{"node":{"id":5}}],"more":false}', '5'],
  ['items whose id stands in a member', '[{"metadata":{"id":5},"title":"a"}]', '5'],
  ['the list that is called like the collection', '{"data":[{"id":1}],"orders":[{"id":2}]}', '2'],
  ['a name that the parameter does not take', '[{"id":"x"}]', undefined],
  ['two lists of which neither is meant', '{"a":[{"id":1}],"b":[{"id":2}]}', undefined],
  ['no list', '{"id":5}', undefined],
  ['no JSON', '<ul>', undefined],
])('finds the first name in %s', async (_, body, expected) => {
  const { operations } = await contract;
  const item = '/orders/{}';
  expect(kindsOf(operations).lister(item)?.name).toBe('GET /orders');
  const parameter = operations.find(({ name }) => name === 'GET /orders/{id}')?.parameters[0];
  if (!parameter) throw new Error('There is no such parameter.');
  const response = { status: 200, headers: [], body: Buffer.from(body) };
  const exchange = { case: { request: { operation: operations[0] } }, response } as unknown as Exchange;
  expect(firstListed({ item, parameter }, exchange)[0]).toBe(expected);
});

test.each<[string, object | undefined, string, readonly string[]]>([
  ['a map of which the contract says nothing', undefined, '{"oak":{"age":3},"elm":{}}', ['oak', 'elm']],
  ['an object', { type: 'object' }, '{"oak":true,"elm":null}', ['oak', 'elm']],
  ['a map of things', { type: 'object', additionalProperties: {} }, '{"oak":{},"elm":{}}', ['oak', 'elm']],
  ['what is called like the collection', undefined, '{"default":"oak","trees":{"oak":{}}}', ['oak']],
  ['an object whose members are described', { properties: { count: {} } }, '{"count":3}', []],
  ['a thing', undefined, '{"id":7,"age":3}', []],
  ['an empty page', undefined, '{"data":{},"total":0}', []],
])('takes the keys of %s for the names of its items, or not', async (_, schema, body, expected) => {
  const get = { responses: { 200: { description: 'd', content: { 'application/json': schema ? { schema } : {} } } } };
  const names = { parameters: [inPath('tree', 'string')], get };
  const { operations } = await load({ ...head('3.1'), paths: { '/trees': { get }, '/trees/{tree}': names } });
  const [lister, reader] = operations;
  const parameter = reader?.parameters[0];
  if (!parameter) throw new Error('There is no such parameter.');
  const response = { status: 200, headers: [], body: Buffer.from(body) };
  const exchange = { case: { request: { operation: lister } }, response } as unknown as Exchange;
  expect(firstListed({ item: '/trees/{}', parameter }, exchange)).toEqual(expected);
});
