import { contractWith, PLANT_STORE } from '../contracts.testing';
import { probeTable } from './operation.testing';
import { unusual } from './unusual';

const NO_BOUNDARY = 'a multipart type without a boundary, and no body';
const MULTIPART = 'Content-Type: multipart/form-data';

probeTable(unusual, PLANT_STORE, [
  {
    when: 'what it would use up is not asked for, but what names nothing is',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', params: { id: ['101'] } },
    asks: [`${NO_BOUNDARY}: DELETE /plants/#, ${MULTIPART}, Authorization: Bearer sesame`],
  },
  { when: 'no token is handed over', about: 'DELETE /plants/{id}', asks: [] },
]);

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = { 200: { description: 'd' } };
const inPath = (schema: object) => [{ name: 'id', in: 'path', required: true, schema }];
const count = { type: 'integer', minimum: 1, maximum: 9 };
const order = {
  type: 'object',
  required: ['note'],
  properties: { note: { type: 'string', maxLength: 60 }, status: { type: 'string' }, count },
};
const body = { requestBody: { required: true, ...json(order) } };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });

const contract = contractWith({
  '/orders/{id}': {
    parameters: inPath({ type: 'integer', format: 'int32', minimum: 0 }),
    get: { responses: ok },
    put: { ...body, responses: ok },
  },
  '/counts/{id}': { get: { parameters: inPath({ type: 'integer' }), responses: ok } },
  '/names/{id}': { get: { parameters: inPath({ type: 'string' }), responses: ok } },
  '/colours/{id}': { get: { parameters: inPath({ enum: ['red', 'green'] }), responses: ok } },
  '/search': {
    get: {
      parameters: [
        query('q', { type: 'string' }),
        query('title', { type: 'string', minLength: 1, maxLength: 6 }),
        query('email', { type: 'string', format: 'email' }),
        query('page', { type: 'integer', minimum: -1, maximum: 5 }),
        { name: 'If-Match', in: 'header', schema: { type: 'string' } },
        { name: 'Range', in: 'header', schema: { type: 'string', pattern: '^bytes=\\d+-\\d*$' } },
      ],
      responses: ok,
    },
  },
  '/orders': { post: { ...body, responses: ok } },
});

const QUOTES = `O'Neil "&" <b>%;#?=+$,*|{}[]`;
const FOREIGN = 'Zoe\u0301 שלום 日本 🌱';
const FEW = 'Zoe\u0301א🌱';

/** The bodies that nobody can take for a valid one. @param to the method and the path. */
const broken = (to: string) => [
  `the body is an empty list: ${to}, []`,
  `the body is an empty object: ${to}, {}`,
  `the body is lists in lists, 10000 levels deep: ${to}, ${'['.repeat(10_000)}`,
];
const MULTIPART_BODY = 'the body is of a multipart type without a boundary';

probeTable(unusual, contract, [
  {
    when: 'the path has a number with ends',
    about: 'GET /orders/{id}',
    asks: [
      'id is "0": GET /orders/0',
      'id is "1": GET /orders/1',
      'id is "#": GET /orders/#',
      `${NO_BOUNDARY}: GET /orders/#, ${MULTIPART}`,
    ],
  },
  {
    when: 'the path has a number without ends',
    about: 'GET /counts/{id}',
    asks: [
      'id is 0: GET /counts/0',
      'id is 1: GET /counts/1',
      'id is −1: GET /counts/-1',
      'id is a large number: GET /counts/#',
      `${NO_BOUNDARY}: GET /counts/#, ${MULTIPART}`,
    ],
  },
  {
    when: 'the path has a text; none has a slash, which may lead to another operation',
    about: 'GET /names/{id}',
    asks: [
      `id is quotes and reserved characters: GET /names/${QUOTES}`,
      `id is characters beyond ASCII: GET /names/${FOREIGN}`,
      `id is 256 characters: GET /names/${'abcdefghijklmnop'.repeat(16)}`,
      `${NO_BOUNDARY}: GET /names/#, ${MULTIPART}`,
    ],
  },
  {
    when: 'the path has one of a list',
    about: 'GET /colours/{id}',
    asks: ['id is "green": GET /colours/green', `${NO_BOUNDARY}: GET /colours/red, ${MULTIPART}`],
  },
  {
    when: 'each kind is asked for in all parameters that take it, and in each where that fails; a format is left as it is',
    about: 'GET /search',
    asks: [
      `${NO_BOUNDARY}: GET /search, ${MULTIPART}`,
      'If-Match is *: GET /search, If-Match: *',
      'If-Match is "espalier-none": GET /search, If-Match: "espalier-none"',
      'Range is bytes=0-0: GET /search, Range: bytes=0-0',
      'Range is bytes=#-: GET /search, Range: bytes=#-',
      'Range is bytes=5-2: GET /search, Range: bytes=5-2',
      'no character for q: GET /search?q=',
      `quotes and reserved characters for q, title: GET /search?q=O'Neil "&" <b>%20;#?=+$,*|{}[]\\&title='"<%20`,
      `quotes and reserved characters for q: GET /search?q=O'Neil "&" <b>%20;#?=+$,*|{}[]\\`,
      `quotes and reserved characters for title: GET /search?title='"<%20`,
      `characters beyond ASCII for q, title: GET /search?q=${FOREIGN}&title=${FEW}`,
      `characters beyond ASCII for q: GET /search?q=${FOREIGN}`,
      `characters beyond ASCII for title: GET /search?title=${FEW}`,
      'spaces at both ends for q, title: GET /search?q=  two  words  &title= a ',
      'spaces at both ends for q: GET /search?q=  two  words  ',
      'spaces at both ends for title: GET /search?title= a ',
      'line ends for q, title: GET /search?q=one\r\ntwo\nthree\tfour&title=a\nb',
      'line ends for q: GET /search?q=one\r\ntwo\nthree\tfour',
      'line ends for title: GET /search?title=a\nb',
      `a long text for q: GET /search?q=${'abcdefghijklmnop'.repeat(64)}`,
      '0 for page: GET /search?page=0',
      '1 for page: GET /search?page=1',
      '−1 for page: GET /search?page=-1',
    ],
  },
  {
    when: 'nothing is known to be there, so that only what no service takes is sent',
    about: 'PUT /orders/{id}',
    asks: [...broken('PUT /orders/#'), `${MULTIPART_BODY}: PUT /orders/#, ${MULTIPART}, --none\r\n`],
  },
  {
    when: 'it may not make anything',
    about: 'POST /orders',
    asks: [],
    leftOut: 'it may change anything: no part of its path names a thing that you handed over',
  },
]);
