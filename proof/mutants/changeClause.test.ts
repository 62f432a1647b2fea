import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { testWide } from '../../src/support/testing/cases.testing';
import { mutantsOf } from './changeClause';

const CONTRACT = {
  openapi: '3.0.3',
  info: { title: 'Rooms', version: '1.0.0' },
  security: [{ key: [] }],
  paths: {
    '/rooms': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Room' } } },
        },
        responses: {
          '201': {
            description: 'made',
            headers: { Location: { required: true, schema: { type: 'string' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Room' } } },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Room: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', maxLength: 20 }, floor: { enum: [1, 2] } },
      },
    },
  },
};

test('each clause is changed once, wherever it is used', () => {
  const mutants = mutantsOf(CONTRACT);
  expect(mutants.map(({ what, pointer }) => `${pointer} ${what}`).sort()).toEqual([
    '#/components/schemas/Room required: name is gone',
    '#/components/schemas/Room the required property name is gone',
    '#/components/schemas/Room type: object is string',
    '#/components/schemas/Room/properties/floor enum has other values',
    '#/components/schemas/Room/properties/name maxLength: 20 is gone',
    '#/components/schemas/Room/properties/name maxLength: 20 is minLength: 21',
    '#/components/schemas/Room/properties/name type: string is integer',
    '#/paths/~1rooms/post security is gone',
    '#/paths/~1rooms/post/requestBody required: true of the body is gone',
    '#/paths/~1rooms/post/requestBody/content application/json is application/x-mutant+json',
    '#/paths/~1rooms/post/responses 201 is 299',
    '#/paths/~1rooms/post/responses/201/content application/json is application/x-mutant+json',
    '#/paths/~1rooms/post/responses/201/headers Location is gone',
  ]);
  const room = mutants.find(({ what }) => what === 'type: object is string');
  expect(room?.uses).toEqual([
    { operation: 'POST /rooms', status: undefined },
    { operation: 'POST /rooms', status: '201' },
  ]);
  expect(room?.make()).toMatchObject({ components: { schemas: { Room: { type: 'string' } } } });
  expect(CONTRACT.components.schemas.Room.type).toBe('object');
});

test('what nobody could see is not changed', () => {
  const text = { type: 'string' };
  const parameter = (name: string, schema: object) => ({ name, in: 'query', schema });
  const answer = (type: string) => ({ 200: { description: 'd', content: { [type]: { schema: text } } } });
  const operation = (type: string) => ({ responses: answer(type) });
  const mutants = mutantsOf({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: {
      '/json': { get: operation('application/json') },
      '/xml': { get: operation('application/xml') },
      '/things': {
        get: {
          responses: {
            200: {
              description: 'd',
              content: {
                'application/xml': {
                  schema: {
                    type: 'object',
                    required: ['all'],
                    properties: { all: { type: 'array', items: { type: 'object' } }, count: { type: 'integer' } },
                  },
                },
              },
            },
          },
        },
      },
      '/bytes': { get: operation('application/octet-stream') },
      '/text': { get: operation('text/plain') },
      '/lists': {
        get: {
          parameters: [
            parameter('texts', { type: 'array', items: text }),
            parameter('numbers', { type: 'array', items: { type: 'integer' } }),
            parameter('several', { type: 'array', items: text, minItems: 2 }),
            parameter('open', { type: 'object', properties: { a: text } }),
            parameter('none', { type: 'array', items: text, enum: ['a'] }),
          ],
          responses: {},
        },
      },
    },
  });
  const types = mutants.filter(({ kind }) => kind === 'type').map(({ pointer, what }) => `${pointer} ${what}`);
  expect(types).toEqual([
    '#/paths/~1json/get/responses/200/content/application~1json/schema type: string is integer',
    '#/paths/~1things/get/responses/200/content/application~1xml/schema type: object is string',
    '#/paths/~1things/get/responses/200/content/application~1xml/schema/properties/count type: integer is string',
    '#/paths/~1lists/get/parameters/0/schema/items type: string is integer',
    '#/paths/~1lists/get/parameters/1/schema type: array is string',
    '#/paths/~1lists/get/parameters/1/schema/items type: integer is string',
    '#/paths/~1lists/get/parameters/2/schema type: array is string',
    '#/paths/~1lists/get/parameters/2/schema/items type: string is integer',
    '#/paths/~1lists/get/parameters/3/schema/properties/a type: string is integer',
  ]);
});

testWide('a run notices each of them', () => {
  const file = join(folderOf({ 'rooms.json': JSON.stringify(CONTRACT) }), 'rooms.json');
  const script = join(__dirname, '..', '..', 'dist', 'proof', 'mutants', 'mutants.js');
  const told = execFileSync(process.execPath, [script, file], { encoding: 'utf8' });
  expect(told).toMatch(
    /^13 of 13 noticed \(100\.0 %\), 0 out of reach, 0 not shown by the mock, 0 not served; 0 findings on unchanged mocks$/m,
  );
});
