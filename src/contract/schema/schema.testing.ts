/** Schemas for tests, without a contract around them. */

import type { Dialect } from '../dialects';
import { openapi31 } from '../dialects/openapi-3.1';
import type { Files, SourceFile } from '../document/files';
import { type DocumentPlace, member, rootOf } from '../document/reference';
import { createSchemaReader, type Schema } from './schema';

/** Returns the schema called `S`. It stands among others, and they refer to each other as `#/components/schemas/…`. */
export function componentSchemaOf(
  own: unknown,
  others: Readonly<Record<string, unknown>> = {},
  dialect: Dialect = openapi31,
): Schema {
  const value = { components: { schemas: { ...others, S: own } } };
  const root: SourceFile = { path: '/contract/openapi.json', text: JSON.stringify(value), value };
  const files: Files = { root, get: () => root, paths: () => [root.path], read: () => new Map([[root.path, root]]) };
  const place = ['components', 'schemas', 'S'].reduce((at, key) => member(at, key) as DocumentPlace, rootOf(root));
  return createSchemaReader(files, dialect).at(place);
}
