/** A run that could not be one leaves no report of an earlier run, and says in each that was asked for why it was none. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Report } from '../../report/report';
import schema from '../../report/report.schema.json';
import { someOf, testWide } from '../../support/testing/cases.testing';
import { vendorFile } from '../../support/vendored';
import { CLI, type CliSurroundings, folderOf, runCli } from './cli.testing';
import { runHere } from './here.testing';

const PLANTS = readFileSync(join(__dirname, '../../../openapi.yaml'), 'utf8');
const NOWHERE = 'http://127.0.0.1:1';
const validate = addFormats.default(new Ajv2020()).compile(schema);

interface Failure {
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly why: string;
  readonly surroundings?: CliSurroundings;
}

/** Throws outside of all that is waited for, as a bug of ours would. */
const BUG = "setTimeout(() => { throw new Error('a bug'); });";

const FAILURES: Readonly<Record<string, Failure>> = {
  'an unusable contract': {
    args: [NOWHERE],
    files: { 'openapi.yaml': 'openapi: 3.1.0\ninfo: [' },
    why: 'openapi.yaml:2:',
  },
  'a contract that is not there': { args: [NOWHERE, '--contract', 'none.yaml'], why: 'none.yaml:1:1: ' },
  'a bad configuration': { args: [NOWHERE], files: { 'espalier.yaml': 'a: 1\n' }, why: 'espalier.yaml:1:1: ' },
  'an option that is none': { args: [NOWHERE, '--tokn=secret-word'], why: "unknown option '--tokn=…'" },
  'a value of another type': { args: [NOWHERE, '--param', 'id=x'], why: 'is not of its declared type' },
  'a report that is none': { args: [NOWHERE, '--report', 'pdf'], why: 'There is no report format "pdf"' },
  'a failed set-up': { args: [NOWHERE, '--setup', 'exit 3'], why: 'failed with exit code 3' },
  'a target that dies': { args: [NOWHERE, '--start', 'exit 4'], why: 'ended, with exit code 4' },
  'a target that cannot be reached': { args: [NOWHERE, '--param', 'id=1'], why: 'cannot be reached' },
  'an interruption': {
    args: [NOWHERE, '--start', 'echo; sleep 99'],
    why: 'Interrupted before the target answered',
    surroundings: { interrupt: { on: /Settings/, signal: 'SIGQUIT' } },
    files: { 'espalier.yaml': 'strict: true\n' },
  },
};

const OLD = '<testsuites name="green"/>';

function folderWith(files: Failure['files'] = {}): string {
  const folder = folderOf({ 'openapi.yaml': PLANTS, ...files });
  mkdirSync(join(folder, 'reports'));
  for (const name of ['contract.xml', 'contract.json', 'contract.html', 'contract.txt', 'github.txt']) {
    writeFileSync(join(folder, 'reports', name), OLD);
  }
  return folder;
}

const REPORTS = ['junit=reports/contract.xml', 'json=reports/contract.json', 'html=reports/contract.html'];
const MORE = ['terminal=reports/contract.txt', 'github=reports/github.txt'];

test.each(Object.entries(FAILURES))('%s is told in every report', async (_, { args, files, why, surroundings }) => {
  const cwd = folderWith(files);
  const reports = [...REPORTS, ...MORE].flatMap((each) => ['--report', each]);
  // Signals are for processes.
  const run = surroundings ? runCli : runHere;
  const { exitCode, stderr } = await run(['verify', ...args, ...reports], { ...surroundings, cwd });
  expect(exitCode).toBe(2);
  expect(stderr).not.toMatch(/\n\s+at /);
  const read = (name: string) => readFileSync(join(cwd, 'reports', name), 'utf8');
  const report: Report = JSON.parse(read('contract.json'));
  validate(report);
  expect(validate.errors ?? []).toEqual([]);
  expect(report).toMatchObject({ outcome: 'error', exitCode: 2, reason: expect.stringContaining(why) });
  expect(read('contract.xml')).toMatch(/<testsuites [^>]*errors="1"[\s\S]*<error message="error: /);
  expect(read('contract.html')).toContain('Could not be verified');
  expect(read('contract.txt')).toContain('Outcome: error (exit 2)');
  expect(read('github.txt')).toMatch(/^::error (title=espalier%3A error|file=\S+,line=\d+,col=\d+)::/);
  for (const name of readdirSync(join(cwd, 'reports'))) expect(read(name)).not.toMatch(/green|secret-word/);
});

test('what is known of the run by then is in the report', async () => {
  const cwd = folderWith();
  const env = { GITHUB_SHA: '0123456789abcdef', BUILD_URL: 'https://ci.example/7' };
  await runHere(['verify', NOWHERE, '--setup', 'exit 3', '--report', 'json=reports/contract.json'], { cwd, env });
  expect(JSON.parse(readFileSync(join(cwd, 'reports/contract.json'), 'utf8'))).toMatchObject({
    contract: { title: 'Plant Store', version: '1.0.0', file: 'openapi.yaml' },
    target: NOWHERE,
    startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    commit: '0123456789abcdef',
    run: 'https://ci.example/7',
  });
});

test('a report to stdout is that of the error, and no other is put there', async () => {
  const args = ['verify', NOWHERE, '--only', 'no-such-rule'];
  const asked = await runHere([...args, '--report', 'json'], { cwd: folderWith() });
  expect(JSON.parse(asked.stdout)).toMatchObject({ outcome: 'error' });
  expect((await runHere(args, { cwd: folderWith() })).stdout).toBe('');
});

/** Fails when the command has written something to stderr that matches, or the process has connected so often. */
const bugOn = (what: RegExp | number) =>
  what instanceof RegExp
    ? `const { write } = process.stderr; process.stderr.write = function (text, ...more) { if (${what}.test(text)) setImmediate(() => { throw new Error('a bug'); }); return write.call(this, text, ...more); };`
    : `const { Socket } = require('net'); const { connect } = Socket.prototype; let count = 0; Socket.prototype.connect = function (...all) { if (++count === ${what}) process.nextTick(() => { throw new Error('a bug'); }); return connect.apply(this, all); };`;

const SENTENCE =
  /^Espalier \d+\.\d+\.\d+ itself failed, which is a bug of ours: a bug; please report it with this line and your command \(ESPALIER_DEBUG=1 .*\)\.$/m;

const HAR = JSON.stringify({
  log: {
    entries: [
      {
        request: {
          method: 'DELETE',
          url: 'http://127.0.0.1/plants/7',
          headers: [{ name: 'Authorization', value: 'Bearer t' }],
        },
        response: { status: 204, headers: [], content: { size: 0 } },
      },
    ],
  },
});

describe('where we fail ourselves', () => {
  async function failed(bug: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const cwd = folderWith({ 'bug.js': bug, 'one.har': HAR });
    const reports = args[0] === 'mock' || args[0] === 'check' ? [] : REPORTS.flatMap((each) => ['--report', each]);
    const ended = await runCli([...args, ...reports], {
      cwd,
      env: { NODE_OPTIONS: `--require ${join(cwd, 'bug.js')}`, ...env },
    });
    expect(ended.stderr).toMatch(SENTENCE);
    expect(ended.exitCode).toBe(2);
    const read = (name: string) => readFileSync(join(cwd, 'reports', name), 'utf8');
    if (reports.length > 0) {
      const report: Report = JSON.parse(read('contract.json'));
      validate(report);
      expect(validate.errors ?? []).toEqual([]);
      expect(report).toMatchObject({ outcome: 'error', exitCode: 2, reason: expect.stringMatching(SENTENCE) });
      expect(read('contract.xml')).toContain('<error message="error: Espalier');
      expect(read('contract.html')).not.toContain('green');
      return { ...ended, report };
    }
    return { ...ended, report: undefined };
  }

  const EARLY = [
    ['before anything', BUG, [NOWHERE, '--start', 'sleep 99']],
    ['while the target is started', bugOn(/Settings/), [NOWHERE, '--start', 'sleep 99', '--config', 'settings.yaml']],
  ] as const;
  test.each(someOf(EARLY, 2))('%s, the reports say so', async (_, bug, args) => {
    const cwd = folderOf({ 'settings.yaml': 'strict: true\n' });
    const named = args.map((each: string) => (each === 'settings.yaml' ? join(cwd, each) : each));
    const { stderr } = await failed(bug, ['verify', ...named]);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  testWide('half-way through a run, what was proven stands in the reports', async () => {
    const { report, stderr } = await failed(bugOn(9), ['verify']);
    expect(report?.requirements.map(({ verdict }) => verdict)).toEqual(expect.arrayContaining(['pass', 'skip']));
    expect(report?.sent).toBeGreaterThan(4);
    expect(report?.contract.title).toBe('Plant Store');
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  testWide('while a proxy stands there, too', async () => {
    const { report } = await failed(bugOn(/^Passing/), ['proxy', NOWHERE, '--port', '0']);
    expect(report?.requirements.length).toBeGreaterThan(0);
  });

  testWide('while a recording is judged, too', async () => {
    const har = 'one.har';
    const thrower = `const { statSync } = require('fs'); require('fs').statSync = (file, ...more) => { if (String(file).endsWith('.har')) process.nextTick(() => { throw new Error('a bug'); }); return statSync(file, ...more); };`;
    await failed(thrower, ['judge', har]);
  });

  testWide('while a mock serves, it ends', async () => {
    await failed(bugOn(/^Mocking/), ['mock', '--port', '0', '--no-watch']);
  });

  testWide('where a command stops before its end, that is said', async () => {
    const commander = join(CLI, '../../../vendor', vendorFile('commander'));
    const never = `require(${JSON.stringify(commander)}).Command.prototype.parseAsync = () => new Promise(() => {});`;
    const cwd = folderWith({ 'bug.js': never });
    const { exitCode, stderr } = await runCli(['check'], {
      cwd,
      env: { NODE_OPTIONS: `--require ${join(cwd, 'bug.js')}` },
    });
    expect(stderr).toContain('the command has not come to its end; please report it');
    expect(exitCode).toBe(2);
  });

  testWide('the place is shown where it is asked for', async () => {
    const { stderr } = await failed(BUG, ['verify', NOWHERE, '--start', 'sleep 99'], { ESPALIER_DEBUG: '1' });
    expect(stderr).toMatch(/\nError: a bug\n\s+at .*bug\.js/);
  });
});

testWide('where it is ended at once, no report is left from before', async () => {
  const cwd = folderWith();
  const command = 'kill -INT $PPID; sleep 0.2; kill -INT $PPID; sleep 99';
  const args = ['verify', NOWHERE, '--start', `trap : TERM; ${command}`, '--report', REPORTS[0] ?? ''];
  expect((await runCli(args, { cwd })).exitCode).toBe(2);
  expect(existsSync(join(cwd, 'reports/contract.xml'))).toBe(false);
});

test('a report that cannot be written is not left from before either', async () => {
  const cwd = folderWith();
  const partial = join(cwd, 'reports', 'contract.xml');
  const args = [
    'verify',
    NOWHERE,
    '--param',
    'id=x',
    '--report',
    'junit=reports/contract.xml',
    '--report',
    'json=/dev/full',
  ];
  const { stderr } = await runHere(args, { cwd });
  expect(stderr).toContain('The json report /dev/full could not be written: the disk is full.');
  expect(readFileSync(partial, 'utf8')).toContain('<error');
});

describe('under GitHub Actions', () => {
  const env = (cwd: string) => ({ GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: join(cwd, '..') });
  const BROKEN = 'openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths: { /a: { get: { responses: 1 } } }\nx: 1\n';

  const COMMANDS = [
    ['check', 2],
    // It verifies the mock.
    ['verify', 3],
  ] as const;
  test.each(someOf(COMMANDS, 2))('%s annotates the mistakes of a contract at their lines', async (command, code) => {
    const cwd = folderWith({ 'openapi.yaml': BROKEN });
    const { exitCode, stdout } = await runHere([command], { cwd, env: env(cwd) });
    const name = cwd.split('/').at(-1);
    expect(stdout.split('\n').filter((line) => line.startsWith('::'))).toEqual([
      expect.stringMatching(`^::error file=${name}/openapi\\.yaml,line=3,col=\\d+::`),
      expect.stringMatching(
        `^::error file=${name}/openapi\\.yaml,line=4,col=1::There is no \`x\` in an OpenAPI document`,
      ),
    ]);
    expect(exitCode).toBe(code);
  });

  test('what deserves a look is a warning', async () => {
    const media = '{ schema: { type: integer }, example: none }';
    const text = `openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths: { /a: { get: { responses: { '200': { description: ok, content: { application/json: ${media} } } } } } }\n`;
    const cwd = folderWith({ 'openapi.yaml': text });
    const { exitCode, stdout } = await runHere(['check'], { cwd, env: env(cwd) });
    expect(stdout).toMatch(/^::warning file=.*,line=3,col=\d+::/);
    expect(exitCode).toBe(0);
  });

  test('any other reason is an annotation, too', async () => {
    const cwd = folderWith();
    const { stdout } = await runHere(['verify', NOWHERE, '--param', 'id=x'], { cwd, env: env(cwd) });
    expect(stdout).toMatch(
      /^::error title=espalier%3A error::The value "x" for "id" is not of its declared type[^\n]*\n$/,
    );
  });
});
