/** Of schemas that nobody thought of: what is found is true by ajv, too, and a schema that only allows more refuses nothing. */

import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import { schemaOf } from '../../../conformance/values/values.testing';
import { atOnce } from '../../support/letOthersRun';
import { ALL_CASES } from '../../support/testing/cases.testing';
import { Narrowings } from './narrowings';
import { createSameMeaning } from './sameSchemas';
import type { Narrowing } from './schemaPair';

/** The same ones each time: what is new is looked for with another seed. */
const RUNS = { numRuns: ALL_CASES ? 300 : 6, seed: 1 };

const names = fc.constantFrom('a', 'b', 'c');
const least = fc.integer({ min: 0, max: 3 });
/** Never less than the least: bounds that exclude each other are a mistake of the contract, by which no value fails. */
const most = fc.integer({ min: 3, max: 6 });
const scalar = fc.constantFrom('x', 'y', '', 0, 1, 2.5, true, null);
const some = <T extends object>(keywords: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  fc.record(keywords, { requiredKeys: [] });

const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    some({ type: fc.constant('string'), minLength: least, maxLength: most }),
    some({ type: fc.constantFrom('integer', 'number'), minimum: least, maximum: most }),
    fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }),
    fc.record({ type: fc.uniqueArray(fc.constantFrom('string', 'null', 'boolean', 'integer'), { minLength: 1 }) }),
    some({ type: fc.constant('array'), items: tie('schema'), minItems: least, maxItems: most }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    some({
      type: fc.constant('object'),
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: fc.boolean(),
    }),
  ),
}));

function between(allowing: object, refusing: object): readonly Narrowing[] {
  const search = new Narrowings('request', 1, createSameMeaning());
  return atOnce(search.between(schemaOf(allowing), schemaOf(refusing))).narrowings;
}

function allows(written: object, value: unknown): boolean {
  return new Ajv2020({ strict: false, ownProperties: true }).validate(written, value);
}

test('a schema refuses nothing of what it allows itself', () => {
  fc.assert(
    fc.property(schema, (written) => {
      expect(between(written, structuredClone(written))).toEqual([]);
    }),
    RUNS,
  );
});

test('ajv says the same of each value that is found', () => {
  let found = 0;
  fc.assert(
    fc.property(schema, schema, (allowing, refusing) => {
      for (const { value } of between(allowing, refusing)) {
        found++;
        expect([allows(allowing, value), allows(refusing, value)]).toEqual([true, false]);
      }
    }),
    RUNS,
  );
  expect(found).toBeGreaterThan(RUNS.numRuns / 6);
});

test('a schema that allows more refuses nothing', () => {
  fc.assert(
    fc.property(schema, schema, (written, more) => {
      expect(between(written, { anyOf: [structuredClone(written), more] })).toEqual([]);
    }),
    RUNS,
  );
});

test('where one branch of a `oneOf` takes all that another one takes, what shows a change satisfies one to the letter', () => {
  const event = { type: 'object', properties: { a: {}, c: { type: 'object' } }, required: ['a'] };
  const refusing = { type: 'object', properties: { c: { type: 'object', required: ['d'] } } };
  for (const other of [{ type: 'object' }, { type: 'object', properties: { c: {} } }])
    for (const { value } of between({ oneOf: [event, other] }, refusing))
      expect([value, allows({ oneOf: [event, other] }, value)]).toEqual([value, true]);
});
