/** Knows by the shape of an error's schema which framework writes such errors, and how that one words what is wrong with a request. */

import type { MutableJson } from '../../../conformance/values/generator';
import { itemSchema, memberSchemas, typesOf } from '../../../src/contract/schema/facets';
import type { Schema } from '../../../src/contract/schema/schema';
import type { Refusal, WrongPart } from './refusal';

/** Tells whether a schema is that of FastAPI's errors: `{ "detail": [{ "loc": […], "msg": "…", "type": "…" }] }`. */
export function isMessageList(schema: Schema): boolean {
  const [detail] = memberSchemas(schema).get('detail') ?? [];
  const item = detail && itemSchema(detail);
  return item !== undefined && isMessage(item);
}

/** Tells whether a schema is that of one error of FastAPI. */
function isMessage(schema: Schema): boolean {
  const names = memberSchemas(schema);
  return ['loc', 'msg', 'type'].every((name) => names.has(name));
}

/** The types that Pydantic gives to what breaks a keyword. */
const PYDANTIC: Readonly<Record<string, string>> = {
  minLength: 'string_too_short',
  maxLength: 'string_too_long',
  pattern: 'string_pattern_mismatch',
  minimum: 'greater_than_equal',
  exclusiveMinimum: 'greater_than',
  maximum: 'less_than_equal',
  exclusiveMaximum: 'less_than',
  multipleOf: 'multiple_of',
  enum: 'enum',
  const: 'literal_error',
  minItems: 'too_short',
  maxItems: 'too_long',
  additionalProperties: 'extra_forbidden',
};

/** What Pydantic calls the types and formats of values. */
const PYDANTIC_KINDS: Readonly<Record<string, readonly [type: string, said: string]>> = {
  integer: ['int', 'integer'],
  number: ['float', 'number'],
  string: ['string', 'string'],
  boolean: ['bool', 'boolean'],
  array: ['list', 'list'],
  object: ['dict', 'dictionary'],
  uuid: ['uuid', 'UUID'],
};

/** Words an error as its framework does. @returns undefined if the schema is of no framework that is known. */
export function byFramework(
  schema: Schema,
  { breaches }: Pick<Refusal, 'breaches'>,
  breach: WrongPart | undefined,
): MutableJson | undefined {
  if (breach) return isMessage(schema) ? pydantic(breach) : undefined;
  return breaches.length > 0 && isLaravel(schema) ? laravel(breaches) : undefined;
}

function pydantic({ place, field, message, code }: WrongPart): MutableJson {
  // A body that is wrong as a whole has no name of its own.
  const names = field === place ? [] : field.split('.').map((name) => (/^\d+$/.test(name) ? Number(name) : name));
  const loc = [place, ...names];
  if (code === 'required') return { type: 'missing', loc, msg: 'Field required' };
  const kind = /\bmust be (?:of the format )?(\w+)/.exec(message)?.[1] ?? '';
  const [name, said] = PYDANTIC_KINDS[kind] ?? [];
  // The text of a parameter is parsed, and a member of a body has a type already.
  if (name !== undefined)
    return {
      type: `${name}_${place === 'body' && name !== 'uuid' ? 'type' : 'parsing'}`,
      loc,
      msg: `Input should be a valid ${said}`,
    };
  const wanted = /\bmust (be .*|have .*|match .*)$/.exec(message)?.[1];
  return { type: PYDANTIC[code] ?? 'value_error', loc, msg: wanted ? `Input should ${wanted}` : capital(message) };
}

/** Tells whether a schema is that of Laravel's errors: `{ "message": "…", "errors": { "title": ["…"] } }`. */
function isLaravel(schema: Schema): boolean {
  const members = memberSchemas(schema);
  const [errors] = members.get('errors') ?? [];
  return (
    members.size === 2 && members.has('message') && errors !== undefined && (typesOf(errors)?.has('object') ?? false)
  );
}

function laravel(breaches: readonly WrongPart[]): MutableJson {
  const errors: Record<string, string[]> = {};
  for (const { field, message, code } of breaches) {
    const name = field.replace(/[._]/g, ' ');
    const said = code === 'required' ? 'field is required' : `field ${/\bmust .*$/.exec(message)?.[0] ?? 'is invalid'}`;
    errors[field] = [...(errors[field] ?? []), `The ${name} ${said}.`];
  }
  const all = Object.values(errors).flat();
  const more = all.length - 1;
  const rest = more === 0 ? '' : ` (and ${more} more error${more === 1 ? '' : 's'})`;
  return { message: `${all[0]}${rest}`, errors };
}

/** The names of Google's errors by their statuses (google.rpc.Code). */
const GOOGLE: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  410: 'NOT_FOUND',
  412: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** Names the status of an error that has its number already, as Google does: `{ "code": 404, "status": "NOT_FOUND", "message": "…" }`. */
export function nameStatus(
  members: Record<string, MutableJson>,
  { status }: Pick<Refusal, 'status'>,
  fits: (members: MutableJson) => boolean,
): void {
  if (members['code'] !== status || members['status'] !== String(status) || !('message' in members)) return;
  const name = GOOGLE[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'UNKNOWN');
  if (fits({ ...members, status: name })) members['status'] = name;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
