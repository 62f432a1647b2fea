/** What is made up looks real, is the same for the same seed, and says of the request what it said. */

import seedrandom from 'seedrandom';
import { schemaOf } from '../../../conformance/values/values.testing';
import type { Operation } from '../../../src/contract/contract';
import type { MockedRequest } from '../engine';
import { withSaid } from './echo';
import { lifelike } from './lifelike';
import { readLocalWords } from './localWords';
import { refusalOf } from './refusal';
import { QUALITIES } from './words';

const text = { type: 'string' };
const COUNTRY = /^(?:FR|PT|GB|DE|NO|IT|US|JP|ES|CA|SE|BR)$/;
const CUSTOMER = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    firstName: text,
    email: { type: 'string', format: 'email' },
    city: text,
    countryCode: { type: 'string', minLength: 2, maxLength: 2 },
    price: { type: 'number' },
    status: { enum: ['new', 'active'] },
    createdAt: { type: 'string', format: 'date-time' },
    updated_at: { type: 'string', format: 'date-time' },
    secret: { type: 'string', writeOnly: true },
  },
};
const PAGE = {
  type: 'object',
  properties: { items: { type: 'array', items: CUSTOMER }, page: { type: 'integer' }, total: { type: 'integer' } },
};

const make = (schema: unknown, seed = '1', more: object = {}) =>
  lifelike(schemaOf(schema), { about: '/customers', random: seedrandom(seed), ...more });

interface Customer {
  readonly id: number;
  readonly firstName: string;
  readonly email: string;
  readonly countryCode: string;
  readonly status: string;
  readonly createdAt: string;
  readonly updated_at: string;
}

test('a list has a handful of things that differ, in their order', () => {
  const { items } = make(PAGE) as unknown as { items: Customer[] };
  expect(items.length).toBeGreaterThan(2);
  expect(items.map(({ id }) => id)).toEqual(items.map((_, at) => at + 1));
  expect(new Set(items.map(({ email }) => email)).size).toBe(items.length);
  for (const { email, firstName, countryCode, createdAt, updated_at, status } of items) {
    expect(email.startsWith(firstName.toLowerCase())).toBe(true);
    expect(countryCode).toMatch(/^[A-Z]{2}$/);
    expect(createdAt < updated_at).toBe(true);
    expect(['new', 'active']).toContain(status);
  }
  const times = items.map(({ createdAt }) => createdAt);
  expect([...times].sort()).toEqual(times);
  expect(items[0]).not.toHaveProperty('secret');
});

/** The second thing of a list, of members of these names. */
const second = (about: string, properties: object) => {
  const list = lifelike(schemaOf({ type: 'array', items: { properties } }), { about, random: seedrandom('1') });
  return (list as unknown as Record<string, string>[])[1];
};

const uri = { type: 'string', format: 'uri' };

test.each<[about: string, properties: object, expected: Record<string, unknown>]>([
  // Who has an e-mail address is a person, unless the path says that it is a shop.
  ['/readers', { name: text, email: text }, { name: expect.stringMatching(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u) }],
  ['/shelves', { name: text, room: text }, { name: expect.stringMatching(/^\p{L}+$/u) }],
  // The things of a list take what the contract lists in turn.
  ['/books', { genre: { enum: ['novel', 'poetry', null] } }, { genre: 'poetry' }],
  // A page shows the picture, whatever network it has.
  ['/books', { cover_url: uri }, { cover_url: expect.stringMatching(/^data:image\/svg\+xml,%3Csvg%20.*peru'\/%3E$/) }],
  ['/books', { coverImage: text }, { coverImage: expect.stringMatching(/^data:/) }],
  ['/books', { cover: text, icon_size: text }, { cover: expect.not.stringMatching(/:/) }],
  ['/books', { photo: { ...uri, pattern: '^https:' } }, { photo: expect.stringMatching(/^https:.*\.jpg$/) }],
  ['/books', { photo: { ...uri, maxLength: 60 } }, { photo: expect.stringMatching(/^https:.*\.jpg$/) }],
  // What is cut off is no code of a country.
  ['/authors', { country: { ...text, pattern: '^[A-Z]{2}$' } }, { country: expect.stringMatching(COUNTRY) }],
  ['/authors', { nationality: { ...text, maxLength: 3 } }, { nationality: expect.stringMatching(COUNTRY) }],
])('in a list at %s, of %j', (about, properties, expected) => {
  expect(second(about, properties)).toMatchObject(expected);
});

const whole = { type: 'integer' };
const fine = { ...whole, description: 'When it was changed, in milliseconds since 1970' };

/** A matcher of numbers. */
const between = (least: number, most: number) => ({
  asymmetricMatch: (value: number) => value >= least && value <= most,
});

test.each<[about: string, properties: object, expected: Record<string, unknown>]>([
  // The last word of a compound name decides.
  ['/users', { email: text, container_name: text }, { container_name: expect.stringMatching(/^[a-z]+-[a-z\d]+$/) }],
  ['/users', { ip_address: text }, { ip_address: expect.stringMatching(/^\d+(\.\d+){3}$/) }],
  ['/companies', { founded: whole }, { founded: between(1990, 2026) }],
  ['/cards', { exp_year: whole }, { exp_year: between(2027, 2040) }],
  ['/cards', { card_number: text, last4: text }, { last4: expect.stringMatching(/^\d{4}$/) }],
  ['/notes', { updated_at: fine }, { updated_at: between(1e12, 2e12) }],
  ['/notes', { updated_at: whole }, { updated_at: between(1e9, 1e10) }],
  ['/notes', { reviewed_by: text }, { reviewed_by: expect.stringMatching(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u) }],
  // The state of an address is a region, and that of an issue is not.
  ['/issues', { state: text, title: text }, { state: expect.stringMatching(/^(open|closed)$/) }],
  ['/shops', { state: text, city: text }, { state: expect.not.stringMatching(/^(open|closed)$/) }],
  ['/books', { self: text }, { self: expect.stringMatching(/^https:/) }],
  ['/tasks', { completion_state: text }, { completion_state: expect.stringMatching(/^(active|pending|completed)$/) }],
  ['/shops', { billing_state: text }, { billing_state: expect.not.stringMatching(/^(active|pending|completed)$/) }],
  ['/users', { id: text }, { id: expect.stringMatching(/^use_\d{6}$/) }],
  ['/users', { timeZoneCode: text }, { timeZoneCode: expect.stringMatching(/^[A-Z]\w+\/\w+/) }],
  ['/users', { reason_for_access: text }, { reason_for_access: expect.stringMatching(/ .*\.$/) }],
  [
    '/keys',
    { allowedIpAddresses: { type: 'array', items: text } },
    { allowedIpAddresses: [expect.stringMatching(/^\d+\.\d/), expect.anything()] },
  ],
  [
    '/goals',
    { followers: { type: 'array', items: { properties: { name: text } } } },
    { followers: expect.arrayContaining([{ name: expect.stringMatching(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u) }]) },
  ],
])('of a list at %s, %j read as what they are', (about, properties, expected) => {
  expect(second(about, properties)).toMatchObject(expected);
});

test('the members of a thing agree: its slug with its title, its type with the name of the file', () => {
  const made = second('/files', { title: text, slug: text, file_name: text, content_type: text });
  expect(made?.['slug']).toBe(`${made?.['title']?.toLowerCase().replaceAll(' ', '-')}-2`);
  const [, end] = /\.(\w+)$/.exec(made?.['file_name'] ?? '') ?? [];
  const types = { csv: 'text/csv', jpg: 'image/jpeg', pdf: 'application/pdf', png: 'image/png' };
  expect(made?.['content_type']).toBe({ docx: expect.any(String), ...types }[end ?? '']);
});

test('an answer that says only that something was done says no more', () => {
  expect(make({ type: 'object', properties: { message: text } })).toEqual({ message: 'Completed successfully.' });
});

test.each([
  [{ minLength: 40 }, 'it', /^[A-Z].*\.$/],
  [{ minLength: 200, maxLength: 260 }, 'description', /^[A-Z].*\.$/],
  [{ minLength: 50, maxLength: 60 }, 'title', /^[A-Z][A-Za-z ]+\. [A-Z]/],
  [{ format: 'email', minLength: 40 }, 'email', /^[a-z]+\.[a-z.]+@example\.com$/],
  [{ format: 'email', minLength: 100 }, 'email', /^[a-z.]{3,64}@[a-z.]+\.example\.com$/],
  [{ format: 'uri', minLength: 60 }, 'website', /^https:\/\/example\.com\//],
])('a text of %j is as long as that, and reads as what it is', (limits, name, shape) => {
  const { [name]: value } = make({ type: 'object', properties: { [name]: { ...text, ...limits } } }) as never;
  expect(value).toMatch(shape);
});

test('the same seed gives the same, another one another', () => {
  expect(make(PAGE)).toEqual(make(PAGE));
  expect(make(PAGE)).not.toEqual(make(PAGE, '2'));
});

test.each(['de', 'de-CH', 'zh', 'pt_br', 'ja', 'en-AU'])('names and towns of %s', (locale) => {
  const local = readLocalWords(locale);
  const { items } = make(PAGE, '1', { local }) as unknown as { items: (Customer & { readonly city: string })[] };
  for (const { firstName, city, countryCode, email } of items) {
    expect(local?.firstNames).toContain(firstName);
    expect(local?.towns).toContainEqual([
      city,
      expect.any(String),
      expect.any(String),
      countryCode,
      expect.any(String),
    ]);
    expect(email).toMatch(/^[a-z]+\.[a-z0-9]+@example\.com$/);
  }
});

test('English is what the mock speaks anyway, and what is no language is refused', () => {
  expect([readLocalWords('en'), readLocalWords('en-US')]).toEqual([undefined, undefined]);
  for (const unknown of ['', 'xx', '../de', 'd'])
    expect(() => readLocalWords(unknown)).toThrow(/knows no words of the/);
});

test.each([
  [{ type: 'string', example: 'as it is written' }, /^as it is written$/],
  [{ oneOf: [{ type: 'null' }, { type: 'string', format: 'date' }] }, /^2026-01-\d\d$/],
  [{ type: 'string', format: 'uuid' }, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
])('%j', (schema, expected) => {
  expect(make({ type: 'object', properties: { it: schema } })).toEqual({ it: expect.stringMatching(expected) });
});

test.each([{ type: 'string', pattern: '^z{3}$' }, { type: 'integer', multipleOf: 7919, minimum: 5 }, {}, true])(
  'what does not fit %j is left to whoever completes the value',
  (schema) => {
    expect(make({ type: 'object', properties: { it: schema } })).toEqual({});
  },
);

test('a schema that holds itself ends', () => {
  const node = { type: 'object', properties: { name: text, nodes: { type: 'array', items: { $ref: '#' } } } };
  expect(JSON.stringify(make(node)).length).toBeLessThan(500);
});

const asked = (query: string, values: Record<string, string> = {}, body?: object): MockedRequest => ({
  method: 'get',
  path: '/',
  values: new Map(Object.entries(values)),
  query: new URLSearchParams(query),
  headers: body ? { 'content-type': 'application/json' } : {},
  bytes: Buffer.from(body ? JSON.stringify(body) : ''),
});

const operation = (path: string, query: readonly string[] = []) =>
  ({
    path,
    parameters: query.map((name) => ({ name, in: 'query' })),
    requestBody: { media: [{ type: 'application/json', declared: 'application/json', encodings: {} }] },
  }) as unknown as Operation;

test('what a request says is in the answer, as far as its schema allows', () => {
  const said = withSaid(
    { id: 1, firstName: 'Ada', status: 'new' },
    schemaOf(CUSTOMER),
    operation('/customers/{customerId}'),
    asked('', { customerId: '7' }, { firstName: 'Zoe', status: 'lost', password: 'x' }),
  );
  expect(said).toEqual({ id: 7, firstName: 'Zoe', status: 'new' });
});

test.each<[path: string, values: Record<string, string>, body: object | undefined, before: object, after: object]>([
  [
    '/users',
    {},
    { user: { email: 'jo@example.com', password: 'x' } },
    { user: { email: 'ada@example.com', token: 't' } },
    { user: { email: 'jo@example.com', token: 't' } },
  ],
  ['/profiles/{name}/follow', { name: 'jo' }, undefined, { profile: { name: 'ada' } }, { profile: { name: 'jo' } }],
  ['/users', {}, { name: 'jo' }, { ok: true, data: { name: 'ada' } }, { ok: true, data: { name: 'jo' } }],
  ['/users', {}, { name: 'jo' }, { ok: true, owner: { name: 'ada' } }, { ok: true, owner: { name: 'ada' } }],
  ['/talks/{talk_id}/notes', { talk_id: '7' }, undefined, { notes: [{ talk_id: 1 }] }, { notes: [{ talk_id: 7 }] }],
  ['/talks/{id}/notes', { id: '7' }, undefined, { notes: [{ id: 1, talk_id: 1 }] }, { notes: [{ id: 1, talk_id: 7 }] }],
  ['/parts/{id}/', { id: '7' }, undefined, { pk: 1 }, { pk: 7 }],
])('%s with %j says %j, and its answer in a wrapper or a list, too', (path, values, body, before, after) => {
  expect(withSaid(before as never, schemaOf({ type: 'object' }), operation(path), asked('', values, body))).toEqual(
    after,
  );
});

test('the things of a list are as its filter asks', () => {
  const state = { type: 'string', enum: ['open', 'done'] };
  const repair = { type: 'object', properties: { state, isPaid: { type: 'boolean' }, name: text } };
  const list = { type: 'object', properties: { items: { type: 'array', items: repair } } };
  const query = (name: string, keywords: object) => ({ name, in: 'query', schema: schemaOf(keywords) });
  const parameters = [query('state', state), query('is_paid', { type: 'boolean' }), query('name', text)];
  const of = { ...operation('/repairs'), parameters } as unknown as Operation;
  const made = { items: [{ state: 'open', isPaid: true, name: 'a' }, { state: 'done' }] };
  const filter = asked('state=done&is_paid=false&name=b');
  expect(withSaid(made, schemaOf(list), of, filter)).toEqual({
    items: [{ state: 'done', isPaid: false, name: 'a' }, { state: 'done' }],
  });
  expect(withSaid(made.items, schemaOf({ type: 'array', items: repair }), of, asked('state=lost'))).toEqual(made.items);
});

test.each([
  ['what has a size', { name: 'Archive', size: 1 }, { name: 'chair.png', size: 5 }],
  ['what has none', { name: 'Archive', id: 1 }, { name: 'Archive', id: 1 }],
])('the file that was sent gives its name to %s', (_, before, after) => {
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="chair.png"\r\n\r\n12345\r\n--b--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const sent = { ...asked(''), headers, bytes: Buffer.from(file) };
  const schema = schemaOf({ type: 'object', properties: { name: text } });
  expect(withSaid(before, schema, operation('/pictures'), sent)).toEqual(after);
});

test('a refusal says in a list of texts what is wrong, or what it is', () => {
  const errors = { type: 'object', properties: { body: { type: 'array', items: text } } };
  const schema = schemaOf({ type: 'object', properties: { errors } });
  const refused = (status: number, breaches: readonly object[]) =>
    lifelike(schema, {
      about: '/things',
      random: seedrandom('1'),
      refusal: { status, path: () => '/things', breaches } as never,
    });
  const missing = { field: 'title', place: 'body', message: 'title is required', code: 'required' };
  expect(refused(422, [missing])).toEqual({ errors: { body: ['title is required'] } });
  expect(refused(404, [])).toEqual({ errors: { body: ['Not Found'] } });
});

test('a refusal says what is wrong, field by field', () => {
  const breach = {
    path: ['body', 'address'],
    code: 'required',
    message: 'Request body property address must have the property "city"',
  };
  const entry = { type: 'object', properties: { field: text, message: text, code: text } };
  const error = {
    type: 'object',
    properties: {
      status: { type: 'integer' },
      title: text,
      detail: text,
      errors: { type: 'array', items: entry },
      fields: { type: 'object', additionalProperties: { type: 'array', items: text } },
    },
  };
  expect(make(error, '1', { refusal: refusalOf(422, () => '/customers', [breach]) })).toEqual({
    status: 422,
    title: 'Unprocessable Entity',
    detail: 'address.city is required',
    errors: [{ field: 'address.city', message: 'address.city is required', code: 'required' }],
    fields: { 'address.city': ['address.city is required'] },
  });
});

const MESSAGES = { type: 'array', items: text };
const LOOSE = { type: 'array', items: { type: 'object', additionalProperties: true } };

test.each([
  [
    'Laravel',
    { message: text, errors: { type: 'object', additionalProperties: MESSAGES } },
    {
      message: 'The email field is required. (and 1 more error)',
      errors: { email: ['The email field is required.'], 'pay.number': ['The pay number field must be string.'] },
    },
  ],
  [
    'Spring',
    { timestamp: { type: 'string', format: 'date-time' }, status: { type: 'integer' }, error: text, path: text },
    { timestamp: expect.any(String), status: 422, error: 'Unprocessable Entity', path: '/customers' },
  ],
  [
    'JSON:API',
    {
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: { status: text, detail: text, source: { type: 'object', properties: { pointer: text } } },
        },
      },
    },
    {
      errors: [
        { status: '422', detail: 'email is required', source: { pointer: '/email' } },
        { status: '422', detail: 'pay.number must be string', source: { pointer: '/pay/number' } },
      ],
    },
  ],
  [
    'Google',
    {
      error: {
        type: 'object',
        properties: { code: { type: 'integer' }, message: text, status: text, details: LOOSE },
      },
    },
    {
      error: {
        code: 422,
        message: 'email is required; pay.number must be string',
        status: 'INVALID_ARGUMENT',
        details: [
          { field: 'email', message: 'email is required' },
          { field: 'pay.number', message: 'pay.number must be string' },
        ],
      },
    },
  ],
  [
    'Rails with its fields declared',
    { errors: { type: 'object', properties: { email: MESSAGES, name: MESSAGES } } },
    { errors: { email: ['email is required'], 'pay.number': ['pay.number must be string'] } },
  ],
])('an error of the shape of %s is worded as there', (_, properties, error) => {
  const refusal = refusalOf(422, () => '/customers', [
    { path: ['body'], code: 'required', message: 'Request body must have the property "email"' },
    { path: ['body', 'pay', 'number'], code: 'type', message: 'Request body property pay.number must be string' },
  ] as never);
  expect(make({ type: 'object', properties }, '1', { refusal })).toEqual(error);
});

test.each([
  [MESSAGES, { title: ['title is required'] }],
  [text, { title: 'title is required' }],
])('an error that is a map of %j has the fields that are wrong', (additionalProperties, error) => {
  const breach = { path: ['body'], code: 'required', message: 'Request body must have the property "title"' };
  const refusal = refusalOf(422, () => '/customers', [breach]);
  expect(make({ type: 'object', additionalProperties }, '1', { refusal })).toEqual(error);
});

describe('a list whose members have examples', () => {
  const ARTIST = {
    type: 'object',
    properties: {
      id: { type: 'string', example: '6rqhFgbbKwnb9MLmUQDhG6' },
      href: { type: 'string', format: 'uri', example: 'https://api.example.com/artists/6rqhFgbbKwnb9MLmUQDhG6' },
      number: { type: 'integer', example: 41 },
      email: { type: 'string', example: 'ada@example.com' },
      price: { type: 'number', example: 9.99 },
      market: { type: 'string', example: 'US' },
      created_at: { type: 'string', format: 'date-time', example: '2012-12-12T10:53:43Z' },
      type: { type: 'string', enum: ['artist'], example: 'artist' },
    },
  };
  type Artist = Record<'id' | 'href' | 'email' | 'market' | 'created_at' | 'type', string> & { number: number };

  test.each([
    ['its members', ARTIST],
    [
      'the thing',
      {
        ...ARTIST,
        example: Object.fromEntries(Object.entries(ARTIST.properties).map(([name, { example }]) => [name, example])),
      },
    ],
  ])('shows the example of %s first, and others after it', (_, items) => {
    const list = make({ type: 'array', minItems: 4, items }) as unknown as Artist[];
    expect(list[0]).toEqual(Object.fromEntries(Object.entries(ARTIST.properties).map(([k, v]) => [k, v.example])));
    expect(list.map(({ number }) => number)).toEqual(list.map((_each, at) => 41 + at));
    expect(list.map(({ created_at: at }) => at)).toEqual(list.map((_each, at) => `2012-12-${12 + at}T10:53:43Z`));
    for (const name of ['id', 'href', 'email'] as const)
      expect(new Set(list.map((each) => each[name])).size).toBe(list.length);
    for (const { id, href, market, type } of list) {
      expect(id).toMatch(/^[A-Za-z0-9]{22}$/);
      expect(href.endsWith(`/${id}`)).toBe(true);
      expect([market, type]).toEqual(['US', 'artist']);
    }
  });

  test('keeps what its schema asks for: what would break it stays as the example', () => {
    const code = { type: 'string', pattern: '^AB-[12]$', example: 'AB-1' };
    const list = make({ type: 'array', minItems: 4, items: { type: 'object', properties: { code } } });
    expect(list).toMatchObject([{ code: 'AB-1' }, { code: 'AB-2' }, { code: 'AB-1' }, { code: 'AB-1' }]);
  });
});

test('a text whose name says nothing says what may be said of anything, or is a word as its pattern wants it', () => {
  const nick = { type: 'string', pattern: '^[a-z]{3,12}$' };
  const list = make({ type: 'array', minItems: 3, items: { type: 'object', properties: { display: text, nick } } });
  for (const { display, nick: word } of list as unknown as Record<string, string>[]) {
    expect(QUALITIES).toContain(display);
    expect(word).toMatch(/^[a-z]{3,12}$/);
  }
});

test('things like an example have the other values that there are, in turn', () => {
  const kind = { type: 'string', enum: ['flat', 'house'] };
  const properties = { id: { type: 'integer' }, built: kind, type: kind, state: { ...kind, example: 'house' } };
  const example = { id: 3, built: 'flat', type: 'flat' };
  const list = (schema: object) =>
    make({ type: 'array', minItems: 3, items: schema }) as unknown as Record<string, string>[];
  const like = list({ type: 'object', properties, example });
  expect(like.slice(0, 3).map(({ built, type }) => [built, type])).toEqual([
    ['flat', 'flat'],
    ['house', 'flat'],
    ['flat', 'flat'],
  ]);
  expect(
    list({ type: 'object', properties })
      .slice(0, 3)
      .map(({ state }) => state),
  ).toEqual(['house', 'flat', 'house']);
});
