import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Reads a file of the contract again. If it has become unreadable since the run, the result is undefined and the report is still written. */
export function readContractFile(file: string): string | undefined {
  try {
    return readFileSync(resolve(file), 'utf8')
      .replace(/^\ufeff/, '')
      .replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}
