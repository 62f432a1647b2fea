/** Runs the action of GitHub, the component of GitLab, and each snippet for a pipeline as the pipeline would. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Document, parse, parseAllDocuments } from 'yaml';
import { CLI, folderOf } from '../../src/cli/tests/cli.testing';
import { ALL_CASES, MANY_CASES, someOf, testWide } from '../../src/support/testing/cases.testing';
import { freePort } from '../../src/support/testing/ports.testing';

const ROOT = resolve(__dirname, '../..');
const STORE = join(ROOT, 'dist', 'proof', 'faults', 'plantStore', 'plantStore.js');
const TOKEN = 'secret-of-the-store';

/** A project with an implementation that `npm start` runs, and Espalier among its dependencies. */
let project: string;
let port: number;
beforeEach(async () => {
  port = await freePort();
  project = folderOf({
    'openapi.yaml': readFileSync(join(ROOT, 'openapi.yaml'), 'utf8'),
    'package.json': JSON.stringify({ scripts: { start: 'node server.js' } }),
    'server.js': `
      const { behaveAsStore, sendStatus, startStore } = require(${JSON.stringify(STORE)});
      const changes = process.env.STATUS ? { deleted: (call) => sendStatus(call, Number(process.env.STATUS)) } : {};
      startStore(behaveAsStore(() => changes), { plants: [101n, 102n], token: '${TOKEN}', port: ${port} });`,
  });
  mkdirSync(join(project, 'node_modules', '.bin'), { recursive: true });
  writeCommand('node_modules/.bin/espalier', `exec node ${JSON.stringify(CLI)} "$@"`);
  // What npm and npx do here, in a tenth of the time that they take to find it out.
  mkdirSync(join(project, 'bin'));
  writeCommand('bin/npm', '[ "$*" = start ] && exec node server.js');
  writeCommand('bin/npx', 'exec "node_modules/.bin/$@"');
});

function writeCommand(path: string, script: string): void {
  writeFileSync(join(project, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/**
 * Runs a script as a pipeline does, with the port of the snippets replaced by a free one.
 * @param env may say `NPM: 'real'`, for npm and npx themselves.
 */
function run(script: string, { NPM, ...env }: Readonly<Record<string, string>>) {
  const path = `${process.env['PATH']}`;
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', here(script)],
    {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: NPM === 'real' ? path : `${join(project, 'bin')}:${path}`, HOME: project, ...env },
    },
  );
  expect(stdout + stderr).not.toContain(TOKEN);
  return { exitCode: status, stdout, stderr };
}

/** Expects that a script ended with an exit code; if not, it shows what the script said. */
function expectEnd({ exitCode, stderr }: ReturnType<typeof run>, expected: number): void {
  expect({ exitCode, stderr: exitCode === expected ? '' : stderr }).toEqual({ exitCode: expected, stderr: '' });
}

function here(text: string): string {
  return text.replaceAll('localhost:8080', `127.0.0.1:${port}`);
}

function snippet(name: string): string {
  return readFileSync(join(ROOT, 'docs', 'ci', name), 'utf8');
}

const SET_UP = { ESPALIER_TOKEN: TOKEN, ESPALIER_PARAMS: 'id=101 id=102' };

describe('the action', () => {
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
    readonly outputs: Readonly<Record<string, { readonly value: string }>>;
    readonly runs: {
      readonly using: string;
      readonly steps: readonly {
        readonly shell: string;
        readonly run: string;
        readonly env?: Record<string, string>;
      }[];
    };
  }
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;

  /** Runs the steps with the inputs put in, as a runner does. */
  function use(inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
    let last = { exitCode: null as number | null, stdout: '', stderr: '' };
    for (const step of action.runs.steps) {
      const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, expand(value, inputs)] as const);
      const runner = { GITHUB_ACTION_PATH: ROOT, RUNNER_TEMP: join(project, 'temp'), GITHUB_OUTPUT: outputs() };
      last = run(step.run, { ...runner, ...env, ...Object.fromEntries(own) });
      if (last.exitCode !== 0) break;
    }
    return last;
  }

  const outputs = () => join(project, 'outputs.txt');

  function expand(value: string, inputs: Readonly<Record<string, string>>): string {
    return value.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => {
      const declared = action.inputs[name];
      if (!declared) throw new Error(`action.yml declares no input "${name}"`);
      return here(inputs[name] ?? declared.default);
    });
  }

  const all = { target: 'http://localhost:8080', token: TOKEN, params: 'id=101 id=102', start: 'npm start' };

  test('is composite, and hands all its inputs to plain shell by environment', () => {
    expect(action.runs.using).toBe('composite');
    for (const { shell, run: script } of action.runs.steps) {
      expect(shell).toBe('bash');
      expect(script).not.toContain('${{');
    }
    const used = JSON.stringify(action.runs.steps);
    for (const name of Object.keys(action.inputs)) expect(used).toContain(`{{ inputs.${name} }}`);
  });

  testWide('verifies what it starts', () => {
    const { exitCode, stdout } = use({ ...all, wait: '20', args: '--report\njunit=reports/contract report.xml\n' });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Outcome: conforms');
    expect(readFileSync(join(project, 'reports', 'contract report.xml'), 'utf8')).toContain('<testsuite');
    const report = join(project, 'temp', 'espalier', 'report.json');
    const said = readFileSync(outputs(), 'utf8').trim().split('\n');
    expect(said).toEqual(['outcome=conforms', 'coverage=100', `report=${report}`, 'exit-code=0']);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ outcome: 'conforms' });
    // Each output that is promised is one that the step says.
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.verify.outputs.${name} }}`);
      expect(said.some((line) => line.startsWith(`${name}=`))).toBe(true);
    }
  });

  test('takes the Espalier that the project has', () => {
    const own = join(project, 'node_modules', 'espalier');
    mkdirSync(join(own, 'dist', 'src', 'cli'), { recursive: true });
    writeFileSync(join(own, 'package.json'), '{"name":"espalier"}');
    writeFileSync(
      join(own, 'dist', 'src', 'cli', 'main.js'),
      'console.log("that of the project"); process.exitCode = 3;',
    );
    const { exitCode, stdout } = use(all);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: 'that of the project\n' });
    expect(readFileSync(outputs(), 'utf8')).toBe('exit-code=3\n');
  });

  testWide('fails as the command does', () => {
    expectEnd(use({ ...all, token: '' }), 3);
    expectEnd(use({ ...all, start: 'exit 9' }), 2);
  });

  testWide('takes what the job has set where it has no input', () => {
    expectEnd(use({ target: all.target, start: all.start }, SET_UP), 0);
  });

  testWide('verifies the mock without a target, and another contract', () => {
    mkdirSync(join(project, 'contracts'));
    writeFileSync(join(project, 'contracts', 'store.yaml'), readFileSync(join(ROOT, 'openapi.yaml'), 'utf8'));
    const { exitCode, stdout } = use({ contract: 'contracts/store.yaml' });
    expect({ exitCode, contract: /contracts\/store\.yaml/.test(stdout) }).toEqual({ exitCode: 0, contract: true });
  });

  testWide('annotates and summarises on a runner', () => {
    const summary = join(project, 'summary.md');
    const { stdout, exitCode } = use(all, { STATUS: '200', GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^::error file=openapi\.yaml,line=\d+/m);
    expect(readFileSync(summary, 'utf8')).toContain('success-status');
  });
});

testWide('the component of GitLab runs what it installs, with its inputs', () => {
  const [header, jobs] = parseAllDocuments(readFileSync(join(ROOT, 'templates', 'verify.yml'), 'utf8'));
  const { inputs } = (header as Document).toJS().spec as {
    readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  };
  const given: Readonly<Record<string, string>> = {
    start: 'npm start',
    target: 'http://localhost:8080',
    args: '--strict',
  };
  const expand = (text: string) =>
    text.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => {
      expect(Object.keys(inputs)).toContain(name);
      return given[name] ?? inputs[name]?.default ?? '';
    });
  const text = JSON.stringify(jobs?.toJS());
  for (const name of Object.keys(inputs)) expect(text).toContain(`[[ inputs.${name} ]]`);
  const { contract } = parse(expand(text)) as {
    contract: { script: readonly string[]; variables: Record<string, string> };
  };
  const [install = '', ...script] = contract.script;
  expect(install).toMatch(/^npm install --prefix \.espalier --ignore-scripts .*"\$ESPALIER_PACKAGE"$/);
  // What is packed is installed where it is tried as a package.
  const lines = script.map((line) => line.replace('.espalier/node_modules', 'node_modules')).join('\n');
  const variables = Object.fromEntries(Object.entries(contract.variables).map(([name, value]) => [name, here(value)]));
  expectEnd(run(lines, { ...SET_UP, ...variables }), 0);
  expect(readFileSync(join(project, 'reports', 'contract.xml'), 'utf8')).toContain('<testsuite');
  const mock = run(lines, { ...SET_UP, ...variables, ESPALIER_TARGET_URL: '', ESPALIER_START: '' });
  expectEnd(mock, 0);
});

describe('the snippets', () => {
  interface Step {
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
  }

  const github = parse(snippet('github.yml')) as { jobs: { contract: { steps: readonly Step[] } } };
  const gitlab = parse(snippet('gitlab-ci.yml')) as {
    contract: {
      script: readonly string[];
      variables: Record<string, string>;
      artifacts: { reports: { junit: string } };
    };
  };
  const jenkins = [...snippet('Jenkinsfile').matchAll(/sh (['"])(.*)\1/g)].map(([, , line = '']) => line);

  const snippets: readonly (readonly [string, readonly string[], string])[] = [
    ['GitHub', github.jobs.contract.steps.flatMap((step) => step.run ?? []), 'contract.html'],
    ['GitLab', gitlab.contract.script, 'contract.xml'],
    ['Jenkins', jenkins, 'contract.xml'],
  ];
  test.each(someOf(snippets, 3))(
    '%s: passes and fails with the implementation, and leaves its report',
    (name, lines, report) => {
      // What `npm ci` installs, the project has already.
      expect(lines[0]).toBe('npm ci');
      const script = lines.slice(1).join('\n');
      if (ALL_CASES) expectEnd(run(script, SET_UP), 0);
      // One of them is tried with npm itself.
      const npm = ALL_CASES || (MANY_CASES && name === 'GitHub') ? { NPM: 'real' } : {};
      expectEnd(run(script, { ...SET_UP, ...npm, STATUS: '200' }), 1);
      expect(readFileSync(join(project, 'reports', report), 'utf8')).toContain('success-status');
    },
  );

  interface Parts {
    readonly part: Step;
    readonly contract: Step;
  }
  const runsOf = ({ steps = [] }: { readonly steps?: readonly Step[] }) => steps.flatMap((step) => step.run ?? []);
  const githubParts = (parse(snippet('github-parts.yml')) as { jobs: Record<keyof Parts, { steps: readonly Step[] }> })
    .jobs;
  const gitlabParts = parse(snippet('gitlab-ci-parts.yml')) as Record<keyof Parts, { script: readonly string[] }>;

  const jobs = parseAllDocuments(snippet('kubernetes.yml'))
    .map((document) => document.toJS())
    .filter(({ kind }) => kind === 'Job');
  const [partJob, mergingJob] = jobs.map(({ spec }) => spec.template.spec.containers[0].args[0] as string);
  // The service runs elsewhere, and the image has Espalier; the merging job waits for the parts.
  const inCluster = (script = '') => [
    'npm ci',
    script
      .replace(/^until .*\n/, '')
      .replace(/\bespalier (verify|merge)/, 'npx espalier $1')
      .replace('"$TARGET"', `"$TARGET" --start 'npm start'`),
  ];

  const partly = [
    [
      'Kubernetes',
      inCluster(partJob),
      inCluster(mergingJob).map((script) =>
        script.replaceAll('$RUN', '.').replace('parts/./contract', 'reports/contract'),
      ),
      (at: number) => ({ RUN: '.', TARGET: here('http://localhost:8080'), JOB_COMPLETION_INDEX: String(at - 1) }),
    ],
    ['GitHub', runsOf(githubParts.part), runsOf(githubParts.contract), (at: number) => ({ PART: String(at) })],
    [
      'GitLab',
      gitlabParts.part.script,
      gitlabParts.contract.script,
      (at: number) => ({ CI_NODE_INDEX: String(at), CI_NODE_TOTAL: '3' }),
    ],
  ] as const;
  test.each(partly)(
    '%s in parts: passes and fails with the implementation, and without one of the parts',
    (_, part, whole, env) => {
      expect([part[0], whole[0]]).toEqual(['npm ci', 'npm ci']);
      const parts = (more: Readonly<Record<string, string>>) => {
        rmSync(join(project, 'parts'), { recursive: true, force: true });
        return [1, 2, 3].map((at) => run(part.slice(1).join('\n'), { ...SET_UP, ...env(at), ...more }).exitCode);
      };
      const together = () => run(whole.slice(1).join('\n'), {}).exitCode;
      // Ten processes.
      if (!ALL_CASES) return;
      expect([...parts({}), together()]).toEqual([0, 0, 0, 0]);
      expect(parts({ STATUS: '200' })).toEqual([0, 0, 0]);
      expect(together()).toBe(1);
      expect(readFileSync(join(project, 'reports', 'contract.html'), 'utf8')).toContain('success-status');
      rmSync(join(project, 'parts', '2.json'));
      expect(together()).toBe(2);
      expectEnd(run(part.slice(1).join('\n'), { ...SET_UP, ...env(1), ESPALIER_PARAMS: 'none=1' }), 1);
    },
  );

  test('Kubernetes: a run waits for its own parts, and not for those that an earlier one has left', () => {
    const [, isThere = ''] = /^until (.*?); do /m.exec(mergingJob ?? '') ?? [];
    const folder = folderOf({});
    mkdirSync(join(folder, 'parts/1'), { recursive: true });
    for (const at of [0, 1, 2]) writeFileSync(join(folder, `parts/1/${at}.json`), '{}');
    const waits = (id: string) =>
      spawnSync('sh', ['-c', isThere], { cwd: folder, env: { ...process.env, RUN: id } }).status;
    expect([waits('1'), waits('2')]).toEqual([0, 1]);
    for (const { metadata, spec } of jobs) {
      expect(metadata.name).toContain('RUN_ID');
      expect(spec.template.spec.containers[0].env).toContainEqual({ name: 'RUN', value: 'RUN_ID' });
    }
    expect(partJob).toContain('"json=parts/$RUN/$JOB_COMPLETION_INDEX.json"');
  });

  testWide.each([
    ['Java on GitHub', 'github-java.yml', './gradlew bootRun'],
    ['Python on GitLab', 'gitlab-python.yml', 'uvicorn store:app --port 8080'],
  ])('%s: needs nothing of npm but its npx', (_, name, start) => {
    const script = /npx .*/.exec(snippet(name))?.[0] ?? '';
    // The package itself is tried where it is packed.
    const line = script
      .replace('npx --yes --package=./tools/espalier.tgz espalier', 'node_modules/.bin/espalier')
      .replace(start, 'npm start');
    expect(line).toMatch(/^node_modules.*npm start/);
    if (ALL_CASES) expectEnd(run(line, SET_UP), 0);
    expectEnd(run(line, { ...SET_UP, STATUS: '200' }), 1);
    expect(readFileSync(join(project, 'reports', 'contract.xml'), 'utf8')).toContain('success-status');
  });

  test('they set what they do not take from a secret', () => {
    const [step] = github.jobs.contract.steps.filter(({ env }) => env);
    expect(step?.env).toEqual({
      ESPALIER_TOKEN: expect.stringContaining('secrets.'),
      ESPALIER_PARAMS: 'id=101 id=102',
    });
    expect(gitlab.contract.variables).toEqual({ ESPALIER_PARAMS: 'id=101 id=102' });
    expect(gitlab.contract.artifacts.reports.junit).toBe('reports/contract.xml');
    expect(snippet('Jenkinsfile')).toContain("junit 'reports/contract.xml'");
    expect((snippet('Jenkinsfile').match(/\{/g) ?? []).length).toBe((snippet('Jenkinsfile').match(/\}/g) ?? []).length);
  });

  testWide('the hook keeps back a push that breaks the contract', () => {
    const git = (args: string, status = {}) =>
      run(`git -c user.name=A -c user.email=a@example.org ${args}`, { ...SET_UP, ...status });
    git('init --quiet --initial-branch=main');
    git('init --quiet --bare remote.git');
    const hook = join(project, '.git', 'hooks', 'pre-push');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, here(snippet('pre-push')), { mode: 0o755 });
    git('add openapi.yaml');
    git("commit --quiet -m 'The contract'");
    const kept = git('push ./remote.git main', { STATUS: '200' });
    expect(kept).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('Outcome: violates') });
    expect(git('ls-remote ./remote.git').stdout).toBe('');
    expect(git('push ./remote.git main').exitCode).toBe(0);
    expect(git('ls-remote ./remote.git').stdout).toContain('refs/heads/main');
  });
});
