/** Which values of answers later requests are given. */

import { head, load } from '../../../contract/contract.testing';
import type { Exchange } from '../../model/exchange';
import { FoundValues } from './shownValues';

const done = { responses: { 200: { description: 'ok' } } };

/** Paths that name a picture, as the contract says in the same words. */
const DESCRIBED = /pictures|thumbs|sizes/;

async function shown(...answers: readonly (readonly [operation: string, answer: unknown, path?: string])[]) {
  const names = [
    'GET /visits',
    'GET /visits/{guestId}/{day}',
    'POST /guests',
    'DELETE /guests/{id}',
    'DELETE /guests/delete/{id}',
    'GET /pictures/{id}',
    'GET /thumbs/{id}',
    'GET /frames/{id}',
    'PUT /sizes/{id}',
  ];
  const paths: Record<string, object> = {};
  for (const name of names) {
    const [method = '', path = ''] = name.split(' ');
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => {
      const description = DESCRIBED.test(path) ? 'The id of a picture' : path;
      return { name: each, in: 'path', required: true, description, schema: { type: 'string' } };
    });
    paths[path] = { ...paths[path], [method.toLowerCase()]: { parameters, ...done } };
  }
  const { operations } = await load({ ...head('3.1'), paths });
  const at = (name: string) => operations.find((each) => each.name === name) ?? operations[0];
  const found = new FoundValues(() => false);
  for (const [index, [name, answer, id = '']] of answers.entries()) {
    const response = { status: 200, headers: [], body: Buffer.from(JSON.stringify(answer)) };
    const input = { query: [], headers: [], cookies: [] };
    const request = { operation: at(name), values: id === '' ? {} : { id }, input };
    found.note({ index, case: { request, claim: { probe: 'valid' } }, response } as unknown as Exchange);
  }
  found.settle();
  const givenTo = (name: string) => {
    const operation = at(name);
    const parameters = operation?.parameters ?? [];
    const [first] = parameters;
    return operation && first
      ? { first: found.inPath(operation, first), together: found.together(operation, parameters) }
      : undefined;
  };
  return Object.assign(givenTo, { giveMade: (isMadeRead: boolean) => found.giveMade(isMadeRead) });
}

test('the names of one thing are given together', async () => {
  const given = await shown([
    'GET /visits',
    [
      { guestId: 1, note: 'n' },
      { guestId: 2, day: 'Monday' },
    ],
  ]);
  expect(given('GET /visits/{guestId}/{day}')?.together).toEqual([[2, 'Monday']]);
});

test('what the run made comes first where something is changed, and not where it is read', async () => {
  const given = await shown(['GET /visits', { guests: [{ id: 7 }] }], ['POST /guests', { id: 9 }]);
  expect(given('DELETE /guests/{id}')?.first).toEqual([9, 7]);
  expect(given('DELETE /guests/delete/{id}')?.first).toEqual([9, 7]);
  expect(given('GET /visits/{guestId}/{day}')?.first).toEqual([7]);
});

test('what the run made is given to what reads once its chains have read', async () => {
  const given = await shown(['GET /visits', { guests: [{ id: 7 }] }], ['POST /guests', { id: 9 }]);
  given.giveMade(true);
  expect(given('GET /visits/{guestId}/{day}')?.first).toEqual([7, 9]);
});

test('what was removed is given no more', async () => {
  const given = await shown(
    ['POST /guests', { id: 9 }],
    ['POST /guests', { id: 10 }],
    ['DELETE /guests/{id}', null, '9'],
  );
  expect(given('DELETE /guests/{id}')?.first).toEqual([10]);
});

test('a GET of what is called by a parameter of the same words is given the names by which others found something', async () => {
  const given = await shown(['GET /pictures/{id}', 'bytes', 'p1'], ['GET /pictures/{id}', 'bytes', 'p2']);
  expect(given('GET /thumbs/{id}')?.first).toEqual(['p1', 'p2']);
  expect(given('GET /frames/{id}')?.first).toEqual([]);
  expect(given('PUT /sizes/{id}')?.first).toEqual([]);
});

test('what an answer shows of a thing goes before such names', async () => {
  const given = await shown(['GET /pictures/{id}', 'bytes', 'p1'], ['GET /visits', { thumbs: [{ id: 't9' }] }]);
  expect(given('GET /thumbs/{id}')?.first).toEqual(['t9']);
});
