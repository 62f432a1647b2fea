/** A version of OpenAPI: its objects, what they contain, and what its schemas mean. */

import type { Complaint, ObjectShapes } from './shape';

/** The keywords of one schema. */
export type Keywords = Readonly<Record<string, unknown>>;

export interface Dialect {
  /** For example "OpenAPI 3.0". */
  readonly name: string;
  readonly version: '2.0' | '3.0' | '3.1' | '3.2';
  /** The version numbers that identify such a document, and the member that holds the number. */
  readonly versions: RegExp;
  readonly member: 'openapi' | 'swagger';
  readonly kinds: ObjectShapes;
  /** The methods of a Path Item, in the order in which operations are listed. */
  readonly methods: readonly string[];
  /** Returns the section of the standard that describes an object: "OpenAPI 3.1.0 §4.8.16". */
  readonly section: (object: StandardObject) => string;
  readonly schemas: SchemaMeaning;
}

export interface SchemaMeaning {
  /** Whether keywords beside a `$ref` apply. */
  readonly siblings: boolean;
  /** Whether `$id`, `$anchor` and `$dynamicRef` have a meaning. */
  readonly identified: boolean;
  /** Returns whether a `$schema` names the meaning that this dialect uses. */
  readonly isOwn: ($schema: string) => boolean;
  /**
   * Translates the keywords of one schema into JSON Schema 2020-12.
   * @param nested creates a subschema from keywords of JSON Schema 2020-12.
   */
  readonly read: (keywords: Keywords, nested: (keywords: Keywords) => unknown) => Keywords;
  /**
   * Returns complaints about a schema that different tools read differently, or that probably does not mean what its
   * author thought.
   */
  readonly doubtful: (keywords: Keywords) => readonly Complaint[];
}

/** The objects of the standard that rules refer to. */
export type StandardObject =
  | 'data types'
  | 'Paths Object'
  | 'Operation Object'
  | 'Parameter Object'
  | 'Request Body Object'
  | 'Media Type Object'
  | 'Responses Object'
  | 'Response Object'
  | 'Callback Object'
  | 'Header Object'
  | 'Schema Object'
  | 'Discriminator Object'
  | 'Security Scheme Object'
  | 'Security Requirement Object';
