import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { contractWith, PLANT_STORE, readOnce } from '../contracts.testing';
import { suite } from '../suite';
import { probeTable } from './operation.testing';
import { valid } from './valid';

const ID = 'a value of "id" that exists and may be used up (--param id=VALUE)';
const OWN =
  "your leave to make things of the run's own, which it asks about in place of yours and removes again (--writes own)";

probeTable(valid, PLANT_STORE, [
  {
    when: 'three plants are handed over, each of which is used up',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', params: { id: ['101', '102', '103'] } },
    asks: ['101', '102', '103'].map((id) => `as the contract says: DELETE /plants/${id}, Authorization: Bearer sesame`),
  },
  {
    when: 'everything exists, as on the mock, the ends of the type among it',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', everythingExists: true },
    asks: [
      'as the contract says: DELETE /plants/#, Authorization: Bearer sesame',
      'id is beyond 2^53, odd: DELETE /plants/#, Authorization: Bearer sesame',
      'id is 2^63 − 1, the largest: DELETE /plants/#, Authorization: Bearer sesame',
      'id is −2^63, the smallest: DELETE /plants/-#, Authorization: Bearer sesame',
    ],
  },
  {
    when: 'no plant is handed over',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame' },
    asks: [],
    lacks: [ID],
  },
  {
    when: 'nothing is handed over',
    about: 'DELETE /plants/{id}',
    asks: [],
    lacks: ['a bearer token (--token TOKEN, or ESPALIER_TOKEN)', ID],
  },
]);

const ok = { responses: { 200: { description: 'd' } } };
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 3, example: 2 } };
const sort = { name: 'sort', in: 'query', required: true, schema: { enum: ['title', 'year'] } };

probeTable(valid, contractWith({ '/books': { get: { parameters: [limit, sort], ...ok } } }), [
  {
    when: 'two parameters show all their bounds together, in as few requests as one of them needs',
    about: 'GET /books',
    asks: [
      'sort is "title": GET /books?sort=title',
      'with limit: GET /books?sort=title&limit=2',
      'sort is "year", limit is 1, the least: GET /books?sort=year&limit=1',
      'sort is "title", limit is 3, the greatest: GET /books?sort=title&limit=3',
    ],
  },
  {
    when: 'one parameter is handed over, and stays as it is',
    about: 'GET /books',
    given: { params: { limit: ['3'] } },
    asks: ['sort is "title": GET /books?limit=3&sort=title', 'sort is "year": GET /books?limit=3&sort=year'],
  },
]);

const person = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { enum: ['Ada', 'Bo'] },
    age: { type: 'integer', minimum: 0, maximum: 120, example: 36 },
  },
};
const requestBody = { required: true, content: { 'application/json': { schema: person } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const people = contractWith({
  '/people': { post: { requestBody, responses: { 201: { description: 'd' } } } },
  '/people/{id}': {
    parameters: [id],
    get: ok,
    put: { requestBody, ...ok },
    delete: { responses: { 204: { description: 'd' } } },
  },
});

probeTable(valid, people, [
  {
    when: 'a body shows each of its bounds',
    about: 'PUT /people/{id}',
    given: { params: { id: ['ada'] } },
    asks: [
      '/name is "Ada": PUT /people/ada, {"name":"Ada","age":36}',
      '/name is "Bo": PUT /people/ada, {"name":"Bo","age":0}',
      '/age is 1, next to the least: PUT /people/ada, {"name":"Ada","age":1}',
      '/age is 120, the greatest: PUT /people/ada, {"name":"Ada","age":120}',
      '/age is 119, next to the greatest: PUT /people/ada, {"name":"Ada","age":119}',
      'the body is only what is required: PUT /people/ada, {"name":"Ada"}',
    ],
  },
  {
    when: 'a body is handed over, and stays as it is',
    about: 'PUT /people/{id}',
    given: {
      params: { id: ['ada'] },
      operations: {
        'PUT /people/{id}': { params: {}, bodies: [{ name: 'Bo' }], expect: undefined, leaveOut: undefined },
      },
    },
    asks: ['as the contract says: PUT /people/ada, {"name":"Bo"}'],
  },
  { when: 'nobody is handed over who may be changed', about: 'PUT /people/{id}', asks: [], lacks: [ID, OWN] },
  {
    when: 'the run may make people, and makes two to be deleted',
    about: 'DELETE /people/{id}',
    given: { writes: 'own' },
    asks: ['as the contract says: DELETE /people/<id>', 'as the contract says: DELETE /people/<id>'],
  },
  {
    when: 'nothing says that people may be made',
    about: 'POST /people',
    asks: [],
    leftOut: 'it may change anything: no part of its path names a thing that you handed over',
  },
  {
    when: 'the user leaves it out',
    about: 'GET /people/{id}',
    given: {
      params: { id: ['ada'] },
      operations: {
        'GET /people/{id}': { params: {}, bodies: [], expect: undefined, leaveOut: 'it is slow' },
      },
    },
    asks: [],
    leftOut: 'left out: it is slow',
  },
]);

const content = { 'application/json': {}, 'text/csv': {} };
const key = { ...id, schema: { enum: ['a', 'b'] } };
const reports = contractWith({
  '/reports/{id}': { parameters: [key], get: { responses: { 200: { description: 'd', content } } } },
  '/x/{one}': { get: { parameters: [{ ...id, name: 'one' }], ...ok } },
  '/x/{two}': { get: { parameters: [{ ...id, name: 'two' }], ...ok } },
});

probeTable(valid, reports, [
  {
    when: 'the contract lists the values and several types of answers',
    about: 'GET /reports/{id}',
    asks: [
      'as the contract says: GET /reports/a',
      'to be answered in application/json: GET /reports/a, Accept: application/json',
      'to be answered in text/csv: GET /reports/a, Accept: text/csv',
    ],
  },
  {
    when: 'another path differs in the name of its parameter alone',
    about: 'GET /x/{one}',
    given: { params: { one: ['1'] } },
    asks: [],
    leftOut:
      'its path differs from that of GET /x/{two} in the names of its parameters alone: nobody can tell which of them answers',
  },
]);

const NOPE = { $ref: '#/components/schemas/Nope' };
const FINE = { type: 'object', required: ['a'], properties: { a: { enum: ['x'] } } };
const posted = (required: boolean, content: object) => ({
  post: { requestBody: { required, content }, responses: { 200: { description: 'd' } } },
});
const PARTLY_WRONG = {
  openapi: '3.1.0',
  info: { title: 'Partly wrong', version: '1' },
  paths: {
    '/optional': posted(false, { 'application/json': { schema: NOPE } }),
    '/two': posted(true, { 'application/json': { schema: NOPE }, 'application/vnd.two+json': { schema: FINE } }),
    '/query': {
      get: {
        parameters: [{ name: 'q', in: 'query', schema: NOPE }],
        responses: { 200: { description: 'd', content: { 'application/json': { schema: NOPE } } } },
      },
    },
  },
};

probeTable(valid, PARTLY_WRONG, [
  {
    when: 'an optional body is wrong in the contract',
    about: 'POST /optional',
    given: { writes: 'any' },
    asks: ['as the contract says: POST /optional'],
  },
  {
    when: 'an optional body is wrong in the contract and was handed over',
    about: 'POST /optional',
    given: {
      writes: 'any',
      operations: { 'POST /optional': { params: {}, bodies: [{ a: 1 }], expect: undefined, leaveOut: undefined } },
    },
    asks: ['as the contract says: POST /optional, {"a":1}'],
  },
  {
    when: 'one of two contents is wrong in the contract',
    about: 'POST /two',
    given: { writes: 'any' },
    asks: ['/a is "x": POST /two, Content-Type: application/vnd.two+json, {"a":"x"}'],
  },
  {
    when: 'an optional parameter and a response are wrong in the contract',
    about: 'GET /query',
    asks: ['as the contract says: GET /query'],
  },
]);

const fine = { responses: { 200: { description: 'd' } } };
const pathId = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const ORDERED = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/customers': { get: fine },
    '/customers/{id}': { parameters: pathId, get: fine },
    '/orders': {
      post: {
        ...fine,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['customerId'], properties: { customerId: { type: 'integer' } } },
            },
          },
        },
      },
    },
  },
};

test.each([
  ['any', ['/customerId of GET /customers']],
  ['own', []],
] as const)(
  'with --writes %s, a member that names a kind which can only be listed is filled: %j',
  async (writes, wanted) => {
    const { cases } = plan(await readOnce(ORDERED), { ...suite, probes: [valid] }, settingsOf({ seed: 1, writes }));
    const fills = cases
      .filter(({ request: { operation } }) => operation.name === 'POST /orders')
      .flatMap(({ waitsFor }) => waitsFor?.fills ?? []);
    const shown = fills.map(
      ({ pointer, place }) => `${pointer} of ${typeof place === 'object' ? place.from.request.operation.name : place}`,
    );
    expect(shown).toEqual(wanted);
  },
);

const referring = (member: string) => ({
  type: 'object',
  required: ['name', member],
  properties: { name: { type: 'string' }, [member]: { type: 'integer' } },
});
const postOf = (schema: object) => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: {
    201: {
      description: 'made',
      content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } } },
    },
  },
});
const itemOf = (name: string) => [{ name, in: 'path', required: true, schema: { type: 'integer' } }];
const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

test.each<[string, object, string[]]>([
  [
    'a PUT without content puts it into another thing',
    { put: { responses: { 204: { description: 'd' } } }, delete: fine },
    ['/invoiceId of POST /invoices'],
  ],
  ['it is only removed from another thing', { delete: fine }, ['/invoiceId of POST /invoices']],
  ['a PUT makes another one of that name with its content', { put: postOf(named), delete: fine }, []],
])('what a body names is made where it is made first: %s', async (_, within, wanted) => {
  const contract = contractWith({
    '/invoices': { post: postOf(named) },
    '/invoices/{invoiceId}': { parameters: itemOf('invoiceId'), get: fine, delete: fine },
    '/ships': { post: postOf(referring('invoiceId')) },
    '/ships/{shipId}': { parameters: itemOf('shipId'), get: fine, delete: fine },
    '/ships/{shipId}/invoices/{invoiceId}': {
      parameters: [...itemOf('shipId'), ...itemOf('invoiceId')],
      ...within,
    },
  });
  const { cases } = plan(
    await readOnce(contract),
    { ...suite, probes: [valid] },
    settingsOf({ seed: 1, writes: 'own' }),
  );
  const fills = cases
    .filter(
      ({ request: { operation }, claim }) => operation.name === 'POST /ships' && !claim.name.startsWith('to have'),
    )
    .flatMap(({ waitsFor }) => waitsFor?.fills ?? []);
  const shown = fills.map(({ pointer, place }) =>
    typeof place === 'object' ? `${pointer} of ${place.from.request.operation.name}` : pointer,
  );
  expect([...new Set(shown)]).toEqual(wanted);
});

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const done = { responses: { 204: { description: 'done' } } };

/** Names are in paths alone; a POST makes what it names, and may not make it twice. */
const shelf = contractWith({
  '/shelves/{shelf}': { parameters: [inPath('shelf')], post: done, delete: done },
  '/shelves/{shelf}/books/{book}': { parameters: [inPath('shelf'), inPath('book')], post: done, delete: done },
  '/shelves/{shelf}/lists/{list}': { parameters: [inPath('shelf'), inPath('list')], post: done, delete: done },
  '/shelves/{shelf}/lists/{list}/books/{book}': {
    parameters: [inPath('shelf'), inPath('list'), inPath('book')],
    put: done,
    delete: done,
  },
});

/** The requests of an operation that are not there to make something for another one. */
async function askedOf(operation: string) {
  const { cases } = plan(await readOnce(shelf), { ...suite, probes: [valid] }, settingsOf({ writes: 'own', seed: 1 }));
  return cases.filter(
    ({ request, claim }) => request.operation.name === operation && !claim.name.startsWith('to have'),
  );
}

test.each(['POST /shelves/{shelf}', 'POST /shelves/{shelf}/books/{book}'])(
  '%s makes what its path names, under another name than that of what is there',
  async (operation) => {
    const [each, ...more] = await askedOf(operation);
    const last = operation.includes('book') ? 'book' : 'shelf';
    expect(more).toEqual([]);
    expect(each?.chain?.step).toBe('make');
    expect(each?.request.values[last]).toMatch(/^[0-9a-f-]{36}$/);
    expect(Object.keys(each?.waitsFor?.needs ?? {})).toEqual(last === 'book' ? ['shelf'] : []);
  },
);

test('a path that names two things is asked with things that were made where both lie', async () => {
  const [put] = await askedOf('PUT /shelves/{shelf}/lists/{list}/books/{book}');
  const { shelf: around, book } = put?.waitsFor?.needs ?? {};
  const made = book?.from.waitsFor?.needs?.['book']?.from;
  expect(book?.from.request.operation.name).toBe('PUT /shelves/{shelf}/lists/{list}/books/{book}');
  expect(made?.request.operation.name).toBe('POST /shelves/{shelf}/books/{book}');
  expect(made?.waitsFor?.needs?.['shelf']?.from).toBe(around?.from);
});

test('no key of a request that is not to be done twice is sent with two bodies', async () => {
  const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } };
  const schema = {
    type: 'object',
    required: ['name', 'size'],
    properties: { name: { type: 'string' }, size: { enum: ['small', 'large', 'huge'] } },
  };
  const id = { name: 'roomId', in: 'path', required: true, schema: { type: 'integer' } };
  const room = { content: { 'application/json': { schema: { properties: { roomId: { type: 'integer' } } } } } };
  const made = { 201: { description: 'd', ...room } };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const contract = await readOnce(
    contractWith({
      '/rooms': { post: { parameters: [key], requestBody, responses: made } },
      '/rooms/{roomId}': { parameters: [id], get: { responses: { 200: { description: 'd', ...room } } }, delete: ok },
    }),
  );
  const { cases, keyed } = plan(contract, suite, settingsOf({ seed: 1, writes: 'own' }));
  const sent = cases
    .map((each, at) => keyed(each, at + 1))
    // What repeats a request has the key of that.
    .filter(({ waitsFor }) => waitsFor?.repeats === undefined)
    .filter(({ claim }) => claim.probe === 'valid' || claim.probe === 'state' || claim.probe === 'invalid')
    .map(({ request }) => request.input)
    .filter(({ headers, body }) => body && headers.some(([name]) => name === 'Idempotency-Key'));
  const bodies = new Map(sent.map(({ headers }) => [String(headers[0]?.[1]), new Set<string>()]));
  for (const { headers, body } of sent) bodies.get(String(headers[0]?.[1]))?.add(String(body?.bytes));
  expect(bodies.size).toBeGreaterThan(3);
  expect([...bodies.values()].filter(({ size }) => size > 1)).toEqual([]);
});
