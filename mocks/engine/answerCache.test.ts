/** What is kept of answers never keeps a request from its own. */

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import type { Operation } from '../../src/contract/contract';
import { serveMock } from '../server';
import { createAnswersAgain, createKeptAnswers } from './answerCache';
import type { Again } from './engine';

test('each choice has an answer of its own, asked again and again', async () => {
  const mock = await serveMock({ contract: 'mocks/fixtures/garden.yaml', port: 0 });
  const ask = (headers: Record<string, string>, path = '/plants') => supertest(mock.url).get(path).set(headers);
  try {
    for (let round = 0; round < 3; round++) {
      await ask({}).expect(200).expect('content-type', 'application/json');
      await ask({ accept: 'text/csv' }).expect('content-type', 'text/csv');
      await ask({ accept: 'application/xml' }).expect('content-type', 'application/xml');
      await ask({ accept: 'image/png' }).expect(406);
      expect((await ask({ prefer: 'example=none' })).body).toEqual([]);
      expect((await ask({}, '/plants?__example=none')).body).toEqual([]);
      await ask({ prefer: 'code=422' }).expect(422);
      await ask({}, '/plants?limit=x').expect(422);
    }
    const made = await Promise.all(Array.from({ length: 20 }, () => ask({ prefer: 'dynamic=true' })));
    expect(new Set(made.map(({ text }) => text)).size).toBeGreaterThan(1);
  } finally {
    await mock.close();
  }
});

test('what is made up anew each time is, and what is to be told of each request', async () => {
  const called: string[] = [];
  const hook = createServer((request, response) => {
    called.push(request.url ?? '');
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'espalier-kept-'));
  const { port } = hook.address() as AddressInfo;
  const responses = { 204: { description: 'Done' } };
  const onDone = { [`http://127.0.0.1:${port}/{$request.query.name}`]: { post: { responses } } };
  const parameters = [{ name: 'name', in: 'query', required: true, schema: { type: 'string' } }];
  const post = { parameters, responses, callbacks: { onDone } };
  const file = join(folder, 'openapi.json');
  const info = { title: 'Callbacks', version: '1' };
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info, paths: { '/jobs': { post } } }));
  const mock = await serveMock({ contract: file, port: 0 });
  try {
    for (const name of ['one', 'two', 'three']) await supertest(mock.url).post(`/jobs?name=${name}`).expect(204);
    for (let waited = 0; called.length < 3 && waited < 1000; waited++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(called.sort()).toEqual(['/one', '/three', '/two']);
  } finally {
    await mock.close();
    hook.close();
    rmSync(folder, { recursive: true });
  }
});

test('all is forgotten before it is too much', () => {
  const kept = createKeptAnswers(({ body }: { readonly body: string }) => body.length);
  const operation = {} as Operation;
  const answer = { status: 200, headers: {}, body: 'x'.repeat(10 * 1024 * 1024), reasons: [] };
  for (const accept of ['a', 'b', 'c', 'd']) kept.keep(operation, {}, accept, answer);
  expect(['a', 'b', 'c', 'd'].map((accept) => kept.of(operation, {}, accept) !== undefined)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test('answers are kept beside what they show, for what made them, until there are too many', () => {
  const kept = createAnswersAgain();
  const [one, other] = [{}, {}];
  const answer = { status: 200, headers: {}, body: 'x'.repeat(1024 * 1024), reasons: [] };
  const things: Again[] = Array.from({ length: 70 }, () => ({}));
  for (const thing of things) kept.keep(thing, one, answer);
  const isKept = things.map((thing) => kept.of(thing, one) !== undefined);
  expect([isKept[0], isKept[69]]).toEqual([false, true]);
  expect(isKept.filter(Boolean).length).toBeLessThanOrEqual(64);
  const [thing = {}] = things;
  kept.keep(thing, other, answer);
  expect([kept.of(thing, one), kept.of(thing, other)]).toEqual([undefined, answer]);
});

test('a request that breaks the contract is told its own mistake, asked again and again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-refused-'));
  const text = { type: 'string' };
  const problem = { type: 'object', required: ['instance', 'detail'], properties: { instance: text, detail: text } };
  const refused = { description: 'Refused', content: { 'application/json': { schema: problem } } };
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'size', in: 'query', schema: { type: 'integer' } },
  ];
  const done = { 204: { description: 'Done' } };
  const paths = {
    '/declared/{id}': { get: { parameters, responses: { ...done, 422: refused } } },
    '/undeclared/{id}': { get: { parameters, responses: done, security: [{ token: [] }] } },
    // Nothing is known of the content of the refusal.
    '/bare/{id}': { get: { parameters, responses: { ...done, 400: { description: 'Refused' } } } },
  };
  const components = { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } };
  const file = join(folder, 'openapi.json');
  const info = { title: 'Refusals', version: '1' };
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info, components, paths }));
  const mock = await serveMock({ contract: file, port: 0 });
  const ask = async (path: string, authorization = 'Bearer t') => {
    const { status, body, headers } = await supertest(mock.url).get(path).set({ authorization });
    return [status, body.instance ?? '', body.detail ?? '', (headers['sl-violations'] ?? '').includes('"size"')];
  };
  try {
    const id = 'id must be integer';
    const size = 'size must be integer';
    for (let round = 0; round < 2; round++) {
      expect(await ask('/declared/a')).toEqual([422, '/declared/a', id, false]);
      expect(await ask('/declared/b')).toEqual([422, '/declared/b', id, false]);
      expect(await ask('/declared/1?size=a')).toEqual([422, '/declared/1', size, true]);
      expect(await ask('/undeclared/a')).toEqual([422, '', `Request path parameter ${id}.`, false]);
      expect(await ask('/undeclared/1?size=b')).toEqual([422, '', `Request query parameter ${size}.`, false]);
      expect((await ask('/undeclared/a', 'none'))[0]).toBe(401);
      expect((await ask('/undeclared/1'))[0]).toBe(204);
      expect(await ask('/bare/1?size=c')).toEqual([400, '', '', true]);
      expect(await ask('/bare/c')).toEqual([400, '', '', false]);
    }
  } finally {
    await mock.close();
    rmSync(folder, { recursive: true });
  }
});
