import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the path of the contract of the Plant Store. It stands above the sources and above the built files, at different heights. */
export function plantStoreFile(folder: string = __dirname): string {
  const file = join(folder, 'openapi.yaml');
  return existsSync(file) || dirname(folder) === folder ? file : plantStoreFile(dirname(folder));
}
