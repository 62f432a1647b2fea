/** What a run says of what it could not see must be so, and must lead on. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import type { Report } from '../../report/report';
import { someOf, testWide } from '../../support/testing/cases.testing';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { type GivenRun, verifyTarget } from '../verify';

lingerFor(10);

/** @param sent the body, empty where it is no object. */
type Answer = (request: IncomingMessage, sent: { name?: string }, response: ServerResponse) => void;

const json = {
  'application/json': { schema: { type: 'object', properties: { name: { type: 'string', minLength: 1 } } } },
};
const body = { required: true, content: json };
const ok = { description: 'ok', content: json };
const refused = { description: 'no' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

async function run(paths: object, answer: Answer, options: Partial<GivenRun> = {}): Promise<Report> {
  const url = await serve((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, objectIn(Buffer.concat(parts)), response));
  });
  const contract = await load({ ...head('3.1'), paths });
  return verifyTarget(contract, suite, { target: parseTarget(url), seed: 1, salt: 'k3f9', ...options });
}

function objectIn(bytes: Buffer): { name?: string } {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

const send = (response: ServerResponse, status: number, value: unknown = {}) =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

const why = ({ requirements }: Report, wanted: string) => requirements.find((each) => each.id === wanted);
const reasons = ({ requirements }: Report) =>
  requirements.flatMap(({ verdict, reason }) => (verdict === 'skip' ? [reason ?? ''] : []));

const ORDERS = { '/orders': { post: { requestBody: body, responses: { 201: ok, 400: refused } } } };

test('what the target says to valid requests is quoted, and what to hand over in place of what was made up', async () => {
  const report = await run(
    ORDERS,
    (_, { name }, response) => send(response, 400, { detail: `No "${name}" in stock\nsee p. 7` }),
    { writes: 'any' },
  );
  expect(why(report, 'POST /orders success-status')).toMatchObject({
    reason: expect.stringMatching(/^no exchange exercised it; tried: valid → 400( ×\d+)? \("No '[^"]*' in stock"\)$/),
    handOver: ['a body that the target takes, where it refused those made up (in espalier.yaml, under operations)'],
  });
});

const A_PATH = 'a value of "path" that exists and may be used up (--param path=VALUE)';
const A_BODY = 'a body that the target takes, where it refused those made up (in espalier.yaml, under operations)';

const SAID: readonly (readonly [(name: string) => string, readonly string[]])[] = [
  [(name: string) => `No such directory: ${name}`, [A_PATH]],
  [(name: string) => `Cannot POST /contents/${name}`, [A_PATH, A_BODY]],
  [() => 'name is too short', [A_PATH, A_BODY]],
];
test.each(someOf(SAID, 4))(
  'where the target quotes the name in the path, that is what to hand over, and no body',
  async (say, wanted) => {
    const path = { name: 'path', in: 'path', required: true, schema: { type: 'string' } };
    const post = { requestBody: body, responses: { 201: ok, 400: refused, 404: refused } };
    const report = await run(
      { '/contents/{path}': { parameters: [path], post } },
      ({ url = '' }, _, response) => send(response, 400, { message: say(decodeURIComponent(url.slice(10))) }),
      { writes: 'any' },
    );
    expect(why(report, 'POST /contents/{path} success-status')?.handOver).toEqual(wanted);
  },
);

const NOT_THERE = [
  'a target, or a base URL, that has the operation: this one answers 404 where the path names nothing that could be missing',
];

test.each([
  ['without a word', {}, NOT_THERE],
  ['with the phrase of the status', { detail: 'Not Found' }, NOT_THERE],
  ['for what its body names', { detail: 'No such customer' }, [A_BODY]],
])('a 404 %s, where the path names nothing', async (_, value, wanted) => {
  const paths = { ...ORDERS, '/beds': { get: { responses: { 200: { description: 'ok' } } } } };
  const report = await run(
    paths,
    ({ url }, _sent, response) => (url === '/beds' ? send(response, 200) : send(response, 404, value)),
    { writes: 'any' },
  );
  expect(why(report, 'POST /orders success-status')?.handOver).toEqual(wanted);
});

test('what is refused for what is there is not asked for by another name', async () => {
  const get = { responses: { 200: ok, 404: { description: 'none' } } };
  const paths = {
    '/message/{id}': { parameters: [id], get },
    '/message/{id}/spam': { parameters: [id], get },
    '/messages': { get: { responses: { 200: { description: 'ok' } } } },
  };
  const isThere = (url: string) => url === '/message/7';
  const list = { tags: ['new'], messages: [{ id: 7 }] };
  const report = await run(paths, ({ url = '' }, _, response) =>
    url === '/messages' ? send(response, 200, list) : send(response, isThere(url) ? 200 : 404),
  );
  expect(why(report, 'GET /message/{id} success-status')?.verdict).toBe('pass');
  expect(why(report, 'GET /message/{id}/spam success-status')).toMatchObject({
    reason: expect.stringMatching(/; what GET \/message\/\{id\} showed \(#\d+\) was refused, too$/),
    handOver: ['a target, or a credential, for which what the operation asks for is there'],
  });
});

test('a quoted reason shows no secret', async () => {
  const token = 'k7Gq2Vw9xT4mZr8Lp3';
  const report = await run(
    ORDERS,
    ({ headers }, _, response) => send(response, 400, { message: `${'x'.repeat(110)} ${headers['x-key']}` }),
    { writes: 'any', headers: [['X-Key', token]] },
  );
  expect(why(report, 'POST /orders success-status')?.reason).toMatch(/\("x{110} .*"\)$/);
  expect(JSON.stringify(report.requirements)).not.toContain(token.slice(0, 6));
});

test('a request without a path parameter is not said to have been used up by one before it', async () => {
  let times = 0;
  const report = await run(
    { '/jobs': { post: { responses: { 200: { description: 'ok' }, 409: refused } } } },
    (_, __, response) => send(response, times++ === 0 ? 200 : 409),
    { writes: 'any' },
  );
  expect(reasons(report).join()).not.toContain('used it up');
});

const ITEM = {
  '/things/{id}': {
    parameters: [id],
    delete: { responses: { 204: { description: 'gone' }, 400: refused, 404: refused } },
    put: { requestBody: body, responses: { 200: ok, 400: refused, 404: refused } },
  },
};

test('what was not sent for want of something says of what', async () => {
  const report = await run(ITEM, (_, __, response) => send(response, 404));
  expect(why(report, 'DELETE /things/{id} success-status')?.reason).toBe(
    'no exchange exercised it; no valid request was sent, for want of a value of "id" that exists and may be used up',
  );
  expect(why(report, 'PUT /things/{id} 200 body-schema')?.reason).toMatch(
    /^no response 200 came; tried: .*; no valid request was sent, for want of a value of "id" that exists and may be used up$/,
  );
  expect(reasons(report).filter((reason) => /nothing was sent|exercised it$/.test(reason))).toEqual([]);
});

test('only what is not handed over yet is asked for', async () => {
  const paths = {
    '/things/{id}/parts/{part}': {
      parameters: [id, { ...id, name: 'part' }],
      delete: { responses: { 204: { description: 'gone' }, 404: refused } },
    },
  };
  const report = await run(paths, (_, __, response) => send(response, 404), { params: { id: ['7'] } });
  expect(why(report, 'DELETE /things/{id}/parts/{part} success-status')?.handOver).toEqual([
    'a value of "part" that exists and may be used up (--param part=VALUE)',
  ]);
});

const SHOP = {
  '/things': {
    get: { responses: { 200: { description: 'ok' } } },
    post: { requestBody: body, responses: { 201: ok, 400: refused } },
  },
  '/things/{id}': {
    parameters: [id],
    get: { responses: { 200: ok, 404: refused } },
    delete: { responses: { 204: { description: 'gone' }, 404: refused } },
  },
};

test.each([
  ['handed-over', 'no chain of requests was completed: it needs things that the run makes (--writes own)', undefined],
  [
    'own',
    /^no chain of requests was completed: what it needs was not made: POST \/things \(#\d+\) was answered 400 \("no more room"\)$/,
    '--param id=VALUE',
  ],
  [
    'any',
    /^no chain of requests was completed: what it needs was not made: POST \/things \(#\d+\) was answered 400 \("no more room"\)$/,
    '--param id=VALUE',
  ],
] as const)('with --writes %s a chain that was not completed says what it lacks', async (writes, reason, handOver) => {
  const report = await run(
    SHOP,
    ({ method }, _, response) =>
      method === 'POST' ? send(response, 400, { message: 'no more room' }) : send(response, 404),
    { writes },
  );
  const gone = why(report, 'DELETE /things/{id} deleted-gone');
  if (typeof reason === 'string') expect(gone?.reason).toBe(reason);
  else expect(gone?.reason).toMatch(reason);
  if (handOver) expect(why(report, 'DELETE /things/{id} success-status')?.handOver?.join()).toContain(handOver);
});

test('a chain that broke off at a thing that was made names the request that broke it, and not the making', async () => {
  const paths = {
    ...SHOP,
    '/things/{id}': {
      ...SHOP['/things/{id}'],
      put: { requestBody: body, responses: { 200: ok, 400: refused, 404: refused } },
    },
  };
  const things = new Map<string, object>();
  const report = await run(
    paths,
    ({ method, url }, sent, response) => {
      const name = url?.split('/')[2] ?? '';
      if (method === 'POST') {
        const thing = { ...sent, id: things.size + 1 };
        things.set(String(thing.id), thing);
        return send(response, 201, thing);
      }
      if (name === '') return send(response, 200, [...things.values()]);
      if (!things.has(name)) return send(response, 404);
      if (method === 'PUT') return send(response, 400, { message: 'it is locked' });
      if (method === 'DELETE') return void (things.delete(name) && response.writeHead(204).end());
      return send(response, 200, things.get(name));
    },
    { writes: 'own' },
  );
  expect(why(report, 'PUT /things/{id} put-replaces')?.reason).toMatch(
    /^no chain of requests was completed: PUT \/things\/\{id\} \(#\d+\) was answered 400 \("it is locked"\)/,
  );
});

describe('what is left behind', () => {
  const left = (report: Report) =>
    (report.leftovers ?? []).map(({ operation, reason, curl }) => ({ operation, reason, curl }));

  test('is no answer to a query by POST', async () => {
    const paths = {
      '/queries/{id}': { parameters: [id], post: { requestBody: body, responses: { 200: ok, 400: refused } } },
    };
    const report = await run(paths, (_, __, response) => send(response, 200, { hits: [{ price: 7 }] }), {
      writes: 'any',
    });
    expect(left(report)).toEqual([]);
  });

  test('is shown by a request that makes nothing', async () => {
    const paths = {
      '/boxes/{id}': {
        parameters: [id],
        put: { requestBody: body, responses: { 201: { description: 'made' }, 400: refused } },
      },
    };
    const report = await run(paths, (_, __, response) => send(response, 201), { writes: 'any' });
    expect(left(report).length).toBeGreaterThan(0);
    expect(left(report).filter(({ curl }) => /-X (PUT|POST|PATCH)|--data/.test(curl))).toEqual([]);
  });

  /** Makes things without saying what they are called; lists them page by page. */
  const pages = (more: object): Answer => {
    const things: object[] = [];
    return ({ method }, sent, response) => {
      if (method === 'POST') {
        things.push(sent);
        return send(response, 201);
      }
      return method === 'GET'
        ? send(response, 200, { things: [{ id: 1, name: 'other' }], ...more })
        : send(response, 404);
    };
  };

  test.each([
    ['a list that is whole', {}, 'GET /things shows nothing that is surely it'],
    [
      'the first page of a list',
      { total: 40 },
      'what GET /things shows first has nothing that is surely it, and there may be more pages',
    ],
    ['a list with a link to its next page', { next: '/things?after=1' }, 'there may be more pages'],
  ])('is looked for in %s', async (_, more, sentence) => {
    const report = await run(SHOP, pages(more), { writes: 'own' });
    expect(
      left(report)
        .map(({ reason }) => reason)
        .join('\n'),
    ).toContain(sentence);
  });

  testWide('is nothing that was removed with what it lay in', async () => {
    const things = new Map<string, object>();
    const paths = {
      ...SHOP,
      '/things/{id}/notes': {
        parameters: [id],
        post: { requestBody: body, responses: { 201: ok, 404: refused } },
      },
      '/things/{id}/notes/{note}': {
        parameters: [id, { ...id, name: 'note' }],
        delete: { responses: { 204: { description: 'gone' }, 403: refused } },
      },
    };
    let next = 7;
    const report = await run(
      paths,
      ({ method, url = '' }, sent, response) => {
        const [, , key = '', notes] = url.split('/');
        if (method === 'POST' && key === '') {
          const made = { ...sent, id: next++ };
          things.set(String(made.id), made);
          return send(response, 201, made);
        }
        if (url === '/things') return send(response, 200, [...things.values()]);
        if (!things.has(key)) return notes ? send(response, 403) : send(response, 404);
        if (notes) return method === 'POST' ? send(response, 201, { done: true }) : send(response, 403);
        if (method === 'DELETE') {
          things.delete(key);
          return void response.writeHead(204).end();
        }
        return send(response, 200, things.get(key));
      },
      { writes: 'own' },
    );
    expect(things.size).toBe(0);
    expect(left(report)).toEqual([]);
  });

  testWide('is nothing that a service made of an invalid body, and that the run has changed since', async () => {
    const things = new Map<string, object>();
    let next = 7;
    const schema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 1 }, by: { type: 'string' } },
    };
    const two = { required: true, content: { 'application/json': { schema } } };
    const paths = {
      '/things': { ...SHOP['/things'], post: { requestBody: two, responses: { 201: ok, 400: refused } } },
      '/things/{id}': {
        ...SHOP['/things/{id}'],
        put: { requestBody: two, responses: { 200: ok, 400: refused, 404: refused } },
      },
    };
    const report = await run(
      paths,
      ({ method, url = '' }, sent, response) => {
        const [, , key = ''] = url.split('/');
        if (key === '' && method === 'GET') return send(response, 200, [...things.values()]);
        if (key === '' && method !== 'POST') return send(response, 405);
        const thing = key === '' ? { id: next++ } : things.get(key);
        if (!thing) return send(response, 404);
        if (method === 'DELETE') return void response.writeHead(things.delete(key) ? 204 : 404).end();
        if (method === 'GET') return send(response, 200, thing);
        const id = key === '' ? String(next - 1) : key;
        things.set(id, { ...sent, id: Number(id) });
        return send(response, key === '' ? 201 : 200, things.get(id));
      },
      { writes: 'own' },
    );
    expect(left(report)).toEqual([]);
    expect([...things.values()]).toEqual([]);
  });
});

/** Leaves of a rota: what a POST is answered names one, and no list shows them. */
function leaves(room: object): object {
  const leave = {
    type: 'object',
    required: ['days'],
    additionalProperties: false,
    properties: { days: { type: 'integer', minimum: 1, maximum: 30 }, ...room },
  };
  const sent = { required: true, content: { 'application/json': { schema: leave } } };
  const shown = { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } };
  const parameters = [{ ...id, schema: { type: 'string' } }];
  return {
    '/leaves': { post: { requestBody: sent, responses: { 201: shown, 400: refused } } },
    '/leaves/{id}': {
      parameters,
      get: { responses: { 200: shown, 404: refused } },
      delete: { responses: { 204: { description: 'gone' }, 404: refused } },
    },
  };
}

/** Keeps leaves of any number of days, in whole days. */
function keepsLeaves(): Answer {
  const kept = new Map<string, object>();
  return ({ method, url = '' }, content, response) => {
    const sent: { readonly days?: unknown; readonly remark?: unknown } = content as object;
    const own = url.split('/')[2];
    if (own === undefined) {
      const isText = ['string', 'undefined'].includes(typeof sent.remark);
      if (
        !Number.isInteger(sent.days) ||
        !isText ||
        Object.keys(sent).some((name) => !['days', 'remark'].includes(name))
      )
        return send(response, 400, { message: 'no days' });
      const leave = { id: `leave-${randomUUID()}`, ...sent };
      kept.set(leave.id, leave);
      return send(response, 201, leave);
    }
    const leave = kept.get(own);
    if (!leave) return send(response, 404, { message: `no leave ${own}` });
    if (method === 'GET') return send(response, 200, leave);
    kept.delete(own);
    return void response.writeHead(204).end();
  };
}

test('where nothing that the contract excludes was ever sent, the run is incomplete, and says why', async () => {
  const report = await run(leaves({}), keepsLeaves(), { writes: 'own' });
  expect(report.outcome).toBe('incomplete');
  expect(why(report, 'POST /leaves invalid-input-refused')).toMatchObject({
    verdict: 'skip',
    wanted: true,
    reason: expect.stringMatching(
      /^no input that the contract excludes was sent, though \d+ clauses bound it; the run could not tell how what #\d+ made is named, and made no more/,
    ),
  });
});

testWide('where the schema has room for a text of the run, it is sent, and what is made of it is known', async () => {
  const report = await run(leaves({ remark: { type: 'string' } }), keepsLeaves(), { writes: 'own' });
  expect(why(report, 'POST /leaves invalid-input-refused')?.findings.map(({ message }) => message)).toEqual([
    '`minimum: 1` of /days is not enforced',
    '`maximum: 30` of /days is not enforced',
  ]);
});

test('no reason quotes what was said to a request that is to be refused', async () => {
  const room = { remark: { type: 'string', maxLength: 80 } };
  const report = await run(leaves(room), keepsLeaves(), { writes: 'own', complete: true });
  expect(reasons(report).join('\n')).not.toMatch(/no leave|no days/);
});
