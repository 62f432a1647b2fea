/** What is amended of OpenAPI 2.0, of contracts of several files, and of JSON. */

import { amendBy, brokenBody, type MadeUpAnswer } from './amend.testing';

const swaggerOf = (bed: string, more = '') => `swagger: '2.0'
info: { title: Garden, version: '1' }
produces: [application/json]
paths:
  /beds:
    get:
      ${more}
      responses:
        '200':
          description: All beds.
          schema: { type: array, items: { $ref: '#/definitions/Bed' } }
        '400': { description: Wrong., schema: { $ref: '#/definitions/Error' } }
definitions:
  Error: { type: object, required: [message], properties: { message: { type: string } } }
  Soil: { type: object, properties: { kind: { type: string } } }
  Bed:
    type: object
    ${bed}
`;

const ANY = 'description: any';

test.each<readonly [string, string, MadeUpAnswer, readonly unknown[]]>([
  [
    'a null',
    'properties: { a: { type: string } }',
    brokenBody([{ a: null }]),
    [['nullable', 'a x-nullable', { set: true }]],
  ],
  [
    'a null in place of a definition',
    "properties: { a: { $ref: '#/definitions/Soil' } }",
    brokenBody([{ a: null }]),
    [['nullable', 'properties a', { set: { 'x-nullable': true, allOf: [{ $ref: '#/definitions/Soil' }] } }]],
  ],
  [
    'a null in a member that is forbidden',
    'additionalProperties: false',
    brokenBody([{ a: null }, { a: 1 }]),
    [['members', 'properties a', { set: { type: 'integer', 'x-nullable': true } }]],
  ],
  ['a missing member', 'required: [a]', brokenBody([{}]), [['required', 'Bed required', { take: 'a' }]]],
  [
    'a refusal, by the schema that the contract has for errors',
    ANY,
    { status: 409, probe: 'again', body: { message: 'no' } },
    [['statuses', 'responses 409', { set: { description: 'Conflict', schema: { $ref: '#/definitions/Error' } } }]],
  ],
  [
    'a refusal without content',
    ANY,
    { status: 404 },
    [['statuses', 'responses 404', { set: { description: 'Not Found' } }]],
  ],
  [
    'a refusal of another type',
    ANY,
    { status: 404, body: 'no', type: 'text/plain' },
    [
      ['statuses', 'responses 404', { set: { description: 'Not Found', schema: { type: 'string' } } }],
      ['statuses', 'get produces', { set: ['application/json', 'text/plain'] }],
    ],
  ],
  [
    'another type',
    ANY,
    { body: 'x', type: 'text/csv', rule: 'media-type', finding: { kind: 'undeclared' } },
    [['media-types', 'get produces', { set: ['application/json', 'text/csv'] }]],
  ],
  [
    'a field',
    ANY,
    { body: [], headers: [['X-Total', '3']] },
    [['headers', 'headers X-Total', { set: { type: 'integer' } }]],
  ],
])('OpenAPI 2.0: takes %s', async (_, bed, answer, edits) => {
  const amended = await amendBy(swaggerOf(bed), [answer]);
  expect(amended.edits).toEqual(edits);
  expect(amended.left).toEqual([]);
  expect((await amended.draft(amended.amendments)).check(false).mistakes).toEqual([]);
  // Nothing more is to be changed where the file was written.
  expect(await amendBy(amended.written(), [answer])).toMatchObject({ edits: [], left: [] });
});

test('OpenAPI 2.0: a type is added to those that the operation lists itself', async () => {
  const answer = { body: 'x', type: 'text/csv', rule: 'media-type', finding: { kind: 'undeclared' } };
  const { edits, written } = await amendBy(swaggerOf(ANY, 'produces: [application/json]'), [answer]);
  expect(edits).toEqual([['media-types', 'get produces', { append: 'text/csv' }]]);
  expect(written()['openapi.yaml']).toContain('      produces: [application/json, text/csv]\n');
});

const ROOT = `openapi: 3.0.3
info: { title: Garden, version: '1' }
paths:
  /beds: { $ref: 'paths/beds.yaml' }
`;
const BEDS = `get:
  responses:
    '200':
      description: All beds.
      content: { application/json: { schema: { type: array, items: { $ref: '../schemas.yaml#/Bed' } } } }
`;
const SCHEMAS = `# What grows where.
Bed:
  type: object
  properties:
    note: { type: string } # by the gardener
`;

test('a change goes to the file that holds what it is about', async () => {
  const files = { 'openapi.yaml': ROOT, 'paths/beds.yaml': BEDS, 'schemas.yaml': SCHEMAS };
  const answers = [brokenBody([{ note: null }]), { status: 404 }];
  const { written, draft, amendments, left } = await amendBy(files, answers);
  expect(left).toEqual([]);
  expect(written()).toEqual({
    'openapi.yaml': ROOT,
    'paths/beds.yaml': `${BEDS}    '404':\n      description: Not Found\n`,
    'schemas.yaml': SCHEMAS.replace('{ type: string }', '{ type: string, nullable: true }'),
  });
  const amended = await draft(amendments);
  expect(amended.check(false).mistakes).toEqual([]);
  expect(await amendBy(written(), answers)).toMatchObject({ edits: [], left: [] });
  expect(amended.operations[0]?.responses.map(({ status }) => status)).toEqual(['200', '404']);
  const [parsed] = [...amended.parsed()].filter(([path]) => path.endsWith('/schemas.yaml')).map(([, value]) => value);
  expect(parsed).toMatchObject({ Bed: { properties: { note: { nullable: true } } } });
});

test('a change goes there, too, where the standard has no place for the references that lead there', async () => {
  const files = {
    'openapi.yaml': `${ROOT.replace("{ $ref: 'paths/beds.yaml' }", "{ get: { $ref: 'paths/list.yaml' } }")}`,
    'paths/list.yaml': `responses:
  '200':
    description: All beds.
    content:
      application/json:
        schema: { type: array, items: { type: object, properties: { note: { type: string }, soil: { $ref: '../schemas.yaml#/Soil' } } } }
`,
    'schemas.yaml': 'Soil: { type: string }\n',
  };
  const answers = [brokenBody([{ note: null, soil: null }]), { status: 404 }];
  const { written, draft, amendments, left } = await amendBy(files, answers);
  expect(left).toEqual([]);
  const list = written()['paths/list.yaml'];
  expect(list).toContain('note: { type: string, nullable: true }');
  expect(list).toContain('allOf: [{ $ref: ../schemas.yaml#/Soil }]');
  expect(list).toContain("  '404':\n    description: Not Found\n");
  expect(written()).toMatchObject({ 'openapi.yaml': files['openapi.yaml'], 'schemas.yaml': files['schemas.yaml'] });
  expect((await draft(amendments)).check(false).mistakes).toEqual([]);
  expect(await amendBy(written(), answers)).toMatchObject({ edits: [], left: [] });
});

test('an operation in another file refers to nothing that is not there', async () => {
  const soils = `  /soils:
    get:
      responses:
        '200': { description: ok }
        '400': { description: no, content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } } }
        '404': { $ref: '#/components/responses/Gone' }
components:
  responses: { Gone: { description: Gone. } }
  schemas: { Error: { type: object, properties: { message: { type: string } } } }
`;
  const files = { 'openapi.yaml': ROOT + soils, 'paths/beds.yaml': BEDS, 'schemas.yaml': SCHEMAS };
  const answers = [{ status: 409, probe: 'again', body: { message: 'no' } }, { status: 404 }];
  const { edits, left } = await amendBy(files, answers);
  const schema = { type: 'object', properties: { message: { type: 'string' } } };
  expect(left).toEqual([]);
  expect(edits).toEqual([
    ['statuses', 'responses 409', { set: { description: 'Conflict', content: { 'application/json': { schema } } } }],
    ['statuses', 'responses 404', { set: { description: 'Not Found' } }],
  ]);
  const here = await amendBy(
    files,
    answers.map((each) => ({ ...each, operation: 'GET /soils' })),
  );
  expect(JSON.stringify(here.edits)).toContain('#/components/schemas/Error');
});

test.each([
  ['as a program writes it', 2],
  ['as a person may write it', undefined],
])('a contract in JSON, %s, stays JSON', async (_, indent) => {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Garden', version: '1' },
    paths: {
      '/beds': {
        get: {
          responses: {
            200: {
              description: 'ok',
              content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } },
            },
          },
        },
      },
    },
  };
  const text =
    indent === undefined ? JSON.stringify(document).replaceAll(',', ' ,\n') : JSON.stringify(document, null, indent);
  const { written, left } = await amendBy({ 'openapi.json': text }, [brokenBody({ a: null }), { status: 404 }]);
  const changed = written()['openapi.json'] ?? '';
  expect(left).toEqual([]);
  expect(JSON.parse(changed).paths['/beds'].get.responses).toMatchObject({
    200: { content: { 'application/json': { schema: { properties: { a: { type: 'string', nullable: true } } } } } },
    404: { description: 'Not Found' },
  });
  if (indent !== undefined) expect(changed).toBe(JSON.stringify(JSON.parse(changed), null, indent));
});

test('in OpenAPI 2.0 the types that the whole contract has are not said again', async () => {
  const contract = swaggerOf(ANY).replace(/'200':[\s\S]*(?=\ndefinitions)/, "'204': { description: gone }");
  const gone: MadeUpAnswer = { status: 410, body: { message: 'gone' } };
  const moved: MadeUpAnswer = { status: 302, type: 'text/html', probe: 'valid' };
  expect((await amendBy(contract, [gone, moved])).edits.map(([, place]) => place)).toEqual([
    'responses 410',
    'responses 302',
  ]);
});

test('what one object has need not be in all of them', async () => {
  const twice = await amendBy(swaggerOf(ANY), [{ status: 418, body: [{ a: 1, b: 2 }, { a: 3 }] }]);
  expect(JSON.stringify(twice.edits)).toContain('"required":["a"]');
  const once = await amendBy(swaggerOf(ANY), [{ status: 418, body: [{ a: 1, b: 2 }] }]);
  expect(JSON.stringify(once.edits)).not.toContain('required');
});

test('in OpenAPI 2.0 a status that comes as JSON and as another type gets the schema of the JSON', async () => {
  const contract = swaggerOf(ANY);
  const page: MadeUpAnswer = { status: 404, type: 'text/html', body: '<p>no' };
  const { edits } = await amendBy(contract, [page, { status: 404, body: { message: 'no' } }]);
  expect(edits[0]).toEqual([
    'statuses',
    'responses 404',
    { set: { description: 'Not Found', schema: { $ref: '#/definitions/Error' } } },
  ]);
});
