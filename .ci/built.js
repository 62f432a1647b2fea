/**
 * Builds, unless what is built is newer than all that it is made of: `npm ci` has built already, and each command that needs it would build anew.
 * A folder is as new as what was last added to it or removed from it.
 */

const { spawnSync } = require('node:child_process');
const { readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');

/** What the build writes last but for the entry point, which is made of it. */
const LAST = 'dist/src/cli/start/packedRest.js';

const SOURCES = [
  ...['src', 'conformance', 'mocks', 'proof'],
  ...['tsconfig.json', 'tsconfig.build.json', 'package.json', 'node_modules/.package-lock.json'],
];

/** When a path, or anything below it, was last changed, in milliseconds. */
function changed(path) {
  const own = statSync(path, { throwIfNoEntry: false });
  if (!own) return Number.POSITIVE_INFINITY;
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => changed(join(path, name))));
}

const built = statSync(join(ROOT, LAST), { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (SOURCES.some((each) => changed(join(ROOT, each)) >= built)) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
