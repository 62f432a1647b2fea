import { Ajv2020 } from 'ajv/dist/2020';
import { readJson } from '../../json/exactJson';
import { openapi31 } from '../dialects/openapi-3.1';
import type { Files, SourceFile } from '../document/files';
import { BrokenReference } from '../document/reference';
import { createJudges } from './judge';
import { createSchemaReader } from './schema';
import { componentSchemaOf } from './schema.testing';

/** What `schema` has against `text`. */
const NOT_JUDGED = { path: '', requirement: 'nobody can tell', actual: '' };

function breaches(schema: object, text: string): string[] {
  const value = { components: { schemas: { S: schema } } };
  const root: SourceFile = { path: '/contract/openapi.json', text: JSON.stringify(value), value };
  const files: Files = { root, get: () => root, paths: () => [root.path], read: () => new Map([[root.path, root]]) };
  const place = { value: schema, file: root, pointer: '#/components/schemas/S' };
  const told = [0, 1].map((firstSteps) => {
    const judge = createJudges(firstSteps).judge(createSchemaReader(files, openapi31).at(place), 'response');
    return (judge(readJson(text)) ?? [NOT_JUDGED]).map(({ path, requirement, actual }) =>
      `${path} ${requirement}: ${actual}`.trim(),
    );
  });
  // It makes no difference whether ajv has compiled the schema.
  expect(told[1]).toEqual(told[0]);
  return told[0] ?? [];
}

const INT64 = { type: 'integer', format: 'int64' };
const INT32 = { type: 'integer', format: 'int32' };

describe('numbers are judged as they are written', () => {
  test.each([
    [INT64, '9223372036854775807'],
    [INT64, '-9223372036854775808'],
    [INT64, '9007199254740993'],
    [INT32, '2147483647'],
    [INT32, '1.0'],
    [INT32, '2e9'],
    [{ type: 'integer' }, '123456789012345678901234567890'],
    [{ type: 'number', format: 'int64' }, '5'],
    [{ type: ['integer', 'null'], format: 'int32' }, 'null'],
    [{ type: 'number' }, '1.00000000000000000001'],
    [{ type: 'number', multipleOf: 0.01 }, '19.99'],
    [{ type: 'number', multipleOf: 0.1 }, '0.3'],
  ])('%j takes %s', (schema, text) => {
    expect(breaches(schema, text)).toEqual([]);
  });

  test.each([
    [INT64, '9223372036854775808', 'must be int64'],
    [INT64, '-9223372036854775809', 'must be int64'],
    [INT32, '2147483648', 'must be int32'],
    [INT32, '1.5', 'must be integer'],
    [INT32, '1.00000000000000000001', 'must be integer'],
    [{ type: 'integer' }, '9007199254740993.5', 'must be integer'],
    [INT32, '1e400', 'must be'],
    [{ type: 'number', multipleOf: 0.01 }, '19.995', 'must be a multiple of 0.01'],
    [{ properties: { value: INT32 } }, '{"value":2147483648}', 'must be int32'],
    [{ properties: { default: INT64 } }, '{"default":9223372036854775808}', 'must be int64'],
    [INT32, '"1"', 'must be integer: "1"'],
  ])('%j refuses %s', (schema, text, requirement) => {
    expect(breaches(schema, text)[0]).toContain(requirement);
  });

  test('within objects and arrays, too, with the place and the text of the number', () => {
    const schema = { type: 'object', properties: { 'a/b': { type: 'array', items: INT64 } } };
    expect(breaches(schema, '{"a/b":[1,9223372036854775808]}')).toEqual([
      '/a~1b/1 must be int64, a whole number from -9223372036854775808 to 9223372036854775807: 9223372036854775808',
    ]);
  });

  test('what only looks like a schema is left alone', () => {
    const schema = { const: { type: 'integer', format: 'int32' } };
    expect(breaches(schema, '{"type":"integer","format":"int32"}')).toEqual([]);
  });
});

test.each(['[]', '["a"]', '["a", "b", "c"]'])('%s is judged by what it should contain beside a tuple', (text) => {
  const schema = { prefixItems: [{ type: 'string' }, { type: 'string' }], contains: { type: 'integer' } };
  expect(breaches(schema, text).join()).toContain('must contain an item that `contains` describes');
});

test.each([
  [{ anyOf: [{}, { additionalProperties: { type: 'string' } }], patternProperties: { '^x-': {} } }, '{"x-a":1}'],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  [{ anyOf: [{}, { if: {}, then: { additionalProperties: false } }], patternProperties: { '^x-': {} } }, '{"x-a":1}'],
])('%j takes %s', (schema, text) => {
  expect(breaches(schema, text)).toEqual([]);
});

test('a schema that refers to itself is judged', () => {
  const schema = { type: 'object', properties: { next: { $ref: '#/components/schemas/S' }, id: INT32 } };
  expect(breaches(schema, '{"next":{"next":{"id":"x"}}}')).toEqual(['/next/next/id must be integer: "x"']);
});

test('messages name what is missing, what is too much, and what would do', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: {}, b: { enum: [1, 2] } },
    additionalProperties: false,
  };
  expect(breaches(schema, '{"b":3,"c":4}')).toEqual([
    'must have the property "a": {"b":3,"c":4}',
    '/b must be one of [1,2]: 3',
    'must not have the property "c": {"b":3,"c":4}',
  ]);
});

describe('what an object says that it is', () => {
  const animal = (name: string, member: string) => ({
    type: 'object',
    required: ['kind', member],
    properties: { kind: { type: 'string' }, [member]: { type: 'string' } },
    title: name,
  });
  const components = { schemas: { Cat: animal('Cat', 'meows'), Dog: animal('Dog', 'barks') } };
  const refs = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];
  const judged = (schema: object, value: object) => {
    const document = { components: { schemas: { ...components.schemas, S: schema } } };
    const root: SourceFile = { path: '/contract/openapi.json', text: JSON.stringify(document), value: document };
    const files: Files = { root, get: () => root, paths: () => [root.path], read: () => new Map([[root.path, root]]) };
    const place = { value: schema, file: root, pointer: '#/components/schemas/S' };
    const judge = createJudges().judge(createSchemaReader(files, openapi31).at(place), 'response');
    return judge(readJson(JSON.stringify(value)))?.map((each) => [each.path, each.requirement, each.advisory]);
  };
  const discriminator = { propertyName: 'kind' };
  const mapping = { cat: '#/components/schemas/Cat', dog: 'Dog' };
  const hint = (name: string) => ['', `must be what its "kind" says it is: "${name}" (it lacks barks)`, true];

  test.each<[what: string, schema: object, value: object, found: readonly unknown[]]>([
    ['is told as a hint where it is not', { oneOf: refs, discriminator }, { kind: 'Dog', meows: 'x' }, [hint('Dog')]],
    ['is true', { oneOf: refs, discriminator }, { kind: 'Cat', meows: 'x' }, []],
    [
      'is mapped',
      { anyOf: refs, discriminator: { ...discriminator, mapping } },
      { kind: 'dog', meows: 'x' },
      [hint('dog')],
    ],
    ['is unknown', { oneOf: refs, discriminator: { ...discriminator, mapping } }, { kind: 'cow', meows: 'x' }, []],
    ['is read by nobody without a discriminator', { oneOf: refs }, { kind: 'Dog', meows: 'x' }, []],
    [
      'is told in a list, too',
      { type: 'array', items: { oneOf: refs, discriminator } },
      [{ kind: 'Dog', meows: 'x' }],
      [['/0', ...hint('Dog').slice(1)]],
    ],
    [
      'binds nobody in a branch that is not taken',
      { anyOf: [{ type: 'object', properties: { in: { oneOf: refs, discriminator } }, required: ['no'] }, {}] },
      { in: { kind: 'Dog', meows: 'x' } },
      [],
    ],
  ])('%s', (_, schema, value, found) => {
    expect(judged(schema, value)).toEqual(found);
  });
});

describe('what nobody can tell is neither taken nor refused', () => {
  const slow = { type: 'string', pattern: '^(a*)(a*)(a*)(a*)\\1\\2\\3\\4$' };
  const text = JSON.stringify(`${'a'.repeat(40)}!`);
  test.each<[what: string, schema: object, text: string]>([
    ['a pattern that takes too many steps', slow, text],
    ['the same where it is not to be found', { not: slow }, text],
    ['the same in one of two branches', { oneOf: [slow, { type: 'integer' }] }, text],
    ['a member of which that holds', { properties: { a: slow } }, `{"a":${text}}`],
  ])('%s', (_, schema, json) => {
    expect(breaches(schema, json)).toEqual(['nobody can tell:']);
  });

  test('but a text that is told soon is judged by the same pattern', () => {
    expect(breaches(slow, '"aaaa"')).toEqual([]);
    expect(breaches(slow, '"aab"')).toEqual([expect.stringContaining('must match')]);
  });
});

test('bounds that no value can keep both are judged by neither, and the type beside them is', () => {
  const schema = { type: 'integer', minimum: 5, maximum: 1 };
  expect([breaches(schema, '3'), breaches(schema, '9')]).toEqual([[], []]);
  expect(breaches(schema, '"a"')).toEqual(['must be integer: "a"']);
});

describe('ajv compiles a schema', () => {
  const compile = jest.spyOn(Ajv2020.prototype, 'compile');

  beforeEach(() => compile.mockClear());
  afterAll(() => compile.mockRestore());

  /** Each of the values takes at least ten. */
  const STEPS = 100;

  const judging = (...schemas: unknown[]) => {
    const judges = createJudges(STEPS);
    const read = schemas.map((each) => judges.judge(componentSchemaOf(each, { T: { type: 'string' } }), 'response'));
    return (times: number) =>
      Array.from({ length: times }, () => read.map((judge) => judge(readJson('[1]'))?.length)).flat();
  };

  test('once it has judged some values, with the same verdict', () => {
    const judge = judging({ items: { type: 'string' } });
    expect(judge(3)).toEqual([1, 1, 1]);
    expect(compile).not.toHaveBeenCalled();
    expect(judge(10)).toEqual(Array.from({ length: 10 }, () => 1));
    expect(compile).toHaveBeenCalledTimes(1);
  });

  test('once for all schemas that say the same', () => {
    const judge = judging({ items: { type: 'string' } }, { items: { type: 'string' } }, { items: { type: 'number' } });
    expect(judge(12).slice(-3)).toEqual([1, 1, 0]);
    expect(compile).toHaveBeenCalledTimes(2);
  });

  test('never where it refers to what does not exist: nobody is judged by that', () => {
    expect(() => judging({ properties: { a: { $ref: '#/components/schemas/Nowhere' } } })).toThrow(BrokenReference);
  });
});

describe('what ajv would compile too long is judged all the same', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `m${at}`);
  const members = Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1 }]));
  const kinds = names.map((name) => ({
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'integer' } },
  }));
  test.each([
    ['many members', { type: 'object', properties: members }, '{"m7":"x"}', '{"m7":""}'],
    ['many branches', { anyOf: kinds }, '{"m999":1}', '{"m999":"x"}'],
    [
      'much that it refers to',
      { type: 'array', items: { allOf: [{ type: 'object', properties: members }] } },
      '[{"m1":"x"}]',
      '[{"m1":1}]',
    ],
  ])('%s', (_, schema, right, wrong) => {
    expect(breaches(schema, right)).toEqual([]);
    expect(breaches(schema, wrong)).not.toEqual([]);
  });
});
