/** Pairs the contracts that two patterns of files name, such as `old/*.yaml` and `new/*.yaml`, by the names of their files. */

import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isUrl } from '../../contract/document/download';
import { pathPattern } from '../../engine/plan/selection';
import { UsageError } from '../../support/errors';

export interface ContractPairs {
  readonly pairs: readonly { readonly name: string; readonly before: string; readonly now: string }[];
  /** The files of the old pattern, and of the new one, that have no partner. */
  readonly gone: readonly string[];
  readonly added: readonly string[];
}

/** Tells whether a text is a pattern of files: `*` stands for a part of a name, `**` for any number of folders. */
export function isPattern(text: string | undefined): text is string {
  return text?.includes('*') === true && !isUrl(text);
}

/**
 * Returns the pairs of files that have the same name below the folder with which their pattern begins.
 * @throws UsageError if one of the two is no pattern, or names no file, or no file has a partner.
 */
export function pairedContracts(old: string, current: string | undefined): ContractPairs {
  if (!isPattern(old) || !isPattern(current))
    throw new UsageError(`Where one of the contracts is a pattern, so is the other: 'old/*.yaml' 'new/*.yaml'.`);
  const [before, now] = [filesByName(old), filesByName(current)];
  const pairs = [...before].flatMap(([name, file]) => {
    const other = now.get(name);
    return other === undefined ? [] : [{ name, before: file, now: other }];
  });
  if (pairs.length === 0)
    throw new UsageError(`No file of ${old} has the name of one of ${current}, so there is nothing to compare.`);
  const without = (own: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
    [...own].flatMap(([name, file]) => (others.has(name) ? [] : [file]));
  return { pairs, gone: without(before, now), added: without(now, before) };
}

/** Returns the files of a pattern by their names below its fixed folder, in the order of these names. */
function filesByName(pattern: string): ReadonlyMap<string, string> {
  const written = posix.normalize(pattern.replaceAll('\\', '/'));
  const folder = posix.dirname(written.slice(0, written.indexOf('*') + 1));
  const wanted = pathPattern(written);
  const files = filesBelow(folder, written.includes('**') || posix.dirname(written) !== folder)
    .map((name) => [name, posix.join(folder, name)] as const)
    .filter(([, file]) => wanted.test(file))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (files.length === 0) throw new UsageError(`No file is named ${pattern}.`);
  return new Map(files);
}

/** Returns the paths of files below a folder, relative to it; none if there is no such folder. */
function filesBelow(folder: string, recursive: boolean): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive })
      .filter((entry) => entry.isFile())
      .map((entry) => posix.relative(folder, join(entry.parentPath, entry.name).replaceAll('\\', '/')));
  } catch {
    return [];
  }
}
