/** Tells when a file of a service changes, which is below some folder. */

import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { extname, join, resolve } from 'node:path';

/** Folders whose content nobody edits: those of packages, and those with a dot before their names. */
const LEFT_OUT = /^(\.|node_modules$|__pycache__$|venv$|target$|coverage$)/;

/** How many folders are watched: each takes something of the system. */
const MOST_FOLDERS = 2000;

/** Endings of files that a person writes. A service writes others while it runs, such as logs and databases. */
const WRITTEN = new Set(
  'js cjs mjs ts cts mts jsx tsx py rb go rs java kt kts scala cs fs vb php ex exs erl clj swift c h cc cpp hpp lua pl dart sql graphql proto toml yaml yml ini conf properties env sh'
    .split(' ')
    .map((ending) => `.${ending}`),
);

interface SourceWatch {
  close(): void;
}

/**
 * @param folder with all folders below it.
 * @param ignored files that a run itself writes.
 * @param onChange is given the name of the file.
 */
export function watchSources(
  folder: string,
  ignored: readonly string[],
  onChange: (file: string) => void,
): SourceWatch {
  const watchers = new Map<string, FSWatcher>();
  const own = new Set(ignored.map((file) => resolve(file)));
  const begin = (path: string) => {
    if (watchers.has(path) || watchers.size >= MOST_FOLDERS) return;
    try {
      const watcher = watch(path, (_, name) => {
        if (name !== null) noted(path, name);
      });
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(path);
      });
      watchers.set(path, watcher);
    } catch {
      // The folder is gone, or the system watches no more: then its files do not start a run.
      return;
    }
    for (const below of foldersIn(path)) begin(join(path, below));
  };
  const noted = (path: string, name: string) => {
    const file = join(path, name);
    if (WRITTEN.has(extname(name).toLowerCase()) && !own.has(file)) onChange(file);
    else if (foldersIn(path).includes(name)) begin(file);
  };
  begin(resolve(folder));
  return {
    close() {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && !LEFT_OUT.test(entry.name) ? [entry.name] : [],
    );
  } catch {
    return [];
  }
}
