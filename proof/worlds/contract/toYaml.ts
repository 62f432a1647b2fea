import { stringify } from 'yaml';
import type { JsonObject } from '../../../src/json/value';

/** Writes a contract as people write it. */
export function toYaml(document: JsonObject): string {
  return stringify(document, { aliasDuplicateObjects: false });
}
