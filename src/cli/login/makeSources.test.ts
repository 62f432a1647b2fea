/** What is sent for a credential, and what is taken from the answer. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SecurityScheme } from '../../contract/contract';
import { serve } from '../../support/testing/serving.testing';
import { parseTarget } from '../../wire/target';
import type { WrittenCredential } from '../settings/configurationContent';
import { commandSource } from './commandSource';
import type { Source } from './credentialSource';
import { credentialSource } from './makeSources';

const ENV: Readonly<Record<string, string>> = { SECRET: 's3cr3t & more', PASSWORD: 'pa55-w0rd' };

/** A request as the service got it: its first line, its body, and its `Authorization`. */
type Got = readonly [line: string, body: string, authorization?: string];

type Answer = (
  request: Got,
  url: string,
) => { status?: number; headers?: Record<string, string | string[]>; body?: string };

/** Serves answers. @returns its URL, and what it was asked. */
async function serving(answer: Answer) {
  const asked: Got[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { authorization } = request.headers;
    const line = `${request.method} ${request.url}`;
    const got: Got = authorization ? [line, body, authorization] : [line, body];
    asked.push(got);
    const { status = 200, headers = {}, body: text = '' } = answer(got, url);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
  };
  const url = await serve((request, response) => void handle(request, response));
  return { url, asked };
}

async function fetchFrom(source: Source, url: string) {
  const hidden: string[] = [];
  const { signal } = new AbortController();
  const around = {
    target: parseTarget(`${url}/v1`),
    headers: [['X-Tenant', '7']] as const,
    env: { PATH: process.env['PATH'] },
    signal,
  };
  const fetched = await source.fetch({ ...around, redact: (text) => text, hide: (text) => void hidden.push(text) });
  return { ...fetched, hidden };
}

const oauth = (issuer: SecurityScheme['issuer']): SecurityScheme => ({
  name: 'oauth',
  type: 'oauth2',
  in: 'header',
  field: 'Authorization',
  http: 'bearer',
  ...(issuer ? { issuer } : {}),
});

const flow = (name: string, tokenUrl: string, refreshUrl?: string) => ({ flows: [{ name, tokenUrl, refreshUrl }] });

function sourceFor(written: WrittenCredential, scheme?: SecurityScheme): Source {
  const source = credentialSource(written, 'the credential "oauth"', scheme, (name) => ENV[name] ?? '');
  if (!source) throw new Error('it comes from a variable');
  return source;
}

const CLIENT: WrittenCredential = { clientId: 'desk', clientSecret: { env: 'SECRET' }, scopes: ['a', 'b:c'] };
const USER: WrittenCredential = { username: 'ada', password: { env: 'PASSWORD' } };
const BASIC = `Basic ${Buffer.from('desk:s3cr3t+%26+more').toString('base64')}`;
const token = (text = '{"access_token":"t-1","expires_in":60}') => ({ body: text });

describe('a token endpoint is asked', () => {
  test.each<[string, WrittenCredential, string, Got]>([
    ['by a client', CLIENT, 'clientCredentials', ['POST /token', 'grant_type=client_credentials&scope=a+b%3Ac', BASIC]],
    ['for a user', USER, 'password', ['POST /token', 'grant_type=password&username=ada&password=pa55-w0rd']],
    [
      'by a client for a user',
      { ...USER, clientId: 'desk' },
      'password',
      ['POST /token', 'grant_type=password&username=ada&password=pa55-w0rd&client_id=desk'],
    ],
  ])('%s', async (_, written, name, request) => {
    const { url, asked } = await serving(() => token());
    const fetched = await fetchFrom(sourceFor(written, oauth(flow(name, '/token'))), url);
    expect([fetched.value, fetched.lifetimeMs, asked]).toEqual(['t-1', 60_000, [request]]);
  });

  test('below the base URL of the target where its address is relative, and where the configuration says it', async () => {
    const { url, asked } = await serving(() => token());
    await fetchFrom(sourceFor(CLIENT, oauth(flow('password', 'oauth/token'))), url);
    await fetchFrom(sourceFor({ ...CLIENT, tokenUrl: `${url}/own` }, undefined), url);
    expect(asked.map(([line]) => line)).toEqual(['POST /v1/oauth/token', 'POST /own']);
  });

  test('as its discovery document says', async () => {
    const { url, asked } = await serving(([line], own) =>
      line.startsWith('GET') ? { body: JSON.stringify({ token_endpoint: `${own}/found` }) } : token(),
    );
    const source = sourceFor(CLIENT, oauth({ flows: [], discoveryUrl: '/.well-known/openid-configuration' }));
    await fetchFrom(source, url);
    await fetchFrom(source, url);
    expect(asked.map(([line]) => line)).toEqual([
      'GET /.well-known/openid-configuration',
      'POST /found',
      'POST /found',
    ]);
  });

  test('with the secret in the body where it knows the client by that alone', async () => {
    const { url, asked } = await serving(([, body]) =>
      body.includes('client_secret=') ? token() : { status: 401, body: '{"error":"invalid_client"}' },
    );
    const source = sourceFor(CLIENT, oauth(flow('clientCredentials', '/token')));
    await fetchFrom(source, url);
    await fetchFrom(source, url);
    expect(asked.map(([, body]) => body.includes('client_secret=s3cr3t+%26+more'))).toEqual([false, true, true]);
  });

  test('for another token by the refresh token, and from the beginning where that is refused', async () => {
    let count = 0;
    const { url, asked } = await serving(([, body]) =>
      body.includes('refresh-1')
        ? { status: 400, body: '{"error":"invalid_grant"}' }
        : token(`{"access_token":"t-${++count}","refresh_token":"refresh-${count - 1}"}`),
    );
    const source = sourceFor(USER, oauth(flow('password', '/token', '/refresh')));
    const values = [];
    for (let times = 0; times < 3; times++) values.push((await fetchFrom(source, url)).value);
    expect(values).toEqual(['t-1', 't-2', 't-3']);
    expect(asked.map(([line, body]) => `${line} ${/grant_type=(\w+)/.exec(body)?.[1]}`)).toEqual([
      'POST /token password',
      'POST /refresh refresh_token',
      'POST /refresh refresh_token',
      'POST /token password',
    ]);
  });

  test('and a session that the token endpoint sets besides is hidden, too', async () => {
    const { url } = await serving(() => ({
      ...token('{"access_token":"t-1"}'),
      headers: { 'Set-Cookie': 's=one; Path=/' },
    }));
    const { hidden } = await fetchFrom(sourceFor(CLIENT, oauth(flow('clientCredentials', '/token'))), url);
    expect(hidden).toContain('one');
  });

  test.each([
    [
      'http://id.example/token',
      'http://id.example/token is neither https nor on this machine, and no secret is sent there',
    ],
    [
      'ftp://localhost/token',
      'ftp://localhost/token is neither https nor on this machine, and no secret is sent there',
    ],
    ['https://u:p@id.example/', 'the address https://…@id.example/ holds a user name or a password'],
    ['http://[/', 'the address http://[/ is no URL'],
  ])('never at %s', async (tokenUrl, why) => {
    const source = sourceFor(CLIENT, oauth(flow('clientCredentials', tokenUrl)));
    await expect(fetchFrom(source, 'http://127.0.0.1:9')).rejects.toThrow(why);
  });

  test('nowhere if nobody says where', () => {
    expect(() => sourceFor(CLIENT, oauth(undefined))).toThrow(
      'The contract names no token endpoint for it; name it as `tokenUrl`.',
    );
  });
});

describe('a login', () => {
  const body = { name: 'ada', password: { env: 'PASSWORD' } };
  const answered = () => ({
    headers: { 'Set-Cookie': ['old=; Max-Age=0', 'sid=a%3Ab==; Path=/; Max-Age=60'], 'X-Token': 'Bearer h-1' },
    body: '{"data":{"accessToken":"b-1","refresh":["r-2-long-enough-9a"]},"id":7}',
  });
  test.each<[string, WrittenCredential['login'], string]>([
    ['at a JSON Pointer', { request: 'POST /login', body, token: '/data/accessToken' }, 'b-1'],
    ['as a number', { request: 'POST /login', body, token: '/id', as: 'Key {token}' }, 'Key 7'],
    ['in a header field', { request: 'POST /login', body, header: 'x-token' }, 'Bearer h-1'],
    ['in a cookie', { request: 'POST /login', body, cookie: 'sid' }, 'a%3Ab=='],
  ])('gives what stands %s', async (_, login = { request: '' }, value) => {
    const { url, asked } = await serving(answered);
    const fetched = await fetchFrom(sourceFor({ login }), url);
    expect([fetched.value, asked]).toEqual([value, [['POST /v1/login', '{"name":"ada","password":"pa55-w0rd"}']]]);
    expect(fetched.hidden).toEqual(expect.arrayContaining(['pa55-w0rd', 'b-1', 'r-2-long-enough-9a']));
    expect(fetched.hidden).not.toContain('ada');
  });

  test.each<[string, WrittenCredential['login'], Got]>([
    [
      'a form',
      { request: 'POST /login', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body, cookie: 'sid' },
      ['POST /v1/login', 'name=ada&password=pa55-w0rd'],
    ],
    ['a text', { request: 'PUT /login?x=1', body: 'a=b', cookie: 'sid' }, ['PUT /v1/login?x=1', 'a=b']],
    [
      'header fields',
      { request: 'GET /login', headers: { Authorization: { env: 'SECRET' } }, cookie: 'sid' },
      ['GET /v1/login', '', 's3cr3t & more'],
    ],
  ])('sends %s', async (_, login = { request: '' }, request) => {
    const { url, asked } = await serving(answered);
    await fetchFrom(sourceFor({ login }), url);
    expect(asked).toEqual([request]);
  });

  test('that leads to a page with its cookie has succeeded', async () => {
    const { url } = await serving(() => ({ status: 302, headers: { ...answered().headers, Location: '/home' } }));
    expect(await fetchFrom(sourceFor({ login: { request: 'POST /login', cookie: 'sid' } }), url)).toMatchObject({
      value: 'a%3Ab==',
      lifetimeMs: 60_000,
    });
  });

  test.each<[WrittenCredential['login'], number, string]>([
    [{ request: 'POST /login', token: '/nope' }, 200, 'was answered 200, and there is no text at /nope'],
    [{ request: 'POST /login', token: '/data' }, 200, 'was answered 200, and there is no text at /data'],
    [{ request: 'POST /login', header: 'X-Nope' }, 200, 'was answered 200, without the header field X-Nope'],
    [{ request: 'POST /login', cookie: 'old' }, 200, 'was answered 200, without the cookie old'],
    [{ request: 'POST /login', cookie: 'sid' }, 401, 'was answered 401'],
  ])('that gives nothing says so: %j', async (login, status, why) => {
    const { url } = await serving(() => ({ ...answered(), status }));
    await expect(fetchFrom(sourceFor(login ? { login } : {}), url)).rejects.toThrow(new RegExp(`/v1/login ${why}$`));
  });
});

const WITHHELD = '; what it printed may hold a secret and is not shown: run the command by itself to see it';

describe('a command', () => {
  test.each<[string, string | readonly string[], string]>([
    ['a text, by a shell', 'echo one | tr o O', 'One'],
    ['a list, without a shell', ['printf', '%s', 'a b $HOME | c'], 'a b $HOME | c'],
  ])('is %s', async (_, command, value) => {
    const fetched = await fetchFrom(commandSource(command), 'http://127.0.0.1:9');
    expect(fetched.value).toBe(value);
  });

  test.each<[string, string | readonly string[], string]>([
    ['fails in silence', 'exit 3', 'it failed with exit code 3'],
    ['fails and prints', 'echo one >&2; echo two; exit 3', `it failed with exit code 3${WITHHELD}`],
    ['prints what is meant for stdout on stderr', 'echo s3cr3t >&2', `it printed nothing on stdout${WITHHELD}`],
    ['is none', ['/no/such/program'], 'it could not be started (spawn /no/such/program ENOENT)'],
    ['prints nothing', 'true', 'it printed nothing on stdout'],
    [
      'prints several lines',
      'echo a; echo b',
      'it printed several lines; it should print the credential alone on stdout',
    ],
    ['prints too much', 'head -c 70000 /dev/zero | tr "\\0" x', 'it printed more than 64 KB'],
    ['takes too long', 'sleep 60', 'it did not end within 200 ms'],
  ])('that %s', async (_, command, why) => {
    await expect(fetchFrom(commandSource(command, 200), 'http://127.0.0.1:9')).rejects.toThrow(new Error(why));
  });

  test.each<[string | readonly string[], string]>([
    ['./login.sh', 'by the command ./login.sh'],
    [['gcloud', 'auth', 's3cr3t'], 'by the command gcloud'],
    ['curl -u ada:s3cr3t http://h', 'by the command curl'],
    [`A=s3cr3t B='s3cr3t x' C="s3cr3t x"y /bin/login s3cr3t`, 'by the command /bin/login'],
    [`A="s3cr3t x" B='s3cr3t`, 'by a command'],
    ['A=s3cr3t', 'by a command'],
    ['$(cat s3cr3t)', 'by a command'],
    ['(cat s3cr3t)', 'by a command'],
  ])('is named by its program: %j', (command, origin) => {
    expect(commandSource(command).origin(parseTarget('http://127.0.0.1:9'))).toBe(origin);
  });
});
