/** A shape says which values a member or a parameter may have. `{}` is any text. All its parts may be left out, so that it can be made less. */

import type { JsonObject, JsonValue } from '../../../src/json/value';
import type { Random } from '../../../src/support/random';

export interface ValueShape {
  readonly type?: ShapeType;
  /** The least and the greatest length, number of items, or number. */
  readonly min?: number;
  readonly max?: number;
  /** Whether `min` itself is too small. */
  readonly exclusive?: true;
  readonly multiple?: number;
  /** The name of a pattern of `patterns.ts`. */
  readonly pattern?: string;
  readonly values?: readonly string[];
  /** What a list or a map holds, or what the value may be in place of a text. */
  readonly of?: ValueShape;
  readonly unique?: true;
  readonly members?: readonly ShapeMember[];
  /** Whether members that are not declared are refused. */
  readonly closed?: true;
  readonly nullable?: true;
  /** Whether integers are declared as `int64`. */
  readonly long?: true;
}

export type ShapeType =
  | 'text'
  | 'listed'
  | 'whole'
  | 'number'
  | 'flag'
  | 'date'
  | 'moment'
  | 'uuid'
  | 'email'
  | 'list'
  | 'object'
  | 'map'
  | 'either'
  | 'any'
  | 'tagged'
  | 'pair'
  | 'filled'
  | 'constant'
  | 'address';

export interface ShapeMember {
  readonly name?: string;
  readonly shape?: ValueShape;
  readonly required?: true;
  readonly default?: JsonValue;
  readonly writeOnly?: true;
}

/** A value that breaks one clause of a shape and no other. */
export interface WrongValue {
  /** The JSON Pointer of the place within the value; empty for the value itself. */
  readonly at: string;
  /** The keyword: `maxLength`. */
  readonly clause: string;
  readonly value: JsonValue;
}

/** What a type of shapes means. */
export interface ShapeKind {
  /** Its schema in JSON Schema 2020-12. */
  schema(shape: ValueShape): JsonObject;
  /** The keyword that a value breaks first, with its place; undefined for a valid value. */
  breaks(shape: ValueShape, value: JsonValue): ShapeBreach | undefined;
  valid(shape: ValueShape, chance: Random): JsonValue;
  wrong(shape: ValueShape, chance: Random): readonly WrongValue[];
}

export interface ShapeBreach {
  readonly at: string;
  readonly clause: string;
}

export const here = (clause: string): ShapeBreach => ({ at: '', clause });

/** Whether a value is a number as JSON has it, of any size. */
export const isNumber = (value: JsonValue): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';
