import { serve } from '../../support/testing/serving.testing';
import { type Ended, folderOf, runCli } from './cli.testing';
import { runHere } from './here.testing';

/** What a runner takes for a command at the start of a line, or anywhere in it, and what a terminal obeys. */
const ATTACK = '::error::1 ##[error]2 \u001b[8m3 \u009b31m4 \u202e5';
const OBEYED = ['\u001b', '\u009b', '\u202e'];
const LINES = `\n ::set-output name=a::1\n\t##[group]2\n${ATTACK}`;
const JSON_ATTACK = JSON.stringify(ATTACK);

let url: string;
beforeAll(async () => {
  url = await serve((_, response) => {
    response.writeHead(500, { 'X-Attack': '##[error]9 \u009b31m' }).end(`{"error":${JSON_ATTACK}}${LINES}`);
  });
});

/** A contract that attacks in its title, its paths, its schemas and, where it is told to, in a mistake. */
function contract(mistake = false): string {
  const name = `/a${LINES}`;
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: `T${LINES}`, version: ATTACK },
    paths: {
      [name]: {
        get: {
          operationId: ATTACK,
          responses: {
            200: { description: 'ok', content: { 'application/json': { schema: { required: [ATTACK] } } } },
            500: {
              description: 'ok',
              content: {
                'application/json': { schema: { required: [LINES], properties: { error: { const: ATTACK } } } },
              },
            },
          },
          ...(mistake ? { [ATTACK]: { $ref: `#/${LINES}` }, parameters: [{ $ref: `#/x${LINES}` }] } : {}),
        },
      },
      '/b/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        delete: { responses: { 204: { description: 'gone' } } },
      },
    },
  });
}

const folderWith = (files: Record<string, string> = {}) => folderOf({ 'openapi.yaml': contract(), ...files });

/** Each way in which a text from outside comes to stdout or stderr. */
const WAYS: readonly (readonly [string, () => Promise<Ended>])[] = [
  ['the reports', () => verify(['--param', 'id=1'])],
  ['a report in JSON', () => verify(['--param', 'id=1', '--report', 'json'])],
  ['a report in HTML', () => verify(['--param', 'id=1', '--report', 'html'])],
  ['a report as JUnit', () => verify(['--param', 'id=1', '--report', 'junit'])],
  ['a list', () => verify(['--list'])],
  [
    'a set-up command',
    () => verify(['--setup', `printf '%s' ${shell(LINES)}; printf '%s' ${shell(LINES)} >&2; exit 1`]),
  ],
  ['what a set-up command prints', () => verify(['--setup', `printf 'id=%s' ${shell(ATTACK)}`])],
  ['what a target prints', () => verify(['--start', `printf '%s' ${shell(LINES)}; exit 1`], 'http://127.0.0.1:1')],
  [
    'a configuration',
    () => verify([], url, { 'espalier.yaml': `${JSON_ATTACK}: 1\nwaivers: [{ rule: ${JSON_ATTACK}, reason: x }]\n` }),
  ],
  [
    'a waiver',
    () => verify([], url, { 'espalier.yaml': `waivers: [{ rule: responds, reason: ${JSON.stringify(LINES)} }]\n` }),
  ],
  ['a mistake in the contract', () => verify([], url, { 'openapi.yaml': contract(true) })],
  ['an option', () => verify([`--x${LINES}`])],
  ['a rule', () => verify(['--only', LINES])],
  ['check', () => run(['check'], folderWith())],
  ['check of a mistake', () => run(['check'], folderWith({ 'openapi.yaml': contract(true) }))],
  ['the name of a file', () => run(['check', ATTACK], folderWith())],
  ['the mock', () => run(['mock', '--port', '0'], folderWith(), /at http/)],
];

function verify(args: readonly string[], at = url, files: Record<string, string> = {}): Promise<Ended> {
  return run(['verify', at, ...args], folderWith(files));
}

function run(args: readonly string[], cwd: string, until?: RegExp): Promise<Ended> {
  const env = { GITHUB_ACTIONS: 'true' };
  return until ? runCli(args, { cwd, env, interrupt: { on: until, signal: 'SIGTERM' } }) : runHere(args, { cwd, env });
}

function shell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What a runner would run, but for the annotations that are ours. */
function commands(output: string): string[] {
  return output.split('\n').filter((line) => /##\[|^\s*::/.test(line) && !/^::(error|warning) [^\n]*::/.test(line));
}

test.each(WAYS)('%s', async (_, ask) => {
  const { stdout, stderr } = await ask();
  // Something of it was told.
  expect(stdout + stderr).toMatch(/error\]|set-output|group\]|control character/);
  expect(commands(stdout)).toEqual([]);
  expect(commands(stderr)).toEqual([]);
  for (const char of OBEYED) expect(stdout + stderr).not.toContain(char);
  expect(stdout + stderr).not.toMatch(/\n\s+at .*\.js:/);
});

test('outside of GitHub Actions a text keeps what no terminal obeys', async () => {
  const { stdout } = await runHere(['verify', url, '--list'], { cwd: folderWith() });
  expect(stdout).toContain('##[error]');
  for (const char of OBEYED) expect(stdout).not.toContain(char);
});
