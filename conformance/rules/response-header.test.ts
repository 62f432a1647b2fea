import { ORDER_DESK, oneOperation } from '../contracts.testing';
import { must, ruleTable, should } from './exchange.testing';
import { responseHeader } from './response-header';

const UUID = '9f1b4c3e-5a77-4d10-8e2f-0c6b1a2d3e4f';
const page = { 'X-Request-Id': UUID, 'X-Rate-Limit': '100' };

function listed(fields: Readonly<Record<string, string | readonly string[]>>) {
  return { ask: 'GET /orders', status: 200, fields, json: { orders: [], next: null } } as const;
}

function read(fields: Readonly<Record<string, string | readonly string[]>>) {
  return { ask: 'GET /orders/11', status: 200, fields: { 'X-Request-Id': UUID, ETag: '"b"', ...fields } } as const;
}

const missing = (name: string, status = 200) => must(`a ${status} has no ${name}`, `a ${name} field`, 'no such field');

function unfit(name: string, value: string, status = 200) {
  const message = `the ${name} of a ${status} does not satisfy its schema`;
  return must(message, 'a value that satisfies the schema', `${name}: ${value}`);
}

ruleTable(responseHeader, ORDER_DESK, [
  ['a required field is missing', listed({ 'X-Rate-Limit': '100' }), missing('X-Request-Id')],
  ['both required fields are missing', listed({}), [missing('X-Request-Id'), missing('X-Rate-Limit')]],
  [
    'a uuid is a number, which no standard forbids',
    read({ 'X-Request-Id': '4711' }),
    should('the X-Request-Id of a 200 does not satisfy its schema', 'must be of the format uuid', 'X-Request-Id: 4711'),
  ],
  ['a number is a word', listed({ ...page, 'X-Rate-Limit': 'many' }), unfit('X-Rate-Limit', 'many')],
  ['a number is below its minimum', listed({ ...page, 'X-Rate-Limit': '-1' }), unfit('X-Rate-Limit', '-1')],
  ['a number is empty', listed({ ...page, 'X-Rate-Limit': '' }), unfit('X-Rate-Limit', '')],
  [
    'a field comes twice that is no list',
    read({ 'X-Request-Id': [UUID, UUID] }),
    unfit('X-Request-Id', `${UUID}, ${UUID}`),
  ],
  [
    'an optional whole number has a fraction',
    listed({ ...page, 'X-Total-Count': '2.5' }),
    unfit('X-Total-Count', '2.5'),
  ],
  ['HEAD is answered without a required field', { ask: 'HEAD /orders', status: 200 }, missing('X-Total-Count')],
  [
    'a 201 names no Location, which is required',
    { ask: 'POST /orders', status: 201, json: {} },
    missing('Location', 201),
  ],
  [
    'a Location is of another form',
    { ask: 'POST /orders', status: 201, fields: { Location: '/order?id=1' } },
    unfit('Location', '/order?id=1', 201),
  ],
  ['an ETag has no quotes', read({ ETag: 'abc' }), unfit('ETag', 'abc')],
  ['the required fields are there', listed(page), 'kept'],
  ['a field is written in lower case', listed({ 'x-request-id': UUID, 'x-rate-limit': '0' }), 'kept'],
  ['a uuid is in upper case', read({ 'X-Request-Id': UUID.toUpperCase() }), 'kept'],
  ['fields come that nobody declared', listed({ ...page, Via: '1.1 proxy', Vary: 'Accept' }), 'kept'],
  ['a refusal declares no field', { ask: 'GET /orders', probe: 'anonymous', status: 401 }, 'silent'],
  ['the answer is cut', { ...listed({}), error: ['reset', 'reset the connection'] }, 'silent'],
]);

function declaring(headers: object) {
  return oneOperation({ responses: { 200: { description: 'd', headers } } });
}

const answered = (fields: Readonly<Record<string, string | readonly string[]>>) =>
  ({ ask: 'GET /things/1', status: 200, fields }) as const;

ruleTable(responseHeader, declaring({ Count: { schema: { type: 'integer' } } }), [
  ['an optional field does not come', answered({}), 'silent'],
  ['an optional field is right', answered({ Count: '7' }), 'kept'],
]);

const list = { schema: { type: 'array', items: { type: 'integer' } } };

ruleTable(responseHeader, declaring({ Sizes: list }), [
  ['a list is written in one field', answered({ Sizes: '1,2' }), 'kept'],
  ['a list has spaces behind its commas', answered({ Sizes: '1, 2' }), 'kept'],
  ['a list is written in two fields', answered({ Sizes: ['1', '2'] }), 'kept'],
  ['an item of a list is a word', answered({ Sizes: '1,two' }), unfit('Sizes', '1,two')],
]);

ruleTable(responseHeader, declaring({ 'Set-Cookie': { schema: { type: 'string', pattern: '^[a-z]+=' } } }), [
  ['each of two cookies is right', answered({ 'Set-Cookie': ['a=1; Path=/', 'b=2'] }), 'kept'],
  ['one of two cookies is wrong', answered({ 'Set-Cookie': ['a=1', '1=b'] }), unfit('Set-Cookie', '1=b')],
]);

ruleTable(responseHeader, declaring({ 'Retry-After': { schema: { type: 'string', format: 'date-time' } } }), [
  ['HTTP has a form of its own for a date', answered({ 'Retry-After': '120' }), 'kept'],
]);

ruleTable(responseHeader, declaring({ 'Retry-After': { schema: { type: 'integer' } } }), [
  ['a text is no number of seconds', answered({ 'Retry-After': 'abc' }), unfit('Retry-After', 'abc')],
  ['seconds are what is declared', answered({ 'Retry-After': '120' }), 'kept'],
  [
    'a date is none of the seconds that are declared',
    answered({ 'Retry-After': 'Fri, 31 Dec 1999 23:59:59 GMT' }),
    unfit('Retry-After', 'Fri, 31 Dec 1999 23:59:59 GMT'),
  ],
]);

ruleTable(responseHeader, declaring({ 'Retry-After': { schema: { type: 'string', format: 'date-time' } } }), [
  ['a date is written as HTTP has it', answered({ 'Retry-After': 'Fri, 31 Dec 1999 23:59:59 GMT' }), 'kept'],
  ['a date is written as the contract has it', answered({ 'Retry-After': '1999-12-31T23:59:59Z' }), 'kept'],
  ['a text is neither', answered({ 'Retry-After': 'soon' }), unfit('Retry-After', 'soon')],
]);

ruleTable(responseHeader, declaring({ 'Last-Modified': { schema: { type: 'integer' } } }), [
  [
    'HTTP leaves a service no other form than a date',
    answered({ 'Last-Modified': 'Fri, 31 Dec 1999 23:59:59 GMT' }),
    'kept',
  ],
]);

ruleTable(responseHeader, declaring({ Sunset: { schema: { type: 'string', format: 'date-time' } } }), [
  [
    'a service says, as HTTP has it, when it will be gone',
    answered({ Sunset: 'Sat, 31 Dec 2028 23:59:59 GMT' }),
    'kept',
  ],
]);

ruleTable(responseHeader, declaring({ 'Content-Length': { schema: { type: 'string', const: 'long' } } }), [
  ['a field says how this one message is sent', answered({ 'Content-Length': '2' }), 'kept'],
]);

const inJson = { content: { 'application/json': { schema: { type: 'object', required: ['a'] } } } };

ruleTable(responseHeader, declaring({ Extra: inJson }), [
  ['a field holds JSON as declared', answered({ Extra: '{"a":1}' }), 'kept'],
  ['a field holds JSON without a required member', answered({ Extra: '{}' }), unfit('Extra', '{}')],
  ['a field holds no JSON where some is declared', answered({ Extra: 'a=1' }), unfit('Extra', 'a=1')],
]);

ruleTable(responseHeader, declaring({ 'Content-Type': { required: true, schema: { const: 'text/x-own' } } }), [
  [
    'OpenAPI leaves a Content-Type that is declared as a header aside',
    answered({ 'Content-Type': 'text/plain' }),
    'unbound',
  ],
]);

ruleTable(responseHeader, oneOperation({ responses: { 200: { description: 'd' } } }), [
  ['no field is declared', answered({ Any: 'thing' }), 'unbound'],
]);
