/** What the links of an answer enter into the forms of other operations. */

import { contractWith, readOnce } from '../../conformance/contracts.testing';
import { linksOfAnswer, readAnswer } from './linksOfAnswer';

const json = { 'application/json': { schema: {} } };
const linked = (link: object) => ({ 200: { description: 'd', content: json, links: { next: link } } });
const shelf = contractWith({
  '/books/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: {} }],
    get: { operationId: 'read', responses: { 200: { description: 'd' } } },
    put: {
      operationId: 'write',
      parameters: [
        { name: 'page', in: 'query', schema: {} },
        { name: 'X-By', in: 'header', schema: {} },
      ],
      requestBody: { content: json },
      responses: linked({ operationId: 'read', parameters: { 'path.id': '$request.path.id' } }),
    },
    post: {
      requestBody: { content: json },
      responses: linked({
        operationId: 'write',
        parameters: { id: '$response.body#/id', 'query.page': '$request.query.page', 'X-By': 'us' },
        requestBody: {
          of: ['$response.header.Location', 'a {$request.body#/a}', '$response.body#/none'],
          none: '$response.body#/none',
        },
      }),
    },
    delete: { responses: linked({ operationId: 'nobody' }) },
  },
});

function ask(method: string, answer: object = {}) {
  return readAnswer({
    ...{ operation: `${method} /books/{id}`, method, target: '/books/7?page=2', sent: [], text: '{"a":[1]}' },
    parameters: [
      { in: 'path', name: 'id', texts: ['7'] },
      { in: 'query', name: 'page', texts: ['2'] },
    ],
    ...{ status: 200, headers: [['location', '/books/9']], body: '{"id":12345678901234567890}' },
    ...answer,
  });
}

test.each([
  [
    'a value of the path',
    ask('PUT'),
    [{ operation: 'GET /books/{id}', parameters: [{ in: 'path', name: 'id', texts: ['7'] }] }],
  ],
  [
    'values of the answer, with all digits, of the query, and given ones; what is not there is left out',
    ask('POST', { text: '{"a":1}' }),
    [
      {
        operation: 'PUT /books/{id}',
        parameters: [
          { in: 'path', name: 'id', texts: ['12345678901234567890'] },
          { in: 'query', name: 'page', texts: ['2'] },
          { in: 'header', name: 'X-By', texts: ['us'] },
        ],
        body: '{"of":["/books/9","a 1",null]}',
      },
    ],
  ],
  [
    'an answer that is empty',
    ask('POST', { body: '', text: undefined, headers: [] }),
    [expect.objectContaining({ body: '{"of":[null,null,null]}' })],
  ],
  ['another status', ask('PUT', { status: 404 }), []],
  ['an operation that is not there', ask('DELETE'), []],
])('%s', async (_, answer, expected) => {
  const links = answer && linksOfAnswer(await readOnce(shelf), answer);
  expect(links?.map((link) => JSON.parse(JSON.stringify(link)))).toEqual(expected);
});

test.each([undefined, {}, { operation: 'x', parameters: [] }])('%j is no answer', (value) => {
  expect(readAnswer(value)).toBeUndefined();
});
