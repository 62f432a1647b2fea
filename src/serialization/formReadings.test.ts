import { componentSchemaOf } from '../contract/schema/schema.testing';
import { breakHoweverRead, readForm } from './formReadings';

const SCOPE = {
  type: 'object',
  required: ['type'],
  properties: { type: { enum: ['user'] }, depth: { type: 'integer' } },
};
const FORM = { type: 'object', properties: { scope: SCOPE, tags: { type: 'array', items: { type: 'string' } } } };

test.each<[text: string, value: object]>([
  ['scope[type]=user&scope[depth]=2', { scope: { type: 'user', depth: 2 } }],
  ['tags[]=a&tags[]=b', { tags: ['a', 'b'] }],
  ['tags[0]=a', { tags: ['a'] }],
  ['other[x]=1', { 'other[x]': '1' }],
])('%s is read', (text, value) => {
  expect(readForm(text, componentSchemaOf(FORM))).toEqual(value);
});

test.each([
  ['scope[type]=admin', true],
  ['scope[depth]=x&scope[type]=user', true],
  ['scope[type]=user', false],
  // Written as fields of its own, an object leaves a field of its name without a meaning.
  ['scope=user', false],
])('%s breaks the schema however it is read: %s', (text, breaks) => {
  const pairs = [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));
  expect(breakHoweverRead(pairs, componentSchemaOf(FORM))).toBe(breaks);
});

test('a required object without fields is there', () => {
  const part = { type: 'object', properties: { uuid: { type: 'string' } } };
  const schema = componentSchemaOf({ type: 'object', required: ['part'], properties: { part } });
  expect(breakHoweverRead([{ name: 'uuid', value: 'x' }], schema)).toBe(false);
});
