import type { JsonValue } from '../json/value';
import { ConditionError, parseCondition } from './conditions';

const VALUES: Readonly<Record<string, JsonValue>> = {
  $statusCode: 200,
  '$response.body#/name': 'Orca',
  '$response.body#/big': 9007199254740993n,
  '$response.body#/none': null,
  '$response.header.x-count': '12',
  '$inputs.isOpen': true,
  '$steps.a.outputs.zero': 0,
  '$steps.a.outputs.empty': '',
};

test.each([
  ['$statusCode == 200', true],
  ['$statusCode==200', true],
  ['$statusCode != 200', false],
  ['$statusCode >= 200 && $statusCode < 300', true],
  ['$statusCode == 404 || $statusCode == 200', true],
  ['$statusCode == 404 || $statusCode == 410 && true', false],
  ['!($statusCode == 404)', true],
  ["$response.body#/name == 'orca'", true],
  ["$response.body#/name == 'it''s'", false],
  ['$response.body#/big > 9007199254740992', true],
  ['$response.body#/big == 9007199254740992', false],
  ['$response.header.x-count > 9', true],
  ['$response.body#/none == null', true],
  ['$response.body#/missing == null', false],
  ['$response.body#/missing < 5', false],
  ['$inputs.isOpen', true],
  ['!$inputs.isOpen', false],
  ['$steps.a.outputs.zero == 0', true],
  ["$response.body#/name > 'A'", false],
  // Only false, null and what is not there are not true, so that a condition can ask whether there is a value.
  ['$steps.a.outputs.zero', true],
  ['!$steps.a.outputs.zero', false],
  ['$steps.a.outputs.empty', true],
  ['!$steps.a.outputs.empty', false],
  ['$steps.a.outputs.zero && $steps.a.outputs.empty', true],
  ['$response.body#/none', false],
  ['$response.body#/missing || false', false],
  ["$steps.a.outputs.empty == ''", true],
  ['$steps.a.outputs.empty == 0', false],
  ['$steps.a.outputs.zero == false', false],
])('%s is %s', (text, is) => {
  expect(parseCondition(text)((expression) => VALUES[expression])).toBe(is);
});

test.each([
  ['$statusCode == ', 'it ends where a value should stand'],
  ['($statusCode == 200', 'a ")" is missing'],
  ['$statusCode == 200 300', '"300" was not expected there'],
  ['$statusCode == ok', '"ok" is no value; texts stand in single quotes'],
  ['$statusCode = 200', '"= 200" cannot be read'],
])('%s cannot be read', (text, why) => {
  expect(() => parseCondition(text)).toThrow(new ConditionError(why));
});
