import { componentSchemaOf } from '../contract/schema/schema.testing';
import type { JsonValue } from '../json/value';
import { type RequestTexts, readParameter } from './readParameter';

const INTEGERS = { type: 'array', items: { type: 'integer' } };
const COLOUR = { type: 'object', properties: { R: { type: 'integer' }, name: { type: 'string' } } };
const OPEN = { type: 'object' };
const TREE = {
  type: 'object',
  properties: {
    tags: { type: 'array', items: { type: 'string' } },
    rows: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
    size: { type: 'object', properties: { width: { type: 'number' } } },
  },
};

type Place = 'path' | 'query' | 'header' | 'cookie';

interface Written {
  readonly in: Place;
  readonly style?: string;
  readonly explode?: boolean;
  /** Names of other parameters. */
  readonly others?: readonly string[];
}

/** Reads a parameter `id` from where its text stands. */
function read(
  { in: where, style, explode, others = [] }: Written,
  schema: object,
  text: string,
): JsonValue | undefined {
  const parameter = { name: 'id', in: where, style, explode, allowReserved: false };
  const request: RequestTexts = {
    values: new Map(where === 'path' ? [['id', text]] : []),
    query: new URLSearchParams(where === 'query' ? text : ''),
    headers: where === 'header' ? { id: text } : where === 'cookie' ? { cookie: text } : {},
  };
  return readParameter(parameter, componentSchemaOf(schema), new Set(others), request);
}

// The texts are those of RFC 6570, as OpenAPI 3.1 §4.8.12.6 shows them.
test.each<[Place, string | undefined, boolean | undefined, object, string, JsonValue]>([
  ['path', undefined, undefined, { type: 'integer' }, '5', 5],
  ['path', undefined, undefined, { type: 'integer' }, '9007199254740993', 9007199254740993n],
  ['path', undefined, undefined, INTEGERS, '3,4', [3, 4]],
  ['path', undefined, undefined, INTEGERS, '', []],
  ['path', undefined, undefined, COLOUR, 'R,100,name,red', { R: 100, name: 'red' }],
  ['path', undefined, true, COLOUR, 'R=100,name=a=b', { R: 100, name: 'a=b' }],
  ['path', 'label', undefined, { type: 'integer' }, '.5', 5],
  ['path', 'label', false, INTEGERS, '.3,4', [3, 4]],
  ['path', 'label', true, INTEGERS, '.3.4', [3, 4]],
  ['path', 'label', true, COLOUR, '.R=100.name=red', { R: 100, name: 'red' }],
  ['path', 'matrix', undefined, { type: 'integer' }, ';id=5', 5],
  ['path', 'matrix', false, INTEGERS, ';id=3,4', [3, 4]],
  ['path', 'matrix', true, INTEGERS, ';id=3;id=4', [3, 4]],
  ['path', 'matrix', false, COLOUR, ';id=R,100,name,red', { R: 100, name: 'red' }],
  ['path', 'matrix', true, COLOUR, ';R=100;name=red', { R: 100, name: 'red' }],
  ['header', undefined, undefined, INTEGERS, '3, 4', [3, 4]],
  ['header', undefined, true, COLOUR, 'R=100, name=red', { R: 100, name: 'red' }],
  ['query', undefined, undefined, INTEGERS, 'id=3&id=4', [3, 4]],
  ['query', undefined, undefined, INTEGERS, 'id=3', [3]],
  ['query', undefined, false, INTEGERS, 'id=3,4', [3, 4]],
  ['query', 'spaceDelimited', false, INTEGERS, 'id=3%204', [3, 4]],
  ['query', 'pipeDelimited', false, INTEGERS, 'id=3|4', [3, 4]],
  ['query', 'tabDelimited', false, INTEGERS, 'id=3%094', [3, 4]],
  ['query', undefined, undefined, COLOUR, 'R=100&name=red', { R: 100, name: 'red' }],
  ['query', undefined, false, COLOUR, 'id=R,100,name,red', { R: 100, name: 'red' }],
  ['query', 'deepObject', undefined, COLOUR, 'id[R]=100&id[name]=red', { R: 100, name: 'red' }],
  ['cookie', undefined, undefined, { type: 'integer' }, 'other=1; id=5', 5],
  ['cookie', undefined, false, INTEGERS, 'id=3,4', [3, 4]],
])('in the %s, style %s, explode %s: %j in %s is %j', (where, style, explode, schema, text, value) => {
  const written = { in: where, ...(style && { style }), ...(explode !== undefined && { explode }) };
  expect(read(written, schema, text)).toEqual(value);
});

test.each<[what: string, schema: object, text: string, value: JsonValue | undefined]>([
  ['a number where one is wanted', { type: ['string', 'integer'], maxLength: 1 }, 'id=10', 10],
  ['a text where that is taken', { type: 'string' }, 'id=10', '10'],
  ['no number with a fraction where a whole one is wanted', { type: 'integer' }, 'id=1.0', '1.0'],
  ['no number with a zero before it', { type: 'integer' }, 'id=010', '010'],
  ['what breaks a bound, as its type', { type: 'integer', minimum: 5 }, 'id=3', 3],
  ['true', { type: 'boolean' }, 'id=true', true],
  ['no other spelling of true', { type: 'boolean' }, 'id=True', 'True'],
  ['null where it is taken', { type: ['integer', 'null'] }, 'id=null', null],
  ['an empty text as null where that is taken', { type: ['integer', 'null'] }, 'id=', null],
  ['an empty text where one is taken', { type: 'string' }, 'id=', ''],
  ['a name without a value as nothing', { type: 'integer' }, 'id=', undefined],
  ['a name that is not there as nothing', { type: 'integer' }, 'ids=5', undefined],
  ['several texts where one is wanted', { type: 'integer' }, 'id=1&id=2', ['1', '2']],
  ['one text where a list or a text is taken', { type: ['array', 'string'], minItems: 2 }, 'id=a', 'a'],
])('what is read is %s', (_, schema, text, value) => {
  expect(read({ in: 'query' }, schema, text)).toEqual(value);
});

test.each<[text: string, value: JsonValue | undefined]>([
  ['id[tags][]=a&id[tags][]=b', { tags: ['a', 'b'] }],
  ['id[tags]=a', { tags: ['a'] }],
  ['id[rows][10][n]=3&id[rows][2][n]=1', { rows: [{ n: 1 }, { n: 3 }] }],
  ['id[size][width]=1.5', { size: { width: 1.5 } }],
  ['id[tags][x]=a', { tags: { x: 'a' } }],
  ['ids[x]=a', undefined],
])('what is nested is read as most libraries write it: %s', (text, value) => {
  expect(read({ in: 'query', style: 'deepObject' }, TREE, text)).toEqual(value);
});

test('members of an open object are what no other parameter is', () => {
  const others = ['page', 'filter'];
  expect(read({ in: 'query', others }, OPEN, 'a=1&page=2&filter[x]=3&b=4')).toEqual({ a: 1, b: 4 });
  expect(read({ in: 'query', others }, OPEN, 'page=2')).toBeUndefined();
});

test('a member that is a list is one, also of a single item', () => {
  const tagged = { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } }, n: {} } };
  expect(read({ in: 'query' }, tagged, 'tags=a&n=1')).toEqual({ tags: ['a'], n: 1 });
  expect(read({ in: 'query' }, tagged, 'n=1&n=2')).toEqual({ n: [1, 2] });
});
