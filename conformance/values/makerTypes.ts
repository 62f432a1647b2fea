/**
 * What the functions that make values of a type need, and where the values stand: how deep, and how much may be made below, also of a recursive
 * schema that leads to itself.
 */

import type { Keywords } from '../../src/contract/dialects/dialect';
import type { Direction, Schema } from '../../src/contract/schema/schema';
import { escapePointer } from '../../src/json/pointer';
import type { Parts } from '../../src/support/letOthersRun';
import type { Random } from '../../src/support/random';
import type { Made, MutableJson, Valid } from './results';

/**
 * Returns values of the user for a place, which are tried first.
 * @param name of the parameter or the member; that of the list for an item; empty for a whole body.
 * @param format of its schema.
 */
export type Ideas = (name: string, format: string | undefined) => readonly unknown[];

/** The place of a value within the whole value. */
export interface Site {
  /** JSON Pointer of the place. */
  readonly path: string;
  readonly depth: number;
  /** How many values may be made below this place. Width and depth share this number. */
  readonly share: number;
  /** Whether only required parts are made, to finish soon. */
  readonly least: boolean;
  /** Schemas within which this place lies. */
  readonly around: SchemasAround | undefined;
  /** What examples of the whole value, or of a part around this place, have here. */
  readonly examples: readonly unknown[];
}

/** The schemas of one level, and those around it. */
interface SchemasAround {
  readonly schemas: readonly Schema[];
  readonly outer: SchemasAround | undefined;
}

/** What a value must fulfil besides its schemas. */
export interface WantedBeside {
  /** Judges a value in place of the schemas themselves. */
  readonly judge?: (value: MutableJson) => boolean;
  readonly changed?: ReadonlyMap<Schema, Keywords>;
  readonly forced?: ReadonlyMap<string, number>;
  readonly alone?: boolean;
  /** How many times a refused value was corrected so far. */
  readonly mended?: number;
}

/** What the functions that make values of a type need. What takes long is made in parts. */
export interface Maker {
  readonly direction: Direction;
  make(schemas: readonly Schema[], site: Site, asked?: WantedBeside): Parts<Made>;
  /** Returns the witness first, and then values that together show every boundary. */
  edges(schemas: readonly Schema[], site: Site): Parts<readonly Valid[]>;
  random(site: Site): Random;
  /** Makes a text that satisfies the schemas; without schemas, a random word. */
  makeName(schemas: readonly Schema[], site: Site): Parts<string | undefined>;
  /** Makes a part that may be left out, within its share of the steps. */
  sparing(site: Site, run: () => Parts<Made>): Parts<Made>;
  /** Makes one value within a limited number of steps; undefined if these did not suffice. */
  limited<T>(run: () => Parts<T>): Parts<T | undefined>;
  /** Lets others run. */
  pause(): Parts<void>;
  /** Counts what was tried on the way to a plan. It can be handed on by itself. @returns whether more may be tried. */
  readonly spendOnPlans: (tried: number) => boolean;
  /** How much was spent so far, as `createEffort` counts it. */
  spent(): number;
}

/** Returns the place of an item or a member, with its share of the values that may be made. */
export function below(site: Site, name: string | number, among: number): Site {
  const share = Math.floor((site.share - among) / Math.max(1, among));
  return {
    ...site,
    path: `${site.path}/${typeof name === 'number' ? name : escapePointer(name)}`,
    depth: site.depth + 1,
    share,
    least: site.least || share < 1,
    examples: site.examples.length === 0 ? site.examples : site.examples.flatMap((each) => partOfExample(each, name)),
  };
}

/** Returns what an example has under a name, or as an item: the last one stands for those that come after it. */
function partOfExample(example: unknown, name: string | number): unknown[] {
  if (typeof example !== 'object' || example === null || Array.isArray(example) !== (typeof name === 'number'))
    return [];
  const key = Array.isArray(example) ? Math.min(Number(name), example.length - 1) : name;
  return Object.hasOwn(example, key) ? [(example as Readonly<Record<string | number, unknown>>)[key]] : [];
}

/** The last name of a pointer; that of the list for an item: `/urls/0` → `urls`. */
export function lastNameOf(path: string): string {
  return /([^/]*)(\/\d+)*$/.exec(path)?.[1] ?? '';
}
