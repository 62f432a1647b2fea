import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, runCli } from '../../cli/tests/cli.testing';
import { runHere } from '../../cli/tests/here.testing';
import type { Report } from '../../report/report';
import { ALL_CASES, testWide } from '../../support/testing/cases.testing';
import { serve } from '../../support/testing/serving.testing';
import { parseShard } from './shard';

const ROOTS = Array.from({ length: ALL_CASES ? 9 : 5 }, (_, at) => `things${at}`);

const PATHS = ROOTS.map(
  (root, at) => `
  /api/${root}:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: ${at + 5} } }]
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array } } } }
        '400': { description: refused }
  /api/${root}/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: one, content: { application/json: { schema: { type: object, required: [id] } } } }
        '404': { description: none }
    delete:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '204': { description: gone }, '404': { description: none } }`,
).join('');

let url: string;
let folder: string;

beforeAll(async () => {
  url = await serve((request, response) => {
    const [, , root = '', id] = new URL(request.url ?? '', 'http://target').pathname.split('/');
    const at = Number(root.slice(-1));
    if (id === undefined && at % 3 === 0) response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    else if (id === undefined) response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    else if (at === 4) response.writeHead(500).end();
    else response.writeHead(404).end();
  });
  folder = folderOf({
    'openapi.yaml': `openapi: 3.0.3\ninfo: { title: Things, version: 1.0.0 }\npaths:${PATHS}\n`,
    'espalier.yaml': 'waivers:\n  - { rule: body-schema, operation: GET /api/things0, reason: later }\n',
  });
});

async function verify(file: string, ...args: readonly string[]): Promise<number | null> {
  const { exitCode, stderr } = await runHere(
    ['verify', url, '--contract', 'openapi.yaml', '--report', `json=${file}`, ...args],
    { cwd: folder },
  );
  if (exitCode === 2) throw new Error(stderr);
  return exitCode;
}

function read(file: string): Report {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as Report;
}

/** What does not depend on where an exchange stands in the order of sending. */
function said({ requirements, outcome, exitCode, reason, counts, waivers, observations }: Report) {
  return {
    ...{ outcome, exitCode, reason, counts, waivers },
    requirements: requirements.map(({ findings, ...each }) => ({
      ...each,
      findings: findings.map(({ exchange: _, exchanges, ...finding }) => ({ ...finding, exchanges: exchanges.length })),
    })),
    observations: observations.map(({ exchanges, ...each }) => JSON.stringify([each, exchanges.length])).sort(),
  };
}

testWide('the parts of a run say together what the whole run says', async () => {
  const exitCode = await verify('whole.json', '--seed', '7.k3f9');
  const whole = read('whole.json');
  expect(whole).toMatchObject({ outcome: 'violates', waivers: [{ state: 'applied' }] });
  for (const number of ALL_CASES ? [1, 3, 7] : [3]) {
    const files = Array.from({ length: number }, (_, at) => `part-${at + 1}-of-${number}.json`);
    for (const [at, file] of files.entries()) await verify(file, '--seed', '7.k3f9', '--shard', `${at + 1}/${number}`);
    // In whichever order they are handed over.
    const merged = await runHere(['merge', ...files.reverse(), '--report', 'json=merged.json'], { cwd: folder });
    expect(merged.exitCode).toBe(exitCode);
    const report = read('merged.json');
    expect(said(report)).toEqual(said(whole));
    // Each part looks for itself at what a request may name, and what one look showed may spare another one.
    expect(Math.abs(report.sent - whole.sent)).toBeLessThan(5 * number);
    const shown = new Map(report.exchanges.map((each) => [each.index, each]));
    expect(shown.size).toBe(report.exchanges.length);
    for (const { operation, findings } of report.requirements)
      for (const finding of findings) expect(shown.get(finding.exchange)?.operation).toBe(operation);
    // What belongs together stays together.
    const roots = files.map((file) => new Set(Object.keys(read(file).shard?.operations ?? {}).map(rootOf)));
    expect(roots.reduce((sum, { size }) => sum + size, 0)).toBe(ROOTS.length);
  }
});

testWide('a run in several processes says what the whole run says', async () => {
  await verify('alone.json', '--seed', '7.k3f9');
  const args = ['verify', url, '--contract', 'openapi.yaml', '--seed', '7.k3f9', '--processes', '2'];
  const reports = ['json=processes.json', 'junit=processes.xml', 'html=processes.html'];
  const { exitCode, stdout, stderr } = await runCli(
    [...args, ...reports.flatMap((report) => ['--report', report]), '--report', 'terminal'],
    { cwd: folder },
  );
  // A loaded machine takes so long that the run tells its progress, too.
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringMatching(/^Settings are read from espalier\.yaml\.\n(?:.* exchanges?, .*\n)*$/),
  });
  expect(stdout.match(/^Outcome: violates/gm)).toHaveLength(1);
  const report = read('processes.json');
  expect(said(report)).toEqual(said(read('alone.json')));
  expect(report.shard).toBeUndefined();
});

function rootOf(name: string): string {
  return name.split('/')[2] ?? '';
}

test('--coverage-min is asked of all parts together', async () => {
  const ok = await serve((_, response) => response.writeHead(200).end());
  const get = "{ get: { responses: { '200': { description: all }, '404': { description: never seen } } } }";
  const cwd = folderOf({
    'openapi.yaml': `openapi: 3.0.3\ninfo: { title: Two, version: 1.0.0 }\npaths:\n  /a: ${get}\n  /b: ${get}\n`,
  });
  for (const part of ['1', '2'])
    await runHere(['verify', ok, '--shard', `${part}/2`, '--report', `json=${part}.json`], { cwd });
  const merge = async (least: string) =>
    (await runHere(['merge', '1.json', '2.json', '--coverage-min', least], { cwd })).exitCode;
  expect(await merge('60%')).toBe(0);
  expect(await merge('70%')).toBe(3);
});

testWide('a part that is missing, foreign or none is no verdict', async () => {
  await verify('one.json', '--shard', '1/2');
  await verify('two.json', '--shard', '2/2');
  await verify('other.json', '--shard', '2/2', '--seed', '9');
  await verify('closed.json', '--shard', '2/2', '--closed');
  await verify('third.json', '--shard', '2/3');
  await verify('all.json');
  writeFileSync(join(folder, 'broken.json'), '{');
  writeFileSync(join(folder, 'foreign.json'), '{"schemaVersion":1}');
  const merge = async (...files: readonly string[]) => {
    const { exitCode, stderr } = await runHere(['merge', ...files], { cwd: folder });
    expect({ files, exitCode }).toEqual({ files, exitCode: 2 });
    return stderr.trim();
  };
  expect((await runHere(['merge', 'one.json', 'two.json'], { cwd: folder })).exitCode).toBe(1);
  expect(await merge('one.json')).toBe('Part 2 of 2 is missing; hand over the JSON report of each.');
  expect(await merge('one.json', 'one.json')).toMatch(/both part 1 of 2/);
  expect(await merge('one.json', 'other.json')).toBe(
    'other.json is no part of the same run as one.json: its seed is 9, not 1.',
  );
  expect(await merge('one.json', 'closed.json')).toMatch(/its contract, its selection or its settings are others/);
  expect(await merge('one.json', 'third.json')).toMatch(/it is one of 3 parts, not of 2/);
  expect(await merge('one.json', 'all.json')).toMatch(/^all\.json is the report of a whole run/);
  const failed = {
    ...JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8')),
    outcome: 'error',
    exitCode: 2,
    reason: 'No answer.',
  };
  writeFileSync(join(folder, 'failed.json'), JSON.stringify(failed));
  expect(await merge('one.json', 'failed.json')).toBe('failed.json is of a run that ended in an error: No answer.');
  expect(await merge('one.json', 'broken.json')).toMatch(/^The report broken\.json is no JSON/);
  expect(await merge('one.json', 'foreign.json')).toMatch(/^foreign\.json is no JSON report of Espalier/);
  expect(await merge('one.json', 'nowhere.json')).toMatch(/^The report nowhere\.json cannot be read/);
});

test.each(['0/3', '4/3', '1', '1/0', 'a/b', '1/2/3', '-1/2'])('%s names no part', (text) => {
  expect(() => parseShard(text)).toThrow(`--shard ${text} names no part; write --shard 2/3 for the second of three.`);
});
