/** Tells when one of several files has changed. */

import { statSync } from 'node:fs';

/** The time between two looks at the files, in milliseconds. */
const LOOKED_AT_MS = 100;

/** How long files must stay unchanged before a change counts, in milliseconds, since editors save in several steps. */
const SETTLED_MS = 100;

export interface Watch {
  /** Watches these files instead. */
  follow(files: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Looks at the files again and again, whether or not they exist. A contract has only few files. This way, it also notices files that were
 * missing for a moment, that came with their folder, or that are links to another file now.
 * @param onChange called after a change, but never while an earlier call is still under way.
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
