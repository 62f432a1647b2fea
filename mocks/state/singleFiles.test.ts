/** Files that a thing has one of, such as the avatar of a user. */

import { join } from 'node:path';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { type Mock, serveMock } from '../server';

let mock: Mock;
afterEach(() => mock.close());

const empty = (status: number) => ({ [status]: { description: 'd' } });
const binary = { schema: { type: 'string', format: 'binary' } };

async function startAvatars(sent: object, shown: object) {
  const user = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const json = { description: 'd', content: { 'application/json': { schema: user } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const paths = {
    '/users': { post: { responses: { 201: json } } },
    '/users/{id}': { parameters: [id], get: { responses: { 200: json, ...empty(404) } } },
    '/users/{id}/avatar': {
      parameters: [id],
      put: { requestBody: { required: true, content: sent }, responses: empty(204) },
      get: { responses: { 200: { description: 'd', content: shown }, ...empty(404) } },
      delete: { responses: empty(204) },
    },
  };
  const contract = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
  const file = join(folderOf({ 'openapi.json': JSON.stringify(contract) }), 'openapi.json');
  mock = await serveMock({ contract: file, port: 0, stateful: true, seed: 7 });
  const ask = supertest(mock.url);
  const made = await ask.post('/users');
  return { ask, path: `/users/${made.body.id}/avatar`, other: `/users/${made.body.id + 1}/avatar` };
}

const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 0xff]);

test.each<[what: string, type: string, sent: object, shown: object]>([
  ['a picture', 'image/png', { 'image/png': {} }, { 'image/*': {} }],
  ['bytes', 'application/octet-stream', { 'application/octet-stream': binary }, { 'application/octet-stream': binary }],
  ['one of several types', 'image/webp', { 'image/*': {} }, { 'image/png': {}, 'image/webp': {} }],
])('%s that was put is shown as it was sent, until it is removed', async (_, type, sent, shown) => {
  const { ask, path, other } = await startAvatars(sent, shown);
  await ask.put(path).set('Content-Type', type).send(BYTES).expect(204);
  const answer = await ask
    .get(path)
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
    });
  expect([answer.status, answer.headers['content-type'], answer.body]).toEqual([200, type, BYTES]);
  expect((await ask.get(other)).status).not.toBe(500);
  await ask.delete(path).expect(204);
  await ask.get(path).expect(404);
});

test('a text is shown as it was sent, and a file of a type that no answer has is not', async () => {
  const { ask, path } = await startAvatars({ 'text/plain': {}, 'image/gif': {} }, { 'text/plain': {} });
  await ask.put(path).set('Content-Type', 'text/plain').send('Grün').expect(204);
  expect((await ask.get(path)).text).toBe('Grün');
  await ask.put(path).set('Content-Type', 'image/gif').send(BYTES).expect(204);
  const { status, headers } = await ask.get(path);
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
});
