/**
 * A fixture for Playwright that judges what a page asks a service, by the rules of a run: `base.extend(keepsContract({ target }))`. It needs nothing of
 * Playwright but the pages that it is handed.
 */

import { readExtensions } from './extend/extensions';
import { judge } from './index';
import { contractOnce } from './library/contractOnce';
import type { PlaywrightResponse } from './recorded/clientResponse';
import type { Judgement } from './recorded/judgeResponse';
import { UsageError } from './support/errors';
import type { VitestOptions } from './vitest';
import { parseTarget } from './wire/target';

/** What the answers that a page gets are judged by. */
export interface PlaywrightOptions extends Omit<VitestOptions, 'operation'> {
  /** The base URL of the service. What the page asks elsewhere is not judged. */
  readonly target: string;
}

/** What was judged so far. */
export interface JudgedPage {
  /** The judgements of all answers of the service, once those that are under way have been judged. */
  judgements(): Promise<readonly Judgement[]>;
}

/** A page, as far as it is needed. */
interface PageLike {
  on(event: 'response', listener: (response: PlaywrightResponse) => void): unknown;
  off(event: 'response', listener: (response: PlaywrightResponse) => void): unknown;
}

type Fixture = (fixtures: { readonly page: PageLike }, use: (value: JudgedPage) => Promise<void>) => Promise<void>;

/**
 * Makes the fixture `contract`, which is set up for each test by itself. It fails a test whose page was given an answer that breaks the contract, when
 * the test has ended.
 * @throws UsageError from the fixture, if the contract or the target cannot be used.
 */
export function keepsContract(options: PlaywrightOptions): { contract: [Fixture, { auto: true }] } {
  const fixture: Fixture = async ({ page }, use) => {
    const { target, contract: given, ...others } = options;
    const { origin, basePath } = parseTarget(target);
    // What is wrong in them is said at once: below, an answer that cannot be judged is left out.
    readExtensions((others.extend ?? []).map((extension) => ({ extension, from: 'extend' })));
    const contract = await contractOnce(given);
    const judging: Promise<Judgement | undefined>[] = [];
    const listener = (response: PlaywrightResponse) => {
      if (isAt(response.url(), origin, basePath)) judging.push(judgeOrLeave(response, { ...others, contract }));
    };
    page.on('response', listener);
    const judgements = async () => (await Promise.all(judging)).filter((each) => each !== undefined);
    try {
      await use({ judgements });
    } finally {
      page.off('response', listener);
    }
    const broken = (await judgements()).filter(({ kept }) => !kept).map(({ message }) => message);
    if (broken.length > 0) throw new Error([...new Set(broken)].join('\n\n'));
  };
  // Playwright finds out by its first argument what a fixture needs, and that it is to be made for each test.
  return { contract: [fixture, { auto: true }] };
}

function isAt(url: string, origin: string, basePath: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin: own, pathname } = new URL(url);
  return own === origin && (basePath === '' || pathname === basePath || pathname.startsWith(`${basePath}/`));
}

/** @returns undefined for what is of no operation of the contract, and for an answer whose body the browser no longer has. */
async function judgeOrLeave(
  response: PlaywrightResponse,
  options: Parameters<typeof judge>[1],
): Promise<Judgement | undefined> {
  try {
    return await judge(response, options);
  } catch (error) {
    if (error instanceof UsageError || isLost(error)) return undefined;
    throw error;
  }
}

/** Tells whether a page was left, or closed, before the body of an answer could be read. */
function isLost(error: unknown): boolean {
  return (
    error instanceof Error &&
    /No (resource|data) |closed|evicted|not available|Network\.getResponseBody/i.test(error.message)
  );
}
