import { dialects } from '../dialects';
import type { Dialect } from '../dialects/dialect';
import type { Shape } from '../dialects/shape';
import { APPLICATORS, subschemasOf } from './applicators';
import { appliedAt, given } from './applied';
import { partsAtPlace } from './appliedToValue';
import { eachBound } from './bounds';
import { hiddenMembers, membersLeftOut } from './hiddenMembers';
import type { Schema } from './schema';
import { componentSchemaOf } from './schema.testing';
import { secretMembers } from './secretMembers';
import { withoutWriteOnly, writeOnlyPlaces } from './writeOnly';

const dialectOf = (version: string) => dialects.find((each) => each.version === version) as Dialect;

/** What the tests look for: the schema of the member `a`. */
const HERE = { description: 'here', writeOnly: true, readOnly: true, maximum: 9 };
const holding = { properties: { a: HERE } };
const value = { a: 1 };

/** What is found of it: how surely it applies to `a` in any value and in this one, and whether each question sees it. */
interface Seen {
  readonly any: 'surely' | 'perhaps' | 'branch' | 'never';
  readonly this: 'surely' | 'perhaps' | 'branch' | 'never';
  readonly hidden: boolean;
  readonly leftOut: boolean;
  readonly shown: boolean;
  readonly secret: boolean;
  readonly bound: boolean;
}

const SURE: Seen = {
  any: 'surely',
  this: 'surely',
  hidden: true,
  leftOut: true,
  shown: true,
  secret: true,
  bound: true,
};
/** Of one branch or condition that this value is in. */
const BRANCH: Seen = { ...SURE, any: 'branch', hidden: false };
const CONDITION: Seen = { ...BRANCH, any: 'perhaps' };
/** Of what speaks of members that the contract does not name. */
const UNNAMED: Seen = { ...SURE, hidden: false, leftOut: false };
const NEVER: Seen = {
  any: 'never',
  this: 'never',
  hidden: false,
  leftOut: false,
  shown: false,
  secret: false,
  bound: false,
};

/** How an object describes its member `a`, and an object with it that is judged. */
const TABLE: readonly (readonly [name: string, schema: object, seen: Seen, value?: unknown])[] = [
  ['properties', holding, SURE],
  ['patternProperties', { patternProperties: { '^a$': HERE } }, UNNAMED],
  ['patternProperties of a required member', { required: ['a'], patternProperties: { '^a$': HERE } }, SURE],
  ['additionalProperties', { additionalProperties: HERE }, UNNAMED],
  ['additionalProperties of a required member', { required: ['a'], additionalProperties: HERE }, SURE],
  [
    'additionalProperties beside its name',
    { properties: { a: {} }, additionalProperties: HERE },
    { ...NEVER, secret: true, bound: true },
  ],
  ['unevaluatedProperties', { unevaluatedProperties: HERE }, UNNAMED],
  [
    'unevaluatedProperties where another schema may speak of it',
    { allOf: [{ properties: { a: {} } }], unevaluatedProperties: HERE },
    { ...NEVER, any: 'perhaps', this: 'perhaps', secret: true, bound: true },
  ],
  ['propertyNames', { propertyNames: HERE }, NEVER],
  ['$ref', { $ref: '#/components/schemas/Held' }, SURE],
  ['$dynamicRef', { $dynamicRef: '#/components/schemas/Held' }, SURE],
  ['allOf', { allOf: [{}, holding] }, SURE],
  ['allOf where the first part shows it', { allOf: [{ properties: { a: {} } }, holding] }, SURE],
  ['anyOf', { anyOf: [{ required: ['z'] }, holding] }, BRANCH],
  ['oneOf', { oneOf: [{ required: ['z'] }, holding] }, BRANCH],
  ['allOf below oneOf', { oneOf: [{ required: ['z'] }, { allOf: [{ properties: { a: {} } }, holding] }] }, BRANCH],
  ['oneOf below allOf', { allOf: [{ oneOf: [{ required: ['z'] }, holding] }] }, BRANCH],
  [
    'two branches that this value satisfies, of which one shows it',
    { anyOf: [holding, { properties: { a: {} } }] },
    { ...BRANCH, this: 'branch', leftOut: false, shown: false },
  ],
  [
    'two branches that share what shows it',
    { oneOf: [{ allOf: [{ $ref: '#/components/schemas/Plain' }, holding] }, { $ref: '#/components/schemas/Plain' }] },
    { ...BRANCH, this: 'branch', leftOut: false, shown: false },
  ],
  [
    'branches that this value satisfies all, below what shows it',
    { properties: { a: {} }, anyOf: [holding, { allOf: [holding] }] },
    { ...BRANCH, this: 'branch', shown: false },
  ],
  [
    'a branch that this value does not satisfy',
    { oneOf: [{ ...holding, required: ['z'] }, {}] },
    { ...BRANCH, this: 'never', shown: false },
  ],
  [
    'no branch that this value satisfies',
    { oneOf: [{ ...holding, required: ['z'] }, { required: ['y'] }] },
    { ...BRANCH, this: 'branch' },
  ],
  [
    'the branch that a discriminator names',
    {
      discriminator: { propertyName: 'kind' },
      oneOf: [{ $ref: '#/components/schemas/Held' }, { $ref: '#/components/schemas/Other' }],
    },
    BRANCH,
    { a: 'wrong', kind: 'Held' },
  ],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  ['then', { if: { required: ['a'] }, then: holding }, CONDITION],
  [
    'then where the condition does not hold',
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    { if: { required: ['z'] }, then: holding },
    { ...CONDITION, this: 'never', shown: false },
  ],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  ['then without a condition', { then: holding }, NEVER],
  ['else', { if: { required: ['z'] }, else: holding }, CONDITION],
  ['dependentSchemas', { dependentSchemas: { a: holding } }, CONDITION],
  [
    'dependentSchemas of a member that is not there',
    { dependentSchemas: { z: holding } },
    { ...CONDITION, this: 'never', shown: false },
  ],
  ['if', { if: holding }, NEVER],
  ['not', { not: { ...holding, required: ['z'] } }, NEVER],
];

test.each(TABLE.map(([name, written, seen, own = value]) => ({ name, written, seen, own })))(
  'of a member by $name',
  ({ written, seen, own }) => {
    expect(seenOf(written, ['a'], own)).toEqual(seen);
  },
);

/** The same in an item of a list. */
const IN_ITEM: Seen = { ...SURE, hidden: false, leftOut: false };

test.each<readonly [name: string, schema: object, seen: Seen]>([
  ['items', { items: holding }, IN_ITEM],
  ['prefixItems', { prefixItems: [holding] }, IN_ITEM],
  ['items after a tuple', { prefixItems: [{}], items: holding }, { ...NEVER, secret: true, bound: true }],
  ['unevaluatedItems', { unevaluatedItems: holding }, IN_ITEM],
  // Some item is so, and it is not known which.
  ['contains', { contains: holding }, { ...NEVER, secret: true }],
])('of an item by %s', (_, written, seen) => {
  expect(seenOf(written, ['0', 'a'], [value])).toEqual(seen);
});

test.each<readonly [version: string, schema: object]>([
  ['3.0', { nullable: true, allOf: [holding] }],
  ['3.0', { nullable: true, properties: holding.properties, enum: [value, null] }],
  ['2.0', { 'x-nullable': true, allOf: [{ properties: { a: { readOnly: true } } }] }],
])('what may also be null says of other values what it says (%s)', (version, written) => {
  const schema = componentSchemaOf(written, {}, dialectOf(version));
  expect([...hiddenMembers(schema, 'request')]).toEqual(['a']);
  expect(appliedAt(schema, ['a']).map(({ certainty }) => certainty)).toEqual(['surely']);
});

const COMPONENTS = {
  Held: { properties: { a: { ...HERE, type: 'integer' }, kind: {} } },
  Other: { required: ['z'] },
  Plain: { properties: { a: {} } },
};

function schemaOf(written: object, components: Readonly<Record<string, unknown>> = COMPONENTS): Schema {
  return componentSchemaOf(written, components);
}

function unflagged<T extends object>(written: T): T {
  return JSON.parse(JSON.stringify(written).replaceAll('"writeOnly":true,', '')) as T;
}

function seenOf(written: object, tokens: readonly string[], whole: unknown): Seen {
  const isHere = ({ keywords }: { readonly keywords: Schema['keywords'] }) =>
    typeof keywords === 'object' && keywords['description'] === 'here';
  const [name = ''] = tokens;
  const schema = schemaOf(written);
  const secrets = secretMembers(schema);
  let bound = false;
  // What one direction leaves out has no bounds there.
  eachBound(schemaOf(unflagged(written), unflagged(COMPONENTS)), 'response', (at) => {
    bound ||= isHere(at);
  });
  return {
    any: appliedAt(schema, tokens).find(isHere)?.certainty ?? 'never',
    this: partsAtPlace(given(schema), whole, tokens, 'response').find(isHere)?.certainty ?? 'never',
    hidden: hiddenMembers(schema, 'response').has(name),
    leftOut: membersLeftOut(schema, 'request').has(name),
    shown: writeOnlyPlaces(whole, schema).length > 0,
    secret: secrets.whole || secrets.names.has('a'),
    bound,
  };
}

test.each(dialects.map((dialect) => [dialect.name, dialect] as const))(
  'every keyword of %s that holds schemas is an applicator, or only keeps them',
  (_, dialect) => {
    const holdsSchemas = (shape: Shape): boolean => {
      if (shape.is === 'object') return shape.kind === 'Schema';
      if (shape.is === 'either') return shape.of.some(holdsSchemas);
      return (shape.is === 'list' || shape.is === 'map') && holdsSchemas(shape.of);
    };
    const holders = [...(dialect.kinds['Schema']?.fields ?? [])].filter(([, shape]) => holdsSchemas(shape));
    const unknown = holders.map(([keyword]) => keyword).filter((keyword) => !APPLICATORS.has(keyword));
    expect(unknown.filter((keyword) => !['$defs', 'definitions', 'contentSchema'].includes(keyword))).toEqual([]);
  },
);

test('every applicator is found in the schema that has it', () => {
  const written = Object.fromEntries(
    [...APPLICATORS].map(([keyword, { holds }]) => [
      keyword,
      keyword.startsWith('$')
        ? '#/components/schemas/Held'
        : holds === 'one'
          ? {}
          : holds === 'list'
            ? [{}]
            : { k: {} },
    ]),
  );
  expect(subschemasOf(schemaOf(written)).map(({ keyword }) => keyword)).toEqual([...APPLICATORS.keys()]);
});

test('a schema that leads back to itself is looked at once', () => {
  const schema = componentSchemaOf({
    properties: { a: { $ref: '#/components/schemas/S' } },
    oneOf: [{ $ref: '#/components/schemas/S' }, { allOf: [{ $ref: '#/components/schemas/S' }] }],
  });
  expect(appliedAt(schema, ['a', 'a', 'a']).length).toBeLessThan(10);
  expect(membersLeftOut(schema, 'request').size).toBe(0);
});

test('members that are only written are left out of a value, and the rest of it stays the same', () => {
  const schema = schemaOf({ additionalProperties: { allOf: [holding] }, properties: { list: { items: holding } } });
  const shown = { b: 2 };
  const whole = { x: { a: 1, b: 2 }, y: shown, list: [{ a: 1 }, shown] };
  expect(withoutWriteOnly(whole, schema)).toEqual({ x: { b: 2 }, y: { b: 2 }, list: [{}, { b: 2 }] });
  expect(whole.x).toEqual({ a: 1, b: 2 });
  expect(withoutWriteOnly({ y: shown }, schema)).toEqual({ y: shown });
  expect(writeOnlyPlaces(whole, schema)).toEqual([
    { tokens: ['x', 'a'], named: ['…', 'a'] },
    { tokens: ['list', '0', 'a'], named: ['list', '…', 'a'] },
  ]);
});
