import { evaluate, stepsSoFar } from '../../src/contract/schema/evaluate';
import { componentSchemaOf } from '../../src/contract/schema/schema.testing';
import type { Parts } from '../../src/support/letOthersRun';
import { createRandom } from '../../src/support/random';
import { createGenerator } from './generator';
import { leastDepth, leastDepthInParts } from './leastDepth';
import { findText, findTextInParts, statesSoFar } from './patterns/patterns';

const range = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));
const named = <T>(count: number, of: (at: number) => T) => Object.fromEntries(range(count, (at) => [`m${at}`, of(at)]));

/** Schemas whose values take long. */
const LONG: readonly (readonly [string, object])[] = [
  [
    'many branches',
    {
      oneOf: range(8, (at) => ({
        type: 'object',
        required: [`m${at}`],
        properties: named(at + 1, () => ({ type: 'string' })),
      })),
    },
  ],
  [
    'many members',
    {
      type: 'object',
      required: range(60, (at) => `m${at}`),
      properties: named(60, (at) => ({ type: 'string', maxLength: at + 1 })),
    },
  ],
  [
    'much to be refused',
    {
      type: 'object',
      properties: named(20, () => ({})),
      not: { anyOf: range(20, (at) => ({ required: [`m${at}`], properties: { [`m${at}`]: { type: 'string' } } })) },
    },
  ],
  ['what leads back to itself', { type: 'object', properties: named(8, () => ({ $ref: '#/components/schemas/A' })) }],
];
const A = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, ...named(8, () => ({ $ref: '#/components/schemas/A' })) },
};

/** Carries out parts, and does something between them. @returns how many there were. */
function toEnd<T>(parts: Parts<T>, between: () => void): { readonly value: T; readonly count: number } {
  for (let count = 1; ; count++) {
    const part = parts.next();
    if (part.done) return { value: part.value, count };
    between();
  }
}

test.each(LONG)(
  'values of %s are made in many short parts, and what others judge between these changes none',
  (_, schema) => {
    const made = () => ({
      schema: componentSchemaOf(schema, { A }),
      generator: createGenerator({ direction: 'request', seed: 1 }),
    });
    const [one, other] = [made(), made()];
    let [before, most] = [stepsSoFar(), 0];
    const between = () => {
      most = Math.max(most, stepsSoFar() - before);
      evaluate(other.schema, { m1: 1 }, { direction: 'request' });
      before = stepsSoFar();
    };
    const valid = toEnd(one.generator.validInParts(one.schema), between);
    const broken = toEnd(one.generator.violationsInParts(one.schema), between);
    expect(valid.count + broken.count).toBeGreaterThan(10);
    // A step takes less than a microsecond.
    expect(most).toBeLessThan(100_000);
    expect(valid.value.map(({ value }) => value)).toEqual(
      other.generator.valid(other.schema).map(({ value }) => value),
    );
    const texts = (all: typeof broken.value) =>
      all.violations.map(({ value, keyword, path }) => ({ value, keyword, path }));
    expect(texts(broken.value)).toEqual(texts(other.generator.violations(other.schema)));
  },
);

/** A schema whose value needs thousands of others: objects within objects, each of which requires all of its members. */
function nested(depth: number, members: number): object {
  if (depth === 0) return { type: 'string' };
  return {
    type: 'object',
    required: range(members, (at) => `m${at}`),
    properties: named(members, () => nested(depth - 1, members)),
  };
}

test('what a schema needs is found out in parts, and others see only what is settled', () => {
  const schema = componentSchemaOf(nested(3, 14), { A });
  const parts = leastDepthInParts(schema, 'request');
  parts.next();
  // Who asks meanwhile gets the whole answer.
  expect(leastDepth(schema, 'request')).toBe(4);
  const { value, count } = toEnd(leastDepthInParts(componentSchemaOf(nested(3, 14), { A }), 'request'), () => {});
  expect(value).toBe(4);
  // 2,955 schemas are looked at at least twice.
  expect(count).toBeGreaterThan(10);
});

test('a text that a long pattern takes is searched for in parts, and is the same as at once', () => {
  const pattern = `^${range(900, (at) => `[a-${'bcdef'[at % 5]}]`).join('')}$`;
  const wanted = { must: [pattern], mustNot: [], least: 0, most: 4096 };
  const before = statesSoFar();
  const { value, count } = toEnd(findTextInParts(wanted, 'least', createRandom(1, 'a')), () => {});
  expect(value).toMatch(new RegExp(pattern));
  expect(statesSoFar() - before).toBeGreaterThan(900);
  expect(count).toBeGreaterThan(4);
  expect(findText(wanted, 'least', createRandom(1, 'a'))).toBe(value);
});
