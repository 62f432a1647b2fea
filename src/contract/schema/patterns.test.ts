import { patternOf } from './patterns';

const MILLION = 1_000_000;
const MILLIONS = 5 * MILLION;

test.each([
  ['^[a-z ]*$', 'lorem ipsum ', true],
  ['^[a-z]+', 'x', true],
  ['^[0-9]*$', 'x', false],
])('a pattern that goes through a text once is tried on a million characters: %s', (source, text, isFound) => {
  expect(patternOf(source).test(text.repeat(Math.floor(MILLION / text.length)))).toBe(isFound);
});

test.each([['^(x|y)*$'], ['[a-z]*$'], ['^a?b?[a-z]*$']])(
  'of a long text that %s takes too many steps on, nothing is told',
  (source) => {
    expect(patternOf(source).test('xy'.repeat(MILLIONS / 2))).toBeUndefined();
    expect(patternOf(source).test('xy'.repeat(1000))).toBe(true);
  },
);

test('of a text on which the engine of JavaScript may run out of room, nothing is told', () => {
  expect(patternOf('^[a-z]+').test('x'.repeat(MILLIONS))).toBeUndefined();
});
