import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readCode } from './codeFile';

const folder = mkdtempSync(join(tmpdir(), 'espalier-kept-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(cache: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [resolve('dist/src/cli/main.js'), ...args], {
    env: { PATH: process.env['PATH'], XDG_CACHE_HOME: cache, XDG_STATE_HOME: folder, NO_COLOR: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

// If V8 refused what was kept, since a flag of it had another value at the end than at the start, each run would write it anew.
test.each([
  ['verify', '--list', '--contract', 'bench/fiveOperations.yaml', '--seed', '1', 'http://127.0.0.1:1'],
  ['check', 'bench/fiveOperations.yaml'],
  ['--help'],
])('what three runs of %s have kept is used from then on', (...args) => {
  const cache = join(folder, args[0] as string);
  const outputs = [1, 2, 3, 4, 5].map(() => run(cache, ...args));
  expect(new Set(outputs).size).toBe(1);
  const [name = '', ...others] = readdirSync(join(cache, 'espalier'));
  const file = join(cache, 'espalier', name);
  expect(others).toEqual([]);
  expect(readCode(file)?.runs).toBe(3);
  // What is damaged is not used, and is written anew.
  writeFileSync(file, readFileSync(file).fill(0, 5000, 6000));
  expect(run(cache, ...args)).toBe(outputs[0]);
  expect(readCode(file)?.runs).toBe(1);
});
