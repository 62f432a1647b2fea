import fc from 'fast-check';
import { isObject, type JsonObject } from '../../../src/json/value';
import type { Random } from '../../../src/support/random';
import type { NamingDesign } from '../design/design';
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
}

export const namingArbitrary: fc.Arbitrary<NamingValue> = fc.record(
  {
    by: fc.constantFrom<NonNullable<NamingValue['by']>>('uuid', 'hash', 'slug', 'code', 'long', 'reused', 'listed'),
    chosen: fc.constant(true as const),
    like: fc.constant('parameter' as const),
    bare: fc.constant(true as const),
    shown: fc.constantFrom('path' as const, 'resource name' as const, 'within' as const),
  },
  { requiredKeys: [] },
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

/** @param singular the word for one thing of the kind. */
export function namingOf(
  { by, chosen, like, bare, shown: said }: NamingValue,
  singular: string,
  isBelow: boolean,
): NamingDesign {
  const way = ways[by ?? 'counted'] ?? ways.counted;
  // Below a parent, a parameter that is called like the parent's would hide it.
  const parameter = bare && !isBelow ? 'id' : `${singular}Id`;
  const isChosen = by === 'listed' || (chosen === true && by === 'code');
  const shown = isChosen ? undefined : said;
  const usual = like === 'parameter' ? parameter : 'id';
  const member = shown === 'path' ? 'self' : shown === 'resource name' ? 'name' : usual;
  return {
    parameter,
    member,
    under: shown === 'within' ? 'meta' : undefined,
    as: shown === undefined || shown === 'within' ? 'id' : shown,
    shape: way.shape,
    isChosen,
    next: (content, chance: Random, count, isTaken) =>
      isChosen && isObject(content) && typeof content[member] === 'string'
        ? content[member]
        : way.next(content, chance, count, isTaken),
    read: way.read,
  };
}
