/**
 * Which clauses of a schema a value breaks, by looking rather than by compiling: for values that are made or read with the contract,
 * of which each schema sees a few. Responses are judged by ajv (`schemas.ts`); the two agree, which the tests hold them to.
 */

import { isOfFormat, RANGES } from './formats';
import { patternOf } from './patterns';
import { escapePointer } from './pointer';
import { type Direction, hiddenMembers, isSchema, type Schema } from './schema';

/** One clause that a value breaks. */
export interface BrokenClause {
  readonly schema: Schema;
  readonly keyword: string;
  /** JSON Pointer of the value that breaks it; empty for the whole. */
  readonly path: string;
  /** For `anyOf` and `oneOf`, what each branch has against the value. */
  readonly branches?: readonly (readonly BrokenClause[])[];
}

export interface EvaluateOptions {
  readonly direction: Direction;
  /** To stop at the first. */
  readonly first?: boolean;
}

/**
 * @param value JSON, in which integers that a double does not hold are bigints.
 * @returns the clauses that it breaks; an empty list means that it satisfies the schema.
 */
export function evaluate(schema: Schema, value: unknown, options: EvaluateOptions): readonly BrokenClause[] {
  const run: Run = { direction: options.direction, first: options.first ?? false, found: [], depth: 0 };
  apply(schema, value, '', run, undefined, undefined);
  return run.found;
}

/** What a clause requires, as a sentence without a subject: "must be integer". */
export function requirementOf({ schema, keyword }: BrokenClause): string {
  const value = typeof schema.keywords === 'boolean' ? undefined : schema.keywords[keyword];
  switch (keyword) {
    case 'type':
      return `must be ${[value].flat().join(' or ')}`;
    case 'enum':
      return `must be one of ${cut(value)}`;
    case 'const':
      return `must be ${cut(value)}`;
    case 'false':
      return 'must not be there';
    case 'format':
      return `must be of the format ${value}`;
    case 'pattern':
      return `must match the pattern ${value}`;
    case 'required':
    case 'dependentRequired':
      return `must have all that \`${keyword}\` names`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'must have no property that is not declared';
    case 'anyOf':
    case 'oneOf':
    case 'not':
      return `must satisfy \`${keyword}\``;
    default:
      return `must satisfy \`${keyword}: ${cut(value)}\``;
  }
}

/** How much of a value stands in a sentence, in characters. */
const LONGEST = 120;

function cut(value: unknown): string {
  const text = isSchema(value) ? '…' : (JSON.stringify(value) ?? '');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

export function satisfies(schema: Schema, value: unknown, direction: Direction): boolean {
  return evaluate(schema, value, { direction, first: true }).length === 0;
}

interface Run {
  readonly direction: Direction;
  readonly first: boolean;
  readonly found: BrokenClause[];
  depth: number;
}

/** What of an object or an array has been looked at (JSON Schema Core §11). */
interface Evaluated {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** A schema that leads back to itself without taking a step into the value says nothing more. */
const DEEPEST = 400;

type Keywords = Readonly<Record<string, unknown>>;

function apply(
  schema: Schema,
  value: unknown,
  path: string,
  run: Run,
  outer: Evaluated | undefined,
  hiddenAround: ReadonlySet<string> | undefined,
): void {
  const { keywords } = schema;
  if (keywords === true || run.depth > DEEPEST || (run.first && run.found.length > 0)) return;
  const fail = (keyword: string, branches?: BrokenClause['branches']) =>
    void run.found.push({ schema, keyword, path, ...(branches ? { branches } : {}) });
  if (keywords === false) {
    fail('false');
    return;
  }
  run.depth++;
  const unevaluated = 'unevaluatedProperties' in keywords || 'unevaluatedItems' in keywords;
  const seen: Evaluated | undefined = unevaluated ? { names: new Set(), items: new Set() } : outer;
  const hidden = hiddenMembers(schema, run.direction);
  const around = hiddenAround && hiddenAround.size > 0 ? new Set([...hiddenAround, ...hidden]) : hidden;

  if (!ofType(keywords['type'], value)) fail('type');
  if (Array.isArray(keywords['enum']) && !keywords['enum'].some((each) => isEqual(each, value))) fail('enum');
  if ('const' in keywords && !isEqual(keywords['const'], value)) fail('const');
  if (typeof value === 'number' || typeof value === 'bigint') numbers(keywords, value, fail);
  else if (typeof value === 'string') strings(keywords, value, fail);
  else if (Array.isArray(value)) arrays(keywords, value, path, run, seen, fail);
  else if (typeof value === 'object' && value !== null)
    objects(keywords, value as Keywords, path, run, seen, around, fail);
  inPlace(keywords, value, path, run, seen, around, fail);
  if (unevaluated && seen) {
    rest(keywords, value, path, run, seen, fail);
    if (outer) merge(outer, seen);
  }
  run.depth--;
}

type Fail = (keyword: string, branches?: BrokenClause['branches']) => void;

function ofType(type: unknown, value: unknown): boolean {
  if (type === undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  return types.some((each) => is(each, value));
}

function is(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return false;
  }
}

/** As JSON Schema compares: by value, objects whatever the order of their members. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one === 'bigint' || typeof other === 'bigint')
    return isNumeric(one) && isNumeric(other) && one >= other && one <= other;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, at) => isEqual(each, other[at]))
    );
  }
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual((one as Keywords)[name], (other as Keywords)[name]))
  );
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function numbers(keywords: Keywords, value: number | bigint, fail: Fail): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = keywords;
  if (typeof minimum === 'number' && value < minimum) fail('minimum');
  if (typeof maximum === 'number' && value > maximum) fail('maximum');
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) fail('exclusiveMinimum');
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) fail('exclusiveMaximum');
  if (typeof multipleOf === 'number' && !isMultiple(value, multipleOf)) fail('multipleOf');
  const range = typeof format === 'string' && Object.hasOwn(RANGES, format) ? RANGES[format] : undefined;
  if (!range) return;
  const whole = typeof value === 'bigint' || Number.isInteger(value);
  // That it is no integer is said by `type`, where that is there.
  if (whole ? value < range[0] || value > range[1] : ofType(keywords['type'], value)) fail('format');
}

/** 19.99 / 0.01 is not whole in doubles. */
export function isMultiple(value: number | bigint, step: number): boolean {
  if (typeof value === 'bigint' && Number.isInteger(step)) return value % BigInt(step) === 0n;
  const times = Number(value) / step;
  return Math.abs(Math.round(times) - times) < 1e-6;
}

function strings(keywords: Keywords, value: string, fail: Fail): void {
  const { minLength, maxLength, pattern, format } = keywords;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = lengthOf(value);
    if (typeof minLength === 'number' && length < minLength) fail('minLength');
    if (typeof maxLength === 'number' && length > maxLength) fail('maxLength');
  }
  if (typeof pattern === 'string' && patternOf(pattern).test(value) === false) fail('pattern');
  if (typeof format === 'string' && !isOfFormat(format, value)) fail('format');
}

/** In code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function arrays(
  keywords: Keywords,
  value: readonly unknown[],
  path: string,
  run: Run,
  seen: Evaluated | undefined,
  fail: Fail,
): void {
  const { minItems, maxItems, uniqueItems, prefixItems, items, contains, minContains = 1, maxContains } = keywords;
  if (typeof minItems === 'number' && value.length < minItems) fail('minItems');
  if (typeof maxItems === 'number' && value.length > maxItems) fail('maxItems');
  if (uniqueItems === true && new Set(value.map(canonical)).size < value.length) fail('uniqueItems');
  const prefix = (prefixItems ?? []) as Schema[];
  for (const [at, item] of value.entries()) {
    const own = prefix[at] ?? (isSchema(items) ? items : undefined);
    if (!own) continue;
    seen?.items.add(at);
    apply(own, item, `${path}/${at}`, run, undefined, undefined);
  }
  if (!isSchema(contains)) return;
  const fitting = value.flatMap((item, at) => (accepts(contains, item, run) ? [at] : []));
  for (const at of fitting) seen?.items.add(at);
  if (fitting.length < (minContains as number)) fail(minContains === 1 ? 'contains' : 'minContains');
  if (typeof maxContains === 'number' && fitting.length > maxContains) fail('maxContains');
}

/** The same text for values that JSON Schema takes for equal. */
export function canonical(value: unknown): string {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return String(BigInt(value));
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
}

function accepts(schema: Schema, value: unknown, { direction, depth }: Run): boolean {
  const inner: Run = { direction, first: true, found: [], depth };
  apply(schema, value, '', inner, undefined, undefined);
  return inner.found.length === 0;
}

function objects(
  keywords: Keywords,
  value: Keywords,
  path: string,
  run: Run,
  seen: Evaluated | undefined,
  hidden: ReadonlySet<string>,
  fail: Fail,
): void {
  const { minProperties, maxProperties, required, dependentRequired, propertyNames, additionalProperties } = keywords;
  const names = Object.keys(value);
  if (typeof minProperties === 'number' && names.length < minProperties) fail('minProperties');
  if (typeof maxProperties === 'number' && names.length > maxProperties) fail('maxProperties');
  if (Array.isArray(required) && required.some((name) => !Object.hasOwn(value, name) && !hidden.has(name)))
    fail('required');
  for (const [name, others] of Object.entries((dependentRequired ?? {}) as Record<string, readonly string[]>)) {
    if (Object.hasOwn(value, name) && others.some((other) => !Object.hasOwn(value, other))) fail('dependentRequired');
  }
  const properties = (keywords['properties'] ?? {}) as Record<string, Schema>;
  const patterns = Object.entries((keywords['patternProperties'] ?? {}) as Record<string, Schema>);
  for (const name of names) {
    const inner = `${path}/${escapePointer(name)}`;
    if (isSchema(propertyNames) && !accepts(propertyNames, name, run)) fail('propertyNames');
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const fitting = patterns.filter(([pattern]) => patternOf(pattern).test(name) !== false).map(([, each]) => each);
    const applied = [...(own ? [own] : []), ...fitting];
    if (applied.length === 0 && additionalProperties === false) fail('additionalProperties');
    if (applied.length === 0 && isSchema(additionalProperties)) {
      if (additionalProperties.keywords === false) fail('additionalProperties');
      else applied.push(additionalProperties);
    }
    if (applied.length > 0 || additionalProperties === true) seen?.names.add(name);
    for (const each of applied) apply(each, value[name], inner, run, undefined, undefined);
  }
}

/** Schemas that speak of the same value. */
function inPlace(
  keywords: Keywords,
  value: unknown,
  path: string,
  run: Run,
  seen: Evaluated | undefined,
  hidden: ReadonlySet<string>,
  fail: Fail,
): void {
  const { $ref, $dynamicRef, allOf, anyOf, oneOf, not, if: condition, dependentSchemas } = keywords;
  for (const each of [$ref, $dynamicRef, ...((allOf ?? []) as unknown[])])
    if (isSchema(each)) apply(each, value, path, run, seen, hidden);
  if (Array.isArray(anyOf)) {
    const tried = branchesOf(anyOf as Schema[], value, path, run, seen);
    if (tried.every(({ length }) => length > 0)) fail('anyOf', tried);
  }
  if (Array.isArray(oneOf)) {
    const tried = branchesOf(oneOf as Schema[], value, path, run, seen);
    if (tried.filter(({ length }) => length === 0).length !== 1) fail('oneOf', tried);
  }
  if (isSchema(not) && accepts(not, value, run)) fail('not');
  if (isSchema(condition)) {
    const [tried = []] = branchesOf([condition], value, path, run, seen);
    const next = tried.length === 0 ? keywords['then'] : keywords['else'];
    if (isSchema(next)) apply(next, value, path, run, seen, undefined);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, schema] of Object.entries((dependentSchemas ?? {}) as Record<string, Schema>)) {
    if (Object.hasOwn(value, name)) apply(schema, value, path, run, seen, undefined);
  }
}

/** What each branch has against a value; what those that have nothing looked at counts as looked at. */
function branchesOf(
  branches: readonly Schema[],
  value: unknown,
  path: string,
  run: Run,
  seen: Evaluated | undefined,
): BrokenClause[][] {
  return branches.map((branch) => {
    const own = seen && { names: new Set<string>(), items: new Set<number>() };
    const inner: Run = { direction: run.direction, first: run.first, found: [], depth: run.depth };
    apply(branch, value, path, inner, own, undefined);
    if (own && seen && inner.found.length === 0) merge(seen, own);
    return inner.found;
  });
}

function merge(into: Evaluated, { names, items }: Evaluated): void {
  for (const name of names) into.names.add(name);
  for (const item of items) into.items.add(item);
}

function rest(keywords: Keywords, value: unknown, path: string, run: Run, seen: Evaluated, fail: Fail): void {
  const { unevaluatedItems, unevaluatedProperties } = keywords;
  if (Array.isArray(value) && isSchema(unevaluatedItems)) {
    for (const [at, item] of value.entries()) {
      if (seen.items.has(at)) continue;
      if (unevaluatedItems.keywords === false) fail('unevaluatedItems');
      else apply(unevaluatedItems, item, `${path}/${at}`, run, undefined, undefined);
      seen.items.add(at);
    }
  }
  if (Array.isArray(value) || typeof value !== 'object' || value === null || !isSchema(unevaluatedProperties)) return;
  for (const [name, item] of Object.entries(value)) {
    if (seen.names.has(name)) continue;
    if (unevaluatedProperties.keywords === false) fail('unevaluatedProperties');
    else apply(unevaluatedProperties, item, `${path}/${escapePointer(name)}`, run, undefined, undefined);
    seen.names.add(name);
  }
}
