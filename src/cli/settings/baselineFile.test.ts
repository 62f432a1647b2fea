/** The baseline as the command line has it. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { folderOf } from '../tests/cli.testing';
import { runHere } from '../tests/here.testing';

lingerFor(5);

const CONTRACT = `openapi: 3.1.0
info: { title: Two, version: 1.0.0 }
paths:
  /a:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } } }
  /b:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } } }
`;

test('a run fails on what is new alone, --failed runs that alone, and merge knows it, too', async () => {
  const answers: Record<string, string> = { '/a': '[1]', '/b': '{}' };
  const asked: string[] = [];
  const url = await serve(({ url: path = '' }, response) => {
    asked.push(path);
    response.setHeader('Content-Type', 'application/json').end(answers[path] ?? '{}');
  });
  const settings = 'baseline: known.json\n';
  const cwd = folderOf({ 'openapi.yaml': CONTRACT, 'espalier.yaml': settings });
  const file = join(cwd, 'known.json');
  const verify = (...args: string[]) => runHere(['verify', url, '--only', 'body-schema', ...args], { cwd });
  expect(await verify()).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('espalier.yaml:1:1: There is no baseline known.json; --baseline-update writes it.'),
  });
  const updated = await verify('--baseline-update', '--report', 'json=report.json');
  expect(updated).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('The baseline known.json has 1 finding now: 1 more, 0 removed.'),
  });
  const written = readFileSync(file, 'utf8');
  expect(written).toContain('"operation":"GET /a","rule":"body-schema 200"');
  expect(await verify()).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/Outcome: conforms \(exit 0\): no new breach; 1 known/),
  });
  answers['/b'] = '[]';
  expect(await verify()).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/1 failed.*1 known breach\n/) });
  asked.length = 0;
  expect((await verify('--failed')).exitCode).toBe(1);
  expect(new Set(asked)).toEqual(new Set(['/b']));
  Object.assign(answers, { '/a': '{}', '/b': '{}' });
  expect(await verify()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('No longer seen') });
  expect((await verify('--baseline-strict')).exitCode).toBe(1);
  expect((await verify('--baseline-strict', '--operation', 'GET /b')).exitCode).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(written);

  const merge = (...args: string[]) => runHere(['merge', 'report.json', ...args], { cwd });
  expect((await merge('--baseline', 'known.json')).exitCode).toBe(0);
  expect((await merge('--baseline', 'new.json', '--baseline-update')).exitCode).toBe(0);
  expect(existsSync(join(cwd, 'new.json'))).toBe(true);
});

test.each<[string, string, readonly string[], RegExp]>([
  ['is none', '{"a": 1}', ['--baseline', 'b.json'], /^b\.json is no baseline of Espalier/],
  [
    'is for a later version',
    '{"espalierBaseline": 9, "findings": []}',
    ['--baseline', 'b.json'],
    /A later version of Espalier/,
  ],
  ['has no name', '', ['--baseline-update'], /^--baseline-update needs the file of the baseline/],
  [
    'is of a part',
    '',
    ['--baseline', 'b.json', '--baseline-update', '--shard', '1/2'],
    /leave --baseline-update to espalier merge/,
  ],
])('a baseline that %s is refused in a sentence', async (_, text, args, message) => {
  const cwd = folderOf({ 'openapi.yaml': CONTRACT });
  writeFileSync(join(cwd, 'b.json'), text);
  const { exitCode, stderr } = await runHere(['verify', 'http://127.0.0.1:1', ...args], { cwd });
  expect(stderr).toMatch(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(exitCode).toBe(2);
});
