import { join } from 'node:path';
import { folderOf } from '../cli/tests/cli.testing';
import { readContract } from '../contract/load';
import { isMark, rivalsOf, twinKey } from './overlaps';

async function operationsOf(...paths: readonly string[]) {
  const entries = paths.map((path) => {
    const names = [...path.matchAll(/\{(.*?)\}/g)].map(([, name]) => `{ name: ${name}, in: path, required: true }`);
    const action = '{ name: Action, in: query, schema: { type: string } }';
    return `  '${path}': { get: { parameters: [${[...names, action].join()}], responses: { '200': { description: d } } } }`;
  });
  const folder = folderOf({
    'openapi.yaml': `openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths:\n${entries.join('\n')}\n`,
  });
  return (await readContract(join(folder, 'openapi.yaml'))).operations;
}

test.each<[path: string, values: Record<string, string>, rival: string | undefined]>([
  ['/sections/{id}', { id: 'abc' }, undefined],
  ['/sections/{id}', { id: '1,2' }, 'GET /sections/{id},{step}'],
  ['/sections/{id}', { id: 'latest' }, 'GET /sections/latest'],
  ['/sections/{id}', { id: 'LATEST' }, 'GET /sections/latest'],
  ['/sections/{id}/pages', { id: 'abc' }, 'GET /{any}/{other}/pages'],
  ['/{any}/{other}/pages', { any: 'x', other: 'y' }, undefined],
])('%s with %j may be meant for %s', async (path, values, expected) => {
  const operations = await operationsOf(
    '/sections/{id}',
    '/sections/{id},{step}',
    '/sections/latest',
    '/sections/{id}/pages',
    '/{any}/{other}/pages',
  );
  const operation = operations.find((each) => each.path === path);
  if (!operation) throw new Error(path);
  expect(rivalsOf(operations)(operation, values)?.name).toBe(expected);
});

test('paths that no request tells apart are twins, and those that a parameter tells apart are none', async () => {
  const operations = await operationsOf(
    '/a/{x}',
    '/a/{y}',
    '/b',
    '/b#overload=stream',
    '/b#Action=Make',
    '/b?Action=End',
  );
  const [one, other, plain, fragment, make, end] = operations.map(twinKey);
  expect(one).toBe(other);
  expect(plain).toBe(fragment);
  expect(new Set([one, plain, make, end]).size).toBe(4);
});

test('a path mentions a parameter in whatever letter case', async () => {
  const [one, other] = await operationsOf('/b#action=Make', '/b#action=End');
  if (!one || !other) throw new Error('There are two operations.');
  expect(twinKey(one)).not.toBe(twinKey(other));
  expect(['Action', 'action', 'ACTION', 'other'].map((name) => isMark(one, name))).toEqual([true, true, true, false]);
});
