import { schemaOf } from '../contract/schema.testing';
import type { JsonValue } from './value';
import { misnamedRoot, readXml, whyNotXml, writeXml } from './xml';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMES = { type: 'array', items: { type: 'string', xml: { name: 'animal' } } };

// The examples of OpenAPI 3.1.1 §4.8.26.2.
const TABLE: [string, object, JsonValue, string][] = [
  ['a root by its name', { type: 'string', xml: { name: 'animal' } }, 'dog', '<animal>dog</animal>'],
  [
    'names, attributes, prefixes and namespaces',
    {
      type: 'object',
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        name: { type: 'string', xml: { namespace: 'https://example.com/schema/sample', prefix: 'sample' } },
        tall: { type: 'boolean', xml: { name: 'isTall' } },
      },
    },
    { id: 123, name: 'example', tall: true },
    '<S id="123"><sample:name xmlns:sample="https://example.com/schema/sample">example</sample:name><isTall>true</isTall></S>',
  ],
  [
    'a list that is not wrapped',
    { type: 'object', properties: { animals: NAMES } },
    { animals: ['a', 'b'] },
    '<S><animal>a</animal><animal>b</animal></S>',
  ],
  [
    'a list that is',
    { type: 'object', properties: { animals: { ...NAMES, xml: { name: 'aliens', wrapped: true } } } },
    { animals: ['a', 'b'] },
    '<S><aliens><animal>a</animal><animal>b</animal></aliens></S>',
  ],
  [
    'objects in a list',
    {
      type: 'object',
      properties: { pets: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } } },
    },
    { pets: [{ n: 1.5 }, { n: 2 }] },
    '<S><pets><n>1.5</n></pets><pets><n>2</n></pets></S>',
  ],
  [
    'what must be escaped',
    { type: 'object', properties: { t: {} } },
    { t: 'a<b>&"c"' },
    '<S><t>a&lt;b&gt;&amp;&quot;c&quot;</t></S>',
  ],
];

test.each(TABLE)('%s', (_, schema, value, xml) => {
  const read = schemaOf(schema);
  expect(writeXml(value, read)).toBe(HEAD + xml);
  expect(readXml(HEAD + xml, read)).toEqual(value);
});

test('what XML has no way to write is not written', () => {
  expect(writeXml({ a: '\u0000' }, schemaOf({ type: 'object' }))).toBeUndefined();
  expect(writeXml({ '1 a': 'x' }, schemaOf({ type: 'object' }))).toBeUndefined();
});

test('members that are not declared are read as text', () => {
  expect(readXml('<S><a>1</a></S>', schemaOf({ type: 'object', properties: {} }))).toEqual({ a: '1' });
});

test('what is not well-formed is told', () => {
  expect(whyNotXml('<a><b></a>')).toMatch(/line 1/);
  expect(whyNotXml(`${HEAD}<a/>`)).toBeUndefined();
});

test('entities and nesting without end are not read', () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>';
  expect(readXml(bomb, schemaOf({}))).toBeUndefined();
  expect(readXml('<a>'.repeat(100_000), schemaOf({}))).toBeUndefined();
});

test('elements that may belong to several members are not read', () => {
  const things = { type: 'array', items: { type: 'string', xml: { name: 'item' } } };
  const schema = schemaOf({ type: 'object', properties: { ids: things, names: things } });
  expect(readXml('<S><item>a</item></S>', schema)).toBeUndefined();
});

test('a text that has attributes is a text', () => {
  const impression = { type: 'string', properties: { id: { type: 'integer', xml: { attribute: true } } } };
  const schema = schemaOf({ type: 'object', properties: { impression } });
  expect(readXml('<S><impression id="7">x</impression></S>', schema)).toEqual({ impression: 'x' });
});

test('elements that no member declares are read by what the others are', () => {
  const schema = schemaOf({ type: 'object', additionalProperties: { type: 'integer' } });
  expect(readXml('<counts><a>1</a><b>x</b></counts>', schema)).toEqual({ a: 1, b: 'x' });
});

test.each([
  ['an element of another name', '<?xml version="1.0"?>\n<!-- <pet> --><dog><n>1</n></dog>', '<dog>'],
  ['another name with a prefix', '<a:dog xmlns:a="urn:a"/>', '<a:dog>'],
  ['the name', '<pet/>', undefined],
  ['the name with a prefix', '<!DOCTYPE a:pet><a:pet xmlns:a="urn:a"/>', undefined],
])('the root of a document is called as its schema has it: %s', (_, text, actual) => {
  const schema = schemaOf({ type: 'object', xml: { name: 'pet' }, properties: { n: { type: 'integer' } } });
  expect(misnamedRoot(text, schema)?.actual).toBe(actual);
});

test.each([
  ['a list, which names what it lies in', { type: 'array', xml: { name: 'pet' }, items: { type: 'string' } }],
  ['a schema that names none', { type: 'object' }],
])('no root is misnamed by %s', (_, schema) => {
  expect(misnamedRoot('<dog/>', schemaOf(schema))).toBeUndefined();
});
