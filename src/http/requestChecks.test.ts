import { leadsOut, whyBadHost } from './requestChecks';

test.each([
  '/..',
  '/../admin',
  '/orders/../../admin',
  '/orders/./../..//admin',
  '/orders//../../admin',
  '/%2e%2e/admin',
  '/.%2E/admin',
  '/%2e%2e%2fadmin',
  '/..%2fadmin',
  '/..\\admin',
  '/..%5cadmin',
  '\\..\\admin',
  '/%252e%252e/admin',
  '/%25252e%25252e%25252fadmin',
  '/..;/admin',
  '/..;a=1/admin',
  '/..%3b/admin',
  '/..%00/admin',
  '/%c0%ae%c0%ae/admin',
  '/..%c0%afadmin',
  '/..%c1%9cadmin',
  '/..%e0%80%afadmin',
  '/%u002e%u002e/admin',
  '..',
  `/%${'25'.repeat(20)}2e`,
])('%s may lead out', (path) => {
  expect(leadsOut(path)).toBe(true);
});

test.each([
  '/',
  '',
  '/*',
  '/orders/..',
  '/orders/a..b/..c/d..',
  '/...',
  '/a/b/../../c',
  '/a%2fb/..',
  '/100%',
  '/%25',
  '/%e2%82%ac/..',
  '/files/..%2fx',
  '/a;b=../c',
])('%s does not', (path) => {
  expect(leadsOut(path)).toBe(false);
});

test.each<[string, string[], string | undefined]>([
  ['1.1', ['Host', 'a', 'hOST', 'a'], 'the request has more than one Host field'],
  ['1.0', ['Host', 'a', 'X', '1', 'Host', 'b'], 'the request has more than one Host field'],
  ['1.1', ['X', 'Host'], 'the request has no Host field'],
  ['1.0', [], undefined],
  ['1.1', ['Host', ''], undefined],
  ...['a', 'A_b.example:80', '[::1]:4010', '127.0.0.1', 'a:', '%41', '[v1.a:b]'].map(
    (host): [string, string[], undefined] => ['1.1', ['Host', host], undefined],
  ),
  ...['a b', 'a/b', 'u@h', 'http://a', 'a:b', '[::1', 'a, b', '\u00e9', 'a:1:2'].map(
    (host): [string, string[], string] => ['1.1', ['Host', host], 'the Host field of the request names no host'],
  ),
])('HTTP/%s with %j: %s', (httpVersion, rawHeaders, why) => {
  expect(whyBadHost({ httpVersion, rawHeaders })).toBe(why);
});
