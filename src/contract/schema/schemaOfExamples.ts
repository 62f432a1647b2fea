/**
 * Draws a schema from examples, for content that the contract describes by examples alone. It judges nothing: without a
 * schema in the contract, any value is allowed.
 */

import { writtenOutJson } from '../../json/value';
import type { DocumentPlace } from '../document/reference';
import type { Schema } from './schema';

/**
 * Returns a schema that the first example satisfies, with or without further members; undefined if there is no example.
 */
export function likenessOf(place: DocumentPlace, examples: readonly unknown[]): Schema | undefined {
  const [first] = examples;
  if (first === undefined) return undefined;
  const [written = first] = parsedExample(first);
  return like(place, written, 0);
}

/** An example is read to this depth. */
const DEEPEST = 20;

function like(place: DocumentPlace, value: unknown, depth: number): Schema {
  const inner = (part: unknown) => like(place, part, depth + 1);
  if (value === null || value === undefined || depth > DEEPEST) return { place, keywords: true };
  if (Array.isArray(value))
    return { place, keywords: { type: 'array', ...(value.length > 0 ? { items: inner(value[0]) } : {}) } };
  if (typeof value !== 'object') return { place, keywords: { type: typeOf(value) } };
  const properties = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(member)]));
  return { place, keywords: { type: 'object', properties, additionalProperties: { place, keywords: true } } };
}

function typeOf(value: unknown): string {
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer';
  return typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string';
}

/**
 * Parses an example that the contract writes as a text of JSON.
 * @returns a list with the parsed value; an empty list if the text is not JSON.
 */
export function parsedExample(example: unknown): unknown[] {
  const parsed = typeof example === 'string' ? writtenOutJson(example) : undefined;
  return parsed === undefined ? [] : [parsed];
}
