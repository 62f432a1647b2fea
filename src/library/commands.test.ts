/** The commands as functions, each on a small case: what they say is tested where it is made. */

import { AssertionError } from 'node:assert';
import { join } from 'node:path';
import { behaveAsStore, type PlantStore, startStore } from '../../proof/faults/plantStore/plantStore';
import { folderOf } from '../cli/tests/cli.testing';
import {
  amend,
  assertKeepsContract,
  check,
  defineRule,
  diff,
  judge,
  judgeRecording,
  loadContract,
  runWorkflow,
  UsageError,
  verify,
} from '../index';
import { serve } from '../support/testing/serving.testing';
import { toKeepContract } from '../vitest';

const CONTRACT = join(__dirname, '../../openapi.yaml');

function contractWith(schema: object, path = '/items'): string {
  const content = { 'application/json': { schema } };
  const get = { responses: { 200: { description: 'ok', content } } };
  const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: { [path]: { get } } });
  return join(folderOf({ 'openapi.json': text }), 'openapi.json');
}

const NAMED = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const NUMBERED = { type: 'object', required: ['name'], properties: { name: { type: 'integer' } } };

test('check finds the mistakes of a contract, and the operations of a right one', async () => {
  expect(await check(CONTRACT)).toMatchObject({ operations: ['DELETE /plants/{id}'], mistakes: [] });
  const wrong = contractWith({ type: 'strin' });
  const { mistakes } = await check(wrong);
  expect(mistakes).toMatchObject([{ message: expect.stringContaining('strin') }]);
  const { mistakes: missing } = await check('no-such-file.yaml');
  expect(missing).toMatchObject([{ message: expect.stringContaining('there is no such file') }]);
});

test('diff tells what breaks clients, and nothing where nothing does', async () => {
  const [old, now] = [contractWith(NAMED), contractWith(NUMBERED)];
  const found = await diff(old, now);
  expect(found.exitCode).toBe(1);
  expect(found.breaks.length).toBeGreaterThan(0);
  expect(await diff(old, old)).toMatchObject({ exitCode: 0, breaks: [] });
  const levels = Object.fromEntries(found.breaks.map(({ rule }) => [rule, 'note' as const]));
  expect(await diff(old, now, { levels })).toMatchObject({ exitCode: 0 });
});

test('amend makes a contract true to what a report shows', async () => {
  const contract = contractWith(NAMED);
  const target = await serve((_, response) =>
    response.setHeader('Content-Type', 'application/json').end('{"name":null}'),
  );
  const report = await verify(await loadContract(contract), { target, seed: 1 });
  const { changes, overlay, left } = await amend([report], { contract });
  expect(left).toEqual([]);
  expect(changes).toMatchObject([{ seen: expect.stringContaining('name') }]);
  expect(overlay).toContain('overlay: 1');
  expect((await amend([], { contract })).changes).toEqual([]);
});

/** A HAR file with one answer to a request for `/items`. */
function recordingOf(body: string): string {
  const entry = {
    request: { method: 'GET', url: 'http://store.test/items', headers: [], httpVersion: 'HTTP/1.1', queryString: [] },
    response: {
      ...{ status: 200, statusText: 'OK', httpVersion: 'HTTP/1.1' },
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { size: body.length, mimeType: 'application/json', text: body },
    },
  };
  const log = { version: '1.2', entries: [entry, entry] };
  return join(folderOf({ 'session.har': JSON.stringify({ log }) }), 'session.har');
}

test('judgeRecording judges what was recorded, also by a rule of the user', async () => {
  const contract = contractWith(NAMED);
  expect(await judgeRecording(recordingOf('{"name":"fern"}'), { contract })).toMatchObject({ outcome: 'conforms' });
  expect(await judgeRecording([recordingOf('{"name":7}')], { contract })).toMatchObject({ outcome: 'violates' });
  const never = defineRule({
    ...{ id: 'house/never', level: 'must', statement: 's', source: 's' },
    judge: () => ({ message: 'never', expected: 'a', actual: 'b' }),
  });
  const judged = await judgeRecording(recordingOf('{"name":"fern"}'), { contract, extend: [never] });
  expect(judged.requirements.find(({ rule }) => rule === 'house/never')?.verdict).toBe('fail');
  const elsewhere = judgeRecording(recordingOf('{}'), { contract: contractWith(NAMED, '/others') });
  await expect(elsewhere).rejects.toThrow(UsageError);
});

describe('on a service', () => {
  let store: PlantStore;
  beforeEach(async () => {
    store = await startStore(behaveAsStore(), { plants: [101n, 102n], token: 'the-token' });
  });
  afterEach(() => store.close());

  const WORKFLOW = {
    ...{ arazzo: '1.0.1', info: { title: 'W', version: '1' } },
    sourceDescriptions: [{ name: 'store', url: CONTRACT, type: 'openapi' }],
    workflows: [
      {
        workflowId: 'remove',
        inputs: { type: 'object', properties: { id: { type: 'integer' } } },
        steps: [
          {
            ...{ stepId: 'gone', operationPath: '{$sourceDescriptions.store.url}#/paths/~1plants~1{id}/delete' },
            parameters: [{ name: 'id', in: 'path', value: '$inputs.id' }],
            successCriteria: [{ condition: '$statusCode == 204' }],
          },
        ],
      },
    ],
  };

  test('runWorkflow runs the steps of a document alone, on a service or on a mock', async () => {
    const file = join(folderOf({ 'w.arazzo.json': JSON.stringify(WORKFLOW) }), 'w.arazzo.json');
    const given = { target: store.url, token: 'the-token', inputs: { id: 101 } };
    const report = await runWorkflow(file, { ...given, writes: 'any' });
    expect(report.requirements.filter(({ rule }) => rule === 'workflow')).toMatchObject([{ verdict: 'pass' }]);
    await expect(runWorkflow(file, given)).rejects.toThrow('The step');
    const onMock = await runWorkflow(file, { inputs: { id: 101 } });
    expect(onMock.requirements.some(({ rule }) => rule === 'workflow')).toBe(true);
  });

  test('a response is judged by the matcher for Vitest, and by an assertion for node:test', async () => {
    const options = { contract: CONTRACT, operation: 'DELETE /plants/{id}' };
    const headers = { Authorization: 'Bearer the-token' };
    const remove = (id: number) => fetch(`${store.url}/plants/${id}`, { method: 'DELETE', headers });
    const kept = await remove(101);
    expect(await toKeepContract(kept, options)).toMatchObject({ pass: true });
    await assertKeepsContract(kept, options);
    const broken = new Response('{}', { status: 500 });
    const { pass, message } = await toKeepContract(broken, options);
    expect([pass, message()]).toEqual([
      false,
      (await judge(broken, { ...options, contract: await loadContract(CONTRACT) })).message,
    ]);
    await expect(assertKeepsContract(broken, options)).rejects.toThrow(AssertionError);
  });
});
