/** Reads and writes the file that a state starts from, or is kept in. */

import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { whyUnreadable } from '../../src/contract/document/files';
import { readJson } from '../../src/json/exactJson';
import { isObject, type JsonValue, toJson } from '../../src/json/value';
import { UsageError } from '../../src/support/errors';
import type { Saved } from './saved';
import { exactly } from './values';

/**
 * Reads a state file.
 * @param mayLack whether the file may not exist yet. Then the result is undefined.
 * @throws UsageError if the file cannot be read, or holds no JSON object.
 */
export async function readState(file: string, mayLack: boolean): Promise<Saved | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && mayLack) return undefined;
    throw new UsageError(`The state cannot be read from ${file}: ${whyUnreadable(error)}.`);
  });
  if (text === undefined) return undefined;
  const value = parsed(text, file);
  if (!isObject(value))
    throw new UsageError(`The state in ${file} is no object; write it as { "/path/of/a/list": [{ … }] }.`);
  return value;
}

function parsed(text: string, file: string): JsonValue {
  try {
    return exactly(readJson(text));
  } catch (error) {
    throw new UsageError(`The state in ${file} is no JSON: ${(error as Error).message}.`);
  }
}

/** How long changes are collected before they are written, in milliseconds. */
const GATHERED_MS = 100;

export interface Keeper {
  /** Says that the state has changed. */
  changed(): void;
  /** Writes the changes that are not written yet. */
  end(): Promise<void>;
}

/**
 * Keeps a state in a file. Each time, the whole file is replaced.
 * @param failed called if the file cannot be written.
 */
export function createKeeper(file: string, state: () => Promise<Saved>, failed: (error: Error) => void): Keeper {
  let waiting: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = () => {
    clearTimeout(waiting);
    waiting = undefined;
    writing = writing.then(async () => {
      const partial = `${file}.${process.pid}.new`;
      const text = written(await state());
      const before = await stat(file).catch(() => undefined);
      // A link that somebody else made in a folder that all may write must not be followed. A file that only some may read stays so.
      await rm(partial, { force: true });
      await writeFile(partial, text, { flag: 'wx', ...(before ? { mode: before.mode & 0o777 } : {}) });
      await rename(partial, file);
    });
    writing = writing.catch((error: Error) =>
      failed(new Error(`The state cannot be kept in ${file}: ${error.message}.`)),
    );
  };
  return {
    changed() {
      waiting ??= setTimeout(write, GATHERED_MS);
    },
    async end() {
      if (waiting) write();
      await writing;
    },
  };
}

/** Writes a state with a line for each thing. */
function written(state: Saved): string {
  const lines = Object.entries(state).map(([path, value]) => {
    const things =
      Array.isArray(value) && value.length > 0
        ? `[\n    ${value.map((each: JsonValue) => toJson(each)).join(',\n    ')}\n  ]`
        : toJson(value);
    return `  ${JSON.stringify(path)}: ${things}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
