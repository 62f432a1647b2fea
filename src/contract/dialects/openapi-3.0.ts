/** OpenAPI 3.0.0 to 3.0.4: what its objects hold, what of them is a mistake (`also`), and what in its schemas is doubtful. Its schemas are a dialect of their own, based on draft 5 of JSON Schema. */

import type { Dialect, Keywords } from './dialect';
import { COUNTS, OPENAPI_KEYWORDS, SCHEMA_TYPES, schemaComplaints } from './jsonSchema';
import { extend, METHODS_3, ROWS_3 } from './openapi-3';
import { type Complaint, kinds } from './shape';

const SCHEMA_FIELDS = {
  title: 'text',
  multipleOf: 'number',
  maximum: 'number',
  exclusiveMaximum: 'boolean',
  minimum: 'number',
  exclusiveMinimum: 'boolean',
  ...COUNTS,
  pattern: 'text',
  uniqueItems: 'boolean',
  required: '[text]',
  enum: '[any]',
  // The standard allows only one type, and not null. Others are read here all the same, because their meaning is clear.
  type: `${SCHEMA_TYPES.join('|')} or [${SCHEMA_TYPES.join('|')}]+`,
  not: 'Schema',
  allOf: '[Schema]+',
  oneOf: '[Schema]+',
  anyOf: '[Schema]+',
  items: 'Schema',
  properties: '{Schema}',
  additionalProperties: 'boolean or Schema',
  description: 'text',
  format: 'text',
  default: 'any',
  nullable: 'boolean',
  readOnly: 'boolean',
  writeOnly: 'boolean',
  deprecated: 'boolean',
  ...OPENAPI_KEYWORDS,
};

/** "items MUST be present if the type is array." (OpenAPI 3.0.3 §4.7.24.1) */
export function itemsOfArray({ type, items }: Readonly<Record<string, unknown>>): Complaint[] {
  return type === 'array' && items === undefined ? [{ key: 'type', message: 'an array must have `items`.' }] : [];
}

/** "Value MUST be a string. Multiple types via an array are not supported." (OpenAPI 3.0.3 §4.7.24.1) */
function oneType({ type }: Readonly<Record<string, unknown>>): Complaint[] {
  if (!Array.isArray(type) && type !== 'null') return [];
  return [{ key: 'type', message: 'OpenAPI 3.0 has one `type`, and none of null; write `nullable: true` beside it.' }];
}

const SECTIONS: Readonly<Record<string, string>> = {
  'data types': '4.4',
  'Paths Object': '4.7.8',
  'Operation Object': '4.7.10',
  'Parameter Object': '4.7.12',
  'Request Body Object': '4.7.13',
  'Media Type Object': '4.7.14',
  'Responses Object': '4.7.16',
  'Response Object': '4.7.17',
  'Callback Object': '4.7.18',
  'Header Object': '4.7.21',
  'Schema Object': '4.7.24',
  'Discriminator Object': '4.7.25',
  'Security Scheme Object': '4.7.27',
  'Security Requirement Object': '4.7.30',
};

export const openapi30: Dialect = {
  name: 'OpenAPI 3.0',
  version: '3.0',
  member: 'openapi',
  versions: /^3\.0\.\d+$/,
  methods: METHODS_3,
  kinds: kinds(
    extend(ROWS_3, {
      Root: { fields: { paths: 'Paths!' } },
      Operation: { fields: { responses: 'Responses!' } },
      Header: { fields: { allowEmptyValue: 'boolean', allowReserved: 'boolean' } },
      // The Discriminator is the only object that the standard allows to have further members.
      Discriminator: { open: true },
      Schema: {
        title: 'a schema of OpenAPI 3.0',
        fields: SCHEMA_FIELDS,
        also: (value) => [...schemaComplaints(value), ...itemsOfArray(value), ...oneType(value)],
      },
    }),
  ),
  section: (object) => `OpenAPI 3.0.3 §${SECTIONS[object]}`,
  schemas: {
    siblings: false,
    identified: false,
    isOwn: () => true,
    read: (keywords, nested) => withNull(withExclusive(keywords), keywords['nullable'] === true, nested),
    doubtful: (keywords) => [...doubtfulNull(keywords), ...doubtfulSiblings(keywords)],
  },
};

const EXCLUDABLE = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

/** In OpenAPI 3.0 and 2.0, `exclusiveMinimum: true` means that the value of `minimum` itself is not allowed. */
export function withExclusive(keywords: Keywords): Keywords {
  // Most schemas have no such bounds, and a copy of each takes long.
  if (!EXCLUDABLE.some((key) => keywords[key] !== undefined)) return keywords;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = keywords;
  return {
    ...rest,
    ...(minimum === undefined ? {} : { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum === undefined ? {} : { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
  };
}

/**
 * Allows null. Beside a `type` the standard says so. Without a `type`, or with an `enum` that lacks null, tools differ
 * (proposal "Clarify Semantics of nullable in OpenAPI 3.0"); then a value is accepted if one reading accepts it.
 */
export function withNull(keywords: Keywords, nullable: boolean, nested: (keywords: Keywords) => unknown): Keywords {
  if (!nullable) return keywords;
  const plain = !['enum', '$ref', 'allOf', 'anyOf', 'oneOf', 'not'].some((key) => key in keywords);
  if (plain)
    return keywords['type'] !== undefined ? { ...keywords, type: [keywords['type'], 'null'].flat() } : keywords;
  return { anyOf: [nested({ type: 'null' }), nested(keywords)] };
}

function doubtfulNull({ nullable, type }: Keywords): Complaint[] {
  if (nullable !== true || type !== undefined) return [];
  const message =
    '`nullable` without a `type` beside it means nothing to some readers and "or null" to others; a null is not judged here.';
  return [{ key: 'nullable', message }];
}

/** "any properties added SHALL be ignored" (OpenAPI 3.0.3 §4.7.23). */
export function doubtfulSiblings(keywords: Keywords): Complaint[] {
  if (keywords['$ref'] === undefined) return [];
  const key = Object.keys(keywords).find((name) => !/^(\$ref|description|summary|title|example|x-.*)$/.test(name));
  if (key === undefined) return [];
  const ignored = /^(x-)?nullable$/.test(key) ? 'means nothing to some readers' : 'is ignored';
  return [{ key, message: `\`${key}\` beside a \`$ref\` ${ignored}; put the reference into an \`allOf\`.` }];
}
