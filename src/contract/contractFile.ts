import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const NAME = 'openapi.yaml';

/** The contract to work with: the one given, else `./openapi.yaml`, else the Plant Store that ships with the package. */
export function contractFile(given?: string): string {
  if (given !== undefined) return given;
  return existsSync(resolve(NAME)) ? NAME : shippedContract(__dirname);
}

/** The sources stand at another depth than what is built from them: look upwards. */
function shippedContract(folder: string): string {
  const file = join(folder, NAME);
  return existsSync(file) || dirname(folder) === folder ? file : shippedContract(dirname(folder));
}
