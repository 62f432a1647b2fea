import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { folderOf, runCli } from '../cli/tests/cli.testing';
import { amendBy, brokenBody, type MadeUpAnswer, reportOf } from './amend.testing';

const contractOf = (openapi: string, bed: string, more = '') => `openapi: ${openapi}
info: { title: Garden, version: '1' }
paths:
  /beds:
    get:
      responses:
        '200':
          description: All beds.
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Bed' } }
        '400':
          description: Wrong.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Error' }
    post:
      responses:
        '201': { description: Made. }
        '404': { $ref: '#/components/responses/Gone' }
components:
  responses:
    Gone: { description: Gone. }
  schemas:
    Error: { type: object, required: [message], properties: { message: { type: string } } }
    Soil: { type: object, properties: { kind: { type: string } } }
    Bed:
      type: object
      ${bed}
${more}`;

test.each<readonly [string, string, string, unknown, readonly unknown[]]>([
  [
    'a null (3.0)',
    '3.0.3',
    'properties: { a: { type: string } }',
    { a: null },
    [['nullable', 'a nullable', { set: true }]],
  ],
  [
    'a null (3.1)',
    '3.1.0',
    'properties: { a: { type: string } }',
    { a: null },
    [['nullable', 'a type', { set: ['string', 'null'] }]],
  ],
  [
    'a null beside others (3.1)',
    '3.1.0',
    'properties: { a: { type: [string, integer] } }',
    { a: null },
    [['nullable', 'a type', { append: 'null' }]],
  ],
  [
    'a null among listed values',
    '3.0.3',
    'properties: { a: { type: string, enum: [x] } }',
    { a: null },
    [
      ['nullable', 'a nullable', { set: true }],
      ['nullable', 'a enum', { append: null }],
    ],
  ],
  [
    'a null in place of a component',
    '3.1.0',
    "properties: { a: { $ref: '#/components/schemas/Soil' } }",
    { a: null },
    [['nullable', 'properties a', { set: { anyOf: [{ $ref: '#/components/schemas/Soil' }, { type: 'null' }] } }]],
  ],
  [
    'members that are missing',
    '3.0.3',
    'required: [a, b, c]',
    { b: 1 },
    [
      ['required', 'Bed required', { take: 'a' }],
      ['required', 'Bed required', { take: 'c' }],
    ],
  ],
  ['a further value', '3.0.3', 'properties: { a: { enum: [x] } }', { a: 'y' }, [['enum', 'a enum', { append: 'y' }]]],
  [
    'a larger number',
    '3.0.3',
    'properties: { a: { type: integer, maximum: 5 } }',
    { a: 9 },
    [['bounds', 'a maximum', { set: 9 }]],
  ],
  [
    'a shorter text',
    '3.0.3',
    'properties: { a: { type: string, minLength: 5 } }',
    { a: '🌱🌱' },
    [['bounds', 'a minLength', { set: 2 }]],
  ],
  [
    'a fraction',
    '3.0.3',
    'properties: { a: { type: integer } }',
    { a: 1.5 },
    [['bounds', 'a type', { set: 'number' }]],
  ],
  [
    'an int64',
    '3.0.3',
    'properties: { a: { type: integer, format: int32 } }',
    { a: 3e9 },
    [['bounds', 'a format', { set: 'int64' }]],
  ],
  [
    'a member that is forbidden',
    '3.0.3',
    'additionalProperties: false',
    { a: [{ b: '2026-01-02T03:04:05Z' }] },
    [
      [
        'members',
        'properties a',
        {
          set: {
            type: 'array',
            items: { type: 'object', properties: { b: { type: 'string', format: 'date-time' } } },
          },
        },
      ],
    ],
  ],
  [
    'a breach that only another change lets come to light',
    '3.0.3',
    'additionalProperties: false\n      maxProperties: 1',
    { a: 1, b: 2 },
    [
      ['bounds', 'Bed maxProperties', { set: 2 }],
      ['members', 'properties a', { set: { type: 'integer' } }],
      ['members', 'properties b', { set: { type: 'integer' } }],
    ],
  ],
  [
    'a member that a pattern of names describes',
    '3.1.0',
    'patternProperties: { "^x-": { type: integer, maximum: 5 } }',
    { 'x-a': 9 },
    [['bounds', '^x- maximum', { set: 9 }]],
  ],
  [
    'what a condition asks for',
    '3.1.0',
    'if: { required: [a] }\n      then: { required: [b], properties: { a: { maxLength: 1 } } }',
    { a: 'xy' },
    [
      ['required', 'then required', { take: 'b' }],
      ['bounds', 'a maxLength', { set: 2 }],
    ],
  ],
  [
    'what another condition asks for',
    '3.1.0',
    'if: { required: [a] }\n      else: { properties: { b: { type: integer, minimum: 3 } } }',
    { b: 1 },
    [['bounds', 'b minimum', { set: 1 }]],
  ],
  [
    'what one member asks of another',
    '3.1.0',
    'dependentSchemas: { a: { properties: { b: { enum: [x] } } } }',
    { a: 1, b: 'y' },
    [['enum', 'b enum', { append: 'y' }]],
  ],
  [
    'a member that nothing else describes',
    '3.1.0',
    'properties: { a: {} }\n      unevaluatedProperties: { type: integer, maximum: 5 }',
    { a: 9, b: 9 },
    [['bounds', 'unevaluatedProperties maximum', { set: 9 }]],
  ],
  [
    'an item of a tuple, and one after it',
    '3.1.0',
    'properties: { a: { prefixItems: [{ maximum: 1 }], items: { maximum: 2 } } }',
    { a: [5, 6] },
    [
      ['bounds', '0 maximum', { set: 5 }],
      ['bounds', 'items maximum', { set: 6 }],
    ],
  ],
  [
    'what may also be null',
    '3.0.3',
    'properties: { a: { nullable: true, allOf: [{ properties: { b: { maximum: 1 } } }] } }',
    { a: { b: 2 } },
    [['bounds', 'b maximum', { set: 2 }]],
  ],
])('takes %s', async (_, openapi, bed, body, edits) => {
  const amended = await amendBy(contractOf(openapi, bed), [brokenBody([body])]);
  expect([...amended.edits].sort()).toEqual([...edits].sort());
  expect(amended.left).toEqual([]);
});

test.each<readonly [string, string, MadeUpAnswer]>([
  ['a text for a number', 'properties: { a: { type: integer } }', brokenBody([{ a: 'x' }])],
  ['a pattern', 'properties: { a: { type: string, pattern: "^x" } }', brokenBody([{ a: 'y' }])],
  [
    'one of several alternatives',
    'properties: { a: { anyOf: [{ type: string }, { type: integer, maximum: 3 }] } }',
    brokenBody([{ a: 5 }]),
  ],
])('leaves %s to a person', async (_, bed, answer) => {
  const { edits, left } = await amendBy(contractOf('3.0.3', bed), [answer]);
  expect(edits).toEqual([]);
  expect(left).toHaveLength(1);
});

test.each<readonly [string, MadeUpAnswer, readonly unknown[]]>([
  [
    'a refusal, by the schema that the contract has for errors',
    { status: 409, probe: 'again', body: { message: 'no' } },
    [
      [
        'statuses',
        'responses 409',
        {
          set: {
            description: 'Conflict',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        },
      ],
    ],
  ],
  [
    'a refusal, by the response that other operations have',
    { status: 404 },
    [['statuses', 'responses 404', { set: { $ref: '#/components/responses/Gone' } }]],
  ],
  [
    'a refusal of another form',
    { status: 422, probe: 'invalid', body: { errors: ['a'] } },
    [
      [
        'statuses',
        'responses 422',
        {
          set: {
            description: 'Unprocessable Entity',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { errors: { type: 'array', items: { type: 'string' } } },
                },
              },
            },
          },
        },
      ],
    ],
  ],
  [
    'a success',
    { status: 206, body: 'part', type: 'text/plain' },
    [
      [
        'statuses',
        'responses 206',
        { set: { description: 'Partial Content', content: { 'text/plain': { schema: { type: 'string' } } } } },
      ],
    ],
  ],
  [
    'another type',
    { body: 'x', type: 'text/csv', rule: 'media-type', finding: { kind: 'undeclared' } },
    [['media-types', 'content text/csv', { set: { schema: { type: 'string' } } }]],
  ],
  [
    'a field',
    {
      body: [],
      headers: [
        ['X-Total', '3'],
        ['Date', 'x'],
        ['X-Powered-By', 'y'],
      ],
    },
    [['headers', 'headers X-Total', { set: { schema: { type: 'integer' } } }]],
  ],
])('declares %s', async (_, answer, edits) => {
  expect((await amendBy(contractOf('3.0.3', 'description: any'), [answer])).edits).toEqual(edits);
});

test.each<readonly [string, MadeUpAnswer]>([
  ['a server error', { status: 500, body: {} }],
  ['a success of a request that breaks the contract', { status: 202, probe: 'invalid' }],
  ['a refusal of what is seldom sent', { status: 414, probe: 'unusual' }],
  ['an echo of a request', { ...brokenBody([{ a: null }]), finding: { echoOf: { requirement: '', message: '' } } }],
  ['a value that is hidden', brokenBody([{ a: null, b: '***' }])],
])('takes no %s for true', async (_, answer) => {
  const contract = contractOf('3.0.3', 'properties: { a: {}, b: { type: string, maxLength: 1 } }');
  expect((await amendBy(contract, [answer])).edits).toEqual([]);
});

test('writes an overlay, or changes the contract, and refuses what is no report', async () => {
  const report = { ...reportOf([{ status: 404 }]), contract: { file: 'openapi.yaml' } };
  const folder = folderOf({
    'openapi.yaml': contractOf('3.0.3', 'description: any'),
    'no.json': JSON.stringify(report),
  });
  const refused = await runCli(['amend', 'no.json'], { cwd: folder });
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^no\.json is (no|a damaged) JSON report of Espalier[:;] .*\n$/);
  const unknown = await runCli(['amend', 'no.json', '--only', 'nulls'], { cwd: folder });
  expect(unknown.stderr).toMatch(/^--only nulls is not known; there are statuses, .*\n$/);
  expect(readFileSync(`${folder}/openapi.yaml`, 'utf8')).toBe(contractOf('3.0.3', 'description: any'));
});

const BEDS = `openapi: 3.1.0
info: { title: Beds, version: 1.0.0 }
paths:
  /beds:
    get: { responses: { 200: { description: ok } } }
    patch:
      responses:
        200:
          description: ok
          content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } }
  /rows:
    get: { responses: { 200: { description: ok } } }
components:
  schemas:
    Bed: { type: object, properties: { name: { type: string }, note: { type: string } } }
`;

test('refusals that are alike, and that no schema describes, get one schema', async () => {
  const refused = (operation: string, status: number, message: string | null): MadeUpAnswer => ({
    ...{ operation, status, body: { code: status, message } },
  });
  const answers = [
    refused('GET /beds', 400, 'no'),
    refused('GET /beds', 403, null),
    refused('PATCH /beds', 400, 'no'),
    { operation: 'PATCH /beds', status: 400, body: '<p>no', type: 'text/html' },
    { operation: 'GET /rows', status: 409, body: { reason: 'other' } },
  ];
  const { written, amendments, draft } = await amendBy(BEDS, answers);
  const { components, paths } = parse(written()['openapi.yaml'] ?? '');
  expect(components.schemas.Error).toEqual({
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { type: 'integer' }, message: { type: ['string', 'null'] } },
  });
  const common = { $ref: '#/components/schemas/Error' };
  expect(paths['/beds'].get.responses[403].content['application/json'].schema).toEqual(common);
  expect(paths['/beds'].patch.responses[400].content['application/json'].schema).toEqual(common);
  expect(paths['/beds'].patch.responses[400].content['text/html'].schema).toEqual({ type: 'string' });
  expect(paths['/rows'].get.responses[409].content['application/json'].schema.properties).toEqual({
    reason: { type: 'string' },
  });
  // Any of the changes can be left out.
  for (const each of amendments) expect((await draft([each])).check(false).mistakes).toEqual([]);
  expect((await draft(amendments)).check(false).mistakes).toEqual([]);
});

test('two refusals that are alike are described where they are', async () => {
  const answers = [400, 403].map((status): MadeUpAnswer => ({ status, body: { code: status } }));
  expect((await amendBy(BEDS, answers)).edits.map(([, place]) => place)).toEqual(['responses 400', 'responses 403']);
});

test('what came as null although a request had given it is the fault of the service', async () => {
  const answer = (sent: object): MadeUpAnswer => ({
    ...brokenBody({ name: null, note: null }),
    ...{ operation: 'PATCH /beds', sent: JSON.stringify(sent) },
  });
  const { edits, left } = await amendBy(BEDS, [answer({ name: 'fern' }), answer({ note: null })]);
  expect(edits.map(([kind, place]) => `${kind} ${place}`)).toEqual(['nullable note type']);
  expect(left).toEqual(['a request had given it a value, and null came; mend the service, or the contract by hand']);
  // The contract's own words know of it.
  const said = BEDS.replace('name: { type: string }', 'name: { type: string, description: Null unless asked for. }');
  expect((await amendBy(said, [answer({ name: 'fern' })])).edits).toHaveLength(2);
});

test('a change says that requests have the schema, too', async () => {
  const text = BEDS.replace(
    '    patch:\n',
    `    patch:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } } }\n`,
  );
  const shared = text.replace('note: { type: string }', 'note: { type: string, readOnly: true }');
  const answer: MadeUpAnswer = { ...brokenBody({ name: null, note: null }), operation: 'PATCH /beds' };
  const told = async (contract: string) =>
    (await amendBy(contract, [answer])).amendments.map(({ edits, isOfRequests }) => [
      edits[0]?.tokens.at(-2),
      isOfRequests,
    ]);
  expect(await told(BEDS)).toEqual([
    ['name', undefined],
    ['note', undefined],
  ]);
  expect(await told(shared)).toEqual([
    ['name', true],
    ['note', undefined],
  ]);
});

test('what requests must have, and no answer shows, is only sent', async () => {
  const text = (openapi: string) => `openapi: ${openapi}
info: { title: Users, version: 1.0.0 }
paths:
  /users:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
      responses:
        201: { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
components:
  schemas:
    User:
      type: object
      required: [name, password]
      properties: { name: { type: string }, password: { type: string } }
`;
  const made = (body: object): MadeUpAnswer => ({ ...brokenBody(body), status: 201, operation: 'POST /users' });
  const hidden = await amendBy(text('3.0.3'), [made({ name: 'a' })]);
  expect(hidden.written()['openapi.yaml']).toContain('password: { type: string, writeOnly: true }');
  expect(hidden.amendments.map(({ isOfRequests }) => isOfRequests)).toEqual([undefined]);
  const shown = await amendBy(text('3.1.0'), [made({ name: 'a' }), { ...made({ name: 'a', password: '*' }) }]);
  expect(shown.edits).toEqual([['required', 'User required', { take: 'password' }]]);
  expect(shown.amendments.map(({ isOfRequests }) => isOfRequests)).toEqual([true]);
});

describe('what a refused request put there is no evidence', () => {
  const text = `openapi: 3.1.0
info: { title: Beds, version: 1.0.0 }
paths:
  /beds:
    get:
      responses: { 200: { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Bed' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } } }
      responses: { 201: { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } } } }
  /beds/{id}:
    put: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { 204: { description: done } } }
components:
  schemas:
    Bed:
      type: object
      required: [soil]
      properties:
        id: { type: integer }
        soil: { type: string, enum: [clay, sand], maxLength: 6 }
        depth: { type: number, minimum: 0 }
`;
  const SOIL = { pointer: '#/components/schemas/Bed/required', file: '', line: 1, column: 1 };
  const why = 'a request that the contract refuses put it there; the service is to refuse that request';
  const made = (sent: object, body: object): MadeUpAnswer => ({
    ...brokenBody(body),
    ...{ status: 201, operation: 'POST /beds', probe: 'invalid', sent: JSON.stringify(sent) },
  });
  test.each<[string, readonly MadeUpAnswer[], unknown[], string[]]>([
    ['in the answer to that request', [made({ soil: 'clayx' }, { id: 7, soil: 'clayx' })], [], [why]],
    [
      'in a list that is read afterwards',
      [made({ soil: 'clayx' }, { id: 7, soil: 'clayx' }), brokenBody([{ id: 7, soil: 'clayx' }])],
      [],
      [why],
    ],
    [
      'where it lacks what it must have, by the id of the thing',
      [
        { ...made({ depth: 1 }, { id: 7, depth: 1 }), rule: undefined },
        brokenBody([{ id: 7, depth: 1 }]),
      ] as MadeUpAnswer[],
      [],
      [why],
    ],
    [
      'where it lacks that, by a text that no answer had before',
      [
        { ...made({ depth: 1 }, { name: 'beds/7' }), rule: undefined },
        brokenBody([{ name: 'beds/7', depth: 1 }]),
      ] as MadeUpAnswer[],
      [],
      [why],
    ],
    [
      'where something unusual was sent, which may break the contract, and it was looked at afterwards',
      [
        { ...brokenBody([{ id: 7, depth: 1 }]), probe: 'afterwards' },
        { ...made({}, { id: 7 }), probe: 'unusual', rule: undefined },
      ] as MadeUpAnswer[],
      [],
      [why],
    ],
    [
      'an answer that is shown only in part speaks for nothing beside it',
      [
        made({ depth: 1 }, { id: 7, depth: 1 }),
        { ...brokenBody('[{"id":7,'), finding: { clause: SOIL, places: ['/0'], names: ['soil'] } },
      ] as MadeUpAnswer[],
      [],
      [why],
    ],
    [
      'a text that was there before tells of no thing',
      [
        { body: [{ id: 1, soil: 'clay', state: 'ward 3' }] },
        { ...made({ depth: 1 }, { state: 'ward 3' }), rule: undefined },
        brokenBody([{ id: 3, state: 'ward 3' }]),
      ] as MadeUpAnswer[],
      [
        ['required', 'Bed required', { take: 'soil' }],
        ['members', 'properties state', { set: { type: 'string' } }],
      ],
      [],
    ],
    [
      'where it lacks that, by the end of Location',
      [
        { ...made({ depth: 1 }, {}), rule: undefined, headers: [['Location', '/beds/7?new']] },
        brokenBody([{ id: 7, depth: 1 }]),
      ] as MadeUpAnswer[],
      [],
      [why],
    ],
    [
      'where a PUT of its path left that out',
      [
        { ...made({ depth: 1 }, {}), rule: undefined, status: 204, operation: 'PUT /beds/{id}', path: '/beds/7' },
        brokenBody([{ id: 7, depth: 1 }]),
      ] as MadeUpAnswer[],
      [],
      [why],
    ],
    [
      'what else the service says is',
      [made({ depth: -1 }, { id: 7, soil: 'clay', depth: -1 }), brokenBody([{ id: 3, soil: 'peat' }])],
      [['enum', 'soil enum', { append: 'peat' }]],
      [why],
    ],
    [
      'a value of the same name that came by itself is',
      [made({ soil: 'clayx' }, { id: 7, soil: 'clayx' }), brokenBody([{ id: 3, soil: 'peat' }])],
      [['enum', 'soil enum', { append: 'peat' }]],
      [why],
    ],
    [
      'a value that came before it was sent is',
      [brokenBody([{ id: 3, soil: 'peat' }]), made({ soil: 'peat' }, { id: 7, soil: 'peat' })],
      [['enum', 'soil enum', { append: 'peat' }]],
      [],
    ],
    [
      'null of another thing is',
      [made({ depth: null }, { id: 7, soil: 'clay', depth: null }), brokenBody([{ id: 3, soil: 'clay', depth: null }])],
      [['nullable', 'depth type', { set: ['number', 'null'] }]],
      [],
    ],
    [
      'null of the same thing is none',
      [made({ depth: null }, { id: 7, soil: 'clay', depth: null }), brokenBody([{ id: 7, soil: 'clay', depth: null }])],
      [],
      [why],
    ],
    [
      'a request that was refused put nothing there',
      [
        { ...made({ soil: 'peat' }, {}), status: 400, rule: undefined } as unknown as MadeUpAnswer,
        brokenBody([{ id: 3, soil: 'peat' }]),
      ],
      [['enum', 'soil enum', { append: 'peat' }]],
      [],
    ],
  ])('%s', async (_name, answers, edits, left) => {
    const amended = await amendBy(text, answers);
    expect(amended.edits.filter(([kind]) => kind !== 'statuses')).toEqual(edits);
    expect(amended.left).toEqual(left);
  });
});
