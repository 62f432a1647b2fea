import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'espalier-modules-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes which modules of Node are loaded after the first flag was set, and which packages are loaded at all. */
const TELLING = `const v8 = require('node:v8');
const { setFlagsFromString } = v8;
const loaded = () => process.moduleLoadList.filter((name) => /^NativeModule [^/]+$/.test(name)).map((name) => name.slice(13));
let before;
v8.setFlagsFromString = (flag) => {
  before ??= new Set(loaded());
  setFlagsFromString(flag);
};
process.on('exit', () => {
  const late = loaded().filter((name) => !before.has(name));
  const packages = Object.keys(require.cache).filter((file) => /[\\\\/]vendor[\\\\/]/.test(file));
  require('node:fs').writeFileSync(process.env.TOLD, JSON.stringify({ late, packages }));
});`;

// Once a flag of V8 is set, Node compiles its own modules anew.
test.each([
  ['verify', '--list', '--contract', 'proof/bench/fiveOperations.yaml', '--seed', '1', 'http://127.0.0.1:1'],
  ['check', 'proof/bench/fiveOperations.yaml'],
  ['--help'],
])('%s loads the modules of Node before it sets a flag of V8, and no package that writes XML', (...args) => {
  const [telling, told] = [join(folder, 'telling.js'), join(folder, 'told.json')];
  writeFileSync(telling, TELLING);
  execFileSync(process.execPath, ['-r', telling, resolve('dist/src/cli/main.js'), ...args], {
    env: { PATH: process.env['PATH'], XDG_CACHE_HOME: folder, XDG_STATE_HOME: folder, TOLD: told },
    stdio: 'ignore',
  });
  const { late, packages } = JSON.parse(readFileSync(told, 'utf8')) as Record<'late' | 'packages', readonly string[]>;
  expect(late).toEqual([]);
  expect(packages.filter((file) => file.includes('xml'))).toEqual([]);
});
