/** Recorded exchanges, judged by the real command line. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../report/report';
import { folderOf } from '../tests/cli.testing';
import { runHere } from '../tests/here.testing';

interface Entry {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly post?: string;
  readonly status?: number;
  readonly type?: string;
  readonly text?: string;
  readonly response?: object;
}

const TOKEN = 'a-token-that-nobody-may-see';
const listed = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

function har(entries: readonly Entry[]): string {
  const toEntry = ({ method = 'DELETE', url = 'http://store.test/plants/7', post, ...rest }: Entry) => {
    const { headers = { Authorization: `Bearer ${TOKEN}` }, status = 204, type, text = '', response } = rest;
    return {
      startedDateTime: '2026-11-21T10:00:00.000Z',
      time: 12,
      request: {
        method,
        url,
        httpVersion: 'HTTP/1.1',
        headers: listed(headers),
        ...(post === undefined ? {} : { postData: { mimeType: 'application/json', text: post } }),
      },
      response: {
        status,
        statusText: '',
        httpVersion: 'HTTP/1.1',
        headers: listed(type === undefined ? {} : { 'Content-Type': type }),
        content: { size: Buffer.byteLength(text), mimeType: type ?? 'x-unknown', text },
        bodySize: -1,
        ...response,
      },
    };
  };
  return JSON.stringify({
    log: { version: '1.2', creator: { name: 't', version: '1' }, entries: entries.map(toEntry) },
  });
}

const ERROR = { status: 400, type: 'application/json', text: '{"error":1,"message":"no"}' };
const CONTRACT = readFileSync(join(__dirname, '../../../openapi.yaml'), 'utf8');

async function judge(entries: readonly Entry[] | string, ...options: string[]) {
  const files = { 'openapi.yaml': CONTRACT, 'a.har': typeof entries === 'string' ? entries : har(entries) };
  const cwd = folderOf(files);
  const ended = await runHere(['judge', 'a.har', '--report', 'json=report.json', '--report', 'terminal', ...options], {
    cwd,
  });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
  return { ...ended, report };
}

test('what keeps the contract conforms, with what it exercised', async () => {
  const { exitCode, report, stderr, stdout } = await judge([
    {},
    { ...ERROR, url: 'http://store.test/plants/abc' },
    { method: 'GET', url: 'http://cdn.test/logo.png', status: 200 },
  ]);
  expect({ exitCode, outcome: report.outcome, sent: report.sent }).toEqual({
    exitCode: 0,
    outcome: 'conforms',
    sent: 2,
  });
  expect(report.target).toBe('http://store.test');
  expect(report.recorded).toBe(true);
  expect(stdout).toMatch(
    /Outcome: conforms \(exit 0\) in what was seen: [\d.]+ % of the contract \(1 of 1 operation\)/,
  );
  expect(stderr).toContain('2 exchanges with http://store.test judged; 1 of no operation of the contract, 0 without');
  expect(report.coverage?.unexercised.map(({ kind }) => kind)).toEqual(['violated']);
});

const SEARCH = `openapi: 3.1.0
info: { title: Search, version: '1' }
paths:
  /plants:
    get:
      parameters:
        - name: limit
          in: query
          schema:
            type: integer
            minimum: 1
            maximum: 100
        - name: sort
          in: query
          schema:
            enum: [name, age]
      responses:
        '200': { description: Plants }
        '400': { description: No }
`;

test('a parameter that breaks one keyword marks that keyword, and says which where it is not enforced', async () => {
  const ask = (search: string, status: number) => ({
    method: 'GET',
    url: `http://store.test/plants?${search}`,
    headers: {},
    status,
  });
  const entries = [ask('limit=500', 400), ask('limit=abc', 400), ask('sort=colour', 200), ask('limit=7', 200)];
  const cwd = folderOf({ 'search.yaml': SEARCH, 'a.har': har(entries) });
  const ended = await runHere(['judge', 'a.har', '--contract', 'search.yaml', '--report', 'json'], { cwd });
  const { coverage, requirements }: Report = JSON.parse(ended.stdout);
  const unviolated = coverage?.unexercised.filter(({ kind }) => kind === 'violated') ?? [];
  expect(unviolated.map(({ clause }) => clause.pointer)).toEqual(['#/paths/~1plants/get/parameters/0/schema/minimum']);
  const [finding] = requirements.flatMap(({ findings }) => findings);
  expect(finding?.clause?.pointer).toBe('#/paths/~1plants/get/parameters/1/schema/enum');
});

test('what breaks it violates, and no credential is shown', async () => {
  const { exitCode, stdout, report } = await judge([{ ...ERROR, text: `{"error":"1","message":"${TOKEN}"}` }]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('/error must be integer');
  expect(stdout + JSON.stringify(report)).not.toContain(TOKEN);
});

test('a request without a credential that is let in is one, where others show theirs', async () => {
  const { report, exitCode } = await judge([{}, { headers: {} }]);
  expect(exitCode).toBe(1);
  expect(report.requirements.find(({ verdict }) => verdict === 'fail')?.rule).toBe('bearer-required');
});

test('where credentials were left out of the recording, none is missed', async () => {
  const { exitCode, stderr } = await judge([{ headers: {} }]);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('No request shows a credential');
});

test('what a recording holds decoded is not decoded again; what it lacks is not judged', async () => {
  const gzipped = [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Content-Encoding', value: 'gzip' },
  ];
  const { exitCode, report, stderr } = await judge([
    {},
    { ...ERROR, response: { headers: gzipped } },
    { ...ERROR, response: { content: { size: 26, mimeType: 'application/json' } } },
    { ...ERROR, text: '{"err', response: { content: { size: 26, mimeType: 'application/json', text: '{"err' } } },
    { status: 0 },
  ]);
  expect({ exitCode, sent: report.sent }).toEqual({ exitCode: 0, sent: 2 });
  expect(stderr).toContain('3 without an answer or without its content');
});

test('--coverage-min and --complete make it incomplete', async () => {
  expect((await judge([{}], '--coverage-min', '90%')).exitCode).toBe(3);
  expect((await judge([{}], '--complete')).exitCode).toBe(3);
});

describe('an error, with its report, for', () => {
  test.each([
    ['no JSON', 'no', 'a.har is no HAR: it is not JSON'],
    ['no list of entries', '{"log":{}}', 'a.har is no HAR: it has no list `log.entries`'],
    ['nothing of the contract', har([{ url: 'http://store.test/trees/7' }]), 'has no exchange of an operation'],
    ['nothing with its content', har([{ status: 200, response: { content: { size: 9 } } }]), '1 exchange came without'],
    ['several services', har([{}, { url: 'http://other.test/plants/7' }]), 'Name one (--target URL)'],
  ])('%s', async (_, text, message) => {
    const { exitCode, stderr, report } = await judge(text);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(report.outcome).toBe('error');
  });
});

test('--target names one of several services, and what its paths begin with', async () => {
  const { report } = await judge([{}, { url: 'http://other.test/v1/plants/7' }], '--target', 'http://other.test/v1');
  expect(report).toMatchObject({ sent: 1, target: 'http://other.test/v1', outcome: 'conforms' });
});

const ACTIONS = `openapi: 3.1.0
info: { title: Actions, version: '1' }
servers: [{ url: 'https://{region}.store.test/{tenant}/v1', variables: { region: { default: eu }, tenant: { default: a } } }]
paths:
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      responses: { '201': { description: Made } }
  /things/{id}:activate:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      parameters: [{ name: session, in: cookie, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: {} } }
      responses: { '204': { description: Active } }
`;

test('a request is for the operation that its whole path names, and lacks only what a browser would have exported', async () => {
  const ask = (headers: Readonly<Record<string, string>>) => ({
    method: 'POST',
    url: 'https://us.store.test/a/v1/things/5:activate',
    headers,
  });
  const judgeThese = async (...entries: Entry[]) => {
    const cwd = folderOf({ 'actions.yaml': ACTIONS, 'a.har': har(entries) });
    const ended = await runHere(['judge', 'a.har', '--contract', 'actions.yaml', '--report', 'json'], { cwd });
    const report: Report = JSON.parse(ended.stdout);
    expect(report.sent).toBe(entries.length);
    return report.requirements.flatMap(({ findings }) => findings.map(({ message }) => message));
  };
  const typed = { Host: 'us.store.test', 'Content-Type': 'application/json' };
  expect(await judgeThese(ask(typed))).toEqual([]);
  expect(await judgeThese(ask({ ...typed, 'Content-Length': '0' }))).toEqual([
    '`required: true` of the body is not enforced',
  ]);
  expect(
    await judgeThese({ ...ask({ ...typed, Cookie: 'session=1' }), post: '{}' }, { ...ask(typed), post: '{}' }),
  ).toEqual(['`required: true` of session in the cookie is not enforced']);
});
