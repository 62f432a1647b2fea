import fc from 'fast-check';
import { isObject, type JsonObject } from '../../../src/json/value';
import type { Random } from '../../../src/support/random';
import type { NamingDesign, NamingPart } from '../design/design';
import type { ValueShape } from '../shapes';

/** How things of a kind are named. It is made before the kind is, so it is no choice that changes one. */
export interface NamingValue {
  readonly by?: 'uuid' | 'hash' | 'slug' | 'code' | 'long' | 'reused' | 'listed';
  /** Whether the client chooses the id, which only a `code` allows; what is `listed` is always chosen. */
  readonly chosen?: true;
  /** How the member is called: `id`, or like the parameter. */
  readonly like?: 'parameter';
  /** Whether the parameter is called `id` alone. */
  readonly bare?: true;
  /** What shows the id, where the client does not choose it: a path, a resource name, or a member within another one. */
  readonly shown?: 'path' | 'resource name' | 'within';
  /** Whether two values together name a thing: `/orders/eu/7`, or `/orders/eu.7`. The client chooses none of them in a body. */
  readonly composite?: 'segments' | 'joined';
  /** Whether a parameter of the query names a thing, where nothing is above it: `/order?id=7`. */
  readonly asked?: 'in the query';
}

const by = fc.constantFrom<NonNullable<NamingValue['by']>>('uuid', 'hash', 'slug', 'code', 'long', 'reused', 'listed');
const like = fc.constant('parameter' as const);
const bare = fc.constant(true as const);

/** Few services name a thing by two values, or in the query. */
export const namingArbitrary: fc.Arbitrary<NamingValue> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        by,
        chosen: fc.constant(true as const),
        like,
        bare,
        shown: fc.constantFrom('path' as const, 'resource name' as const, 'within' as const),
      },
      { requiredKeys: [] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record(
      { by, like, bare, composite: fc.constantFrom('segments' as const, 'joined' as const) },
      { requiredKeys: ['composite'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ by, like, bare, asked: fc.constant('in the query' as const) }, { requiredKeys: ['asked'] }),
  },
);

interface Way {
  readonly shape: ValueShape;
  readonly next: NamingDesign['next'];
  readonly read: NamingDesign['read'];
}

/** The names that there can be, of which most are taken. */
const LISTED = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'JPY', 'INR', 'CNY'];

const asItIs = (text: string) => text;

/** The number that a text says, without zeros before it; undefined where it is not from 1 to the greatest `int64`. */
function wholeText(text: string): string | undefined {
  const value = /^\d{1,30}$/.test(text) ? BigInt(text) : 0n;
  return value > 0n && value < 2n ** 63n ? String(value) : undefined;
}

const ways: Readonly<Record<NonNullable<NamingValue['by']> | 'counted', Way>> = {
  counted: { shape: { type: 'whole', long: true, min: 1 }, next: (_, __, count) => String(count), read: wholeText },
  // The lowest number that is free: that of what was removed is given to another thing.
  reused: {
    shape: { type: 'whole', long: true, min: 1 },
    next: (_, __, ___, isTaken) => {
      let number = 1;
      while (isTaken(String(number))) number++;
      return String(number);
    },
    read: wholeText,
  },
  listed: {
    shape: { type: 'listed', values: LISTED },
    next: (_, chance, __, isTaken) => LISTED.filter((each) => !isTaken(each))[0] ?? chance.hex(8),
    read: (text) => (LISTED.includes(text) ? text : undefined),
  },
  long: {
    shape: { type: 'whole', long: true, min: 1 },
    next: (_, chance) => String(9_007_199_254_740_993n + BigInt(chance.below(2 ** 31))),
    read: wholeText,
  },
  uuid: {
    shape: { type: 'uuid' },
    next: (_, chance) => chance.uuid(),
    read: (text) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined),
  },
  hash: { shape: {}, next: (_, chance) => chance.hex(24), read: asItIs },
  slug: {
    shape: {},
    next: (content, _, count) => `${slugOf(content)}-${count}`,
    read: asItIs,
  },
  code: {
    shape: { pattern: 'sku' },
    next: (_, chance, count) => `AAA-${1000 + chance.below(1000) * 8 + (count % 1000)}`,
    read: (text) => (/^[A-Z]{3}-\d{4}$/.test(text) ? text : undefined),
  },
};

/** The first text of what was sent, in letters that a path may have. */
function slugOf(content: JsonObject): string {
  const text = Object.values(content).find((value) => typeof value === 'string') ?? 'thing';
  const letters = String(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return letters.replace(/^-+|-+$/g, '').slice(0, 20) || 'thing';
}

/** The place of a thing, without which its number may be that of another one. */
const REGIONS = ['eu', 'us', 'asia'];

/** Names things by a region, and by a name that they have there. */
function inRegions({ next, read, shape }: Way, before: NamingPart): Way {
  return {
    shape,
    next(content, chance, count, isTaken) {
      const region = `${REGIONS[chance.below(REGIONS.length)]}${before.joint}`;
      return region + next(content, chance, count, (key) => isTaken(region + key));
    },
    read(text) {
      const [region = '', ...others] = text.split(before.joint);
      const rest = REGIONS.includes(region) && others.length > 0 ? read(others.join(before.joint)) : undefined;
      return rest === undefined ? undefined : region + before.joint + rest;
    },
  };
}

/** @param singular the word for one thing of the kind. */
export function namingOf(value: NamingValue, singular: string, isBelow: boolean): NamingDesign {
  const { by, like, bare, composite } = value;
  const before = composite && by !== 'listed' ? regionOf(composite, singular) : undefined;
  const { chosen, shown: said } = before ? {} : value;
  const plain = ways[by ?? 'counted'] ?? ways.counted;
  const way = before ? inRegions(plain, before) : plain;
  // Below a parent, a parameter that is called like the parent's would hide it.
  const parameter = bare && !isBelow ? 'id' : `${singular}Id`;
  const isChosen = by === 'listed' || (chosen === true && by === 'code');
  // What names it is no part of a path then.
  const shown = isChosen || (value.asked && said !== 'within') ? undefined : said;
  const usual = like === 'parameter' ? parameter : 'id';
  const member = shown === 'path' ? 'self' : shown === 'resource name' ? 'name' : usual;
  return {
    parameter,
    before,
    member,
    under: shown === 'within' ? 'meta' : undefined,
    as: shown === undefined || shown === 'within' ? 'id' : shown,
    shape: way.shape,
    isChosen,
    isInQuery: value.asked !== undefined && !before && !isBelow,
    next: (content, chance: Random, count, isTaken) =>
      isChosen && isObject(content) && typeof content[member] === 'string'
        ? content[member]
        : way.next(content, chance, count, isTaken),
    read: way.read,
  };
}

const regionOf = (composite: NonNullable<NamingValue['composite']>, singular: string): NamingPart => ({
  parameter: `${singular}Region`,
  member: 'region',
  shape: { type: 'listed', values: REGIONS },
  joint: composite === 'segments' ? '/' : '.',
});
