import { type JsonValue, toJson, toText } from '../json/value';
import { encodePath, encodeQuery, type Style, styleOf, writePairs, writeText } from './writeParameter';

function style(where: Style['in'], name?: string, explode?: boolean, allowReserved = false): Style {
  return styleOf({ name: 'color', in: where, style: name, explode, allowReserved });
}

const LIST = ['blue', 'black', 'brown'];
const COLOR = { R: 100, G: 200, B: 150 };

// The table of OpenAPI 3.1.1 §4.8.12.5, "Style Examples".
describe('in a path', () => {
  test.each<[string, boolean, JsonValue, string]>([
    ['matrix', false, '', ';color'],
    ['matrix', false, 'blue', ';color=blue'],
    ['matrix', false, LIST, ';color=blue,black,brown'],
    ['matrix', false, COLOR, ';color=R,100,G,200,B,150'],
    ['matrix', true, 'blue', ';color=blue'],
    ['matrix', true, LIST, ';color=blue;color=black;color=brown'],
    ['matrix', true, COLOR, ';R=100;G=200;B=150'],
    ['label', false, 'blue', '.blue'],
    ['label', false, LIST, '.blue,black,brown'],
    ['label', false, COLOR, '.R,100,G,200,B,150'],
    ['label', true, LIST, '.blue.black.brown'],
    ['label', true, COLOR, '.R=100.G=200.B=150'],
    ['simple', false, 'blue', 'blue'],
    ['simple', false, LIST, 'blue,black,brown'],
    ['simple', false, COLOR, 'R,100,G,200,B,150'],
    ['simple', true, LIST, 'blue,black,brown'],
    ['simple', true, COLOR, 'R=100,G=200,B=150'],
    ['simple', false, 'a b/c', 'a%20b%2Fc'],
    ['simple', false, ['a,b', 'c'], 'a%2Cb,c'],
  ])('%s, explode %s: %j is %s', (name, explode, value, text) => {
    expect(writeText(style('path', name, explode), value)).toBe(text);
  });

  test('what is nested deeper cannot be written', () => {
    expect(writeText(style('path'), [['a']])).toBeUndefined();
  });

  test('reserved characters stay where they may, but never what would ask for another path', () => {
    expect(encodePath("a:b@c!$&'()*+,;=/?#%", true)).toBe("a:b@c!$&'()*+,;=%2F%3F%23%25");
  });
});

describe('in a query', () => {
  test.each<[string | undefined, boolean | undefined, JsonValue, string]>([
    ['form', false, '', 'color='],
    ['form', false, LIST, 'color=blue,black,brown'],
    ['form', false, COLOR, 'color=R,100,G,200,B,150'],
    ['form', true, LIST, 'color=blue&color=black&color=brown'],
    [undefined, undefined, LIST, 'color=blue&color=black&color=brown'],
    ['form', true, COLOR, 'R=100&G=200&B=150'],
    ['spaceDelimited', false, LIST, 'color=blue%20black%20brown'],
    ['pipeDelimited', false, LIST, 'color=blue%7Cblack%7Cbrown'],
    ['deepObject', true, COLOR, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
    ['form', false, ['a,b', 'c'], 'color=a%2Cb,c'],
    ['form', true, [], ''],
    ['form', true, 'a b&c=d', 'color=a%20b%26c%3Dd'],
  ])('%s, explode %s: %j is %s', (name, explode, value, text) => {
    expect(encodeQuery(writePairs(style('query', name, explode), value) ?? [])).toBe(text);
  });

  test('reserved characters stay where they may', () => {
    expect(encodeQuery([{ name: 'q', value: 'a/b?c:d&e=f#g+h' }], true)).toBe('q=a/b?c:d%26e%3Df%23g%2Bh');
  });
});

describe('in a header field', () => {
  test.each<[boolean, JsonValue, string]>([
    [false, LIST, 'blue,black,brown'],
    [true, COLOR, 'R=100,G=200,B=150'],
  ])('explode %s: %j is %s', (explode, value, text) => {
    expect(writeText(style('header', undefined, explode), value)).toBe(text);
  });
});

test.each<[number | bigint, string]>([
  [1e21, '1000000000000000000000'],
  [1.5e-7, '0.00000015'],
  [-1e-7, '-0.0000001'],
  [1.25, '1.25'],
  [9007199254740993n, '9007199254740993'],
])('%s is written %s', (value, text) => {
  expect(toText(value)).toBe(text);
});

test('JSON holds numbers in full', () => {
  expect(toJson({ id: 2n ** 63n - 1n, tags: ['a', null, true] })).toBe(
    '{"id":9223372036854775807,"tags":["a",null,true]}',
  );
});
