/** Telling when any of some files has changed. */

import { watch as watchFiles } from 'chokidar';

/** How long files are left in peace before a change counts, in milliseconds: editors save in several steps. */
const SETTLED_MS = 100;

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
  let under = Promise.resolve();
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      under = under.then(onChange);
    }, SETTLED_MS);
  });
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    follow(next) {
      watcher.add(next.filter((file) => !followed.has(file)));
      watcher.unwatch([...followed].filter((file) => !next.includes(file)));
      followed = new Set(next);
    },
    async close() {
      clearTimeout(timer);
      await watcher.close();
      await under;
    },
  };
}
