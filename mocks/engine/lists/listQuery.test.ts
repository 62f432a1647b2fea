import { head, load } from '../../../src/contract/contract.testing';
import type { View } from '../../../src/resources/answers/views';
import type { MockedRequest } from '../engine';
import { wantedOf } from './listQuery';

const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
const NO_MEMBERS = { members: new Map() };

/** What a list with a parameter is asked for by a query. */
async function wanted(name: string, schema: object, query: string) {
  const parameters = [limit, { name, in: 'query', schema: { type: 'integer', ...schema } }];
  const contract = await load({
    ...head('3.1'),
    paths: { '/things': { get: { parameters, responses: { 200: { description: '' } } } } },
  });
  const [operation] = contract.operations;
  if (!operation) throw new Error('There is no operation.');
  const view = { ...NO_MEMBERS, schema: operation.parameters[0]?.schema } as unknown as View;
  const asked = { query: new URLSearchParams(query), headers: {}, values: new Map() } as unknown as MockedRequest;
  const { from, next } = wantedOf(operation, view, asked, () => undefined);
  return { from, next: next(2) };
}

test.each<[name: string, schema: object, query: string, from: number, next: string]>([
  ['offset', {}, 'limit=2', 0, '2'],
  ['offset', {}, 'limit=2&offset=3', 3, '5'],
  ['offset', { minimum: 1 }, 'limit=2', 0, '3'],
  ['offset', { minimum: 1 }, 'limit=2&offset=1', 0, '3'],
  ['offset', { minimum: 1 }, 'limit=2&offset=3', 2, '5'],
  ['offset', { default: 1 }, 'limit=2&offset=3', 2, '5'],
  ['startIndex', { minimum: 1 }, 'limit=2&startIndex=4', 3, '6'],
  ['offset', { minimum: 2 }, 'limit=2&offset=3', 3, '5'],
  ['page', {}, 'limit=2&page=3', 4, '4'],
  ['page', { minimum: 0 }, 'limit=2&page=3', 6, '4'],
])('%s with %j, asked by %s, begins at %i and goes on at %s', async (name, schema, query, from, next) => {
  expect(await wanted(name, schema, query)).toEqual({ from, next: [name, next] });
});
