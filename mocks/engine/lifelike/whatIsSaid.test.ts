/** Values are what the contract says of them: in a description, by the parent, by an example elsewhere. */

import seedrandom from 'seedrandom';
import { schemaOf } from '../../../conformance/values/values.testing';
import { lifelike } from './lifelike';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };

const make = (schema: unknown, seed = '1', more: object = {}) =>
  lifelike(schemaOf(schema), { about: '/things', random: seedrandom(seed), ...more });

/** The second thing of a list, of members of these names. */
const second = (about: string, properties: object) => {
  const list = lifelike(schemaOf({ type: 'array', items: { properties } }), { about, random: seedrandom('1') });
  return (list as unknown as Record<string, unknown>[])[1];
};

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
  // Later things are like the example.
  ['/options', { key: { ...text, example: 'Category 1' } }, { key: 'Category 2' }],
  ['/peers', { name: { ...text, example: '6869d7c1732b' } }, { name: expect.stringMatching(/^[\da-f]{12}$/) }],
  ['/add_ons', { name: { ...text, example: 'Setup Fee' } }, { name: 'Setup Fee 2' }],
  ['/logs', { resource_type: { ...text, example: 'BillableMetric' } }, { resource_type: 'BillableMetric' }],
])('of a list at %s, %j say what they are', (about, properties, expected) => {
  expect(second(about, properties)).toMatchObject(expected);
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
