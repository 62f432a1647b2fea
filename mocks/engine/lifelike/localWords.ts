/** Names, addresses and the like of a language, as the build has made them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../../../src/support/errors';
import { didYouMean } from '../../../src/support/words';

/** A town, its region, its country, the code of that, and a postal code. */
export type Town = readonly [name: string, region: string, country: string, code: string, postal: string];

export interface LocalWords {
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  /** Streets with the number of a house, as they are written there. */
  readonly addresses: readonly string[];
  readonly towns: readonly Town[];
  readonly companies: readonly string[];
  readonly products: readonly string[];
  readonly jobs: readonly string[];
  readonly colours: readonly string[];
}

/** The mock runs from its sources, or as a bundle, which lie at different depths. The contract of the Plant Store lies beside `package.json`. */
function packageFolder(folder: string): string {
  return existsSync(join(folder, 'openapi.yaml')) ? folder : packageFolder(dirname(folder));
}

export const LOCALES_FOLDER = join(packageFolder(__dirname), 'dist', 'mocks', 'locales');

/**
 * Reads the words of a language.
 * @param tag such as `de`, `de-CH` or `pt_BR` (BCP 47). A language of which only a country is known stands for itself: `zh` is `zh_CN`.
 * @returns undefined for English, of which the mock has words itself.
 * @throws UsageError if the language is not known.
 */
export function readLocalWords(tag: string): LocalWords | undefined {
  const wanted = tag.trim().replaceAll('-', '_').toLowerCase();
  if (/^en(?:_us)?$/.test(wanted)) return undefined;
  const known = readdirSync(LOCALES_FOLDER).flatMap((file) => /^(\w+)\.json$/.exec(file)?.[1] ?? []);
  const [language = ''] = wanted.split('_');
  const chosen =
    known.find((name) => name.toLowerCase() === wanted) ??
    (language === 'en' ? 'en_GB' : known.find((name) => name === language)) ??
    known.find((name) => name.startsWith(`${language}_`));
  if (chosen !== undefined && language !== '')
    return JSON.parse(readFileSync(join(LOCALES_FOLDER, `${chosen}.json`), 'utf8')) as LocalWords;
  throw new UsageError(
    `The mock knows no words of the language "${tag}".${didYouMean(tag, known)} It knows en, ${known.join(', ')}.`,
  );
}
