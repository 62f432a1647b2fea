/** What a value breaks of a schema, as `evaluate.ts` finds it. */

import type { Schema } from './schema';

/** One clause that a value breaks. */
export interface BrokenClause {
  readonly schema: Schema;
  readonly keyword: string;
  /** JSON Pointer of the value that breaks the clause; empty if it is the whole value. */
  readonly path: string;
  /** The members or items that the clause is about. */
  readonly about?: readonly (string | number)[];
  /** For `anyOf` and `oneOf`: the clauses that the value breaks in each branch. */
  readonly branches?: readonly (readonly BrokenClause[])[];
  /** For `anyOf` and `oneOf`: the value that breaks the clause. */
  readonly value?: unknown;
}
