import { contractWith, PLANT_STORE } from '../contracts.testing';
import { probeTable } from './operation.testing';
import { unknown } from './unknown';

probeTable(unknown, PLANT_STORE, [
  {
    when: 'a token is handed over, so that ids are asked for that name nothing, the ends of the type among them',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', params: { id: ['101'] } },
    asks: [
      'something that does not exist: DELETE /plants/#, Authorization: Bearer sesame',
      'id is beyond 2^53, odd: DELETE /plants/#, Authorization: Bearer sesame',
      'id is 2^63 − 1, the largest: DELETE /plants/#, Authorization: Bearer sesame',
      'id is −2^63, the smallest: DELETE /plants/-#, Authorization: Bearer sesame',
    ],
  },
  {
    when: 'no token is handed over',
    about: 'DELETE /plants/{id}',
    asks: [],
    lacks: ['a bearer token (--token TOKEN, or ESPALIER_TOKEN)'],
  },
  {
    when: 'everything exists, as on the mock',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', everythingExists: true },
    asks: [],
  },
]);

function named(schema: object) {
  const parameters = [{ name: 'key', in: 'path', required: true, schema }];
  return contractWith({
    '/books': { get: { responses: { 200: { description: 'd' } } } },
    '/books/{key}': { parameters, get: { responses: { 200: { description: 'd' } } } },
  });
}

probeTable(unknown, named({ type: 'string' }), [
  {
    when: 'a text is asked for that nobody has chosen',
    about: 'GET /books/{key}',
    asks: ['something that does not exist: GET /books/#'],
  },
  { when: 'there is nothing that could be unknown', about: 'GET /books', asks: [] },
]);

probeTable(unknown, named({ type: 'integer', minimum: 1, maximum: 9 }), [
  { when: 'every value may well name something', about: 'GET /books/{key}', asks: [] },
]);

probeTable(unknown, named({ enum: ['a', 'b'] }), [
  { when: 'all values are listed', about: 'GET /books/{key}', asks: [] },
]);

const NAMED_BODY = {
  content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
};
probeTable(
  unknown,
  contractWith({
    '/pots/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      put: { requestBody: { ...NAMED_BODY, required: true }, responses: { 200: { description: 'd' } } },
    },
  }),
  [
    {
      when: 'a service may make what is not there, and its text tells whose it is',
      about: 'PUT /pots/{id}',
      given: { writes: 'any' },
      asks: expect.arrayContaining([
        expect.stringMatching(/^something that does not exist: PUT \/pots\/#, \{"name":"#-#"\}$/),
      ]) as never,
    },
  ],
);

const body = { content: { 'application/json': { schema: { type: 'object', properties: { name: { const: 'a' } } } } } };
const SHELVES = contractWith({
  '/shelves/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { requestBody: body, responses: { 200: { description: 'd' } } },
    put: { requestBody: body, responses: { 200: { description: 'd' }, 404: { description: 'd' } } },
  },
});
const everything = { writes: 'any' } as const;

probeTable(unknown, SHELVES, [
  {
    when: 'the body is optional, which a service that answers 404 may demand all the same',
    about: 'PUT /shelves/{id}',
    given: everything,
    asks: expect.arrayContaining([
      expect.stringMatching(/^something that does not exist: PUT \/shelves\/#, \{"name":"a"\}$/),
    ]) as never,
  },
  {
    when: 'the body is optional, and the operation only reads',
    about: 'GET /shelves/{id}',
    given: everything,
    asks: expect.arrayContaining(['something that does not exist: GET /shelves/#']) as never,
  },
]);
