import { head, load, VERSIONS, type Version } from '../contract.testing';

/** What a contract of this version is told, of paths and whatever else it has. */
async function told(version: Version, more: object): Promise<string[]> {
  const { check } = await load({ ...head(version), paths: {}, ...more });
  const { mistakes, warnings } = check(true);
  return [...mistakes.map(({ message }) => message), ...warnings.map(({ message }) => `(${message})`)];
}

/** One operation, `GET /a`. */
function operation(version: Version, more: object): Promise<string[]> {
  return told(version, { paths: { '/a': { get: { responses: { 204: { description: 'ok' } }, ...more } } } });
}

describe('what the standard allows draws nothing', () => {
  const answer = { responses: { 204: { description: 'ok' } } };
  const schema = { type: 'string' };
  const path = (name: string, where: string) => ({ name, in: where, required: true, schema });
  test.each<[Version, string, object]>([
    [
      '3.0',
      'a path with a query',
      { paths: { '/up?to={to}': { get: { ...answer, parameters: [path('to', 'query')] } } } },
    ],
    [
      '3.0',
      'a path with a query, of its own',
      { paths: { '/up?to={to}': { get: { ...answer, parameters: [path('to', 'path')] } } } },
    ],
    ['3.0', 'paths that differ by a fragment', { paths: { '/#A': { get: answer }, '/#B': { get: answer } } }],
    ['3.0', 'a parameter of the path item', { paths: { '/a/{b}': { parameters: [path('b', 'path')], get: answer } } }],
    ['3.0', 'no security', { security: [{}], components: {} }],
    ['3.0', 'an empty list of servers', { servers: [] }],
    [
      '3.0',
      'extensions of every kind',
      { 'x-a': 1, info: { title: 'T', version: '1', 'x-b': [] }, components: { 'x-c': {} }, paths: { 'x-d': 1 } },
    ],
    [
      '3.0',
      'a null of an example',
      { components: { schemas: { S: { type: 'string', nullable: true, example: null } } } },
    ],
    [
      '3.0',
      'a discriminator',
      {
        components: {
          schemas: {
            S: {
              oneOf: [{ $ref: '#/components/schemas/T' }],
              discriminator: { propertyName: 'a', mapping: { t: 'T', u: '#/components/schemas/T' } },
            },
            T: { type: 'object', properties: { a: schema } },
          },
        },
      },
    ],
    ['3.1', 'no paths', { paths: undefined, components: {} }],
    ['3.1', 'webhooks alone', { paths: undefined, webhooks: { x: { post: answer } } }],
    ['3.1', 'a licence with its name alone', { info: { title: 'T', version: '1', license: { name: 'MIT' } } }],
    ['3.1', 'an operation without responses', { paths: { '/a': { get: {} } } }],
    [
      '3.1',
      'schemas that are true and false',
      { components: { schemas: { S: true, T: { not: false }, U: { properties: { a: true } } } } },
    ],
    [
      '3.1',
      'keywords of one’s own',
      { components: { schemas: { S: { uiWidget: 'x', type: 'object', $defs: { a: {} } } } } },
    ],
    [
      '3.1',
      'a reference that is summed up',
      {
        components: {
          responses: { A: { $ref: '#/components/responses/B', description: 'x' }, B: { description: 'ok' } },
        },
      },
    ],
    [
      '3.1',
      'a mutual certificate',
      { components: { securitySchemes: { a: { type: 'mutualTLS' } } }, security: [{ a: [] }] },
    ],
    [
      '3.2',
      'a method of one’s own',
      { paths: { '/a': { query: answer, additionalOperations: { COPY: answer, 'X-Y': answer } } } },
    ],
    [
      '3.2',
      'a whole query string',
      {
        paths: {
          '/a': {
            get: {
              ...answer,
              parameters: [{ name: 'q', in: 'querystring', content: { 'application/json': { schema } } }],
            },
          },
        },
      },
    ],
    [
      '3.2',
      'events',
      { components: { responses: { A: { content: { 'text/event-stream': { itemSchema: { type: 'object' } } } } } } },
    ],
    [
      '3.2',
      'encodings by their position',
      {
        components: {
          mediaTypes: {
            A: { schema: {}, prefixEncoding: [{ contentType: 'a/b' }], itemEncoding: { contentType: 'c/d' } },
          },
        },
      },
    ],
    [
      '3.2',
      'tags within tags',
      {
        tags: [
          { name: 'a', parent: 'b', kind: 'nav' },
          { name: 'b', summary: 'B' },
        ],
      },
    ],
    [
      '3.2',
      'a device',
      {
        components: {
          securitySchemes: {
            a: {
              type: 'oauth2',
              oauth2MetadataUrl: 'https://example.com',
              flows: {
                deviceAuthorization: {
                  deviceAuthorizationUrl: 'https://example.com/d',
                  tokenUrl: 'https://example.com/t',
                  scopes: {},
                },
              },
            },
          },
        },
      },
    ],
    ['3.2', 'a scheme by its address', { security: [{ 'https://example.com/schemes#a': [] }] }],
    ['2.0', 'extensions of every kind', { 'x-a': 1, host: 'example.com', basePath: '/v1', schemes: ['https', 'wss'] }],
    [
      '2.0',
      'a form with a file',
      {
        consumes: ['multipart/form-data'],
        paths: {
          '/a': {
            post: {
              ...answer,
              parameters: [
                { name: 'f', in: 'formData', type: 'file' },
                { name: 't', in: 'formData', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
              ],
            },
          },
        },
      },
    ],
    [
      '2.0',
      'an answer that is a file',
      { paths: { '/a': { get: { responses: { 200: { description: 'ok', schema: { type: 'file' } } } } } } },
    ],
    [
      '2.0',
      'examples by media types',
      {
        paths: {
          '/a': { get: { responses: { 200: { description: 'ok', schema, examples: { 'application/json': 'x' } } } } },
        },
      },
    ],
  ])('%s: %s', async (version, _, more) => {
    expect(await told(version, more)).toEqual([]);
  });
});

describe('what the standard forbids is told', () => {
  const answer = { responses: { 204: { description: 'ok' } } };
  const schema = { type: 'string' };
  test.each<[Version, object, string]>([
    ['3.0', { paths: undefined }, '`paths` is missing in an OpenAPI document.'],
    ['3.0', { paths: { a: {} } }, '`a` has no place in paths, which begin with a slash.'],
    ['3.0', { paths: { '/a': { get: {} } } }, '`responses` is missing in an operation.'],
    ['3.0', { webhooks: {} }, 'There is no `webhooks` in an OpenAPI document.'],
    ['3.0', { components: { schemas: { S: { const: 1 } } } }, 'There is no `const` in a schema of OpenAPI 3.0.'],
    ['3.0', { components: { schemas: { S: true } } }, '`S` must be an object, not true.'],
    [
      '3.0',
      { components: { schemas: { S: { type: ['string', 'null'] } } } },
      'OpenAPI 3.0 has one `type`, and none of null; write `nullable: true` beside it.',
    ],
    ['3.0', { components: { schemas: { S: { type: 'array' } } } }, 'An array must have `items`.'],
    ['3.0', { components: { schemas: { S: { required: true } } } }, '`required` must be a list, not true.'],
    [
      '3.0',
      { components: { schemas: { S: { type: 'text' } } } },
      '`type` cannot be the string "text"; there are: array, boolean, integer, null, number, object, string.',
    ],
    [
      '3.0',
      { components: { responses: { A: { description: 'x', content: { 'a/b': { example: 1, examples: {} } } } } } },
      'There are both `example` and `examples`; one of them must go.',
    ],
    [
      '3.0',
      { components: { securitySchemes: { a: { type: 'apiKey', name: 'x' } } } },
      '`in` is missing, which the type apiKey needs.',
    ],
    ['3.1', { paths: undefined }, 'There must be `paths`, `components` or `webhooks`.'],
    [
      '3.1',
      { info: { title: 'T', version: '1', license: { name: 'MIT', identifier: 'MIT', url: 'https://x' } } },
      'There are both `identifier` and `url`; one of them must go.',
    ],
    [
      '3.1',
      { components: { schemas: { S: { exclusiveMinimum: true } } } },
      '`exclusiveMinimum` must be a number, not true.',
    ],
    ['3.2', { paths: { '/a': { additionalOperations: { GET: answer } } } }, 'GET has a field of its own, `get`.'],
    ['3.2', { tags: [{ name: 'a', parent: 'b' }] }, 'There is no tag "b".'],
    [
      '3.2',
      {
        tags: [
          { name: 'a', parent: 'b' },
          { name: 'b', parent: 'a' },
        ],
      },
      'The tag "a" is a parent of itself.',
    ],
    ['2.0', { paths: undefined }, '`paths` is missing in an OpenAPI 2.0 document.'],
    ['2.0', { basePath: 'v1' }, '`basePath` must begin with a slash.'],
    ['2.0', { schemes: ['ftp'] }, 'An item of `schemes` cannot be the string "ftp"'],
    ['2.0', { components: {} }, 'There is no `components` in an OpenAPI 2.0 document.'],
  ])('%s: %j', async (version, more, message) => {
    const [first] = await told(version, more);
    expect(first).toContain(message);
  });

  test.each<[Version, object, string]>([
    ['3.0', { parameters: [{ name: 'a', in: 'path', schema }] }, 'A parameter in the path must have `required: true`.'],
    ['3.0', { parameters: [{ name: 'a', in: 'query' }] }, 'There must be `schema` or `content`.'],
    [
      '3.0',
      { parameters: [{ name: 'a', in: 'query', schema, content: {} }] },
      'There are both `schema` and `content`; one of them must go.',
    ],
    [
      '3.0',
      { parameters: [{ name: 'a', in: 'header', style: 'form', schema }] },
      'A parameter in the header has no style "form"; there are: simple.',
    ],
    ['3.0', { parameters: [{ name: 'a b', in: 'header', schema }] }, '"a b" is not a valid name of a header field.'],
    [
      '3.0',
      { parameters: [{ name: 'a', in: 'body', schema }] },
      '`in` cannot be the string "body"; there are: path, query, header, cookie.',
    ],
    ['3.0', { parameters: [1] }, 'An item of `parameters` must be an object, not 1.'],
    [
      '3.0',
      { parameters: Array(2).fill({ name: 'a', in: 'query', schema }) },
      'The query parameter "a" is declared twice.',
    ],
    ['3.0', { responses: {} }, 'There must be at least one response.'],
    [
      '3.0',
      { responses: { 700: { description: 'x' } } },
      '`700` has no place in responses, whose names are 200, 4XX or default.',
    ],
    ['3.0', { responses: { 200: {} } }, '`description` is missing in a response.'],
    ['3.0', { security: [{ a: [] }] }, 'There is no security scheme `a`.'],
    ['3.0', { requestBody: {} }, '`content` is missing in a request body.'],
    ['3.0', { operationID: 'x' }, 'There is no `operationID` in an operation. Did you mean `operationId`?'],
    [
      '3.2',
      { parameters: [{ name: 'a', in: 'querystring', schema }] },
      'A parameter that is the whole query string is described by `content` alone.',
    ],
    [
      '3.2',
      {
        parameters: [
          { name: 'a', in: 'query', schema },
          { name: 'b', in: 'querystring', content: { 'a/b': {} } },
        ],
      },
      'There cannot be parameters in the query beside one that is the whole of it.',
    ],
    ['2.0', { parameters: [{ name: 'a', in: 'query' }] }, '`type` is missing in a parameter that is no body.'],
    ['2.0', { parameters: [{ name: 'a', in: 'body' }] }, 'A parameter in the body must have a `schema`.'],
    ['2.0', { parameters: [{ name: 'a', in: 'query', type: 'file' }] }, 'A file must be a parameter in the formData.'],
    [
      '2.0',
      {
        parameters: [
          { name: 'a', in: 'path', type: 'array', items: schema, required: true, collectionFormat: 'multi' },
        ],
      },
      'Only parameters in the query and the formData can be `multi`.',
    ],
    [
      '2.0',
      { parameters: ['a', 'b'].map((name) => ({ name, in: 'body', schema })) },
      'There can be only one parameter in the body.',
    ],
    ['2.0', { requestBody: {} }, 'There is no `requestBody` in an operation.'],
  ])('%s, of an operation: %j', async (version, more, message) => {
    const found = await operation(version, more);
    expect(found.filter((each) => each.startsWith(message))).toHaveLength(1);
  });

  test.each(VERSIONS)(
    '%s: parameters of a path that are not declared, and declared ones that are not there',
    async (version) => {
      const type = version === '2.0' ? schema : { schema };
      const parameters = [{ name: 'c', in: 'path', required: true, ...type }];
      expect(await told(version, { paths: { '/a/{b}': { get: { ...answer, parameters } }, '/a/{d}': {} } })).toEqual([
        'The parameter {b} of the path /a/{b} is not declared.',
        'There is no {c} in the path /a/{b}.',
        expect.stringContaining('The path /a/{d} differs from /a/{b} only in the names of its parameters.'),
      ]);
    },
  );

  test.each([
    ['a mistake where they share a method', 'get', true],
    ['a warning where each has methods of its own', 'delete', false],
  ])('paths that differ by names of parameters are %s', async (_, method, isMistake) => {
    const path = (name: string, one: string) => ({
      [one]: { ...answer, parameters: [{ name, in: 'path', required: true, schema }] },
    });
    const found = await told('3.1', { paths: { '/a/{b}': path('b', 'get'), '/a/{d}': path('d', method) } });
    expect(found).toEqual([expect.stringMatching(isMistake ? /^The .*parameters\.$/ : /^\(The .*parameters\.\)$/)]);
  });
});

describe('examples that their schemas refuse are told as warnings', () => {
  const answer = (media: object) => ({
    paths: { '/a': { get: { responses: { 200: { description: 'ok', content: media } } } } },
  });
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer', writeOnly: false } } };
  test.each<[string, object, string[]]>([
    ['that fits', { 'application/json': { schema, example: { a: 1 } } }, []],
    [
      'that does not',
      { 'application/json': { schema, example: { a: 'x' } } },
      ['(This example breaks its schema: /a must be integer.)'],
    ],
    [
      'one of several',
      { 'application/json': { schema, examples: { x: { value: { a: 1 } }, y: { value: {} } } } },
      ['(This example breaks its schema: it must have the property "a".)'],
    ],
    [
      'that is JSON in a text',
      { 'application/json': { schema, example: '{"a":1}' } },
      ['(This example is a text in which its JSON is written; write the JSON itself.)'],
    ],
    [
      'that is JSON in a text, and breaks the schema',
      { 'application/json': { schema, example: '{"a":"x"}' } },
      ['(This example is a text in which its JSON is written; write the JSON itself, in which /a must be integer.)'],
    ],
    [
      'that breaks several clauses',
      { 'application/json': { schema: { required: ['a', 'b', 'c'] }, example: {} } },
      ['(This example breaks its schema: it must have the property "a", and 2 more breaches.)'],
    ],
    [
      'that was a text, before YAML read it',
      { 'application/json': { schema: { properties: { year: { type: 'string' } } }, example: { year: 2019 } } },
      ['(This example breaks its schema: /year must be string; 2019 stands there without quotes.)'],
    ],
    [
      'that is written like one of several',
      { 'application/json': { schema, example: { summary: 'One', value: { a: 1 } } } },
      ['(This example is put into a `value`, which is for `examples`; write the value itself.)'],
    ],
    ['that is how something else is written', { 'application/xml': { schema, example: '<a>1</a>' } }, []],
    [
      'of a format that binds nobody',
      { 'application/json': { schema: { type: 'string', format: 'email' }, example: 'x' } },
      [],
    ],
    [
      'of a format that binds',
      { 'application/json': { schema: { type: 'string', format: 'date' }, example: 'x' } },
      ['(This example breaks its schema: it must be of the format date.)'],
    ],
    [
      'of a request alone',
      { 'application/json': { schema: { properties: { a: { readOnly: true } }, required: ['a'] }, example: {} } },
      [],
    ],
  ])('%s', async (_, media, found) => {
    expect(await told('3.0', answer(media))).toEqual(found);
  });

  test('for the direction in which they are used', async () => {
    const account = {
      required: ['id', 'secret', 'name'],
      properties: { id: { readOnly: true }, secret: { writeOnly: true }, name: { type: 'string' } },
    };
    const media = { 'application/json': { schema: account, example: { name: 1 } } };
    const document = {
      paths: {
        '/a': { post: { requestBody: { content: media }, responses: { 200: { description: 'ok', content: media } } } },
      },
    };
    const found = await told('3.1', document);
    expect(found.map((each) => /"(id|secret)"/.exec(each)?.[1])).toEqual(['secret', 'id']);
  });

  test('with the schema that refuses them, if they are shared', async () => {
    const examples = { x: { $ref: '#/components/examples/X' } };
    const document = {
      ...answer({ 'application/json': { schema, examples } }),
      components: { examples: { X: { value: { b: 1 } } } },
    };
    expect(await told('3.1', document)).toEqual([
      expect.stringMatching(/^\(This example breaks the schema at \S+:\d+:\d+.*: it must have the property "a"\.\)$/),
    ]);
  });

  test('of parameters as they are written, or as values', async () => {
    const parameter = (more: object, example: unknown) => ({
      name: 'a',
      in: 'query',
      schema: { type: 'integer', ...more },
      example,
    });
    expect(await operation('3.0', { parameters: [parameter({}, '1')] })).toEqual([]);
    expect(await operation('3.0', { parameters: [parameter({}, 'x')] })).toEqual([
      '(This example breaks its schema: it must be integer.)',
    ]);
    expect(await operation('3.0', { parameters: [parameter({ default: '1' }, 1)] })).toEqual([
      '(This default breaks its schema: it must be integer.)',
    ]);
  });
});

test('branches that the type beside them excludes are a warning', async () => {
  const S = (branch: object) => ({
    components: { schemas: { S: { type: 'object', oneOf: [{ type: 'string' }, branch] } } },
  });
  expect(await told('3.0', S({ type: 'integer' }))).toEqual([
    expect.stringMatching(/^\(No value can satisfy this `oneOf`, since/),
  ]);
  expect(await told('3.0', S({ required: ['a'] }))).toEqual([]);
});

test('bounds that no value can keep both are a warning', async () => {
  const S = (own: object) => ({ components: { schemas: { S: own } } });
  expect(await told('3.0', S({ type: 'integer', minimum: 5, maximum: 1 }))).toEqual([
    '(No value can satisfy this schema, since its `minimum` (5) is more than its `maximum` (1). No value fails by them.)',
  ]);
  expect(await told('3.1', S({ type: 'string', minLength: 1, maxLength: 1 }))).toEqual([]);
  expect(await told('3.1', S({ type: 'string', enum: [1, 2] }))).toEqual([
    '(No value can satisfy this schema, since nothing in its `enum` is of the type string. No value fails by them.)',
  ]);
});

describe('schemas that no value satisfies are a warning', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
  test.each<[string, object, string[]]>([
    [
      'parts of two types',
      { A: { allOf: [{ type: 'string' }, object({})] } },
      ['(No value can satisfy this `allOf`, since one part asks for string, and another for object.)'],
    ],
    [
      'a type beside its parts',
      { A: { type: 'array', items: {}, allOf: [ref('B')] }, B: object({}) },
      ['(No value can satisfy this `allOf`, since one part asks for array, and another for object.)'],
    ],
    ['whole numbers, which are numbers', { A: { allOf: [{ type: 'integer' }, { type: 'number' }] } }, []],
    ['one type of several', { A: { allOf: [{ type: ['string', 'null'] }, { type: 'string' }] } }, []],
    ['parts of a part that may be none', { A: { anyOf: [{ type: 'string' }, { allOf: [object({})] }] } }, []],
    [
      'a member that asks for its own kind',
      { A: object({ next: ref('A') }, ['next']) },
      [
        '(No value can satisfy this schema, since its `next` holds, without end, another value of this schema. Let it be left out, or be null.)',
      ],
    ],
    [
      'a circle of two, told once',
      { A: object({ b: ref('B') }, ['b']), B: object({ a: ref('A') }, ['a']) },
      [expect.stringMatching(/^\(No value can satisfy this schema, since its `[ab]` holds/)],
    ],
    [
      'items that must be there',
      { A: { type: 'array', minItems: 1, items: ref('A') } },
      [expect.stringMatching(/^\(No value can satisfy this schema, since its first item holds/)],
    ],
    ['a member that may be left out', { A: object({ next: ref('A') }) }, []],
    ['a list that may be empty', { A: object({ all: { type: 'array', items: ref('A') } }, ['all']) }, []],
    ['a member that may be null', { A: object({ next: { anyOf: [ref('A'), { type: 'null' }] } }, ['next']) }, []],
    ['a schema without a type, which takes a text', { A: { properties: { next: ref('A') }, required: ['next'] } }, []],
  ])('%s', async (_name, schemas, warnings) => {
    expect(await told('3.1', { components: { schemas } })).toEqual(warnings);
  });
});

test('what probably means something else than was thought is a warning', async () => {
  const schemas = (S: object, T: object = {}) => ({ components: { schemas: { S, T } } });
  const reference = { $ref: '#/components/schemas/T', maxLength: 1 };
  expect(await told('3.0', schemas(reference))).toEqual([
    '(`maxLength` beside a `$ref` is ignored; put the reference into an `allOf`.)',
  ]);
  expect(await told('3.1', schemas(reference))).toEqual([]);
  expect(await told('3.0', schemas({ nullable: true }))).toEqual([
    expect.stringContaining('(`nullable` without a `type` beside it'),
  ]);
  expect(await told('3.1', schemas({ type: 'string', nullable: true }))).toEqual([
    expect.stringContaining('(`nullable` means nothing since OpenAPI 3.1'),
  ]);
  expect(await told('3.0', schemas({ type: 'integer', enum: ['a', 1, 'b'] }))).toEqual([
    '("a" is not of the type integer, and can never come, like 1 more of the list.)',
  ]);
  expect(await told('3.0', schemas({ type: 'string', nullable: true, enum: ['a', null] }))).toEqual([]);
  expect(await told('3.0', schemas({ type: 'string', enum: [] }))).toEqual([
    '(`enum` is empty, which no value satisfies.)',
  ]);
  expect(await told('3.1', schemas({ oneOf: [{ type: 'integer' }, { type: 'number' }] }))).toEqual([
    '(No value can satisfy this branch of `oneOf` alone, since the branch oneOf/1 takes all that it takes; write `anyOf`. No value is judged by it.)',
  ]);
  expect(await told('3.0', schemas({ oneOf: [{ type: 'string' }, { type: 'number' }] }))).toEqual([]);
  expect(await told('2.0', { definitions: { S: { type: 'array', items: [{ type: 'string' }] } } })).toEqual([
    expect.stringMatching(/^\(`items` is a list, which many readers of OpenAPI 2.0/),
  ]);
  expect(await told('3.1', schemas({ tpye: 'string' }))).toEqual([
    '(There is no `tpye` in a schema. Did you mean `type`?)',
  ]);
});
