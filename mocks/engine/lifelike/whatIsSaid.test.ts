/** Values are what the contract says of them: in a description, by the parent, by an example elsewhere. */

import seedrandom from 'seedrandom';
import { schemaOf } from '../../../conformance/values/values.testing';
import { head, load } from '../../../src/contract/contract.testing';
import { satisfies } from '../../../src/contract/schema/evaluate';
import { lifelike } from './lifelike';
import { FIRST_NAMES } from './words';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };

const make = (schema: unknown, seed = '1', more: object = {}) =>
  lifelike(schemaOf(schema), { about: '/things', random: seedrandom(seed), ...more });

/** The second thing of a list, of members of these names. */
const second = (about: string, properties: object) => {
  const list = lifelike(schemaOf({ type: 'array', items: { properties } }), { about, random: seedrandom('1') });
  return (list as unknown as Record<string, unknown>[])[1];
};

/** The expected values, of which a regular expression stands for any text that it matches. */
function matching(expected: unknown): unknown {
  if (expected instanceof RegExp) return expect.stringMatching(expected);
  if (Array.isArray(expected)) return expected.map(matching);
  if (typeof expected !== 'object' || expected === null || 'asymmetricMatch' in expected) return expected;
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, matching(value)]));
}

test.each<[about: string, properties: object, expected: Record<string, unknown>]>([
  // The description says which values there are, or what it is.
  ['/seeds', { type: { ...text, description: 'One of `artist`, `track` or `genre`.' } }, { type: 'track' }],
  [
    '/books',
    { parent: { ...text, description: 'Where it stands, of the form `shelves/{shelf}/books/{book}`.' } },
    { parent: 'shelves/2/books/2' },
  ],
  ['/users', { zone: { ...text, description: 'For example, **Europe/Oslo**.' } }, { zone: 'Europe/Oslo' }],
  // Which characters there may be is no value.
  [
    '/users',
    { alias: { ...text, description: 'Allowed values: **a-z**, **0-9**.' } },
    { alias: expect.not.stringMatching(/^.-.$/) },
  ],
  // An example that breaks its schema leaves the value to its name.
  ['/users', { url: { ...uri, example: '/users/7' } }, { url: expect.stringMatching(/^https:/) }],
  // A path asks for a thing by its name, which is one segment there, and no two have the same.
  [
    '/books',
    { name: { ...text, description: 'Its name, of the form `books/{book}`.' } },
    { name: expect.not.stringContaining('/') },
  ],
  [
    '/files',
    { key: { ...text, description: 'Its key, e.g. `report-1`.' } },
    { key: expect.not.stringMatching(/report/) },
  ],
  ['/links', { spotify: { ...text, description: 'The URL of it' } }, { spotify: expect.stringMatching(/^https:/) }],
  ['/waits', { pause: { type: 'integer', description: 'In nanoseconds' } }, { pause: expect.any(Number) }],
  // The parent says whose label it is.
  ['/albums', { label: text }, { label: expect.stringMatching(/Records|Audio|Music/) }],
  // The contract has an example of the same name elsewhere.
  [
    '/nets',
    { scope_of_it: text, other: { properties: { scope_of_it: { ...text, example: 'swarm' } } } },
    { scope_of_it: 'swarm' },
  ],
  // Which of its names one is, does not change whose it is.
  [
    '/users',
    { global_name: text, email: text },
    { global_name: expect.stringMatching(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u) },
  ],
  ['/sections', { display_name: text }, { display_name: expect.not.stringMatching(/ /) }],
  ['/keys', { uuid: text }, { uuid: expect.stringMatching(/^[\da-f]{8}-/) }],
  // What is required and not described is a text, and no row of letters.
  ['/links', { id: { type: 'object', required: ['owner'] } }, { id: { owner: expect.stringMatching(/^\p{Lu}/u) } }],
  // The first sentence says which standard, form or length a text has, whatever its name suggests.
  ['/shops', { webAddress: { ...text, description: 'The URL of its site.' } }, { webAddress: /^https:/ }],
  [
    '/firms',
    { dateOfIncorporation: { ...text, description: 'When it began, in YYYY-MM-DD format.' } },
    { dateOfIncorporation: /^\d{4}-\d\d-\d\d$/ },
  ],
  ['/firms', { country: { ...text, description: 'The ISO 3166-1 alpha-2 code of it.' } }, { country: /^[A-Z]{2}$/ }],
  ['/pays', { pspReference: { ...text, description: 'A 16-character reference.' } }, { pspReference: /^[A-Z\d]{16}$/ }],
  ['/pays', { stockNumber: { ...text, description: 'The 12-digit number.' } }, { stockNumber: /^\d{12}$/ }],
  ['/bots', { phone: { ...text, description: 'E.164 formatted phone number' } }, { phone: /^\+\d{11}$/ }],
  ['/bots', { label_text: { ...text, description: 'Its text, 1-40 characters' } }, { label_text: /^.{1,40}$/ }],
  ['/pays', { enrolled3D: { ...text, description: 'Indicates whether it is enrolled.' } }, { enrolled3D: /^true$/ }],
  // Of a time or an id, a word in the description is no value; nor is one word a description.
  [
    '/rules',
    {
      endDate: { ...text, description: 'When it ends. Then its status is set to **inactive**. For example, **2020**.' },
    },
    { endDate: /^\d{4}-/ },
  ],
  ['/rules', { accountId: { ...text, description: 'Can be `schedule.type`.' } }, { accountId: /^acc_\d+$/ }],
  ['/funds', { description: { ...text, description: 'For example, for `type`, say why.' } }, { description: / / }],
  // What is told to be an id is one, of the form that ids have elsewhere in the contract.
  ['/grants', { balancePlatform: { ...text, description: 'The unique identifier of it.' } }, { balancePlatform: /\d/ }],
  [
    '/pets',
    { team: { properties: { id: text } }, other: { properties: { id: { ...text, example: 'PIJ90N7' } } } },
    { team: { id: /^[A-Z\d]{7}$/ } },
  ],
  // What tells an address from other things is no part of an id.
  ['/sessions', { id: text, city: text, zip: text }, { id: /^ses_/ }],
  // Numbers and times that are written as texts are still numbers and times.
  ['/places', { latitude: text, amount: text }, { latitude: /^-?\d+\.\d+$/, amount: /^\d+\.\d\d$/ }],
  ['/logins', { timestamp: { ...text, description: 'The `timestamp` value of it.' } }, { timestamp: /^\d{4}-.*Z$/ }],
  ['/homes', { houseNumberOrName: text }, { houseNumberOrName: /^\d+$/ }],
  ['/jobs', { outputs: { items: { properties: { name: text } } } }, { outputs: [{ name: /^\S+(?: \S+)?$/ }, {}] }],
  // A list at the end of a path says what its things are; more of a thing, as one text, are one of them; a birthday is a day.
  ['/accounts/{id}/apps', { name: text }, { name: /^\S+$/ }],
  ['/codes', { iso_alpha_3: text, table_json: text }, { iso_alpha_3: /^[A-Z]{3}$/, table_json: /^\{/ }],
  ['/users', { birthday: text, company_names: text }, { birthday: /^\d{4}-\d\d-\d\d$/, company_names: /^(?!Company)/ }],
  [
    '/firms',
    { stateOrProvince: { ...text, description: 'The two-letter code of the state or province.' } },
    { stateOrProvince: /^[A-Z]{2}$/ },
  ],
  [
    '/rules',
    {
      path: { ...text, description: 'A field, in dot-notation.' },
      cron: { ...text, description: 'It may be `*`, `L`.' },
    },
    { path: /^\w+(?:\.\w+)+$/, cron: / / },
  ],
  // What leads to a thing says of which kind that is.
  [
    '/posts',
    { status_page: { properties: { id: text, type: text, self: uri } } },
    { status_page: { type: /^status_page$/ } },
  ],
  // Members with dots in their names are no labels of a page where each is described.
  [
    '/payments',
    Object.fromEntries(
      ['a.email', 'b.email', 'c.email', 'd.email', 'e.email'].map((name) => [name, { ...text, description: 'Where' }]),
    ),
    { 'a.email': /@/ },
  ],
  // Later things are like the example.
  ['/options', { key: { ...text, example: 'Category 1' } }, { key: 'Category 2' }],
  ['/peers', { name: { ...text, example: '6869d7c1732b' } }, { name: expect.stringMatching(/^[\da-f]{12}$/) }],
  ['/add_ons', { name: { ...text, example: 'Setup Fee' } }, { name: 'Setup Fee 2' }],
  ['/logs', { resource_type: { ...text, example: 'BillableMetric' } }, { resource_type: 'BillableMetric' }],
])('of a list at %s, %j say what they are', (about, properties, expected) => {
  expect(second(about, properties)).toMatchObject(matching(expected) as object);
});

test('no description says the same sentence twice', () => {
  for (let seed = 0; seed < 60; seed++) {
    const { description = '' } = make({ properties: { description: text } }, String(seed)) as { description?: string };
    const [first, other] = description.split('. ');
    expect(`${first}.`).not.toBe(other);
  }
});

test('the labels of a page are what their keys end with', () => {
  const keys = ['menu.logs', 'menu.lists', 'campaigns.onlyActivePause', 'globals.buttons.ok', 'fields.email'];
  const made = make({ properties: Object.fromEntries(keys.map((key) => [key, text])) });
  expect(Object.values(made as object)).toEqual(['Logs', 'Lists', 'Only active pause', 'Ok', 'Email']);
});

test('pictures lead to the mock, if it serves them', () => {
  const pictures = () => 'http://localhost:4010/_espalier/pictures';
  const images = { type: 'array', maxItems: 2, items: { properties: { url: uri } } };
  const made = make({ properties: { avatar_url: uri, images } }, '1', { pictures }) as never;
  expect(made).toMatchObject({
    avatar_url: `${pictures()}/1.png`,
    images: [{ url: `${pictures()}/1.png` }, { url: `${pictures()}/2.png` }],
  });
});

test.each([
  ['In *minor units*.', 'price', (value: number) => value >= 200],
  ['', 'page_size', (value: number) => value <= 100],
  ['Length of it in UTF-16 code units', 'length', (value: number) => value <= 40],
])('%j measures %s', (description, name, fits) => {
  const made = make({ properties: { [name]: { type: 'integer', description } } }) as unknown as Record<string, number>;
  expect(fits(made[name] ?? Number.NaN)).toBe(true);
});

test('what must be there is made by its name however deep it lies, and within itself', () => {
  const person = { type: 'object', required: ['id', 'first_name'], properties: { id: text, first_name: text } };
  const chat = {
    type: 'object',
    required: ['owner'],
    properties: { owner: { $ref: '#/$defs/person' }, pinned: { $ref: '#/$defs/message' } },
  };
  const message = {
    type: 'object',
    required: ['chat', 'author'],
    properties: {
      chat: { $ref: '#/$defs/chat' },
      author: { $ref: '#/$defs/person' },
      reply: { $ref: '#/$defs/message' },
    },
  };
  const schema = schemaOf({ $defs: { person, chat, message }, $ref: '#/$defs/message' });
  const made = lifelike(schema, { about: '/messages', random: seedrandom('1') });
  expect(satisfies(schema, made, 'response')).toBe(true);
  for (const [, name] of JSON.stringify(made).matchAll(/"first_name":"([^"]*)"/g)) expect(FIRST_NAMES).toContain(name);
});

test('a text is one of those that the contract lists for its name elsewhere, of the same thing where a name may mean anything', async () => {
  const page = (item: object) => ({
    200: { description: '', content: { 'application/json': { schema: { type: 'array', items: item } } } },
  });
  const sends = (properties: object) => ({
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
    responses: { 201: { description: '' } },
  });
  const listed = (...values: string[]) => ({ ...text, enum: values });
  const item = { type: 'object', properties: { optin: text, type: text, name: text, sort: text } };
  const paths = {
    '/lists': {
      get: { parameters: [{ name: 'sort', in: 'query', schema: listed('asc', 'desc') }], responses: page(item) },
      post: sends({
        optin: listed('single', 'double'),
        type: listed('public', 'private'),
        name: listed('admin', 'part'),
      }),
    },
    '/campaigns': { get: { responses: page(item) }, post: sends({ type: listed('regular', 'instant') }) },
    '/media': { get: { responses: page(item) } },
  };
  const { operations } = await load({ ...head('3.1'), paths });
  const shown = (path: string) => {
    const get = operations.find((each) => each.path === path && each.method === 'GET');
    const schema = get?.responses[0]?.media[0]?.schema;
    return (
      schema && (lifelike(schema, { about: path, random: seedrandom('1') }) as unknown as Record<string, string>[])[1]
    );
  };
  expect(shown('/lists')).toMatchObject({ optin: 'double', type: 'private', sort: 'desc' });
  expect(shown('/campaigns')).toMatchObject({ optin: 'double', type: 'instant' });
  expect(['private', 'instant']).not.toContain(shown('/media')?.['type']);
  expect(['admin', 'part']).not.toContain(shown('/lists')?.['name']);
});

test.each<[about: string, expected: RegExp]>([
  ['/genres', /^(Jazz|Folk|Rock|Classical|Electronic|Soul)$/],
  ['/v1/series/release-dates', /^2026-/],
  ['/authors/names', /^[A-Z]\S+ [A-Z]\S+$/],
])('texts of which only the path %s says what they are', (about, expected) => {
  const of = (schema: object) => lifelike(schemaOf(schema), { about, random: seedrandom('1') });
  const texts = { type: 'array', items: text };
  expect((of(texts) as string[]).every((each) => expected.test(each))).toBe(true);
  const { content } = of({ type: 'object', properties: { content: texts } }) as unknown as { content: string[] };
  expect(content.every((each) => expected.test(each))).toBe(true);
});

test.each<[properties: object, expected: object]>([
  [{ name: text, full_name: text, revision: text }, { full_name: matching(/^[A-Z]/) }],
  [{ size: text, sizeBytes: { type: 'integer', minimum: 823_888, maximum: 823_888 } }, { size: '804.6 KiB' }],
  [{ startOffset: { type: 'integer', maximum: 0 }, endOffset: { type: 'integer' } }, { endOffset: 24 }],
  [
    { status: { ...text, enum: ['success'] }, errorMessage: { type: ['string', 'null'] } },
    { status: 'success', errorMessage: null },
  ],
  [{ title: { ...text, enum: ['It'] }, titleSort: text }, { titleSort: 'It' }],
  [{ status: { type: 'integer' }, status_text: text }, { status_text: matching(/^(active|pending|completed)$/) }],
  [{ tagList: { type: 'array', items: text } }, { tagList: [matching(/^[a-z-]+$/), matching(/^[a-z-]+$/)] }],
  [{ bedrooms: { type: 'integer' } }, { bedrooms: expect.any(Number) }],
])('members agree with each other: %j', (properties, expected) => {
  expect(second('/parts', properties)).toMatchObject(expected);
});
