/** Schemas as values: their keywords with one meaning, in whichever dialect they are written, and the place of each. */

import { escapePointer } from '../../json/pointer';
import type { Clause } from '../clause';
import type { Dialect } from '../dialects';
import type { Keywords } from '../dialects/dialect';
import { fitsShape, isWellFormed } from '../dialects/fitsShape';
import { whyNoPattern } from '../dialects/jsonSchema';
import type { Shape } from '../dialects/shape';
import { clauseAt, type Files, plainClauseAt } from '../document/files';
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

/** Where a schema keeps what was found out of it. */
const KEPT = Symbol('kept');

interface Keeping {
  [KEPT]?: unknown[] | undefined;
}

/** How many things are kept of a schema, each in a place of its own. */
let keptThings = 0;

/** Stands for undefined among what is kept. */
const NOTHING = Symbol('undefined');

/**
 * Finds something out of a schema once, and keeps it on the schema. It is the same as `remembered`, and several times as fast: these questions are
 * asked for each part of each value.
 */
export function keptOnSchema<V>(find: (schema: Schema) => V): (schema: Schema) => V {
  const at = keptThings++;
  return (schema) => {
    const keeping = schema as Keeping;
    keeping[KEPT] ??= [];
    const kept = keeping[KEPT];
    const known = kept[at];
    if (known !== undefined) return known === NOTHING ? (undefined as V) : (known as V);
    const found = exactly(find(schema));
    while (kept.length < at) kept.push(undefined);
    kept[at] = found === undefined ? NOTHING : found;
    return found;
  };
}

/** Returns a list without spare room. V8 gives one that was filled by `push` room for sixteen more, and tens of thousands are kept. */
function exactly<V>(found: V): V {
  return Array.isArray(found) ? (found.slice() as V) : found;
}

/** A schema whose keywords are known. */
export class PlainSchema implements Schema, Keeping {
  [KEPT]: unknown[] | undefined = undefined;

  constructor(
    readonly place: DocumentPlace,
    readonly keywords: Keywords | boolean,
  ) {}
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'keywords' in value && 'place' in value;
}

/** Returns the place of a keyword of a schema. */
export function clauseOf({ place }: Schema, keyword: string): Clause {
  return clauseAt(place.file, pointerTo(place, keyword));
}

/** Returns the same as a plain value, and keeps nothing of it. */
export function plainClauseOf({ place }: Schema, keyword: string): Clause {
  return plainClauseAt(place.file, pointerTo(place, keyword));
}

function pointerTo({ pointer }: DocumentPlace, keyword: string): string {
  return `${pointer}/${escapePointer(keyword)}`;
}

/**
 * Follows a schema that consists only of a reference, over any number of such references, to the schema that says
 * something itself.
 */
export const endOf: (schema: Schema) => Schema = keptOnSchema((schema) => {
  const way = new Set([schema]);
  let end = schema;
  for (let next = soleReference(end); next && !way.has(next); next = soleReference(end)) {
    end = next;
    way.add(next);
  }
  return end;
});

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

/** The key of the flags that stand beside a reference, where the standard ignores them. */
export const BESIDE = 'x-espalier-beside';

/** Returns whether a flag, such as `writeOnly`, stands beside a reference where the standard ignores it. */
export function isBeside({ [BESIDE]: beside }: Keywords, flag: string): boolean {
  return Array.isArray(beside) && beside.includes(flag);
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

/** Returns whether a schema is `false`, in either form in which dialects write it: nothing satisfies it. A broken schema forbids nothing. */
export function forbidsAll(value: unknown): boolean {
  return value === false || (isSchema(value) && keywordsOf(value) === false);
}

/**
 * One schema may have at most this many meanings. Each way that leads to it by `$dynamicRef` may give it another
 * meaning, and anchors of many names multiply them.
 */
const MOST_SCOPES = 200;
const TOO_MANY_SCOPES = `this schema has a different meaning for each of more than ${MOST_SCOPES} ways that lead to it ($dynamicAnchor); that is too much to be judged`;

/** Creates the schemas of a contract. */
export interface SchemaReader {
  at(place: DocumentPlace): Schema;
}

export function createSchemaReader(files: Files, dialect: Dialect): SchemaReader {
  return new ContractSchemas(files, dialect);
}

class ContractSchemas implements SchemaReader {
  private readonly fields: ReadonlyMap<string, Shape>;
  /** Without a scope, a schema means what it says where it stands. With a scope, the meaning depends on the way to it. */
  private readonly plain = new WeakMap<object, Schema>();
  private readonly scoped = new Map<string, Schema>();
  /** By the place of a schema, how many meanings it has by now. */
  private readonly scopes = new Map<string, number>();

  constructor(
    private readonly files: Files,
    private readonly dialect: Dialect,
  ) {
    const kind = dialect.kinds['Schema'];
    if (!kind) throw new Error(`${dialect.name} has no schemas`);
    this.fields = kind.fields;
  }

  at(place: DocumentPlace): Schema {
    return this.meant(place, NO_SCOPE);
  }

  /** Returns the schema at a place, as the way to it gives it its meaning. */
  private meant(place: DocumentPlace, scope: DynamicScope): Schema {
    const inner = this.dialect.schemas.identified ? scopeWithin(scope, place) : NO_SCOPE;
    const { value } = place;
    if (inner.size > 0 || typeof value !== 'object' || value === null) return this.scopedAt(place, inner);
    const schema = this.plain.get(value) ?? this.create(place, inner);
    this.plain.set(value, schema);
    return schema;
  }

  private scopedAt(place: DocumentPlace, scope: DynamicScope): Schema {
    const written = placeKey(place);
    const key = `${written} ${[...scope].map(([name, to]) => `${name} ${placeKey(to)}`).join()}`;
    const existing = this.scoped.get(key);
    if (existing) return existing;
    const count = (this.scopes.get(written) ?? 0) + 1;
    if (count > MOST_SCOPES) throw new BrokenReference(place, TOO_MANY_SCOPES);
    this.scopes.set(written, count);
    const schema = this.create(place, scope);
    this.scoped.set(key, schema);
    return schema;
  }

  private create(place: DocumentPlace, scope: DynamicScope): Schema {
    return new ReadSchema(place, () => this.read(place, scope));
  }

  private read(place: DocumentPlace, scope: DynamicScope): Keywords | boolean {
    const { value } = place;
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
    const written = value as Keywords;
    const { $ref } = written;
    const isReferenceAlone = typeof $ref === 'string' && !this.dialect.schemas.siblings;
    const keywords = isReferenceAlone
      ? { $ref: this.followed(place, $ref, scope), ...besideReference(written) }
      : this.readKeywords(place, written, scope);
    return this.dialect.schemas.read(keywords, (inner) => new PlainSchema(place, inner));
  }

  private readKeywords(place: DocumentPlace, written: Keywords, scope: DynamicScope): Keywords {
    const keywords: Record<string, unknown> = {};
    for (const key of Object.keys(written)) {
      const meant = this.keyword(place, key, written[key], scope);
      if (meant !== undefined) keywords[key] = meant;
    }
    return keywords;
  }

  /** Returns what a keyword means; undefined if it has no effect. */
  private keyword(place: DocumentPlace, key: string, value: unknown, scope: DynamicScope): unknown {
    const shape = this.fields.get(key);
    // A keyword that the dialect does not know has no effect, except for extensions that are read.
    if (!shape) return key === 'x-nullable' ? value : undefined;
    if (!isWellFormed(value, shape) || isNoPattern(key, value)) return undefined;
    if (key === '$ref' && typeof value === 'string') return this.followed(place, value, scope);
    if (key === '$dynamicRef' && typeof value === 'string')
      return this.meant(dynamicTarget(value, place, scope, this.files), scope);
    const kind = holds(shape, value);
    if (!kind) return value;
    const held = placeUnder(place, key);
    if (kind === 'one') return this.meant(held, scope);
    const under = (token: string | number) => this.meant(placeUnder(held, token), scope);
    return kind === 'list'
      ? (value as unknown[]).map((_, index) => under(index))
      : Object.fromEntries(Object.keys(value as object).map((name) => [name, under(name)]));
  }

  private followed(place: DocumentPlace, ref: string, scope: DynamicScope): Schema {
    if (this.dialect.schemas.identified) return this.meant(schemaTarget(ref, place, this.files), scope);
    // This throws if the chain of references never ends.
    follow(place, this.files);
    return this.meant(find(ref, place, this.files), scope);
  }
}

/**
 * Returns the keywords beside a reference that are read though the standard ignores them there: the author meant them.
 * So a value that follows them breaks nothing.
 */
function besideReference(written: Keywords): Keywords {
  const keywords: Record<string, unknown> = {};
  for (const key of ['nullable', 'x-nullable']) if (written[key] === true) keywords[key] = true;
  const beside = ['readOnly', 'writeOnly'].filter((key) => written[key] === true);
  if (beside.length > 0) keywords[BESIDE] = beside;
  return keywords;
}

/**
 * A schema whose keywords are read when they are first used. It is a class, since with a getter of its own each object would have a form of its
 * own for the JavaScript engine, and whatever looks into schemas would take several times as long.
 */
class ReadSchema implements Schema, Keeping {
  [KEPT]: unknown[] | undefined = undefined;
  private known: Keywords | boolean | undefined;

  constructor(
    readonly place: DocumentPlace,
    private read: (() => Keywords | boolean) | undefined,
  ) {}

  get keywords(): Keywords | boolean {
    if (this.known === undefined) {
      this.known = this.read?.() ?? true;
      // What it was read by is not needed any more.
      this.read = undefined;
    }
    return this.known;
  }
}

function placeUnder({ value, file, pointer }: DocumentPlace, token: string | number): DocumentPlace {
  const held = (value as Record<string | number, unknown>)[token];
  return { value: held, file, pointer: `${pointer}/${escapePointer(token)}` };
}

/** Returns whether a keyword is ignored because a pattern in it cannot be used. */
function isNoPattern(key: string, value: unknown): boolean {
  if (key === 'pattern') return whyNoPattern(String(value), key).length > 0;
  const isNone = (pattern: string) => whyNoPattern(pattern, key).some(({ unusable }) => unusable);
  return key === 'patternProperties' && Object.keys(value as object).some(isNone);
}

/** Returns how a keyword holds schemas; undefined if it does not. */
function holds(shape: Shape, value: unknown): 'one' | 'list' | 'map' | undefined {
  const isKind = (candidate: Shape) => candidate.is === 'object' && candidate.kind === 'Schema';
  if (isKind(shape)) return 'one';
  if (shape.is === 'list' && isKind(shape.of)) return 'list';
  if (shape.is === 'map' && isKind(shape.of)) return 'map';
  const fitting = shape.is === 'either' ? shape.of.find((candidate) => fitsShape(value, candidate)) : undefined;
  return fitting && holds(fitting, value);
}
