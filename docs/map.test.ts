/** What `npm run map` finds: the file in which a change belongs comes first, by whichever form of its words. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import configurationSchema from '../src/cli/settings/configuration.schema.json';

const { tell } = jest.requireActual<{ tell: (words: readonly string[]) => Iterable<string> }>('../.ci/map.js');

const ROOT = resolve(__dirname, '..');

/** A word that no file has, this one included. */
const NOWHERE = 'x'.repeat(9);

function map(...words: string[]) {
  const stdout = [...tell(words), ''].join('\n');
  const lines = stdout.split('\n').filter((line) => /^[\w./-]+: /.test(line));
  const rows = lines.filter((line) => line.startsWith('ARCHITECTURE.md: '));
  const files = lines.filter((line) => !rows.includes(line)).map((line) => line.slice(0, line.indexOf(':')));
  return { stdout, rows, files };
}

test.each([
  ['the name of a file', 'merge shards', 'src/report/mergeShards.ts'],
  ['its first sentence', 'waits target answers start', 'src/cli/processes/startTarget.ts'],
  ['the same in other forms', 'waiting targets answered started', 'src/cli/processes/startTarget.ts'],
  ['the singular', 'own certificates', 'src/cli/settings/ownCertificate.ts'],
  [
    'its code, where its first sentence has the other words',
    'uuid invalid text',
    'conformance/values/types/formats.ts',
  ],
  ['the description of an action', 'action inputs', 'action.yml'],
  ['what a choice of worlds is about', 'quota', 'proof/worlds/choices/quota.ts'],
  ['most of the words, where no file has all', `steps workflow waits ${NOWHERE}`, 'src/workflows/runWorkflows.ts'],
])('by %s: %s', (_, words, file) => {
  expect(map(...words.split(' ')).files[0]).toBe(file);
});

test('the rows of ARCHITECTURE.md come before the files, and what nobody speaks of is said', () => {
  const { rows, stdout } = map('curl', 'button');
  expect(rows[0]).toContain('`repeatLine` in `src/report/reporters/html/exchange.ts`');
  expect(stdout.indexOf('ARCHITECTURE.md')).toBe(0);
  expect(map(NOWHERE).stdout).toBe('No file has all of these words. Ask with fewer of them.\n');
});

test.each([
  ['--state', '`mocks/state/stateFile.ts`'],
  ['--fail', '`mocks/engine/behaviour.ts`'],
  ['--baseline', '`src/report/baseline.ts`'],
])('an option is found by its whole name: %s', (option, file) => {
  expect(map(option).rows).toEqual([expect.stringContaining(file)]);
});

test('without words, each file stands once below its folder', () => {
  const { stdout } = map();
  for (const folder of ['src/wire', 'proof/faults/desk', 'docs/ci', '.ci', 'templates'])
    expect(stdout.split('\n').filter((line) => line === `${folder}/`)).toHaveLength(1);
});

test('each option of each command is in a row, each setting of a configuration, and each folder with code of the product', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const rows = text.slice(text.indexOf('## Where does my change go?')).split('\n');
  const declaring = join(ROOT, 'src/cli/commandLine');
  const options = readdirSync(declaring)
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => readFileSync(join(declaring, name), 'utf8').match(/(?<=')--[a-z][a-z-]+/g) ?? []);
  expect(new Set(options).size).toBeGreaterThan(80);
  const isNamed = (option: string) => rows.some((row) => new RegExp(`${option}(?![a-z-])`).test(row));
  expect([...new Set(options)].filter((option) => !isNamed(option))).toEqual(['--help-all']);
  const settings = Object.keys(configurationSchema.properties);
  // Most are called like an option.
  expect(settings.filter((name) => !isNamed(`--${name}`) && !isNamed(`\`${name}:`))).toEqual([]);
  const folders = new Set(productFolders());
  expect(folders.size).toBeGreaterThan(60);
  const isInRow = (folder: string) => rows.some((row) => new RegExp(`${folder}/[\\w.*-]*\``).test(row));
  expect([...folders].filter((folder) => !isInRow(folder))).toEqual([]);
});

/** The folders of the product that hold code which is no test. */
function productFolders(): string[] {
  return map()
    .stdout.split('\n')
    .filter((line) => /^(src|conformance|mocks)\/.*\/$/.test(line))
    .map((line) => line.slice(0, -1));
}
