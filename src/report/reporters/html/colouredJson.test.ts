import { colouredJson } from './colouredJson';

/** Returns the text without its colours, with ⟦ ⟧ around what is marked. */
function shown(json: string, ...places: string[]): string | undefined {
  return colouredJson(json, places)
    ?.text.replaceAll('<mark>', '⟦')
    .replaceAll('</mark>', '⟧')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"');
}

test.each<[json: string, places: string[], text: string]>([
  ['{"a":1}', [], '{\n  "a": 1\n}'],
  ['{"a":1.50e1,"b":9007199254740993}', ['/b'], '{\n  "a": 1.50e1,\n  ⟦"b": 9007199254740993⟧\n}'],
  [
    '{"items":[{"id":1},{"id":"x"}]}',
    ['/items/1/id'],
    '{\n  "items": [\n    {\n      "id": 1\n    },\n    {\n      ⟦"id": "x"⟧\n    }\n  ]\n}',
  ],
  ['{"a":{},"b":[]}', ['/b'], '{\n  "a": {},\n  ⟦"b": [⟧]\n}'],
  ['[]', [''], '⟦[⟧]'],
  ['{"a/b":{"~":null}}', ['/a~1b/~0'], '{\n  "a/b": {\n    ⟦"~": null⟧\n  }\n}'],
  // What is cut is shown up to there.
  ['{"a": "long te', [], '{\n  "a": "long te'],
  ['{"a": [1, 2, … (9 more)', [], '{\n  "a": [\n    1,\n    2,\n    … (9 more)'],
  ['{"a": 1, "b', ['/a'], '{\n  ⟦"a": 1⟧,\n  "b'],
  ['{"a":', [], '{\n  "a": '],
  ['{"a": tru', [], '{\n  "a": tru'],
])('%s', (json, places, text) => {
  expect(shown(json, ...places)).toBe(text);
});

test.each(['', '1', '"a"', '<a>', '{"a" 1}', '{a: 1}', '[1 2 3]', '{} {}', '[1}', '{"a":1,,"b":2}', '[nope, 1]'])(
  'no JSON: %s',
  (text) => {
    expect(colouredJson(text)).toBeUndefined();
  },
);

test('nothing in a text is markup', () => {
  expect(colouredJson('{"<b>":"</code><script>"}')?.text).not.toMatch(/<(b|script|\/code)>/);
});

test.each([1000, 10_000])('a nesting of %d levels is shown in not much more room than it takes', (deep) => {
  const shownDeep = colouredJson('['.repeat(deep) + ']'.repeat(deep))?.text ?? '';
  expect(shownDeep.startsWith('[\n  [')).toBe(true);
  expect(shownDeep.replace(/\s/g, '')).toBe('['.repeat(deep) + ']'.repeat(deep));
  expect(shownDeep.length).toBeLessThan(2 * deep + 2000);
});
