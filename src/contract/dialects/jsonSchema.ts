/** The keywords of JSON Schema 2020-12 that OpenAPI 3.1 and later take over, and what is common to all dialects. */

import type { Complaint, Row } from './shape';

type Value = Readonly<Record<string, unknown>>;

export const SCHEMA_TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Bounds that both versions write alike. */
export const COUNTS = {
  maxLength: 'whole',
  minLength: 'whole',
  maxItems: 'whole',
  minItems: 'whole',
  maxProperties: 'whole',
  minProperties: 'whole',
};

/** What OpenAPI adds to a schema (OpenAPI 3.1 §4.8.24.2). */
export const OPENAPI_KEYWORDS = {
  discriminator: 'Discriminator',
  xml: 'XML',
  externalDocs: 'ExternalDocs',
  example: 'any',
};

/** Complaints that hold in every dialect. */
export function schemaComplaints({ pattern, required, enum: listed, multipleOf }: Value): Complaint[] {
  const found: Complaint[] = typeof pattern === 'string' ? whyNoPattern(pattern, 'pattern') : [];
  if (Array.isArray(required) && new Set(required).size < required.length)
    found.push({ key: 'required', message: '`required` names a member twice.' });
  if (Array.isArray(listed) && listed.length === 0)
    found.push({ key: 'enum', message: '`enum` is empty, which no value satisfies.', warning: true });
  if (typeof multipleOf === 'number' && multipleOf <= 0)
    found.push({ key: 'multipleOf', message: '`multipleOf` must be more than 0.', unusable: true });
  return found;
}

/** Patterns are regular expressions of ECMA-262; with the `u` flag where they can be read so, which is how they are applied. */
export function readPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

/** Escapes of letters that mean something to Java, Ruby or Perl, and the letter itself to JavaScript; and POSIX's names of characters. */
const FOREIGN = /\\[ACEFGHIJKLMNOPQRTUVXYZaeghijlmopqyz]|\[\[:[a-z]+:\]/;

/** What of a pattern is of another kind of regular expression than ECMA-262's, and means something else there. */
export function foreignIn(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch {
    // A backslash may itself be escaped.
    return FOREIGN.exec(pattern.replaceAll('\\\\', ''))?.[0];
  }
}

/** Why nothing can be judged by a pattern. */
export function whyNoPattern(pattern: string, key: string): Complaint[] {
  try {
    readPattern(pattern);
    const foreign = foreignIn(pattern);
    if (foreign === undefined) return [];
    const message = `\`${key}\` has ${foreign}, which is of another kind of regular expression than ECMA-262's; nothing is judged by it.`;
    return [{ key, message, warning: true }];
  } catch (error) {
    const why = (error as Error).message.replace(/^Invalid regular expression: /, '');
    return [{ key, message: `\`${key}\` is no regular expression: ${why}.`, unusable: true }];
  }
}

export const SCHEMA_2020: Row = {
  title: 'a schema',
  open: true,
  fields: {
    $id: 'text',
    $schema: 'text',
    $ref: 'text',
    $anchor: 'text',
    $dynamicRef: 'text',
    $dynamicAnchor: 'text',
    $vocabulary: '{boolean}',
    $comment: 'text',
    $defs: '{Schema}',
    definitions: '{Schema}',
    allOf: '[Schema]+',
    anyOf: '[Schema]+',
    oneOf: '[Schema]+',
    not: 'Schema',
    if: 'Schema',
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: 'Schema',
    else: 'Schema',
    dependentSchemas: '{Schema}',
    prefixItems: '[Schema]+',
    items: 'Schema',
    contains: 'Schema',
    properties: '{Schema}',
    patternProperties: '{Schema}',
    additionalProperties: 'Schema',
    propertyNames: 'Schema',
    unevaluatedItems: 'Schema',
    unevaluatedProperties: 'Schema',
    type: `${SCHEMA_TYPES.join('|')} or [${SCHEMA_TYPES.join('|')}]+`,
    enum: '[any]',
    const: 'any',
    multipleOf: 'number',
    maximum: 'number',
    exclusiveMaximum: 'number',
    minimum: 'number',
    exclusiveMinimum: 'number',
    ...COUNTS,
    pattern: 'text',
    uniqueItems: 'boolean',
    maxContains: 'whole',
    minContains: 'whole',
    required: '[text]',
    dependentRequired: '{[text]}',
    title: 'text',
    description: 'text',
    default: 'any',
    deprecated: 'boolean',
    readOnly: 'boolean',
    writeOnly: 'boolean',
    examples: '[any]',
    format: 'text',
    contentEncoding: 'text',
    contentMediaType: 'text',
    contentSchema: 'Schema',
    ...OPENAPI_KEYWORDS,
  },
  also: (value) => [...schemaComplaints(value), ...patternComplaints(value)],
};

function patternComplaints({ patternProperties }: Value): Complaint[] {
  if (typeof patternProperties !== 'object' || patternProperties === null) return [];
  return Object.keys(patternProperties).flatMap((pattern) => whyNoPattern(pattern, 'patternProperties'));
}
