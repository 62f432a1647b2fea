import { join } from 'node:path';
import { folderOf } from '../../cli/tests/cli.testing';
import { readContract } from '../../contract/load';
import { readServers } from './servers';

const CONTRACT = `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
servers: [{ url: 'https://{region}.example.com/v1', variables: { region: { default: eu } } }]
paths:
  /a: { get: { responses: {} } }
  /b: { get: { responses: {} } }
  /c: { servers: [{ url: 'https://eu.example.com/v2' }], get: { responses: {} } }
  /d: { get: { servers: [{ url: 'https://files.example.com/v1' }], responses: {} } }
  /e: { get: { servers: [{ url: /beta }], responses: {} } }
`;

async function read() {
  const { operations } = await readContract(join(folderOf({ 'openapi.yaml': CONTRACT }), 'openapi.yaml'));
  const servers = readServers(operations);
  const named = (path: string) => {
    const found = operations.find((each) => each.path === path);
    if (!found) throw new Error(path);
    return found;
  };
  return { ...servers, named };
}

test.each([
  ['/a', '/v1', '/v1'],
  ['/a', '/behind/v1', '/behind/v1'],
  ['/c', '/v1', '/v2'],
  ['/c', '/behind/v1', '/behind/v2'],
  ['/c', '', ''],
  ['/e', '/v1', '/beta'],
])('%s is asked, at a target with the base path %j, below %j', async (path, target, base) => {
  const { basePathOf, named } = await read();
  expect(basePathOf(named(path), target)).toBe(base);
});

test('an operation of another host is none of the target', async () => {
  const { elsewhere, named } = await read();
  expect(['/a', '/c', '/d', '/e'].map((path) => elsewhere(named(path)))).toEqual([
    undefined,
    undefined,
    'https://files.example.com/v1',
    undefined,
  ]);
});
