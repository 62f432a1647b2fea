import { createGenerator } from './generator';
import { inviolableOf, schemaOf, shownByValues, validOf, violatingTexts, whyNone, witnessOf } from './values.testing';

const CAT = {
  type: 'object',
  required: ['kind', 'lives'],
  properties: { kind: { const: 'cat' }, lives: { type: 'integer', maximum: 9 } },
};
const DOG = {
  type: 'object',
  required: ['kind', 'name'],
  properties: { kind: { const: 'dog' }, name: { type: 'string', minLength: 2 } },
};

/** The linter takes what has a `then` for a promise. */
function conditional(condition: unknown, then: unknown, otherwise: unknown = true) {
  return { if: condition, ...Object.fromEntries([['then', then]]), else: otherwise };
}

describe('the witness satisfies', () => {
  test.each<[name: string, schema: object, value: unknown]>([
    [
      'one branch of oneOf and no other',
      { oneOf: [{ minimum: 3 }, { multipleOf: 4 }], type: 'integer', maximum: 4 },
      expect.any(Number),
    ],
    [
      'the only branch of oneOf that others leave anything to',
      {
        oneOf: [
          { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
          { type: 'object', title: 'any' },
        ],
      },
      {},
    ],
    ['a branch that the bounds beside it leave', { anyOf: [{ type: 'string' }, { const: 7 }], type: 'integer' }, 7],
    ['rather than null what is not null', { anyOf: [{ type: 'null' }, { const: 'x' }] }, 'x'],
    ['what `not` leaves', { enum: [1, 2, 3], not: { enum: [1, 2] } }, 3],
    ['what `not` leaves of a pattern', { type: 'string', pattern: '^[ab]$', not: { pattern: 'a' } }, 'b'],
    [
      'what `not` leaves of members',
      { properties: { a: { const: 1 }, b: { const: 2 } }, not: { required: ['a'] }, type: 'object' },
      { b: 2 },
    ],
    ['several at once', { allOf: [{ minimum: 2 }, { maximum: 2 }], type: 'number' }, 2],
    [
      '`if` with `then`',
      {
        type: 'object',
        properties: { a: { const: 1 } },
        required: ['a'],
        ...conditional({ required: ['a'] }, { required: ['b'], properties: { b: { const: 2 } } }),
      },
      { a: 1, b: 2 },
    ],
    ['`else`, where `if` cannot be', { const: 5, ...conditional({ const: 4 }, false, { type: 'integer' }) }, 5],
    [
      'what hangs on a member',
      {
        type: 'object',
        properties: { a: { const: 1 } },
        dependentSchemas: { a: { required: ['b'], properties: { b: { const: 2 } } } },
      },
      { a: 1, b: 2 },
    ],
  ])('%s', (_, schema, value) => {
    expect(witnessOf(schema)).toEqual(value);
  });
});

test('each branch is shown once', () => {
  expect(shownByValues({ oneOf: [CAT, DOG] })).toEqual(
    expect.arrayContaining([
      'oneOf: branch 1 of 2',
      'oneOf: branch 2 of 2',
      '/name minLength: 2 characters, the least',
    ]),
  );
  expect(validOf({ type: ['string', 'null'], maxLength: 3 })).toContain('null');
});

describe('a violation in a branch', () => {
  test('is refused by the other branches, too', () => {
    const violations = violatingTexts({ oneOf: [CAT, DOG] });
    expect(violations['/lives maximum: more than 9']).toBe('{"kind":"cat","lives":10}');
    expect(violations['/kind const: none of those that are listed']).toMatch(/"kind":"(catx|dogx)"/);
    expect(violations['/kind const: of another branch']).toMatch(
      /^\{"kind":"(cat","name":"[a-z]*"|dog","lives":[0-9-]+)\}$/,
    );
    expect(violations['required: without lives']).toBe('{"kind":"cat"}');
    expect(violations['type: a string']).toMatch(/^"[a-z]{12}"$/);
  });

  test('is not made where another branch takes it', () => {
    const schema = {
      anyOf: [
        { type: 'string', maxLength: 3 },
        { type: 'string', minLength: 3 },
      ],
    };
    expect(Object.keys(violatingTexts(schema))).not.toContain('maxLength: 4 characters');
    expect(inviolableOf(schema)).toContainEqual(expect.stringMatching(/^maxLength: /));
  });

  test('names every branch that says the same', () => {
    const schema = schemaOf({ anyOf: [{ type: 'string' }, { type: 'integer' }] });
    const { violations } = createGenerator({ direction: 'request', seed: 1 }).violations(schema);
    const found = violations.find(({ value }) => value === null);
    expect([found, ...(found?.also ?? [])].map((each) => each?.schema.place.pointer)).toEqual(
      expect.arrayContaining(['#/anyOf/0', '#/anyOf/1']),
    );
  });

  test('of null or something is a violation of what is something', () => {
    const violations = violatingTexts({
      anyOf: [{ type: 'null' }, { type: 'string', minLength: 2, pattern: '^[a-z]*$' }],
    });
    expect(violations['minLength: 1 character']).toMatch(/^"[a-z]"$/);
  });
});

test('oneOf is violated by what two branches take', () => {
  const schema = { type: 'integer', oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] };
  const value = Number(violatingTexts(schema)['oneOf: two branches take it']);
  expect([value % 2, value % 3]).toEqual([0, 0]);
});

test('not is violated by what it excludes', () => {
  expect(violatingTexts({ type: 'integer', not: { const: 7 } })).toMatchObject({ 'not: what `not` excludes': '7' });
});

test('then and else are violated where they hold', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { enum: [1, 2] } },
    ...conditional({ properties: { a: { const: 1 } } }, { required: ['b'] }, { required: ['c'] }),
  };
  expect(violatingTexts(schema)).toMatchObject({ 'required: without b': '{"a":1}', 'required: without c': '{"a":2}' });
});

test('a clause that is written twice is violated once, and both places are named', () => {
  const schema = schemaOf({ allOf: [{ type: 'object' }, { type: 'object', required: ['a'] }] });
  const { violations } = createGenerator({ direction: 'request', seed: 1 }).violations(schema);
  const typed = violations.filter(({ keyword }) => keyword === 'type');
  expect(
    typed.map(({ schema: owner, also }) =>
      [owner, ...also.map((each) => each.schema)].map(({ place }) => place.pointer),
    ),
  ).toEqual([
    ['#/allOf/0', '#/allOf/1'],
    ['#/allOf/0', '#/allOf/1'],
  ]);
});

describe('a discriminator', () => {
  const components = {
    $defs: {},
    components: {
      schemas: {
        Pet: {
          type: 'object',
          required: ['petType'],
          properties: { petType: { type: 'string' } },
          discriminator: { propertyName: 'petType', mapping: { kitty: '#/components/schemas/Cat' } },
        },
        Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', properties: { lives: { const: 9 } } }] },
        Dog: {
          allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', properties: { bark: { const: true } } }],
        },
      },
    },
  };
  const cat = { $ref: '#/components/schemas/Cat' };
  const dog = { $ref: '#/components/schemas/Dog' };

  test.each<[name: string, schema: object, value: unknown]>([
    [
      'names the branch',
      { anyOf: [dog, cat], discriminator: { propertyName: 'petType' } },
      { petType: 'Dog', bark: true },
    ],
    [
      'names it by its mapping',
      { anyOf: [cat], discriminator: { propertyName: 'petType', mapping: { puss: '#/components/schemas/Cat' } } },
      { petType: 'puss', lives: 9 },
    ],
    ['of a base names what is made of it', cat, { petType: 'kitty', lives: 9 }],
  ])('%s', (_, schema, value) => {
    expect(witnessOf({ ...components, ...schema })).toEqual(value);
  });
});

test.each<[schema: object, reason: RegExp]>([
  [{ allOf: [{ type: 'string' }, { type: 'integer' }] }, /^its clauses exclude each other$/],
  [{ enum: [1, 2], allOf: [{ enum: [3] }] }, /^no value is in all of its lists$/],
  [{ not: {} }, /^no value was found/],
  [{ oneOf: [{}, {}] }, /^its clauses exclude each other$/],
  [{ anyOf: [false, { type: 'integer', const: 'x' }] }, /^no value was found/],
])('%j has none, and why', (schema, reason) => {
  expect(whyNone(schema)).toMatch(reason);
});
