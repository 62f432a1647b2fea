import { askedPath } from './askedPath';

const target = { origin: 'http://a.test', basePath: '/api/v1' };
/** The contract has these below the base path. */
const isKnown = ({ url }: { readonly url: string }) =>
  /^\/api\/v1\/(plants|api\/v1\/odd)\b/.test(new URL(url).pathname);

test.each([
  ['/plants?a=1', '/api/v1/plants?a=1'],
  // The client has kept the base path of the service.
  ['/api/v1/plants?a=1', '/api/v1/plants?a=1'],
  ['/api/v1/health', '/api/v1/health'],
  ['http://a.test/api/v1/plants', '/api/v1/plants'],
  // The contract has this one.
  ['/api/v1/odd', '/api/v1/api/v1/odd'],
  ['/api/v10', '/api/v1/api/v10'],
  ['/api/v1', '/api/v1/api/v1'],
  ['*', '*'],
])('%s is asked for at %s', (url, path) => {
  expect(askedPath(target, { method: 'GET', url, rawHeaders: [] }, isKnown)).toBe(path);
});

test('without a contract, or without a base path, what was sent is asked for as it is', () => {
  const asked = { method: 'GET', url: '/api/v1/plants', rawHeaders: [] };
  expect(askedPath(target, asked, undefined)).toBe('/api/v1/api/v1/plants');
  expect(askedPath({ ...target, basePath: '' }, asked, isKnown)).toBe('/api/v1/plants');
});
