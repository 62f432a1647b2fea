/** The verifier that benchmarks run beside this one. It is installed once, into a virtual environment beside the build. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

export const PEER = 'schemathesis==4.32.5';

/** What benchmarks install stands here, beside the build. Git ignores it. */
export const INSTALLED = join(__dirname, '..', '..', 'corpus');

/** How long each step of the installation may take, in milliseconds. */
const INSTALL_MS = 10 * 60_000;

/** Installs the peer. @returns its command; undefined if it cannot be installed. */
export function installPeer(): string | undefined {
  const folder = join(INSTALLED, 'schemathesis');
  const command = join(folder, 'bin', 'schemathesis');
  if (existsSync(command)) return command;
  try {
    mkdirSync(INSTALLED, { recursive: true });
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit', timeout: INSTALL_MS });
    execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', PEER], { stdio: 'inherit', timeout: INSTALL_MS });
    return command;
  } catch (error) {
    process.stderr.write(`Without ${PEER}, which needs Python 3 and a registry: ${(error as Error).message}\n`);
    return undefined;
  }
}
