/** Files of Web Fuzzing Commons, as they are read. */

import { join } from 'node:path';
import { folderOf } from '../tests/cli.testing';
import { readAuthFile } from './authFile';

const read = (text: string, user?: string) =>
  readAuthFile('auth.yaml', join(folderOf({ 'auth.yaml': text }), 'auth.yaml'), user);

const FIXED = `auth:
  - { name: foo, fixedHeaders: [{ name: Authorization, value: " Basic Zm9vOjEyMw== " }] }
  - { name: bar, fixedHeaders: [{ name: X-User, value: bar }] }
`;

test.each([
  [undefined, 'foo', [['Authorization', 'Basic Zm9vOjEyMw==']]],
  ['bar', 'bar', [['X-User', 'bar']]],
])('the entry of %s has fields of its own', (user, name, fixedHeaders) => {
  expect(read(FIXED, user)[0]).toEqual({ name, fixedHeaders, login: undefined });
});

const PAIR = 'payloadUserPwd: { username: administrator, password: 12, usernameField: u, passwordField: p }';
const COOKIES = 'endpoint: /login, verb: POST, expectCookies: true';

test.each([
  [
    'a pair as JSON, and cookies',
    `{ ${COOKIES}, contentType: application/json, ${PAIR} }`,
    {
      method: 'POST',
      address: '/login',
      headers: [['Content-Type', 'application/json']],
      body: '{"u":"administrator","p":"12"}',
      found: { in: 'cookies' },
      secrets: [
        ['12', 'password'],
        ['administrator', 'username'],
      ],
    },
    { in: 'cookie', name: 'Cookie' },
  ],
  [
    'a pair as a form',
    `{ ${COOKIES}, contentType: application/x-www-form-urlencoded, ${PAIR} }`,
    { body: 'u=administrator&p=12', headers: [['Content-Type', 'application/x-www-form-urlencoded']] },
    { in: 'cookie', name: 'Cookie' },
  ],
  [
    'header fields, and nothing else',
    '{ endpoint: /in, verb: GET, headers: [{ name: Authorization, value: Basic eA== }], token: { extractFrom: header, extractSelector: X-Token, sendIn: query, sendName: key } }',
    {
      method: 'GET',
      headers: [['Authorization', 'Basic eA==']],
      body: undefined,
      found: { in: 'header', name: 'X-Token' },
      template: '{token}',
      secrets: [['Basic eA==', 'Authorization']],
    },
    { in: 'query', name: 'key' },
  ],
  [
    'a raw payload, elsewhere, in the words of an older version',
    '{ externalEndpointURL: "https://id.example/in", verb: POST, payloadRaw: \'{"user":"foo","password":"123"}\', token: { extractFromField: /token/authToken, httpHeaderName: Authorization, headerPrefix: "JWT " } }',
    {
      address: 'https://id.example/in',
      body: '{"user":"foo","password":"123"}',
      found: { in: 'body', pointer: '/token/authToken' },
      template: 'JWT {token}',
      secrets: [
        ['{"user":"foo","password":"123"}', 'body'],
        ['123', 'password'],
      ],
    },
    { in: 'header', name: 'Authorization' },
  ],
])('a login has %s', (_, written, order, sent) => {
  const [entry] = read(`auth:\n  - { name: foo, loginEndpointAuth: ${written} }`);
  const { login } = entry ?? {};
  expect(login).toMatchObject({ order, sent });
});

test('what the template says goes for all, unless an entry says otherwise', () => {
  const text = `auth:
  - { name: foo, loginEndpointAuth: { verb: PUT, payloadRaw: a } }
authTemplate: { loginEndpointAuth: { ${COOKIES} } }`;
  expect(read(text)[0]?.login?.order).toMatchObject({ method: 'PUT', address: '/login', body: 'a' });
});

test.each<[string, string, string | undefined, string]>([
  ['no list', 'auth: {}', undefined, 'it has no list `auth` with an entry'],
  ['nobody', 'auth: []', undefined, 'it has no list `auth` with an entry'],
  ['nothing', 'auth: [{ name: foo }]', undefined, 'its user "foo" has neither fixedHeaders nor a login'],
  ['another user', FIXED, 'baz', 'it has no user "baz", but "bar"'],
  [
    'no place',
    'auth: [{ loginEndpointAuth: { verb: POST } }]',
    undefined,
    'its login has neither endpoint nor externalEndpointURL',
  ],
  [
    'no aim',
    'auth: [{ loginEndpointAuth: { endpoint: /l } }]',
    undefined,
    'its login has neither token nor expectCookies',
  ],
  [
    'no password',
    'auth: [{ loginEndpointAuth: { endpoint: /l, payloadUserPwd: { username: a } } }]',
    undefined,
    'its payloadUserPwd lacks username, password, usernameField or passwordField',
  ],
  [
    'no selector',
    'auth: [{ loginEndpointAuth: { endpoint: /l, token: { sendName: a } } }]',
    undefined,
    'its token has no extractSelector',
  ],
])('a file with %s is refused in a sentence', (_, text, user, why) => {
  expect(() => read(text, user)).toThrow(`The authentication file auth.yaml cannot be used: ${why}.`);
});

test.each([
  ['auth: [', 'it is not YAML (line 1, column 8)'],
  [undefined, 'there is no such file'],
])('one that cannot be read is named: %s', (text, why) => {
  const folder = folderOf(text === undefined ? {} : { 'auth.yaml': text });
  const reading = () => readAuthFile('auth.yaml', join(folder, 'auth.yaml'));
  expect(reading).toThrow(`The authentication file auth.yaml cannot be read: ${why}.`);
});
