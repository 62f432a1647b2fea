import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../report/report';
import { folderOf } from '../tests/cli.testing';
import { runHere } from '../tests/here.testing';

const CONTRACT = `openapi: 3.1.0
info: { title: Beds, version: 1.0.0 }
paths:
  /beds:
    post:
      operationId: addBed
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { 201: { description: made } }
  /beds/{bedId}:
    parameters: [{ name: bedId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readBed, responses: { 200: { description: ok } } }
`;

/** A report of two exchanges: a bed is made, and read. */
function reportWith(more: Partial<Report>): string {
  const exchange = (index: number, operation: string, url: string, status: number, sent?: string) => ({
    ...{ index, case: '', probe: 'valid', operation, error: null, raw: '', durationMs: 1, curl: '' },
    request: {
      method: operation.split(' ')[0],
      url: `http://127.0.0.1:1/v1${url}`,
      headers: [['Content-Type', 'application/json']],
      ...(sent === undefined ? {} : { body: sent }),
    },
    response: { httpVersion: '1.1', status, statusText: '', headers: [], body: '{"bedId":7}', bodyBytes: 11 },
  });
  return JSON.stringify({
    ...{ schemaVersion: 1, tool: { name: 'espalier', version: '0' }, startedAt: '2026-01-01T00:00:00Z', durationMs: 1 },
    ...{ contract: { title: 'Beds', version: '1', file: 'openapi.yaml' }, target: 'http://127.0.0.1:1/v1', sent: 2 },
    ...{ outcome: 'conforms', exitCode: 0, counts: { pass: 0, fail: 0, warn: 0, skip: 0 } },
    ...{ requirements: [], waivers: [], observations: [] },
    exchanges: [
      exchange(1, 'POST /beds', '/beds', 201, '{"width":2}'),
      exchange(2, 'GET /beds/{bedId}', '/beds/7', 200),
    ],
    ...more,
  });
}

const START = ['init', '--workflow', 'flows/beds.arazzo.yaml'];
const WITH_REPORT = [...START, '--report', 'report.json'];

test('what a report tells of chains becomes workflows beside the contract', async () => {
  const cwd = folderOf({ 'openapi.yaml': CONTRACT, 'report.json': reportWith({ chains: [[1, 2]] }) });
  const { exitCode, stdout, stderr } = await runHere(WITH_REPORT, { cwd });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toBe(
    `flows/beds.arazzo.yaml: 1 workflow of 2 steps.
  bed-lifecycle: A bed is created and read.
Read them, and run: espalier verify http://127.0.0.1:1/v1 --contract openapi.yaml --writes any --workflow flows/beds.arazzo.yaml
`,
  );
  const text = readFileSync(join(cwd, 'flows/beds.arazzo.yaml'), 'utf8');
  expect(text).toContain('\n  - name: openapi\n    url: ../openapi.yaml\n');
  expect(text).toContain(
    '\n          - name: bedId\n            in: path\n            value: $steps.create-bed.outputs.bedId\n',
  );
  const listed = await runHere(
    ['verify', 'http://127.0.0.1:1', '--list', '--writes', 'any', ...WITH_REPORT.slice(1, 3)],
    {
      cwd,
    },
  );
  expect(listed).toMatchObject({ exitCode: 0 });
});

test.each<[string, Readonly<Record<string, string>>, readonly string[], RegExp]>([
  ['a report without chains', { 'report.json': reportWith({}) }, WITH_REPORT, /^In report\.json nothing was made and /],
  [
    'chains of another contract',
    { 'report.json': reportWith({ chains: [[8, 9]] }) },
    WITH_REPORT,
    /nothing was made and then asked about/,
  ],
  ['no report', {}, WITH_REPORT, /^The report report\.json cannot be read: /],
  ['no earlier run', {}, START, /^There is no report of an earlier run in this folder/],
  [
    'a file that is there',
    { 'report.json': reportWith({ chains: [[1, 2]] }), 'beds.yaml': '' },
    ['init', '--workflow', 'beds.yaml', '--report', 'report.json'],
    /^beds\.yaml is there already; name another file, or remove it\.$/m,
  ],
])('%s is told in one sentence', async (_, files, args, sentence) => {
  const cwd = folderOf({ 'openapi.yaml': CONTRACT, ...files });
  const { exitCode, stdout, stderr } = await runHere(args, { cwd });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(sentence);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(existsSync(join(cwd, 'flows'))).toBe(false);
});
