/** Whole runs whose credentials are fetched, and fetched anew. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { testWide } from '../../support/testing/cases.testing';
import { serve } from '../../support/testing/serving.testing';
import { folderOf } from './cli.testing';
import { CLIENT, type Expiring, expiringContract, startExpiring, USER } from './expiringTokens.testing';
import { runHere } from './here.testing';

const ENV = { CLIENT_SECRET: CLIENT.secret, PASSWORD: USER.password };

/** Runs the desk with a credential, and looks that nothing secret is shown anywhere. */
async function runAt(desk: Expiring, scheme: string, settings: string, files: Readonly<Record<string, string>> = {}) {
  const cwd = folderOf({ 'openapi.yaml': expiringContract(scheme), 'espalier.yaml': `${settings}\n`, ...files });
  const args = ['verify', desk.url, '--writes', 'own', '--seed', '1', '--report', 'json'];
  const run = await runHere(args, { cwd, env: ENV });
  const shown = run.stdout + run.stderr;
  const hidden = [CLIENT.secret, USER.password, 'refresh-Zq8-1', ...desk.issued];
  expect(hidden.filter((each) => shown.includes(each))).toEqual([]);
  return run;
}

const flows = (names: string) => `{ type: oauth2, flows: { ${names}: { tokenUrl: /token, scopes: {} } } }`;
const CLIENT_SETTINGS = `credentials: { session: { clientId: ${CLIENT.id}, clientSecret: { env: CLIENT_SECRET } } }`;

const cookieOf = ({ headers }: IncomingMessage) => /\bsid=([^;]+)/.exec(headers.cookie ?? '')?.[1];
const LOGIN = `request: POST /login, body: { name: ${USER.name}, password: { env: PASSWORD } }`;

test('a service whose tokens expire after ten requests conforms, and keeps nothing', async () => {
  const desk = await startExpiring({ requests: 10 });
  const run = await runAt(desk, flows('clientCredentials'), CLIENT_SETTINGS);
  expect({ exitCode: run.exitCode, orders: desk.orders.size }).toEqual({ exitCode: 0, orders: 0 });
  expect(desk.asked.slice(0, 2)).toEqual(['client_credentials', 'refresh_token']);
  expect(run.stderr).toContain(`The credential "session" was fetched from the token endpoint ${desk.url}/token.`);
  expect(run.stdout).toContain('Authorization: Bearer $ESPALIER_CREDENTIAL_SESSION');
});

testWide('a session whose cookie expires after a few requests is begun anew by a login', async () => {
  const desk = await startExpiring({ requests: 7, shown: cookieOf });
  const settings = `credentials: { session: { login: { ${LOGIN}, cookie: sid } } }`;
  const run = await runAt(desk, '{ type: apiKey, in: cookie, name: sid }', settings);
  expect({ exitCode: run.exitCode, orders: desk.orders.size }).toEqual({ exitCode: 0, orders: 0 });
  expect(new Set(desk.asked)).toEqual(new Set(['/login']));
});

testWide('an authentication file of Web Fuzzing Commons says how to log in', async () => {
  const desk = await startExpiring({ requests: 1000 });
  const auth = `auth:
  - name: bob
    loginEndpointAuth: { payloadUserPwd: { username: bob, password: wrong, usernameField: name, passwordField: password } }
  - name: ada
    loginEndpointAuth: { payloadRaw: '{"name":"ada","password":"${USER.password}"}' }
authTemplate:
  loginEndpointAuth:
    { endpoint: /login, verb: POST, contentType: application/json, token: { extractFrom: body, extractSelector: /data/accessToken, sendIn: header, sendName: Authorization, sendTemplate: 'Bearer {token}' } }
`;
  const settings = 'auth: { file: auth.yaml, user: ada }';
  const run = await runAt(desk, '{ type: http, scheme: bearer }', settings, { 'auth.yaml': auth });
  expect(run.exitCode).toBe(0);
});

testWide('a token that never lasts ends the run, and says where it came from', async () => {
  const desk = await startExpiring({ requests: 2 });
  const settings = `token: { login: { ${LOGIN}, token: /data/accessToken } }`;
  const run = await runAt(desk, '{ type: http, scheme: bearer }', settings);
  expect(run.exitCode).toBe(2);
  const { reason } = JSON.parse(run.stdout);
  expect(reason).toBe(
    `the token (fetched by the login POST ${desk.url}/login) was fetched anew 20 times, and never lasted 30 s; what ends it so soon? What came before stands, and nothing after it is judged.`,
  );
});

test('a token that is refused at once is named with its origin', async () => {
  const desk = await startExpiring({ requests: 0 });
  const run = await runAt(desk, flows('clientCredentials'), CLIENT_SETTINGS);
  expect(run.exitCode).toBe(2);
  expect(JSON.parse(run.stdout).reason).toContain(
    `refused the credential of "session" (fetched from the token endpoint ${desk.url}/token) on`,
  );
});

describe('a token endpoint that gives no token', () => {
  const answer =
    (status: number, body: string, type = 'application/json', headers = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
  test.each<[string, (response: ServerResponse) => void, string]>([
    ['a page', answer(200, '<html>', 'text/html'), 'URL was answered 200, with content that is no JSON (text/html).'],
    ['a fault', answer(500, '{}'), 'URL was answered 500.'],
    ['a refusal', answer(400, '{"error":"invalid_scope"}'), 'URL was answered 400 (invalid_scope).'],
    ['no token', answer(200, '{"token":"x"}'), 'URL was answered 200, without an access_token.'],
    ['a list', answer(200, '[]'), 'URL was answered 200, without an access_token.'],
    [
      'a redirect to another host',
      answer(307, '', 'text/plain', { Location: 'https://elsewhere.example/token?x=1' }),
      'URL was answered 307, which leads to https://elsewhere.example; no redirect is followed.',
    ],
    [
      'control characters',
      answer(200, '{"access_token":"a\\r\\nX-Evil: 1"}'),
      'what it gave holds a character that no header field may hold, such as a line end.',
    ],
    [
      'too much',
      answer(200, `{"access_token":"${'x'.repeat(300 * 1024)}"}`),
      expect.stringMatching(/^URL sent more than|^URL .*262144/) as unknown as string,
    ],
    ['no answer', () => undefined, 'URL did not finish within 400 ms; it stopped before the first byte.'],
    ['an end', (response) => void response.destroy(), expect.stringMatching(/^URL .+\.$/) as unknown as string],
  ])('%s', async (_, tell, why) => {
    const url = await serve((_request, response) => tell(response));
    const cwd = folderOf({
      'openapi.yaml': expiringContract(flows('clientCredentials')),
      'espalier.yaml': CLIENT_SETTINGS,
    });
    const { exitCode, stdout, stderr } = await runHere(['verify', url, '--timeout', '400'], { cwd, env: ENV });
    expect(exitCode).toBe(2);
    const said = stderr.split('\n').filter((line) => line.includes('could not be fetched'));
    const begin = `The credential "session" could not be fetched from the token endpoint ${url}/token: `;
    expect(said).toEqual([expect.stringContaining(begin)]);
    expect(said[0]?.slice((said[0]?.indexOf(begin) ?? 0) + begin.length).replaceAll(`${url}/token`, 'URL')).toEqual(
      why,
    );
    expect(stdout + stderr).not.toContain(CLIENT.secret);
  });
});
