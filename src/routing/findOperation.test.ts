import type { Operation } from '../contract/contract';
import { findOperation } from './findOperation';

const OPERATIONS = [
  'DELETE /plants/{id}',
  'GET /plants/{id}',
  'GET /plants/mine',
  'GET /',
  'GET /{shop}/plants/{id}.json',
].map((name) => {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, path } as Operation;
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
