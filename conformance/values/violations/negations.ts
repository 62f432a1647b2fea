/**
 * Negates clauses: it returns schemas whose values break a clause, such as `minLength`, `enum` or `additionalProperties`. The values closest to
 * valid ones come first. The texts that break a format stand in `types/formats.ts`.
 */

import type { Keywords } from '../../../src/contract/dialects/dialect';
import { partsOfValue } from '../../../src/contract/schema/applicators';
import { isBinding, RANGES } from '../../../src/contract/schema/formats';
import { forbidsAll, isSchema, type Schema } from '../../../src/contract/schema/schema';
import { isListed } from '../../../src/json/equality';
import { ASTRAL } from '../patterns/characters';
import type { MutableJson } from '../results';
import type { Atom } from '../schemaPlan';
import { madeUp, NEAR, TWICE } from '../syntheticSchemas';
import { formatNamed } from '../types/formats';
import { namedTypes, otherTypes, type Type } from '../types/types';

/** One way to break a clause. */
export interface Contrary {
  /** A short description of what is wrong. */
  readonly what: string;
  /** Values that probably break the clause, to be tried first. */
  readonly values?: readonly MutableJson[];
  /** A value that satisfies any of these schemas breaks the clause. */
  readonly schemas: readonly Schema[];
  /** The part of the clause that the rest of the value still keeps; undefined if none of it. */
  readonly left?: unknown;
  /** Whether this is one of many similar ways, which are only needed if all are wanted. */
  readonly further?: boolean;
  /** Whether only JSON tells it from a valid value: as a text it is one. */
  readonly inJson?: true;
  /** Another keyword that has no effect if this clause is broken. */
  readonly lifts?: string;
  /** Another keyword that is broken with it, for the same reason: no list of texts has null. */
  readonly besides?: string;
}

/** Makes a text that satisfies the schemas, for the name of a member. */
type MakeName = (schemas: readonly Schema[]) => string | undefined;

/** The keywords that limit a value. */
export const BOUNDING: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  ...['minContains', 'maxContains', 'required', 'dependentRequired', 'minProperties', 'maxProperties'],
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems', 'anyOf', 'oneOf', 'not'],
]);

/**
 * Returns the ways to break one clause of a schema. Each must still be tried.
 * @returns an empty list if nothing breaks the clause.
 */
export function contrariesOf(
  { schema, keywords, hidden }: Pick<Atom, 'schema' | 'keywords' | 'hidden'>,
  keyword: string,
  makeName: MakeName,
): readonly Contrary[] {
  const value = keywords[keyword];
  const up = (inner: Keywords | boolean) => madeUp(schema, inner);
  const ways = (what: string, ...inner: Keywords[]): Contrary[] => [{ what, schemas: inner.map(up) }];
  switch (keyword) {
    case 'type':
      return contraryTypes(value, up, makeName);
    case 'enum':
      return Array.isArray(value) ? contraryList(value, up) : [];
    case 'const':
      return contraryList([value], up);
    case 'minimum':
      return ways(`less than ${value}`, { type: 'number', exclusiveMaximum: value, [NEAR]: 'greatest' });
    case 'exclusiveMinimum':
      return ways(`no more than ${value}`, { type: 'number', maximum: value, [NEAR]: 'greatest' });
    case 'maximum':
      return ways(`more than ${value}`, { type: 'number', exclusiveMinimum: value, [NEAR]: 'least' });
    case 'exclusiveMaximum':
      return ways(`no less than ${value}`, { type: 'number', minimum: value, [NEAR]: 'least' });
    case 'multipleOf':
      return ways(`no multiple of ${value}`, { type: 'number', not: up({ multipleOf: value }) });
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
      return ways(`does not match ${value}`, { type: 'string', not: up({ pattern: value }) });
    case 'format':
      return contraryFormat(String(value), up);
    case 'uniqueItems':
      return value === true ? ways('the same item twice', { type: 'array', minItems: 2, [TWICE]: true }) : [];
    case 'contains':
      if (keywords['minContains'] === 0) return [];
      return ways(
        'no such item',
        { type: 'array', items: up({ not: value }), minItems: 1 },
        { type: 'array', maxItems: 0 },
      );
    case 'minContains':
      return (value as number) < 2
        ? []
        : ways(`fewer than ${value} such items`, {
            type: 'array',
            contains: keywords['contains'],
            maxContains: (value as number) - 1,
            minContains: 0,
          });
    case 'maxContains':
      return ways(`more than ${value} such items`, {
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
          left: (value as string[]).filter((candidate) => candidate !== name),
        }));
    case 'dependentRequired':
      return Object.entries(value as Record<string, string[]>).flatMap(([name, dependents]) =>
        dependents.flatMap((dependent) =>
          ways(`${name} without ${dependent}`, {
            type: 'object',
            required: [name],
            properties: { [dependent]: up(false) },
          }),
        ),
      );
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      if (!forbidsAll(value)) return [];
      const name = makeName([]);
      return name === undefined
        ? []
        : ways(`with ${name}, which is not declared`, { type: 'object', required: [name] });
    }
    case 'unevaluatedItems':
      return forbidsAll(value) ? ways('one item more', ...MORE_ITEMS) : [];
    case 'propertyNames': {
      if (!isSchema(value)) return [];
      for (const contrary of negate(value, makeName)) {
        const name = makeName([contrary]);
        if (name !== undefined)
          return ways(`with the name ${JSON.stringify(name)}`, { type: 'object', required: [name] });
      }
      return [];
    }
    case 'anyOf':
      return ways('no branch takes it', { allOf: (value as Schema[]).map((branch) => up({ not: branch })) });
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
  const wrongTypes = otherTypes(types).map((wrongType) => ({
    what: ARTICLES[wrongType] ?? wrongType,
    values: [wrongType === 'string' ? (makeName([]) ?? 'x') : (PLAIN[wrongType]?.() ?? null)],
    keywords: { type: wrongType },
  }));
  const fraction = { what: 'a fraction', values: [1.5], keywords: { type: 'number', not: up({ multipleOf: 1 }) } };
  const ways = [...(whole ? [fraction] : []), ...wrongTypes].map(({ keywords, ...contrary }, at) => {
    const isNull = keywords.type === 'null';
    const besides = isNull ? { besides: 'enum' } : {};
    return { ...contrary, further: at > 0 && !isNull, schemas: [up(keywords)], lifts: 'format', ...besides };
  });
  const alike = LOOKALIKES.filter(({ of, is }) => of.some((type) => types.includes(type)) && !types.includes(is));
  // A number is a whole one, too, and what two types allow is no lookalike of one of them.
  const lookalikes = alike.filter(({ is }) => !(is === 'integer' && types.includes('number')));
  return [
    ...ways,
    ...lookalikes.map(({ what, values }) => ({ what, values, schemas: [], inJson: true as const, lifts: 'format' })),
  ];
}

/** Makes plain values, new ones each time, since what they are put into may be changed. */
const PLAIN: Partial<Record<Type, () => MutableJson>> = {
  number: () => 7,
  boolean: () => true,
  array: () => [],
  object: () => ({}),
};

/**
 * Values of another type that lax frameworks take for a value of the declared one. JSON tells them apart (RFC 8259 §3): `"97"` is no number, and
 * `1` is no boolean.
 */
const LOOKALIKES: readonly (Pick<Contrary, 'what'> & {
  readonly of: readonly Type[];
  readonly is: Type;
  readonly values: readonly MutableJson[];
})[] = [
  { of: ['integer', 'number'], is: 'string', what: 'the text "97"', values: ['97'] },
  { of: ['boolean'], is: 'integer', what: 'the number 1', values: [1] },
];

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

/** Returns a text that has one character more if UTF-16 units are counted and not code points. */
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

/** Returns the ways to break a format that no standard makes binding: with texts that nobody takes for one. */
export function contraryToHint(format: string): readonly Contrary[] {
  const wrong = isBinding(format) ? [] : (formatNamed(format)?.wrong ?? []);
  return wrong.length === 0 ? [] : [{ what: `no ${format}`, values: wrong, schemas: [] }];
}

/** Texts that many parsers take for a date, and the standard does not (RFC 3339 §5.6, §5.7): some roll over, and some know no offset. */
const NEARLY: Readonly<Record<string, readonly { readonly what: string; readonly text: string }[]>> = {
  date: [{ what: 'the 29th of February in a common year', text: '2025-02-29' }],
  'date-time': [
    { what: 'the 29th of February in a common year', text: '2025-02-29T15:09:26Z' },
    { what: 'hour 24', text: '2026-03-14T24:00:00Z' },
    { what: 'a time without its offset', text: '2026-03-14T15:09:26' },
  ],
};

function contraryFormat(format: string, up: Up): Contrary[] {
  if (!isBinding(format)) return [];
  const range = Object.hasOwn(RANGES, format) ? RANGES[format] : undefined;
  if (!range)
    return [
      { what: `no ${format}`, schemas: [up({ type: 'string', not: up({ format }) })] },
      ...(NEARLY[format] ?? []).map(({ what, text }) => ({ what, values: [text], schemas: [] })),
    ];
  // The bounds are bigints, so values are compared with them exactly.
  const [low, high] = range;
  return [
    { what: `more than ${high}`, schemas: [up({ type: 'number', enum: [high + 1n] })] },
    { what: `less than ${low}`, schemas: [up({ type: 'number', enum: [low - 1n] })] },
  ];
}

/**
 * Returns schemas that two branches accept. Values that no branch accepts are also covered by the violations within the
 * branches.
 */
function contraryBranches(branches: readonly Schema[], up: Up): Contrary[] {
  const pairs: Schema[] = [];
  for (const [at, branch] of branches.entries()) {
    if (pairs.length >= MOST_PAIRS) break;
    for (const second of branches.slice(at + 1, at + 1 + MOST_PAIRS)) pairs.push(up({ allOf: [branch, second] }));
  }
  return [
    { what: 'no branch takes it', schemas: [up({ allOf: branches.map((branch) => up({ not: branch })) })] },
    { what: 'two branches take it', schemas: pairs.slice(0, MOST_PAIRS) },
  ];
}

const MOST_PAIRS = 15;

const NOTHING: ReadonlySet<string> = new Set();

/** A schema is searched to this depth for clauses to break. */
const DEEPEST = 4;

/**
 * Yields schemas whose values break the given schema. Schemas that break it as a whole come before those that break
 * only a part of the value.
 */
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
  const { properties = {}, items, if: condition, then, else: otherwise } = keywords;
  const within = (inner: unknown) => (isSchema(inner) ? negate(inner, makeName, depth + 1) : []);
  for (const { schema: part, applicator } of partsOfValue(schema))
    if (applicator.applies === 'always') yield* within(part);
  for (const [name, member] of Object.entries(properties as Record<string, Schema>)) {
    for (const contrary of within(member))
      yield up({ type: 'object', required: [name], properties: { [name]: contrary } });
  }
  for (const contrary of within(items)) yield up({ type: 'array', minItems: 1, items: contrary });
  for (const contrary of within(then)) yield up({ allOf: [condition, contrary] });
  for (const contrary of within(otherwise)) yield up({ allOf: [up({ not: condition }), contrary] });
}
