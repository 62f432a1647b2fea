/** What is made, and the words that it is told in. */

import type { Schema } from '../../src/contract/schema/schema';
import { toJson } from '../../src/json/value';

/** A JSON value that may still be changed; integers that a double does not hold are bigints. */
export type MutableJson = null | boolean | number | bigint | string | MutableJson[] | { [name: string]: MutableJson };

/** The JSON text of a value, its integers exact. */
export function writeJson(value: MutableJson): string {
  // The engine's own is many times faster, and knows no bigints.
  try {
    return JSON.stringify(value);
  } catch {
    return toJson(value);
  }
}

/** A clause, and what a value shows of it. */
export interface ClauseShown {
  readonly schema: Schema;
  readonly keyword: string;
  /** JSON Pointer of where in the value. */
  readonly path: string;
  /** In a few words: "40 characters, the most". */
  readonly what: string;
}

export interface Valid {
  readonly value: MutableJson;
  /** Empty for the plain witness. */
  readonly shows: readonly ClauseShown[];
}

/** Why there is none, as a reason for a person. */
export interface Unsatisfiable {
  readonly unsatisfiable: string;
}

export type Made = Valid | Unsatisfiable;

export function isMade(made: Made): made is Valid {
  return 'value' in made;
}

export interface ValueViolation {
  readonly value: MutableJson;
  /** The clause that it breaks. */
  readonly schema: Schema;
  readonly keyword: string;
  /** JSON Pointer of the value that breaks it; empty for the whole. */
  readonly path: string;
  /** What is wrong, in a few words: "41 characters". */
  readonly what: string;
  /** Further places that say the same of the same value, so that it breaks them, too. */
  readonly also: readonly { readonly schema: Schema; readonly keyword: string }[];
}

/** A clause of which there is no violation with one reason, and why. */
export interface Inviolable {
  readonly schema: Schema;
  readonly keyword: string;
  readonly reason: string;
}

export interface Violations {
  readonly violations: readonly ValueViolation[];
  readonly inviolable: readonly Inviolable[];
}
