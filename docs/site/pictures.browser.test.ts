/** What the one who makes the pictures is told if that fails. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describeInChromium } from '../../src/support/testing/chromium.testing';
import { ROOT } from './pages';

describeInChromium('the pictures', () => {
  test('a failure is one line, and the exit code is 1', () => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ['-r', 'esbuild-register', join(ROOT, 'docs/site/pictures.ts')],
      { cwd: ROOT, env: { ...process.env, CHROMIUM: '/nowhere/chromium' }, encoding: 'utf8' },
    );
    expect(stderr).toMatch(/^The pictures were not made: [^\n]+\n$/);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });
});
