import { probeTable } from '../probes/operation.testing';
import { valid } from '../probes/valid';

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
      Object.entries(item as object).map(([method, each]) => [method, { responses, ...(each as object) }]),
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
  { when: 'a parameter has an example', about: 'GET /example', asks: [] },
  { when: 'an example is written as a text', about: 'GET /text', asks: [] },
  { when: 'an example breaks its schema', about: 'GET /wrong', asks: [] },
  { when: 'parameters have several examples', about: 'GET /several', asks: [] },
  { when: 'there are more than four examples', about: 'GET /all', asks: [] },
  {
    when: 'there are more than four examples, and all is wanted',
    about: 'GET /all',
    given: { thorough: true },
    asks: [],
  },
  { when: 'the parameter is a component', about: 'GET /referred', asks: [] },
  { when: 'the parameter has a content', about: 'GET /content', asks: [] },
  { when: 'an id of the contract is only read', about: 'GET /people/{id}', asks: [] },
  { when: 'an id of the contract would be removed', about: 'DELETE /people/{id}', asks: [] },
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
  '/search': {
    post: body(
      { example: { name: 'Ann', id: 5, cityIds: [1, 2] } },
      {
        ...NAMED,
        required: ['name', 'id'],
        properties: {
          ...NAMED.properties,
          id: { type: 'integer' },
          cityIds: { type: 'array', items: { type: 'integer' } },
        },
      },
    ),
  },
  '/hidden': {
    post: body(
      { example: { name: 'Ann', age: 3 } },
      { ...NAMED, properties: { name: { type: 'string' }, age: { type: 'integer', readOnly: true } } },
    ),
  },
  '/half': { post: body({ example: { name: 5, age: 33 } }) },
  '/removed': {
    delete: body(
      { example: { ids: [1, 2] } },
      {
        type: 'object',
        required: ['ids'],
        properties: { ids: { type: 'array', items: { type: 'integer' }, minItems: 1 } },
      },
    ),
  },
});

function body(media: object, schema: object = NAMED) {
  return { requestBody: { required: true, content: { 'application/json': { schema, ...media } } } };
}

const ANY = { writes: 'any' } as const;

probeTable(valid, BODIES, [
  { when: 'nobody else has things there', about: 'POST /people', given: ANY, asks: [] },
  { when: 'a name of an example may be taken', about: 'POST /people', asks: [] },
  { when: 'the run makes things', about: 'POST /people', given: { writes: 'own' }, asks: [] },
  { when: 'an example would act on what others have', about: 'POST /search', asks: [] },
  { when: 'nobody else has things there', about: 'POST /search', given: ANY, asks: [] },
  { when: 'an example has what only answers have', about: 'POST /hidden', given: ANY, asks: [] },
  { when: 'one member of an example breaks its schema', about: 'POST /half', given: ANY, asks: [] },
  { when: 'an example would remove what others have', about: 'DELETE /removed', asks: [] },
]);
