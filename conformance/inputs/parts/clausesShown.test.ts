/** How the part of a request is named that a value shows or breaks a clause of. */

import { placeIn } from './clausesShown';

test.each([
  ['filter', '', 'filter'],
  ['filter', '/limit', '/limit of filter'],
  ['X-Filter in the header', '/order/0', '/order/0 of X-Filter in the header'],
  ['the body', '', 'the body'],
  ['the body', '/name', '/name'],
])('of %s, the place "%s" is called %s', (part, path, named) => {
  expect(placeIn(part, path)).toBe(named);
});
