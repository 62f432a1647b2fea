import type { Answered } from '../resources/answered';
import { type Scope, valueOfExpression, withValues } from './expressions';

const scope: Scope = {
  inputs: { user: { name: 'Ann', pets: ['cat'] }, count: 2 },
  steps: new Map([['find-pet', { id: 7, 'a.b': 'dotted', list: [{ x: 1 }] }]]),
  workflows: new Map([['buy', { inputs: { item: 'rose' }, outputs: { ticket: 't-1' } }]]),
  self: 'https://shop.test/flows',
  outputs: { total: 5 },
  exchange: {
    case: { request: { values: {}, input: { query: [] } } },
    request: { method: 'GET', path: '/pets', headers: [] },
    response: { status: 200, headers: [['X-Next', 'n']], body: Buffer.from('{"pets":[{"id":1}]}') },
  } as unknown as Answered,
};

test.each([
  ['$inputs.count', 2],
  ['$inputs.user.name', 'Ann'],
  ['$inputs.user#/pets/0', 'cat'],
  ['$steps.find-pet.outputs.id', 7],
  ['$steps.find-pet.outputs.a.b', 'dotted'],
  ['$steps.find-pet.outputs.list[0].x', 1],
  ['$workflows.buy.outputs.ticket', 't-1'],
  ['$workflows.buy.inputs.item', 'rose'],
  ['$self', 'https://shop.test/flows'],
  ['$outputs.total', 5],
  ['$response.body#/pets/0/id', 1],
  ['$response.body.pets[0].id', 1],
  ['$response.header.x-next', 'n'],
  ['$statusCode', 200],
  ['pet {$steps.find-pet.outputs.id} of {$inputs.user.name}', 'pet 7 of Ann'],
  ['no expression', 'no expression'],
  ['$5 off', '$5 off'],
  ['$inputs.none', undefined],
  ['$inputs.toString', undefined],
  ['$steps.other.outputs.id', undefined],
  ['pet {$inputs.none}', undefined],
])('%s comes to its value', (expression, value) => {
  expect(valueOfExpression(expression, scope)).toEqual(value);
});

test('replaces expressions wherever they stand in a value', () => {
  expect(withValues({ id: '$steps.find-pet.outputs.id', tags: ['{$inputs.count}x', null] }, scope)).toEqual({
    id: 7,
    tags: ['2x', null],
  });
  expect(withValues([{ id: '$inputs.none' }], scope)).toBeUndefined();
});
