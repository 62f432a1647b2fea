import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { windowsTree } from './processTree';

const path = process.env['PATH'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-tree-'));
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

/** Puts a program of this name before all others, which notes its arguments and ends with an exit code. */
function pretend(name: string, exitCode: number): string {
  const said = join(folder, 'said');
  writeFileSync(join(folder, name), `#!/bin/sh\necho "$@" > '${said}'\nexit ${exitCode}\n`, { mode: 0o755 });
  process.env['PATH'] = `${folder}:${path}`;
  return said;
}

test.each([
  { what: 'ends a process with all below it', exitCode: 0, isLeft: true },
  { what: 'ends the process alone where taskkill cannot', exitCode: 1, isLeft: false },
])('on Windows, it $what', async ({ exitCode, isLeft }) => {
  const said = pretend('taskkill', exitCode);
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  const ended = once(child, 'close');
  windowsTree(child.pid).signal('SIGKILL');
  expect(readFileSync(said, 'utf8')).toBe(`/PID ${child.pid} /T /F\n`);
  // The one that only pretends leaves it to us.
  if (isLeft) child.kill('SIGTERM');
  const [, signal] = await ended;
  expect(signal).toBe(isLeft ? 'SIGTERM' : 'SIGKILL');
});

test('on Windows, what could not be started is not ended', () => {
  const said = pretend('taskkill', 0);
  windowsTree(undefined).signal('SIGKILL');
  expect(existsSync(said)).toBe(false);
});
