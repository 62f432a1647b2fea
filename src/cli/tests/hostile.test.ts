import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_CASES, someOf, testWide } from '../../support/testing/cases.testing';
import { folderOf, runCli } from './cli.testing';

const HEAD = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\n";

/** Less than half of what a large contract may take. */
const LITTLE_MEMORY = { NODE_OPTIONS: '--max-old-space-size=400' };

let cwd: string;
beforeEach(() => {
  cwd = folderOf({});
});

/** What `check` says of a contract, with the end of each line cut. */
async function check(text: string, file = 'openapi.yaml') {
  writeFileSync(join(cwd, file), text);
  const { exitCode, stdout, stderr } = await runCli(['check', file], { cwd, env: LITTLE_MEMORY });
  expect(stderr).not.toMatch(/^\s+at /m);
  return { exitCode, stdout, lines: stderr.split('\n').slice(0, -1) };
}

const WRITTEN: readonly (readonly [string, (text: string) => string])[] = [
  [
    'JSON',
    (text: string) =>
      JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1', description: text }, paths: {} }),
  ],
  [
    'YAML',
    (text: string) => `openapi: 3.1.0\ninfo:\n  title: T\n  version: '1'\n  description: "${text}"\npaths: {}\n`,
  ],
];

testWide.each(someOf(WRITTEN, 2, 2))('50 MB of one text are read, in %s', async (_, contract) => {
  const { exitCode, stdout } = await check(contract('x'.repeat(50 * 1024 * 1024)));
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'openapi.yaml: T 1 is valid; 0 operations.\n' });
});

testWide('names of any length are cut where they are told', async () => {
  const { exitCode, lines } = await check(`${HEAD}paths: {}\n"${'x'.repeat(1_000_000)}": 1\n`);
  expect(exitCode).toBe(2);
  // The mistake, and the warning that such a name is no strict YAML.
  expect(lines.map(({ length }) => length < 1100)).toEqual([true, true]);
});

testWide('of three thousand mistakes the first thousand are told, and how many more there are', async () => {
  const operation = (at: number) =>
    `  /a${at}: { get: { responses: { '200': { $ref: '#/components/responses/X${at}' } } } }\n`;
  const { exitCode, lines } = await check(
    `${HEAD}paths:\n${Array.from({ length: 3000 }, (_, at) => operation(at)).join('')}`,
  );
  expect(exitCode).toBe(2);
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([
    1001,
    'openapi.yaml:4:45: $ref "#/components/responses/X0" leads nowhere.',
    'There are 2000 more.',
  ]);
});

testWide('of as many warnings, too', async () => {
  const schema = (at: number) => `    S${at}: { type: string, example: ${at} }\n`;
  const schemas = Array.from({ length: 1500 }, (_, at) => schema(at)).join('');
  const { exitCode, lines } = await check(`${HEAD}paths: {}\ncomponents:\n  schemas:\n${schemas}`);
  expect(exitCode).toBe(0);
  expect([lines.length, lines.at(-1)]).toEqual([1001, 'There are 500 more (a warning).']);
});

test('what has no end is not read', async () => {
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  symlinkSync('/dev/zero', join(cwd, 'zero.yaml'));
  const responses = "{ '200': { $ref: pipe }, '201': { $ref: zero.yaml }, '202': { $ref: . } }";
  const { exitCode, lines } = await check(`${HEAD}paths: { /a: { get: { responses: ${responses} } } }\n`);
  expect(exitCode).toBe(2);
  expect(lines).toEqual([
    expect.stringContaining('$ref "pipe" cannot be followed: it is not a regular file'),
    expect.stringContaining(`$ref "zero.yaml" cannot be followed: it leads outside the contract's folder`),
    expect.stringContaining('$ref "." cannot be followed: it is a folder'),
  ]);
  expect((await runCli(['check', '/dev/zero'])).stderr).toContain('it is not a regular file');
});

testWide('examples that nobody could judge within a lifetime take no longer than others', async () => {
  const text = JSON.stringify(`${'a'.repeat(60)}!`);
  const media = (at: number) =>
    `'application/x${at}+json': { schema: { $ref: '#/components/schemas/S' }, example: ${text} }`;
  const content = Array.from({ length: ALL_CASES ? 200 : 20 }, (_, at) => media(at)).join(', ');
  const schemas = Array.from(
    { length: 60 },
    (_, at) => `A${at}: { anyOf: [ ${`{ $ref: '#/components/schemas/A${at + 1}' }, `.repeat(2)}] }`,
  );
  const { exitCode, lines } = await check(
    `${HEAD}paths: { /a: { get: { responses: { '200': { description: ok, content: { ${content} } } } } } }\n` +
      `components: { schemas: { S: { $ref: '#/components/schemas/A0' }, ${schemas.join(', ')}, A60: { type: string, pattern: '^(a|a)*$' } } }\n`,
  );
  // Sixty choices between two that are the same: 2^60 ways, which nobody walks.
  expect({ exitCode, last: lines.at(-1) }).toEqual({
    exitCode: 2,
    last: expect.stringMatching(/^openapi\.yaml:4:\d+: To judge a value by this schema, more than 10,000 schemas/),
  });
  expect(lines.slice(0, -1).filter((line) => !line.includes('This example breaks its schema'))).toEqual([]);
});
