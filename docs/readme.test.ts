/** What the README says is what is. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../conformance/rules';
import { totals } from '../mocks/faults/matrix';
import manifest from '../package.json';
import { CLI } from '../src/cli/tests/cli.testing';
import { openapi31 } from '../src/contract/dialects/openapi-3.1';
import { referenceOf } from '../src/engine/verdict/requirements';

const root = join(__dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the table of rules is made from their metadata', () => {
  const rows = rules.map(
    ({ id, level, statement, ...rule }) =>
      `| \`${id}\` | ${level} | ${statement} | ${referenceOf(rule, openapi31.section)} |`,
  );
  const table = ['| rule | level | what it requires | reference |', '|---|---|---|---|', ...rows].join('\n');
  expect(readme).toContain(table);
});

test('the totals of the catalogue are those of the catalogue', () => {
  expect(readme).toContain(totals());
});

test.each(['verify', 'mock', 'check', 'judge', 'proxy'])(
  'every option of espalier %s that is documented exists',
  (command) => {
    const { stdout } = spawnSync(process.execPath, [CLI, command, '--help'], { encoding: 'utf8' });
    const known = new Set(stdout.match(/--[a-z][a-z-]*/g));
    const shown = [...readme.matchAll(new RegExp(`espalier ${command}\\b[^\\n\`]*`, 'g'))].flatMap(
      ([line]) => line.match(/(?<= )--[a-z][a-z-]*/g) ?? [],
    );
    expect(shown.filter((option) => !known.has(option))).toEqual([]);
  },
);

test('every npm script that is named exists', () => {
  const named = [...readme.matchAll(/npm (?:run(?: --silent)?) ([a-z:]+)/g)].map(([, name]) => name);
  const known = Object.keys(manifest.scripts);
  expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([]);
});

test('every file that is linked exists', () => {
  const linked = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, file]) => file ?? '');
  expect(linked.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('no command that does not mock loads Prism', () => {
  const script = `
    const { main } = require(${JSON.stringify(CLI)});
    const io = { stdout: process.stderr, stderr: process.stderr, env: {}, signal: new AbortController().signal };
    main(['check'], io)
      .then(() => main(['verify', 'http://127.0.0.1:1', '--token', 't', '--param', 'id=1'], io))
      .then(() => console.log(Object.keys(require.cache).filter((file) => /@stoplight|@faker-js/.test(file)).length));
  `;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', cwd: root });
  expect(stdout.trim()).toBe('0');
});
