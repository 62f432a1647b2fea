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

/**
 * How the formats are read that no standard makes binding: to the letter they refuse nothing; as they are meant, they do. As it is meant,
 * an alternative that says nothing but `nullable: true` takes null alone.
 */
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

/** At most this many pairs are looked at for one question; those that are left count as different. */
const MOST_PAIRS = 100_000;

function createSame(ignored: ReadonlySet<string>, only?: string): SameSchemas {
  const comparison = new Comparison(ignored, only);
  return (one, other) => {
    if (!one || !other) return one === other;
    return comparison.compare(one, other);
  };
}

/** Two schemas that are compared, and the pairs that are the same only if these are. */
interface Pair {
  readonly one: Schema;
  readonly other: Schema;
  readonly holders: Pair[];
  isSame: boolean;
}

class Comparison {
  /** Each pair is compared once. */
  private readonly known = new WeakMap<Schema, Map<Schema, Pair>>();

  /** @param only the keyword that alone counts, if it is not all that are not ignored. */
  constructor(
    private readonly ignored: ReadonlySet<string>,
    private readonly only?: string,
  ) {}

  /**
   * Compares the pair and all that it holds. Pairs are the same unless they differ themselves, or hold a pair that does: schemas that lead back to
   * each other are the same if nothing on the way differs.
   */
  compare(one: Schema, other: Schema): boolean {
    const [first, second] = [endOf(one), endOf(other)];
    if (first === second) return true;
    const left: Pair[] = [];
    const asked = this.pairOf(first, second, left);
    const different: Pair[] = [];
    let count = 0;
    for (let pair = left.pop(); pair; pair = left.pop()) {
      const held = ++count > MOST_PAIRS ? undefined : this.heldBy(keywordsOf(pair.one), keywordsOf(pair.other));
      if (!held) different.push(pair);
      for (const [mine, theirs] of held ?? []) {
        const [inner, innerOther] = [endOf(mine), endOf(theirs)];
        if (inner === innerOther) continue;
        const within = this.pairOf(inner, innerOther, left);
        if (within.isSame) within.holders.push(pair);
        else different.push(pair);
      }
    }
    for (let pair = different.pop(); pair; pair = different.pop()) {
      if (!pair.isSame) continue;
      pair.isSame = false;
      different.push(...pair.holders);
    }
    return asked.isSame;
  }

  /** @param left takes a pair that was not looked at before. */
  private pairOf(one: Schema, other: Schema, left: Pair[]): Pair {
    const others = this.known.get(one) ?? new Map<Schema, Pair>();
    this.known.set(one, others);
    const known = others.get(other);
    if (known) return known;
    const pair: Pair = { one, other, holders: [], isSame: true };
    others.set(other, pair);
    left.push(pair);
    return pair;
  }

  /** Returns the schemas that two schemas hold at the same places; undefined if the two differ themselves. */
  private heldBy(one: Keywords | boolean, other: Keywords | boolean): SchemaAndOther[] | undefined {
    if (typeof one === 'boolean' || typeof other === 'boolean')
      return this.only !== undefined ||
        (this.isAlways(one) !== undefined && this.isAlways(one) === this.isAlways(other))
        ? []
        : undefined;
    const held: SchemaAndOther[] = [];
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (this.ignored.has(name) || (name.startsWith('x-') && name !== BESIDE)) continue;
      if (this.only !== undefined && name !== this.only && !isShared(name, one, other)) continue;
      const pairs = this.values(name, this.read(name, one[name]), this.read(name, other[name]));
      if (!pairs) return undefined;
      for (const [mine, theirs] of pairs) {
        if (isSchema(mine) && isSchema(theirs)) held.push([mine, theirs]);
        else if (this.only === undefined && !isEqual(mine, theirs)) return undefined;
      }
    }
    return held;
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

  /** Returns what two values of a keyword hold at the same places; undefined if they differ otherwise. */
  private values(name: string, one: unknown, other: unknown): readonly (readonly [unknown, unknown])[] | undefined {
    if (one === other) return [];
    if (one === undefined || other === undefined) return isEmptyOf(name, one ?? other) ? [] : undefined;
    const held = heldPairs(APPLICATORS.get(name)?.holds, one, other);
    if (held) return held.isWhole || this.only !== undefined ? held.pairs : undefined;
    return isEqual(inOrder(name, one), inOrder(name, other)) ? [] : undefined;
  }
}

type SchemaAndOther = readonly [one: Schema, other: Schema];

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
