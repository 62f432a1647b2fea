/** Schemas as values: their keywords in one meaning, whatever dialect they are written in, and the place of each. */

import type { Clause } from './contract';
import type { Dialect } from './dialects';
import type { Keywords } from './dialects/dialect';
import { whyNoPattern } from './dialects/jsonSchema';
import type { Shape } from './dialects/shape';
import { clauseAt, type Files } from './files';
import { type DynamicScope, dynamicTarget, NO_SCOPE, schemaTarget, scopeWithin } from './identify';
import { escapePointer } from './pointer';
import { follow, keyOf, type Place } from './reference';
import { isWellFormed } from './structure';

/**
 * A schema, or what is left of it: keywords that are not as its dialect has them mean nothing, and are told by the check.
 * The same schema is the same value wherever it is come to from.
 */
export interface Schema {
  readonly place: Place;
  /**
   * In the meaning of JSON Schema 2020-12; where a keyword holds schemas, they are of this type, `$ref` included. A boolean where the
   * whole schema is one. Made when first asked for.
   * @throws BrokenReference
   */
  readonly keywords: Keywords | boolean;
}

/** Keywords whose value is one schema, a list of them, and a map of them. */
export const HOLDING_ONE: readonly string[] = [
  '$ref',
  'not',
  'if',
  'then',
  'else',
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];
export const HOLDING_LIST: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
export const HOLDING_MAP: readonly string[] = ['properties', 'patternProperties', 'dependentSchemas'];

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'keywords' in value && 'place' in value;
}

/** Where a keyword of a schema stands. */
export function clauseOf({ place }: Schema, keyword: string): Clause {
  return clauseAt(place.file, `${place.pointer}/${escapePointer(keyword)}`);
}

/** What is only written is in no response, what is only read in no request, required or not (JSON Schema Validation §9.4). */
export type Direction = 'request' | 'response';

const hidden = {
  request: new WeakMap<Schema, ReadonlySet<string>>(),
  response: new WeakMap<Schema, ReadonlySet<string>>(),
};

/** Members of an object that one direction leaves out, by the schema itself and what it is composed of. */
export function hiddenMembers(schema: Schema, direction: Direction): ReadonlySet<string> {
  const known = hidden[direction].get(schema);
  if (known) return known;
  const names = hiddenBy(schema, direction, 0);
  hidden[direction].set(schema, names);
  return names;
}

function hiddenBy({ keywords }: Schema, direction: Direction, depth: number): Set<string> {
  const names = new Set<string>();
  if (typeof keywords === 'boolean' || depth > DEEPEST) return names;
  for (const [name, member] of Object.entries((keywords['properties'] ?? {}) as Record<string, Schema>)) {
    if (hasFlag(member, direction === 'response' ? 'writeOnly' : 'readOnly', 0)) names.add(name);
  }
  for (const part of partsOf(keywords)) for (const name of hiddenBy(part, direction, depth + 1)) names.add(name);
  return names;
}

/** How far compositions are looked into. */
const DEEPEST = 8;

function hasFlag({ keywords }: Schema, flag: 'readOnly' | 'writeOnly', depth: number): boolean {
  if (typeof keywords === 'boolean' || depth > DEEPEST) return false;
  return keywords[flag] === true || partsOf(keywords).some((part) => hasFlag(part, flag, depth + 1));
}

function partsOf({ $ref, allOf = [] }: Keywords): Schema[] {
  return [...(isSchema($ref) ? [$ref] : []), ...(allOf as Schema[])];
}

/** Makes the schemas of a contract. */
export interface SchemaReader {
  at(place: Place): Schema;
}

export function createSchemaReader(files: Files, dialect: Dialect): SchemaReader {
  const kind = dialect.kinds['Schema'];
  if (!kind) throw new Error(`${dialect.name} has no schemas`);
  const known = new Map<string, Schema>();

  const at = (place: Place, scope: DynamicScope): Schema => {
    const inner = dialect.schemas.identified ? scopeWithin(scope, place) : NO_SCOPE;
    const key = `${keyOf(place)} ${[...inner].map(([name, to]) => `${name} ${keyOf(to)}`).join()}`;
    const schema = known.get(key) ?? create(place, inner);
    known.set(key, schema);
    return schema;
  };

  const create = (place: Place, scope: DynamicScope): Schema => {
    let keywords: Keywords | boolean | undefined;
    return {
      place,
      get keywords() {
        keywords ??= read(place, scope);
        return keywords;
      },
    };
  };

  const read = (place: Place, scope: DynamicScope): Keywords | boolean => {
    const { value } = place;
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
    const written = value as Keywords;
    if (written['$ref'] !== undefined && typeof written['$ref'] === 'string' && !dialect.schemas.siblings) {
      // Null beside a reference is meant, if not said: it breaks nothing.
      const { $ref, nullable, 'x-nullable': extension } = written;
      return meaning({ $ref: followedBy(place, $ref as string, scope), nullable, 'x-nullable': extension }, place);
    }
    const keywords: Record<string, unknown> = {};
    for (const [key, each] of Object.entries(written)) {
      const found = keyword(place, key, each, scope);
      if (found !== undefined) keywords[key] = found;
    }
    return meaning(keywords, place);
  };

  const meaning = (keywords: Keywords, place: Place): Keywords => {
    const nested = (inner: Keywords): Schema => ({ place, keywords: inner });
    return dialect.schemas.read(keywords, nested);
  };

  const keyword = (place: Place, key: string, value: unknown, scope: DynamicScope): unknown => {
    const shape = kind.fields.get(key);
    // What the dialect does not know means nothing, but for extensions that it reads.
    if (!shape) return key === 'x-nullable' ? value : undefined;
    if (!isWellFormed(value, shape) || isNoPattern(key, value)) return undefined;
    const under = (...tokens: (string | number)[]): Place => ({
      value: tokens.reduce<unknown>((from, token) => (from as Record<string | number, unknown>)[token], place.value),
      file: place.file,
      pointer: [place.pointer, ...tokens.map(escapePointer)].join('/'),
    });
    if (key === '$ref' && typeof value === 'string') return followedBy(place, value, scope);
    if (key === '$dynamicRef' && typeof value === 'string') return at(dynamicTarget(value, place, scope, files), scope);
    const holding = holds(shape, value);
    switch (holding) {
      case 'one':
        return at(under(key), scope);
      case 'list':
        return (value as unknown[]).map((_, index) => at(under(key, index), scope));
      case 'map':
        return Object.fromEntries(Object.keys(value as object).map((name) => [name, at(under(key, name), scope)]));
      default:
        return value;
    }
  };

  const followedBy = (place: Place, ref: string, scope: DynamicScope): Schema =>
    at(dialect.schemas.identified ? schemaTarget(ref, place, files) : find(place), scope);
  // A chain of references is followed to its end, where a circle of them alone would be found.
  const find = (place: Place) => follow(place, files);

  return { at: (place) => at(place, NO_SCOPE) };
}

/** A pattern that is no regular expression says nothing; of several, those that are stand for themselves. */
function isNoPattern(key: string, value: unknown): boolean {
  if (key === 'pattern') return whyNoPattern(String(value), key).length > 0;
  return key === 'patternProperties' && Object.keys(value as object).some((each) => whyNoPattern(each, key).length > 0);
}

/** How a keyword holds schemas, if it does. */
function holds(shape: Shape, value: unknown): 'one' | 'list' | 'map' | undefined {
  const isKind = (each: Shape) => each.is === 'object' && each.kind === 'Schema';
  if (isKind(shape)) return 'one';
  if (shape.is === 'list' && isKind(shape.of)) return 'list';
  if (shape.is === 'map' && isKind(shape.of)) return 'map';
  if (shape.is === 'either' && typeof value === 'object' && shape.of.some(isKind)) return 'one';
  return undefined;
}
