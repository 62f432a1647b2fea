import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CompiledCode, cacheFolder, codeFileOf } from './compiledCode';

const folder = mkdtempSync(join(tmpdir(), 'espalier-cache-'));
afterAll(() => rmSync(folder, { recursive: true }));

const inFolder = { XDG_CACHE_HOME: join(folder, 'one/two') };

test('the folder is made, and nobody else may read it', () => {
  const file = codeFileOf('/dist', 'verify', inFolder) ?? '';
  expect(dirname(file)).toBe(join(folder, 'one/two/espalier'));
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
});

// Node itself would try to make these for ever.
test('nothing is kept where the folder cannot be made', () => {
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
  writeFileSync(join(folder, 'file'), '');
  for (const place of [join(folder, 'dangling'), join(folder, 'file'), '/proc/nowhere'])
    expect(codeFileOf('/dist', 'verify', { XDG_CACHE_HOME: place })).toBeUndefined();
});

test.each([{ NODE_COMPILE_CACHE: '/elsewhere' }, { NODE_DISABLE_COMPILE_CACHE: '1' }])(
  'nothing is kept, and no folder is made, with %j',
  (env) => {
    expect(codeFileOf('/dist', 'verify', { ...env, XDG_CACHE_HOME: join(folder, 'unused') })).toBeUndefined();
    expect(existsSync(join(folder, 'unused'))).toBe(false);
  },
);

test.each(['mock', 'proxy'])('nothing is kept of %s, which runs all day', (command) => {
  expect(codeFileOf('/dist', command, inFolder)).toBeUndefined();
});

test('each installation, command and set of flags has a file of its own', () => {
  const name = (root: string, command: string | undefined, env = {}) =>
    codeFileOf(root, command, { ...inFolder, ...env });
  const names = [
    name('/a', 'verify'),
    name('/b', 'verify'),
    name('/a', 'check'),
    name('/a', undefined),
    name('/a', 'verify', { NODE_OPTIONS: '--no-opt' }),
  ];
  expect(new Set(names).size).toBe(names.length);
  // Whatever else stands there is no command.
  for (const word of ['--help', '../../x', 'openapi.yaml']) expect(name('/a', word)).toBe(name('/a', undefined));
});

test.each([
  [{ HOME: '/home/a' }, 'linux', '/home/a/.cache/espalier'],
  [{ HOME: '/home/a', XDG_CACHE_HOME: 'relative' }, 'linux', '/home/a/.cache/espalier'],
  [{ HOME: '/home/a', XDG_CACHE_HOME: '/x' }, 'linux', '/x/espalier'],
  [{ HOME: '/Users/a' }, 'darwin', '/Users/a/Library/Caches/espalier'],
] as const)('%j on %s: %s', (env, platform, at) => expect(cacheFolder(env, platform)).toBe(at));

const TEXT = '(function twice(n) { return 2 * n; })';
const LONG = `/*${' '.repeat(30_000)}*/${TEXT}`;

/** Runs scripts as one process does. @returns what is kept after it. */
function afterRun(
  kept: ReturnType<CompiledCode['toKeep']>,
  ...scripts: readonly (readonly [string, string, number])[]
) {
  const code = new CompiledCode(kept);
  for (const [file, text, sum] of scripts) expect((code.run(file, text, sum) as (n: number) => number)(4)).toBe(8);
  return code.toKeep();
}

test('three runs keep what they compiled, and a later one that loads much that is new', () => {
  const first = afterRun(undefined, ['a.js', TEXT, 1]);
  const second = afterRun(first, ['a.js', TEXT, 1]);
  const third = afterRun(second, ['a.js', TEXT, 1]);
  expect([first?.runs, second?.runs, third?.runs]).toEqual([1, 2, 3]);
  expect(afterRun(third, ['a.js', TEXT, 1])).toBeUndefined();
  expect(afterRun(third, ['a.js', TEXT, 1], ['little.js', TEXT, 2])).toBeUndefined();
  const more = afterRun(third, ['much.js', LONG, 3]);
  expect([...(more?.scripts.keys() ?? [])]).toEqual(['a.js', 'much.js']);
});

test('what was kept of files that have changed is not used', () => {
  const old = afterRun(undefined, ['a.js', '(() => 8)', 1], ['b.js', '(() => 8)', 2]);
  const kept = afterRun(old && { ...old, runs: 3 }, ['a.js', '(n=>n+n)', 5]);
  expect(kept?.runs).toBe(1);
  expect([...(kept?.scripts ?? [])].map(([file, { sum }]) => [file, sum])).toEqual([['a.js', 5]]);
});

test('code that V8 refuses is compiled anew, and is not written in each run', () => {
  const kept = { runs: 3, scripts: new Map([['a.js', { sum: 3, code: Buffer.from('no code of V8 at all') }]]) };
  expect(afterRun(kept, ['a.js', LONG, 3])).toBeUndefined();
});
