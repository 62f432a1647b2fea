import { readOnce } from '../../contracts.testing';
import { invalid } from '../../probes/invalid';
import { linesOfPlan, probeTable } from '../../probes/operation.testing';
import { valid } from '../../probes/valid';

const NAMED = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
};

/** A contract with one operation that answers 200, and with things that others may have. */
function contractOf(version: '3.1.0' | '3.2.0', paths: object) {
  const responses = { 200: { description: 'ok' } };
  const all = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item as object).map(([method, each]) => [
        method,
        method === 'parameters' ? each : { responses, ...(each as object) },
      ]),
    ),
  ]);
  const components = {
    parameters: { city: { name: 'city', in: 'query', required: true, schema: { type: 'string' }, example: 'Rome' } },
    examples: { ann: { value: { name: 'Ann', age: 31 } }, outside: { externalValue: 'https://example.com/ann.json' } },
  };
  return { openapi: version, info: { title: 'People', version: '1' }, paths: Object.fromEntries(all), components };
}

function query(name: string, more: object) {
  return { name, in: 'query', required: true, schema: { type: 'integer' }, ...more };
}

const PARAMETERS = contractOf('3.1.0', {
  '/example': { get: { parameters: [query('n', { example: 7 })] } },
  '/text': { get: { parameters: [query('n', { example: '7' })] } },
  '/wrong': {
    get: { parameters: [query('n', { schema: { type: 'integer', minimum: 90, maximum: 90 }, example: 7 })] },
  },
  '/several': {
    get: {
      parameters: [
        query('n', { examples: { few: { value: 7 }, wrong: { value: 'x' }, many: { value: 70 } } }),
        {
          name: 'X-Trace',
          in: 'header',
          schema: { type: 'string' },
          examples: { a: { value: 'aa' }, b: { value: 'bb' } },
        },
      ],
    },
  },
  '/all': {
    get: {
      parameters: [
        query('n', {
          examples: { a: { value: 1 }, b: { value: 2 }, c: { value: 3 }, d: { value: 4 }, e: { value: 5 } },
        }),
      ],
    },
  },
  '/referred': { get: { parameters: [{ $ref: '#/components/parameters/city' }] } },
  '/content': {
    get: {
      parameters: [
        {
          name: 'q',
          in: 'query',
          required: true,
          content: { 'application/json': { schema: NAMED, example: { name: 'Ann' } } },
        },
      ],
    },
  },
  '/people/{id}': {
    get: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 12 }] },
    delete: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 12 }] },
  },
});

probeTable(valid, PARAMETERS, [
  { when: 'a parameter has an example', about: 'GET /example', asks: ['as the contract says: GET /example?n=7'] },
  { when: 'an example is written as a text', about: 'GET /text', asks: ['as the contract says: GET /text?n=7'] },
  { when: 'an example breaks its schema', about: 'GET /wrong', asks: ['n is 90, the least: GET /wrong?n=90'] },
  {
    when: 'parameters have several examples',
    about: 'GET /several',
    asks: [
      'as the contract says: GET /several?n=7',
      'n is the example "many", X-Trace in the header is the example "b": GET /several?n=70, X-Trace: bb',
      'with X-Trace in the header: GET /several?n=7, X-Trace: aa',
      'X-Trace in the header is 1 character, the least, of plain letters: GET /several?n=7, X-Trace: k',
    ],
  },
  {
    when: 'there are more than four examples',
    about: 'GET /all',
    asks: [
      'as the contract says: GET /all?n=1',
      'n is the example "b": GET /all?n=2',
      'n is the example "c": GET /all?n=3',
      'n is the example "d": GET /all?n=4',
    ],
  },
  {
    when: 'there are more than four examples, and all is wanted',
    about: 'GET /all',
    given: { thorough: true },
    asks: [
      'as the contract says: GET /all?n=1',
      'n is the example "b": GET /all?n=2',
      'n is the example "c": GET /all?n=3',
      'n is the example "d": GET /all?n=4',
      'n is the example "e": GET /all?n=5',
    ],
  },
  {
    when: 'the parameter is a component',
    about: 'GET /referred',
    asks: [
      'as the contract says: GET /referred?city=Rome',
      'city is 1 character, the least: GET /referred?city=🌱',
      'city is 1 character, the least, of plain letters: GET /referred?city=k',
    ],
  },
  {
    when: 'the parameter has a content',
    about: 'GET /content',
    asks: ['q is only what is required: GET /content?q={"name":"Ann"}'],
  },
  {
    when: 'an id of the contract is only read',
    about: 'GET /people/{id}',
    asks: ['as the contract says: GET /people/12'],
  },
  {
    when: 'an id of the contract would be removed',
    about: 'DELETE /people/{id}',
    asks: [],
    lacks: ['a value of "id" that exists and may be used up (--param id=VALUE)'],
  },
]);

const BODIES = contractOf('3.2.0', {
  '/people': {
    post: body({
      examples: {
        ann: { $ref: '#/components/examples/ann' },
        outside: { $ref: '#/components/examples/outside' },
        bob: { dataValue: { name: 'Bob' } },
        eve: { serializedValue: '{"name":"Eve"}' },
      },
    }),
  },
  '/people/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: {},
    delete: {},
    put: body({ example: { name: 'Ann', age: 3 } }),
  },
  '/people/{id}/removals': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    post: body(
      { example: { why: 'moved', cityIds: [77] } },
      {
        type: 'object',
        required: ['why', 'cityIds'],
        properties: {
          why: { type: 'string' },
          cityIds: { type: 'array', minItems: 1, maxItems: 1, items: { type: 'integer', minimum: 1 } },
        },
      },
    ),
  },
  '/people/{id}/seats': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    post: body(
      {},
      { type: 'object', required: ['rowId'], properties: { rowId: { type: 'integer', minimum: 1, maximum: 700 } } },
    ),
  },
  '/people/{id}/visits': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    post: body(
      {},
      {
        type: 'object',
        required: ['why', 'hostId'],
        properties: {
          why: { type: 'string', minLength: 2 },
          hostId: { type: 'integer', minimum: 1 },
          rowId: { type: 'integer', minimum: 1, maximum: 700 },
          seat: {
            type: 'object',
            required: ['row', 'seatId'],
            properties: { row: { type: 'string' }, seatId: { type: 'integer', minimum: 1, maximum: 700 } },
          },
        },
      },
    ),
  },
  '/people/{id}/moods': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    post: body({}, { type: 'object', required: ['moodId'], properties: { moodId: { enum: [3, 4] } } }),
  },
  '/people/{id}/swap': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    post: {
      parameters: [
        { name: 'withId', in: 'query', required: true, schema: { type: 'integer', minimum: 1, example: 3 } },
      ],
    },
  },
  '/people/{id}/merge': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    post: body(
      {},
      { type: 'object', required: ['into'], properties: { into: { type: 'integer', format: 'int64', example: 3 } } },
    ),
  },
  '/hidden': {
    post: body(
      { example: { name: 'Ann', age: 3 } },
      { ...NAMED, properties: { name: { type: 'string' }, age: { type: 'integer', readOnly: true } } },
    ),
  },
  '/half': { post: body({ example: { name: 5, age: 33 } }) },
});

function body(media: object, schema: object = NAMED) {
  return { requestBody: { required: true, content: { 'application/json': { schema, ...media } } } };
}

const ANY = { writes: 'any' } as const;

probeTable(valid, BODIES, [
  {
    when: 'nobody else has things there',
    about: 'POST /people',
    given: ANY,
    asks: [
      'as the contract says: POST /people, {"name":"Ann-#","age":31}',
      'the body is the example "bob": POST /people, {"name":"Bob-#"}',
      'the body is the example "eve": POST /people, {"name":"Eve-#"}',
      'the body is only what is required: POST /people, {"name":"Ann-#"}',
    ],
  },
  {
    when: 'what was handed over is replaced',
    about: 'PUT /people/{id}',
    given: { params: { id: ['4'] } },
    asks: [
      'as the contract says: PUT /people/4, {"name":"#-Ann","age":3}',
      'the body is only what is required: PUT /people/4, {"name":"#-Ann"}',
    ],
  },
  {
    when: 'an example names what others have',
    about: 'POST /people/{id}/removals',
    given: { params: { id: ['4'] } },
    asks: ['/cityIds is 1 item, the fewest: POST /people/4/removals, {"why":"moved","cityIds":[#]}'],
  },
  {
    when: 'the id of what it acts on is one of few',
    about: 'POST /people/{id}/seats',
    given: { params: { id: ['4'] } },
    asks: [],
    leftOut:
      'its body must name what it acts on by /rowId, which has too few values: somebody else may have what any of them names',
  },
  {
    when: 'it shows the ends of other members beside ids, of which one has too few values',
    about: 'POST /people/{id}/visits',
    given: { params: { id: ['4'] } },
    asks: [
      'as the contract says: POST /people/4/visits, {"why":"#","hostId":#}',
      '/why is 2 characters, the least: POST /people/4/visits, {"why":"n🌱","hostId":#}',
      '/why is 2 characters, the least, of plain letters: POST /people/4/visits, {"why":"ne","hostId":#}',
    ],
  },
  {
    when: 'the contract lists all ids',
    about: 'POST /people/{id}/moods',
    given: { params: { id: ['4'] } },
    asks: ['/moodId is 3: POST /people/4/moods, {"moodId":3}', '/moodId is 4: POST /people/4/moods, {"moodId":4}'],
  },
  {
    when: 'it acts on what a parameter names',
    about: 'POST /people/{id}/swap',
    given: { params: { id: ['4'] } },
    asks: ['as the contract says: POST /people/4/swap?withId=#'],
  },
  {
    when: 'it acts on another thing, which its name does not say',
    about: 'POST /people/{id}/merge',
    given: { params: { id: ['4'] } },
    asks: ['as the contract says: POST /people/4/merge, {"into":#}'],
  },
  {
    when: 'an example has what only answers have',
    about: 'POST /hidden',
    given: ANY,
    asks: ['as the contract says: POST /hidden, {"name":"Ann"}'],
  },
  {
    when: 'one member of an example breaks its schema',
    about: 'POST /half',
    given: ANY,
    asks: [
      'as the contract says: POST /half, {"name":"#","age":33}',
      'the body is only what is required: POST /half, {"name":"#"}',
    ],
  },
]);

const OLD = {
  swagger: '2.0',
  info: { title: 'People', version: '1' },
  paths: {
    '/find': {
      get: {
        parameters: [{ name: 'n', in: 'query', required: true, type: 'integer', 'x-example': 7 }],
        responses: { 200: { description: 'ok' } },
      },
    },
    '/body': {
      post: {
        parameters: [{ name: 'b', in: 'body', required: true, schema: NAMED, 'x-example': { name: 'Ann', age: 3 } }],
        responses: { 200: { description: 'ok' } },
      },
    },
    '/form': {
      post: {
        consumes: ['application/x-www-form-urlencoded'],
        parameters: [
          { name: 'city', in: 'formData', required: true, type: 'string', minLength: 4, 'x-example': 'Rome' },
          { name: 'n', in: 'formData', required: true, type: 'integer', minimum: 8, maximum: 8 },
        ],
        responses: { 200: { description: 'ok' } },
      },
    },
  },
};

probeTable(valid, OLD, [
  { when: 'OpenAPI 2.0 has an example', about: 'GET /find', asks: ['as the contract says: GET /find?n=7'] },
  {
    when: 'OpenAPI 2.0 has an example of a body',
    about: 'POST /body',
    given: ANY,
    asks: [
      'as the contract says: POST /body, {"name":"Ann","age":3}',
      'the body is only what is required: POST /body, {"name":"Ann"}',
    ],
  },
]);

test('the fields of a form of OpenAPI 2.0 have examples', async () => {
  const { operations } = await readOnce(OLD);
  const [media] = operations.find(({ path }) => path === '/form')?.requestBody?.media ?? [];
  expect(media?.examples).toEqual([{ name: undefined, value: { city: 'Rome' } }]);
});

test('what is refused for one member names nothing of others in another', async () => {
  const given = { params: { id: ['4'] } };
  const { asks } = linesOfPlan(invalid, await readOnce(BODIES), 'POST /people/{id}/visits', given);
  expect(asks).toContain('/why is a number: POST /people/4/visits, {"why":7,"hostId":#} ✗ type: string of /why');
  expect(asks.filter((each) => /"(row|seat)Id":[1-9]/.test(each))).toEqual([]);
});

const FILES = contractOf('3.1.0', {
  '/files': {
    post: {
      requestBody: {
        required: true,
        content: { '*/*': { schema: { type: 'string', format: 'binary' }, example: { openapi: '3.1.0' } } },
      },
    },
  },
});
const TYPE = 'Content-Type: application/octet-stream';

describe('content that may be any file', () => {
  probeTable(valid, FILES, [
    {
      when: 'its example shows what is in it',
      about: 'POST /files',
      given: { writes: 'any' },
      asks: [`as the contract says: POST /files, ${TYPE}, {"openapi":"3.1.0"}`],
    },
  ]);
  probeTable(invalid, FILES, [
    {
      when: 'no bytes break it',
      about: 'POST /files',
      given: { writes: 'any' },
      asks: ['without a body: POST /files ✗ required: true of a body'],
    },
  ]);
});
