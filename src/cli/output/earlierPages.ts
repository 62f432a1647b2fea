/** Keeps what HTML reports of earlier runs remember: they are removed before a run begins, and written anew when it has ended. */

import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { historyIn } from '../../report/reporters/html/history';

/** By the paths of the pages. A run may write its page more than once; each time it is compared with what was there before the run. */
const kept = new Map<string, string>();

/** Keeps what the page at a path remembers. If no page is there, what was kept before stays. */
export function keepEarlier(file: string): void {
  const found = readEarlier(file);
  if (found !== undefined) kept.set(resolve(file), found);
}

/** Returns what was kept, or else what the page that is there now remembers; undefined if there is none. */
export function earlierAt(file: string): string | undefined {
  return kept.get(resolve(file)) ?? readEarlier(file);
}

/** A longer file is no report of ours, in bytes. */
const LONGEST = 64 * 1024 * 1024;

function readEarlier(file: string): string | undefined {
  try {
    const status = statSync(file);
    // Reading a pipe would wait for somebody who writes.
    return status.isFile() && status.size <= LONGEST ? historyIn(readFileSync(file, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}
