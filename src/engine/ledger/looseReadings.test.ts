/** What lenient services read in a text where they want a whole number: texts as literals. */

import { looseReadings } from './looseReadings';

const MOST_32 = '2147483647';
const MOST_64 = '9223372036854775807';

test.each<[text: string, readings: readonly string[]]>([
  ['7', []],
  ['2147483647', []],
  ['abc', ['0']],
  ['null', ['0']],
  [' ', ['0']],
  ['7abc', ['7']],
  ['007', ['7']],
  [' +7.25', ['7']],
  ['2147483648', ['-2147483648', MOST_32]],
  ['-2147483649', [MOST_32, '-2147483648']],
  ['4294967303', ['7', MOST_32]],
  ['9223372036854775808', ['0', MOST_32, '-9223372036854775808', MOST_64]],
])('of %s', (text, readings) => {
  expect(looseReadings(text)).toEqual(readings);
});
