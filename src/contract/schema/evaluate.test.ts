import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import { readJson } from '../../json/exactJson';
import { runsOf } from '../../support/testing/cases.testing';
import { evaluate, satisfies, surelySatisfies } from './evaluate';
import { createJudges } from './judge';
import { componentSchemaOf } from './schema.testing';
import { anySchema, anyValue, hasCrossedBounds } from './schemas.testing';

/** What of `schema` a value breaks: `/path keyword about`. */
function broken(schema: unknown, value: unknown, others = {}): string[] {
  const found = evaluate(componentSchemaOf(schema, others), value, { direction: 'response' });
  return found.map(({ path, keyword, about = [] }) => [path, keyword, ...about].join(' ').trim());
}

describe('looking names the clauses that are broken', () => {
  test.each<[string, unknown, unknown, string[]]>([
    ['all of them', { type: 'string', enum: ['a'], minLength: 3 }, 'b', ['enum', 'minLength']],
    ['with the member that is missing', { required: ['a', 'b', 'a'] }, { a: 1 }, ['required b']],
    [
      'with the member that is one too many',
      { properties: { a: {} }, additionalProperties: false },
      { a: 1, b: 2 },
      ['additionalProperties b'],
    ],
    ['with the items that are the same', { uniqueItems: true }, [1, 2, { a: 1 }, 1.0], ['uniqueItems 0 3']],
    [
      'within what holds them',
      { properties: { 'a/b': { items: { type: 'string' } } } },
      { 'a/b': ['x', 1] },
      ['/a~1b/1 type'],
    ],
    ['of integers that no double holds', { type: 'integer', format: 'int64' }, 2n ** 63n, ['format']],
    ['but for bounds that these are the nearest double of', { exclusiveMinimum: 2 ** 53 }, 2n ** 53n + 1n, []],
    ['of what is referred to', { $ref: '#/components/schemas/T' }, 1, ['type']],
    ['of the branch that a condition takes', { if: { minimum: 5 }, else: { multipleOf: 2 } }, 3, ['multipleOf']],
    [
      'of what nothing has looked at',
      { anyOf: [{ properties: { a: true } }, {}], unevaluatedProperties: false },
      { a: 1, b: 1 },
      ['unevaluatedProperties b'],
    ],
    [
      'but not what a branch that is refused has looked at',
      { anyOf: [{ properties: { b: false } }, {}], unevaluatedProperties: false },
      { b: 1 },
      ['unevaluatedProperties b'],
    ],
    ['of what is contained too often', { contains: { type: 'string' }, maxContains: 1 }, ['a', 'b'], ['maxContains']],
  ])('%s', (_, schema, value, found) => {
    expect(broken(schema, value, { T: { type: 'string' } })).toEqual(found);
  });

  test('with what each branch has against the value', () => {
    const [clause] = evaluate(componentSchemaOf({ oneOf: [{ type: 'string' }, { maximum: 1 }] }), 2, {
      direction: 'response',
    });
    expect(clause?.branches?.map((branch) => branch.map(({ keyword }) => keyword))).toEqual([['type'], ['maximum']]);
  });

  test('up to the first', () => {
    const schema = componentSchemaOf({ items: { type: 'string' } });
    expect(evaluate(schema, [1, 2, 3], { direction: 'response', first: true })).toHaveLength(1);
  });
});

test.each([
  ['Zm9v', true, true],
  ['Zm9vYg==', true, true],
  ['a+/b', true, true],
  ['', true, true],
  // Without padding, or with the other alphabet.
  ['Zm9vYg', true, false],
  ['a-_b', true, false],
  ['c4f0c91b-Zm9v', true, false],
  ['Zm9v!', false, false],
])('%s is base64 by one reading: %j, and by every one: %j', (value, byOne, byEvery) => {
  const schema = componentSchemaOf({ type: 'string', format: 'byte' });
  expect(satisfies(schema, value, 'request')).toBe(byOne);
  expect(surelySatisfies(schema, value, 'request')).toBe(byEvery);
  expect(surelySatisfies(schema, value, 'response')).toBe(byOne);
});

test('looking, judging and ajv agree on any schema and any value', () => {
  const refuses = fc.property(
    anySchema,
    anySchema,
    fc.array(anyValue, { minLength: 5, maxLength: 5 }),
    (own, other, values) => {
      // By bounds that exclude each other nobody is judged, but ajv judges by them.
      fc.pre(!hasCrossedBounds([own, other]));
      const read = componentSchemaOf(own, { T: other });
      const ajv = new Ajv2020({
        strict: false,
        validateSchema: false,
        logger: false,
        inlineRefs: false,
        ownProperties: true,
      });
      // By keeping account of what was evaluated, for which nothing asks here, ajv fails on some schemas.
      Object.assign(ajv.opts, { unevaluated: false });
      const whole = { $ref: '#/components/schemas/S', components: { schemas: { S: own, T: other } } };
      const hasOneOf = JSON.stringify([own, other]).includes('"oneOf"');
      // The first values are judged before ajv compiles the schema.
      const judge = createJudges(2).judge(read, 'response');
      for (const each of values) {
        let wanted: boolean;
        try {
          wanted = ajv.validate(whole, each);
        } catch (error) {
          // What refers to itself before it says anything has no answer.
          if (error instanceof RangeError) return;
          throw error;
        }
        const looked = satisfies(read, each, 'response');
        const toTheLetter = evaluate(read, each, { direction: 'response', exact: true }).length === 0;
        expect({ each, toTheLetter }).toEqual({ each, toTheLetter: wanted });
        // Nobody is judged by two alternatives of which one takes all that the other takes.
        if (looked && !wanted && hasOneOf) continue;
        expect({ each, looked }).toEqual({ each, looked: wanted });
        expect({ each, judged: judge(readJson(JSON.stringify(each)))?.length === 0 }).toEqual({ each, judged: wanted });
        expect(evaluate(read, each, { direction: 'response' }).length === 0).toBe(wanted);
      }
    },
  );
  fc.assert(refuses, { numRuns: Number(process.env['RUNS'] ?? runsOf(30, 100)) });
});

test.each([
  ['\u{1f331}', 1],
  ['\u{1f331}\u{1f331}', 2],
  ['a\u{1f331}b', 3],
  ['\u{1f331}a\u{1f331}', 3],
  // Half a pair counts as one character.
  ['\ud83c', 1],
  ['\udf31\ud83c', 2],
  ['\ud83c\ud83c\udf31\udf31', 3],
  ['', 0],
])('a text %j has the length %i in code points', (text, length) => {
  const keeps = (schema: object) => satisfies(componentSchemaOf(schema), text, 'request');
  const around = [-1, 0, 1].map((by) => Math.max(0, length + by));
  expect(around.map((bound) => keeps({ maxLength: bound }))).toEqual(around.map((bound) => length <= bound));
  expect(around.map((bound) => keeps({ minLength: bound }))).toEqual(around.map((bound) => length >= bound));
});
