/** What a version of OpenAPI makes of a document: which objects there are, what they hold, and what its schemas mean. */

import type { Complaint, ObjectShapes } from './shape';

/** A schema's own keywords. */
export type Keywords = Readonly<Record<string, unknown>>;

export interface Dialect {
  /** "OpenAPI 3.0". */
  readonly name: string;
  readonly version: '2.0' | '3.0' | '3.1' | '3.2';
  /** What a document is told by, and where that stands. */
  readonly versions: RegExp;
  readonly member: 'openapi' | 'swagger';
  readonly kinds: ObjectShapes;
  /** Methods of a Path Item, in the order in which operations are listed. */
  readonly methods: readonly string[];
  /** How a person finds what the standard says of an object: "OpenAPI 3.1.0 §4.8.16". */
  readonly section: (object: StandardObject) => string;
  readonly schemas: SchemaMeaning;
}

export interface SchemaMeaning {
  /** Whether keywords beside a `$ref` hold. */
  readonly siblings: boolean;
  /** Whether `$id`, `$anchor` and `$dynamicRef` mean something. */
  readonly identified: boolean;
  /** Whether a `$schema` names this meaning. */
  readonly isOwn: ($schema: string) => boolean;
  /**
   * The keywords of one schema as JSON Schema 2020-12 writes what they mean.
   * @param nested makes a schema that is to stand within, from keywords in the meaning of JSON Schema 2020-12.
   */
  readonly read: (keywords: Keywords, nested: (keywords: Keywords) => unknown) => Keywords;
  /** What of a schema different readers take differently, or what probably means something else than was thought. */
  readonly doubtful: (keywords: Keywords) => readonly Complaint[];
}

/** Objects of the standard that rules speak of. */
export type StandardObject =
  | 'data types'
  | 'Paths Object'
  | 'Operation Object'
  | 'Parameter Object'
  | 'Request Body Object'
  | 'Media Type Object'
  | 'Responses Object'
  | 'Response Object'
  | 'Header Object'
  | 'Schema Object'
  | 'Discriminator Object'
  | 'Security Scheme Object'
  | 'Security Requirement Object';
