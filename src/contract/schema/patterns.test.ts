import { patternOf } from './patterns';

const MILLIONS = 5_000_000;

test.each([
  ['^[a-z ]*$', 'lorem ipsum ', true],
  ['^[a-z]+', 'x', true],
  ['^[0-9]*$', 'x', false],
])('a pattern that goes through a text once is tried on millions of characters: %s', (source, text, isFound) => {
  expect(patternOf(source).test(text.repeat(MILLIONS / text.length))).toBe(isFound);
});

test.each([['^(x|y)*$'], ['[a-z]*$'], ['^a?b?[a-z]*$']])(
  'of a long text that %s takes too many steps on, nothing is told',
  (source) => {
    expect(patternOf(source).test('xy'.repeat(MILLIONS / 2))).toBeUndefined();
    expect(patternOf(source).test('xy'.repeat(1000))).toBe(true);
  },
);
