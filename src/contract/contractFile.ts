/** Finds the contract that nobody named, `openapi.*` or `swagger.*` in the working directory, and one that is a URL. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../support/errors';
import { downloadContract, isUrl, nameInUrl } from './document/download';

/** The names under which a contract is found in the working directory. */
const NAMES = ['openapi', 'swagger'].flatMap((name) => ['yaml', 'yml', 'json'].map((type) => `${name}.${type}`));

/**
 * Returns the path of the contract to work with: the given one, else the one of a usual name in the working directory.
 * @throws UsageError if there is none, or more than one.
 */
export function contractFile(given?: string): string {
  if (given !== undefined) return given;
  const [only, ...more] = NAMES.filter((name) => existsSync(resolve(name)));
  if (only === undefined)
    throw new UsageError(
      `No contract was named, and the working directory has none (${NAMES.join(', ')}). Name its file: --contract FILE; for mock, check and init, the file alone.`,
    );
  if (more.length > 0)
    throw new UsageError(
      `No contract was named, and the working directory has several: ${[only, ...more].join(', ')}. Name the one that is meant: --contract FILE; for mock, check and init, the file alone.`,
    );
  return only;
}

/**
 * As {@link contractFile}; a contract with a URL is downloaded.
 * @param headers fields sent to that URL, and nowhere else.
 * @throws UsageError as there, or if it cannot be downloaded.
 */
export async function locateContract(
  given: string | undefined,
  headers: readonly (readonly [name: string, value: string])[] = [],
): Promise<string> {
  return isUrl(given) ? downloadContract(given, headers) : contractFile(given);
}

/** Returns the path of the contract as far as it is known, for a report that has to name it. */
export function expectedContract(given: string | undefined): string {
  if (given !== undefined) return isUrl(given) ? nameInUrl(given) : given;
  return NAMES.find((name) => existsSync(resolve(name))) ?? 'openapi.yaml';
}
