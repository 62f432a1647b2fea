/** Schemas as values: their keywords with one meaning, in whichever dialect they are written, and the place of each. */

import { escapePointer } from '../../json/pointer';
import type { Clause } from '../clause';
import type { Dialect } from '../dialects';
import type { Keywords } from '../dialects/dialect';
import { fitsShape, isWellFormed } from '../dialects/fitsShape';
import { whyNoPattern } from '../dialects/jsonSchema';
import type { Shape } from '../dialects/shape';
import { clauseAt, type Files } from '../document/files';
import { BrokenReference, type DocumentPlace, find, follow, placeKey } from '../document/reference';
import { type DynamicScope, dynamicTarget, NO_SCOPE, schemaTarget, scopeWithin } from '../document/schemaIds';

/**
 * A schema without its malformed keywords: those have no effect here, and the check reports them. A schema is the same
 * object wherever it is reached from.
 */
export interface Schema {
  readonly place: DocumentPlace;
  /**
   * The keywords in the meaning of JSON Schema 2020-12. Where a keyword holds schemas, `$ref` included, they are of
   * this type. It is a boolean if the whole schema is one. It is read when it is first used.
   * @throws BrokenReference if the schema refers to something that does not exist.
   */
  readonly keywords: Keywords | boolean;
}

/** Keywords whose value is one schema, a list of schemas, or a map of schemas. */
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

/** Returns the place of a keyword of a schema. */
export function clauseOf({ place }: Schema, keyword: string): Clause {
  return clauseAt(place.file, `${place.pointer}/${escapePointer(keyword)}`);
}

const ends = new WeakMap<Schema, Schema>();

/**
 * Follows a schema that consists only of a reference, over any number of such references, to the schema that says
 * something itself.
 */
export function endOf(schema: Schema): Schema {
  const remembered = ends.get(schema);
  if (remembered) return remembered;
  const way = new Set([schema]);
  let end = schema;
  for (let next = soleReference(end); next && !way.has(next); next = soleReference(end)) {
    end = next;
    way.add(next);
  }
  for (const passed of way) ends.set(passed, end);
  return end;
}

function soleReference(schema: Schema): Schema | undefined {
  const keywords = keywordsOf(schema);
  if (typeof keywords === 'boolean' || keywords['$ref'] === undefined) return undefined;
  const [only, ...more] = Object.values(keywords);
  return more.length === 0 && isSchema(only) ? only : undefined;
}

/**
 * A write-only member is in no response, and a read-only member in no request, even if it is required (JSON Schema
 * Validation §9.4).
 */
export type Direction = 'request' | 'response';

const hidden = {
  request: new WeakMap<Schema, ReadonlySet<string>>(),
  response: new WeakMap<Schema, ReadonlySet<string>>(),
};

/** Returns the members of an object that one direction leaves out, as the schema itself and its `allOf` parts say. */
export function hiddenMembers(schema: Schema, direction: Direction): ReadonlySet<string> {
  const remembered = hidden[direction].get(schema);
  if (remembered) return remembered;
  const flag = direction === 'response' ? 'writeOnly' : 'readOnly';
  const names = new Set<string>();
  for (const { properties } of partsOf(schema)) {
    for (const [name, member] of Object.entries((properties ?? {}) as Record<string, Schema>))
      if (partsOf(member).some((part) => part[flag] === true || isBeside(part, flag))) names.add(name);
  }
  hidden[direction].set(schema, names);
  return names;
}

/** The key of the flags that stand beside a reference, where the standard ignores them. */
export const BESIDE = 'x-espalier-beside';

/** Returns whether a flag, such as `writeOnly`, stands beside a reference where the standard ignores it. */
export function isBeside({ [BESIDE]: beside }: Keywords, flag: string): boolean {
  return Array.isArray(beside) && beside.includes(flag);
}

/** How many schemas of the same value are looked at, because a composition may lead back to itself. */
const MOST_PARTS = 200;

/**
 * Returns the keywords of every schema that applies to the same value, nearest first. A broken schema adds nothing.
 * @param more returns further schemas that apply to the same value.
 */
export function partsOf(schema: Schema, more: (keywords: Keywords) => readonly unknown[] = () => []): Keywords[] {
  const keywordSets: Keywords[] = [];
  const seen = new Set([schema]);
  // The loop also visits the schemas that it adds.
  for (const next of seen) {
    const keywords = keywordsOf(next);
    if (typeof keywords === 'boolean') continue;
    keywordSets.push(keywords);
    const { $ref, $dynamicRef, allOf = [] } = keywords;
    for (const part of [$ref, $dynamicRef, ...(allOf as Schema[]), ...more(keywords)])
      if (isSchema(part) && seen.size < MOST_PARTS) seen.add(part);
  }
  return keywordSets;
}

/** Returns the keywords of a schema; `true`, which allows everything, if the schema is broken. */
export function keywordsOf(schema: Schema): Schema['keywords'] {
  try {
    return schema.keywords;
  } catch (error) {
    if (error instanceof BrokenReference) return true;
    throw error;
  }
}

/**
 * How many meanings one schema may have. Each way that leads to it by `$dynamicRef` may give it another, and anchors of
 * many names multiply them.
 */
const MOST_SCOPES = 200;
const TOO_MANY_SCOPES = `this schema has a different meaning for each of more than ${MOST_SCOPES} ways that lead to it ($dynamicAnchor); that is too much to be judged`;

/** Creates the schemas of a contract. */
export interface SchemaReader {
  at(place: DocumentPlace): Schema;
}

export function createSchemaReader(files: Files, dialect: Dialect): SchemaReader {
  const kind = dialect.kinds['Schema'];
  if (!kind) throw new Error(`${dialect.name} has no schemas`);
  // Without a scope, a schema means what it says where it stands. With a scope, the meaning depends on the way to it.
  const plain = new WeakMap<object, Schema>();
  const scoped = new Map<string, Schema>();
  const scopes = new Map<string, number>();

  const at = (place: DocumentPlace, scope: DynamicScope): Schema => {
    const inner = dialect.schemas.identified ? scopeWithin(scope, place) : NO_SCOPE;
    const { value } = place;
    if (inner.size === 0 && typeof value === 'object' && value !== null) {
      const schema = plain.get(value) ?? create(place, inner);
      plain.set(value, schema);
      return schema;
    }
    const key = `${placeKey(place)} ${[...inner].map(([name, to]) => `${name} ${placeKey(to)}`).join()}`;
    const existing = scoped.get(key);
    if (existing) return existing;
    const written = placeKey(place);
    const count = (scopes.get(written) ?? 0) + 1;
    if (count > MOST_SCOPES) throw new BrokenReference(place, TOO_MANY_SCOPES);
    scopes.set(written, count);
    const schema = create(place, inner);
    scoped.set(key, schema);
    return schema;
  };

  const create = (place: DocumentPlace, scope: DynamicScope): Schema => {
    let keywords: Keywords | boolean | undefined;
    return {
      place,
      get keywords() {
        keywords ??= read(place, scope);
        return keywords;
      },
    };
  };

  const read = (place: DocumentPlace, scope: DynamicScope): Keywords | boolean => {
    const { value } = place;
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
    const written = value as Keywords;
    if (written['$ref'] !== undefined && typeof written['$ref'] === 'string' && !dialect.schemas.siblings) {
      const keywords: Record<string, unknown> = { $ref: followedBy(place, written['$ref'], scope) };
      // The standard ignores these keywords beside a reference, but the author meant them. So a value that follows them
      // breaks nothing.
      for (const key of ['nullable', 'x-nullable']) if (written[key] === true) keywords[key] = true;
      const beside = ['readOnly', 'writeOnly'].filter((key) => written[key] === true);
      if (beside.length > 0) keywords[BESIDE] = beside;
      return meaning(keywords, place);
    }
    const keywords: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(written)) {
      const meant = keyword(place, key, item, scope);
      if (meant !== undefined) keywords[key] = meant;
    }
    return meaning(keywords, place);
  };

  const meaning = (keywords: Keywords, place: DocumentPlace): Keywords => {
    const nested = (inner: Keywords): Schema => ({ place, keywords: inner });
    return dialect.schemas.read(keywords, nested);
  };

  const keyword = (place: DocumentPlace, key: string, value: unknown, scope: DynamicScope): unknown => {
    const shape = kind.fields.get(key);
    // A keyword that the dialect does not know has no effect, except for extensions that are read.
    if (!shape) return key === 'x-nullable' ? value : undefined;
    if (!isWellFormed(value, shape) || isNoPattern(key, value)) return undefined;
    const under = (...tokens: (string | number)[]): DocumentPlace => ({
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

  const followedBy = (place: DocumentPlace, ref: string, scope: DynamicScope): Schema => {
    if (dialect.schemas.identified) return at(schemaTarget(ref, place, files), scope);
    // This throws if the chain of references never ends.
    follow(place, files);
    return at(find(ref, place, files), scope);
  };

  return { at: (place) => at(place, NO_SCOPE) };
}

/** Returns whether a keyword is ignored because a pattern in it cannot be used. */
function isNoPattern(key: string, value: unknown): boolean {
  if (key === 'pattern') return whyNoPattern(String(value), key).length > 0;
  const isNone = (pattern: string) => whyNoPattern(pattern, key).some(({ unusable }) => unusable);
  return key === 'patternProperties' && Object.keys(value as object).some(isNone);
}

/** Returns how a keyword holds schemas; undefined if it does not. */
function holds(shape: Shape, value: unknown): 'one' | 'list' | 'map' | undefined {
  const isKind = (each: Shape) => each.is === 'object' && each.kind === 'Schema';
  if (isKind(shape)) return 'one';
  if (shape.is === 'list' && isKind(shape.of)) return 'list';
  if (shape.is === 'map' && isKind(shape.of)) return 'map';
  const fitting = shape.is === 'either' ? shape.of.find((each) => fitsShape(value, each)) : undefined;
  return fitting && holds(fitting, value);
}
