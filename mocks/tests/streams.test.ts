/** Streams that the mock makes up hold what their items are declared to be, and come one by one. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { type Mock, serveMock } from '../server';

const text = { type: 'string' };
const REPORT = {
  type: 'object',
  required: ['email', 'code'],
  properties: { email: text, code: { ...text, pattern: '^z{3}$' }, percent: { type: 'integer' } },
};
const inText = { ...text, contentMediaType: 'application/json', contentSchema: REPORT };
const EVENT = { type: 'object', required: ['data'], properties: { event: { enum: ['progress'] }, data: inText } };
const MADE = { email: expect.stringMatching(/@example\.com$/), code: 'zzz', percent: expect.any(Number) };

let mock: Mock;
beforeAll(async () => {
  const ok = (content: object) => ({ get: { responses: { 200: { description: 'ok', content } } } });
  const paths = {
    '/events': ok({ 'text/event-stream': { itemSchema: EVENT } }),
    '/told': ok({ 'text/event-stream': { itemSchema: EVENT, example: 'data: one\n\ndata: two\n\n' } }),
    '/lines': ok({ 'application/jsonl': { itemSchema: REPORT } }),
    '/one': ok({ 'application/json': { schema: { type: 'object', properties: { report: inText } } } }),
  };
  const file = join(folderOf({}), 'openapi.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.2.0', info: { title: 'T', version: '1' }, paths }));
  mock = await serveMock({ contract: file, port: 0 });
});
afterAll(() => mock.close());

const bodyOf = async (path: string) => (await fetch(mock.url + path)).text();

test('the data of events is the JSON that they are declared to hold', async () => {
  const events = (await bodyOf('/events')).trim().split('\n\n');
  expect(events.length).toBeGreaterThan(2);
  for (const event of events) {
    const [, data = ''] = /^event: progress\ndata: (.*)$/.exec(event) ?? [];
    expect(JSON.parse(data)).toEqual(MADE);
  }
});

test('lines are things', async () => {
  const lines = (await bodyOf('/lines')).trim().split('\n');
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(JSON.parse(line)).toEqual(MADE);
});

test('a text beside others holds JSON, too', async () => {
  expect(JSON.parse(JSON.parse(await bodyOf('/one')).report)).toEqual(MADE);
});

test('events that the contract has as a text are sent as they stand', async () => {
  expect(await bodyOf('/told')).toBe('data: one\n\ndata: two\n\n');
});

test('events come one by one', async () => {
  const { body } = await fetch(`${mock.url}/events`);
  const times: number[] = [];
  for await (const _ of body ?? []) times.push(performance.now());
  expect(times.length).toBeGreaterThan(2);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(100);
});
