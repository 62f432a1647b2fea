/**
 * Judges a value of which one part was changed by that part alone. It is the same as judging all of it again, since nearly all schemas look at
 * each member by itself.
 */

import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { endOf, isSchema, keptOnSchema, type Schema } from '../../src/contract/schema/schema';
import { pointerOf } from '../../src/json/pointer';
import { isObject, type JsonValue } from '../../src/json/value';
import { withAt } from '../../src/resources/answers/views';
import { remembered } from '../../src/support/caching';

type Keywords = Readonly<Record<string, unknown>>;

/** By these a schema looks at a value as a whole, or at several of its parts together. */
const TOGETHER: readonly string[] = [
  ...['$dynamicRef', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas', 'enum', 'const'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'patternProperties', 'prefixItems', 'contains', 'uniqueItems'],
];

/** Compositions are searched to this depth. */
const DEEPEST = 8;

/** What schemas always apply together; undefined if one of them looks at several parts together. */
const plainParts = keptOnSchema((schema): readonly Keywords[] | undefined => partsWithin(schema, 0));

/**
 * Tells whether a value satisfies a schema of requests after one part of it was changed.
 * @param whole the value before the change.
 * @param tokens of the JSON Pointer of the part.
 */
export function satisfiesWith(schema: Schema, whole: JsonValue, tokens: readonly string[], part: JsonValue): boolean {
  const alone = isValid(schema, whole) ? schemasAlone(schema, whole, tokens) : undefined;
  return alone
    ? alone.every((each) => surelySatisfies(each, part, 'request'))
    : surelySatisfies(schema, withAt(whole, pointerOf(tokens), part), 'request');
}

/** Values are judged once: many changes are tried on each. */
function isValid(schema: Schema, whole: JsonValue): boolean {
  if (typeof whole !== 'object' || whole === null) return false;
  const known = validBy(whole);
  const valid = known.get(schema) ?? surelySatisfies(schema, whole, 'request');
  known.set(schema, valid);
  return valid;
}

const validBy = remembered((_: object) => new Map<Schema, boolean>());

function partsWithin(schema: Schema, depth: number): readonly Keywords[] | undefined {
  const { keywords } = endOf(schema);
  if (keywords === true) return [];
  if (keywords === false || depth > DEEPEST || TOGETHER.some((key) => keywords[key] !== undefined)) return undefined;
  const { $ref, allOf = [] } = keywords;
  const parts = [keywords];
  for (const part of [...(isSchema($ref) ? [$ref] : []), ...(allOf as Schema[])]) {
    const inner = partsWithin(part, depth + 1);
    if (!inner) return undefined;
    parts.push(...inner);
  }
  return parts;
}

/**
 * Returns the schemas that say all about one part of a valid value, whatever stands there: the rest of the value is judged in the same way.
 * @param tokens of the JSON Pointer of the part, which is there.
 * @returns undefined if a schema around it looks at several parts together.
 */
export function schemasAlone(
  schema: Schema,
  whole: JsonValue,
  tokens: readonly string[],
): readonly Schema[] | undefined {
  let schemas: readonly Schema[] = [schema];
  let value: JsonValue | undefined = whole;
  for (const token of tokens) {
    const inner: Schema[] = [];
    const isList = Array.isArray(value);
    if (!isList && !isObject(value)) return undefined;
    for (const each of schemas) {
      const parts = plainParts(each);
      if (!parts) return undefined;
      for (const part of parts) inner.push(...(isList ? itemIn(part) : memberIn(part, token)));
    }
    value = (value as Readonly<Record<string, JsonValue>>)[token];
    if (value === undefined) return undefined;
    schemas = inner;
  }
  return schemas;
}

function itemIn({ items }: Keywords): readonly Schema[] {
  return isSchema(items) ? [items] : [];
}

function memberIn({ properties, additionalProperties }: Keywords, name: string): readonly Schema[] {
  if (properties !== undefined && Object.hasOwn(properties as object, name))
    return [(properties as Readonly<Record<string, Schema>>)[name] as Schema];
  return isSchema(additionalProperties) ? [additionalProperties] : [];
}
