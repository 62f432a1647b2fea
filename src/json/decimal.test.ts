import {
  commonMultiple,
  compare,
  decimalOf,
  decimalToNumber,
  half,
  isMultipleOf,
  minus,
  plus,
  times,
  timesIn,
} from './decimal';

const of = decimalOf;

test.each([
  [plus(of(0.1), of(0.2)), 0.3],
  [minus(of(0.3), of(0.1)), 0.2],
  [times(of(0.01), 1999), 19.99],
  [half(of(0.01)), 0.005],
  [half(of(1)), 0.5],
  [of(1e-7), 1e-7],
  [of(1e21), 10n ** 21n],
  [plus(of(2 ** 53), of(1)), 2n ** 53n + 1n],
  [of(-(2n ** 63n)), -(2n ** 63n)],
  [commonMultiple(of(0.25), of(0.1)), 0.5],
  [commonMultiple(of(4), of(6)), 12],
])('%j is %s', (decimal, value) => {
  expect(decimalToNumber(decimal)).toBe(value);
});

test.each([
  [0.01, 19.99, 1999n],
  [5, 12, 2n],
  [5, -12, -3n],
  [0.1, 0.3, 3n],
])('%s goes into %s %s times', (step, value, count) => {
  expect(timesIn(of(step), of(value))).toBe(count);
});

test('what a double would round is compared as it is written', () => {
  expect(compare(of(0.1), of(0.10000000000000002))).toBe(-1);
  expect(compare(of(1), of(1n))).toBe(0);
  expect(isMultipleOf(of(0.3), of(0.1))).toBe(true);
  expect(isMultipleOf(of(0.35), of(0.1))).toBe(false);
});

test('a fraction that no double holds is none of JSON', () => {
  expect(decimalToNumber({ digits: 2n ** 70n + 1n, scale: 1 })).toBeUndefined();
});
