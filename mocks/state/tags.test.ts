/** ETags of a mock that keeps state, and the conditions that requests set by them. */

import { join } from 'node:path';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { type Mock, serveMock } from '../server';

const started: Mock[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((mock) => mock.close()));
});

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer', readOnly: true }, text: { type: 'string' }, stock: { type: 'integer' } },
};
const json = { 'application/json': { schema: note } };
const tag = { ETag: { schema: { type: 'string', pattern: '^"[0-9a-f]+"$' } } };
const shown = { description: 'd', headers: tag, content: json };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const gone = { description: 'gone' };
const requestBody = { required: true, content: json };

/** @param more further responses of PUT and GET. */
async function start(put: object = {}, get: object = {}) {
  const list = {
    description: 'd',
    headers: tag,
    content: { 'application/json': { schema: { type: 'array', items: note } } },
  };
  const contract = {
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: {
      '/notes': {
        get: { responses: { 200: list } },
        post: { requestBody, responses: { 201: shown } },
      },
      '/notes/{id}': {
        parameters: [id],
        get: { responses: { 200: shown, 404: gone, ...get } },
        put: { requestBody, responses: { 200: shown, 404: gone, ...put } },
        delete: { responses: { 204: { description: 'd' }, 404: gone } },
      },
      '/settings': {
        get: { responses: { 200: shown, 304: { description: 'd' } } },
        put: { requestBody, responses: { 200: shown, 412: { description: 'd' } } },
      },
    },
  };
  const file = join(folderOf({ 'openapi.json': JSON.stringify(contract) }), 'openapi.json');
  const mock = await serveMock({ contract: file, port: 0, stateful: true, seed: 7 });
  started.push(mock);
  return supertest(mock.url);
}

const UNMET = { 412: { description: 'another state' } };

async function make(ask: Awaited<ReturnType<typeof start>>) {
  const made = await ask.post('/notes').send({ text: 'a' }).expect(201);
  return { path: `/notes/${made.body.id}`, etag: made.headers['etag'] ?? '' };
}

test('the ETag names the state: the same until the thing changes, and another one then', async () => {
  const ask = await start(UNMET);
  const { path, etag } = await make(ask);
  expect(etag).toMatch(/^"[0-9a-f]+"$/);
  await ask.get(path).expect(200).expect('etag', etag);
  const changed = await ask.put(path).send({ text: 'b' }).expect(200);
  expect(changed.headers['etag']).not.toBe(etag);
  await ask
    .get(path)
    .expect(200)
    .expect('etag', changed.headers['etag'] ?? '');
});

test('a number that no double holds counts as it was written', async () => {
  const ask = await start(UNMET);
  const { path } = await make(ask);
  const put = (stock: string) =>
    ask.put(path).set('content-type', 'application/json').send(`{"text":"a","stock":${stock}}`);
  const { headers } = await put('9223372036854775807').expect(200);
  expect((await put('9223372036854775806').expect(200)).headers['etag']).not.toBe(headers['etag']);
});

test('the ETag of a list changes with what it lists', async () => {
  const ask = await start();
  const before = (await ask.get('/notes')).headers['etag'];
  await make(ask);
  expect((await ask.get('/notes')).headers['etag']).not.toBe(before);
});

test('a change is done on the condition that holds, and refused on another', async () => {
  const ask = await start(UNMET);
  const { path, etag } = await make(ask);
  await ask.put(path).set('if-match', '"0"').send({ text: 'b' }).expect(412);
  await ask.put(path).set('if-match', `W/${etag}`).send({ text: 'b' }).expect(412);
  await ask.put(path).set('if-none-match', '*').send({ text: 'b' }).expect(412);
  expect((await ask.get(path)).body.text).toBe('a');
  await ask.put(path).set('if-match', `"0", ${etag}`).send({ text: 'b' }).expect(200);
  await ask.put(path).set('if-match', '*').send({ text: 'c' }).expect(200);
  await ask.put(path).set('if-match', etag).send({ text: 'd' }).expect(412);
  await ask.delete(path).set('if-match', etag).expect(412);
  expect((await ask.get(path)).body.text).toBe('c');
});

test('what is not there is refused for that, whatever the condition says', async () => {
  const ask = await start(UNMET);
  await ask.put('/notes/99').set('if-match', '"0"').send({ text: 'b' }).expect(404);
});

test('a condition that does not hold is refused with a status that is declared, else with an undeclared 412', async () => {
  const byConflict = await start({ 409: { description: 'conflict' }, ...NEEDED });
  const { path } = await make(byConflict);
  await byConflict.put(path).set('if-match', '"0"').send({ text: 'b' }).expect(409);
  const undeclared = await start();
  await undeclared
    .put((await make(undeclared)).path)
    .set('if-match', '"0"')
    .send({ text: 'b' })
    .expect(412);
});

const NEEDED = { 428: { description: 'condition needed' } };

test('what a client has already is 304 where the contract declares that, with its ETag', async () => {
  const ask = await start({}, { 304: { description: 'the same' } });
  const { path, etag } = await make(ask);
  await ask.get(path).set('if-none-match', `W/${etag}`).expect(304).expect('etag', etag);
  await ask.get(path).set('if-none-match', '"0"').expect(200);
  const other = await start();
  const made = await make(other);
  await other.get(made.path).set('if-none-match', made.etag).expect(200);
});

test('a single thing has conditions, too', async () => {
  const ask = await start();
  const { headers } = await ask.get('/settings').expect(200);
  await ask
    .get('/settings')
    .set('if-none-match', headers['etag'] ?? '')
    .expect(304);
  await ask.put('/settings').set('if-match', '"0"').send({ text: 'b' }).expect(412);
  await ask
    .put('/settings')
    .set('if-match', headers['etag'] ?? '')
    .send({ text: 'b' })
    .expect(200);
  await ask
    .put('/settings')
    .set('if-match', headers['etag'] ?? '')
    .send({ text: 'c' })
    .expect(412);
});

test('where the contract says nothing of ETags, a condition is not looked at', async () => {
  const plain = { 200: { description: 'd', content: json } };
  const paths = { '/settings': { get: { responses: plain }, put: { requestBody, responses: plain } } };
  const contract = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths };
  const file = join(folderOf({ 'openapi.json': JSON.stringify(contract) }), 'openapi.json');
  const mock = await serveMock({ contract: file, port: 0, stateful: true, seed: 7 });
  started.push(mock);
  await supertest(mock.url).put('/settings').set('if-match', '"0"').send({ text: 'b' }).expect(200);
});
