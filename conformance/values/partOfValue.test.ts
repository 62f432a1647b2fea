import { satisfies, stepsSoFar } from '../../src/contract/schema/evaluate';
import { pointerOf } from '../../src/json/pointer';
import type { JsonValue } from '../../src/json/value';
import { withAt } from '../../src/resources/answers/views';
import { satisfiesWith } from './partOfValue';
import { schemaOf } from './values.testing';

const word = { type: 'string', maxLength: 3 };
const pair = { type: 'object', properties: { a: word, b: word } };

/** Schemas that look at each part by itself, and schemas that look at several together. */
test.each<readonly [name: string, schema: object, whole: JsonValue, tokens: readonly string[]]>([
  ['a member', pair, { a: 'x' }, ['a']],
  ['a member of a member', { properties: { in: pair } }, { in: { a: 'x', b: 'y' } }, ['in', 'b']],
  ['an item', { items: pair }, [{ a: 'x' }, { a: 'y' }], ['1', 'a']],
  ['a reference', { $ref: '#/$defs/P', $defs: { P: { allOf: [pair, { minProperties: 1 }] } } }, { a: 'x' }, ['a']],
  ['two schemas at once', { allOf: [pair, { properties: { a: { minLength: 1 } } }] }, { a: 'x' }, ['a']],
  ['a member that is not declared', { additionalProperties: word }, { z: 'x' }, ['z']],
  ['a member that may be anything', {}, { z: 'x' }, ['z']],
  ['a read-only member', { properties: { a: { ...word, readOnly: true } } }, { a: 'x' }, ['a']],
  ['a pattern of names', { patternProperties: { '^a': word } }, { a: 'x' }, ['a']],
  [
    'branches',
    { oneOf: [{ properties: { a: { const: 'x' } } }, { properties: { a: word, c: word } }] },
    { a: 'y' },
    ['a'],
  ],
  ['a condition', { if: { properties: { a: { const: 'xx' } } }, else: { required: ['b'] } }, { a: 'xx' }, ['a']],
  ['listed values', { enum: [{ a: 'x' }, { a: 'xx' }] }, { a: 'x' }, ['a']],
  ['items that must differ', { items: word, uniqueItems: true }, ['x', 'xx'], ['0']],
  ['an item that must be there', { contains: { const: 'x' } }, ['x', 'y'], ['0']],
  ['a tuple', { prefixItems: [word, { type: 'integer' }] }, ['x', 1], ['1']],
  ['a value that is not valid elsewhere', pair, { a: 'x', b: 7 }, ['a']],
])('a part of a value is judged as the whole would be: %s', (_, written, whole, tokens) => {
  const schema = schemaOf(written);
  const changes: readonly JsonValue[] = [
    '',
    'x',
    'xx',
    'xxxx',
    '\u{1f331}\u{1f331}\u{1f331}',
    7,
    null,
    { a: 'x' },
    ['x'],
  ];
  const outcomes = changes.map((part) => satisfiesWith(schema, whole, tokens, part));
  const wholes = changes.map((part) => withAt(whole, pointerOf(tokens), part));
  expect(outcomes).toEqual(wholes.map((each) => satisfies(schema, each, 'request')));
});

test('a wide value is judged as a whole once, however many parts are tried', () => {
  const names = Array.from({ length: 200 }, (_, at) => `m${at}`);
  const schema = schemaOf({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, word])) });
  const whole = Object.fromEntries(names.map((name) => [name, 'x']));
  const before = stepsSoFar();
  for (const name of names) satisfiesWith(schema, whole, [name], 'yy');
  expect(stepsSoFar() - before).toBeLessThan(20 * names.length);
});
