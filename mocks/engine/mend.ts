/** What is left of a value that breaks its schema, with the parts that do not fit made up anew. */

import { type Generator, isMade, type MutableJson } from '../../conformance/values/generator';
import { evaluate } from '../../src/contract/schema/evaluate';
import { memberSchemas } from '../../src/contract/schema/facets';
import type { BrokenClause } from '../../src/contract/schema/requirementText';
import type { Schema } from '../../src/contract/schema/schema';
import { pointerTokens } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';

/** How often what was mended is looked at again: one part may depend on another. */
const ROUNDS = 4;

/** In more places than this a value is not worth mending. */
const MOST_PLACES = 100;

/** @returns undefined where it cannot be mended part by part. */
export function mended(schema: Schema, value: unknown, generator: Generator): unknown {
  let mending: unknown = structuredClone(value);
  for (let round = 0; round < ROUNDS; round++) {
    const broken = evaluate(schema, mending, { direction: 'response' });
    if (broken.length === 0) return mending;
    if (broken.length > MOST_PLACES) return undefined;
    for (const clause of broken) {
      const part = at(mending, clause.path);
      const made = generator.witness(clause.schema, { name: clause.path });
      if (!isMade(made)) return undefined;
      mending = replaced(mending, pointerTokens(clause.path), joined(clause, part, made.value));
    }
  }
  return undefined;
}

/** Of an object that lacks something, or has too much, the rest is kept. */
function joined({ keyword, schema, about = [] }: BrokenClause, part: unknown, made: MutableJson): unknown {
  if (!isObject(part) || !isObject(made)) return made;
  if (keyword === 'required')
    return { ...part, ...Object.fromEntries(about.map((name) => [name, made[name] ?? null])) };
  if (keyword !== 'additionalProperties') return made;
  const known = memberSchemas(schema);
  return Object.fromEntries(Object.entries(part).filter(([name]) => known.has(name)));
}

function at(value: unknown, path: string): unknown {
  let found = value;
  for (const token of pointerTokens(path)) found = (found as Record<string, unknown> | undefined)?.[token];
  return found;
}

function replaced(whole: unknown, [token, ...more]: readonly string[], part: unknown): unknown {
  if (token === undefined || typeof whole !== 'object' || whole === null) return part;
  const holder = whole as Record<string, unknown>;
  holder[token] = replaced(holder[token], more, part);
  return whole;
}
