import { head, load } from '../contract/contract.testing';
import { namesIn } from '../routing/pathTemplate';
import { aliasAt } from './aliases';
import { kindsOf } from './kinds';

const members = ['id', 'name', 'tag', 'key'].map((name) => [name, { type: 'string' }] as const);
const schema = { type: 'object', properties: Object.fromEntries(members) };
const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } };

/** Reads a contract with variables, which can be made, and with one more operation. @returns what the last name of its path names. */
async function namedBy(operation: string, ...others: string[]) {
  const paths: Record<string, Record<string, object>> = {};
  const all = ['POST /variables', 'GET /variables/{id}', 'DELETE /variables/{id}', ...others, operation];
  for (const [method = '', path = ''] of all.map((each) => each.split(' '))) {
    const parameters = namesIn(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
    paths[path] = { ...paths[path], [method.toLowerCase()]: { parameters, responses } };
  }
  const { operations } = await load({ ...head('3.1'), paths });
  const asked = operations.find(({ name }) => name === operation);
  const alias = asked && aliasAt(asked, namesIn(asked.path).length - 1, kindsOf(operations));
  return alias && [alias.kind.item, alias.member];
}

test.each([
  ['GET /variables/name/{name}', 'name'],
  ['DELETE /variables/name/{variable_name}', 'name'],
  ['GET /variables/by-name/{name}', 'name'],
  ['POST /variables/tag/{tag}/reset', 'tag'],
  ['GET /variables/by-id/{id}', undefined],
  ['GET /variables/{key}/latest', 'key'],
  ['GET /ui/variables/{id}', undefined],
])('%s names a variable by its %s', async (operation, member) => {
  expect(await namedBy(operation)).toEqual(['/variables/{}', member]);
});

test.each([
  ['GET /api/seeds/{token}/bed', '/api/beds/{}/seeds/{}'],
  ['GET /api/seeds/{id}', '/api/beds/{}/seeds/{}'],
  ['DELETE /api/seeds/{id}', undefined],
  ['GET /other/seeds/{id}', undefined],
  ['GET /api/pots/{pot}/seeds/{id}', undefined],
])('%s names a seed that is made in a bed: %s', async (operation, item) => {
  expect((await namedBy(operation, 'POST /api/beds/{bed}/seeds', 'DELETE /api/beds/{bed}/seeds/{seed}'))?.[0]).toBe(
    item,
  );
});

test.each([
  ['GET /v2/users/{id}', '/v1/users/{}'],
  ['GET /v1beta1/users/{id}/posts', '/v1/users/{}'],
  ['GET /users/{id}', '/v1/users/{}'],
  ['DELETE /v2/users/{id}', undefined],
  ['GET /vip/users/{id}', undefined],
  ['GET /v2/teams/{team}/users/{id}', undefined],
])('%s names a user that another version of the path makes: %s', async (operation, item) => {
  expect((await namedBy(operation, 'POST /v1/users', 'DELETE /v1/users/{id}'))?.[0]).toBe(item);
});

test.each([
  ['a name of something else', 'GET /variables/name/{flow_name}'],
  ['a member that they do not have', 'GET /variables/checksum/{checksum}'],
  ['a collection that lies below', 'GET /variables/tag/{tag}', 'GET /variables/tag'],
  ['a request that changes what lies elsewhere', 'DELETE /ui/variables/{id}'],
  ['a request that changes what another name stands for', 'POST /variables/{key}/reset'],
  ['a collection of its own elsewhere', 'GET /ui/variables/{id}', 'GET /ui/variables'],
  ['the usual name', 'GET /variables/{id}/values'],
])('is not sure of %s', async (_, operation, ...others) => {
  expect(await namedBy(operation, ...others)).toBeUndefined();
});
