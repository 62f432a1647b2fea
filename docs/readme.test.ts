/** What the README and the guides say is what is. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { parse } from 'yaml';
import manifest from '../package.json';
import { totals } from '../proof/faults/matrix';
import configurationSchema from '../src/cli/settings/configuration.schema.json';
import { CLI } from '../src/cli/tests/cli.testing';
import { runHere } from '../src/cli/tests/here.testing';
import { lazy } from '../src/support/caching';
import { testWide } from '../src/support/testing/cases.testing';
import { readCodeBlocks, readCodeSpans, readLinks, readSections } from './site/markdown';
import { FIRST, PAGES, ROOT, sourceOf } from './site/pages';
import { fillGenerated } from './site/reference';

const MORE = ['mocks/README.md'];
const pages = [...PAGES.map(({ source }) => source), ...MORE].map((source) => {
  const file = join(ROOT, source);
  return { source, file, markdown: readFileSync(file, 'utf8') };
});
const guides = pages.filter(({ source }) => source !== 'CHANGELOG.md');

/** All that is written as code in a page: spans, and the lines of blocks. */
function codeOf(markdown: string): readonly string[] {
  return [...readCodeSpans(markdown), ...readCodeBlocks(markdown).flatMap(({ code }) => code.split('\n'))];
}

const optionsOf = new Map<string, ReadonlySet<string>>();

/** The options that `espalier COMMAND --help` lists, and of `verify` all. */
function optionsOfCommand(command: string): ReadonlySet<string> {
  return optionsOf.get(command) ?? new Set();
}

const COMMANDS = ['verify', 'workflow', 'again', 'mock', 'check', 'init', 'judge', 'proxy', 'merge', 'diff', 'amend'];

beforeAll(async () => {
  for (const command of COMMANDS) {
    const { stdout } = await runHere([command, command === 'verify' ? '--help-all' : '--help']);
    optionsOf.set(command, new Set(stdout.match(/--[a-z][a-z-]*/g)));
  }
});

test('each command lists its options', () => {
  for (const command of COMMANDS) expect([command, optionsOfCommand(command).has('--help')]).toEqual([command, true]);
});

test('the README is a page that is read at once', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
  for (const { source } of PAGES) {
    if (source !== 'README.md' && source !== FIRST.source) expect(readme).toContain(`](${source}`);
  }
});

test.each(pages)('$source: what is made from the code is what `npm run docs` makes', ({ markdown }) => {
  expect(markdown).toBe(fillGenerated(markdown));
});

test.each(['README.md', 'docs/guides/how-it-is-proven.md'])('%s has the totals of the catalogue', (source) => {
  expect(pages.find((page) => page.source === source)?.markdown).toContain(totals());
});

test.each(guides)('$source: every option that is written after a command exists', ({ markdown }) => {
  const commands = new RegExp(`espalier (${COMMANDS.join('|')})\\b(.*)`);
  const unknown = codeOf(markdown).flatMap((line) => {
    const [, command = '', rest = ''] = commands.exec(line) ?? [];
    // What is quoted is another command, such as that of --start.
    const shown = rest.replace(/'[^']*'/g, '').match(/(?<= )--[a-z][a-z-]*/g) ?? [];
    return shown.filter((option) => !optionsOfCommand(command).has(option)).map((option) => `${command} ${option}`);
  });
  expect(unknown).toEqual([]);
});

test.each(guides)('$source: every option that is named alone is one of some command', ({ markdown }) => {
  const named = readCodeSpans(markdown).flatMap((span) => /^--[a-z][a-z-]*/.exec(span) ?? []);
  expect(named.filter((option) => !COMMANDS.some((command) => optionsOfCommand(command).has(option)))).toEqual([]);
});

test.each(pages)('$source: every npm script that is named exists', ({ markdown }) => {
  const named = [...markdown.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !Object.keys(manifest.scripts).includes(name))).toEqual([]);
});

const headings = new Map<string, ReadonlySet<string>>();

/** The headings of a page, by what links to them. Many pages link to the same one. */
function headingsOf(file: string): ReadonlySet<string> {
  const known = headings.get(file) ?? new Set(readSections(readFileSync(file, 'utf8')).map(({ id }) => id));
  headings.set(file, known);
  return known;
}

test.each(pages)('$source: every file and heading that is linked exists', ({ file, markdown }) => {
  const broken = readLinks(markdown).filter(({ target }) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const linked = path === '' ? file : resolve(dirname(file), path);
    if (!existsSync(linked)) return true;
    return anchor !== undefined && !headingsOf(linked).has(anchor);
  });
  expect(broken).toEqual([]);
});

/** The rooms, at the top of the tree. */
const AT_TOP = /^(src|conformance|mocks|proof|docs|\.ci)\//;

/** What is named without its folder: `gate.ts`, `tries/ladder.ts`, `mixed/`, `openapi-*.ts`. */
const BESIDE = /^[\w.*/-]+(\.ts|\/)$/;

test('every file and folder that ARCHITECTURE.md names exists, those without their folder beside one that the line names whole', () => {
  const lines = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('\n');
  const named = lines.flatMap((line) => {
    const spans = readCodeSpans(line);
    const whole = spans.filter((span) => AT_TOP.test(span));
    const folders = whole.flatMap((path) => (path.endsWith('/') ? [path, dirname(path)] : [dirname(path)]));
    const beside = spans.filter((span) => BESIDE.test(span) && !AT_TOP.test(span));
    return [
      ...whole.map((path) => ({ path, among: [''] })),
      ...beside.map((path) => ({ path, among: ['', ...folders] })),
    ];
  });
  expect(named.length).toBeGreaterThan(200);
  const isThere = (path: string) => {
    const [before = '', after] = basename(path).split('*');
    const folder = join(ROOT, dirname(path));
    if (after === undefined) return existsSync(join(folder, before));
    return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(before) && name.endsWith(after));
  };
  const missing = named.filter(({ path, among }) => !among.some((folder) => isThere(join(folder, path))));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

const configurations = pages.flatMap(({ source, markdown }) =>
  readCodeBlocks(markdown)
    .filter(({ info }) => info.startsWith('yaml config'))
    .map(({ code, line }) => ({ name: `${source}:${line}`, code })),
);

const validator = lazy(() => new Ajv2020({ allowUnionTypes: true }).compile(configurationSchema));

test.each(configurations)('$name: the configuration is one', ({ code }) => {
  const validate = validator();
  expect(validate(parse(code)) ? [] : validate.errors).toEqual([]);
});

test('each page begins with one title, and no heading leaves out a level', () => {
  for (const page of PAGES) {
    const levels = readSections(readFileSync(sourceOf(page), 'utf8')).map(({ level }) => level);
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
    expect({ page: page.source, skipped }).toEqual({ page: page.source, skipped: [] });
  }
});

testWide('no command that does not mock loads Prism', () => {
  const script = `
    const { main } = require(${JSON.stringify(CLI)});
    const io = { stdout: process.stderr, stderr: process.stderr, env: {}, signal: new AbortController().signal };
    main(['check'], io)
      .then(() => main(['verify', 'http://127.0.0.1:1', '--token', 't', '--param', 'id=1'], io))
      .then(() => console.log(Object.keys(require.cache).filter((file) => /@stoplight|@faker-js/.test(file)).length));
  `;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', cwd: ROOT });
  expect(stdout.trim()).toBe('0');
});
