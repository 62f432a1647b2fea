/** Takes examples of values from the contract. */

import type { Keywords } from '../../src/contract/dialects/dialect';
import { hiddenMembers } from '../../src/contract/schema/hiddenMembers';
import { type Direction, isSchema, keptOnSchema, type Schema } from '../../src/contract/schema/schema';
import { remembered } from '../../src/support/caching';
import type { SchemaPlan } from './schemaPlan';
import { isForbidding, isMadeUp } from './syntheticSchemas';

const KEYWORDS = ['example', 'examples', 'default'];

/**
 * Yields values that may satisfy a plan: the given ones, then the examples of its schemas, then their defaults. Members
 * that this direction leaves out are removed.
 */
export function* examplesOf(plan: SchemaPlan, given: readonly unknown[], direction: Direction): Generator<unknown> {
  const own = ownExamples(plan);
  if (given.length + own.length === 0) return;
  const schemas = plan.atoms.map(({ schema }) => schema);
  for (const value of new Set([...given, ...own])) yield visible(value, schemas, direction);
}

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
  const schemaParts =
    only && schemas.length === 1 ? distinctParts(only) : [...new Set(schemas.flatMap((schema) => partsOf(schema, 0)))];
  const held = (key: string): Schema[] =>
    schemaParts.flatMap(({ keywords }) => {
      const { [key]: inner } = keywords as Readonly<Record<string, unknown>>;
      return isSchema(inner) ? [inner] : [];
    });
  if (Array.isArray(value)) {
    const items = held('items');
    return items.length === 0 ? value : value.map((item) => visible(item, items, direction));
  }
  const hidden = new Set(
    schemaParts.flatMap((schema) => [
      ...hiddenMembers(schema, direction),
      ...(isMadeUp(schema) ? leftOut(schema) : []),
    ]),
  );
  const entries = Object.entries(value).filter(([name]) => !hidden.has(name));
  return Object.fromEntries(
    entries.map(([name, member]) => [
      name,
      visible(
        member,
        schemaParts.flatMap((schema) => memberOf(schema, name)),
        direction,
      ),
    ]),
  );
}

/** Returns the members that a made-up schema keeps out of a value: an example without them is still one. */
function leftOut({ keywords }: Schema): string[] {
  const { properties = {} } = keywords as Readonly<Record<string, unknown>>;
  return Object.entries(properties as object).flatMap(([name, member]) => (isForbidding(member) ? [name] : []));
}

function memberOf({ keywords }: Schema, name: string): Schema[] {
  const { properties = {} } = keywords as Readonly<Record<string, unknown>>;
  const member = Object.hasOwn(properties as object, name) ? (properties as Record<string, Schema>)[name] : undefined;
  return member ? [member] : [];
}

/** Compositions are searched to this depth. */
const DEEPEST = 8;

const distinctParts = keptOnSchema((schema): readonly Schema[] => [...new Set(partsOf(schema, 0))]);

/** Returns a schema and the schemas of which it is always composed. Boolean schemas are left out. */
function partsOf(schema: Schema, depth: number): Schema[] {
  const { keywords } = schema;
  if (typeof keywords === 'boolean' || depth > DEEPEST) return [];
  const { $ref, allOf = [] } = keywords;
  const parts = [...(isSchema($ref) ? [$ref] : []), ...(allOf as Schema[])];
  return [schema, ...parts.flatMap((part) => partsOf(part, depth + 1))];
}
