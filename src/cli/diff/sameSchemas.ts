/** Tells whether two schemas, of one contract or of two, say the same. */

import type { Keywords } from '../../contract/dialects/dialect';
import { APPLICATORS } from '../../contract/schema/applicators';
import { isBinding } from '../../contract/schema/formats';
import { BESIDE, endOf, isSchema, keywordsOf, type Schema } from '../../contract/schema/schema';
import { canonical, isEqual } from '../../json/equality';
import { heldPairs } from './schemaPairs';

/** Keywords that people read, and that nothing is made or judged by. */
const PROSE = ['title', 'description', 'deprecated', 'externalDocs', '$comment'];

/** Further keywords by which values are chosen or written, and that no value breaks. */
const BESIDE_MEANING = [
  ...['default', 'example', 'examples', 'discriminator', 'xml', 'nullable', 'x-nullable'],
  // By JSON Schema (Validation §8.2) what a text encodes is not judged.
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
];

/** Stands for formats that no standard makes binding: no value breaks them. */
const HINTS = 'x-espalier-hints';

/** Keywords that only name or keep schemas. */
const NAMING = ['$id', '$schema', '$anchor', '$dynamicAnchor', '$vocabulary', '$defs', 'definitions'];

/** Keywords that no value breaks. */
export const PROSE_AND_NAMES: ReadonlySet<string> = new Set([
  ...PROSE,
  ...BESIDE_MEANING,
  ...NAMING,
  'readOnly',
  'writeOnly',
]);

/** How the formats are read that no standard makes binding: to the letter they refuse nothing; as they are meant, they do. */
export type FormatReading = 'letter' | 'meant';

/** Compares two schemas. What was found is kept, so that a component that a thousand operations use is compared once. */
export type SameSchemas = (one: Schema | undefined, other: Schema | undefined) => boolean;

/** Compares schemas by what values they allow. `true` may be written in several ways that are not found to be the same. */
export function createSameMeaning(): SameSchemas {
  return createSame(new Set([...PROSE, ...BESIDE_MEANING, ...NAMING, HINTS]));
}

/** As `createSameMeaning`, with the formats that no standard makes binding: what a value is meant to be. */
export function createSameAsMeant(): SameSchemas {
  return createSame(new Set([...PROSE, ...BESIDE_MEANING, ...NAMING]));
}

/** Tells whether two schemas have the same value of one keyword wherever both describe the same part of a value. What only one of them describes counts for nothing. */
export function createSameIn(keyword: string): SameSchemas {
  return createSame(new Set(), keyword);
}

/** Compares schemas by everything that requests are made with and answers are judged by, such as their examples. */
export function createSameButProse(): SameSchemas {
  return createSame(new Set([...PROSE, ...NAMING]));
}

/** How deep schemas may nest within each other before they count as different. */
const DEEPEST = 500;

function createSame(ignored: ReadonlySet<string>, only?: string): SameSchemas {
  const comparison = new Comparison(ignored, only);
  return (one, other) => {
    if (!one || !other) return one === other;
    return comparison.compare(one, other, 0) !== DIFFERENT;
  };
}

/** The result of a comparison that found a difference. Any other result is the depth of the outermost pair that it took for the same. */
const DIFFERENT = -1;
const WITHOUT_ASSUMPTION = Number.POSITIVE_INFINITY;

class Comparison {
  private readonly known = new WeakMap<Schema, Map<Schema, boolean>>();
  /** The pairs that are being compared, with their depths. A schema that leads back to itself is taken for the same there. */
  private readonly pending = new Map<Schema, Map<Schema, number>>();

  /** @param only the keyword that alone counts, if it is not all that are not ignored. */
  constructor(
    private readonly ignored: ReadonlySet<string>,
    private readonly only?: string,
  ) {}

  compare(oneReference: Schema, otherReference: Schema, depth: number): number {
    const [one, other] = [endOf(oneReference), endOf(otherReference)];
    if (one === other) return WITHOUT_ASSUMPTION;
    const known = this.known.get(one)?.get(other);
    if (known !== undefined) return known ? WITHOUT_ASSUMPTION : DIFFERENT;
    const assumed = this.pending.get(one)?.get(other);
    if (assumed !== undefined) return assumed;
    if (depth > DEEPEST) return DIFFERENT;
    const others = this.pending.get(one) ?? new Map<Schema, number>();
    this.pending.set(one, others);
    others.set(other, depth);
    const result = this.keywords(keywordsOf(one), keywordsOf(other), depth);
    others.delete(other);
    // What was found to be the same only because an outer pair is taken for the same is not kept.
    if (result === DIFFERENT || result >= depth) this.keep(one, other, result !== DIFFERENT);
    return result >= depth ? WITHOUT_ASSUMPTION : result;
  }

  private keep(one: Schema, other: Schema, isSame: boolean): void {
    const kept = this.known.get(one) ?? new Map<Schema, boolean>();
    kept.set(other, isSame);
    this.known.set(one, kept);
  }

  private keywords(one: Keywords | boolean, other: Keywords | boolean, depth: number): number {
    if (typeof one === 'boolean' || typeof other === 'boolean')
      return this.only !== undefined ||
        (this.isAlways(one) !== undefined && this.isAlways(one) === this.isAlways(other))
        ? WITHOUT_ASSUMPTION
        : DIFFERENT;
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    let result = WITHOUT_ASSUMPTION;
    for (const name of names) {
      if (this.ignored.has(name) || (name.startsWith('x-') && name !== BESIDE)) continue;
      if (this.only !== undefined && name !== this.only && !isShared(name, one, other)) continue;
      const same = this.values(name, this.read(name, one[name]), this.read(name, other[name]), depth);
      if (same === DIFFERENT) return DIFFERENT;
      result = Math.min(result, same);
    }
    return result;
  }

  private read(name: string, value: unknown): unknown {
    const isHint = name === 'format' && this.ignored.has(HINTS) && !isBinding(String(value));
    return isHint ? undefined : value;
  }

  /** Returns what a schema without keywords that count says of every value; undefined if it has some. */
  private isAlways(keywords: Keywords | boolean): boolean | undefined {
    if (typeof keywords === 'boolean') return keywords;
    return Object.keys(keywords).every((name) => this.ignored.has(name)) ? true : undefined;
  }

  private values(name: string, one: unknown, other: unknown, depth: number): number {
    if (one === other) return WITHOUT_ASSUMPTION;
    if (one === undefined || other === undefined) return isEmptyOf(name, one ?? other) ? WITHOUT_ASSUMPTION : DIFFERENT;
    const held = heldPairs(APPLICATORS.get(name)?.holds, one, other);
    if (held && !held.isWhole && this.only === undefined) return DIFFERENT;
    if (held) return this.all(held.pairs, depth);
    return isEqual(inOrder(name, one), inOrder(name, other)) ? WITHOUT_ASSUMPTION : DIFFERENT;
  }

  private either(one: unknown, other: unknown, depth: number): number {
    if (isSchema(one) && isSchema(other)) return this.compare(one, other, depth + 1);
    if (this.only !== undefined) return WITHOUT_ASSUMPTION;
    return isEqual(one, other) ? WITHOUT_ASSUMPTION : DIFFERENT;
  }

  private all(pairs: readonly (readonly [unknown, unknown])[], depth: number): number {
    let result = WITHOUT_ASSUMPTION;
    for (const [one, other] of pairs) {
      const same = this.either(one, other, depth);
      if (same === DIFFERENT) return DIFFERENT;
      result = Math.min(result, same);
    }
    return result;
  }
}

/** Tells whether both sides have an applicator, whose schemas may differ in what counts. */
function isShared(name: string, one: Keywords, other: Keywords): boolean {
  return APPLICATORS.has(name) && one[name] !== undefined && other[name] !== undefined;
}

/** Tells whether a keyword says nothing: `required: []`, `properties: {}`, `additionalProperties: true`, `uniqueItems: false`. */
function isEmptyOf(name: string, value: unknown): boolean {
  if (name === 'required' || name === 'properties' || name === 'allOf' || name === BESIDE)
    return Object.keys(value as object).length === 0;
  if (name === 'additionalProperties') return value === true;
  return ['uniqueItems', 'readOnly', 'writeOnly'].includes(name) && value === false;
}

/** Lists whose order means nothing are compared in one order. */
function inOrder(name: string, value: unknown): unknown {
  if (name === 'type') return [value].flat().sort();
  if ((name === 'enum' || name === 'required') && Array.isArray(value))
    return [...new Set(value.map((each) => canonical(each)))].sort();
  return value;
}
