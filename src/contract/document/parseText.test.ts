import { parseText } from './parseText';
import { TextError } from './textError';

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

describe('parseText', () => {
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
    ['a: 1\nb: "x', '2:6 missing closing "quote'],
    ['a: 1\na: 2', '2:1 `a` stands twice in one object'],
    ['1: x\n"1": y', '2:1 `1` stands twice in one object'],
    ['a: [1', '1:6 a `]` is missing'],
    [
      'a: { b: 1\nc: 2\n',
      '1:9 implicit keys need to be on a single line; a quote or a bracket may not be closed before line 2',
    ],
    ['a: 1\n b: 2', '1:4 the value of a member goes on with a `:`, so a line may be indented wrongly'],
    ['a:\n\tb: 1', '2:1 tabs are not allowed as indentation'],
    ['a: [b]: c', '1:7 a `:` stands after a value'],
    ['a: *x', '1:4 no `&x` stands before `*x`'],
    ['a: &x { b: *x }', '1:1 an alias (*name) leads back to what holds it'],
    ['a: { <<: 5 }', '1:6 `<<` merges an object, or a list of objects, and nothing else'],
    ['a: !!binary aGk=', '1:13 the tag `!!binary` is not known, or does not fit the value'],
    ["a: !!js/function 'function () {}'", '1:18 the tag `!!js/function` is not known'],
    ['a: !include other.yaml', '1:13 the tag `!include` is not known'],
    ['a: 1\n---\nb: 2', '1:1 it holds several documents; keep one in a file'],
    ['? [a]\n: 1', '1:3 the name of a member is a list or an object'],
    ['a: \0', '1:4 it has a control character, which YAML forbids'],
    ['%YAML 2.0\n---\na: 1', '1:7 unsupported YAML version 2.0'],
    [`${'['.repeat(600)}${']'.repeat(600)} # no JSON`, '1:1 it is nested more than 500 deep'],
    ['- '.repeat(100_000), '1:1 it is nested more than 500 deep'],
  ])('%j is told with its place', (text, message) => {
    expect(told(text)).toContain(message);
  });
});
