import { folderOf } from '../cli/tests/cli.testing';
import { readContract } from '../contract/load';
import { headersOf } from './responseHeaders';

test('of a number that nothing is said of the least that there is, is not sent', async () => {
  const numbers = {
    'Retry-After': { type: 'integer', format: 'int32' },
    'X-Left': { type: 'integer', format: 'int64' },
    'X-Below': { type: 'integer', maximum: -5 },
    'X-Least': { type: 'integer', minimum: -2147483648 },
    'X-Shown': { type: 'integer', example: -2147483648 },
  };
  const headers = Object.fromEntries(Object.entries(numbers).map(([name, schema]) => [name, { schema }]));
  const folder = folderOf({
    'openapi.json': JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'T', version: '1' },
      paths: { '/a': { get: { responses: { 200: { description: 'd', headers } } } } },
    }),
  });
  const [operation] = (await readContract(`${folder}/openapi.json`)).operations;
  const given = Object.fromEntries(Object.keys(numbers).map((name) => [name, -2147483648]));
  expect(headersOf(operation?.responses[0]?.headers ?? [], given, () => undefined)).toEqual({
    'Retry-After': '1',
    'X-Left': '1',
    'X-Below': '-2147483648',
    'X-Least': '-2147483648',
    'X-Shown': '-2147483648',
  });
});
