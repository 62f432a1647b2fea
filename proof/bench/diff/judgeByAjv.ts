/**
 * Judges what shows a break once more, from the documents as they are written and by ajv alone: nothing of what found the break is used. It
 * reads what such a judge needs to know of OpenAPI itself: references, `nullable`, and members that one direction leaves out.
 */

import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020';
import type { Break } from '../../../src/cli/diff/breaks';
import { letsIn } from './judgeCredentials';

type Json = Readonly<Record<string, unknown>>;
type Direction = 'request' | 'response';

/** What the second judge says: `unjudged` where it has no way to tell. */
export type Second = 'right' | 'wrong' | 'unjudged';

const METHODS = /^(get|put|post|delete|options|head|patch|trace)$/;

/** @param before the old document as a value, and `now` the new one. All that they refer to stands in themselves. */
export function judgeByAjv({ kind, operation, subject, witness }: Break, before: Json, now: Json): Second {
  const [old, current] = [operationOf(before, operation), operationOf(now, operation)];
  if (kind === 'operation-removed') return right(old !== undefined && current === undefined);
  if (!old || !current) return 'unjudged';
  const status = 'status' in witness ? String(witness.status) : '';
  switch (kind) {
    case 'status-added':
    case 'error-status-added':
      return right(answer(before, old, status) === undefined && answer(now, current, status) !== undefined);
    case 'answer-type-added':
      return right(!typesOfAnswer(before, old, status).includes(typeIn(subject)));
    case 'content-removed':
      return right(typesOfAnswer(before, old, status).length > 0 && typesOfAnswer(now, current, status).length === 0);
    case 'answer-widened':
    case 'answer-unambiguous': {
      const [wide, narrow] = [contentOf(now, current, subject, status), contentOf(before, old, subject, status)];
      return values(witness.value, 'response', [now, wide], [before, narrow]);
    }
    case 'body-narrowed':
    case 'body-ambiguous': {
      const [wide, narrow] = [contentOf(before, old, subject), contentOf(now, current, subject)];
      return values(witness.value, 'request', [before, wide], [now, narrow]);
    }
    case 'parameter-narrowed':
      return texts(
        witness.value,
        [before, parameterOf(before, old, subject)],
        [now, parameterOf(now, current, subject)],
      );
    case 'parameter-required': {
      const [was, is] = [parameterOf(before, old, subject), parameterOf(now, current, subject)];
      return right(was?.['required'] !== true && is?.['required'] === true);
    }
    case 'body-required':
      return right(bodyOf(before, old)?.['required'] !== true && bodyOf(now, current)?.['required'] === true);
    case 'credential-required':
    case 'scope-required':
      return witness.kind === 'request'
        ? right(letsIn(before, old, witness) && !letsIn(now, current, witness))
        : 'unjudged';
    default:
      return 'unjudged';
  }
}

function right(isRight: boolean): Second {
  return isRight ? 'right' : 'wrong';
}

function resolved(document: Json, value: unknown): Json | undefined {
  let at = value as Json | undefined;
  for (let steps = 0; steps < 50 && typeof at?.['$ref'] === 'string'; steps++) {
    const pointer = at['$ref'] as string;
    if (!pointer.startsWith('#')) return undefined;
    at = pointer
      .slice(2)
      .split('/')
      .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((from, token) => (from as Json | undefined)?.[token], document) as Json | undefined;
  }
  return at;
}

function operationOf(document: Json, name: string): Json | undefined {
  const [method = '', path = ''] = name.split(' ');
  const plain = (template: string) => template.replace(/\{[^{}]*\}/g, '{}');
  const items = Object.entries((document['paths'] ?? {}) as Json);
  // A contract may have a path twice that differs only in the names of its parameters.
  const exactFirst = [...items.filter(([key]) => key === path), ...items];
  for (const [key, item] of exactFirst) {
    if (plain(key) !== plain(path)) continue;
    const found = resolved(document, item);
    const operation = METHODS.test(method.toLowerCase()) ? found?.[method.toLowerCase()] : undefined;
    if (operation) return { ...(operation as Json), 'x-path': key, 'x-shared': found?.['parameters'] ?? [] };
  }
  return undefined;
}

function answer(document: Json, operation: Json, status: string): Json | undefined {
  const responses = (operation['responses'] ?? {}) as Json;
  const found = responses[status] ?? responses[`${status[0]}XX`] ?? responses[`${status[0]}xx`] ?? responses['default'];
  return found === undefined ? undefined : resolved(document, found);
}

function isOld(document: Json): boolean {
  return document['swagger'] !== undefined;
}

function typesOfAnswer(document: Json, operation: Json, status: string): string[] {
  const found = answer(document, operation, status);
  if (!isOld(document)) return Object.keys((found?.['content'] ?? {}) as Json).map(bare);
  if (found?.['schema'] === undefined) return [];
  return ((operation['produces'] ?? document['produces'] ?? ['application/json']) as string[]).map(bare);
}

function bare(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function typeIn(subject: string): string {
  return /\(([^()]+)\)$/.exec(subject)?.[1] ?? '';
}

function contentOf(document: Json, operation: Json, subject: string, status?: string): unknown {
  const holder = status === undefined ? bodyOf(document, operation) : answer(document, operation, status);
  if (isOld(document)) return holder?.['schema'];
  const content = Object.entries((holder?.['content'] ?? {}) as Json);
  const type = typeIn(subject);
  const [main] = type.split('/');
  const found = [type, type.replace(/\/.*\+/, '/'), `${main}/*`, '*/*'].flatMap((key) =>
    content.filter(([name]) => bare(name) === key),
  )[0];
  return (found?.[1] as Json | undefined)?.['schema'];
}

function parametersOf(document: Json, operation: Json): Json[] {
  const own = (operation['parameters'] ?? []) as unknown[];
  const all = [...own, ...(operation['x-shared'] as unknown[])];
  return all.map((each) => resolved(document, each)).filter((each) => each !== undefined);
}

function bodyOf(document: Json, operation: Json): Json | undefined {
  if (!isOld(document)) return resolved(document, operation['requestBody']);
  return parametersOf(document, operation).find((each) => each['in'] === 'body');
}

/** Of a path parameter, the subject has the name in the old contract: the position in the path is what counts. */
function parameterOf(document: Json, operation: Json, subject: string): Json | undefined {
  const [, where = '', name = ''] = /^the (\w+) parameter (.*)$/s.exec(subject) ?? [];
  const all = parametersOf(document, operation).filter((each) => each['in'] === where);
  const sameName = all.find((each) => String(each['name']).toLowerCase() === name.toLowerCase());
  return sameName ?? (where === 'path' && all.length === 1 ? all[0] : undefined);
}

type Located = readonly [document: Json, schema: unknown];

function values(text: string | undefined, direction: Direction, wide: Located, narrow: Located): Second {
  if (text === undefined || wide[1] === undefined || narrow[1] === undefined) return 'unjudged';
  const value = JSON.parse(text);
  try {
    return right(accepts(wide, value, direction) && !accepts(narrow, value, direction));
  } catch {
    return 'unjudged';
  }
}

/** A text in a query or a path may stand for several values: none of them may be allowed any more. */
function texts(
  text: string | undefined,
  [before, old]: readonly [Json, Json | undefined],
  [now, current]: readonly [Json, Json | undefined],
): Second {
  if (text === undefined || !old || !current || old['content'] || current['content']) return 'unjudged';
  const schemaOf = (document: Json, parameter: Json) =>
    isOld(document) ? asSchema(parameter) : (parameter['schema'] ?? {});
  const value = JSON.parse(text);
  const plain = typeof value === 'object' ? undefined : String(value);
  const readings = [
    value,
    ...(plain === undefined ? [] : [plain, [plain], ...parsed(plain), ...parsed(plain).map((each) => [each])]),
  ];
  try {
    const isAllowed = (document: Json, parameter: Json) => (each: unknown) =>
      accepts([document, schemaOf(document, parameter)], each, 'request');
    return right(readings.some(isAllowed(before, old)) && !readings.some(isAllowed(now, current)));
  } catch {
    return 'unjudged';
  }
}

function asSchema({
  type,
  format,
  items,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  minLength,
  maxLength,
  pattern,
  enum: listed,
  minItems,
  maxItems,
  uniqueItems,
  multipleOf,
}: Json): Json {
  const all = {
    type,
    format,
    items,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    minLength,
    maxLength,
    pattern,
    enum: listed,
    minItems,
    maxItems,
    uniqueItems,
    multipleOf,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

const judges = new WeakMap<Json, Map<Direction, Ajv2020>>();

/** What was compiled, by the schema as it is written. */
const compiled = new WeakMap<object, Map<Direction, ValidateFunction>>();

/** Tells whether a value satisfies a schema of a document, by ajv alone. */
export function accepts([document, schema]: Located, value: unknown, direction: Direction): boolean {
  if (typeof schema !== 'object' || schema === null) return schema !== false;
  const known = compiled.get(schema) ?? new Map<Direction, ValidateFunction>();
  compiled.set(schema, known);
  const validate = known.get(direction) ?? compile(document, schema, direction);
  known.set(direction, validate);
  return validate(value) as boolean;
}

function compile(document: Json, schema: object, direction: Direction): ValidateFunction {
  const ajvs = judges.get(document) ?? new Map<Direction, Ajv2020>();
  judges.set(document, ajvs);
  const ajv = ajvs.get(direction) ?? ajvOf(document, direction);
  ajvs.set(direction, ajv);
  return ajv.compile(translated(schema, direction, isNew(document), document) as AnySchemaObject);
}

/** Whether the schemas of a document are those of JSON Schema 2020-12. */
function isNew(document: Json): boolean {
  return /^3\.[12]/.test(String(document['openapi']));
}

const INTEGERS: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  // The largest double below the end.
  int64: [-(2 ** 63), 2 ** 63 - 1025],
};

function ajvOf(document: Json, direction: Direction): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    ownProperties: true,
    unicodeRegExp: false,
  });
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  ajv.addFormat('date', isDay);
  ajv.addFormat(
    'date-time',
    (text: string) =>
      /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  );
  const places = isOld(document) ? { definitions: document['definitions'] } : { components: document['components'] };
  ajv.addSchema({
    ...(translated(places, direction, isNew(document), document) as AnySchemaObject),
    $id: 'file:///document',
  });
  return ajv;
}

/** Keywords that hold schemas by names, which may be called as a keyword is: a member `default`. */
const NAMED: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
]);

/** Turns schemas of any version into those of JSON Schema 2020-12, wherever they stand. */
function translated(value: unknown, direction: Direction, is31: boolean, document: Json): unknown {
  if (Array.isArray(value)) return value.map((each) => translated(each, direction, is31, document));
  if (typeof value !== 'object' || value === null) return value;
  const written = value as Json;
  const { $ref } = written;
  if (typeof $ref === 'string' && !is31) {
    const target = { $ref: `file:///document${$ref}` };
    return isNullable(written, document) ? { anyOf: [{ type: 'null' }, target] } : target;
  }
  const result: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(written)) {
    if (NAMED.has(key) && typeof each === 'object' && each !== null && !Array.isArray(each)) {
      const named = Object.entries(each).map(([name, inner]) => [name, translated(inner, direction, is31, document)]);
      result[key] = Object.fromEntries(named);
      continue;
    }
    if (
      LEFT_OUT.has(key) &&
      !(typeof each === 'object' && key !== 'example' && key !== 'examples' && key !== 'default')
    )
      continue;
    if (key === 'example' || key === 'examples' || key === 'default') continue;
    result[key] =
      key === 'enum' || key === 'const' || key === 'required'
        ? each
        : key === '$ref'
          ? `file:///document${String(each)}`
          : translated(each, direction, is31, document);
  }
  if (!is31) exclusive(result);
  if (Array.isArray(result['required'])) {
    const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
    const properties = (written['properties'] ?? {}) as Json;
    const isHidden = (name: string) => resolved(document, properties[name])?.[hidden] === true;
    result['required'] = [...new Set((result['required'] as string[]).filter((name) => !isHidden(name)))];
  }
  const range = typeof written['format'] === 'string' ? INTEGERS[written['format']] : undefined;
  if (range && typeof written['type'] !== 'undefined') {
    const [least, most] = range;
    result['allOf'] = [
      ...((result['allOf'] as unknown[]) ?? []),
      { anyOf: [{ not: { type: 'number' } }, { minimum: least, maximum: most }] },
    ];
  }
  // A pattern of another language than ECMAScript says nothing.
  if (typeof result['pattern'] === 'string' && !isPattern(result['pattern'])) delete result['pattern'];
  if (typeof result['format'] === 'string' && result['format'] !== 'date' && result['format'] !== 'date-time')
    delete result['format'];
  if (written['type'] === 'file') result['type'] = 'string';
  if (!is31 && isNullable(written, document)) return { anyOf: [{ type: 'null' }, result] };
  return result;
}

/** Version 2.0 has no `nullable`, and later ones have no `x-nullable`. */
function isNullable(written: Json, document: Json): boolean {
  return written[isOld(document) ? 'x-nullable' : 'nullable'] === true;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

const LEFT_OUT = new Set(['nullable', 'x-nullable', 'discriminator', 'xml', 'externalDocs', '$schema', '$id']);

function exclusive(schema: Record<string, unknown>): void {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[flag] !== 'boolean') continue;
    if (schema[flag] === true && schema[bound] !== undefined) {
      schema[flag] = schema[bound];
      delete schema[bound];
    } else delete schema[flag];
  }
}
