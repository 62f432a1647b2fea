/** A mock that keeps state does once what is asked for twice with the same key. */

import { join } from 'node:path';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { type Mock, serveMock } from '../server';

const started: Mock[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((mock) => mock.close()));
});

const note = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, text: { type: 'string' } } };
const json = { 'application/json': { schema: note } };
const shown = { description: 'd', content: json };
const list = { description: 'd', content: { 'application/json': { schema: { type: 'array', items: note } } } };

/** @param more further responses of the POST. */
async function start(more: object = {}) {
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
  const post = { parameters: [key], requestBody: { content: json }, responses: { 201: shown, ...more } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const paths = {
    '/notes': { get: { responses: { 200: list } }, post },
    '/notes/{id}': { parameters: [id], get: { responses: { 200: shown } } },
  };
  const contract = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths };
  const file = join(folderOf({ 'openapi.json': JSON.stringify(contract) }), 'openapi.json');
  const mock = await serveMock({ contract: file, port: 0, stateful: true, seed: 7 });
  started.push(mock);
  const ask = supertest(mock.url);
  const make = (text: string, own?: string) => {
    const request = ask.post('/notes').send({ text });
    return own === undefined ? request : request.set('idempotency-key', own);
  };
  return { mock, make };
}

test('the same request with the same key makes one thing, and is answered as before', async () => {
  const { mock, make } = await start();
  const first = await make('a', 'k1').expect(201);
  await make('a', 'k1').expect(201, first.body);
  expect((await make('a', 'k2').expect(201)).body.id).not.toBe(first.body.id);
  expect((await make('a').expect(201)).body.id).not.toBe(first.body.id);
  mock.reset();
  const anew = await make('b', 'k1').expect(201);
  expect(anew.body.text).toBe('b');
});

test('another request with the same key is refused where the contract says so', async () => {
  const { make } = await start({ 409: { description: 'The key was used for another request.' } });
  await make('a', 'k1').expect(201);
  await make('b', 'k1').expect(409);
  const silent = await start({ 409: { description: 'It is there already.' } });
  await silent.make('a', 'k1').expect(201);
  await silent.make('b', 'k1').expect(201);
});
