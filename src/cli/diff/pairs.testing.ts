/** Pairs of schemas as literals, each with what the second of them is: the truth by which comparisons are tested. */

type Schema = unknown;

/**
 * `narrower`: it refuses values that the first allows, and allows no others; `wider`: the other way round; `other`: both; `same`: neither, for
 * what clients may send and expect.
 */
type Truth = 'narrower' | 'wider' | 'other' | 'same';

/** A name, the two schemas, and the truth about the second. The other direction follows from it. */
export type PairRow = readonly [name: string, before: Schema, now: Schema, truth: Truth];

const TEXT = { type: 'string' };
const WHOLE = { type: 'integer' };
const NUMBER = { type: 'number' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const A = object({ a: TEXT });
const AB = object({ a: TEXT, b: WHOLE });
const kind = (name: string, more: object = {}) =>
  object({ kind: { type: 'string', enum: [name] }, ...more }, { required: ['kind'] });

/** A schema by which who has one member needs another. */
const onCondition = (member: string, asked: string) => ({
  if: { required: [member] },
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  then: { required: [asked] },
});

/** Of texts and numbers: these may stand in parameters, too. */
export const SCALARS: readonly PairRow[] = [
  ['the most characters', { ...TEXT, maxLength: 9 }, { ...TEXT, maxLength: 3 }, 'narrower'],
  ['the most characters, which were not limited', TEXT, { ...TEXT, maxLength: 3 }, 'narrower'],
  ['the fewest characters', { ...TEXT, minLength: 1 }, { ...TEXT, minLength: 4 }, 'narrower'],
  ['no character is needed', { ...TEXT, minLength: 0 }, TEXT, 'same'],
  ['a pattern', TEXT, { ...TEXT, pattern: '^[a-z]+$' }, 'narrower'],
  ['a pattern with fewer letters', { ...TEXT, pattern: '^[a-z]+$' }, { ...TEXT, pattern: '^[a-f]+$' }, 'narrower'],
  ['another pattern', { ...TEXT, pattern: '^[a-c]+$' }, { ...TEXT, pattern: '^[b-d]+$' }, 'other'],
  ['an enum value less', { ...TEXT, enum: ['aa', 'bb'] }, { ...TEXT, enum: ['aa'] }, 'narrower'],
  ['an enum in another order', { ...TEXT, enum: ['aa', 'bb'] }, { ...TEXT, enum: ['bb', 'aa'] }, 'same'],
  ['an enum value instead of another', { ...TEXT, enum: ['aa', 'bb'] }, { ...TEXT, enum: ['aa', 'cc'] }, 'other'],
  ['an enum where there was none', TEXT, { ...TEXT, enum: ['aa'] }, 'narrower'],
  ['a constant', { ...TEXT, enum: ['aa', 'bb'] }, { ...TEXT, const: 'aa' }, 'narrower'],
  ['a constant that is written as an enum', { ...TEXT, enum: ['aa'] }, { ...TEXT, const: 'aa' }, 'same'],
  ['a number that is whole', NUMBER, WHOLE, 'narrower'],
  ['a smaller maximum', { ...WHOLE, maximum: 9 }, { ...WHOLE, maximum: 8 }, 'narrower'],
  ['a greater minimum', { ...WHOLE, minimum: 1 }, { ...WHOLE, minimum: 2 }, 'narrower'],
  ['a maximum that is exclusive', { ...NUMBER, maximum: 9 }, { ...NUMBER, exclusiveMaximum: 9 }, 'narrower'],
  ['a minimum that is exclusive', { ...NUMBER, minimum: 1 }, { ...NUMBER, exclusiveMinimum: 1 }, 'narrower'],
  ['a minimum of whole numbers, said otherwise', { ...WHOLE, minimum: 1 }, { ...WHOLE, exclusiveMinimum: 0 }, 'same'],
  ['a maximum where there was none', WHOLE, { ...WHOLE, maximum: 100 }, 'narrower'],
  ['a range that moved', { ...WHOLE, minimum: 1, maximum: 5 }, { ...WHOLE, minimum: 3, maximum: 8 }, 'other'],
  ['multiples', WHOLE, { ...WHOLE, multipleOf: 5 }, 'narrower'],
  ['coarser multiples', { ...WHOLE, multipleOf: 5 }, { ...WHOLE, multipleOf: 10 }, 'narrower'],
  ['a date', TEXT, { ...TEXT, format: 'date' }, 'narrower'],
  ['a point in time', TEXT, { ...TEXT, format: 'date-time' }, 'narrower'],
  ['a 32-bit number', WHOLE, { ...WHOLE, format: 'int32' }, 'narrower'],
  ['a description', TEXT, { ...TEXT, description: 'new' }, 'same'],
  ['a default', TEXT, { ...TEXT, default: 'a' }, 'same'],
  ['an `allOf` around it', { ...TEXT, maxLength: 3 }, { allOf: [{ ...TEXT, maxLength: 3 }] }, 'same'],
  ['an `anyOf` around it', { ...TEXT, maxLength: 3 }, { anyOf: [{ ...TEXT, maxLength: 3 }] }, 'same'],
  [
    'an enum that any text may stand beside',
    { ...TEXT, enum: ['aa'] },
    { anyOf: [TEXT, { ...TEXT, enum: ['aa'] }] },
    'wider',
  ],
  [
    'an open enum with a value more',
    { anyOf: [TEXT, { ...TEXT, enum: ['aa'] }] },
    { anyOf: [TEXT, { ...TEXT, enum: ['aa', 'bb'] }] },
    'same',
  ],
];

/** Of any value within JSON. */
export const VALUES: readonly PairRow[] = [
  ['null', { type: ['string', 'null'] }, TEXT, 'narrower'],
  ['null, said by `anyOf`', { anyOf: [TEXT, { type: 'null' }] }, { type: ['string', 'null'] }, 'same'],
  ['null, said by `oneOf`', { oneOf: [TEXT, { type: 'null' }] }, TEXT, 'narrower'],
  ['another type', TEXT, WHOLE, 'other'],
  ['a type more', TEXT, { type: ['string', 'integer'] }, 'wider'],
  ['any value', {}, TEXT, 'narrower'],
  [
    'null, which an enum does not have',
    { type: ['string', 'null'], enum: ['a', null] },
    { type: ['string', 'null'], enum: ['a'] },
    'narrower',
  ],
  ['anything, written as true', {}, true, 'same'],
  ['nothing', TEXT, false, 'narrower'],
  ['nothing, where any value was', {}, false, 'narrower'],
  ['nothing, in an `allOf`', {}, { allOf: [{ description: 'd' }, false] }, 'narrower'],
];

/** Of lists. */
export const LISTS: readonly PairRow[] = [
  ['fewer items', { type: 'array', items: TEXT, maxItems: 5 }, { type: 'array', items: TEXT, maxItems: 2 }, 'narrower'],
  ['an item that is needed', { type: 'array', items: TEXT }, { type: 'array', items: TEXT, minItems: 1 }, 'narrower'],
  ['items that differ', { type: 'array', items: TEXT }, { type: 'array', items: TEXT, uniqueItems: true }, 'narrower'],
  ['items of a type', { type: 'array' }, { type: 'array', items: TEXT }, 'narrower'],
  ['items of another type', { type: 'array', items: TEXT }, { type: 'array', items: WHOLE }, 'other'],
  [
    'a first item',
    { type: 'array', items: TEXT },
    { type: 'array', prefixItems: [{ ...TEXT, maxLength: 2 }], items: TEXT },
    'narrower',
  ],
  [
    'a second item of a tuple',
    { type: 'array', prefixItems: [TEXT, TEXT] },
    { type: 'array', prefixItems: [TEXT, { ...TEXT, minLength: 3 }] },
    'narrower',
  ],
  [
    'no item after a tuple',
    { type: 'array', prefixItems: [TEXT] },
    { type: 'array', prefixItems: [TEXT], items: false },
    'narrower',
  ],
  [
    'an item that must be among them',
    { type: 'array', items: WHOLE },
    { type: 'array', items: WHOLE, contains: { const: 7 } },
    'narrower',
  ],
  [
    'several such items',
    { type: 'array', contains: { const: 7 } },
    { type: 'array', contains: { const: 7 }, minContains: 2 },
    'narrower',
  ],
  [
    'at most one such item',
    { type: 'array', contains: { const: 7 } },
    { type: 'array', contains: { const: 7 }, maxContains: 1 },
    'narrower',
  ],
  [
    'such items that need not be there',
    { type: 'array', items: WHOLE, contains: { const: 7 }, minContains: 0 },
    { type: 'array', items: WHOLE },
    'same',
  ],
  [
    'such an item that needed not be there',
    { type: 'array', items: WHOLE, contains: { const: 7 }, minContains: 0 },
    { type: 'array', items: WHOLE, contains: { const: 7 } },
    'narrower',
  ],
  [
    'several items of one sort in place of another',
    {
      type: 'array',
      items: WHOLE,
      allOf: [{ contains: { minimum: 5 }, minContains: 2 }, { contains: { multipleOf: 2 } }],
    },
    {
      type: 'array',
      items: WHOLE,
      allOf: [{ contains: { multipleOf: 2 }, minContains: 2 }, { contains: { minimum: 5 } }],
    },
    'other',
  ],
  [
    'unevaluated items beside one that must be among them',
    { type: 'array', contains: WHOLE },
    { type: 'array', contains: WHOLE, unevaluatedItems: false },
    'narrower',
  ],
  [
    'unevaluated items',
    { type: 'array', prefixItems: [TEXT] },
    { type: 'array', prefixItems: [TEXT], unevaluatedItems: false },
    'narrower',
  ],
  [
    'a list of lists',
    { type: 'array', items: { type: 'array', items: TEXT } },
    { type: 'array', items: { type: 'array', items: { ...TEXT, maxLength: 3 } } },
    'narrower',
  ],
];

/** Of objects. */
export const OBJECTS: readonly PairRow[] = [
  ['a member that is required', A, { ...A, required: ['a'] }, 'narrower'],
  ['a new member', A, AB, 'same'],
  ['a new member that is required', A, { ...AB, required: ['b'] }, 'narrower'],
  ['a member that is not named any more', AB, A, 'same'],
  ['no other member', A, { ...A, additionalProperties: false }, 'narrower'],
  ['no other member, deep within', object({ o: A }), object({ o: { ...A, additionalProperties: false } }), 'narrower'],
  [
    'no other member, in a list',
    object({ o: { type: 'array', items: A } }),
    object({ o: { type: 'array', items: { ...A, additionalProperties: false } } }),
    'narrower',
  ],
  ['other members of a type', A, { ...A, additionalProperties: WHOLE }, 'narrower'],
  [
    'other members of a type, deep within',
    object({ o: A }),
    object({ o: { ...A, additionalProperties: WHOLE } }),
    'narrower',
  ],
  [
    'other members of another type',
    { ...A, additionalProperties: TEXT },
    { ...A, additionalProperties: WHOLE },
    'other',
  ],
  [
    'other members that are limited',
    { ...A, additionalProperties: TEXT },
    { ...A, additionalProperties: { ...TEXT, maxLength: 3 } },
    'narrower',
  ],
  ['other members, said to be allowed', A, { ...A, additionalProperties: true }, 'same'],
  ['other members, described by nothing', A, { ...A, additionalProperties: {} }, 'same'],
  [
    'a named member where others were forbidden',
    { ...A, additionalProperties: false },
    { ...AB, additionalProperties: false },
    'wider',
  ],
  [
    'a map that is closed',
    { type: 'object', additionalProperties: TEXT },
    { type: 'object', additionalProperties: false },
    'narrower',
  ],
  ['any object that is closed', { type: 'object' }, { type: 'object', additionalProperties: false }, 'narrower'],
  ['no unevaluated member', A, { ...A, unevaluatedProperties: false }, 'narrower'],
  ['unevaluated members of a type', A, { ...A, unevaluatedProperties: WHOLE }, 'narrower'],
  [
    'no unevaluated member beside `allOf`',
    { allOf: [A, object({ b: WHOLE })] },
    { allOf: [A, object({ b: WHOLE })], unevaluatedProperties: false },
    'narrower',
  ],
  ['names of members', A, { ...A, propertyNames: { maxLength: 3 } }, 'narrower'],
  [
    'names of members in a map',
    { type: 'object', additionalProperties: TEXT },
    { type: 'object', additionalProperties: TEXT, propertyNames: { pattern: '^[a-z]$' } },
    'narrower',
  ],
  ['members by a pattern', A, { ...A, patternProperties: { '^x-': WHOLE } }, 'narrower'],
  [
    'members by a pattern, limited',
    { type: 'object', patternProperties: { '^x-': TEXT } },
    { type: 'object', patternProperties: { '^x-': { ...TEXT, maxLength: 2 } } },
    'narrower',
  ],
  [
    'a pattern of names less where others are forbidden',
    { ...A, patternProperties: { '^x-': TEXT }, additionalProperties: false },
    { ...A, additionalProperties: false },
    'narrower',
  ],
  ['a member that asks for another', AB, { ...AB, dependentRequired: { a: ['b'] } }, 'narrower'],
  ['a member that describes others', AB, { ...AB, dependentSchemas: { a: { required: ['b'] } } }, 'narrower'],
  [
    'a member that limits another',
    AB,
    { ...AB, dependentSchemas: { a: { properties: { b: { minimum: 3 } } } } },
    'narrower',
  ],
  [
    'a member that is not to come, in what was no object alone',
    { type: ['object', 'null'] },
    { type: ['object', 'null'], dependentSchemas: { a: false } },
    'narrower',
  ],
  [
    'what is asked where a condition does not hold',
    AB,
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    { ...AB, if: { required: ['a'] }, then: {}, else: { required: ['b'] } },
    'narrower',
  ],
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  ['a condition', AB, { ...AB, if: { required: ['a'] }, then: { required: ['b'] } }, 'narrower'],
  [
    'conditions that ask for what the other one asked for',
    { ...AB, allOf: [onCondition('a', 'c'), onCondition('b', 'd')] },
    { ...AB, allOf: [onCondition('a', 'd'), onCondition('b', 'c')] },
    'other',
  ],
  ['what is not to be', AB, { ...AB, not: { required: ['a', 'b'] } }, 'narrower'],
  ['fewer members', AB, { ...AB, maxProperties: 1 }, 'narrower'],
  ['a member at least', AB, { ...AB, minProperties: 1 }, 'narrower'],
  ['an `allOf` that asks for more', A, { allOf: [A, { required: ['a'] }] }, 'narrower'],
  ['an `allOf` that says nothing', A, { allOf: [A, { description: 'd' }] }, 'same'],
  [
    'a recursion that is limited',
    { $ref: '#/components/schemas/Tree' },
    { $ref: '#/components/schemas/SmallTree' },
    'narrower',
  ],
  [
    'an optional member of which a member is required',
    object({ o: A }),
    object({ o: { ...A, required: ['a'] } }),
    'narrower',
  ],
];

/** Of alternatives. */
export const ALTERNATIVES: readonly PairRow[] = [
  ['an alternative less', { anyOf: [TEXT, WHOLE] }, { anyOf: [TEXT] }, 'narrower'],
  ['an alternative less of `oneOf`', { oneOf: [kind('x'), kind('y')] }, { oneOf: [kind('x')] }, 'narrower'],
  ['an alternative more', { anyOf: [TEXT, WHOLE] }, { anyOf: [TEXT, WHOLE, { type: 'boolean' }] }, 'wider'],
  ['alternatives in another order', { anyOf: [TEXT, WHOLE] }, { anyOf: [WHOLE, TEXT] }, 'same'],
  [
    '`oneOf` instead of `anyOf` of what excludes each other',
    { anyOf: [kind('x'), kind('y')] },
    { oneOf: [kind('x'), kind('y')] },
    'same',
  ],
  [
    'alternatives of `oneOf` that overlap in part',
    {
      oneOf: [
        { ...TEXT, maxLength: 5 },
        { ...TEXT, minLength: 6 },
      ],
    },
    {
      oneOf: [
        { ...TEXT, maxLength: 5 },
        { ...TEXT, minLength: 3 },
      ],
    },
    'narrower',
  ],
  [
    'alternatives of `oneOf` of which bounds overlap',
    {
      oneOf: [
        { ...WHOLE, maximum: 5 },
        { ...WHOLE, minimum: 6 },
      ],
    },
    {
      oneOf: [
        { ...WHOLE, maximum: 7 },
        { ...WHOLE, minimum: 6 },
      ],
    },
    'narrower',
  ],
  [
    'an alternative more of `oneOf`, of which a text may be that is of another one, too',
    {
      oneOf: [
        { ...TEXT, pattern: '^a' },
        { ...TEXT, pattern: '^b' },
      ],
    },
    {
      oneOf: [
        { ...TEXT, pattern: '^a' },
        { ...TEXT, pattern: '^b' },
        { ...TEXT, pattern: 'zz$' },
      ],
    },
    'other',
  ],
  [
    'one alternative that is narrowed',
    { oneOf: [kind('x', { v: TEXT }), kind('y')] },
    { oneOf: [kind('x', { v: { ...TEXT, maxLength: 2 } }), kind('y')] },
    'narrower',
  ],
  [
    'one alternative with a member that is required',
    { anyOf: [kind('x', { v: TEXT }), kind('y')] },
    { anyOf: [{ ...kind('x', { v: TEXT }), required: ['kind', 'v'] }, kind('y')] },
    'narrower',
  ],
  [
    'forms of optional members of which one becomes required',
    { anyOf: [object({ a: TEXT }), object({ b: TEXT })] },
    { anyOf: [object({ a: TEXT }, { required: ['a'] }), object({ b: TEXT }, { required: ['b'] })] },
    'narrower',
  ],
  [
    'forms of optional members of which one is limited',
    { oneOf: [object({ a: TEXT, k: { const: 1 } }), object({ b: TEXT, k: { const: 2 } })] },
    { oneOf: [object({ a: TEXT, k: { const: 1 } }, { required: ['a'] }), object({ b: TEXT, k: { const: 2 } })] },
    'other',
  ],
  ['one form instead of several', { oneOf: [kind('x'), kind('y')] }, kind('x'), 'narrower'],
  ['a wrapper of null', { anyOf: [A, { type: 'null' }] }, { oneOf: [A, { type: 'null' }] }, 'same'],
];

/** Where one alternative of a `oneOf` takes all that another takes: a value of both is refused to the letter. */
export const AMBIGUOUS: readonly (readonly [name: string, before: Schema, now: Schema, shown: string])[] = [
  ['`oneOf` instead of `anyOf` of what overlaps', { anyOf: [WHOLE, NUMBER] }, { oneOf: [WHOLE, NUMBER] }, '0'],
  ['an alternative of `oneOf` that overlaps', { oneOf: [NUMBER, TEXT] }, { oneOf: [NUMBER, TEXT, WHOLE] }, '0'],
  ['an alternative of `oneOf` that takes all', { oneOf: [A] }, { oneOf: [A, { type: 'object' }] }, '{}'],
  [
    'an alternative that is twice there',
    { oneOf: [{ $ref: '#/components/schemas/Tree' }, TEXT] },
    { oneOf: [{ $ref: '#/components/schemas/Tree' }, TEXT, { $ref: '#/components/schemas/Tree' }] },
    '{}',
  ],
];

const METHOD_P = object({ m: TEXT, p: TEXT }, { required: ['m', 'p'] });
const METHOD_Q = object({ m: TEXT, q: TEXT }, { required: ['m', 'q'] });

/** What no value proves, and what is said of it. */
export const UNPROVEN: readonly (readonly [name: string, before: Schema, now: Schema, reason: string])[] = [
  [
    'a value of two alternatives that names neither of them by the `discriminator`',
    { oneOf: [METHOD_P, METHOD_Q], discriminator: { propertyName: 'm' } },
    { oneOf: [METHOD_P, METHOD_Q, { ...METHOD_P, title: 'R' }], discriminator: { propertyName: 'm' } },
    'They differ in `oneOf`.',
  ],
  [
    'a pattern that refuses what nobody guesses',
    { ...TEXT, pattern: '^(?!a)' },
    { ...TEXT, pattern: '^(?!a|(.)\\1\\1\\1\\1q)' },
    'They differ in `pattern`.',
  ],
];
