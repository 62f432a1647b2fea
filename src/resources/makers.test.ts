import { head, load } from '../contract/contract.testing';
import { joinedBy } from './joined';
import { kindsOf } from './kinds';

const text = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const ok = { 200: { description: 'ok' } };

async function kindsIn(paths: Record<string, object>) {
  const withParameters = Object.entries(paths).map(([path, item]) => [
    path,
    { parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => text(name)), ...item },
  ]);
  return kindsOf((await load({ ...head('3.0'), paths: Object.fromEntries(withParameters) })).operations);
}

test.each<[string, object, string]>([
  ['the one that declares 201', { put: { responses: ok }, post: { responses: { 201: ok[200] } } }, 'POST /tags/{tag}'],
  ['PUT where nothing says more', { put: { responses: ok }, post: { responses: ok } }, 'PUT /tags/{tag}'],
  [
    'the one whose name says so',
    { put: { operationId: 'updateTagUsingPUT', responses: ok }, post: { operationId: 'addTag', responses: ok } },
    'POST /tags/{tag}',
  ],
  [
    'PUT where both names say so',
    { put: { operationId: 'create_tag', responses: ok }, post: { operationId: 'addTag', responses: ok } },
    'PUT /tags/{tag}',
  ],
  [
    'PUT where a name only has such letters',
    { put: { operationId: 'setTag', responses: ok }, post: { operationId: 'addressTag', responses: ok } },
    'PUT /tags/{tag}',
  ],
])('of PUT and POST on an item, what makes one is %s', async (_, item, maker) => {
  expect((await kindsIn({ '/tags/{tag}': item })).all.map((kind) => kind.maker.name)).toEqual([maker]);
});

test.each<[string, string, string, object, string | undefined]>([
  ['a thing of the same name in the same thing', '/shops/{s}/tags/{t}', '/shops/{s}/racks/{r}/tags/{t}', {}, 'found'],
  ['a thing that the parameter names', '/users/{id}', '/teams/{team}/members/{userId}', {}, 'found'],
  ['a thing that the parameter names without its id', '/users/{id}', '/teams/{team}/members/{user}', {}, 'found'],
  ['no thing of another place', '/shops/{s}/tags/{t}', '/racks/{r}/boxes/{b}/tags/{t}', {}, undefined],
  ['no thing of another name', '/users/{id}', '/teams/{team}/members/{id}', {}, undefined],
  [
    'no thing where a body describes a new one',
    '/tags/{t}',
    '/shops/{s}/tags/{t}',
    { requestBody: { required: true, content: { 'application/json': {} } } },
    undefined,
  ],
])('a path that names two things puts there %s', async (_, one, other, more, expected) => {
  const put = { put: { responses: ok } };
  const kinds = await kindsIn({ [one]: put, [other]: { put: { responses: ok, ...more } } });
  const [joining] = kinds.all.filter(({ maker }) => maker.path === other);
  if (!joining) throw new Error('There is no such kind.');
  expect(joinedBy(joining, kinds)?.maker.path).toBe(expected && one);
});
