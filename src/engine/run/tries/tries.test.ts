/** Runs on services that refuse what is made up: what is tried, how often, and what later requests take from it. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { suite } from '../../../../conformance/suite';
import { load } from '../../../contract/contract.testing';
import type { Report } from '../../../report/report';
import { testWide } from '../../../support/testing/cases.testing';
import { serve } from '../../../support/testing/serving.testing';
import { lingerFor } from '../../../wire/lingering.testing';
import { parseTarget } from '../../../wire/target';
import { type GivenRun, verifyTarget } from '../../verify';

lingerFor(10);

const INFO = { openapi: '3.0.3', info: { title: 'T', version: '1' } };
const ok = { 200: { description: 'ok' } };

/** What was asked, in its order. */
interface Asked {
  readonly line: string;
  readonly body: string;
}

async function run(
  paths: object,
  answer: (asked: Asked, response: ServerResponse) => void,
  options: Partial<GivenRun> = {},
): Promise<{ report: Report; asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const url = await serve(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = { line: `${request.method} ${request.url}`, body: Buffer.concat(chunks).toString() };
    asked.push(one);
    answer(one, response);
  });
  const report = await verifyTarget(await load({ ...INFO, paths }), suite, {
    target: parseTarget(url),
    seed: 7,
    salt: 'k3f9',
    concurrency: 1,
    ...options,
  });
  return { report, asked };
}

const reply = (response: ServerResponse, status: number, value?: unknown) =>
  void response
    .writeHead(status, { 'Content-Type': 'application/json' })
    .end(value === undefined ? '' : JSON.stringify(value));

function successOf({ requirements }: Report, operation: string) {
  return requirements.find((each) => each.rule === 'success-status' && each.operation === operation)?.verdict;
}

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });

describe('values that answers have shown', () => {
  const paths = {
    '/capital/{capital}': {
      get: {
        parameters: [inPath('capital'), { name: 'fields', in: 'query', schema: { type: 'string' } }],
        responses: ok,
      },
    },
    '/lang/{lang}': { get: { parameters: [inPath('lang')], responses: ok } },
    '/nothing/{colour}': { get: { parameters: [inPath('colour')], responses: ok } },
    '/nations': { get: { responses: ok } },
  };
  const NATIONS = [{ capital: 'Oslo', languages: [{ iso: 'no', name: 'Norwegian' }], apiToken: 'hidden' }];
  const atlas = ({ line }: Asked, response: ServerResponse) => {
    if (line === 'GET /nations') return reply(response, 200, NATIONS);
    return reply(response, /^GET \/(capital\/Oslo|lang\/no)(\?|$)/.test(line) ? 200 : 404);
  };

  test('serve requests that only read, once all have been answered', async () => {
    const { report, asked } = await run(paths, atlas);
    expect(successOf(report, 'GET /capital/{capital}')).toBe('pass');
    expect(successOf(report, 'GET /lang/{lang}')).toBe('pass');
    expect(successOf(report, 'GET /nothing/{colour}')).toBe('skip');
    // Further requests of the operation waited for the value.
    expect(asked.filter(({ line }) => line.startsWith('GET /capital/Oslo?fields=')).length).toBeGreaterThan(0);
    const plain = asked.filter(({ line }) => /^GET \/nothing\/[-\w]{1,40}$/.test(line));
    expect(plain).toHaveLength(3);
    expect(JSON.stringify(asked)).not.toContain('hidden');
  });

  test('are the same with the same seed, however many are under way', async () => {
    const lines = async (concurrency: number) => {
      const { asked } = await run(paths, atlas, { concurrency });
      return asked.map(({ line }) => line).sort();
    };
    expect(await lines(4)).toEqual(await lines(1));
  });
});

describe('a body that is refused', () => {
  const member = (example: unknown) => ({ type: typeof example, example });
  const schema = {
    type: 'object',
    required: ['email'],
    properties: { email: member('ada@example.org'), nickname: member('ada'), age: { type: 'integer', minimum: 18 } },
  };
  const paths = {
    '/users': {
      post: {
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 201: { description: 'made' } },
      },
    },
  };
  const users = ({ body }: Asked, response: ServerResponse) => {
    let value: Readonly<Record<string, unknown>> | undefined;
    try {
      value = JSON.parse(body);
    } catch {
      return reply(response, 400);
    }
    if (typeof value?.['email'] !== 'string') return reply(response, 400, { errors: { email: ['must be a string'] } });
    if ('nickname' in value) return reply(response, 400, { message: 'Unrecognized field "nickname"' });
    return reply(response, Number(value['age'] ?? 18) < 18 ? 400 : 201);
  };

  test('is sent without what the refusal names, and so are all that follow', async () => {
    const { report, asked } = await run(paths, users, { writes: 'any' });
    expect(successOf(report, 'POST /users')).toBe('pass');
    const names = report.exchanges.map((each) => each.case);
    expect(names).toContain('as the contract says; again without /nickname, as the refusal says');
    const taken = asked.findIndex(
      ({ body }) => /email/.test(body) && !/nickname/.test(body) && !/null|\d{1}}/.test(body),
    );
    expect(taken).toBeGreaterThan(-1);
    // A body that is to show the member itself has it.
    const later = asked.slice(taken).filter(({ body }) => body.includes('nickname'));
    expect(later.every(({ body }) => /"nickname":/.test(body))).toBe(true);
    expect(later.length).toBeLessThan(asked.length / 3);
  });

  test('is tried a few times at most where nothing helps', async () => {
    const { asked } = await run(paths, (_, response) => reply(response, 400, { message: 'no' }), { writes: 'any' });
    const { asked: plain } = await run(paths, (_, response) => reply(response, 405), { writes: 'any' });
    expect(asked.length - plain.length).toBeLessThanOrEqual(10);
  });

  test('is not sent again where the refusal may have made something', async () => {
    const { asked } = await run(paths, (_, response) => void response.writeHead(400, { Location: '/users/1' }).end(), {
      writes: 'any',
    });
    const { asked: plain } = await run(paths, (_, response) => reply(response, 405), { writes: 'any' });
    expect(asked).toHaveLength(plain.length);
  });

  test.each([
    ['names a member', ({ body }: Asked) => (body.includes('nickname') ? 500 : 201), 'Users.java: User["nickname"]'],
    ['is that of an optional part', ({ body }: Asked) => (body.includes('age') ? 500 : 201), ''],
  ])('is tried without what the service fails at, where the failure %s', async (_, statusOf, text) => {
    const message = text && `(through reference chain: ${text})`;
    const { report } = await run(paths, (asked, response) => reply(response, statusOf(asked), { message }), {
      writes: 'any',
    });
    expect(report.exchanges.some(({ response }) => response?.status === 201)).toBe(true);
  });

  test('is sent once more, as it is, where the failure names a unique key', async () => {
    let left = 1;
    const statusOf = () => (left-- > 0 ? 500 : 201);
    const message = 'could not execute statement: unique index or primary key violation';
    const { report, asked } = await run(paths, (_, response) => reply(response, statusOf(), { message }), {
      writes: 'any',
      concurrency: 1,
    });
    expect(asked[1]).toEqual(asked[0]);
    const names = report.exchanges.map((each) => each.case);
    expect(names).toContain('as the contract says; again as it was, since the refusal names a unique key');
  });
});

test('a body gets the members that a refusal names, in the form that it asks for, and names that nobody has', async () => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const paths = { '/people': { post: { requestBody: { required: true, content }, responses: ok } } };
  const names = new Set<unknown>();
  const { report, asked } = await run(
    paths,
    ({ body }, response) => {
      let sent: { readonly username?: unknown; readonly about?: unknown } = {};
      try {
        sent = Object(JSON.parse(body)) as typeof sent;
      } catch {
        // It has no members then.
      }
      const { username, about } = sent;
      if (typeof username !== 'string' || typeof about !== 'string')
        return reply(response, 422, {
          detail: ['username', 'about'].map((name) => ({ loc: ['body', name], msg: 'Field required' })),
        });
      if (about.length < 50)
        return reply(response, 422, { detail: [{ loc: ['body', 'about'], msg: 'size must be between 50 and 100' }] });
      if (names.has(username)) return reply(response, 409, { message: 'already exists' });
      names.add(username);
      return reply(response, 200);
    },
    { writes: 'any' },
  );
  expect(successOf(report, 'POST /people')).toBe('pass');
  expect(asked.slice(0, 4).map(({ body }) => Object.keys(JSON.parse(body) as object).length)).toContain(2);
  expect(asked.slice(0, 4).some(({ body }) => /"about":"\w{50,100}"/.test(body))).toBe(true);
  // Each later one has a name of its own.
  expect(names.size).toBeGreaterThan(1);
  expect(report.exchanges.some(({ response }) => response?.status === 409)).toBe(false);
  expect(asked.length).toBeLessThan(60);
});

testWide('what is refused whatever is tried is not sent on and on', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `m${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer', minimum: 1 }]));
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const paths = { '/things': { post: { requestBody: { required: true, content }, responses: ok } } };
  const bodies = async (status: number) => {
    const { asked } = await run(paths, (_, response) => reply(response, status), { writes: 'any' });
    return asked.filter(({ body }) => /^\{"m/.test(body));
  };
  const isValid = ({ body }: Asked) => !/:(0|null|\d*\.\d+|")/.test(body);
  const refused = await bodies(400);
  expect(refused.filter(isValid).length).toBeLessThanOrEqual(20);
  expect(refused.length).toBeLessThanOrEqual(60);
  expect((await bodies(200)).length).toBeGreaterThan(100);
});

test('where a list is empty, the run says what would make an item of it', async () => {
  const paths = {
    '/orders': { get: { responses: ok }, post: { responses: { 201: { description: 'made' } } } },
    '/orders/{id}': { get: { parameters: [inPath('id')], responses: ok } },
  };
  const { report } = await run(paths, ({ line }, response) => reply(response, line === 'GET /orders' ? 200 : 404, []));
  const { reason } =
    report.requirements.find(({ id }) => id.includes('success-status') && id.includes('/orders/{id}')) ?? {};
  expect(reason).toMatch(/the answer of GET \/orders has no item to ask for; POST \/orders would make one$/);
});

test('a body repeats the id of its path, and each later one that of its own', async () => {
  const schema = { type: 'object', properties: { ordersId: { type: 'string' }, note: { type: 'string' } } };
  const orders = { required: true, content: { 'application/json': { schema } } };
  const paths = {
    '/orders/{id}': { put: { parameters: [inPath('id')], requestBody: orders, responses: ok } },
  };
  const keeps = ({ line, body }: Asked, response: ServerResponse) => {
    const id = decodeURIComponent(line.split('/').at(-1) ?? '');
    reply(response, !body.includes('"ordersId"') || body.includes(`"ordersId":"${id}"`) ? 200 : 400);
  };
  const { asked } = await run(paths, keeps, { params: { '/orders/{id}': ['1', '2'] } });
  const right = asked.filter(({ line, body }) => body.includes(`"ordersId":"${line.split('/').at(-1)}"`));
  expect(right.map(({ line }) => line)).toEqual(expect.arrayContaining(['PUT /orders/1', 'PUT /orders/2']));
});

testWide('what others ask about is made in another form, although a smaller body was taken before', async () => {
  const text = { type: 'string', minLength: 9, maxLength: 40 };
  const schema = { type: 'object', required: ['name'], properties: { name: text, at: text } };
  const made = new Map<string, object>();
  let next = 100;
  const { report } = await run(
    {
      '/notes': {
        get: { responses: ok },
        post: {
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { 201: { description: 'made' } },
        },
      },
      '/notes/{id}': {
        get: { parameters: [inPath('id')], responses: { ...ok, 404: { description: 'none' } } },
        delete: {
          parameters: [inPath('id')],
          responses: { 204: { description: 'gone' }, 404: { description: 'none' } },
        },
      },
    },
    ({ line, body }, response) => {
      const id = /^\w+ \/notes\/([^?]+)/.exec(line)?.[1] ?? '';
      if (line.startsWith('GET /notes') && id === '') return reply(response, 200, [...made.values()]);
      if (line.startsWith('GET')) return made.has(id) ? reply(response, 200, made.get(id)) : reply(response, 404);
      if (line.startsWith('DELETE')) return reply(response, made.delete(id) ? 204 : 404);
      let sent: { readonly name?: unknown; readonly at?: unknown } = {};
      try {
        sent = Object(JSON.parse(body)) as typeof sent;
      } catch {
        // It has no name then.
      }
      const isTaken = typeof sent.name === 'string' && /^.{9,40}$/u.test(sent.name) && sent.at === undefined;
      if (!line.startsWith('POST') || !isTaken) return reply(response, line.startsWith('POST') ? 400 : 405);
      const own = `n${next++}`;
      made.set(own, { id: own, ...sent });
      return reply(response, 201, made.get(own));
    },
    { writes: 'own' },
  );
  expect(successOf(report, 'DELETE /notes/{id}')).toBe('pass');
  expect(report.leftovers ?? []).toEqual([]);
});
