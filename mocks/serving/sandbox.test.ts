import { withSandbox } from './sandbox';

const policyOf = (headers: Record<string, string>) =>
  withSandbox({ status: 200, headers, body: 'x', reasons: [] })['Content-Security-Policy'];

test.each([
  'text/html',
  'Text/HTML; charset=utf-8',
  'application/xhtml+xml',
  'image/svg+xml',
  'application/xml',
  'application/problem+xml',
  'text/xsl',
  'multipart/x-mixed-replace; boundary=b',
  '*/*',
  'unknown/unknown',
  'nonsense',
  '',
])('"%s" is sandboxed', (type) => {
  expect(policyOf({ 'Content-type': type })).toMatch(/^sandbox /);
  // Of two fields a browser takes the last.
  expect(policyOf({ 'Content-type': 'application/json', 'content-type': type })).toMatch(/^sandbox /);
});

test('content without a type is sandboxed, and an answer without content is not', () => {
  expect(policyOf({})).toMatch(/^sandbox /);
  expect(withSandbox({ status: 204, headers: {}, reasons: [] })).toEqual({});
});

test.each([
  'application/json',
  'application/problem+json; charset=utf-8',
  'text/plain',
  'text/csv',
  'text/css',
  'image/png',
  'application/pdf',
  'application/octet-stream',
])('"%s" is left as it is', (type) => {
  expect(policyOf({ 'content-type': type })).toBeUndefined();
});
