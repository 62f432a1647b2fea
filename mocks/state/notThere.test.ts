/** What is not there is not there, also where the contract declares no status that says so. */

import { join } from 'node:path';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { type Mock, type MockOptions, serveMock } from '../server';

const started: Mock[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((mock) => mock.close()));
});

const string = { type: 'string' };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const json = (schema: object) => ({ description: 'd', content: { 'application/json': { schema } } });

const BOOK = object({ id: { type: 'integer' }, title: string });
const FASTAPI = json(
  object({
    detail: {
      type: 'array',
      items: object({
        loc: { type: 'array', items: { anyOf: [string, { type: 'integer' }] } },
        ...{ msg: string, type: string },
      }),
    },
  }),
);

/** A contract of books. @param errors the errors that each operation on one of them declares. @param made whether books can be made. */
function books(errors: object, made = true, more: object = {}): string {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const body = { ...json(object({ title: string })), required: true };
  const paths = {
    '/books': {
      get: { responses: { 200: json({ type: 'array', items: BOOK }) } },
      ...(made ? { post: { requestBody: body, responses: { 201: json(BOOK), ...errors } } } : {}),
    },
    '/books/{id}': {
      parameters,
      get: { responses: { 200: json(BOOK), ...errors } },
      delete: { responses: { 204: { description: 'd' }, ...errors } },
    },
    '/books/{id}/loans': { parameters, get: { responses: { 200: json({ type: 'array', items: string }), ...errors } } },
    ...more,
  };
  const contract = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths };
  return join(folderOf({ 'openapi.json': JSON.stringify(contract) }), 'openapi.json');
}

async function start(contract: string, options: Partial<MockOptions> = {}) {
  const mock = await serveMock({ contract, port: 0, stateful: true, seed: 7, ...options });
  started.push(mock);
  return { mock, ask: supertest(mock.url) };
}

const PROBLEM = object({
  status: { type: 'integer', example: 403 },
  code: string,
  message: { ...string, example: 'no' },
});

test.each([
  ['nothing', {}, { type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is nothing at /books/1.' }],
  ['another error', { 403: json(PROBLEM) }, { status: 404, code: 'NOT_FOUND', message: 'Not Found' }],
  ["FastAPI's error of a wrong request", { 422: FASTAPI }, { detail: 'Not Found' }],
])('what was removed is a 404 where %s is declared, and the log says so', async (_, errors, said) => {
  const { ask, mock } = await start(books(errors));
  await ask.get('/books/1').expect(200);
  await ask.delete('/books/1').expect(204);
  expect((await ask.get('/books/1').expect(404)).body).toEqual(said);
  expect(mock.requests().at(-1)?.reasons.join()).toMatch(/declares no 404.*nothing with the id 1/);
  await ask.delete('/books/1').expect(404);
  await ask.get('/books/1/loans').expect(404);
  await ask.get('/books/999').expect(404);
  // What another answer looks like can still be asked for, and a test may tell one.
  await ask.get('/books/999').set('prefer', 'dynamic=true').expect(200);
  mock.answer('GET /books/{id}', { body: { id: 999, title: 'told' } });
  await ask.get('/books/999').expect(200);
});

test('a 404 of another operation tells the form, if the operation declares no error', async () => {
  const more = { '/other': { get: { responses: { 200: { description: 'd' }, 404: json(PROBLEM) } } } };
  const { ask } = await start(books({}, true, more));
  expect((await ask.get('/books/77').expect(404)).body).toEqual({
    status: 404,
    code: 'NOT_FOUND',
    message: 'Not Found',
  });
});

test('what can only be read is there under any id, and with strictIds under those that the list shows', async () => {
  const contract = books({}, false);
  const open = await start(contract);
  await open.ask.get('/books/999').expect(200);
  for (const stateful of [true, false]) {
    const { ask } = await start(contract, { stateful, strictIds: true });
    const { body } = await ask.get('/books').expect(200);
    expect(body.length).toBeGreaterThan(0);
    for (const { id } of body) await ask.get(`/books/${id}`).expect(200);
    await ask.get('/books/999').expect(404);
    await ask.get('/books/999/loans').expect(404);
  }
});

test('strictIds alone keeps nothing', async () => {
  const { ask } = await start(books({}), { stateful: false, strictIds: true });
  await ask.post('/books').send({ title: 'new' }).expect(201);
  await ask.delete('/books/1').expect(204);
  await ask.get('/books/1').expect(200);
});

test('what breaks the contract is said in the words of its framework', async () => {
  const { ask } = await start(books({ 422: FASTAPI }));
  expect((await ask.post('/books').send({}).expect(422)).body).toEqual({
    detail: [{ type: 'missing', loc: ['body', 'title'], msg: 'Field required' }],
  });
  expect((await ask.get('/books/seven').expect(422)).body).toEqual({
    detail: [{ type: 'int_parsing', loc: ['path', 'id'], msg: 'Input should be a valid integer' }],
  });
});

test('a list has several things also where a member needs what only its pattern says', async () => {
  const code = { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' };
  const items = object({ id: { type: 'integer' }, code });
  const { ask } = await start(
    books({}, true, { '/parts': { get: { responses: { 200: json({ type: 'array', items }) } } } }),
  );
  const { body } = await ask.get('/parts').expect(200);
  expect(body.length).toBeGreaterThan(2);
  for (const part of body) expect(part.code).toMatch(/^[A-Z]{3}-\d{4}$/);
});
