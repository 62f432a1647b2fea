/** Reports of different tests of one contract, merged by the real command line. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { behaveAsStore, startStore } from '../../proof/faults/plantStore/plantStore';
import { folderOf } from '../cli/tests/cli.testing';
import { runHere } from '../cli/tests/here.testing';
import { mergeTests } from './mergeTests';
import type { Report } from './report';

const CONTRACT = resolve(__dirname, '../../openapi.yaml');
const read = (file: string): Report => JSON.parse(readFileSync(file, 'utf8'));

/** A recording of one exchange with the store. */
function har(id: string, status: number, text: string): string {
  const entry = {
    request: {
      method: 'DELETE',
      url: `http://127.0.0.1/plants/${id}`,
      headers: [{ name: 'Authorization', value: 'Bearer t' }],
    },
    response: {
      status,
      headers: text === '' ? [] : [{ name: 'Content-Type', value: 'application/json' }],
      content: { size: text.length, text },
    },
  };
  return JSON.stringify({ log: { entries: [entry] } });
}

async function merged(files: Readonly<Record<string, string>>, ...options: string[]) {
  const cwd = folderOf(files);
  for (const name of Object.keys(files))
    await runHere(['judge', name, '--contract', CONTRACT, '--report', `json=${name}.json`], { cwd });
  const names = Object.keys(files).map((name) => `${name}.json`);
  const ended = await runHere(['merge', ...names, '--report', 'json=all.json', '--report', 'terminal', ...options], {
    cwd,
  });
  return { ...ended, report: read(join(cwd, 'all.json')), parts: names.map((name) => read(join(cwd, name))) };
}

const ERROR = '{"error":1,"message":"no"}';

test('what any of them exercised is exercised', async () => {
  const { exitCode, report, parts } = await merged({ 'one.har': har('7', 204, ''), 'two.har': har('abc', 400, ERROR) });
  expect(exitCode).toBe(0);
  expect(parts.map(({ coverage }) => coverage?.exercised)).toEqual([6, 9]);
  expect(report.coverage).toMatchObject({ clauses: 15, exercised: 14, broken: 0 });
  expect(report.coverage?.operations).toEqual([
    { operation: 'DELETE /plants/{id}', clauses: 15, exercised: 14, statuses: { '204': 'kept', '400': 'kept' } },
  ]);
  expect(report.coverage?.unexercised.map(({ kind }) => kind)).toEqual(['violated']);
  expect(report).toMatchObject({ sent: 2, outcome: 'conforms' });
});

test('what any of them broke is broken, and is shown', async () => {
  const wrong = '{"error":"1","message":"no"}';
  const { exitCode, report, stdout } = await merged({
    'one.har': har('abc', 400, ERROR),
    'two.har': har('abc', 400, wrong),
  });
  expect(exitCode).toBe(1);
  expect(report.coverage?.broken).toBe(1);
  expect(stdout).toMatch(/\/error must be integer[\s\S]*seen +#2/);
});

test('--coverage-min is asked of all together', async () => {
  const files = { 'one.har': har('7', 204, ''), 'two.har': har('abc', 400, ERROR) };
  expect((await merged(files, '--coverage-min', '90%')).exitCode).toBe(0);
  expect((await merged(files, '--coverage-min', '95%')).exitCode).toBe(3);
});

test('a run of our own is one of them', async () => {
  const cwd = folderOf({ 'one.har': har('7', 204, '') });
  const store = await startStore(
    behaveAsStore(() => ({})),
    { plants: [], token: 't' },
  );
  try {
    const verify = ['verify', store.url, '--token', 't', '--contract', CONTRACT];
    await runHere([...verify, '--report', 'json=verify.json'], { cwd });
  } finally {
    await store.close();
  }
  await runHere(['judge', 'one.har', '--contract', CONTRACT, '--report', 'json=judge.json'], { cwd });
  const { exitCode } = await runHere(['merge', 'verify.json', 'judge.json', '--report', 'json=all.json'], { cwd });
  // What only a run can exercise (that a refusal has no effect) it still lacks an id for.
  expect(exitCode).toBe(3);
  const [before, after] = ['verify.json', 'all.json'].map((name) => read(join(cwd, name)).coverage);
  expect(before?.operations[0]?.statuses).toEqual({ '204': 'unexercised', '400': 'kept' });
  expect(after).toMatchObject({ clauses: 16, exercised: 16 });
});

test('reports of different contracts are not merged', async () => {
  const cwd = folderOf({ 'one.har': har('7', 204, '') });
  await runHere(['judge', 'one.har', '--contract', CONTRACT, '--report', 'json=one.json'], { cwd });
  const other = read(join(cwd, 'one.json'));
  writeFileSync(join(cwd, 'two.json'), JSON.stringify({ ...other, contract: { ...other.contract, title: 'Other' } }));
  const { exitCode, stderr } = await runHere(['merge', 'one.json', 'two.json'], { cwd });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('two.json is of another contract than one.json');
});

const part = (more: Partial<Report>) =>
  ({
    ...{ contract: { title: 'Store' }, tool: { version: '1' }, target: 'http://x', requirements: [], waivers: [] },
    ...{ observations: [], exchanges: [], sent: 5, durationMs: 0, startedAt: '', ...more },
  }) as unknown as Report;

test('the exchanges of chains are found in the merged report', () => {
  const parts = [part({ chains: [[1, 4]] }), part({}), part({ chains: [[2, 3], [5]] })];
  const all = parts.map((report, at) => ({ name: `${at}`, report }));
  expect(mergeTests(all).chains).toEqual([[1, 4], [12, 13], [15]]);
  expect(mergeTests(all.slice(1, 2))).not.toHaveProperty('chains');
});

test('the waivers of every report are in the merged one, and one that any report needed is applied', () => {
  const waiver = (rule: string, state: 'applied' | 'expired' | 'unused') => ({ rule, reason: 'Later.', state });
  const part = (...waivers: ReturnType<typeof waiver>[]) =>
    ({
      ...{ contract: { title: 'Store' }, tool: { version: '1' }, target: 'http://x', requirements: [], waivers },
      ...{ observations: [], exchanges: [], sent: 1, durationMs: 0, startedAt: '' },
    }) as unknown as Report;
  const parts = [
    part(waiver('first', 'applied'), waiver('both', 'unused')),
    part(waiver('both', 'applied'), waiver('second', 'expired')),
  ];
  const all = mergeTests(parts.map((report, at) => ({ name: `${at}`, report })));
  expect(all.waivers.map(({ rule, state }) => [rule, state])).toEqual([
    ['first', 'applied'],
    ['both', 'applied'],
    ['second', 'expired'],
  ]);
});

test('the steps of workflows name their exchanges in the merged report', () => {
  const clause = { pointer: '#', file: 'a.yaml', line: 1, column: 1 };
  const step = { id: 'look', clause, verdict: 'pass' as const, criteria: [], outputs: [], exchange: 2 };
  const workflows = [{ id: 'w', clause, steps: [step], outputs: [] }];
  const all = [part({ workflows }), part({ workflows })].map((report, at) => ({ name: `${at}`, report }));
  expect(mergeTests(all).workflows?.map(({ steps }) => steps[0]?.exchange)).toEqual([2, 7]);
  expect(mergeTests([{ name: '0', report: part({}) }])).not.toHaveProperty('workflows');
});
