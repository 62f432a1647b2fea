/**
 * Judges a value of which one part was changed by that part alone. It is the same as judging all of it again, since nearly all schemas look at
 * each member by itself.
 */

import { APPLICATORS } from '../../src/contract/schema/applicators';
import { given, itemsPlacedAt, membersNamed, type Part, sureParts } from '../../src/contract/schema/applied';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { keptOnSchema, type Schema } from '../../src/contract/schema/schema';
import { pointerOf } from '../../src/json/pointer';
import { isObject, type JsonValue } from '../../src/json/value';
import { withAt } from '../../src/resources/answers/views';
import { remembered } from '../../src/support/caching';

/** By these a schema looks at a value as a whole, or at several of its parts together. */
const TOGETHER: readonly string[] = [
  ...[...APPLICATORS].filter(([, { applies }]) => applies !== 'always').map(([keyword]) => keyword),
  ...['unevaluatedProperties', 'unevaluatedItems', 'enum', 'const', 'uniqueItems'],
];

/** So many schemas always apply together at most. */
const MOST_PARTS = 50;

/** What schemas always apply together; undefined if one of them looks at several parts together. */
const plainParts = keptOnSchema((schema): readonly Part[] | undefined => {
  const parts = sureParts(given(schema));
  const isTogether = parts.some(({ keywords }) => TOGETHER.some((key) => keywords[key] !== undefined));
  return isTogether || parts.length > MOST_PARTS ? undefined : parts;
});

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
      const own = parts && (isList ? itemsPlacedAt(parts, Number(token)) : membersNamed(parts, token));
      if (!own?.every(({ certainty }) => certainty === 'surely')) return undefined;
      inner.push(...own.map(({ schema: held }) => held));
    }
    value = (value as Readonly<Record<string, JsonValue>>)[token];
    if (value === undefined) return undefined;
    schemas = inner;
  }
  return schemas;
}
