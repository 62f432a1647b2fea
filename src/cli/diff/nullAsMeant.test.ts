/** What changes beside an alternative `nullable: true`, which to the letter of OpenAPI 3.0 takes any value, and is written for null. */

import { breaksOf, compared, contractFrom, withAnswer, withBody } from './diff.testing';

const WHOLE = (minimum: number) => ({ type: 'object', properties: { e: { type: 'integer', minimum } } });
const ENUM = (...values: string[]) => ({ type: 'string', enum: values });
const orNull = (schema: object) => ({ anyOf: [schema, { nullable: true }] });
const member = (c: object) => ({ type: 'object', properties: { c } });

const both = (schema: object, openapi: string) =>
  contractFrom({ ...withBody(schema), ...withAnswer(schema) }, { openapi });
const contract = (c: object, openapi = '3.0.3') => both(member(c), openapi);

test.each<[string, object, object, string, string]>([
  ['a bound', WHOLE(0), WHOLE(4), '/c/e', 'be 4 or more'],
  ['a value less', ENUM('a', 'b'), ENUM('a'), '/c', 'be one of ["a"]'],
  ['a bound deep within', member(orNull(WHOLE(0))), member(orNull(WHOLE(4))), '/c/c/e', 'be 4 or more'],
])('%s breaks by intent', async (_name, before, now, place, words) => {
  const [old, current] = [contract(orNull(before)), contract(orNull(now))];
  expect(await breaksOf(old, current)).toEqual([
    `request-null-narrowed: ${place} of the body (application/json) must ${words}`,
  ]);
  expect(await breaksOf(current, old)).toEqual([
    `answer-null-widened: ${place} of the answer 200 (application/json) need not ${words}`,
  ]);
});

test('each clause of what stands beside null is told', async () => {
  const bounds = (least: number) => ({
    type: 'object',
    properties: { e: { minimum: least }, f: { minLength: least } },
  });
  const body = (schema: object) => contractFrom(withBody(member({ anyOf: [schema, { type: 'null' }] })));
  expect(await breaksOf(body(bounds(0)), body(bounds(2)))).toEqual([
    'body-narrowed: /c/e of the body (application/json) must be 2 or more',
    'body-narrowed: /c/f of the body (application/json) must have at least 2 characters',
  ]);
});

test('it breaks by intent beside a new member that is required', async () => {
  const body = (least: number, more: object) => both({ ...member(orNull(WHOLE(least))), ...more }, '3.0.3');
  expect(await breaksOf(body(0, {}), body(4, { required: ['d'] }))).toEqual([
    'body-narrowed: the body (application/json) must have the property "d"',
    'request-null-narrowed: /c/e of the body (application/json) must be 4 or more',
  ]);
});

test.each<[string, object, object]>([
  ['a type with null', contract(orNull(WHOLE(0))), contract({ ...WHOLE(0), nullable: true })],
  ['an alternative of null', contract(orNull(WHOLE(0))), contract({ anyOf: [WHOLE(0), { type: 'null' }] }, '3.1.0')],
])('it is the same as %s', async (_name, before, now) => {
  expect([await breaksOf(before, now), await breaksOf(now, before)]).toEqual([[], []]);
  const [forth, back] = [await compared(before, now), await compared(now, before)];
  expect([forth.unproven, forth.notes, back.unproven, back.notes]).toEqual([[], [], [], []]);
});

test('without it, null alone is refused', async () => {
  const { causes } = await compared(contract(orNull(WHOLE(0))), contract(WHOLE(0)));
  expect(causes.map(({ first }) => [first.kind, first.witness.value])).toEqual([['body-narrowed', '{"c":null}']]);
});
