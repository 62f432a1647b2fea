/** Which credentials are fetched, and which were handed over already. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readContract } from '../../contract/load';
import { serve } from '../../support/testing/serving.testing';
import { parseTarget } from '../../wire/target';
import type { Io } from '../io';
import { loadConfiguration } from '../settings/configuration';
import { toSettings, type VerifyFlags } from '../settings/options';
import { vocabularyOf } from '../settings/vocabulary';
import { folderOf } from '../tests/cli.testing';
import { runHere } from '../tests/here.testing';
import { readLogins } from './logins';

const CONTRACT = `openapi: 3.0.3
info: { title: Desk, version: 1.0.0 }
security: [{ oauth: [] }, { basic: [] }, { key: [] }, { sid: [] }]
paths: { /orders: { get: { responses: { '200': { description: all } } } } }
components:
  securitySchemes:
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://id.example/t', scopes: {} } } }
    basic: { type: http, scheme: basic }
    key: { type: apiKey, in: header, name: X-Key }
    sid: { type: apiKey, in: cookie, name: sid }
`;

interface Given {
  readonly flags?: VerifyFlags;
  readonly env?: Readonly<Record<string, string>>;
  readonly auth?: string;
}

async function loginsFor(settings: string, { flags = {}, env = {}, auth = '' }: Given = {}) {
  const folder = folderOf({ 'openapi.yaml': CONTRACT, 'espalier.yaml': settings, 'auth.yaml': auth });
  const contract = await readContract(join(folder, 'openapi.yaml'));
  const found = { path: join(folder, 'espalier.yaml'), chosen: true };
  const configuration = loadConfiguration(found, vocabularyOf(contract));
  const sources = { flags, configuration, env, contract };
  return readLogins(sources, toSettings(sources, false));
}

const FLOW = 'credentials: { oauth: { clientId: a, clientSecret: { env: S } } }';

test.each<[string, string, Given, readonly string[]]>([
  ['a flow', FLOW, { env: { S: 's' } }, ['oauth']],
  ['a command', 'credentials: { key: { command: x } }', {}, ['key']],
  ['nothing that --credential hands over', FLOW, { flags: { credential: ['oauth=t'] } }, []],
  ['nothing that a variable hands over', FLOW, { env: { ESPALIER_CREDENTIAL_OAUTH: 't' } }, []],
  ['no bearer token beside --token', FLOW, { flags: { token: 't' } }, []],
  ['no bearer token beside ESPALIER_TOKEN', FLOW, { env: { ESPALIER_TOKEN: 't' } }, []],
  ['what --token is not for', 'credentials: { key: { command: x } }', { flags: { token: 't' } }, ['key']],
  ['nothing that no operation asks for', 'credentials: { other: { command: x } }', {}, []],
])('fetched is %s', async (_, settings, given, names) => {
  const { logins } = await loginsFor(settings, given);
  expect(logins.names).toEqual(names);
});

test.each([
  [
    FLOW,
    'espalier.yaml:1:16: `clientSecret` of the credential "oauth" should come from the environment variable S, which is not set.',
  ],
  [
    'credentials: { key: { clientId: a, clientSecret: { env: S } } }',
    'espalier.yaml:1:16: `clientSecret` of the credential "key" should come',
  ],
  [
    'credentials: { key: { login: { request: POST /in } } }',
    'espalier.yaml:1:16: `login` says nowhere what to take from the answer: token, header or cookie.',
  ],
])('what cannot be used is told with its place: %s', async (settings, why) => {
  await expect(loginsFor(settings)).rejects.toThrow(why);
});

const login = (more: string) => `auth: [{ name: a, loginEndpointAuth: { endpoint: /in, verb: POST, ${more} } }]`;
const token = (more: string) => login(`token: { extractSelector: /t, ${more} }`);

test.each([
  ['Authorization', 'Bearer t-1', { token: 't-1', credentials: {}, headers: [] }],
  ['Authorization', 'Basic YTpi', { token: undefined, credentials: { basic: 'a:b' }, headers: [] }],
  ['x-key', 'k-1', { token: undefined, credentials: { key: 'k-1' }, headers: [] }],
  ['X-User', 'u-1', { token: undefined, credentials: {}, headers: [['X-User', 'u-1']] }],
])('a fixed header of an authentication file is what the contract has there: %s: %s', async (name, value, expected) => {
  const auth = `auth: [{ name: a, fixedHeaders: [{ name: ${name}, value: ${value} }] }]`;
  const { settings } = await loginsFor('auth: auth.yaml', { auth });
  expect(settings.credentials).toMatchObject({
    ...expected,
    credentials: expect.objectContaining(expected.credentials),
  });
});

test.each([
  ['a bearer token', token('sendTemplate: "Bearer {token}"'), { token: 'user:not-fetched-yet' }],
  ['a key', token('sendName: X-Key'), { credentials: { key: 'user:not-fetched-yet' } }],
  ['a field that the contract has not', token('sendName: X-User'), { headers: [['X-User', 'user:not-fetched-yet']] }],
  ['a cookie', login('expectCookies: true'), { credentials: { sid: 'user:not-fetched-yet' } }],
])('what a login of such a file gives is %s', async (_, auth, expected) => {
  const { settings, logins } = await loginsFor('auth: auth.yaml', { auth });
  expect(logins.planned(settings).credentials).toMatchObject(expected);
});

test('a place that the contract has not is refused', async () => {
  await expect(loginsFor('auth: auth.yaml', { auth: token('sendIn: query, sendName: k') })).rejects.toThrow(
    'espalier.yaml:1:1: The authentication file auth.yaml cannot be used: the contract has no security scheme in the query "k".',
  );
});

test('--list fetches nothing, and the mock needs nothing', async () => {
  const files = { 'openapi.yaml': CONTRACT, 'espalier.yaml': 'credentials: { key: { command: touch ran } }\n' };
  const cwd = folderOf(files);
  const listed = await runHere(['verify', 'http://127.0.0.1:1', '--list'], { cwd });
  expect([listed.stdout, existsSync(join(cwd, 'ran'))]).toEqual([
    expect.stringContaining('valid: as the contract says'),
    false,
  ]);
  const mistaken = folderOf({ ...files, 'espalier.yaml': FLOW });
  expect((await runHere(['verify', '--list'], { cwd: mistaken })).exitCode).toBe(0);
});

const TWO = `auth:
  - { name: root, fixedHeaders: [{ name: X-Key, value: key-of-root }] }
  - { name: ada, fixedHeaders: [{ name: X-Key, value: key-of-ada }, { name: X-Team, value: desk }] }
`;

test('the other users of an authentication file have what is theirs, and what all have in common', async () => {
  const flags = { token: 't-1', header: ['X-Trace: 1'] };
  const { settings } = await loginsFor('auth: auth.yaml', { auth: TWO, flags });
  expect(settings.credentials.users).toEqual([
    {
      name: 'ada',
      token: 't-1',
      credentials: { key: 'key-of-ada' },
      headers: [
        ['X-Trace', '1'],
        ['X-Team', 'desk'],
      ],
    },
  ]);
});

test('a user that is named is the only one', async () => {
  const { settings } = await loginsFor('auth: { file: auth.yaml, user: ada }', { auth: TWO });
  expect(settings.credentials.users).toEqual([]);
  expect(settings.credentials.credentials).toMatchObject({ key: 'key-of-ada' });
});

test('what a further user gets by a login is of that user alone', async () => {
  const auth = `auth: [{ name: root, fixedHeaders: [{ name: X-Key, value: key-of-root }] }, { name: ada, loginEndpointAuth: { endpoint: /in, verb: POST, token: { extractSelector: /t, sendName: X-Key } } }]`;
  const { settings, logins } = await loginsFor('auth: auth.yaml', { auth });
  const planned = logins.planned(settings).credentials;
  expect(planned.credentials).toMatchObject({ key: 'key-of-root' });
  expect(planned.users[0]?.credentials).toEqual({ key: 'user:not-fetched-yet' });
});

test('a further user whose login fails is left out, and the run says so', async () => {
  const url = await serve((_, response) => void response.writeHead(401).end());
  const auth = `auth: [{ name: root, fixedHeaders: [{ name: X-Key, value: key-of-root }] }, { name: ada, loginEndpointAuth: { endpoint: /in, verb: POST, token: { extractSelector: /t, sendName: X-Key } } }]`;
  const { settings, logins } = await loginsFor('auth: auth.yaml', { auth });
  const said: string[] = [];
  const io = { env: {}, stderr: { write: (text: string) => said.push(text) } } as unknown as Io;
  const begun = await logins.begin(parseTarget(url), settings, io, (text) => text);
  expect(begun.credentials.users).toEqual([]);
  expect(said.join('')).toContain('The credential "key" of the user "ada" could not be fetched by the login POST');
  expect(said.join('')).toContain('Nothing is asked as this user.');
});
