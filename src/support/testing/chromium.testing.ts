/** Starts a real browser for tests of pages, if the machine has one. */

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A `describe` that is skipped, with the reason in its name, on a machine without Chromium. */
export function describeInChromium(name: string, tests: () => void): void {
  const suite = existsSync(EXECUTABLE) ? describe : describe.skip;
  suite(`${name}, in ${EXECUTABLE} (skipped where it is not; CHROMIUM names another)`, tests);
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
}
