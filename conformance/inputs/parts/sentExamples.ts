/** Chooses which of the contract's examples are sent: not those that might be somebody's thing, where a request changes something. */

import type { GivenExample, Media, Operation, Parameter } from '../../../src/contract/contract';
import type { Schema } from '../../../src/contract/schema/schema';
import type { Known } from '../../../src/engine/model/probe';
import type { JsonValue } from '../../../src/json/value';
import { sentKind } from '../../../src/serialization/contentKind';
import { namesThing } from '../../sparing/namedPlaces';
import { actsOnNamed } from '../../sparing/namingOthers';
import { type Generator, isMade, type ValueOptions, writeJson } from '../../values/generator';

/** Tells whether a request might change what is somebody else's. */
function mayHarm({ safe }: Operation, { wanted: { everythingExists, writes } }: Known): boolean {
  return !safe && !everythingExists && writes !== 'any';
}

/** Returns the examples that may be sent as a parameter. Where a request changes something, an id of the contract may be that of somebody's thing. */
export function usableExamples(
  operation: Operation,
  { name, examples }: Parameter,
  known: Known,
): readonly GivenExample[] {
  if (mayHarm(operation, known) && namesThing(name, known)) return [];
  return examples.flatMap((example) => [example, ...asText(example)]);
}

/**
 * Returns the examples that may be sent as a body. A body that makes a thing, or changes the one in its path, may name others. Any other one
 * acts on what it names, such as `POST /users/remove` with `{ ids: [1, 2] }`.
 */
export function bodyExamples(operation: Operation, media: Media, known: Known): readonly GivenExample[] {
  const given = examplesToSend(operation, media, known);
  if (sentKind(media) !== 'binary') return given;
  // The example of a file shows what is in it.
  return given.map(({ value, ...rest }) => {
    return { ...rest, value: typeof value === 'string' ? value : writeJson(value as Parameters<typeof writeJson>[0]) };
  });
}

function examplesToSend(operation: Operation, { examples, schema }: Media, known: Known): readonly GivenExample[] {
  if (!mayHarm(operation, known)) return examples;
  // Without a schema nothing tells which of its members is the id of what it makes.
  if (operation.method === 'DELETE' || !schema) return [];
  if (!actsOnNamed(operation, known)) return examples;
  return examples.map((example) => ({ ...example, value: withoutIds(example.value, known, 0) }));
}

/** Examples are read to this depth. */
const DEEPEST = 20;

function withoutIds(value: unknown, known: Known, depth: number): unknown {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => withoutIds(item, known, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !namesThing(name, known));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutIds(member, known, depth + 1)]));
}

/** A parameter is text: `example: '5'` is the number, too, and `example: 'a,b'` may be a list. */
function asText({ name, value }: GivenExample): GivenExample[] {
  if (typeof value !== 'string') return [];
  const scalar = (text: string): unknown =>
    /^(-?\d{1,15}|true|false)$/.test(text) ? JSON.parse(text.replace(/^(-?)0+(?=\d)/, '$1')) : text;
  const list = value.split(',');
  return [scalar(value), list, list.map(scalar)].map((each) => ({ name, value: each }));
}

/** At most this many examples of a value are looked at. */
const MOST_LOOKED_AT = 20;

/**
 * Returns the examples beside the first one that satisfies the schema, and what each shows: `the body is the example "large"`.
 * @param label what the value is: "the body", "limit".
 */
export function furtherExamples(
  label: string,
  given: readonly GivenExample[],
  schema: Schema | undefined,
  options: ValueOptions,
  generator: Generator,
): { readonly value: JsonValue; readonly shows: string }[] {
  const found = new Map<string, { readonly value: JsonValue; readonly shows: string }>();
  for (const { name, value: example } of given.slice(0, MOST_LOOKED_AT)) {
    const value = schema ? satisfying(example, schema, options, generator) : (example as JsonValue);
    const text = value === undefined ? undefined : writeJson(value as Parameters<typeof writeJson>[0]);
    if (value === undefined || text === undefined || found.has(text)) continue;
    found.set(text, {
      value,
      shows: `${label} is ${name === undefined ? 'another example' : `the example "${name}"`}`,
    });
  }
  return [...found.values()].slice(1);
}

/** Returns an example without the members that may not be sent; undefined if it does not satisfy its schema. */
function satisfying(
  example: unknown,
  schema: Schema,
  options: ValueOptions,
  generator: Generator,
): JsonValue | undefined {
  const made = generator.witness(schema, { ...options, examples: [example] });
  return isMade(made) && isPartOf(made.value, example) ? made.value : undefined;
}

/** Tells whether a value is an example, or is left of it where members are taken out. */
function isPartOf(value: unknown, example: unknown): boolean {
  if (typeof value !== 'object' || value === null || typeof example !== 'object' || example === null)
    return value === example;
  if (Array.isArray(value) !== Array.isArray(example)) return false;
  if (Array.isArray(value) && value.length !== (example as unknown[]).length) return false;
  return Object.entries(value).every(
    ([name, member]) =>
      Object.hasOwn(example, name) && isPartOf(member, (example as Readonly<Record<string, unknown>>)[name]),
  );
}
