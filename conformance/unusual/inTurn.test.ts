import type { Operation } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import { inTurn } from './inTurn';

const kinds = ['a', 'b', 'c', 'd'];
const askedOf = (name: string, size: number, thorough = false) =>
  inTurn(kinds, 1, { name } as Operation, { contract: { size }, wanted: { thorough } } as Known);

test('of an ordinary contract each operation is asked with all', () => {
  expect(askedOf('GET /orders', 10)).toEqual(kinds);
});

test('of a large contract the operations share them, in the same way each time', () => {
  const names = Array.from({ length: 100 }, (_, at) => `GET /orders${at}`);
  const asked = names.map((name) => askedOf(name, 1000));
  expect(asked.every(({ length }) => length === 1)).toBe(true);
  expect(new Set(asked.flat())).toEqual(new Set(kinds));
  expect(names.map((name) => askedOf(name, 1000))).toEqual(asked);
});

test('who wants all gets all', () => {
  expect(askedOf('GET /orders', 1000, true)).toEqual(kinds);
});
