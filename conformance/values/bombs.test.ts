import { passThrough } from '../../src/contract/schema/bounds';
import { evaluate } from '../../src/contract/schema/evaluate';
import { componentSchemaOf } from '../../src/contract/schema/schema.testing';
import { testWide } from '../../src/support/testing/cases.testing';
import { createGenerator, isMade } from './generator';
import { statesSoFar } from './patterns/patterns';

/** Forty schemas, each of which leads to the next one twice. */
function twice(keyword: string, last: object): Record<string, unknown> {
  const next = (at: number) => ({ $ref: `#/components/schemas/A${at + 1}` });
  const links = Array.from({ length: 40 }, (_, at) => [`A${at}`, { [keyword]: [next(at), next(at)] }]);
  return { ...Object.fromEntries(links), A40: last };
}

const TEXT = { type: 'string' };

test.each(['allOf', 'anyOf', 'oneOf'])('a schema that leads to the same one in 2^40 ways by %s ends', (keyword) => {
  const schema = componentSchemaOf({ $ref: '#/components/schemas/A0' }, twice(keyword, TEXT));
  const generator = createGenerator({ direction: 'request', seed: 1 });
  // No text satisfies just one of two branches that are the same.
  expect(isMade(generator.witness(schema))).toBe(keyword !== 'oneOf');
  if (keyword === 'oneOf') expect(generator.valid(schema)).toEqual([]);
  expect(generator.violations(schema).violations.length).toBeLessThan(100);
  // No value can satisfy a `oneOf` whose branches are one schema: that is the contract's mistake, and judges nobody.
  expect(evaluate(schema, 'x', { direction: 'request' })).toEqual([]);
  const passed: string[] = [];
  passThrough(schema, 'x', 'request', (_, bound) => passed.push(bound));
  expect(passed.length).toBeLessThan(100);
});

testWide('the texts of many patterns are looked for so long, whether they were looked for before or not', () => {
  const patterns = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`^(x|y)*${at}(a|b){${at}}$`, { minLength: at }]),
  );
  const made = () => {
    const schema = componentSchemaOf({ type: 'object', minProperties: 3, patternProperties: patterns }, {});
    const before = statesSoFar();
    const witness = createGenerator({ direction: 'request', seed: 1 }).witness(schema);
    return { states: statesSoFar() - before, isMade: isMade(witness) };
  };
  const first = made();
  expect(first.states).toBeLessThan(100_000);
  expect(made()).toEqual(first);
});

test('an example that holds tens of thousands of values is not copied for every value that is made', () => {
  const schemaWith = (items: number) =>
    componentSchemaOf(
      {
        type: 'object',
        required: ['list'],
        properties: { list: { type: 'array', items: { type: 'object', properties: { a: TEXT } } } },
        example: { list: Array.from({ length: items }, (_, at) => ({ a: `example ${at}` })) },
      },
      {},
    );
  const witnessOf = (items: number) =>
    JSON.stringify(createGenerator({ direction: 'request', seed: 1 }).witness(schemaWith(items)));
  expect(witnessOf(5000)).toContain('example 4999');
  // What it has of an item may still be taken.
  expect(witnessOf(30_000)).toContain('"list":[{"a":"example 0"');
  expect(witnessOf(30_000)).not.toContain('example 29999');
});
