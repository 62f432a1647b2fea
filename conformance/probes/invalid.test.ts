import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { contractWith, PLANT_STORE, readOnce } from '../contracts.testing';
import { suite } from '../suite';
import { invalid } from './invalid';
import { probeTable } from './operation.testing';

/** Texts that are no whole number of 64 bits, made from one id. */
function noIds(id: string, hexadecimal: string) {
  const texts = [
    ['letters', 'abc'],
    ['a boolean', 'true'],
    ['null', 'null'],
    ['a space', ' '],
    ['a fraction', `${id}.25`],
    ['hexadecimal', hexadecimal],
    ['two numbers', `${id},#`],
    ['2^63, one too large', '#'],
    ['−2^63 − 1, one too small', '-#'],
    ['40 digits', '#'],
  ];
  return texts.map(
    ([what = '', text]) =>
      `id is ${what}: DELETE /plants/${text}, Authorization: Bearer sesame ✗ ${brokenBy(what)} of id in the path`,
  );
}

/** A whole number keeps the type, however large it is. */
function brokenBy(what: string): string {
  return /63|40/.test(what) ? 'format: int64' : 'type: integer';
}

probeTable(invalid, PLANT_STORE, [
  {
    when: 'a plant is handed over, to which a lenient service would come back',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', params: { id: ['101', '102'] } },
    asks: noIds('101', '0x65'),
  },
  {
    when: 'no plant is handed over, so that they are made from an id that names nothing',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame' },
    asks: noIds('#', '0x#'),
  },
  {
    when: 'no token is handed over',
    about: 'DELETE /plants/{id}',
    given: { params: { id: ['101'] } },
    asks: [],
    lacks: ['a bearer token (--token TOKEN, or ESPALIER_TOKEN)'],
  },
]);

const ok = { responses: { 200: { description: 'd' } } };

function withParameters(...parameters: readonly object[]) {
  return contractWith({ '/books': { get: { parameters, ...ok } } });
}

function query(name: string, schema: object, more: object = {}) {
  return { name, in: 'query', schema, ...more };
}

const limit = query('limit', { type: 'integer', minimum: 1, maximum: 3, example: 2 });
const sort = query('sort', { enum: ['title', 'year'] }, { required: true });

probeTable(invalid, withParameters(limit, sort), [
  {
    when: 'two parameters of the query have five clauses',
    about: 'GET /books',
    asks: [
      'limit is a fraction: GET /books?sort=title&limit=1.5 ✗ type: integer of limit in the query',
      'limit is less than 1: GET /books?sort=title&limit=0 ✗ minimum: 1 of limit in the query',
      'limit is more than 3: GET /books?sort=title&limit=4 ✗ maximum: 3 of limit in the query',
      'sort is none of those that are listed: GET /books?sort=titlex ✗ enum: title or year of sort in the query',
      'without sort: GET /books ✗ required: true of sort',
    ],
  },
]);

probeTable(invalid, withParameters(query('q', { type: 'string' }), query('all', {})), [
  { when: 'any text is a value, so that nothing can be broken', about: 'GET /books', asks: [] },
]);

const since = query('since', { type: 'string', format: 'date-time' });
const code = query('code', { type: 'string', pattern: '^[A-Z]{3}$', example: 'EUR' });
const days = query('days', { type: 'array', items: { type: 'string', format: 'date' } });

probeTable(invalid, withParameters(since, code, days), [
  {
    when: 'texts have a format or a pattern, which a text can break where it cannot break its type',
    about: 'GET /books',
    asks: [
      'since is no date-time: GET /books?since=2026-03-14T25:00:00Z ✗ format: date-time of since in the query',
      'since is the 29th of February in a common year: GET /books?since=2025-02-29T15:09:26Z ✗ format: date-time of since in the query',
      'since is hour 24: GET /books?since=2026-03-14T24:00:00Z ✗ format: date-time of since in the query',
      'since is a time without its offset: GET /books?since=2026-03-14T15:09:26 ✗ format: date-time of since in the query',
      'code is does not match ^[A-Z]{3}$: GET /books?code=tuowvfodxusi ✗ pattern: ^[A-Z]{3}$ of code in the query',
      '/0 of days is no date: GET /books?days=2026-13-01 ✗ format: date of /0 of days in the query',
      '/0 of days is the 29th of February in a common year: GET /books?days=2025-02-29 ✗ format: date of /0 of days in the query',
    ],
  },
]);

const person = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { enum: ['Ada', 'Bo'] },
    age: { type: 'integer', minimum: 0, example: 36 },
    tags: { type: 'array', maxItems: 1, items: { const: 'new' } },
  },
};
const requestBody = { required: true, content: { 'application/json': { schema: person } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const people = contractWith({
  '/people': { post: { requestBody, ...ok } },
  '/people/{id}': { parameters: [id], put: { requestBody, ...ok }, get: ok },
});
const PUT = 'PUT /people/ada';

probeTable(invalid, people, [
  {
    when: 'a body has clauses of all kinds, each of which is broken alone',
    about: 'PUT /people/{id}',
    given: { params: { id: ['ada'] } },
    asks: [
      `the body is a string: ${PUT}, "#" ✗ type: object of the body`,
      `the body is null: ${PUT}, null ✗ type: object of the body`,
      `the body is without name: ${PUT}, {} ✗ required: name of the body`,
      `/name is none of those that are listed: ${PUT}, {"name":"Adax"} ✗ enum: Ada or Bo of /name`,
      `/age is a fraction: ${PUT}, {"name":"Ada","age":1.5} ✗ type: integer of /age`,
      `/age is null: ${PUT}, {"name":"Ada","age":null} ✗ type: integer of /age`,
      `/age is the text "97": ${PUT}, {"name":"Ada","age":"97"} ✗ type: integer of /age`,
      `/age is less than 0: ${PUT}, {"name":"Ada","age":-1} ✗ minimum: 0 of /age`,
      `/tags is a number: ${PUT}, {"name":"Ada","tags":7} ✗ type: array of /tags`,
      `/tags is null: ${PUT}, {"name":"Ada","tags":null} ✗ type: array of /tags`,
      `/tags is 2 items: ${PUT}, {"name":"Ada","tags":["new","new"]} ✗ maxItems: 1 of /tags`,
      `/tags/0 is none of those that are listed: ${PUT}, {"name":"Ada","tags":["newx"]} ✗ const: new of /tags/0`,
      `the body is half of a JSON text: ${PUT}, {" ✗ content: application/json of the body`,
      `the body is of a type that is not declared: ${PUT}, Content-Type: application/x-undeclared, undeclared ✗ content of the body`,
      `without a body: ${PUT} ✗ required: true of a body`,
    ],
  },
  {
    when: 'nothing says that people may be made, should the body be taken',
    about: 'POST /people',
    asks: [],
    leftOut: 'it may change anything: no part of its path names a thing that you handed over',
  },
  {
    when: 'any text may be the id of somebody',
    about: 'GET /people/{id}',
    given: { params: { id: ['ada'] } },
    asks: [],
  },
]);

const fields = {
  type: 'object',
  required: ['cents'],
  additionalProperties: false,
  properties: { cents: { type: 'integer', minimum: 1, example: 5 } },
};
const FORM = 'application/x-www-form-urlencoded';
const pay = contractWith({
  '/pay': { post: { requestBody: { required: true, content: { [FORM]: { schema: fields } } }, ...ok } },
});
const POST = `POST /pay, Content-Type: ${FORM}`;

probeTable(invalid, pay, [
  {
    when: 'a form is all text, so that only what no reading of it takes is sent',
    about: 'POST /pay',
    given: { writes: 'any' },
    asks: [
      `the body is with #, which is not declared: ${POST}, cents=5&#=# ✗ additionalProperties of the body`,
      `/cents is a fraction: ${POST}, cents=1.5 ✗ type: integer of /cents`,
      `/cents is less than 1: ${POST}, cents=0 ✗ minimum: 1 of /cents`,
      'the body is of a type that is not declared: POST /pay, Content-Type: application/x-undeclared, undeclared ✗ content of the body',
      'without a body: POST /pay ✗ required: true of a body',
    ],
  },
]);

const dated = {
  type: 'object',
  required: ['due'],
  properties: {
    due: { type: 'string', format: 'date' },
    note: { type: 'object', properties: { by: { type: 'string' } } },
  },
};
const order = contractWith({
  '/orders': { post: { requestBody: { required: true, content: { [FORM]: { schema: dated } } }, ...ok } },
});

probeTable(invalid, order, [
  {
    when: 'a field of a form is text, and JSON within a field is not',
    about: 'POST /orders',
    given: { writes: 'any' },
    asks: [
      'the body is without due: POST /orders, Content-Type: application/x-www-form-urlencoded, note=%7B%22by%22%3A%22begofitagoti%22%7D ✗ required: due of the body',
      '/due is no date: POST /orders, Content-Type: application/x-www-form-urlencoded, due=2026-13-01 ✗ format: date of /due',
      '/due is the 29th of February in a common year: POST /orders, Content-Type: application/x-www-form-urlencoded, due=2025-02-29 ✗ format: date of /due',
      'the body is of a type that is not declared: POST /orders, Content-Type: application/x-undeclared, undeclared ✗ content of the body',
      'without a body: POST /orders ✗ required: true of a body',
    ],
  },
]);

const kind = { ...id, schema: { enum: ['a', 'b'] } };
const border = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
const uuid = { ...id, schema: { type: 'string', format: 'uuid' } };
const formats = contractWith({ '/tags/{id}': { parameters: [uuid], get: ok } });

probeTable(invalid, formats, [
  {
    when: 'a text of a path breaks its format, since its type is kept by any text',
    about: 'GET /tags/{id}',
    asks: [
      'id is three characters: GET /tags/~# ✗ format: uuid of id in the path',
      'id is several words: GET /tags/none of # ✗ format: uuid of id in the path',
      'id is more than 300 characters: GET /tags/none-# ✗ format: uuid of id in the path',
    ],
  },
]);

const TEXTS = { id: uuid.schema, mail: { type: 'string', format: 'email' }, on: { type: 'string', format: 'date' } };
const json = (properties: object) => ({
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', properties } } } },
});
const told = contractWith({ '/people/{id}': { parameters: [uuid], put: { ...json(TEXTS), ...ok } } });

test('each format of a text in JSON is broken, and named', async () => {
  const contract = await readOnce(told);
  const given = { seed: 1, writes: 'any', params: { id: ['3f0a5a3e-9d7c-4a51-9a1f-0c2b7a1d2e3f'] } } as const;
  const { cases } = plan(contract, { ...suite, probes: [invalid] }, settingsOf(given));
  const broken = cases.flatMap(({ claim: { violation } }) =>
    violation?.clauseText.startsWith('format') && !violation.inPath
      ? [`${violation.clauseText} of ${violation.subject}`]
      : [],
  );
  expect(broken).toEqual([
    'format: uuid of /id',
    'format: email of /mail',
    'format: date of /on',
    'format: date of /on',
  ]);
});

const pair = (required: readonly string[]) => ({
  requestBody: { content: { 'application/json': { schema: { required, properties: { a: { type: 'string' } } } } } },
});
const pairs = contractWith({
  '/pairs/{id}': { parameters: [uuid], put: { ...pair(['a', 'b']), ...ok }, patch: { ...pair(['a']), ...ok } },
});

test('an object without members is sent where it lacks several, unless others would have to find what is made of it', async () => {
  const contract = await readOnce(pairs);
  const given = { seed: 1, params: { id: ['3f0a5a3e-9d7c-4a51-9a1f-0c2b7a1d2e3f'] } } as const;
  const emptyIn = (writes: 'own' | 'any') =>
    plan(contract, { ...suite, probes: [invalid] }, settingsOf({ ...given, writes })).cases.flatMap(
      ({ request, claim }) =>
        request.input.body?.bytes.toString() === '{}' && claim.name.includes('empty')
          ? [`${request.operation.method} ${claim.violation?.clauseText}`]
          : [],
    );
  expect(emptyIn('any')).toEqual(['PUT required: a or b']);
  expect(emptyIn('own')).toEqual([]);
});

const paths = contractWith({
  '/kinds/{id}': { parameters: [kind], get: ok },
  '/pages/{from}-{to}': { parameters: [border('from'), border('to')], get: ok },
});

probeTable(invalid, paths, [
  {
    when: 'the values of a path are listed',
    about: 'GET /kinds/{id}',
    asks: [
      'id is three characters: GET /kinds/~# ✗ schema of id in the path',
      'id is several words: GET /kinds/none of # ✗ schema of id in the path',
      'id is more than 300 characters: GET /kinds/none-# ✗ schema of id in the path',
      'id is none of those that are listed: GET /kinds/ax ✗ enum: a or b of id in the path',
    ],
  },
  {
    when: 'two numbers have a dash between them, which neither of them may hold',
    about: 'GET /pages/{from}-{to}',
    given: { params: { from: ['1'], to: ['9'] } },
    asks: ['from', 'to'].flatMap((name) =>
      [
        ['letters', 'abc'],
        ['a boolean', 'true'],
        ['null', 'null'],
        ['a space', ' '],
        ['a fraction', name === 'from' ? '1.25' : '9.25'],
        ['hexadecimal', name === 'from' ? '0x1' : '0x9'],
        ['two numbers', name === 'from' ? '1,#' : '9,#'],
      ].map(([what, text]) => {
        const pages = name === 'from' ? `${text}-9` : `1-${text}`;
        return `${name} is ${what}: GET /pages/${pages} ✗ type: integer of ${name} in the path`;
      }),
    ),
  },
]);
