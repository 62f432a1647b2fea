import { parseTarget } from '../../wire/target';
import { originForm, requestFields, whyMalformed } from './heads';

const NEAR = parseTarget('http://127.0.0.1:8080');
const FAR = parseTarget('https://api.example.com');

test.each([
  ['a service on this machine sees what the client names', NEAR, '1.1', ['Host', 'here'], { Host: 'here' }],
  ['any other sees its own name', FAR, '1.1', ['hOST', 'here'], { hOST: 'api.example.com' }],
  ['two fields stay two', NEAR, '1.1', ['Host', 'a', 'X', '1', 'host', 'b'], { Host: ['a', 'b'], X: '1' }],
  ['of any other two are two as well', FAR, '1.1', ['Host', 'a', 'Host', 'b'], { Host: Array(2).fill(FAR.host) }],
  ['a client of HTTP/1.0 names none, and the service needs one', NEAR, '1.0', ['X', '1'], { X: '1', Host: NEAR.host }],
  ['a client of HTTP/1.1 that names none is at fault itself', NEAR, '1.1', ['X', '1'], { X: '1' }],
] as const)('of `Host`: %s', (_, target, httpVersion, rawHeaders, expected) => {
  const fields = requestFields({ rawHeaders: [...rawHeaders], httpVersion, headers: {} }, target);
  expect(Object.fromEntries(fields)).toEqual(expected);
});

test.each([
  ['/a?b', '/a?b'],
  ['http://here/a?b', '/a?b'],
  ['HTTPS://here:1', '/'],
  ['http://here?b', '/?b'],
  ['//here/a', '//here/a'],
  ['/http://here/a', '/http://here/a'],
])('%s is asked for as %s', (url, expected) => {
  expect(originForm(url)).toBe(expected);
});

test.each([
  [99, 'OK', '099 is no status'],
  [0, '', '000 is no status'],
  [200, 'a\tb \xe4', undefined],
  [999, '', undefined],
  [200, 'a\x7f', 'the reason phrase has a control character'],
])('a status line with %d %j', (statusCode, statusMessage, expected) => {
  expect(whyMalformed({ statusCode, statusMessage, rawHeaders: [] })).toBe(expected);
});
