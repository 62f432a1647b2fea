import { toJson } from '../../src/json/value';
import { parsedJson } from './tellableInputs';

test.each(['{"id":-9223372036854775809}', '{"id":9223372036854775808,"name":"a"}', '{"id":5}'])(
  '%s is written again as it was',
  (text) => {
    expect(toJson(parsedJson(Buffer.from(text)) ?? null)).toBe(text);
  },
);

test('what is no JSON has no value', () => {
  expect(parsedJson(Buffer.from('{'))).toBeUndefined();
});
