import type { JsonValue } from '../../src/json/value';
import { createRandom } from '../../src/support/random';
import { broughtInto, formAsked, valueByName, valueInForm } from './askedForms';

const strong = { text: { least: 8, isStrong: true } };

test.each([
  ['size must be between 50 and 100', { text: { least: 50, most: 100 } }],
  ['String should have at least 20 characters', { text: { least: 20 } }],
  ['Ensure this field has no more than 5 characters.', { text: { most: 5 } }],
  ['is too short (minimum is 3 characters)', { text: { least: 3 } }],
  ['name must be longer than or equal to 4 characters', { text: { least: 4 } }],
  ['name must be shorter than or equal to 9 characters', { text: { most: 9 } }],
  ['must not be longer than 20 characters', { text: { most: 20 } }],
  ['must be between 3 and 5', { low: 3, high: 5 }],
  ['must be greater than or equal to 3', { low: 3 }],
  ['must be less than or equal to 5', { high: 5 }],
  ['must be greater than 0', { low: 1 }],
  ['must be >= 18', { low: 18 }],
  ['Input should be less than 10', { high: 9 }],
  ['Password must have 8 characters, 1 number, 1 upper case, 1 special', strong],
  ['at least 8 characters with uppercase and digits', strong],
  ["DNS Name 'abc' is not canonical", { text: { ending: '.' } }],
  ["must start with '/'", { text: { beginning: '/' } }],
  ['The published field must be true or false.', { type: 'boolean' }],
  ['The tags field must be an array.', { type: 'list' }],
  ['Input should be a valid integer', { type: 'number' }],
  ['Input should be a valid dictionary or an object', { type: 'object' }],
  ['is required', undefined],
  ['no hospital with 5 beds', undefined],
])('%j asks for %j', (said, form) => {
  expect(formAsked(said)).toEqual(form);
});

test.each([
  ['abc', { least: 8 }, 'abcabcab'],
  ['abcdefgh', { most: 3 }, 'abc'],
  ['abcde', { least: 3, most: 9 }, 'abcde'],
  ['abc', { ending: '.' }, 'abc.'],
  ['abc.', { ending: '.' }, 'abc.'],
  ['abc', { beginning: '/' }, '/abc'],
  ['abcdefghijkl', { isStrong: true as const, most: 12 }, 'Aa1!abcdefgh'],
  ['abc', { isStrong: true as const, least: 8 }, 'Aa1!abcabcab'],
  ['Aa1!abcabcab', { isStrong: true as const }, 'Aa1!abcabcab'],
])('%j in the form %j is %j', (text, form, wanted) => {
  expect(broughtInto(text, form)).toBe(wanted);
});

const rows: readonly (readonly [string, JsonValue | undefined, JsonValue | undefined])[] = [
  ['must be between 3 and 5', 1, 3],
  ['must be between 3 and 5', 4, undefined],
  ['must be less than or equal to 5', 9, 1],
  ['must be less than 0', 9, -1],
  ['must be a valid integer', 'x', 1],
  ['must be true or false', 'x', true],
  ['must be an array', 'x', ['x']],
  ['must contain at least 2 characters', [1.5], [1.5, 1.5]],
  ['size must be between 2 and 4', 'a', 'aa'],
];

test.each(rows)('what %j asks for in place of %j is %j', (said, current, wanted) => {
  const asked = formAsked(said);
  expect(asked && valueInForm(asked, current, createRandom(1, 'here'))).toEqual(wanted);
});

test('a member that is named alone has a value by its name', () => {
  const random = createRandom(1, 'here');
  expect(valueByName('userEmail', random)).toMatch(/^[a-z]{12}@example\.com$/);
  expect(valueByName('password', random)).toMatch(/^Aa1![a-z]{12}$/);
  expect(valueByName('firstName', random)).toMatch(/^[a-z]{12}$/);
});
