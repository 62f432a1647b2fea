import { readJson } from '../../json/exactJson';
import type { Dialect } from '../dialects';
import { openapi20 } from '../dialects/openapi-2.0';
import { openapi30 } from '../dialects/openapi-3.0';
import { openapi31 } from '../dialects/openapi-3.1';
import { createJudges } from './judge';
import { componentSchemaOf } from './schema.testing';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const SHAPES = {
  Text: { allOf: [{ type: 'string' }] },
  Point: {
    type: 'object',
    required: ['kind', 'pointId'],
    properties: { kind: { type: 'string' }, x: { type: 'integer' } },
  },
  Line: { type: 'object', required: ['kind', 'from', 'to', 'width'], properties: { kind: { type: 'string' } } },
  Cat: { type: 'object', required: ['is'], properties: { is: { enum: ['cat'] }, lives: { type: 'integer' } } },
  Dog: { type: 'object', required: ['is'], properties: { is: { enum: ['dog'] }, barks: { type: 'boolean' } } },
};
const SHAPE = { oneOf: [ref('Point'), ref('Line')] };
const NAMED = { ...SHAPE, discriminator: { propertyName: 'kind' } };
const PET = { oneOf: [ref('Cat'), ref('Dog')] };

/** What a schema has against a value: `/path requirement (pointer of the clause)`. */
function told(schema: object, value: unknown, dialect: Dialect = openapi30): string[] {
  const judge = createJudges().judge(componentSchemaOf(schema, SHAPES, dialect), 'response');
  return (judge(readJson(JSON.stringify(value))) ?? []).map(({ path, requirement, clause, advisory }) =>
    `${path} ${requirement} (${clause?.pointer.replace('#/components/schemas/', '')})${advisory ? ' advisory' : ''}`.trim(),
  );
}

test.each<[string, object, unknown, string[]]>([
  [
    'the one that lacks least',
    SHAPE,
    { kind: 'point', x: 1 },
    ['must satisfy exactly one schema of `oneOf`; nearest is Point (it lacks pointId) (S/oneOf)'],
  ],
  [
    'with all that is against it',
    SHAPE,
    { kind: 1, x: 'a' },
    [
      'must satisfy exactly one schema of `oneOf`; nearest is Point (it lacks pointId; /kind must be string; /x must be integer) (S/oneOf)',
    ],
  ],
  [
    'the one whose constant matches, though it breaks more',
    PET,
    { is: 'cat', lives: 'nine' },
    ['must satisfy exactly one schema of `oneOf`; nearest is Cat (/lives must be integer) (S/oneOf)'],
  ],
  [
    'several that are as near',
    { anyOf: [{ required: ['a'] }, { title: 'With b', required: ['b'] }] },
    {},
    ['must satisfy a schema of `anyOf`; nearest are anyOf/0 (it lacks a) and With b (it lacks b) (S/anyOf)'],
  ],
  [
    'none where only the type is wrong',
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    [],
    ['must be string or integer, to satisfy a schema of `oneOf` (S/oneOf)'],
  ],
  [
    'those that all take it',
    { oneOf: [ref('Point'), ref('Line')] },
    { kind: 'a', pointId: 1, from: 1, to: 2, width: 3 },
    ['satisfies 2 schemas of `oneOf` (Point, Line), and must satisfy exactly one (S/oneOf)'],
  ],
])('the branch that is told is %s', (_, schema, value, found) => {
  expect(told(schema, value)).toEqual(found);
});

test('members that only a refused branch declares are not told once more, and those that none declares are', () => {
  const pet = { anyOf: [ref('Cat'), ref('Dog')], unevaluatedProperties: false };
  expect(told(pet, { is: 'cat', lives: 'nine', tail: 1 }, openapi31)).toEqual([
    'must satisfy a schema of `anyOf`; nearest is Cat (/lives must be integer) (S/anyOf)',
    'must not have the property "tail" (S/unevaluatedProperties)',
  ]);
});

describe('with a discriminator', () => {
  test.each<[string, object, unknown, string[]]>([
    [
      'the clauses of the named branch are told',
      NAMED,
      { kind: 'Line', from: 1, to: 1 },
      ['must have the property "width" (Line/required)'],
    ],
    [
      'a value that is something else than it says is told what it lacks for that',
      NAMED,
      { kind: 'Line', pointId: 1, from: 1, to: 1 },
      ['must be what its "kind" says it is: "Line" (it lacks width) (S/discriminator) advisory'],
    ],
    [
      'within what holds it, as well',
      { type: 'array', items: NAMED },
      [{ kind: 'Point', x: 'a' }],
      ['/0 must have the property "pointId" (Point/required)', '/0/x must be integer (Point/properties/x/type)'],
    ],
    [
      'a name that is missing is asked for',
      NAMED,
      { from: 1, to: 2 },
      ['must have the property "kind", which names a schema of `oneOf` (S/oneOf)'],
    ],
    [
      'a name that nothing has is told with those that there are',
      NAMED,
      { kind: 'Circle' },
      ['must name a schema of `oneOf` by its "kind": "Point", "Line" (S/oneOf)'],
    ],
    [
      'constants tell the branches apart where the names do not',
      { ...PET, discriminator: { propertyName: 'is' } },
      { is: 'dog', barks: 1 },
      ['must satisfy exactly one schema of `oneOf`; nearest is Dog (/barks must be boolean) (S/oneOf)'],
    ],
    [
      'a value of the named branch that others take as well is only a hint',
      NAMED,
      { kind: 'Line', pointId: 1, from: 1, to: 1, width: 1 },
      ['satisfies 2 schemas of `oneOf` (Point, Line), and must satisfy exactly one (S/oneOf) advisory'],
    ],
  ])('%s', (_, schema, value, found) => {
    expect(told(schema, value)).toEqual(found);
  });
});

test.each<[string, object, unknown, string]>([
  [
    'a null that each branch allows',
    {
      oneOf: [
        { type: 'string', nullable: true },
        { type: 'number', nullable: true },
      ],
    },
    null,
    'satisfies 2 schemas of `oneOf` (oneOf/0, oneOf/1), and must satisfy exactly one (S/oneOf) advisory',
  ],
  [
    'branches that the type beside them excludes',
    { type: 'object', oneOf: [{ type: 'string' }, ref('Text')] },
    {},
    'must be string, to satisfy a schema of `oneOf` (S/oneOf) advisory',
  ],
])('a mistake of the contract fails nobody: %s', (_, schema, value, found) => {
  expect(told(schema, value)).toEqual([found]);
});

test.each<[string, object, unknown, Dialect, string]>([
  ['listed values', { type: 'string', nullable: true, enum: ['a'] }, 'b', openapi30, 'must be one of ["a"] (S/enum)'],
  ['a reference', { nullable: true, allOf: [ref('Cat')] }, {}, openapi30, 'must have the property "is" (Cat/required)'],
  [
    'branches',
    { nullable: true, ...SHAPE },
    { kind: 'a' },
    openapi30,
    'must satisfy exactly one schema of `oneOf`; nearest is Point (it lacks pointId) (S/oneOf)',
  ],
  ['2.0', { type: 'string', 'x-nullable': true, enum: ['a'] }, 1, openapi20, 'must be string (S/type)'],
])('`nullable` beside %s is not told as an `anyOf`', (_, schema, value, dialect, first) => {
  expect(told(schema, value, dialect)[0]).toBe(first);
});

test('messages stay short', () => {
  const wide = { type: 'object', required: Array.from({ length: 90 }, (_, at) => `member${at}`) };
  const [message = ''] = told({ oneOf: [wide, { type: 'string' }] }, {});
  expect(message.length).toBeLessThan(260);
});
