/** Recordings, judged and put through every reporter: what the contract calls secret is in none of them. */

import { gzipSync } from 'node:zlib';
import { suite } from '../../../conformance/suite';
import type { Contract } from '../../contract/contract';
import { head, load } from '../../contract/contract.testing';
import type { Fields } from '../../http/message';
import type { Report } from '../../report/report';
import { reporters } from '../../report/reporters';
import { ALL_CASES, MANY_CASES, someOf, testWide } from '../../support/testing/cases.testing';
import { parseTarget } from '../../wire/target';
import type { Recorded } from '../har';
import { Recording } from '../recording';
import { createSeenSecrets } from './seenSecrets';

const account = {
  type: 'object',
  properties: {
    name: { type: 'string', xml: { attribute: true } },
    password: { type: 'string', format: 'password', minLength: 4 },
    card: {
      type: 'object',
      writeOnly: true,
      properties: { number: { type: 'string' }, code: { type: 'integer' }, kind: { type: 'string' } },
    },
    answers: { type: 'array', items: { $ref: '#/components/schemas/Hint' } },
    kept: { type: 'string', format: 'password', xml: { name: 'k' } },
    mode: { type: 'string', writeOnly: true, enum: ['quick', 'slow'] },
    token: { type: 'string' },
  },
};

const schema = { $ref: '#/components/schemas/Account' };
const TYPES = ['application/json', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'];
const contents = Object.fromEntries([...TYPES, 'application/x-ndjson'].map((type) => [type, { schema }]));

let contract: Contract;
beforeAll(async () => {
  contract = await load({
    ...head('3.1'),
    paths: {
      '/accounts/{key}': {
        post: {
          parameters: [
            { name: 'key', in: 'path', required: true, schema: { type: 'string', format: 'password' } },
            { name: 'pin', in: 'query', schema: { type: 'string', format: 'password' } },
            { name: 'X-Pin', in: 'header', schema: { type: 'string', format: 'password' } },
            { name: 'pinned', in: 'cookie', schema: { type: 'string', format: 'password' } },
          ],
          requestBody: { content: contents },
          responses: {
            // What is answered breaks this, so that findings quote it.
            200: {
              description: '',
              content: { ...contents, 'application/json': { schema: { allOf: [schema, { required: ['id'] }] } } },
            },
          },
        },
      },
    },
    security: [{ basic: [] }, { header: [] }, { query: [] }, { cookie: [] }, { bearer: [] }, { tokens: [] }],
    components: {
      schemas: { Account: account, Hint: { type: 'string', writeOnly: true } },
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'X-Tenant' },
        query: { type: 'apiKey', in: 'query', name: 'access' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
        tokens: { type: 'openIdConnect', openIdConnectUrl: 'https://id.test/' },
      },
    },
  });
});

interface Asked {
  readonly path?: string;
  readonly headers?: Fields;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly status?: number;
  readonly answerType?: string;
  readonly answerHeaders?: Fields;
  readonly answer?: string | Buffer;
}

function recorded(asked: Asked): Recorded {
  const { path = '/accounts/7', headers = [], type = 'application/json', body, status = 200 } = asked;
  return {
    method: 'POST',
    url: `http://bank.test${path}`,
    requestHeaders: [...headers, ['Content-Type', type]],
    requestBody: body === undefined ? undefined : Buffer.from(body as string),
    httpVersion: '1.1',
    status,
    statusText: 'Fine',
    headers: [...(asked.answerHeaders ?? []), ['Content-Type', asked.answerType ?? 'application/json']],
    body: Buffer.from((asked.answer ?? '{}') as string),
    durationMs: 1,
  };
}

/** Everything that anybody is shown of a recording. */
function shown(...all: readonly Asked[]): { text: string; report: Report } {
  const lines: string[] = [];
  const recording = new Recording(contract, suite, {
    target: parseTarget('http://bank.test'),
    onFinding: (line) => lines.push(line),
  });
  for (const each of all) expect(recording.take(recorded(each))).toBeDefined();
  const report = recording.report();
  const texts = Object.values(reporters).map((render) => render(report, { color: false, width: 100 }));
  return { text: [...lines, ...texts].join('\n'), report };
}

const PASSWORD = 'correct-Horse/battery+9';

/** As it is, and in the ways in which the reports themselves may write it. */
function expectNone(text: string, secret: string): void {
  const escaped = JSON.stringify(secret).slice(1, -1);
  for (const each of [secret, escaped, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
    expect(text.includes(each) ? text.slice(Math.max(0, text.indexOf(each) - 200), text.indexOf(each) + 100) : '').toBe(
      '',
    );
}

const multipart = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda\r\n--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`;
const MULTIPART = 'multipart/form-data; boundary=b';

const SECRETS = [PASSWORD, 'pw-1', 'пароль', 'Pässwört mit Raum', '"quoted"\\', 'a&b=c<d>'].entries();

/** Each in some of the places, and all places with some of them. */
describe.each([...SECRETS])('the secret %i, %s', (number, secret) => {
  const json = JSON.stringify({ name: 'Ada', password: secret });
  const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const places: readonly [string, Asked][] = [
    ['a member of JSON', { body: json }],
    [
      'of JSON with escapes',
      { body: json.replace(/[^\0-~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`) },
    ],
    ['of JSON that is cut', { body: json.slice(0, -2) }],
    ['twice in one object', { body: `${json.slice(0, -1)},"password":"other"}` }],
    ['of a sequence', { type: 'application/x-ndjson', body: `{}\n${json}\n` }],
    ['of a nested object', { body: JSON.stringify({ card: { number: secret } }) }],
    ['of a list', { body: JSON.stringify({ answers: ['x', secret] }) }],
    ['of JSON without a type', { type: 'text/plain', body: json }],
    ['of XML', { type: 'application/xml', body: `<Account name="Ada"><password>${xml}</password></Account>` }],
    ['of XML under another name', { type: 'application/xml', body: `<a:Account><b:k>${xml}</b:k></a:Account>` }],
    [
      'of XML as it stands',
      { type: 'application/xml', body: `<Account><password><![CDATA[${secret}]]></password></Account>` },
    ],
    ['of XML that is cut', { type: 'application/xml', body: `<Account><password>${xml}` }],
    ['of a form', { type: TYPES[2] ?? '', body: `name=Ada&${new URLSearchParams({ password: secret })}` }],
    ['of a form in percent', { type: TYPES[2] ?? '', body: `name=Ada&password=${encodeURIComponent(secret)}` }],
    ['within a form', { type: TYPES[2] ?? '', body: `${new URLSearchParams({ 'card[number]': secret })}` }],
    ['of a part', { type: MULTIPART, body: multipart('password', secret) }],
    ['of a part of JSON', { type: MULTIPART, body: multipart('card', JSON.stringify({ number: secret })) }],
    ['of parts without a boundary', { type: 'multipart/form-data', body: multipart('password', secret) }],
    ['of a query', { path: `/accounts/7?pin=${encodeURIComponent(secret)}` }],
    ['of a query with a plus', { path: `/accounts/7?${new URLSearchParams({ pin: secret })}` }],
    ['of a path', { path: `/accounts/${encodeURIComponent(secret)}` }],
    ['of a cookie', { headers: [['Cookie', `theme=dark; pinned=${encodeURIComponent(secret)}`]] }],
    ['an API key in a query', { path: `/accounts/7?access=${encodeURIComponent(secret)}` }],
    ['an API key in a cookie', { headers: [['Cookie', `sid=${encodeURIComponent(secret)}`]] }],
    ['of an answer', { answer: JSON.stringify({ password: secret }) }],
    ['basic', { headers: [['Authorization', `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`]] }],
  ];
  const tried = places.filter((_, at) => ALL_CASES || (at + number) % (MANY_CASES ? 6 : 18) === 0);
  test.each(tried)('%s, and its echoes', (_, asked) => {
    const echo = JSON.stringify({ said: secret, list: [secret], coded: Buffer.from(secret).toString('base64') });
    const { text } = shown(
      { answer: echo, ...asked },
      { status: 404, answer: `no such thing: "${secret}"`, answerType: 'text/plain' },
    );
    expectNone(text, secret);
    expect(text).toContain('http://bank.test/accounts');
  });
});

test.each<[string, Fields]>([
  ['a key', [['x-tenant', 'k3y']]],
  ['a token', [['Authorization', 'Bearer k3y']]],
  ['a header field', [['X-Pin', 'k3y']]],
])('%s that is short is not shown where it is echoed', (_, headers) => {
  const { text } = shown({ headers, answer: '{"you":"k3y","and":"x k3y y"}' });
  expect(text).not.toContain('k3y');
});

test('the credentials of basic authentication are shown neither decoded nor encoded', () => {
  const credential = Buffer.from('ada:pw7').toString('base64');
  const { text } = shown({
    headers: [['Authorization', `Basic ${credential}`]],
    answer: JSON.stringify({
      all: 'ada:pw7',
      one: 'pw7',
      coded: credential,
      alone: Buffer.from('pw7').toString('base64'),
    }),
  });
  for (const each of ['pw7', credential, Buffer.from('pw7').toString('base64')]) expect(text).not.toContain(each);
});

test('numbers that are secret are not shown, as they are written', () => {
  // A number of three digits also stands in the times of a report, one run in some hundred.
  const { text } = shown({ body: '{"card":{"number":"4","code":9876543}}', answer: '{"said":9876543}' });
  expect(text).not.toContain('9876543');
  expect(shown({ body: '{"card":{"code":12345678901234567891}}' }).text).not.toContain('12345678901234567891');
});

test('what is compressed is shown as the text that it is, without what is secret, and its bytes are not', () => {
  const answer = gzipSync(JSON.stringify({ password: PASSWORD }));
  const { report } = shown({ answer, answerHeaders: [['Content-Encoding', 'gzip']] });
  expect(report.exchanges[0]?.response?.body).toBe('{"password":"$PASSWORD"}');
  expect(report.exchanges[0]?.raw).toMatch(/^\(not shown: /);
});

test('what is known only later is taken out of what came before, also where that is large', () => {
  const early = { answer: JSON.stringify({ session: 'k-1-session-of-ada', more: 'x'.repeat(40_000) }) };
  const { text } = shown(early, { headers: [['Authorization', 'Bearer k-1-session-of-ada']] });
  expect(text).not.toContain('k-1-session-of-ada');
});

test('names, what everybody may read, and our own sentences stay', () => {
  const words = someOf(['body', 'token', 'password', 'a'], 4);
  for (const word of words) {
    const body = JSON.stringify({ name: 'Ada', password: word, token: 'kept', mode: 'quick' });
    const { report } = shown({ body, answer: body });
    const [exchange] = report.exchanges;
    expect(exchange?.request.body).toBe('{"name":"Ada","password":"$PASSWORD","token":"kept","mode":"quick"}');
    const plain = shown({
      body: body.replace(`:"${word}"`, `:"${'x'.repeat(word.length)}"`),
      answer: body.replace(`:"${word}"`, `:"${'x'.repeat(word.length)}"`),
    });
    const sentences = (each: Report) =>
      each.requirements.map(({ statement, reason, findings }) => [
        statement,
        reason,
        findings.map(({ message, expected }) => [message, expected]),
      ]);
    expect(sentences(report)).toEqual(sentences(plain.report));
  }
});

test('a mode that the contract lists is shown, and so is a recording without secrets', () => {
  const body = '{"name":"Ada","mode":"quick"}';
  const { report } = shown({ body, answer: body });
  expect(report.exchanges[0]?.request.body).toBe(body);
  expect(report.exchanges[0]?.response?.body).toBe(body);
});

test('more secrets than are looked for everywhere are hidden where they stand', () => {
  const seen = createSeenSecrets(contract, 2);
  const operation = contract.operations[0];
  const note = (index: number, password: string) =>
    seen.note({
      index,
      case: { request: { operation, values: {} } },
      request: {
        method: 'POST',
        path: '/',
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from(JSON.stringify({ password })),
      },
      response: null,
    } as unknown as Parameters<typeof seen.note>[0]);
  for (const index of [1, 2, 3, 4]) note(index, `secret-number-${index}`);
  expect(seen.of?.(4).redact('secret-number-1, secret-number-4')).toBe('$PASSWORD, $PASSWORD');
  expect(seen.redact('secret-number-4')).toBe('secret-number-4');
});

testWide('hostile bodies take no longer than honest ones', () => {
  // The time of this process: on a busy machine that of the clock says nothing.
  const started = process.cpuUsage();
  const count = ALL_CASES ? 300_000 : 30_000;
  const bodies: Asked[] = [
    { body: `{"password":"${'\\"'.repeat(count)}` },
    { body: '"'.repeat(2 * count) },
    { body: '"password":"'.repeat(count) },
    { body: '['.repeat(4000) },
    { type: 'application/xml', body: '<password>'.repeat(count) },
    { type: 'application/xml', body: '<![CDATA['.repeat(count) },
    { type: 'application/xml', body: `<password ${'a="'.repeat(count)}` },
    { type: MULTIPART, body: '--b\r\n'.repeat(count) },
    { type: TYPES[2] ?? '', body: 'password=a&'.repeat(count) },
  ];
  for (const body of bodies) shown(body);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(ALL_CASES ? 60_000 : 20_000);
});
