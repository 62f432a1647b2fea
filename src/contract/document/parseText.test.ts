import { parseText, TextError } from './parseText';

/** What is wrong with a text, and where. */
function told(text: string): string {
  try {
    parseText(text);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    return `${error.line}:${error.column} ${error.message}`;
  }
  return '';
}

describe('readText', () => {
  test.each([
    ['a: 1\n', { a: 1 }],
    ['{"a":[1,null]}', { a: [1, null] }],
    ['{a: [1, ~]}', { a: [1, null] }],
    ["responses: { 200: x, '404': y }", { responses: { 200: 'x', 404: 'y' } }],
    ['a: yes\nb: 2020-01-01\nc: 012\nd: 1_000\ne: 0o14', { a: 'yes', b: '2020-01-01', c: 12, d: '1_000', e: 12 }],
    ['a: &x { b: 1 }\nc: { <<: *x, d: 2 }', { a: { b: 1 }, c: { b: 1, d: 2 } }],
    ['a: "\\u00e4"', { a: 'ä' }],
    ['version: 1.10', { version: 1.1 }],
    ['[1]', [1]],
    ['', undefined],
    ['# nothing\n', undefined],
  ])('%j', (text, value) => {
    expect(parseText(text)).toEqual(value);
  });

  test('a member may be called as nothing else is', () => {
    for (const text of ['{"__proto__":{"x":1},"constructor":2}', '__proto__: { x: 1 }\nconstructor: 2\n']) {
      const value = parseText(text) as object;
      expect(Object.entries(value)).toEqual([
        ['__proto__', { x: 1 }],
        ['constructor', 2],
      ]);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  });

  test.each([
    ['a: 1\nb: "x', '2:6 unexpected end of the stream within a double quoted scalar'],
    ['a: 1\na: 2', '2:1 duplicated mapping key'],
    ['a: [1', '1:6 unexpected end of the stream within a flow collection'],
    ['a: 1\n b: 2', '2:3 bad indentation of a mapping entry'],
    ['a: *x', '1:5 unidentified alias "x"'],
    ['a: !!binary aGk=', '1:4 unknown scalar tag !<tag:yaml.org,2002:binary>'],
    ["a: !!js/function 'function () {}'", '1:4 unknown scalar tag !<tag:yaml.org,2002:js/function>'],
    ['a: !include other.yaml', '1:4 unknown scalar tag !<!include>'],
    ['a: 1\n---\nb: 2', '1:1 it holds several documents; keep one in a file'],
    ['? [a]\n: 1', '1:1 object-based map does not support complex keys'],
    ['a: \0', '1:4 null byte is not allowed in input'],
  ])('%j is told with its place', (text, message) => {
    expect(told(text)).toContain(message);
  });
});
