import { withCommas } from './words';

test.each([
  [0, '0'],
  [999, '999'],
  [10_000, '10,000'],
  [1_234_567, '1,234,567'],
])('%d is written as %s', (number, text) => expect(withCommas(number)).toBe(text));
