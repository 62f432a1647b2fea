/** Telling when any of some files has changed. */

import { statSync } from 'node:fs';
import { watch as watchFiles } from 'chokidar';

/** How long files are left in peace before a change counts, in milliseconds: editors save in several steps. */
const SETTLED_MS = 100;

/** How long it takes at most until a file is watched, in milliseconds. */
const BEGUN_MS = 100;

export interface Watch {
  /** Watches these files instead. */
  follow(files: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Resolves once no change can be missed any more.
 * @param onChange called after a change, never while an earlier call is still under way.
 */
export async function watch(files: readonly string[], onChange: () => Promise<void>): Promise<Watch> {
  const watcher = watchFiles([...files], { ignoreInitial: true, atomic: true });
  let followed = new Set(files);
  let timer: NodeJS.Timeout | undefined;
  let begun: NodeJS.Timeout | undefined;
  let under = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      under = under.then(onChange);
    }, SETTLED_MS);
  };
  watcher.on('all', changed);
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    follow(next) {
      const added = next.filter((file) => !followed.has(file));
      const before = added.map(modifiedAt);
      watcher.add(added);
      watcher.unwatch([...followed].filter((file) => !next.includes(file)));
      followed = new Set(next);
      // What changes before they are watched would be missed.
      begun = setTimeout(() => {
        if (added.some((file, at) => modifiedAt(file) !== before[at])) changed();
      }, BEGUN_MS);
    },
    async close() {
      clearTimeout(begun);
      clearTimeout(timer);
      await watcher.close();
      await under;
    },
  };
}

function modifiedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
