/** What a person says once: the contract, the target, and what is otherwise in one environment. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTarget } from '../../wire/target';
import { folderOf } from '../tests/cli.testing';
import { runHere } from '../tests/here.testing';
import type { Configuration } from './configurationContent';
import { atGivenTarget, inEnvironment } from './environments';

const CONTRACT = `openapi: 3.0.3
info: { title: Desk, version: 1.0.0 }
paths:
  /orders/{id}:
    delete:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '204': { description: gone } }
`;

const everywhere: Configuration = {
  target: 'http://localhost:8080',
  writes: 'any',
  start: 'npm start',
  params: { id: 7 },
  provoke: ['400:id=666'],
  token: { env: 'T' },
  headers: { A: '1', B: '2' },
  strict: true,
  operations: { 'POST /logout': { 'leave out': 'it ends the session' }, 'GET /orders': { params: { id: 7 } } },
};

const shared = { token: { env: 'T' }, strict: true, headers: { A: '1', B: '2' } };
const leftOut = { 'POST /logout': { 'leave out': 'it ends the session' } };

test.each<[string, Configuration['environments'], Configuration]>([
  ['none is chosen', {}, everywhere],
  ['it says nothing', { it: {} }, everywhere],
  ['a setting takes the place of another', { it: { strict: false } }, { ...everywhere, strict: false }],
  ['names are changed alone', { it: { headers: { B: '3' } } }, { ...everywhere, headers: { A: '1', B: '3' } }],
  ['the same target', { it: { target: 'http://localhost:8080' } }, everywhere],
  [
    'another target is handed nothing over',
    { it: { target: 'https://staging' } },
    { ...shared, target: 'https://staging', operations: leftOut },
  ],
  [
    'another target is handed over its own',
    { it: { target: 'https://staging', params: { id: 8 }, operations: { 'GET /orders': { expect: 404 } } } },
    {
      ...{ ...shared, target: 'https://staging', params: { id: 8 } },
      operations: { ...leftOut, 'GET /orders': { expect: 404 } },
    },
  ],
])('%s', (_, environments, expected) => {
  const written = environments && Object.keys(environments).length > 0 ? { ...everywhere, environments } : everywhere;
  expect(inEnvironment(written, 'it').settings).toEqual(expected);
});

test('a setup takes the place of params', () => {
  const written = { params: { id: 7 }, environments: { it: { setup: './make.sh' } } };
  expect(inEnvironment(written, 'it').settings).toEqual({ setup: './make.sh' });
});

test.each([
  ['/target', '/environments/a~1b/target'],
  ['/headers/B', '/environments/a~1b/headers/B'],
  ['/headers/A', '/headers/A'],
  ['/params/id', '/params/id'],
])('%s is written at %s', (pointer, expected) => {
  const environments = { 'a/b': { target: 'https://staging', headers: { B: '3' } } };
  expect(inEnvironment({ headers: { A: '1' }, environments }, 'a/b').writtenAt(pointer)).toBe(expected);
});

/** A folder whose configuration names a contract in another folder, beside which lies a configuration of somebody else. */
function folder(configuration: string, foreign = ''): string {
  const cwd = folderOf({ 'espalier.yaml': configuration });
  mkdirSync(join(cwd, 'api'));
  writeFileSync(join(cwd, 'api', 'desk.yaml'), CONTRACT);
  writeFileSync(join(cwd, 'api', 'staging.yaml'), CONTRACT.replace('Desk', 'Staging'));
  if (foreign !== '') writeFileSync(join(cwd, 'api', 'espalier.yaml'), foreign);
  return cwd;
}

test('a command that is given no contract takes that of the configuration', async () => {
  const cwd = folder('contract: api/desk.yaml\n');
  expect(await runHere(['check'], { cwd })).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('Desk 1.0.0 is valid'),
  });
  expect(await runHere(['check', 'api/staging.yaml'], { cwd })).toMatchObject({
    stdout: expect.stringContaining('Staging 1.0.0 is valid'),
  });
});

test('what --no-extend leaves out is said, and is not loaded', async () => {
  const cwd = folder('contract: api/desk.yaml\nparams: { id: 7 }\nextend: [./not-there.ts, house.js]\n');
  const args = ['verify', 'http://127.0.0.1:1', '--list', '--no-extend'];
  expect(await runHere(args, { cwd })).toMatchObject({
    exitCode: 0,
    stderr:
      'Settings are read from espalier.yaml, without ./not-there.ts and house.js, which --no-extend leaves out.\n',
  });
});

test('the configuration that names the contract is the one that is used', async () => {
  const cwd = folder('contract: api/desk.yaml\nparams: { id: 7 }\n', 'writes: any\nextend: [./theirs.js]\n');
  const { exitCode, stdout, stderr } = await runHere(['verify', 'http://127.0.0.1:1', '--list'], { cwd });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Settings are read from espalier.yaml.\n' });
  expect(stdout).toContain('/orders/7');
});

test('a configuration that came with a contract brings no contract, environment, consent or code', async () => {
  const theirs =
    'contract: staging.yaml\nenvironments: { it: { writes: any } }\nwrites: any\nextend: [./theirs.js]\nstrict: true\n';
  const cwd = folder('', theirs);
  const { exitCode, stderr } = await runHere(['verify', '--contract', 'api/desk.yaml', '--list'], { cwd });
  expect(exitCode).toBe(2);
  expect(stderr.match(/`\w+` is taken only from/g)).toEqual([
    '`contract` is taken only from',
    '`environments` is taken only from',
    '`writes` is taken only from',
    '`extend` is taken only from',
  ]);
});

test('an environment is named by an option or a variable', async () => {
  const cwd = folder(
    'contract: api/desk.yaml\nparams: { id: 7 }\nenvironments:\n  staging:\n    contract: api/staging.yaml\n    target: http://127.0.0.1:1\n    params: { id: 8 }\n',
  );
  for (const [args, env] of [
    [['--env', 'staging'], {}],
    [[], { ESPALIER_ENV: 'staging' }],
  ] as const) {
    const { stdout, stderr } = await runHere(['verify', '--list', ...args], { cwd, env });
    expect(stderr).toBe('Settings are read from espalier.yaml, environment staging.\n');
    expect(stdout).toMatch(/\/orders\/8$/m);
    expect(stdout).not.toMatch(/\/orders\/7$/m);
  }
});

test.each([
  [
    'environments: { staging: {} }',
    ['--env', 'stagin'],
    'espalier.yaml:1:1: There is no environment "stagin". Did you mean "staging"?',
  ],
  ['strict: true', ['--env', 'staging'], 'There is no environment "staging"; `environments` is missing.'],
  ['contract: no.yaml', [], 'espalier.yaml:1:1: there is no file no.yaml.'],
  ['contract: 5', ['--contract', 'api/desk.yaml'], 'espalier.yaml:1:1: `contract` must be string.'],
  [
    'environments: { it: { extend: [a.js] } }',
    ['--contract', 'api/desk.yaml'],
    'espalier.yaml:1:23: There is no setting `extend`',
  ],
  [
    'environments: { it: { params: { id: 007 } } }',
    ['--contract', 'api/desk.yaml'],
    'espalier.yaml:1:37: `id` would be read as 7, not as 007; put it in quotes.',
  ],
  [
    'environments: { it: { target: "http://a b" } }',
    ['--contract', 'api/desk.yaml', '--env', 'it'],
    'espalier.yaml:1:23: ',
  ],
])('%s with %j is told with its place', async (configuration, args, expected) => {
  const { exitCode, stderr } = await runHere(['verify', '--list', ...args], { cwd: folder(configuration) });
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(expected) });
});

test('an environment without a configuration is told', async () => {
  const cwd = folderOf({ 'openapi.yaml': CONTRACT });
  const { exitCode, stderr } = await runHere(['verify', '--list', '--env', 'staging'], { cwd });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: 'There is no espalier.yaml that could have the environment staging; name one: --config FILE.\n',
  });
});

const at = (url: string) => parseTarget(url);

test.each([
  ['http://localhost:8080', 'https://api.example.com', ['writes', 'params', 'provoke', 'start', 'operations']],
  ['https://staging.example.com', 'https://api.example.com', ['writes', 'params', 'provoke', 'start', 'operations']],
  ['https://api.example.com', 'http://api.example.com:8080', ['writes', 'params', 'provoke', 'start', 'operations']],
  ['https://api.example.com/v1', 'https://api.example.com/v2', []],
  ['http://localhost:8080', 'http://127.0.0.1:3000', []],
])('of what is said of %s, at %s these are not used: %j', (own, given, left) => {
  const { settings, left: names } = atGivenTarget(everywhere, at(own), at(given));
  expect(names).toEqual(left);
  const elsewhere = { target: everywhere.target, ...shared, operations: leftOut };
  expect(settings).toEqual(left.length === 0 ? everywhere : elsewhere);
});

test('that an operation is left out holds at every target, and is not told as unused', () => {
  const only: Configuration = { target: everywhere.target ?? '', operations: leftOut };
  expect(atGivenTarget(only, at('http://localhost:8080'), at('https://api.example.com'))).toEqual({
    settings: only,
    left: [],
  });
});

test('a configuration that names no target speaks of any, and so does one whose target is asked', () => {
  expect(atGivenTarget(everywhere, undefined, at('https://api.example.com')).left).toEqual([]);
  expect(atGivenTarget(everywhere, at('https://api.example.com'), undefined).left).toEqual([]);
});

test('what a file hands over for its target is not used at another one that the command line names', async () => {
  const cwd = folder('contract: api/desk.yaml\ntarget: https://staging.example.com\nparams: { id: 7 }\nwrites: any\n');
  const { stdout, stderr } = await runHere(['verify', 'https://api.example.com', '--list'], { cwd });
  expect(stderr).toContain(
    'espalier.yaml is about https://staging.example.com: its `writes` and `params` are not used at https://api.example.com.',
  );
  expect(stdout).not.toMatch(/\/orders\/7$/m);
  const own = await runHere(['verify', '--list'], { cwd });
  expect(own.stdout).toMatch(/\/orders\/7$/m);
});
