/** What the parts of a contract are read with. */

import type { Dialect } from './dialects';
import type { Describe } from './dialects/describe';
import { describe2 } from './dialects/describe-2.0';
import { describe3 } from './dialects/describe-3';
import type { Files } from './document/files';
import { type DocumentPlace, rootOf } from './document/reference';
import { createJudges, type Judges } from './schema/judge';
import { createSchemaReader } from './schema/schema';

export interface Reading {
  readonly files: Files;
  readonly dialect: Dialect;
  readonly root: DocumentPlace;
  readonly describe: Describe;
  readonly judges: Judges;
}

export function readingOf(files: Files, dialect: Dialect): Reading {
  const root = rootOf(files.root);
  const schemas = createSchemaReader(files, dialect);
  const describe = (dialect.member === 'swagger' ? describe2 : describe3)({ root, files, schemas });
  return { files, dialect, root, describe, judges: createJudges() };
}
