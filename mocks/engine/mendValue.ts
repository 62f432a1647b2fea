/** Mends a value that breaks its schema. The parts that break it are replaced by values that are made up, and the rest is kept. */

import { type Generator, isMade, type MutableJson } from '../../conformance/values/generator';
import type { BrokenClause } from '../../src/contract/schema/brokenClause';
import { evaluate, satisfies } from '../../src/contract/schema/evaluate';
import { memberSchemas, memberSchemasOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { pointerTokens } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';

/** How often a mended value is judged and mended again, since one part may depend on another. */
const ROUNDS = 4;

/** A value that breaks its schema in more places than this is not mended. */
const MOST_PLACES = 100;

/**
 * @param generator makes a part where nothing else makes one that fits.
 * @param suggest makes a member by its name, of a schema if it has one; undefined if it makes none.
 * @returns undefined if the value cannot be mended part by part.
 */
export function mended(
  schema: Schema,
  value: unknown,
  generator: Generator,
  suggest: (schema: Schema | undefined, name: string) => MutableJson | undefined,
): unknown {
  let mending: unknown = structuredClone(value);
  for (let round = 0; round < ROUNDS; round++) {
    const broken = evaluate(schema, mending, { direction: 'response' });
    if (broken.length === 0) return mending;
    if (broken.length > MOST_PLACES) return undefined;
    for (const clause of broken) {
      const part = at(mending, clause.path);
      const suggested = suggestedFor(clause, suggest);
      const examples = suggested === undefined ? [] : [suggested];
      const made = generator.witness(clause.schema, { name: clause.path, examples });
      if (!isMade(made)) return undefined;
      const replacement = asWritten(clause, part) ?? made.value;
      mending = replaced(mending, pointerTokens(clause.path), joined(clause, part, replacement, suggest));
    }
  }
  return undefined;
}

/** Returns what the name of a part suggests for it; undefined if it suggests nothing. */
function suggestedFor(
  { schema, path }: BrokenClause,
  suggest: (schema: Schema, name: string) => MutableJson | undefined,
): MutableJson | undefined {
  const name = pointerTokens(path).findLast((token) => !/^\d+$/.test(token));
  return name === undefined ? undefined : suggest(schema, name);
}

/** Returns a text for a part that is written as that is, where only its type is wrong, or it is a path in the place of a URL; else undefined. */
function asWritten({ schema, keyword }: BrokenClause, part: unknown): MutableJson | undefined {
  const isPath = keyword === 'format' && typeof part === 'string' && /^\/[^/\s]\S*$/.test(part);
  const text = isPath ? `https://example.com${part}` : String(part);
  const isText = isPath || (keyword === 'type' && typeof part === 'number');
  return isText && satisfies(schema, text, 'response') ? text : undefined;
}

/** Joins a broken part with its replacement. An object that lacks a member, or has one too many, keeps its other members. */
function joined(
  { keyword, schema, about = [] }: BrokenClause,
  part: unknown,
  replacement: MutableJson,
  suggest: (schema: Schema | undefined, name: string) => MutableJson | undefined,
): unknown {
  if (!isObject(part) || !isObject(replacement)) return replacement;
  if (keyword === 'required') {
    const madeOf = (name: string | number) => {
      const suggested = suggest(memberSchemasOf(schema, String(name))[0], String(name));
      const made = replacement[name] ?? null;
      return suggested !== undefined && typeof suggested === typeof made ? suggested : made;
    };
    return { ...part, ...Object.fromEntries(about.map((name) => [name, madeOf(name)])) };
  }
  if (keyword !== 'additionalProperties') return replacement;
  const declared = memberSchemas(schema);
  return Object.fromEntries(Object.entries(part).filter(([name]) => declared.has(name)));
}

function at(value: unknown, path: string): unknown {
  let current = value;
  for (const token of pointerTokens(path)) current = (current as Record<string, unknown> | undefined)?.[token];
  return current;
}

function replaced(whole: unknown, [token, ...more]: readonly string[], part: unknown): unknown {
  if (token === undefined || typeof whole !== 'object' || whole === null) return part;
  const holder = whole as Record<string, unknown>;
  holder[token] = replaced(holder[token], more, part);
  return whole;
}
