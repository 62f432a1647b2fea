/** Which values of answers later requests are given. */

import { head, load } from '../../../contract/contract.testing';
import type { Exchange } from '../../model/exchange';
import { FoundValues } from './shownValues';

const done = { responses: { 200: { description: 'ok' } } };

async function shown(...answers: readonly (readonly [operation: string, answer: unknown, path?: string])[]) {
  const names = [
    'GET /visits',
    'GET /visits/{guestId}/{day}',
    'POST /guests',
    'DELETE /guests/{id}',
    'DELETE /guests/delete/{id}',
  ];
  const paths: Record<string, object> = {};
  for (const name of names) {
    const [method = '', path = ''] = name.split(' ');
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => {
      return { name: each, in: 'path', required: true, schema: { type: 'string' } };
    });
    paths[path] = { ...paths[path], [method.toLowerCase()]: { parameters, ...done } };
  }
  const { operations } = await load({ ...head('3.1'), paths });
  const at = (name: string) => operations.find((each) => each.name === name) ?? operations[0];
  const found = new FoundValues(() => false);
  for (const [index, [name, answer, id = '']] of answers.entries()) {
    const response = { status: 200, headers: [], body: Buffer.from(JSON.stringify(answer)) };
    const request = { operation: at(name), values: { id } };
    found.note({ index, case: { request }, response } as unknown as Exchange);
  }
  found.settle();
  return (name: string) => {
    const operation = at(name);
    const parameters = operation?.parameters ?? [];
    const [first] = parameters;
    return operation && first
      ? { first: found.inPath(operation, first), together: found.together(operation, parameters) }
      : undefined;
  };
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

test('what was removed is given no more', async () => {
  const given = await shown(
    ['POST /guests', { id: 9 }],
    ['POST /guests', { id: 10 }],
    ['DELETE /guests/{id}', null, '9'],
  );
  expect(given('DELETE /guests/{id}')?.first).toEqual([10]);
});
