/** The keywords of JSON Schema 2020-12 that OpenAPI 3.1 and later use, and what all dialects have in common. */

import type { Complaint, Row } from './shape';

type Value = Readonly<Record<string, unknown>>;

export const SCHEMA_TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Limits that all versions write in the same way. */
export const COUNTS = {
  maxLength: 'whole',
  minLength: 'whole',
  maxItems: 'whole',
  minItems: 'whole',
  maxProperties: 'whole',
  minProperties: 'whole',
};

/** Keywords that OpenAPI adds to a schema (OpenAPI 3.1 §4.8.24.2). */
export const OPENAPI_KEYWORDS = {
  discriminator: 'Discriminator',
  xml: 'XML',
  externalDocs: 'ExternalDocs',
  example: 'any',
};

/** Returns the mistakes of a schema that are mistakes in every dialect. */
export function schemaComplaints({ pattern, required, enum: listed, multipleOf }: Value): Complaint[] {
  const complaints: Complaint[] = typeof pattern === 'string' ? whyNoPattern(pattern, 'pattern') : [];
  if (Array.isArray(required) && new Set(required).size < required.length)
    complaints.push({ key: 'required', message: '`required` names a member twice.' });
  if (Array.isArray(listed) && listed.length === 0)
    complaints.push({ key: 'enum', message: '`enum` is empty, which no value satisfies.', warning: true });
  if (typeof multipleOf === 'number' && multipleOf <= 0)
    complaints.push({ key: 'multipleOf', message: '`multipleOf` must be more than 0.', unusable: true });
  return complaints;
}

/** Reads a pattern as a regular expression of ECMA-262. It uses the `u` flag if the pattern is valid with it. */
export function readPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

/**
 * Matches escapes of letters that have a meaning in Java, Ruby or Perl but stand for the letter itself in JavaScript,
 * and POSIX character classes.
 */
const FOREIGN = /\\[ACEFGHIJKLMNOPQRTUVXYZaeghijlmopqyz]|\[\[:[a-z]+:\]/;

/**
 * Returns the first part of a pattern that belongs to another kind of regular expression and means something else in
 * ECMA-262.
 */
export function foreignIn(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch {
    // An escaped backslash does not escape the letter after it.
    return FOREIGN.exec(pattern.replaceAll('\\\\', ''))?.[0];
  }
}

/** Returns why nothing can be judged by a pattern; an empty list if it can be used. */
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
