import { resourceName } from './resourceNames';

test.each<[string, string, unknown, readonly string[], string | undefined]>([
  ['a name in its collection', '/api/v1/memos/{}', { name: 'memos/abc' }, [], 'abc'],
  ['a name in a nested collection', '/v1/users/{}/tokens/{}', { name: 'users/7/tokens/abc' }, ['7'], 'abc'],
  [
    'a name in the collection of somebody else',
    '/v1/users/{}/tokens/{}',
    { name: 'users/8/tokens/abc' },
    ['7'],
    undefined,
  ],
  ['a whole path', '/v1/memos/{}', { resource_name: 'v1/memos/abc' }, [], 'abc'],
  ['a name in another collection', '/v1/memos/{}', { name: 'users/1' }, [], undefined],
  ['a name that says no collection', '/v1/memos/{}', { name: 'abc' }, [], undefined],
  ['a name without an end', '/v1/memos/{}', { name: 'memos/' }, [], undefined],
  ['another member', '/v1/memos/{}', { parent: 'memos/abc' }, [], undefined],
  ['a link to itself', '/v1/memos/{}', { self: '/v1/memos/abc' }, [], 'abc'],
  ['a link behind the base path of a server', '/memos/{}', { self: '/api/v1/memos/abc' }, [], 'abc'],
  ['a URL', '/v1/memos/{}', { '@id': 'https://example.org/v1/memos/a%20c/' }, [], 'a c'],
  ['links', '/v1/memos/{}', { _links: { next: '/v1/memos/d', self: { href: '/v1/memos/abc' } } }, [], 'abc'],
  ['a link below another parent', '/users/{}/tokens/{}', { self: '/users/8/tokens/abc' }, ['7'], undefined],
  ['a link to another kind', '/v1/memos/{}', { self: '/v1/users/1' }, [], undefined],
  ['a link to another thing', '/v1/memos/{}', { next: '/v1/memos/abc' }, [], undefined],
  ['links too deep', '/memos/{}', { links: { self: { self: { href: '/memos/abc' } } } }, [], undefined],
  ['a list', '/v1/memos/{}', [{ name: 'memos/abc' }], [], undefined],
])('of %s', (_, item, thing, above, expected) => {
  expect(resourceName({ item }, thing, above)).toBe(expected);
});
