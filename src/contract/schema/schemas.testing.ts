/** For properties: schemas and values that chance makes. */

import fc from 'fast-check';
import { crossedBounds, isListOfOtherType } from './crossedBounds';
import type { Schema } from './schema';

const NAMES = ['a', 'b', 'ab', 'constructor'];
const name = fc.constantFrom(...NAMES);
const small = fc.integer({ min: 0, max: 3 });

/** Values in which little differs, so that clauses are broken and kept alike. */
export const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 3, 1.5, -1, '', 'a', 'b', 'ab', 'abc', '🌱🌱'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** Schemas of every keyword but those that ajv takes amiss, which the suite of JSON Schema is for (`proof/bench/schemas.ts`). */
export const { schema: anySchema } = fc.letrec<{ schema: unknown; keywords: object }>((tie) => {
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(name, tie('schema'), { maxKeys: 3, noNullPrototype: true });
  const type = fc.oneof(
    fc.constantFrom(...TYPES),
    fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 }),
  );
  /** What stands together, and of which something may be left out. */
  const groups: readonly Readonly<Record<string, fc.Arbitrary<unknown>>>[] = [
    { type },
    { enum: fc.array(anyValue, { minLength: 1, maxLength: 3 }) },
    { const: anyValue },
    { type, minimum: small, exclusiveMaximum: small, multipleOf: fc.constantFrom(1, 2, 0.5) },
    { type, minLength: small, maxLength: small, pattern: fc.constantFrom('a', '^a', 'b$', '^.$') },
    { minItems: small, maxItems: small, uniqueItems: fc.boolean() },
    // Of a list without items, ajv looks at nothing behind `prefixItems`, such as `contains`.
    { type, prefixItems: list, items: tie('schema'), minItems: fc.constant(1) },
    { contains: tie('schema'), minContains: small, maxContains: small },
    { minProperties: small, maxProperties: small },
    { type, required: fc.uniqueArray(name, { maxLength: 2 }), properties: map, additionalProperties: tie('schema') },
    {
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), tie('schema'), {
        maxKeys: 2,
        noNullPrototype: true,
      }),
    },
    { propertyNames: tie('schema') },
    {
      dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
        maxKeys: 2,
        noNullPrototype: true,
      }),
    },
    { dependentSchemas: map },
    { allOf: list },
    { anyOf: list },
    { oneOf: list },
    { not: tie('schema') },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    { if: tie('schema'), then: tie('schema'), else: tie('schema') },
    { $ref: fc.constantFrom('#/components/schemas/S', '#/components/schemas/T') },
  ];
  const group = fc.oneof(
    ...groups.map((members) =>
      fc.record(members, { requiredKeys: 'minItems' in members && 'prefixItems' in members ? ['minItems'] : [] }),
    ),
  );
  return {
    // Of all keywords there would always be one that refuses.
    keywords: fc.array(group, { minLength: 1, maxLength: 2 }).map((each) => Object.assign({}, ...each) as object),
    schema: fc.oneof({ depthSize: 'small', maxDepth: 3 }, fc.boolean(), tie('keywords'), tie('keywords')),
  };
});

/** Tells whether bounds exclude each other somewhere: by those nobody is judged, though ajv judges by them. */
export function hasCrossedBounds(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const keywords = value as Schema['keywords'];
  return (
    crossedBounds(keywords).length > 0 || isListOfOtherType(keywords) || Object.values(value).some(hasCrossedBounds)
  );
}
