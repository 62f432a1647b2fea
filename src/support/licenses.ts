/** The licenses of packages whose code the build puts into files of ours. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from './collections';

/** Returns the folder of the package that a file belongs to; undefined if there is none. */
export function packageOf(file: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

/**
 * Returns the licenses of all packages that files belong to, as the licenses demand. Each text comes once, under the names of its packages.
 * @param holders names the files that hold the packages.
 */
export function licensesOf(files: readonly string[], holders: string): string {
  const packages = [...new Set(files.flatMap((file) => packageOf(file) ?? []))].sort();
  const terms = packages.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    return {
      title: `${name} ${version} (${license})`,
      text: texts.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n'),
    };
  });
  const groups = [...groupBy(terms, ({ text }) => text.replace(/\s+/g, ' ').trim()).values()];
  const parts = groups.map(
    (group) => `${group.map(({ title }) => title).join('\n')}\n\n${group[0]?.text.trim() ?? ''}\n`,
  );
  return [`${holders} hold the following packages.\n`, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}
