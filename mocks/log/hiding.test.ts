/** What the contract calls secret, and what a credential is by its name, is in nothing that the mock shows. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { head } from '../../src/contract/contract.testing';
import { someOf } from '../../src/support/testing/cases.testing';
import { serve } from '../../src/support/testing/serving.testing';
import { type Mock, serveMock } from '../server';

const SECRET = 'Zq9-vXw77-hidden';

const user = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 40 },
    hint: { type: 'string', writeOnly: true, maxLength: 40 },
    pin: { type: 'integer', writeOnly: true },
    access_count: { type: 'integer' },
    contacts: {
      type: 'array',
      items: {
        oneOf: [
          { type: 'object', required: ['mail'], properties: { mail: { type: 'string' } } },
          { type: 'object', required: ['code'], properties: { code: { type: 'string', writeOnly: true } } },
        ],
      },
    },
  },
};
const TYPES = ['application/json', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'];
const CONTRACT = {
  ...head('3.1'),
  paths: {
    '/users': {
      post: {
        parameters: [
          { name: 'pass', in: 'query', schema: { type: 'string', writeOnly: true } },
          { name: 'pageToken', in: 'query', schema: { type: 'string' } },
        ],
        requestBody: { content: Object.fromEntries(TYPES.map((type) => [type, { schema: user }])) },
        responses: { 201: { description: '', content: { 'application/json': { schema: user } } } },
      },
    },
    '/resets/{code}': {
      get: {
        parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string', format: 'password' } }],
        responses: { 204: { description: '' } },
      },
    },
  },
};

const folder = mkdtempSync(join(tmpdir(), 'hiding-'));
const file = join(folder, 'openapi.json');
writeFileSync(file, JSON.stringify(CONTRACT));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a mock. @returns it, and a function that returns all that it shows. */
async function begin(upstream?: string) {
  const entries: unknown[] = [];
  const mock = await serveMock({
    contract: file,
    port: 0,
    onRequest: (entry) => entries.push(entry),
    ...(upstream === undefined ? {} : { upstream }),
  });
  const own = async (path: string) => (await fetch(`${mock.url}/_espalier${path}`)).text();
  const shown = async () => {
    const page = await own('/page.json');
    const { requests } = JSON.parse(page) as { requests: { number: number }[] };
    const details = await Promise.all(requests.map(({ number }) => own(`/request.json?number=${number}`)));
    return {
      log: JSON.stringify(entries),
      list: JSON.stringify(mock.requests()),
      control: await own('/requests'),
      page,
      details: details.join('\n'),
    };
  };
  return { mock, shown };
}

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | FormData;
}

const form = new FormData();
form.set('name', 'Ada');
form.set('hint', SECRET);

const json = (value: unknown): Sent => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});

const CASES: Readonly<Record<string, Sent>> = {
  'a writeOnly member of JSON': json({ name: 'Ada', hint: SECRET }),
  'a member of an item below oneOf': json({ name: 'Ada', contacts: [{ mail: 'a@b' }, { code: SECRET }] }),
  'a member that the contract does not name': json({ name: 'Ada', clientSecret: SECRET, nested: { password: SECRET } }),
  'what breaks the contract': json({ name: 'Ada', hint: `${SECRET}${'x'.repeat(40)}` }),
  'JSON that does not end': { headers: { 'Content-Type': 'application/json' }, body: `{"hint":"${SECRET}` },
  'a form': { body: `name=Ada&hint=${SECRET}`, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  'a name in brackets': {
    body: `name=Ada&user%5Bpassword%5D=${SECRET}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  },
  'parts of a body': { body: form },
  'an element of XML': {
    headers: { 'Content-Type': 'application/xml' },
    body: `<user><name>Ada</name><hint>${SECRET}</hint></user>`,
  },
  'compressed content': {
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ name: 'Ada', hint: SECRET })),
  },
  'an API key that is not declared': { headers: { 'X-Api-Key': SECRET } },
  'a key of another name': { headers: { 'X-Auth-Token': SECRET, 'X-Goog-Jwt': SECRET, 'Proxy-Authorization': SECRET } },
  'the usual field': { headers: { Authorization: `Bearer ${SECRET}` } },
  'a cookie': { headers: { Cookie: `sid=${SECRET}` } },
  'a page that had a token': { headers: { Referer: `http://localhost/?access_token=${SECRET}` } },
  'a declared parameter': { path: `/users?pass=${SECRET}` },
  'a parameter that is not declared': { path: `/users?api_key=${SECRET}&accessToken=${SECRET}` },
  'a parameter of the path': { path: `/resets/${SECRET}`, method: 'GET' },
  'a path that the contract does not have': { path: `/nowhere?client_secret=${SECRET}` },
};

async function send(mock: Mock, { path = '/users', method = 'POST', headers = {}, body }: Sent) {
  const content = body === undefined ? {} : { body: body as string };
  await (await fetch(mock.url + path, { method, headers, ...content })).text();
}

describe.each<[string, boolean]>([
  ['by itself', false],
  ['before a service that repeats what it got', true],
])('the mock %s', (_, isPassing) => {
  let started: Awaited<ReturnType<typeof begin>>;
  afterAll(() => started.mock.close());
  beforeAll(async () => {
    if (!isPassing) {
      started = await begin();
      return;
    }
    const upstream = await serve(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      const { authorization = '', cookie = '' } = request.headers;
      const fields = {
        'X-Was': authorization,
        Location: `/x?token=${SECRET}`,
        'Set-Cookie': `a=${SECRET}`,
        'X-C': cookie,
      };
      response.writeHead(201, { 'Content-Type': request.headers['content-type'] ?? 'text/plain', ...fields });
      response.end(request.headers['content-encoding'] ? '' : body);
    });
    started = await begin(upstream);
  });

  // What is hidden from the log is the same in both: one of so many shows that answers are hidden, too.
  test.each(someOf(Object.entries(CASES), isPassing ? 5 : 2))('shows nothing of %s', async (__, sent) => {
    const { mock, shown } = started;
    await send(mock, sent);
    for (const [place, text] of Object.entries(await shown())) {
      expect([place, text]).toEqual([place, expect.not.stringContaining(SECRET)]);
      expect([place, text]).toEqual([place, expect.not.stringContaining(Buffer.from(SECRET).toString('base64'))]);
      expect(text).toMatch(/\/(users|resets|nowhere)/);
    }
  });
});

test('all else is shown, and JSON stays JSON', async () => {
  const { mock, shown } = await begin();
  try {
    const body = { name: 'Ada', access_count: 7, pin: 123456, hint: SECRET };
    await send(mock, { ...json(body), path: '/users?pageToken=c2Vl&monkey=1' });
    const [request] = mock.requests();
    expect(JSON.parse(request?.body ?? '')).toEqual({ ...body, pin: '***', hint: '***' });
    expect(request?.target).toBe('/users?pageToken=c2Vl&monkey=1');
    const { details } = await shown();
    const { asked, copies } = JSON.parse(details);
    expect(asked.body).toContain('"name":"Ada","access_count":7');
    expect(copies[0].text).toContain('"name":"Ada","access_count":7');
  } finally {
    await mock.close();
  }
});
