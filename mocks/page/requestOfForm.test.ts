/** The request that is made of a form, and what it says of what is wrong in it. */

import { folderOf } from '../../src/cli/tests/cli.testing';
import type { Contract } from '../../src/contract/contract';
import { readContract } from '../../src/contract/load';
import { readEntered, requestOfForm } from './requestOfForm';

const FILE = folderOf({
  'woods.yaml': `openapi: 3.1.0
info: { title: Woods, version: '1' }
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: key }
    sid: { type: apiKey, in: cookie, name: sid }
    basic: { type: http, scheme: basic }
    bearer: { type: http, scheme: bearer }
  schemas:
    Tree:
      type: object
      required: [name]
      properties:
        name: { type: string, maxLength: 5 }
        at: { type: object, required: [city], properties: { city: { type: string } } }
        tags: { type: array, items: { type: string } }
paths:
  /trees/{id}:
    post:
      security: [{ key: [], bearer: [] }, { sid: [] }, { basic: [] }, {}]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer, maximum: 9 } }
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: all, in: query, schema: { type: array, items: { type: string } } }
        - { name: by, in: query, style: deepObject, schema: { type: object } }
        - { name: json, in: query, content: { application/json: { schema: { type: object } } } }
        - { name: X-Depth, in: header, schema: { type: array, items: { type: integer } } }
        - { name: theme, in: cookie, schema: { type: string } }
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Tree' } }
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Tree' } }
          multipart/form-data: { schema: { $ref: '#/components/schemas/Tree' } }
          image/*: { schema: { type: string, format: binary } }
      responses: { '204': { description: none } }
`,
});

let contract: Contract;
beforeAll(async () => {
  contract = await readContract(`${FILE}/woods.yaml`);
});

interface Part {
  readonly [name: string]: unknown;
}

const BODY = { type: 'application/json', text: '{"name":"Oak"}' };

function requestOf(part: Part) {
  const [operation] = contract.operations;
  const usual = {
    operation: 'POST /trees/{id}',
    parameters: [at('path', 'id', '7')],
    alternative: -1,
    credentials: {},
  };
  const read = readEntered({ body: BODY, ...usual, ...part });
  if (!operation || !read) throw new Error('That is no request.');
  return requestOfForm(operation, read.entered, 'http://mock');
}

function at(where: string, name: string, ...texts: string[]) {
  return { in: where, name, texts };
}

test.each([
  [[at('path', 'id', 'a/b c')], '/trees/a%2Fb%20c'],
  [[at('path', 'id', '7'), at('query', 'limit', 'x')], '/trees/7?limit=x'],
  [[at('path', 'id', '7'), at('query', 'tags', 'a,b', 'c')], '/trees/7?tags=a%2Cb,c'],
  [[at('path', 'id', '7'), at('query', 'all', 'a&b', 'c')], '/trees/7?all=a%26b&all=c'],
  [[at('path', 'id', '7'), at('query', 'by', '{"a":1}')], '/trees/7?by%5Ba%5D=1'],
  [[at('path', 'id', '7'), at('query', 'by', '{"a":')], '/trees/7?by=%7B%22a%22%3A'],
  [[at('path', 'id', '7'), at('query', 'json', '{"a":1}')], '/trees/7?json=%7B%22a%22%3A1%7D'],
  [[], '/trees/'],
])('of %j the target is %s', (parameters, target) => {
  expect(requestOf({ parameters }).target).toBe(target);
});

test('header fields and cookies are written as the contract says', () => {
  const parameters = [at('path', 'id', '7'), at('header', 'X-Depth', '1', '2'), at('cookie', 'theme', 'da;rk')];
  const { headers, cookies, code } = requestOf({ parameters, prefer: 'code=400', accept: 'text/csv' });
  expect(headers).toEqual([
    ['X-Depth', '1,2'],
    ['Accept', 'text/csv'],
    ['Prefer', 'code=400'],
    ['Content-Type', 'application/json'],
  ]);
  expect(cookies).toEqual([['theme', 'da%3Brk']]);
  expect(code[0]?.text).toContain("-H 'Cookie: theme=da%3Brk'");
});

test.each([
  [0, { key: 'k', bearer: 'b' }, { target: '/trees/7?key=k', headers: [['Authorization', 'Bearer b']], cookies: [] }],
  [1, { sid: 's', bearer: 'b' }, { target: '/trees/7', headers: [], cookies: [['sid', 's']] }],
  [2, { basic: 'me' }, { headers: [['Authorization', `Basic ${btoa('user:me')}`]] }],
  [2, { basic: 'a:b' }, { headers: [['Authorization', `Basic ${btoa('a:b')}`]] }],
  [2, { basic: '' }, { headers: [] }],
  [-1, { basic: 'me' }, { headers: [] }],
])('the alternative %i of credentials goes along', (alternative, credentials, { headers, ...sent }) => {
  const request = requestOf({ alternative, credentials });
  expect(request).toMatchObject(sent);
  expect(request.headers).toEqual([...headers, ['Content-Type', 'application/json']]);
});

test.each([
  [{ parameters: [at('path', 'id', '7'), at('query', 'limit', '10')] }, ['query', 'limit', []]],
  [{ parameters: [] }, ['path', 'id', []]],
  [{ body: undefined }, ['body', '', []]],
  [{ body: { ...BODY, text: '{' } }, ['body', '', []]],
  [{ body: { ...BODY, text: '{"at":{}, "name":"Oak"}' } }, ['body', '', ['at', 'city']]],
  [{ body: { ...BODY, text: '{"name":"too long"}' } }, ['body', '', ['name']]],
  [{ body: { ...BODY, text: '{"name":"Oak","tags":["a",1]}' } }, ['body', '', ['tags', '1']]],
  [{ body: { type: 'application/x-www-form-urlencoded', fields: [] } }, ['body', '', ['name']]],
])('of %j the wrong place is %j', (part, [where, name, path]) => {
  const { wrong } = requestOf(part as Part);
  expect(wrong).toEqual([
    { text: expect.any(String), place: expect.stringMatching(/woods\.yaml:\d+:\d+$/), in: where, name, path },
  ]);
});

test('a form is written as its schema says, and a file goes by its name alone', () => {
  const type = 'application/x-www-form-urlencoded';
  const fields = [
    { name: 'name', texts: ['a b'] },
    { name: 'at', texts: ['{"city":"Ulm"}'] },
    { name: 'tags', texts: ['a', 'b'] },
  ];
  expect(requestOf({ body: { type, fields } })).toMatchObject({
    text: 'name=a+b&at=%7B%22city%22%3A%22Ulm%22%7D&tags=a&tags=b',
    wrong: [],
  });
  const { headers, text, code } = requestOf({ body: { type: 'image/*', file: 'a b.png', bytes: 'AAAA' } });
  expect([headers, text]).toEqual([[['Content-Type', 'application/octet-stream']], undefined]);
  expect(code[0]?.text).toContain("--data-binary '@a b.png'");
});

test('parts are judged by their bytes, if these are not too many', () => {
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nOak\r\n--b--\r\n`;
  const body = (text: string | undefined) => ({
    type: 'multipart/form-data',
    contentType: 'multipart/form-data; boundary=b',
    parts: [{ name: 'name', text: 'Oak' }],
    ...(text === undefined ? {} : { bytes: Buffer.from(text).toString('base64') }),
  });
  expect(requestOf({ body: body(part('name')) }).wrong).toEqual([]);
  expect(requestOf({ body: body(part('other')) }).wrong).toMatchObject([{ in: 'body', path: ['name'] }]);
  expect(requestOf({ body: body(undefined) }).wrong).toEqual([]);
  // The browser sets the type, which names the boundary.
  expect(requestOf({ body: body(undefined) }).headers).toEqual([]);
});

test.each([null, 'x', {}, { operation: 'x', parameters: [] }])('%j is no request', (value) => {
  expect(readEntered(value)).toBeUndefined();
});
