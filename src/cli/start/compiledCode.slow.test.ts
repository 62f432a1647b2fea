import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readCode } from './codeFile';

const folder = mkdtempSync(join(tmpdir(), 'espalier-kept-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes which code V8 refuses. */
const TELLING = `const vm = require('node:vm');
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (this.cachedDataRejected) require('node:fs').appendFileSync(process.env.REFUSED, options.filename + '\\n');
  }
};`;
const telling = join(folder, 'telling.js');
writeFileSync(telling, TELLING);
const refused = join(folder, 'refused.txt');

function run(cache: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, ['-r', telling, resolve('dist/src/cli/main.js'), ...args], {
    env: {
      ...{ PATH: process.env['PATH'], XDG_CACHE_HOME: cache, XDG_STATE_HOME: folder },
      ...{ NO_COLOR: '1', REFUSED: refused },
    },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

// V8 refuses what was kept if a flag of it had another value at the end of a run than at the start of the next one.
test.each([
  ['verify', '--list', '--contract', 'proof/bench/fiveOperations.yaml', '--seed', '1', 'http://127.0.0.1:1'],
  ['check', 'proof/bench/fiveOperations.yaml'],
  ['--help'],
])('what three runs of %s have kept is used from then on', (...args) => {
  const cache = join(folder, args[0] as string);
  const outputs = [1, 2, 3, 4, 5].map(() => run(cache, ...args));
  expect(new Set(outputs).size).toBe(1);
  expect(existsSync(refused) ? readFileSync(refused, 'utf8') : '').toBe('');
  const [name = '', ...others] = readdirSync(join(cache, 'espalier'));
  const file = join(cache, 'espalier', name);
  expect(others).toEqual([]);
  expect(readCode(file)?.runs).toBe(3);
  // What is damaged is not used, and is written anew.
  writeFileSync(file, readFileSync(file).fill(0, 5000, 6000));
  expect(run(cache, ...args)).toBe(outputs[0]);
  expect(readCode(file)?.runs).toBe(1);
});
