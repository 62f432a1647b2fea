import { stepsSoFar } from '../contract/schema/evaluate';
import { componentSchemaOf } from '../contract/schema/schema.testing';
import type { JsonValue } from '../json/value';
import { testWide } from '../support/testing/cases.testing';
import { writeXml } from './writeXml';
import { misnamedRoot, readXml, whyNotXml } from './xml';

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
  const read = componentSchemaOf(schema);
  expect(writeXml(value, read)).toBe(HEAD + xml);
  expect(readXml(HEAD + xml, read)).toEqual(value);
});

test('what XML has no way to write is not written', () => {
  expect(writeXml({ a: '\u0000' }, componentSchemaOf({ type: 'object' }))).toBeUndefined();
  expect(writeXml({ '1 a': 'x' }, componentSchemaOf({ type: 'object', required: ['1 a'] }))).toBeUndefined();
  expect(writeXml({ '1 a': 'x', b: 'y' }, componentSchemaOf({ type: 'object' }))).toBe(`${HEAD}<S><b>y</b></S>`);
});

test('members that are not declared are read as text', () => {
  expect(readXml('<S><a>1</a></S>', componentSchemaOf({ type: 'object', properties: {} }))).toEqual({ a: '1' });
});

test('what is not well-formed is told', () => {
  expect(whyNotXml('<a><b></a>')).toMatch(/line 1/);
  expect(whyNotXml(`${HEAD}<a/>`)).toBeUndefined();
});

test('entities and nesting without end are not read', () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>';
  expect(readXml(bomb, componentSchemaOf({}))).toBeUndefined();
  expect(readXml('<a>'.repeat(100_000), componentSchemaOf({}))).toBeUndefined();
});

test('elements that may belong to several members are not read', () => {
  const things = { type: 'array', items: { type: 'string', xml: { name: 'item' } } };
  const schema = componentSchemaOf({ type: 'object', properties: { ids: things, names: things } });
  expect(readXml('<S><item>a</item></S>', schema)).toBeUndefined();
});

test('a text that has attributes is a text', () => {
  const impression = { type: 'string', properties: { id: { type: 'integer', xml: { attribute: true } } } };
  const schema = componentSchemaOf({ type: 'object', properties: { impression } });
  expect(readXml('<S><impression id="7">x</impression></S>', schema)).toEqual({ impression: 'x' });
});

test.each<[string, object, string, JsonValue | undefined]>([
  ['a list or a text', { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'string' }] }, '<a>x</a>', 'x'],
  ['a list or a text', { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'string' }] }, '<a>1</a>', [1]],
  ['one of two types', { oneOf: [{ type: 'boolean' }, { type: 'integer' }] }, '<a>true</a>', true],
])('what may be %s is read as what it then is', (_, schema, xml, value) => {
  const whole = componentSchemaOf({ type: 'object', properties: { a: schema } });
  expect(readXml(`<S>${xml}</S>`, whole)).toEqual({ a: value });
});

test.each([
  ['a document that is declared as a text', { type: 'string' }, '<S><a>x</a></S>'],
  [
    'an empty element that may mean null',
    { properties: { a: { oneOf: [{ type: 'null' }, { type: 'integer' }] } } },
    '<S><a/></S>',
  ],
])('%s is not read', (_, schema, xml) => {
  expect(readXml(xml, componentSchemaOf(schema))).toBeUndefined();
});

const DOG = { type: 'object', required: ['bark'], properties: { bark: { type: 'integer' }, kind: { const: 'dog' } } };
const CAT = { type: 'object', required: ['purr'], properties: { purr: { type: 'boolean' }, kind: { const: 'cat' } } };
const ANIMAL = { type: 'object', properties: { kind: { type: 'string' }, id: { type: 'integer' } } };

test.each<[string, object, string, JsonValue | undefined]>([
  ['one branch', { oneOf: [DOG, CAT] }, '<bark>3</bark>', { bark: 3 }],
  ['another branch', { oneOf: [DOG, CAT] }, '<purr>true</purr>', { purr: true }],
  [
    'a branch, with what all branches have',
    { allOf: [ANIMAL], oneOf: [DOG, CAT] },
    '<id>7</id><bark>3</bark>',
    { id: 7, bark: 3 },
  ],
  ['a branch within a branch', { anyOf: [{ oneOf: [DOG, CAT] }, { type: 'integer' }] }, '<bark>3</bark>', { bark: 3 }],
  [
    'the nearest of branches that it all breaks',
    { oneOf: [DOG, CAT] },
    '<kind>dog</kind><bark>x</bark>',
    { kind: 'dog', bark: 'x' },
  ],
  [
    'the branch that it names',
    { discriminator: { propertyName: 'kind' }, oneOf: [DOG, CAT] },
    '<kind>cat</kind>',
    { kind: 'cat' },
  ],
  ['what refers back to itself', { oneOf: [{ $ref: '#/components/schemas/S' }, DOG] }, '<bark>x</bark>', { bark: 'x' }],
])('a document is read by %s', (_, schema, inner, value) => {
  expect(readXml(`<S>${inner}</S>`, componentSchemaOf(schema))).toEqual(value);
});

test.each(['rules', 'rule'])(
  'the items of a list that is not wrapped are found by its name or by that of the member: %s',
  (name) => {
    const rules = { type: 'array', xml: { name: 'rule' }, items: { type: 'integer' } };
    const schema = componentSchemaOf({ type: 'object', properties: { rules } });
    expect(readXml(`<S><${name}>1</${name}><${name}>2</${name}></S>`, schema)).toEqual({ rules: [1, 2] });
  },
);

test.each([
  ['wrapped all the same', '<tags><tags>a</tags><tags>b</tags></tags>', { tags: ['a', 'b'] }],
  ['wrapped, with items of another name', '<tags><tag>a</tag></tags>', { tags: ['a'] }],
  ['not wrapped', '<tags>a</tags>', { tags: ['a'] }],
  ['empty, which is as none', '', { tags: [] }],
])('a list that is to be there may be %s', (_, xml, value) => {
  const schema = {
    type: 'object',
    required: ['tags'],
    properties: { tags: { type: 'array', items: { type: 'string' } } },
  };
  expect(readXml(`<S>${xml}</S>`, componentSchemaOf(schema))).toEqual(value);
});

test('what is empty is not read where nothing may be', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', enum: [' ', 'b'] } } };
  expect(readXml('<S><a> </a></S>', componentSchemaOf(schema))).toBeUndefined();
});

test('a name may have a prefix', () => {
  const kind = { type: 'string', xml: { name: 'xsi:type', attribute: true } };
  const schema = componentSchemaOf({
    type: 'object',
    properties: { kind, a: { type: 'string', xml: { name: 'p:a' } } },
  });
  expect(writeXml({ kind: 'k', a: 'x' }, schema)).toBe(`${HEAD}<S xsi:type="k"><p:a>x</p:a></S>`);
  expect(readXml('<S xsi:type="k"><q:a>x</q:a></S>', schema)).toEqual({ kind: 'k', a: 'x' });
});

test('a text is read as what a schema without a type takes', () => {
  const schema = {
    type: 'object',
    properties: { code: { enum: [0, 1] }, at: { enum: [7], xml: { attribute: true } } },
  };
  expect(readXml('<S at="7"><code>1</code></S>', componentSchemaOf(schema))).toEqual({ at: 7, code: 1 });
});

test('what is no text is no attribute', () => {
  const owner = { type: 'object', xml: { attribute: true }, properties: { id: { type: 'integer' } } };
  const schema = componentSchemaOf({ type: 'object', properties: { owner } });
  expect(writeXml({ owner: { id: 1 } }, schema)).toBe(`${HEAD}<S><owner><id>1</id></owner></S>`);
  expect(readXml('<S><owner><id>1</id></owner></S>', schema)).toEqual({ owner: { id: 1 } });
});

test('elements that no member declares are read by what the others are', () => {
  const schema = componentSchemaOf({ type: 'object', additionalProperties: { type: 'integer' } });
  expect(readXml('<counts><a>1</a><b>x</b></counts>', schema)).toEqual({ a: 1, b: 'x' });
});

test.each([
  ['an element of another name', '<?xml version="1.0"?>\n<!-- <pet> --><dog><n>1</n></dog>', '<dog>'],
  ['another name with a prefix', '<a:dog xmlns:a="urn:a"/>', '<a:dog>'],
  ['the name', '<pet/>', undefined],
  ['the name with a prefix', '<!DOCTYPE a:pet><a:pet xmlns:a="urn:a"/>', undefined],
])('the root of a document is called as its schema has it: %s', (_, text, actual) => {
  const schema = componentSchemaOf({ type: 'object', xml: { name: 'pet' }, properties: { n: { type: 'integer' } } });
  expect(misnamedRoot(text, schema)?.actual).toBe(actual);
});

test.each([
  ['a list, which names what it lies in', { type: 'array', xml: { name: 'pet' }, items: { type: 'string' } }],
  ['a schema that names none', { type: 'object' }],
])('no root is misnamed by %s', (_, schema) => {
  expect(misnamedRoot('<dog/>', componentSchemaOf(schema))).toBeUndefined();
});

test.each(['constructor', '__proto__', 'prototype'])('an element called %s is well-formed, and is not read', (name) => {
  const text = `<r><${name}>1</${name}></r>`;
  expect(whyNotXml(text)).toBeUndefined();
  expect(readXml(text, componentSchemaOf({ type: 'object' }))).toBeUndefined();
});

testWide('a document that breaks branches within branches is read soon', () => {
  const inner = { type: 'object', properties: { a: { $ref: '#/components/schemas/S' }, n: { type: 'integer' } } };
  const schema = componentSchemaOf({ oneOf: [{ ...inner, required: ['x'] }, { ...inner, required: ['n'] }, inner] });
  const xml = `${'<a>'.repeat(60)}<n>x</n>${'</a>'.repeat(60)}`;
  const before = stepsSoFar();
  readXml(xml, schema);
  expect(stepsSoFar() - before).toBeLessThan(5_000_000);
});
