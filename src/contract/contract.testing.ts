/** Contracts for tests, written to files. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../cli/tests/cli.testing';
import type { Contract } from './contract';
import { readContract } from './load';

export type Version = '2.0' | '3.0' | '3.1' | '3.2';

export const VERSIONS: readonly Version[] = ['2.0', '3.0', '3.1', '3.2'];

/** Writes a contract into a new file, with one member on each line, and reads it. */
export async function load(contract: object): Promise<Contract> {
  const file = join(folderOf({}), 'openapi.json');
  writeFileSync(file, JSON.stringify(contract, null, 1));
  return readContract(file);
}

/** Returns the members that every contract of a version needs. */
export function head(version: Version): object {
  const named = version === '2.0' ? { swagger: '2.0' } : { openapi: `${version}.0` };
  return { ...named, info: { title: 'T', version: '1' } };
}
