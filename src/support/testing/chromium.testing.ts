/** Starts a real browser for tests of pages, if the machine has one. */

import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';

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

/** A loaded machine is slow: this limit only ends a test that waits for what never comes, a little before Jest does, and names it. */
const LIMIT_MS = 250_000;

export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS, timeout: LIMIT_MS });
  const newContext = browser.newContext.bind(browser);
  // Pages that are opened without a context open one of their own by it.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(LIMIT_MS);
    return context;
  };
  return browser;
}

/**
 * What an expression yields in a page, as soon as it yields something true.
 * A page whose policy refuses `eval` cannot wait for it by itself (`waitForFunction` evaluates in the page), so that it is asked from here.
 */
export function comesTrue(page: Page, expression: string): Promise<void> {
  return eventually(async () => {
    if (!(await page.evaluate(expression))) throw new Error(`The page never showed: ${expression}`);
  });
}

/** Waits until an assertion about a page holds, and says what it last said if it never does. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await wait(50);
  }
}
