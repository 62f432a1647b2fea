/** Telling when any of some files has changed. */

import { statSync } from 'node:fs';

/** How often files are looked at, in milliseconds. */
const LOOKED_AT_MS = 100;

/** How long files are left in peace before a change counts, in milliseconds: editors save in several steps. */
const SETTLED_MS = 100;

export interface Watch {
  /** Watches these files instead. */
  follow(files: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Looks at files again and again, whether they are there or not: a contract has few of them, and so those are found,
 * too, that were away for a moment, came with their folder, or are links to something else now.
 * @param onChange called after a change, never while an earlier call is still under way.
 */
export function watch(files: readonly string[], onChange: () => Promise<void>): Watch {
  let seen = new Map<string, string>();
  let settling: NodeJS.Timeout | undefined;
  let under = Promise.resolve();
  const follow = (next: readonly string[]) => {
    seen = new Map(next.map((file) => [file, seen.get(file) ?? stateOf(file)]));
  };
  const look = () => {
    const now = new Map([...seen.keys()].map((file) => [file, stateOf(file)]));
    const changed = [...now].some(([file, state]) => state !== seen.get(file));
    seen = now;
    if (!changed) return;
    clearTimeout(settling);
    settling = setTimeout(() => {
      under = under.then(onChange);
    }, SETTLED_MS);
  };
  follow(files);
  const looking = setInterval(look, LOOKED_AT_MS).unref();
  return {
    follow,
    async close() {
      clearInterval(looking);
      clearTimeout(settling);
      await under;
    },
  };
}

function stateOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return 'away';
  }
}
