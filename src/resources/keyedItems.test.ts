import { head, load } from '../contract/contract.testing';
import { keyedItemsOf } from './keyedItems';
import { kindsOf } from './kinds';

const done = { responses: { 204: { description: 'done' } } };
const named = (...names: string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
});

type Row = readonly [what: string, paths: Readonly<Record<string, object>>, keys: readonly string[] | undefined];

const rows: readonly Row[] = [
  [
    'two parameters',
    { '/rules': { post: done }, '/rules/{ip}/{host_name}': { ...named('ip', 'host_name'), delete: done } },
    ['ip', 'hostname'],
  ],
  [
    'three parameters',
    { '/rules': { post: done }, '/rules/{a}/{b}/{c}': { ...named('a', 'b', 'c'), delete: done } },
    ['a', 'b', 'c'],
  ],
  [
    'two parameters below a parent, whose own name is none of them',
    {
      '/zones/{zone}/rules': { ...named('zone'), post: done },
      '/zones/{zone}/rules/{ip}/{host}': { ...named('zone', 'ip', 'host'), delete: done },
    },
    ['ip', 'host'],
  ],
  ['one parameter', { '/rules': { post: done }, '/rules/{id}': { ...named('id'), delete: done } }, undefined],
  [
    'nothing removes them',
    { '/rules': { post: done }, '/rules/{ip}/{host}': { ...named('ip', 'host'), get: done } },
    undefined,
  ],
  [
    'a word between the parameters',
    { '/rules': { post: done }, '/rules/{ip}/hosts/{host}': { ...named('ip', 'host'), delete: done } },
    undefined,
  ],
  [
    'another collection',
    { '/rules': { post: done }, '/ruleset/{ip}/{host}': { ...named('ip', 'host'), delete: done } },
    undefined,
  ],
];

test.each(rows)('finds the items that several parameters name: %s', async (_what, paths, keys) => {
  const { operations } = await load({ ...head('3.1'), paths });
  const maker = operations.find(({ method }) => method === 'POST');
  expect(maker && keyedItemsOf(kindsOf(operations), maker)?.keys).toEqual(keys);
});

test('only a POST on the collection makes them', async () => {
  const paths = {
    '/rules': { put: done },
    '/rules/{ip}/{host}': { ...named('ip', 'host'), put: done, delete: done },
  };
  const { operations } = await load({ ...head('3.1'), paths });
  const kinds = kindsOf(operations);
  expect(operations.map((operation) => keyedItemsOf(kinds, operation))).toEqual([undefined, undefined, undefined]);
});
