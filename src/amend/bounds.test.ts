import { widerBound } from './bounds';

test.each([
  ['the one value that came', 'maximum', [9], [], false, { set: 9 }],
  ['nothing, where several came', 'maximum', [6, 7, 9], [], false, { remove: true }],
  ['what a request may carry', 'maximum', [6, 7, 9], [undefined, 12], false, { set: 12 }],
  ['no bound of requests that is broken, too', 'maximum', [6, 7, 9], [8], false, { remove: true }],
  ['no further than came, where requests have it', 'maximum', [6, 7, 9], [], true, { set: 9 }],
  ['0, where nothing is below it', 'minimum', [3, 0, 1], [], false, { set: 0 }],
  ['nothing, where something is below 0', 'minimum', [3, -1], [], false, { remove: true }],
  ['the length that requests may have', 'maxLength', ['fern', 'rose tree'], [80], false, { set: 80 }],
  ['characters, not units of UTF-16', 'maxLength', ['🌱🌱'], [], false, { set: 2 }],
  ['as few items as came', 'minItems', [[]], [], false, { set: 0 }],
  ['as many members as came', 'maxProperties', [{ a: 1, b: 2 }], [], false, { set: 2 }],
  ['nothing where a value is of another type', 'maximum', [9, 'x'], [], false, 'not whole'],
  ['nothing where the report shows no value', 'maximum', [], [], false, 'not whole'],
  ['nothing where it is no bound', 'pattern', ['x'], [], false, 'unknown keyword'],
] as const)('a bound becomes %s', (_, keyword, values, ofRequests, isOfRequests, expected) => {
  expect(widerBound(keyword, values, ofRequests, isOfRequests)).toEqual(expected);
});
