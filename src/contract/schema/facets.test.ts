import { heldComponent, sayingOfItem, sayingOfMember, silentOfMember } from './applicators.testing';
import {
  allItemSchemas,
  itemSchemaAt,
  memberSchemas,
  memberSchemasOf,
  requiredMembers,
  schemasUnder,
  typeNamed,
} from './facets';
import { keywordsOf, type Schema } from './schema';
import { componentSchemaOf } from './schema.testing';

const HERE = { description: 'here' };

const schemaOf = (written: unknown) => componentSchemaOf(written, heldComponent(HERE));

/** What the schemas are called in these tests. */
const described = (schemas: readonly Schema[]) =>
  schemas.map((schema) => {
    const keywords = keywordsOf(schema);
    return typeof keywords === 'boolean' ? keywords : keywords['description'];
  });

test.each([...sayingOfMember(HERE)])('%s says what a member is', (_, written) => {
  const schema = schemaOf(written);
  expect(described(memberSchemasOf(schema, 'a'))).toEqual(['here']);
  expect(described(schemasUnder([schema], ['a']))).toEqual(['here']);
});

test.each([...silentOfMember(HERE)])('%s says nothing of a member', (_, written) => {
  expect(described(memberSchemasOf(schemaOf(written), 'a'))).not.toContain('here');
});

test.each([...sayingOfItem(HERE)])('%s says what an item is', (_, written) => {
  const schema = schemaOf(written);
  expect(described([itemSchemaAt(schema, 0)].flatMap((each) => each ?? []))).toEqual(['here']);
  expect(described(allItemSchemas(schema))).toContain('here');
  expect(described(schemasUnder([schema], ['0']))).toEqual(['here']);
});

test('contains says what some item is, and what none has to be at a place', () => {
  const schema = schemaOf({ contains: HERE });
  expect(described(allItemSchemas(schema))).toEqual(['here']);
  expect(itemSchemaAt(schema, 0)).toBeUndefined();
});

const also = (description: string) => ({ description });

test.each<readonly [what: string, schema: object, of: readonly unknown[]]>([
  [
    'each branch that names it, nearest first',
    {
      properties: { a: also('own') },
      oneOf: [{ properties: { a: also('one') } }, { properties: { a: also('other') } }],
    },
    ['own', 'one', 'other'],
  ],
  [
    'a pattern beside the name',
    { patternProperties: { '^a': also('by pattern') }, properties: { a: also('by name') } },
    ['by name', 'by pattern'],
  ],
  [
    'the rest of another part that always holds',
    { allOf: [{ additionalProperties: also('rest') }, { properties: { a: also('by name') } }] },
    ['by name', 'rest'],
  ],
  [
    'not the rest of another branch',
    { oneOf: [{ additionalProperties: also('rest') }, { properties: { a: also('by name') } }] },
    ['by name'],
  ],
  [
    'not the rest of the part that names it',
    { properties: { a: also('by name') }, additionalProperties: also('rest') },
    ['by name'],
  ],
  ['nothing of what is forbidden', { additionalProperties: false }, []],
  ['its name, where it is forbidden by that', { properties: { a: false } }, [false]],
])('of a member that the contract names: %s', (_, written, of) => {
  expect(described(memberSchemasOf(schemaOf(written), 'a'))).toEqual(of);
});

test('only what a schema names is a member by name', () => {
  expect([...memberSchemas(schemaOf({ additionalProperties: HERE, properties: { b: {} } })).keys()]).toEqual(['b']);
});

test('what is required in a branch is not always required', () => {
  expect(
    requiredMembers(schemaOf({ required: ['a'], allOf: [{ required: ['b'] }], anyOf: [{ required: ['c'] }] })),
  ).toEqual(['a', 'b']);
});

test.each<readonly [schema: object, types: readonly string[], format: string | undefined]>([
  [{ type: 'string', format: 'uuid' }, ['string'], 'uuid'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, ['string', 'null'], undefined],
  [
    { anyOf: [{}, { type: 'null' }], oneOf: [{ type: 'integer' }, { type: 'string' }] },
    ['integer', 'string'],
    undefined,
  ],
  [{ anyOf: [{ type: 'string' }, {}] }, [], undefined],
  [{ oneOf: [{ $ref: '#/components/schemas/S' }] }, [], undefined],
])('%j is named to be %j', (written, types, format) => {
  expect(typeNamed(schemaOf(written))).toEqual({ types, format });
});
