/** Each way in which a schema says something of a member or an item × each part of the generator that asks for it. */

import {
  heldComponent,
  sayingOfItem,
  sayingOfMember,
  silentOfMember,
} from '../../src/contract/schema/applicators.testing';
import type { Schema } from '../../src/contract/schema/schema';
import { componentSchemaOf } from '../../src/contract/schema/schema.testing';
import { plannedSize } from '../../src/engine/plan/plannedSize';
import { createGenerator, isMade } from './generator';
import { leastDepth } from './leastDepth';
import { schemasAlone } from './partOfValue';

const HELD = { type: 'string', pattern: '^held$' };
const generator = createGenerator({ direction: 'request', seed: 1 });

const objectOf = (written: object) =>
  componentSchemaOf({ type: 'object', required: ['a'], ...written }, heldComponent(HELD));
const listOf = (written: object) => componentSchemaOf({ type: 'array', minItems: 1, ...written }, heldComponent(HELD));

/** Each keyword, with a schema whose values hold `held`, and what such a value is. */
const HOLDING = [
  ...[...sayingOfMember(HELD)].map(([keyword, written]) => ({ keyword, schema: objectOf(written), path: '/a' })),
  ...[...sayingOfItem(HELD)].map(([keyword, written]) => ({ keyword, schema: listOf(written), path: '/0' })),
];

test.each(HOLDING)('a witness keeps what $keyword says', ({ keyword, schema, path }) => {
  const made = generator.witness(schema);
  // Where `z` is there, `else` does not apply.
  const held = keyword === 'else' ? expect.any(String) : 'held';
  expect(isMade(made) && made.value).toMatchObject(path === '/a' ? { a: held } : ['held']);
});

test.each(HOLDING)('a clause that $keyword leads to is broken', ({ schema, path }) => {
  const { violations } = generator.violations(schema);
  const places = violations.filter(({ keyword }) => keyword === 'pattern').map((each) => each.path);
  // Members of any name are shown by other names.
  expect(places.every((each) => each === path || /^\/[a-z]{12}$/.test(each)) && places.length > 0).toBe(true);
});

test.each(HOLDING)('a part is judged alone by what $keyword says, or not alone', ({ schema, path }) => {
  const whole = path === '/a' ? { a: 'held' } : ['held'];
  const alone = schemasAlone(schema, whole, [path.slice(1)]);
  if (alone) expect(alone.map(({ keywords }) => keywords)).toContainEqual(HELD);
});

/** About how much is asked of a body with a schema. */
function sizeOf(schema: Schema): number {
  const media = [{ schema }];
  return plannedSize({ parameters: [], requestBody: { media } } as unknown as Parameters<typeof plannedSize>[0]);
}

test.each(HOLDING)('what $keyword says counts for how much is asked', ({ schema }) => {
  expect(sizeOf(schema)).toBeGreaterThan(sizeOf(componentSchemaOf({ type: 'object', required: ['a'] })));
});

/** How deep the least value is, where what is held has two levels more. */
const DEEP = { type: 'object', required: ['b'], properties: { b: { type: 'object' } } };

test.each([...sayingOfMember(DEEP)])('how deep a value must be at least, by %s', (keyword, written) => {
  const schema = componentSchemaOf({ type: 'object', required: ['a'], ...written }, heldComponent(DEEP));
  // A schema that has `properties` for a member and one that requires it are looked at by themselves.
  const isTogether = ['properties', 'patternProperties', 'additionalProperties'].includes(keyword);
  expect(leastDepth(schema, 'request')).toBe(isTogether ? 3 : 1);
});

test.each<readonly [what: string, schema: object, depth: number]>([
  ['items that must be there', { type: 'array', minItems: 1, items: DEEP }, 3],
  ['items of a tuple', { type: 'array', minItems: 1, prefixItems: [DEEP] }, 3],
  ['items behind a tuple', { type: 'array', minItems: 2, prefixItems: [{}], items: DEEP }, 3],
  ['items behind a tuple that need not be there', { type: 'array', minItems: 1, prefixItems: [{}], items: DEEP }, 2],
  ['an item that a list contains', { type: 'array', contains: DEEP }, 3],
  ['none that a list contains', { type: 'array', contains: DEEP, minContains: 0 }, 1],
  [
    'a member of itself',
    { type: 'object', required: ['a'], additionalProperties: { $ref: '#/components/schemas/S' } },
    Number.POSITIVE_INFINITY,
  ],
  [
    'a member of itself, of a type beside null',
    { type: ['object', 'null'], required: ['a'], properties: { a: { $ref: '#/components/schemas/S' } } },
    1,
  ],
  [
    'the shallowest branch',
    {
      oneOf: [
        { type: 'array', minItems: 1, items: DEEP },
        { type: 'array', minItems: 1, items: {} },
      ],
    },
    2,
  ],
])('how deep a value must be at least: %s', (_, schema, depth) => {
  expect(leastDepth(componentSchemaOf(schema), 'request')).toBe(depth);
});

test.each([...silentOfMember(HELD)])('a witness need not keep what %s says of a member', (_, written) => {
  const made = generator.witness(objectOf(written));
  expect(isMade(made) && (made.value as { a: unknown }).a).not.toBe('held');
});
