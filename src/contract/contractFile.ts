import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const NAME = 'openapi.yaml';

/** Returns the contract to work with: the given one, else `./openapi.yaml`, else the Plant Store of this package. */
export function contractFile(given?: string): string {
  if (given !== undefined) return given;
  return existsSync(resolve(NAME)) ? NAME : shippedContract(__dirname);
}

/**
 * Looks in this folder and then in each folder above it, because the sources and the built files stand at different
 * depths.
 */
function shippedContract(folder: string): string {
  const file = join(folder, NAME);
  return existsSync(file) || dirname(folder) === folder ? file : shippedContract(dirname(folder));
}
