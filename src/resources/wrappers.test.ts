import { head, load } from '../contract/contract.testing';
import { listIn, wrappersOf, wrappersWithin } from './wrappers';

const orders = { item: '/orders/{}' };
const order = { item: '/order/{}' };

test.each<[string, unknown, string | undefined]>([
  ['the body', [], ''],
  ['a member with a usual name', { total: 1, _items: [] }, '/_items'],
  ['a member with the name of the collection', { data: [], orders: [] }, '/orders'],
  ['a member of a member', { _embedded: { orders: [] } }, '/_embedded/orders'],
  ['the only list', { total: 1, tickets: [] }, '/tickets'],
  ['none of two lists', { tickets: [], people: [] }, undefined],
  ['no list of one thing', { attributes: [], tickets: [] }, undefined],
])('a list stands in %s', (_, body, expected) => {
  expect(listIn(body, orders)).toBe(expected);
});

test.each<[string, unknown, string | undefined]>([
  ['of several lists, the one that is called like several', { tags: [], orders: [] }, '/orders'],
  ['the one that is called like one, first', { orders: [1], order: [] }, '/order'],
  ['no list within what is called like several', { tags: [], people: [], orders: { items: [] } }, undefined],
])('where one thing alone gives its path the name, its list is %s', (_, body, expected) => {
  expect(listIn(body, order)).toBe(expected);
});

test.each<[string, unknown, boolean, readonly string[]]>([
  ['itself', { id: 7 }, false, ['']],
  ['a member with a usual name', { data: { id: 7 } }, false, ['', '/data']],
  ['a member with its own name', { meta: {}, Order: { id: 7 } }, false, ['', '/Order']],
  ['no other only member, where something may be written', { customer: { id: 3 } }, false, ['']],
  ['any only member, where nothing is written', { customer: { id: 3 } }, true, ['', '/customer']],
  ['no member that holds a list', { data: [] }, false, ['']],
])('a thing stands in %s', (_, body, isLoose, expected) => {
  expect(wrappersOf(orders, body, isLoose)).toEqual(expected);
});

test.each([
  ['personId', { person: { id: 7 } }, ['', '/person']],
  ['id', { person: { id: 7 } }, ['']],
  ['peopleId', { person: { id: 7 }, people: {} }, ['', '/people']],
])('a thing is called as its parameter says: %s', async (name, body, expected) => {
  const parameters = [{ name, in: 'path', required: true, schema: { type: 'string' } }];
  const get = { parameters, responses: { 200: { description: 'one' } } };
  const { operations } = await load({ ...head('3.1'), paths: { [`/people/{${name}}`]: { get } } });
  const parameter = operations[0]?.parameters[0];
  expect(parameter && wrappersOf({ item: '/people/{}', parameter }, body)).toEqual(expected);
});

test('the members of a thing may stand in two objects, one within the other', () => {
  const body = { data: { id: 7, attributes: { name: 'a' } } };
  expect(wrappersWithin(orders, body)).toEqual(['', '/data', '/data/attributes']);
});
