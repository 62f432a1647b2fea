import type { Operation } from '../../src/contract/contract';
import type { Schema } from '../../src/contract/schema/schema';
import { createRandom } from '../../src/support/random';
import { UsersValues } from '../sparing/usersValues';
import { schemaOf } from '../values/values.testing';
import { madeAnew, saysTaken } from './takenValues';

test.each([
  [409, 'Conflict', true],
  [409, 'Order 7 does not exist', false],
  [400, 'Username ada is already taken!', true],
  [422, 'A book with this ISBN already exists', true],
  [422, 'slug must be unique', true],
  [400, 'Duplicate entry', true],
  [400, 'Patient not found', false],
  [400, 'The user does not exist', false],
  [400, 'name is required', false],
  [404, 'already gone', false],
])('whether %i %j says that a value is taken: %j', (status, said, isTaken) => {
  expect(saysTaken(status, [said])).toBe(isTaken);
});

const sku = { type: 'string', pattern: '^[A-Z]{3}-[0-9]{3}$' };
const isbn = { type: 'string', pattern: '^97[89]-[0-9]{10}$' };

const users = new UsersValues({} as Operation, [], 1);
const anewOf = (schemas: readonly Schema[]) => ({ name: 'sku', schemas, random: createRandom(1, 'here'), users });
const leewayOf = (isFreed: boolean) => ({ isFreed, isGuarded: false });

test.each([
  ['a text with a pattern', 'ABC-123', sku, true, /^[A-Z]{3}-\d{3}$/],
  ['a text of which a part is fixed', '978-0000000001', isbn, true, /^97[89]-\d{10}$/],
  ['a plain text', 'red', { type: 'string' }, true, /^[0-9a-f]{8}-red$/],
  ['a plain text, beside things of others', 'red', { type: 'string' }, false, /^[0-9a-f]{8}-red$/],
  ['a number', 7, { type: 'integer' }, true, /^\d{4,6}$/],
  ['a member that the contract does not name', 'Aa1!tunadimubotu', undefined, false, /^[A-F][a-f]\d![a-z]{12}$/],
] as const)('%s is made anew in its form', (_, value, schema, isFreed, form) => {
  const made = madeAnew(value, anewOf(schema ? [schemaOf(schema)] : []), leewayOf(isFreed));
  expect(String(made)).toMatch(form);
  expect(made).not.toBe(value);
});

test.each([
  ['which somebody may have', 'ABC-123', sku, false],
  ['of which there is no other', 'a', { type: 'string', enum: ['a'] }, true],
  ['that is true or false', true, {}, true],
])('what %s is not made anew', (_, value, schema, isFreed) => {
  expect(madeAnew(value, anewOf([schemaOf(schema)]), leewayOf(isFreed))).toBeUndefined();
});

test.each([
  ['a text with a pattern', 'ABC-123', sku, /^[A-Z]{3}-\d{3}$/],
  ['a number', 7, { type: 'integer', maximum: 2_000_000 }, /^\d{4,6}$/],
  ['a number for which there is room', 7, { type: 'integer' }, /^\d{10,}$/],
] as const)('where the service refuses what somebody has, %s is made anew', (_, value, schema, form) => {
  const leeway = { isFreed: false, isGuarded: true };
  expect(String(madeAnew(value, anewOf([schemaOf(schema)]), leeway))).toMatch(form);
});
