import { readJson } from '../../json/exactJson';
import { head, load, VERSIONS, type Version } from '../contract.testing';

/** A contract that answers with the schema `S`, which is written as `@S` wherever it is referred to. */
function withSchemas(version: Version, schemas: object): object {
  const where = version === '2.0' ? '#/definitions/' : '#/components/schemas/';
  const schema = { $ref: '@S' };
  const response = version === '2.0' ? { schema } : { content: { 'application/json': { schema } } };
  const paths = { '/a': { get: { responses: { 200: { description: 'ok', ...response } } } } };
  const named = version === '2.0' ? { definitions: schemas } : { components: { schemas } };
  return JSON.parse(JSON.stringify({ ...head(version), paths, ...named }).replaceAll('"@', `"${where}`)) as object;
}

/** What a body breaks: `/path keyword`, the keyword as it stands in the contract. */
async function broken(version: Version, schemas: object, body: string): Promise<string[]> {
  const contract = await load(withSchemas(version, schemas));
  const { mistakes } = contract.check(false);
  expect(mistakes).toEqual([]);
  const judge = contract.operations[0]?.responses[0]?.media[0]?.judge;
  return (judge?.(readJson(body)) ?? []).map(({ path, clause, advisory }) => {
    const at = clause?.pointer.replace(/^#(\/components\/schemas|\/definitions)\//, '');
    return `${path} ${at}${advisory ? '?' : ''}`.trim();
  });
}

describe.each(VERSIONS)('in %s, as in any, a body', (version) => {
  const pet = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 2 }, tag: { $ref: '@T' } },
  };
  const schemas = { S: pet, T: { type: 'integer', format: 'int32', maximum: 9 } };
  test.each<[string, object, string, string[]]>([
    ['that has what it needs', schemas, '{"name":"ab","tag":9,"more":1}', []],
    ['of another type', schemas, '[]', ['S/type']],
    ['without what it needs', schemas, '{"tag":1}', ['S/required']],
    ['with a member too short', schemas, '{"name":"a"}', ['/name S/properties/name/minLength']],
    ['with a member that is described elsewhere', schemas, '{"name":"ab","tag":10}', ['/tag T/maximum']],
    ['beyond a format', { S: { type: 'integer', format: 'int32' } }, '2147483648', ['S/format']],
    ['of a format for people', { S: { type: 'string', format: 'email' } }, '"x"', ['S/format?']],
    ['of a format that nobody knows', { S: { type: 'string', format: 'colour' } }, '"x"', []],
    [
      'with what it must not have',
      { S: { type: 'object', additionalProperties: false } },
      '{"a":1}',
      ['S/additionalProperties'],
    ],
    [
      'with more of a kind',
      { S: { type: 'object', additionalProperties: { type: 'string' } } },
      '{"a":1}',
      ['/a S/additionalProperties/type'],
    ],
    [
      'with an item of another type',
      { S: { type: 'array', items: { type: 'string' } } },
      '["a",1]',
      ['/1 S/items/type'],
    ],
    ['with too many items', { S: { type: 'array', items: {}, maxItems: 1 } }, '[1,2]', ['S/maxItems']],
    [
      'with the same item twice',
      { S: { type: 'array', items: {}, uniqueItems: true } },
      '[{"a":1,"b":2},{"b":2,"a":1}]',
      ['S/uniqueItems'],
    ],
    [
      'with two items that doubles cannot tell apart',
      { S: { type: 'array', items: {}, uniqueItems: true } },
      '[9007199254740992,9007199254740993]',
      [],
    ],
    ['that is none of those listed', { S: { type: 'string', enum: ['a', 'b'] } }, '"c"', ['S/enum']],
    ['that is no multiple', { S: { type: 'number', multipleOf: 0.01 } }, '19.995', ['S/multipleOf']],
    ['that is one, but not in doubles', { S: { type: 'number', multipleOf: 0.01 } }, '19.99', []],
    ['that no pattern is found in', { S: { type: 'string', pattern: '^\\d+$' } }, '"x1"', ['S/pattern']],
    [
      'that is too long in characters, not in code units',
      { S: { type: 'string', maxLength: 1 } },
      '"\\ud83c\\udf31"',
      [],
    ],
    [
      'that breaks one of all',
      { S: { allOf: [{ $ref: '@T' }, { minimum: 5 }] }, T: { type: 'integer' } },
      '4',
      ['S/allOf/1/minimum'],
    ],
    ['that is null', { S: { type: 'string' } }, 'null', ['S/type']],
    ['that is an integer with a point', { S: { type: 'integer' } }, '1.0', []],
    ['that is any', { S: {} }, 'null', []],
    [
      'that holds what it is',
      { S: { type: 'object', properties: { s: { $ref: '@S' } } } },
      '{"s":{"s":1}}',
      ['/s/s S/properties/s'.replace('/properties/s', '/type')],
    ],
    [
      'without what nobody reads',
      { S: { type: 'object', required: ['a'], properties: { a: { type: 'string', readOnly: true } } } },
      '{}',
      ['S/required'],
    ],
  ])('%s', async (_, given, body, found) => {
    expect(await broken(version, given, body)).toEqual(found);
  });
});

test.each(['\\A[a-z]+\\z', '^\\p{Alnum}+$', '^[[:alpha:]]+$', '[\\p{Graph}\\x20]*'])(
  'nothing is judged by %s, which is written for another kind of regular expression',
  async (pattern) => {
    for (const version of VERSIONS)
      expect(await broken(version, { S: { type: 'string', pattern } }, '"9"')).toEqual([]);
    const named = { patternProperties: { [pattern]: { type: 'string' } }, additionalProperties: false };
    expect(await broken('3.1', { S: named }, '{"abc":1}')).toEqual([]);
  },
);

test('but by one that escapes more than it need', async () => {
  expect(await broken('3.0', { S: { type: 'string', pattern: '^[a-z\\-\\_\\@]+\\\\A$' } }, '"9"')).toEqual([
    'S/pattern',
  ]);
  expect(await broken('3.0', { S: { type: 'string', pattern: '^\\p{Lu}$' } }, '"a"')).toEqual(['S/pattern']);
});

describe.each<Version>(['3.0', '3.1', '3.2'])('in %s, as in any since 3.0, a body', (version) => {
  const either = { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }] };
  test.each<[string, object, string, string[]]>([
    [
      'that none of the branches takes',
      { S: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] } },
      '"x"',
      ['S/anyOf'],
    ],
    ['that one takes', { S: either }, '4', []],
    ['that both take', { S: either }, '6', ['S/oneOf']],
    ['that must not be', { S: { not: { type: 'integer' } } }, '6', ['S/not']],
    [
      'without what is only written',
      { S: { type: 'object', required: ['a'], properties: { a: { type: 'string', writeOnly: true } } } },
      '{}',
      [],
    ],
  ])('%s', async (_, given, body, found) => {
    expect(await broken(version, given, body)).toEqual(found);
  });
});

describe('what one version means and another does not', () => {
  const exclusive = { type: 'number', minimum: 5, exclusiveMinimum: true };
  test.each<[Version, string, object, string, string[]]>([
    ['2.0', 'bounds that are excluded', { S: exclusive }, '5', ['S/exclusiveMinimum']],
    ['3.0', 'bounds that are excluded', { S: exclusive }, '5', ['S/exclusiveMinimum']],
    ['3.0', 'bounds that are not', { S: { ...exclusive, exclusiveMinimum: false } }, '5', []],
    ['3.1', 'bounds that are excluded', { S: { type: 'number', exclusiveMinimum: 5 } }, '5', ['S/exclusiveMinimum']],
    ['2.0', 'null by extension', { S: { type: 'string', 'x-nullable': true } }, 'null', []],
    ['3.0', 'null beside a type', { S: { type: 'string', nullable: true } }, 'null', []],
    ['3.0', 'no null beside a type', { S: { type: 'string', nullable: false } }, 'null', ['S/type']],
    ['3.0', 'null beside no type', { S: { nullable: true, minLength: 1 } }, 'null', []],
    ['3.0', 'null, and a list without it', { S: { type: 'string', nullable: true, enum: ['a'] } }, 'null', []],
    ['3.0', 'null beside any of others', { S: { nullable: true, anyOf: [{ type: 'string' }] } }, 'null', []],
    [
      '3.0',
      'null beside a type and any',
      { S: { type: 'string', nullable: true, anyOf: [{ type: 'string' }] } },
      'null',
      [],
    ],
    ['3.0', 'null beside one of others', { S: { nullable: true, oneOf: [{ type: 'string' }] } }, 'null', []],
    ['3.0', 'null beside what it must not be', { S: { nullable: true, not: { enum: [null] } } }, 'null', []],
    ['3.0', 'null beside a reference', { S: { $ref: '@T', nullable: true }, T: { type: 'string' } }, 'null', []],
    ...['string', 'integer', 'boolean'].flatMap((type): [Version, string, object, string, string[]][] => {
      const plain = { type };
      const T = { T: { ...plain, enum: ['a', 1, true] } };
      return [
        [
          '3.0',
          `null beside any of ${type}`,
          { S: { nullable: true, anyOf: [plain, { $ref: '@T' }] }, ...T },
          'null',
          [],
        ],
        ['3.0', `null beside one of ${type}`, { S: { nullable: true, oneOf: [plain] } }, 'null', []],
        [
          '3.0',
          `null beside one of ${type} or null`,
          {
            S: {
              nullable: true,
              oneOf: [
                { ...plain, nullable: true },
                { type: 'array', items: {}, nullable: true },
              ],
            },
          },
          'null',
          [],
        ],
        ['3.0', `null beside no ${type}`, { S: { nullable: true, not: plain } }, 'null', []],
        [
          '3.0',
          `null beside not what has no type, nor ${type}`,
          { S: { nullable: true, not: { anyOf: [plain, {}] } } },
          'null',
          [],
        ],
        [
          '3.0',
          `null in a member beside any of ${type}`,
          { S: { type: 'object', properties: { a: { nullable: true, anyOf: [plain] } } } },
          '{"a":null}',
          [],
        ],
        [
          '3.0',
          `null in a list beside one of ${type}`,
          { S: { type: 'array', items: { nullable: true, oneOf: [plain] } } },
          '[null]',
          [],
        ],
        [
          '3.0',
          `null in any of ${type} that may be null`,
          {
            S: {
              anyOf: [
                { nullable: true, oneOf: [plain] },
                { type: 'array', items: {} },
              ],
            },
          },
          'null',
          [],
        ],
        [
          '2.0',
          `null by extension beside ${type} in all of others`,
          { S: { 'x-nullable': true, allOf: [plain] } },
          'null',
          [],
        ],
        ['3.0', `no null beside any of ${type}`, { S: { anyOf: [plain] } }, 'null', ['S/anyOf']],
      ];
    }),
    [
      '3.0',
      'null beside all of others',
      { S: { nullable: true, allOf: [{ $ref: '@T' }] }, T: { type: 'string' } },
      'null',
      [],
    ],
    [
      '3.0',
      'what is beside a reference is ignored',
      { S: { $ref: '@T', maxLength: 1 }, T: { type: 'string' } },
      '"ab"',
      [],
    ],
    [
      '2.0',
      'what is beside a reference is ignored',
      { S: { $ref: '@T', maxLength: 1 }, T: { type: 'string' } },
      '"ab"',
      [],
    ],
    [
      '3.1',
      'what is beside a reference holds',
      { S: { $ref: '@T', maxLength: 1 }, T: { type: 'string' } },
      '"ab"',
      ['S/maxLength'],
    ],
    ['3.1', 'null as a type', { S: { type: ['string', 'null'] } }, 'null', []],
    ['3.1', 'null by another word', { S: { type: 'string', nullable: true } }, 'null', ['S/type']],
    ['3.1', 'nothing at all', { S: false }, '1', ['S']],
    [
      '3.1',
      'items by their position',
      { S: { prefixItems: [{ type: 'string' }], items: false } },
      '["a",1]',
      ['/1 S/items'],
    ],
    ['3.1', 'one value', { S: { const: { a: [1] } } }, '{"a":[2]}', ['S/const']],
    [
      '3.1',
      'what is left over',
      { S: { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false } },
      '{"a":1,"b":2}',
      ['S/unevaluatedProperties'],
    ],
    [
      '3.1',
      'what is needed by what is there',
      { S: { dependentRequired: { a: ['b'] } } },
      '{"a":1}',
      ['S/dependentRequired'],
    ],
    ['3.1', 'names', { S: { propertyNames: { pattern: '^a' } } }, '{"b":1}', ['S/propertyNames']],
    ['3.1', 'a condition', { S: { if: { required: ['a'] }, else: { required: ['b'] } } }, '{}', ['S/else/required']],
    ['3.1', 'an anchor', { S: { $ref: '#tee' }, T: { $anchor: 'tee', type: 'string' } }, '1', ['T/type']],
    [
      '3.2',
      'a name of its own',
      { S: { $ref: 'https://example.com/tee' }, T: { $id: 'https://example.com/tee', type: 'string' } },
      '1',
      ['T/type'],
    ],
    [
      '2.0',
      'items by their position',
      { S: { type: 'array', items: [{ type: 'string' }] } },
      '[1]',
      ['/0 S/items/0/type'],
    ],
  ])('%s: %s', async (version, _, schemas, body, found) => {
    expect(await broken(version, schemas, body)).toEqual(found);
  });

  test.each<Version>(['2.0', '3.0', '3.1'])(
    '%s: the clause of a body is where its schema says something',
    async (version) => {
      const schemas = { S: { $ref: '@T' }, T: { $ref: '@U' }, U: { type: 'string' } };
      const { operations } = await load(withSchemas(version, schemas));
      expect(operations[0]?.responses[0]?.media[0]?.schemaClause.pointer).toMatch(/\/U$/);
    },
  );

  test.each<Version>(['3.0', '3.1'])('%s: what is only written may be said so beside a reference', async (version) => {
    const member = { $ref: '@T', writeOnly: true };
    const schemas = { S: { type: 'object', required: ['a'], properties: { a: member } }, T: { type: 'string' } };
    expect(await broken(version, schemas, '{}')).toEqual([]);
    expect(await broken(version, schemas, '{"a":1}')).toEqual(['/a T/type']);
  });

  test('a breach names the very keyword', async () => {
    const contract = await load(
      withSchemas('3.1', { S: { type: 'object', properties: { a: { type: 'integer', maximum: 5 } } } }),
    );
    const [breach] = contract.operations[0]?.responses[0]?.media[0]?.judge?.(readJson('{"a":6}')) ?? [];
    expect(breach?.requirement).toBe('must be 5 or less');
    expect([breach?.clause?.excerpt?.trim(), breach?.clause?.column]).toEqual(['"maximum": 5', 7]);
  });
});

test.each<Version>(VERSIONS)('in %s, a path parameter that is not declared is any text', async (version) => {
  const { operations } = await load({
    ...head(version),
    paths: { '/notes/{id}': { get: { responses: OK } }, '/all': { get: { responses: OK } } },
  });
  expect(operations.map(({ parameters }) => parameters.map((each) => [each.name, each.in, each.required]))).toEqual([
    [['id', 'path', true]],
    [],
  ]);
});

test('OpenAPI 2.0: a form may be sent whose fields say whether they are required', async () => {
  const field = (name: string, more: object) => ({ name, in: 'formData', type: 'string', ...more });
  const { operations } = await load({
    ...head('2.0'),
    paths: {
      '/a': { post: { parameters: [field('a', { required: false }), field('b', { required: true })], responses: OK } },
      '/b': { post: { parameters: [field('c', { required: true, minLength: 'x' })], responses: OK } },
    },
  });
  const media = operations.flatMap(({ requestBody }) => requestBody?.media ?? []);
  expect(media.map(({ type, defect }) => [type, defect?.message])).toEqual([
    [FORM, undefined],
    [FORM, '`minLength` must be a whole number, 0 or more, not the string "x".'],
  ]);
});

const OK = { 200: { description: 'ok' } };
const FORM = 'application/x-www-form-urlencoded';

test('OpenAPI 2.0: what is sent is described by parameters, what it is sent as by lists, and where to by a host', async () => {
  const parameter = (name: string, where: string, more: object) => ({ name, in: where, type: 'string', ...more });
  const { operations } = await load({
    ...head('2.0'),
    host: 'example.com',
    basePath: '/v1',
    schemes: ['http', 'https'],
    consumes: ['application/json'],
    produces: ['text/plain'],
    paths: {
      '/a': {
        parameters: [parameter('p', 'query', { collectionFormat: 'pipes', type: 'array', items: { type: 'string' } })],
        post: {
          schemes: ['https'],
          consumes: ['multipart/form-data', 'application/json'],
          parameters: [
            parameter('m', 'query', { collectionFormat: 'multi', type: 'array', items: { type: 'string' } }),
            parameter('f', 'formData', { type: 'file', required: true }),
          ],
          responses: { 200: { description: 'ok', schema: { type: 'string' } }, 204: { description: 'none' } },
        },
        put: {
          parameters: [{ name: 'b', in: 'body', schema: { type: 'integer' } }],
          responses: { 204: { description: 'ok' } },
        },
      },
    },
  });
  const [put, post] = operations;
  expect(operations.map(({ name, servers }) => [name, servers])).toEqual([
    ['PUT /a', ['http://example.com/v1', 'https://example.com/v1']],
    ['POST /a', ['https://example.com/v1']],
  ]);
  expect(post?.parameters.map(({ name, style, explode }) => [name, style, explode])).toEqual([
    ['p', 'pipeDelimited', false],
    ['m', 'form', true],
  ]);
  expect(post?.requestBody?.media.map(({ type }) => type)).toEqual(['multipart/form-data']);
  expect(post?.requestBody?.required).toBe(true);
  expect(post?.responses.map(({ status, media }) => [status, media.map(({ type }) => type)])).toEqual([
    ['200', ['text/plain']],
    ['204', []],
  ]);
  expect(put?.requestBody?.media.map(({ type, judge }) => [type, judge?.(readJson('"x"'))?.length])).toEqual([
    ['application/json', 1],
  ]);
});
