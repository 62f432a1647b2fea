import { shownByValues, validOf, violatingTexts, whyNone, witnessOf } from '../values.testing';

const PLANT = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, height: { type: 'integer' }, kind: { enum: ['tree', 'herb'] } },
  additionalProperties: false,
};

test('a witness has all members, and no other', () => {
  expect(witnessOf(PLANT)).toEqual({ name: expect.any(String), height: expect.any(Number), kind: 'tree' });
});

test('members are shown all together, only those that are required, and each other one alone', () => {
  const keys = validOf(PLANT).map((json) => Object.keys(JSON.parse(json)).join(' '));
  expect(keys).toEqual(['name height kind', 'name height kind', 'name', 'name height', 'name kind']);
  expect(shownByValues(PLANT)).toEqual([
    '/kind enum: "tree"',
    '/kind enum: "herb"',
    'properties: only what is required',
    'properties: height alone',
    'properties: kind alone',
  ]);
});

test('independent members are varied in the same value', () => {
  const count = { type: 'integer', minimum: 1, maximum: 9 };
  const schema = { type: 'object', required: ['a', 'b'], properties: { a: count, b: { ...count, maximum: 5 } } };
  expect(validOf(schema).slice(1)).toEqual(['{"a":1,"b":2}', '{"a":2,"b":5}', '{"a":9,"b":4}', '{"a":8,"b":1}']);
});

test('one clause is violated, in one place', () => {
  const violations = violatingTexts(PLANT);
  expect(Object.keys(violations)).toEqual([
    'type: a string',
    'type: null',
    'required: without name',
    expect.stringMatching(/^additionalProperties: with [a-z]{12}, which is not declared$/),
    '/name type: a number',
    '/name type: null',
    '/height type: a fraction',
    '/height type: null',
    '/height type: the text "97"',
    '/kind enum: none of those that are listed',
  ]);
  expect(violations['required: without name']).toBe('{}');
  expect(violations['/kind enum: none of those that are listed']).toMatch(/^\{"name":"[a-z]{12}","kind":"treex"\}$/);
});

test('who wants to see it all sees each other type', () => {
  expect(Object.keys(violatingTexts({ type: 'boolean' }, { thorough: true }))).toEqual([
    'type: a string',
    'type: a number',
    'type: null',
    'type: an array',
    'type: an object',
    'type: the number 1',
  ]);
});

describe('in a request what is only read is left out, in a response what is only written', () => {
  const schema = {
    type: 'object',
    required: ['id', 'name', 'secret'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string' },
      secret: { allOf: [{ type: 'string', writeOnly: true }] },
    },
    example: { id: 7, name: 'fern', secret: 'x' },
  };

  test.each([
    ['request', { name: 'fern', secret: 'x' }],
    ['response', { id: 7, name: 'fern' }],
  ] as const)('%s', (direction, value) => {
    expect(witnessOf(schema, { direction })).toEqual(value);
    const { example, ...without } = schema;
    expect(Object.keys(witnessOf(without, { direction }) as object)).toEqual(Object.keys(value));
    const required = Object.keys(violatingTexts(without, { direction })).filter((each) => each.startsWith('required'));
    expect(required).toEqual(Object.keys(value).map((name) => `required: without ${name}`));
  });
});

describe('names', () => {
  test.each<[schema: object, names: RegExp]>([
    [{ type: 'object', additionalProperties: { type: 'integer' } }, /^[a-z]{12}$/],
    [{ type: 'object', patternProperties: { '^x-': { type: 'integer' } } }, /^x-/],
    [{ type: 'object', minProperties: 3, propertyNames: { pattern: '^[A-Z]{2}$' } }, /^[A-Z]{2},[A-Z]{2},[A-Z]{2}$/],
    [
      { type: 'object', minProperties: 2, additionalProperties: false, patternProperties: { '^\\d+$': {} } },
      /^\d+,\d+$/,
    ],
    [{ type: 'object', required: ['a'], dependentRequired: { a: ['b'], b: ['c'] } }, /^a,b,c$/],
    [{ type: 'object', properties: { a: {}, b: {}, c: {} }, maxProperties: 2 }, /^a,b$/],
    [{ type: 'object', properties: { a: false, b: {} } }, /^b$/],
    [{ type: 'object', required: ['__proto__'], properties: { __proto__: { type: 'integer' } } }, /^__proto__$/],
    [
      {
        type: 'object',
        allOf: [{ properties: { a: {} } }],
        properties: { b: {} },
        unevaluatedProperties: false,
        minProperties: 2,
      },
      /^b,a$/,
    ],
  ])('of %j', (schema, names) => {
    expect(Object.keys(witnessOf(schema) as object).join()).toMatch(names);
  });

  test.each<[schema: object, what: string | RegExp, json: RegExp]>([
    [{ type: 'object', minProperties: 2 }, 'minProperties: 1 member', /^\{"[a-z]{12}":"[a-z]{12}"\}$/],
    [
      { type: 'object', properties: { a: { const: 1 }, b: { const: 2 } }, maxProperties: 1 },
      'maxProperties: 2 members',
      /^\{"a":1,"b":2\}$/,
    ],
    [
      { type: 'object', propertyNames: { maxLength: 2 } },
      /^propertyNames: with the name "[a-z]{3}"$/,
      /^\{"[a-z]{3}":/,
    ],
    [
      { type: 'object', properties: { a: { const: 1 }, b: { const: 2 } }, dependentRequired: { a: ['b'] } },
      'dependentRequired: a without b',
      /^\{"a":1\}$/,
    ],
    [
      { properties: { a: {} }, unevaluatedProperties: false },
      /^unevaluatedProperties: with [a-z]{12}/,
      /^\{"[a-z]{12}":/,
    ],
    [{ additionalProperties: { type: 'integer' } }, /^\/[a-z]{12} type: a fraction$/, /^\{"[a-z]{12}":1.5\}$/],
    [
      { patternProperties: { '^x-': { maximum: 3, type: 'integer' } } },
      /^\/x-[^ ]* maximum: more than 3$/,
      /^\{"x-[^"]*":4\}$/,
    ],
  ])('of %j are violated', (schema, what, json) => {
    const found = Object.entries(violatingTexts(schema)).find(([each]) =>
      typeof what === 'string' ? each === what : what.test(each),
    );
    expect(found?.[1]).toMatch(json);
  });
});

test.each<[schema: object, reason: string]>([
  [{ type: 'object', required: ['a'], allOf: [{ properties: { a: false } }] }, 'a: it may not be there'],
  [{ type: 'object', required: ['a', 'b'], maxProperties: 1 }, 'it requires 2 members, and may have at most 1'],
  [{ type: 'object', minProperties: 3, maxProperties: 2 }, 'it must have at least 3 members, and at most 2'],
  [
    { type: 'object', minProperties: 1, additionalProperties: false },
    'it must have at least 1 members, and there are no names for them',
  ],
  [
    { type: 'object', required: ['a'], properties: { a: { type: 'array', items: { enum: [] }, minItems: 1 } } },
    'it leads back to itself without an end, or to what allows nothing',
  ],
])('%j has none, and why', (schema, reason) => {
  expect(whyNone(schema)).toBe(reason);
});
