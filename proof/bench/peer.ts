/** The verifier that benchmarks run beside this one. It is installed once, into a virtual environment beside the build. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

export const PEER = 'schemathesis==4.32.5';

/** What benchmarks install stands here, beside the build. Git ignores it. */
export const INSTALLED = join(__dirname, '..', '..', 'corpus');

/** Of its phases, these two ask what a contract gives reason for, once. The others go on as long as they can make something up. */
export const PEER_PHASES = ['--phases', 'examples,coverage'];

const FOLDER = join(INSTALLED, 'schemathesis');
const COMMAND = join(FOLDER, 'bin', 'schemathesis');

/** How long each step of the installation may take, in milliseconds. */
const INSTALL_MS = 10 * 60_000;

/** The command of the peer, where it is installed already. */
export const installedPeer = (): string | undefined => (existsSync(COMMAND) ? COMMAND : undefined);

/** Installs the peer. @returns its command; undefined if it cannot be installed. */
export function installPeer(): string | undefined {
  const installed = installedPeer();
  if (installed !== undefined) return installed;
  try {
    mkdirSync(INSTALLED, { recursive: true });
    execFileSync('python3', ['-m', 'venv', FOLDER], { stdio: 'inherit', timeout: INSTALL_MS });
    execFileSync(join(FOLDER, 'bin', 'pip'), ['install', '--quiet', PEER], { stdio: 'inherit', timeout: INSTALL_MS });
    return COMMAND;
  } catch (error) {
    process.stderr.write(`Without ${PEER}, which needs Python 3 and a registry: ${(error as Error).message}\n`);
    return undefined;
  }
}
