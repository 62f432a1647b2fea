/** The results of making values. */

import type { Schema } from '../../src/contract/schema/schema';
import { toJson } from '../../src/json/value';

/** A JSON value that may still be changed. Integers that a double does not hold are bigints. */
export type MutableJson = null | boolean | number | bigint | string | MutableJson[] | { [name: string]: MutableJson };

/** Writes a value as JSON, with exact integers. */
export function writeJson(value: MutableJson): string {
  // The built-in function is many times faster, but cannot write bigints.
  try {
    return JSON.stringify(value);
  } catch {
    return toJson(value);
  }
}

/** A clause, and what a value shows about it. */
export interface ClauseShown {
  readonly schema: Schema;
  readonly keyword: string;
  /** JSON Pointer of the place in the value. */
  readonly path: string;
  /** A short description: "40 characters, the most". */
  readonly what: string;
}

export interface Valid {
  readonly value: MutableJson;
  /** Empty for the plain witness. */
  readonly shows: readonly ClauseShown[];
  /** It was given, as an example or in a list, and was not put together from parts that were judged. */
  readonly given?: true;
  /** Code of the user made it. */
  readonly byUser?: true;
}

/** There is no value, with the reason for a person. */
export interface Unsatisfiable {
  readonly unsatisfiable: string;
}

export type Made = Valid | Unsatisfiable;

export function isMade(made: Made): made is Valid {
  return 'value' in made;
}

export interface ValueViolation {
  readonly value: MutableJson;
  /** The clause that the value breaks. */
  readonly schema: Schema;
  readonly keyword: string;
  /** JSON Pointer of the part that breaks it; empty if it is the whole value. */
  readonly path: string;
  /** A short description of what is wrong: "41 characters". */
  readonly what: string;
  /** Further clauses that say the same about the same part, so that the value breaks them, too. */
  readonly also: readonly { readonly schema: Schema; readonly keyword: string }[];
}

/** A clause that has no violation with a single reason, and why. */
export interface Inviolable {
  readonly schema: Schema;
  readonly keyword: string;
  readonly reason: string;
}

/** A clause at a further place of a value, where nothing breaks it by default. At another place something does. */
export interface FurtherUse {
  readonly schema: Schema;
  readonly keyword: string;
  /** JSON Pointer of the place. */
  readonly path: string;
}

export interface Violations {
  readonly violations: readonly ValueViolation[];
  readonly inviolable: readonly Inviolable[];
  /** What is broken only if all is wanted (`thorough`). */
  readonly unbroken: readonly FurtherUse[];
}
