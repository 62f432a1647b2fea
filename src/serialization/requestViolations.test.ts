import { folderOf } from '../cli/tests/cli.testing';
import type { Operation } from '../contract/contract';
import { readContract } from '../contract/load';
import { type JudgedRequest, type RequestPlace, type RequestReading, requestViolations } from './requestViolations';

const INTEGER = { type: 'integer', minimum: 1, maximum: 100 };
const PLANT = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 5 }, height: { type: 'integer' } },
};

/** An operation of a contract that has nothing else. */
async function operationWith(declared: object, more: object = {}): Promise<Operation> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/plants': { post: { ...declared, responses: { 200: { description: 'd' } } } } },
    ...more,
  };
  const folder = folderOf({ 'openapi.json': JSON.stringify(document) });
  const [operation] = (await readContract(`${folder}/openapi.json`)).operations;
  if (!operation) throw new Error('no operation');
  return operation;
}

interface Sent {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly hidden?: readonly RequestPlace[];
}

function broken(
  operation: Operation,
  { query = '', headers = {}, body = '', hidden = [] }: Sent,
  mode: RequestReading,
) {
  const request: JudgedRequest = {
    values: new Map(),
    query: new URLSearchParams(query),
    headers,
    bytes: Buffer.from(body),
    hidden: new Set(hidden),
  };
  return requestViolations(operation, request, mode).map(({ path, code }) => [...path, code].join(' '));
}

const parameter = (where: string, schema: object, more = {}) => ({
  parameters: [{ name: 'x', in: where, required: true, schema, ...more }],
});
/** In place of a schema of its own. */
const IN_JSON = { schema: undefined, content: { 'application/json': { schema: PLANT } } };
const cookie = (text: string) => ({ headers: { cookie: text } });
const header = (text: string) => ({ headers: { x: text } });

test.each<[what: string, declared: object, sent: Sent, expected: string]>([
  ['a missing query parameter', parameter('query', INTEGER), {}, 'query required'],
  ['a query parameter of another name', parameter('query', INTEGER), { query: 'X=5' }, 'query required'],
  ['a query parameter without a value', parameter('query', INTEGER), { query: 'x=' }, 'query required'],
  ['a query parameter of another type', parameter('query', INTEGER), { query: 'x=abc' }, 'query x type'],
  ['a query parameter out of bounds', parameter('query', INTEGER), { query: 'x=101' }, 'query x maximum'],
  ['a missing header field', parameter('header', INTEGER), {}, 'header required'],
  ['a header field of another type', parameter('header', INTEGER), header('abc'), 'header x type'],
  ['a missing cookie', parameter('cookie', INTEGER), cookie('y=1'), 'cookie required'],
  ['a cookie of another type', parameter('cookie', INTEGER), cookie('x=abc'), 'cookie x type'],
  [
    'a list with a wrong item',
    parameter('query', { type: 'array', items: INTEGER }),
    { query: 'x=1&x=a' },
    'query x 1 type',
  ],
  ['JSON that breaks its schema', parameter('query', PLANT, IN_JSON), { query: 'x={}' }, 'query x required'],
  ['what should be JSON', parameter('query', PLANT, IN_JSON), { query: 'x={"' }, 'query x syntax'],
])('both readings refuse %s', async (_what, declared, sent, expected) => {
  const operation = await operationWith(declared);
  expect(broken(operation, sent, 'strict')).toEqual([expected]);
  // Of what should be JSON, the one calls the syntax wrong and the other the type.
  expect(broken(operation, sent, 'any')).toEqual([expected.replace('syntax', 'type')]);
});

const list = { type: 'array', items: INTEGER };
const object = { type: 'object', required: ['a'], properties: { a: INTEGER, b: { type: 'boolean' } } };

test.each<[what: string, declared: object, sent: Sent]>([
  ['a number with a plus', parameter('query', INTEGER), { query: 'x=%2B5' }],
  ['a boolean written as 1', parameter('query', { type: 'boolean' }), { query: 'x=1' }],
  ['a boolean that is only named', parameter('query', { type: 'boolean' }), { query: 'x' }],
  ['one value that is there twice', parameter('query', INTEGER), { query: 'x=abc&x=5' }],
  ['a list with another delimiter', parameter('query', list), { query: 'x=1|2' }],
  ['a list with brackets', parameter('query', list), { query: 'x[]=1&x[]=2' }],
  ['an object of which the members are parameters', parameter('query', object), { query: 'a=1&b=yes' }],
  ['an object in brackets', parameter('query', object, { style: 'deepObject' }), { query: 'x[a]=1&x[b]=on' }],
  ['deeper brackets', parameter('query', object, { style: 'deepObject' }), { query: 'x[a][gte]=abc' }],
  ['an object in one text', parameter('query', object, { explode: false }), { query: 'x=a,1,b,true' }],
  ['unknown parameters of an open object', parameter('query', { type: 'object' }), { query: 'other=1' }],
  ['an object that needs no members', parameter('query', { type: 'object' }), {}],
  ['a cookie in quotes', parameter('cookie', INTEGER), cookie('x="5"')],
  ['an encoded cookie', parameter('cookie', { const: 'a/b' }), cookie('x=a%2Fb')],
  ['a cookie that is percent-encoded by its own', parameter('cookie', { const: '%41' }), cookie('x=%41')],
  ['a header field in a list', parameter('header', list), header('1 , 2')],
  ['what clients add themselves', { parameters: [{ name: 'User-Agent', in: 'header', required: true }] }, {}],
  [
    'a parameter without a value where the contract allows that',
    parameter('query', { type: 'string', minLength: 1 }, { allowEmptyValue: true }),
    { query: 'x=' },
  ],
  ['an unknown parameter', {}, { query: 'unknown=1', headers: { unknown: '1', cookie: 'unknown=1' } }],
  ['an optional parameter', { parameters: [{ name: 'x', in: 'query', schema: INTEGER }] }, {}],
  [
    'an optional parameter without a value',
    { parameters: [{ name: 'x', in: 'query', schema: INTEGER }] },
    { query: 'x=' },
  ],
  [
    'a field that the contract may not speak of',
    { parameters: [{ name: 'Accept', in: 'header', required: true, schema: INTEGER }] },
    {},
  ],
])('some reading takes %s', async (_what, declared, sent) => {
  expect(broken(await operationWith(declared), sent, 'any')).toEqual([]);
});

const whole = (type: string) => ({
  parameters: [{ name: 'x', in: 'querystring', required: true, content: { [type]: { schema: PLANT } } }],
});
const WHOLE_FORM = whole('application/x-www-form-urlencoded');
const WHOLE_JSON = whole('application/json');

test.each<[what: string, declared: object, sent: Sent, expected: readonly string[]]>([
  ['a form', WHOLE_FORM, { query: 'name=a&height=5' }, []],
  ['a form with a wrong field', WHOLE_FORM, { query: 'name=a&height=tall' }, ['querystring x height type']],
  ['a form without a field', WHOLE_FORM, { query: 'height=5' }, ['querystring x required']],
  ['no form', WHOLE_FORM, {}, ['querystring required']],
  ['a JSON text', WHOLE_JSON, { query: '%7B%22name%22%3A%22a%22%7D' }, []],
  ['a JSON text that breaks its schema', WHOLE_JSON, { query: '%7B%7D' }, ['querystring x required']],
  ['what should be JSON', WHOLE_JSON, { query: 'x=%7B%7D' }, ['querystring x syntax']],
  ['no JSON text', WHOLE_JSON, {}, ['querystring required']],
])('the whole query is judged: %s', async (_what, declared, sent, expected) => {
  const operation = await operationWith(declared, { openapi: '3.2.0' });
  expect(broken(operation, sent, 'strict')).toEqual(expected);
});

const tuple = { type: 'array', prefixItems: [{ type: 'integer' }, { enum: ['7', 'a'] }], items: false };

test.each<[what: string, declared: object, sent: Sent, expected: readonly string[]]>([
  ['a tuple', parameter('query', tuple, { explode: false }), { query: 'x=1,7' }, []],
  ['a tuple in several texts', parameter('query', tuple), { query: 'x=1&x=a' }, []],
  ['a tuple in a header field', parameter('header', tuple), header('1,7'), []],
  ['a wrong first item of a tuple', parameter('query', tuple), { query: 'x=b&x=a' }, ['query x 0 type']],
  ['a wrong second item of a tuple', parameter('query', tuple), { query: 'x=1&x=8' }, ['query x 1 enum']],
])('each item of %s is read by the schema of its place', async (_what, declared, sent, expected) => {
  expect(broken(await operationWith(declared), sent, 'strict')).toEqual(expected);
});

const takes = (type: string, schema: object = PLANT, required = true) => ({
  requestBody: { required, content: { [type]: { schema } } },
});
const body = (type: string, text: string, more: Readonly<Record<string, string>> = {}): Sent => ({
  headers: { 'content-type': type, ...more },
  body: text,
});
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const PARTS = 'multipart/form-data; boundary=b';
const part = (name: string, text: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;

test.each<[what: string, declared: object, sent: Sent, expected: string]>([
  ['a missing body', takes(JSON_TYPE), { headers: { host: 'a' } }, 'required'],
  ['a body of another type', takes(JSON_TYPE), body('text/csv', 'a,b'), '415'],
  ['half a JSON text', takes(JSON_TYPE), body(JSON_TYPE, '{"'), 'body syntax'],
  ['JSON that breaks its schema', takes(JSON_TYPE), body('application/json; charset=utf-8', '{"name":1}'), 'body name'],
  ['JSON by its suffix', takes(JSON_TYPE), body('application/plant+json', '{}'), 'body'],
  ['a form without a field', takes(FORM), body(FORM, 'height=1'), 'body'],
  ['an empty form', takes(FORM), body(FORM, ''), 'body'],
  ['a form with a wrong field', takes(FORM), body(FORM, 'name=a&height=tall'), 'body height'],
  ['parts without one', takes('multipart/form-data'), body(PARTS, `${part('height', '1')}--b--`), 'body'],
  [
    'a part of another type',
    takes('multipart/form-data'),
    body(PARTS, `${part('name', 'a')}${part('height', 'x')}--b--`),
    'body height',
  ],
  ['what is no XML', takes('application/xml'), body('application/xml', '<plant>'), 'body syntax'],
  ['a line that is no JSON', takes('application/x-ndjson'), body('application/x-ndjson', '{}\n{'), 'body syntax'],
])('both readings refuse %s', async (_what, declared, sent, expected) => {
  const operation = await operationWith(declared);
  const codes = (mode: RequestReading) =>
    broken(operation, sent, mode).map((each) => each.replace(/ (schema|type|required)$/, ''));
  expect(codes('strict')).toEqual([expected]);
  expect(codes('any')).toEqual([expected]);
});

test.each<[what: string, declared: object, sent: Sent]>([
  ['no body where it is optional', takes(JSON_TYPE, PLANT, false), {}],
  ['an empty form where it is optional', takes(FORM, PLANT, false), body(FORM, '')],
  ['a body that the contract does not speak of', {}, body(JSON_TYPE, '{}')],
  ['a body without a type', takes(JSON_TYPE), { body: '{"name":"a"}' }],
  ['JSON after a byte order mark', takes(JSON_TYPE), body(JSON_TYPE, '\ufeff{"name":"a"}')],
  ['JSON by another name', takes(JSON_TYPE), body('text/json', '{"name":"a"}')],
  ['XML by another name', takes('application/xml'), body('text/xml', '<plant/>')],
  ['what is compressed', takes(JSON_TYPE), body(JSON_TYPE, '\u001f\u008b', { 'content-encoding': 'gzip' })],
  ['JSON in another charset', takes(JSON_TYPE), body('application/json; charset=utf-16', '\u0000{')],
  ['a form with brackets', takes(FORM, { type: 'object', properties: { x: list } }), body(FORM, 'x[]=1&x[]=2')],
  ['a form whose numbers have a sign', takes(FORM), body(FORM, 'name=a&height=%2B5')],
  [
    'a file in parts',
    takes('multipart/form-data'),
    body(PARTS, `${part('name', '\u0000'.repeat(9), '; filename="a"')}--b--`),
  ],
  ['a text of any kind', takes('text/plain', { type: 'integer' }), body('text/plain', 'a')],
  ['what only bytes can say', takes('application/octet-stream'), body('application/octet-stream', 'a')],
  ['what fits the range', takes('image/*'), body('image/png', 'a')],
  ['an empty file', takes('application/octet-stream', {}), body('application/octet-stream', '')],
  ['an empty text', takes('text/plain', { type: 'string' }), body('text/plain;charset=UTF-8', '')],
])('some reading takes %s', async (_what, declared, sent) => {
  expect(broken(await operationWith(declared), sent, 'any')).toEqual([]);
});

const DEEP = {
  type: 'object',
  additionalProperties: false,
  properties: { ids: list, rows: { type: 'array', items: object } },
};

test.each<[what: string, declared: object, sent: Sent]>([
  [
    'an object in brackets beside a closed one whose members are parameters',
    {
      parameters: [
        { name: 'by', in: 'query', style: 'deepObject', schema: object },
        { name: 'x', in: 'query', schema: { ...object, additionalProperties: false } },
      ],
    },
    { query: 'by[a]=5&by[b]=true&a=1' },
  ],
  ['a list in an object', parameter('query', DEEP, { style: 'deepObject' }), { query: 'x[ids]=1&x[ids]=2' }],
  ['its items by number', parameter('query', DEEP, { style: 'deepObject' }), { query: 'x[ids][0]=1&x[ids][1]=2' }],
  [
    'objects by number',
    parameter('query', DEEP, { style: 'deepObject' }),
    { query: 'x[rows][0][a]=1&x[rows][0][b]=true' },
  ],
  ['an empty file', takes('application/octet-stream', {}), body('application/octet-stream', '')],
  ['an empty file of a range', takes('image/*', {}), body('image/png', '')],
  ['an empty text', takes('text/plain', { type: 'string' }), body('text/plain;charset=UTF-8', '')],
  ['no text where a body is optional', takes(JSON_TYPE, PLANT, false), body('text/plain;charset=UTF-8', '')],
])('the mock takes %s', async (_what, declared, sent) => {
  expect(broken(await operationWith(declared), sent, 'strict')).toEqual([]);
});

test.each<[what: string, declared: object, sent: Sent, expected: string]>([
  ['a file that is not there', takes('application/octet-stream', {}), {}, 'required'],
  [
    'a text that is too short',
    takes('text/plain', { type: 'string', minLength: 1 }),
    body('text/plain', ''),
    'body minLength',
  ],
  [
    'a wrong item by number',
    parameter('query', DEEP, { style: 'deepObject' }),
    { query: 'x[ids][0]=1&x[ids][1]=a' },
    'query x ids 1 type',
  ],
])('the mock refuses %s', async (_what, declared, sent, expected) => {
  expect(broken(await operationWith(declared), sent, 'strict')).toEqual([expected]);
});

test.each([
  [undefined, '5', true],
  [undefined, 'abc', false],
  ['label', '.5', true],
  ['matrix', ';id=5', true],
  ['matrix', ';id=abc', false],
])('a path parameter of the style %s takes %s: %s', async (style, text, isTaken) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/plants/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, style, schema: INTEGER }],
        get: { responses: { 200: { description: 'd' } } },
      },
    },
  };
  const folder = folderOf({ 'openapi.json': JSON.stringify(document) });
  const [operation] = (await readContract(`${folder}/openapi.json`)).operations;
  const request = {
    values: new Map([['id', text]]),
    query: new URLSearchParams(),
    headers: {},
    bytes: Buffer.alloc(0),
  };
  for (const reading of ['strict', 'any'] as const)
    expect(operation && requestViolations(operation, request, reading).length === 0).toBe(isTaken);
});

test('of what is hidden, nothing is wrong', async () => {
  const operation = await operationWith({
    ...takes(JSON_TYPE),
    parameters: ['query', 'header', 'cookie'].map((where) => ({
      name: 'x',
      in: where,
      required: true,
      schema: INTEGER,
    })),
  });
  const hidden: RequestPlace[] = ['query', 'header', 'cookie', 'body'];
  expect(broken(operation, {}, 'any')).toEqual(['query required', 'header required', 'cookie required', 'required']);
  for (const place of hidden) expect(broken(operation, { hidden: [place] }, 'any')).toHaveLength(3);
  expect(broken(operation, { hidden }, 'any')).toEqual([]);
});

test('a credential that is a parameter once more is judged as a credential', async () => {
  const scheme = { type: 'apiKey', in: 'query', name: 'x' };
  const declared = { ...parameter('query', INTEGER), security: [{ key: [] }] };
  const operation = await operationWith(declared, { components: { securitySchemes: { key: scheme } } });
  expect(broken(operation, {}, 'any')).toEqual([]);
});
