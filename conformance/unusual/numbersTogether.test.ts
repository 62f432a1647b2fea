import type { GivenSettings } from '../../src/engine/model/settings';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { contractWith, readOnce } from '../contracts.testing';
import { suite } from '../suite';

const number = (name: string, type: string) => ({ name, in: 'path', required: true, schema: { type } });
const get = (...parameters: object[]) => ({ get: { parameters, responses: { 200: { description: 'ok' } } } });

const contract = contractWith({
  '/triangle/{a}/{b}/{c}': get(number('a', 'integer'), number('b', 'integer'), number('c', 'integer')),
  '/power/{base}/{exponent}': get(number('base', 'number'), number('exponent', 'integer')),
  '/at/{x}/{y}': get({ ...number('x', 'integer'), schema: { type: 'integer', minimum: 4 } }, number('y', 'integer')),
  '/users/{id}': get(number('id', 'integer')),
  '/notes/{name}/{id}': get(number('name', 'string'), number('id', 'integer')),
});

async function askedAt(path: string, options: GivenSettings = {}): Promise<string[]> {
  const { cases } = plan(await readOnce(contract), suite, settingsOf({ seed: 1, ...options }));
  return cases
    .filter(({ request, waitsFor }) => request.operation.path === path && waitsFor?.taken)
    .map(({ request }) => Object.values(request.values).join(' '));
}

test('several numbers are equal, rise, fall, and lie below zero', async () => {
  expect(await askedAt('/triangle/{a}/{b}/{c}')).toEqual([
    '1 1 1',
    '0 0 0',
    '-1 -1 -1',
    '3 4 5',
    '5 4 3',
    '3 21 147',
    '147 21 3',
    '3 3 2',
    '2 3 3',
    '7 7 -3',
    '-7 3 3',
    '-7 -6 -5',
  ]);
});

test('a number need not be whole unless the contract says so', async () => {
  expect(await askedAt('/power/{base}/{exponent}')).toContain('0.5 1');
});

test('what the contract forbids in one place is left out', async () => {
  expect(await askedAt('/at/{x}/{y}')).toEqual(['4 3', '21 3', '7 -3']);
});

test.each<[string, string, GivenSettings]>([
  ['one number', '/users/{id}', {}],
  ['a text among them', '/notes/{name}/{id}', {}],
  ['a value that was handed over', '/power/{base}/{exponent}', { params: { base: ['2'], exponent: ['3'] } }],
])('nothing of this is asked with %s', async (_, path, options) => {
  expect(await askedAt(path, options)).toEqual([]);
});
