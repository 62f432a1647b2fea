/** Takes examples of values from the contract. */

import type { Keywords } from '../../src/contract/dialects/dialect';
import {
  type Applied,
  given,
  itemsPlacedAt,
  membersNamed,
  type Part,
  sureParts,
} from '../../src/contract/schema/applied';
import { hiddenMembers } from '../../src/contract/schema/hiddenMembers';
import { type Direction, forbidsAll, keptOnSchema, type Schema } from '../../src/contract/schema/schema';
import { remembered } from '../../src/support/caching';
import type { SchemaPlan } from './schemaPlan';
import { isMadeUp } from './syntheticSchemas';

const KEYWORDS = ['example', 'examples', 'default'];

/**
 * Yields values that may satisfy a plan: the given ones, then the examples of its schemas, then their defaults. Members
 * that this direction leaves out are removed.
 */
export function* examplesOf(plan: SchemaPlan, given: readonly unknown[], direction: Direction): Generator<unknown> {
  const own = ownExamples(plan);
  if (given.length + own.length === 0) return;
  const schemas = plan.atoms.map(({ schema }) => schema);
  for (const value of new Set([...given, ...own])) if (!isEndless(value)) yield visible(value, schemas, direction);
}

/**
 * An example that holds more values than this, the values within values included, is not taken: it would be copied and judged for each value that
 * is made of it.
 */
const MOST_IN_EXAMPLE = 20_000;

function isEndless(example: unknown): boolean {
  return typeof example === 'object' && example !== null && holdsTooMuch(example);
}

const holdsTooMuch = remembered((example: object): boolean => {
  let seen = 0;
  const left: unknown[] = [example];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const within = Object.values(value);
    seen += within.length;
    if (seen > MOST_IN_EXAMPLE) return true;
    for (const each of within) if (typeof each === 'object' && each !== null) left.push(each);
  }
  return false;
});

/** Returns the examples of the schemas of a plan, then their defaults. */
export function ownExamples({ atoms }: SchemaPlan): readonly unknown[] {
  if (!atoms.some(({ keywords }) => givesAny(keywords))) return NONE;
  const giving = atoms.filter(({ keywords }) => givesAny(keywords));
  return KEYWORDS.flatMap((keyword) =>
    giving.flatMap(({ keywords: { [keyword]: value } }) => {
      if (value === undefined) return [];
      return keyword === 'examples' ? [value].flat() : [value];
    }),
  );
}

const NONE: readonly unknown[] = [];

/** Most schemas give none. */
const givesAny = remembered((keywords: Keywords) => KEYWORDS.some((keyword) => keywords[keyword] !== undefined));

function visible(value: unknown, schemas: readonly Schema[], direction: Direction): unknown {
  if (typeof value !== 'object' || value === null || schemas.length === 0) return value;
  const [only] = schemas;
  const parts = only && schemas.length === 1 ? partsOfOne(only) : sureParts(given(...schemas));
  const within = (inner: unknown, applied: readonly Applied[]) =>
    visible(
      inner,
      applied.map(({ schema }) => schema),
      direction,
    );
  if (Array.isArray(value)) return value.map((item, at) => within(item, itemsPlacedAt(parts, at)));
  const hidden = new Set(
    parts.flatMap(({ schema }) => [...hiddenMembers(schema, direction), ...(isMadeUp(schema) ? leftOut(schema) : [])]),
  );
  const entries = Object.entries(value).filter(([name]) => !hidden.has(name));
  return Object.fromEntries(entries.map(([name, member]) => [name, within(member, membersNamed(parts, name))]));
}

/** Examples are looked into for each value that is made. */
const partsOfOne = keptOnSchema((schema): readonly Part[] => sureParts(given(schema)));

/** Returns the members that a made-up schema keeps out of a value: an example without them is still one. */
function leftOut({ keywords }: Schema): string[] {
  const { properties = {} } = keywords as Readonly<Record<string, unknown>>;
  return Object.entries(properties as object).flatMap(([name, member]) => (forbidsAll(member) ? [name] : []));
}
