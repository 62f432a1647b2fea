/** Of schemas that nobody thought of: what is made satisfies them, or breaks the one clause that it says. */

import fc from 'fast-check';
import type { BrokenClause } from '../../src/contract/schema/brokenClause';
import { evaluate } from '../../src/contract/schema/evaluate';
import { createJudges } from '../../src/contract/schema/judge';
import type { Schema } from '../../src/contract/schema/schema';
import { readJson } from '../../src/json/exactJson';
import { ALL_CASES, runsOf } from '../../src/support/testing/cases.testing';
import { createGenerator, isMade, type MutableJson, writeJson } from './generator';
import { schemaOf } from './values.testing';

/** The same ones each time: what is new is looked for with another seed. */
const RUNS = { numRuns: ALL_CASES ? 200 : runsOf(20, 70), seed: 1 };

const names = fc.constantFrom('a', 'b', 'c', 'a/b');
const patterns = fc.constantFrom('^[a-z]+$', '[0-9]', '^(?!x)', '^a?b*$', '^.{2,}$');
const scalars = fc.oneof(
  fc.constantFrom('x', 'y', ''),
  fc.integer({ min: -3, max: 3 }),
  fc.boolean(),
  fc.constant(null),
);
const bound = fc.oneof(fc.integer({ min: -5, max: 20 }), fc.constantFrom(0.5, 1.25, 10.1));
const count = fc.integer({ min: 0, max: 4 });

/** Some of some keywords. */
function some<T extends object>(keywords: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<object> {
  return fc.record(keywords, { requiredKeys: [] });
}

const strings = some({ type: fc.constant('string'), minLength: count, maxLength: count, pattern: patterns });
const numbers = some({
  type: fc.constantFrom('integer', 'number'),
  minimum: bound,
  exclusiveMaximum: bound,
  multipleOf: fc.constantFrom(1, 2, 0.1, 0.25),
  format: fc.constantFrom('int32', 'int64', 'double'),
});
const types = fc.uniqueArray(fc.constantFrom('string', 'integer', 'null', 'boolean', 'array', 'object'), {
  minLength: 1,
  maxLength: 3,
});

const { schema } = fc.letrec<{ schema: unknown; nested: unknown; composed: unknown; object: unknown; array: unknown }>(
  (tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      strings,
      numbers,
      fc.record({ type: types }),
      fc.record({ enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 }) }),
      fc.record({ const: scalars }),
      fc.record({ $ref: fc.constantFrom('#/$defs/a', '#/$defs/b') }),
      tie('nested'),
    ),
    nested: fc.oneof(tie('object'), tie('array'), tie('composed')),
    object: some({
      type: fc.constant('object'),
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      minProperties: count,
      maxProperties: count,
    }),
    array: some({
      type: fc.constant('array'),
      items: tie('schema'),
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      minItems: count,
      maxItems: count,
      uniqueItems: fc.boolean(),
    }),
    composed: fc.oneof(
      fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('schema') }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
    ),
  }),
);

const wholes = fc.tuple(schema, schema, schema).map(([whole, a, b]) => ({ ...(whole as object), $defs: { a, b } }));

function accepts(whole: Schema): (value: MutableJson) => boolean {
  const judge = createJudges(0).judge(whole, 'request');
  return (value) => judge(readJson(writeJson(value)))?.length === 0;
}

test('every witness and every valid value is accepted, by ajv as well', () => {
  fc.assert(
    fc.property(wholes, (written) => {
      const whole = schemaOf(written);
      const generator = createGenerator({ direction: 'request', seed: 1 });
      const witness = generator.witness(whole);
      const made = [...(isMade(witness) ? [witness] : []), ...generator.valid(whole)];
      if (made.length === 0) return;
      const isAccepted = accepts(whole);
      for (const { value } of made) {
        expect(evaluate(whole, value, { direction: 'request' })).toEqual([]);
        expect([writeJson(value), isAccepted(value)]).toEqual([writeJson(value), true]);
      }
    }),
    RUNS,
  );
});

/** Whether the clauses that are broken come to one, which says the same wherever it stands. */
function isOne(broken: readonly BrokenClause[], keyword: string, path: string): boolean {
  return (
    broken.length > 0 &&
    broken.every((clause) => {
      if (clause.keyword === keyword && clause.path === path) return true;
      return clause.branches?.some((branch) => isOne(branch, keyword, path)) ?? false;
    })
  );
}

test('every violation is refused, by ajv as well, and for one clause', () => {
  fc.assert(
    fc.property(wholes, (written) => {
      const whole = schemaOf(written);
      const { violations } = createGenerator({ direction: 'request', seed: 1, thorough: true }).violations(whole);
      if (violations.length === 0) return;
      const isAccepted = accepts(whole);
      for (const { value, keyword, path } of violations) {
        const broken = evaluate(whole, value, { direction: 'request' });
        expect([writeJson(value), isOne(broken, keyword, path)]).toEqual([writeJson(value), true]);
        expect([writeJson(value), isAccepted(value)]).toEqual([writeJson(value), false]);
      }
    }),
    RUNS,
  );
});

test('the same schema and the same seed give the same values, in whatever order they are asked for', () => {
  fc.assert(
    fc.property(wholes, (written) => {
      const whole = schemaOf(written);
      const one = createGenerator({ direction: 'response', seed: 7 });
      const other = createGenerator({ direction: 'response', seed: 7 });
      const broken = ({ value, path, keyword }: { value: MutableJson; path: string; keyword: string }) => [
        writeJson(value),
        path,
        keyword,
      ];
      const first = [
        one.valid(whole).map(({ value }) => writeJson(value)),
        one.violations(whole).violations.map(broken),
      ];
      const again = [
        other.violations(whole).violations.map(broken),
        other.valid(whole).map(({ value }) => writeJson(value)),
      ];
      expect(again.reverse()).toEqual(first);
    }),
    { ...RUNS, numRuns: ALL_CASES ? 50 : runsOf(6, 20) },
  );
});
