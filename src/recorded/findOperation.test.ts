import type { Operation } from '../contract/contract';
import { createOperationFinder, findOperation } from './findOperation';

const OPERATIONS = [
  'DELETE /plants/{id}',
  'GET /plants/{id}',
  'GET /plants/mine',
  'GET /',
  'GET /{shop}/plants/{id}.json',
].map((name) => {
  const [method = '', path = ''] = name.split(' ');
  const parameters: Operation['parameters'] = [];
  return { name, method, path, parameters, servers: ['/api'] } as Partial<Operation> as Operation;
});

function find(method: string | undefined, url: string | undefined, named?: string) {
  const { operation, values } = findOperation(OPERATIONS, { method, url, named });
  return [operation.name, values];
}

test.each([
  ['DELETE', '/plants/101', 'DELETE /plants/{id}', { id: '101' }],
  ['GET', 'http://localhost:8080/plants/101?soft=true#top', 'GET /plants/{id}', { id: '101' }],
  ['GET', '/plants/mine', 'GET /plants/mine', {}],
  ['GET', '/', 'GET /', {}],
  ['GET', 'https://store.example/api/v1/plants/7', 'GET /plants/{id}', { id: '7' }],
  ['GET', '/north/plants/7.json', 'GET /{shop}/plants/{id}.json', { shop: 'north', id: '7' }],
  ['DELETE', '/plants/a%2Fb%20c', 'DELETE /plants/{id}', { id: 'a/b c' }],
  ['GET', '/api/plants/7', 'GET /plants/{id}', { id: '7' }],
  ['DELETE', '/plants/%zz', 'DELETE /plants/{id}', { id: '%zz' }],
])('%s %s is %s', (method, url, name, values) => {
  expect(find(method, url)).toEqual([name, values]);
});

test('the one that is named goes before the request, whose path tells the values where it can', () => {
  expect(find('POST', '/plants/7', 'DELETE /plants/{id}')).toEqual(['DELETE /plants/{id}', { id: '7' }]);
  expect(find(undefined, undefined, 'GET /plants/mine')).toEqual(['GET /plants/mine', undefined]);
});

test.each([
  ['POST', '/plants/7', undefined, 'no operation for POST /plants/7'],
  ['GET', '/trees', undefined, 'no operation for GET /trees'],
  [undefined, '/plants/7', undefined, 'name the operation'],
  ['GET', '/plants/7', 'GET /plant/{id}', 'Did you mean "GET /plants/{id}"?'],
])('%s %s, named %s, is none', (method, url, named, message) => {
  expect(() => find(method, url, named)).toThrow(message);
});

/** Operations with servers, as a contract has them. */
function operationsAt(servers: Readonly<Record<string, readonly string[]>>): Operation[] {
  return Object.entries(servers).map(([name, own]) => {
    const [method = '', path = ''] = name.split(' ');
    const parameters: Operation['parameters'] = [];
    return { name, method, path, parameters, servers: own } as Partial<Operation> as Operation;
  });
}

test('where nothing tells which of several was meant, it is to be named', () => {
  const operations = operationsAt({ 'POST /jobs#start': [], 'POST /jobs#stop': [] });
  const asked = { method: 'POST', url: '/jobs', named: undefined };
  expect(() => findOperation(operations, asked)).toThrow('POST /jobs#start, POST /jobs#stop. Name it');
  expect(findOperation(operations, { ...asked, named: 'POST /jobs#stop' }).operation.name).toBe('POST /jobs#stop');
  expect(findOperation(operations, { ...asked, url: '/jobs?start=1' }).operation.name).toBe('POST /jobs#start');
});

const SERVED = operationsAt({
  'GET /plants/{id}': ['https://a.test/v1'],
  'GET /plants': ['https://a.test/v1'],
  'GET /uploads/{id}': ['https://a.test/v2'],
  'GET /found?id={id}': ['https://a.test/v1'],
  'POST /jobs?action=start': ['https://a.test/v1'],
});

test.each([
  ['/v1', '/v1/plants/7', 'GET /plants/{id}'],
  ['/v1', '/v1/found?id=7', 'GET /found?id={id}'],
  // Without that it is another operation, of which the contract says nothing.
  ['/v1', '/v1/found', undefined],
  // Where the servers of an operation have another base path, it is there.
  ['/v1', '/v2/uploads/7', 'GET /uploads/{id}'],
  ['/v1', '/v2/plants/7', undefined],
  ['/v1', '/plants/7', undefined],
  ['/v1', '/other/v1/plants/7', undefined],
  // Nobody means the base path twice: it is a mistake of the client, and says nothing of the operation.
  ['/v1', '/v1/v1/plants/7', undefined],
  ['/gateway/v1', '/gateway/v1/v1/plants/7', undefined],
  ['/gateway', '/gateway/v1/plants/7', 'GET /plants/{id}'],
  // Below a host alone, everything is where its servers are.
  ['', '/v1/plants/7', 'GET /plants/{id}'],
  ['', '/v2/uploads/7', 'GET /uploads/{id}'],
  ['', '/plants/7', 'GET /plants/{id}'],
  // Most services answer it as the list.
  ['/v1', '/v1/plants/', undefined],
])('below "%s", GET %s is %s', (basePath, path, name) => {
  const recorded = { method: 'GET', url: `https://a.test${path}`, requestHeaders: [] };
  expect(createOperationFinder(SERVED, basePath).find(recorded)?.operation.name).toBe(name);
});
