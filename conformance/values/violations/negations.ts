/** The contrary of a clause, as schemas: what satisfies one of them breaks the clause, the nearest way first. */

import type { Keywords } from '../../../src/contract/dialects/dialect';
import { isBinding, RANGES } from '../../../src/contract/schema/formats';
import { isSchema, type Schema } from '../../../src/contract/schema/schema';
import { isListed } from '../../../src/json/equality';
import { ASTRAL } from '../patterns/characters';
import type { MutableJson } from '../results';
import type { Atom } from '../schemaPlan';
import { isForbidding, madeUp, NEAR, TWICE } from '../syntheticSchemas';
import { namedTypes, otherTypes } from '../types/types';

/** One way to break a clause. */
export interface Contrary {
  /** What is wrong then, in a few words. */
  readonly what: string;
  /** Values that may well do, to be tried first. */
  readonly values?: readonly MutableJson[];
  /** What satisfies any of them will do. */
  readonly schemas: readonly Schema[];
  /** What is left of the clause for the rest of the value; nothing, where it is undefined. */
  readonly left?: unknown;
  /** Whether it is one of many of its kind, for who wants to see all. */
  readonly further?: boolean;
  /** Another keyword that says no more where this clause is broken. */
  readonly lifts?: string;
}

/** Makes a text that satisfies a schema, for names of members. */
export type MakeName = (schemas: readonly Schema[]) => string | undefined;

/** Keywords that bound a value. */
export const BOUNDING: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  ...['minContains', 'maxContains', 'required', 'dependentRequired', 'minProperties', 'maxProperties'],
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems', 'anyOf', 'oneOf', 'not'],
]);

/** @returns the ways to break one clause of a schema, each of them to be tried; none where nothing breaks it. */
export function contrariesOf(
  { schema, keywords, hidden }: Pick<Atom, 'schema' | 'keywords' | 'hidden'>,
  keyword: string,
  makeName: MakeName,
): readonly Contrary[] {
  const value = keywords[keyword];
  const up = (inner: Keywords | boolean) => madeUp(schema, inner);
  const one = (what: string, ...inner: Keywords[]): Contrary[] => [{ what, schemas: inner.map(up) }];
  switch (keyword) {
    case 'type':
      return contraryTypes(value, up, makeName);
    case 'enum':
      return Array.isArray(value) ? contraryList(value, up) : [];
    case 'const':
      return contraryList([value], up);
    case 'minimum':
      return one(`less than ${value}`, { type: 'number', exclusiveMaximum: value, [NEAR]: 'greatest' });
    case 'exclusiveMinimum':
      return one(`no more than ${value}`, { type: 'number', maximum: value, [NEAR]: 'greatest' });
    case 'maximum':
      return one(`more than ${value}`, { type: 'number', exclusiveMinimum: value, [NEAR]: 'least' });
    case 'exclusiveMaximum':
      return one(`no less than ${value}`, { type: 'number', minimum: value, [NEAR]: 'least' });
    case 'multipleOf':
      return one(`no multiple of ${value}`, { type: 'number', not: up({ multipleOf: value }) });
    case 'minLength':
      return contraryCount(value, ['character', 'string', 'minLength', 'maxLength'], up).below.map((contrary) => {
        return { ...contrary, values: [astral((value as number) - 1, makeName)] };
      });
    case 'maxLength':
      return contraryCount(value, ['character', 'string', 'minLength', 'maxLength'], up).above;
    case 'minItems':
      return contraryCount(value, ['item', 'array', 'minItems', 'maxItems'], up).below;
    case 'maxItems':
      return contraryCount(value, ['item', 'array', 'minItems', 'maxItems'], up).above;
    case 'minProperties':
      return contraryCount(value, ['member', 'object', 'minProperties', 'maxProperties'], up).below;
    case 'maxProperties':
      return contraryCount(value, ['member', 'object', 'minProperties', 'maxProperties'], up).above;
    case 'pattern':
      return one(`does not match ${value}`, { type: 'string', not: up({ pattern: value }) });
    case 'format':
      return contraryFormat(String(value), up);
    case 'uniqueItems':
      return value === true ? one('the same item twice', { type: 'array', minItems: 2, [TWICE]: true }) : [];
    case 'contains':
      if (keywords['minContains'] === 0) return [];
      return one(
        'no such item',
        { type: 'array', items: up({ not: value }), minItems: 1 },
        { type: 'array', maxItems: 0 },
      );
    case 'minContains':
      return (value as number) < 2
        ? []
        : one(`fewer than ${value} such items`, {
            type: 'array',
            contains: keywords['contains'],
            maxContains: (value as number) - 1,
            minContains: 0,
          });
    case 'maxContains':
      return one(`more than ${value} such items`, {
        type: 'array',
        contains: keywords['contains'],
        minContains: (value as number) + 1,
      });
    case 'required':
      return (value as string[])
        .filter((name) => !hidden.has(name))
        .map((name) => ({
          what: `without ${name}`,
          schemas: [up({ type: 'object', properties: { [name]: up(false) } })],
          left: (value as string[]).filter((other) => other !== name),
        }));
    case 'dependentRequired':
      return Object.entries(value as Record<string, string[]>).flatMap(([name, others]) =>
        others.flatMap((other) =>
          one(`${name} without ${other}`, { type: 'object', required: [name], properties: { [other]: up(false) } }),
        ),
      );
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      if (!isForbidding(value)) return [];
      const name = makeName([]);
      return name === undefined ? [] : one(`with ${name}, which is not declared`, { type: 'object', required: [name] });
    }
    case 'unevaluatedItems':
      return isForbidding(value) ? one('one item more', ...MORE_ITEMS) : [];
    case 'propertyNames': {
      if (!isSchema(value)) return [];
      for (const contrary of negate(value, makeName)) {
        const name = makeName([contrary]);
        if (name !== undefined)
          return one(`with the name ${JSON.stringify(name)}`, { type: 'object', required: [name] });
      }
      return [];
    }
    case 'anyOf':
      return one('no branch takes it', { allOf: (value as Schema[]).map((branch) => up({ not: branch })) });
    case 'oneOf':
      return contraryBranches(value as Schema[], up);
    case 'not':
      return [{ what: 'what `not` excludes', schemas: [value as Schema] }];
    default:
      return [];
  }
}

type Up = (keywords: Keywords | boolean) => Schema;

const MORE_ITEMS = [1, 2, 3, 4, 5, 8].map((minItems) => ({ type: 'array', minItems }));

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
  array: 'an array',
  object: 'an object',
};

function contraryTypes(type: unknown, up: Up, makeName: MakeName): Contrary[] {
  const types = namedTypes(type) ?? [];
  const whole = types.includes('integer') && !types.includes('number');
  const plain: Readonly<Record<string, MutableJson>> = {
    string: makeName([]) ?? 'x',
    number: 7,
    boolean: true,
    null: null,
    array: [],
    object: {},
  };
  const others = otherTypes(types).map((other) => ({
    what: ARTICLES[other] ?? other,
    values: [plain[other] ?? null],
    keywords: { type: other },
  }));
  const fraction = { what: 'a fraction', values: [1.5], keywords: { type: 'number', not: up({ multipleOf: 1 }) } };
  // A number of 64 bits that is written as a string would be taken for one by many.
  return [...(whole ? [fraction] : []), ...others].map(({ keywords, ...contrary }, at) => {
    return { ...contrary, further: at > 0 && keywords.type !== 'null', schemas: [up(keywords)], lifts: 'format' };
  });
}

function contraryList(list: readonly unknown[], up: Up): Contrary[] {
  const near = list.slice(0, MOST_NEAR).flatMap(nearMisses);
  const values = near.filter((value) => !isListed(list, value));
  return [{ what: 'none of those that are listed', values, schemas: [up({ not: up({ enum: list }) })] }];
}

const MOST_NEAR = 4;

function nearMisses(value: unknown): MutableJson[] {
  switch (typeof value) {
    case 'string':
      return [`${value}x`, `${value.slice(0, -1)}~`, value.slice(0, -1), value.toUpperCase(), value.toLowerCase()];
    case 'number':
      return [value + 1, value - 1, value + 0.5];
    case 'boolean':
      return [!value];
    default:
      return [];
  }
}

/** Who counts the units of UTF-16 takes it for one character longer. */
function astral(length: number, makeName: MakeName): string {
  const word = makeName([]) ?? 'x';
  return length < 1 ? '' : `${word.repeat(length / word.length + 1).slice(0, length - 1)}${ASTRAL}`;
}

type Counted = readonly [thing: string, type: string, least: string, most: string];

function contraryCount(value: unknown, [thing, type, least, most]: Counted, up: Up) {
  const bound = value as number;
  const counted = (count: number) => `${count} ${count === 1 ? thing : `${thing}s`}`;
  const exactly = (count: number) => up({ type, [least]: count, [most]: count });
  return {
    below:
      bound <= 0 ? [] : [{ what: counted(bound - 1), schemas: [exactly(bound - 1), up({ type, [most]: bound - 1 })] }],
    above: [{ what: counted(bound + 1), schemas: [exactly(bound + 1), up({ type, [least]: bound + 1 })] }],
  };
}

function contraryFormat(format: string, up: Up): Contrary[] {
  if (!isBinding(format)) return [];
  const range = Object.hasOwn(RANGES, format) ? RANGES[format] : undefined;
  if (!range) return [{ what: `no ${format}`, schemas: [up({ type: 'string', not: up({ format }) })] }];
  // The bounds are bigints, and values are compared with them exactly.
  const [low, high] = range;
  return [
    { what: `more than ${high}`, schemas: [up({ type: 'number', enum: [high + 1n] })] },
    { what: `less than ${low}`, schemas: [up({ type: 'number', enum: [low - 1n] })] },
  ];
}

/** Two branches that take the same value; that none does is what the violations within the branches show. */
function contraryBranches(branches: readonly Schema[], up: Up): Contrary[] {
  const pairs: Schema[] = [];
  for (const [at, one] of branches.entries()) {
    if (pairs.length >= MOST_PAIRS) break;
    for (const other of branches.slice(at + 1, at + 1 + MOST_PAIRS)) pairs.push(up({ allOf: [one, other] }));
  }
  return [
    { what: 'no branch takes it', schemas: [up({ allOf: branches.map((branch) => up({ not: branch })) })] },
    { what: 'two branches take it', schemas: pairs.slice(0, MOST_PAIRS) },
  ];
}

const MOST_PAIRS = 15;

const NOTHING: ReadonlySet<string> = new Set();

/** How deep a schema is looked into for what might be broken. */
const DEEPEST = 4;

/** Schemas of which what satisfies any is refused by this one: what breaks it as a whole comes before what breaks what it holds. */
export function* negate(schema: Schema, makeName: MakeName, depth = 0): Generator<Schema> {
  const { keywords } = schema;
  if (keywords === true || depth > DEEPEST) return;
  const up = (inner: Keywords | boolean) => madeUp(schema, inner);
  if (keywords === false) {
    yield up(true);
    return;
  }
  for (const keyword of Object.keys(keywords)) {
    if (!BOUNDING.has(keyword)) continue;
    for (const { schemas } of contrariesOf({ schema, keywords, hidden: NOTHING }, keyword, makeName)) yield* schemas;
  }
  const { $ref, $dynamicRef, allOf = [], properties = {}, items, if: condition, then, else: otherwise } = keywords;
  const within = (inner: unknown) => (isSchema(inner) ? negate(inner, makeName, depth + 1) : []);
  for (const part of [$ref, $dynamicRef, ...(allOf as Schema[])]) yield* within(part);
  for (const [name, member] of Object.entries(properties as Record<string, Schema>)) {
    for (const contrary of within(member))
      yield up({ type: 'object', required: [name], properties: { [name]: contrary } });
  }
  for (const contrary of within(items)) yield up({ type: 'array', minItems: 1, items: contrary });
  for (const contrary of within(then)) yield up({ allOf: [condition, contrary] });
  for (const contrary of within(otherwise)) yield up({ allOf: [up({ not: condition }), contrary] });
}
