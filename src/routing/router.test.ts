import { folderOf } from '../cli/tests/cli.testing';
import type { Contract, Operation } from '../contract/contract';
import { readContract } from '../contract/load';
import { answeringRoute, type Router, routerOf } from './router';

let contract: Contract;
beforeAll(async () => {
  contract = await readContract('mocks/fixtures/routes.yaml');
});
const routes = () => routerOf(contract.operations);

function find(router: Router, method: string, target: string, headers = {}) {
  const { pathname, searchParams } = new URL(target, 'http://target');
  return router.find(method, pathname, { query: searchParams, headers });
}

/** What the operation answers: in the fixture each says its own name. */
function nameOf(router: Router, method: string, target: string, headers = {}): unknown {
  const keywords = find(router, method, target, headers)?.operation.responses[0]?.media[0]?.schema?.keywords;
  return typeof keywords === 'object' ? keywords['const'] : undefined;
}

test.each([
  ['POST', '/actions?action=start', 'start'],
  ['POST', '/actions?action=stop&more=1', 'stop'],
  ['POST', '/actions', 'plain'],
  ['POST', '/actions?action=other', 'plain'],
  ['GET', '/found?id=7', 'found'],
  ['GET', '/bucket/b', 'bucket'],
  ['GET', '/bucket/b?acl', 'acl'],
  ['GET', '/things/7', 'id'],
  ['GET', '/things/fern', 'slug'],
  ['GET', '/things/fern/parts', 'parts'],
  ['GET', '/compare/1...2', 'compare'],
  ['GET', '/files/a.b.c', 'file'],
  ['GET', '/pages/a.b.json', 'page'],
  ['GET', "/calls(path='a',at=1)", 'call'],
  ['GET', '/a%20b/c%20d', 'spaces'],
  ['POST', '/v1/x:cancel', 'cancel'],
  ['QUERY', '/search', 'query'],
  ['COPY', '/search', 'copy'],
  ['GET', '/relative/things/7', 'id'],
  ['GET', '/acme/v1/things/7', 'id'],
  ['GET', '/acme/v1/compare/1...2', 'compare'],
])('%s %s is %s', (method, target, name) => {
  expect(nameOf(routes(), method, target)).toBe(name);
});

test.each(['Get', 'Put'])('a fragment is told by the field that it names: %s', (name) => {
  expect(nameOf(routes(), 'POST', '/', { 'x-amz-target': `Store.${name}` })).toBe(name.toLowerCase());
});

/** The router of a contract that has these paths in this order, with one method each. */
const routerFor = async (paths: readonly string[], method = 'post') => routerOf(await operationsFor(paths, method));

async function operationsFor(paths: readonly string[], method: string): Promise<readonly Operation[]> {
  const entries = paths.map((path) => {
    const names = [...path.matchAll(/\{(.*?)\}/g)].map(
      ([, name]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`,
    );
    return `  '${path}': { ${method}: { parameters: [${names.join()}], responses: { '200': { description: d } } } }`;
  });
  const servers = 'servers: [{ url: https://plants.example/v1 }]';
  const text = `openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\n${servers}\npaths:\n${entries.join('\n')}\n`;
  return (await readContract(`${folderOf({ 'openapi.yaml': text })}/openapi.yaml`)).operations;
}

const OVERLAPPING = [
  '/things/{id}',
  '/things/{id}:activate',
  '/things/{id}:{verb}',
  '/things/{id}.json',
  '/things/mine',
  '/{kind}/mine',
  '/{kind}/{id}',
  '/a/{x}',
  '/a/{y}',
  '/actions',
  '/actions?action=start',
  '/actions#stop',
];

test.each([
  ['/things/5', '/things/{id}'],
  ['/things/5:activate', '/things/{id}:activate'],
  ['/v1/things/5:activate', '/things/{id}:activate'],
  ['/things/5:other', '/things/{id}:{verb}'],
  ['/things/5.json', '/things/{id}.json'],
  ['/things/mine', '/things/mine'],
  ['/others/mine', '/{kind}/mine'],
  ['/others/5', '/{kind}/{id}'],
  ['/a/5', '/a/{x}'],
  ['/actions', '/actions'],
  ['/actions?action=start', '/actions?action=start'],
  ['/actions?stop=', '/actions#stop'],
  ['/things/5/', undefined],
])('%s is for %s, in whatever order the contract has its paths', async (target, path) => {
  for (const paths of [OVERLAPPING, [...OVERLAPPING].reverse(), [...OVERLAPPING].sort()])
    expect(find(await routerFor(paths), 'POST', target)?.operation.path).toBe(path);
});

test('operations that a request does not tell apart are told', async () => {
  const router = await routerFor(['/a/{y}', '/a/{x}', '/jobs#stop', '/jobs#start', '/only?done=true']);
  const alikeOf = (target: string) => find(router, 'POST', target)?.alike.map(({ path }) => path);
  expect(alikeOf('/a/5')).toEqual(['/a/{y}']);
  expect(alikeOf('/jobs')).toHaveLength(1);
  expect(alikeOf('/jobs?stop=1')).toEqual([]);
  expect(find(router, 'POST', '/only')?.lacks).toBe(true);
  expect(find(router, 'POST', '/only?done=true&more=1')?.lacks).toBe(false);
});

test.each([
  ['/plants/{id}', '/plants/search', 'GET /plants/search'],
  ['/plants/{id}', '/plants/{id}', 'HEAD /plants/{id}'],
  ['/plants/search', '/plants/{id}', 'HEAD /plants/search'],
  ['/plants/search', '/plants/search', 'HEAD /plants/search'],
  ['/beds/{id}', '/plants/{id}', 'GET /plants/{id}'],
])('where HEAD %s and GET %s are declared, HEAD /plants/search is for %s', async (head, get, answering) => {
  const router = routerOf([...(await operationsFor([head], 'head')), ...(await operationsFor([get], 'get'))]);
  const { operation } = answeringRoute(router, 'HEAD', '/plants/search') ?? {};
  expect(`${operation?.method} ${operation?.path}`).toBe(answering);
});

test('methods that HTTP has no name for are routed, too', async () => {
  const text = `openapi: 3.2.0
info: { title: T, version: 1.0.0 }
paths:
  /plants/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    additionalOperations: { WATER: { responses: { '200': { description: d } } } }
`;
  const { operations } = await readContract(`${folderOf({ 'openapi.yaml': text })}/openapi.yaml`);
  expect(find(routerOf(operations), 'WATER', '/plants/7')?.operation.name).toBe('WATER /plants/{id}');
  expect(find(routerOf(operations), 'GET', '/plants/7')).toBeUndefined();
});
