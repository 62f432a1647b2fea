/** What the families of values are made with, and where. */

import type { Keywords } from '../../src/contract/dialects/dialect';
import type { Direction, Schema } from '../../src/contract/schema/schema';
import { escapePointer } from '../../src/json/pointer';
import type { Random } from '../../src/support/random';
import type { Made, MutableJson, Valid } from './results';

/** The place of a value within the one that is made. */
export interface Site {
  /** JSON Pointer. */
  readonly path: string;
  readonly depth: number;
  /** How many values may be made below, so that breadth and depth share what there is. */
  readonly share: number;
  /** To come to an end soon: only what is required. */
  readonly least: boolean;
  /** Schemas that this place lies within. */
  readonly around: ReadonlySet<Schema>;
}

/** What else is asked of a value than to satisfy its schemas. */
export interface WantedBeside {
  /** In place of the judgement by the schemas themselves. */
  readonly judge?: (value: MutableJson) => boolean;
  readonly changed?: ReadonlyMap<Schema, Keywords>;
  readonly forced?: ReadonlyMap<string, number>;
  readonly alone?: boolean;
  /** How often what went wrong was mended. */
  readonly mended?: number;
}

/** What the families of values are made with. */
export interface Maker {
  readonly direction: Direction;
  make(schemas: readonly Schema[], site: Site, asked?: WantedBeside): Made;
  /** The witness first, then values that together show every boundary. */
  edges(schemas: readonly Schema[], site: Site): readonly Valid[];
  random(site: Site): Random;
  /** A text that satisfies schemas; without any a word that nobody chose. */
  makeName(schemas: readonly Schema[], site: Site): string | undefined;
  /** Runs what makes a part that may be left out, for its share of the time. */
  sparing(site: Site, run: () => Made): Made;
  /** Runs what makes one value, for so long; undefined where that was not enough. */
  limited<T>(run: () => T): T | undefined;
}

/** The place of an item, or of a member, with its share of what may be made. */
export function below(site: Site, name: string | number, among: number): Site {
  const share = Math.floor((site.share - among) / Math.max(1, among));
  return {
    ...site,
    path: `${site.path}/${typeof name === 'number' ? name : escapePointer(name)}`,
    depth: site.depth + 1,
    share,
    least: site.least || share < 1,
  };
}
