/** What content looks like where the contract shows it by examples alone. It judges nothing: any value keeps a contract without a schema. */

import type { DocumentPlace } from '../document/reference';
import type { Schema } from './schema';

/** A schema that the first of some examples satisfies, and whatever has more; undefined where there is none. */
export function likenessOf(place: DocumentPlace, examples: readonly unknown[]): Schema | undefined {
  const [first] = examples;
  if (first === undefined) return undefined;
  const [written = first] = parsedExample(first);
  return like(place, written, 0);
}

/** What lies deeper, in examples that may be anything, is not looked into. */
const DEEPEST = 20;

function like(place: DocumentPlace, value: unknown, depth: number): Schema {
  const inner = (each: unknown) => like(place, each, depth + 1);
  if (value === null || value === undefined || depth > DEEPEST) return { place, keywords: true };
  if (Array.isArray(value))
    return { place, keywords: { type: 'array', ...(value.length > 0 ? { items: inner(value[0]) } : {}) } };
  if (typeof value !== 'object') return { place, keywords: { type: typeOf(value) } };
  const properties = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each)]));
  return { place, keywords: { type: 'object', properties, additionalProperties: { place, keywords: true } } };
}

function typeOf(value: unknown): string {
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer';
  return typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string';
}

/** Some contracts write their examples of JSON as text. @returns what that stands for; nothing where it is none. */
export function parsedExample(example: unknown): unknown[] {
  if (typeof example !== 'string' || !/^\s*[[{]/.test(example)) return [];
  try {
    return [JSON.parse(example)];
  } catch {
    return [];
  }
}
