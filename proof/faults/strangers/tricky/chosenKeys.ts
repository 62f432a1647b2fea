/** Services in which what a client sends, or makes up, turns out to be the key of what is somebody else's. */

import { createHash } from 'node:crypto';
import { contractOf, objectWith, resource, type SchemaLiteral, TEXT } from '../contracts';
import { NONE, type StrangerChanges } from '../store';
import { CODES, keysTaken, ORDERS_OF_PEOPLE, putMakes, type Stranger, thingsOfPeople, wordsOf } from '../stranger';
import type { Before } from '../things';
import { both } from './parts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SIGNS = `${LETTERS}${LETTERS.toUpperCase()}0123456789-_. `;

/** Every text of one or two signs, and of one letter repeated, also far. */
const SHORT_OR_REPEATED = [
  ...wordsOf(SIGNS, 1),
  ...wordsOf(`${LETTERS}0123456789`, 2),
  ...[...LETTERS, 'A', 'X', '0'].flatMap((letter) => Array.from({ length: 78 }, (_, at) => letter.repeat(at + 3))),
];

/** Makes a store in which POST makes or overwrites the thing whose key a function makes of the name that is sent. */
function upserting(
  name: string,
  sentence: string,
  keyOf: (name: string) => string,
  taken: readonly string[],
  schema: SchemaLiteral = TEXT,
): Stranger {
  return {
    name,
    sentence,
    contract: contractOf(
      resource('/spaces/{key}', {
        ids: { key: TEXT },
        idMember: 'key',
        members: { name: schema },
        verbs: ['list', 'create', 'read', 'remove'],
      }),
    ),
    before: { '/spaces': Object.fromEntries(taken.map((key) => [key, { name: key, note: 'What was there' }])) },
    changes: (good) => ({
      show: (thing, id) => ({ key: id, ...thing }),
      newId: ({ content }) => keyOf(String(content['name'])),
      list: (call) => ({
        ...good.list(call),
        body: [...call.store.in('/spaces')].map(([key, { thing }]) => ({ key, ...thing })),
      }),
      create(call) {
        const key = keyOf(String(call.content['name']));
        call.store.set(`/spaces/${key}`, call.content, call.owner);
        return { status: 201, body: { key, ...call.content } };
      },
    }),
  };
}

/**
 * Makes a store in which things have numbers, and POST overwrites the one whose key is that which a function makes of the name that is sent.
 * Nothing shows the keys.
 */
function upsertingByNumber(
  name: string,
  sentence: string,
  keyOf: (name: string) => string,
  taken: readonly string[],
): Stranger {
  return {
    name,
    sentence,
    contract: contractOf(resource('/sites/{id}', { verbs: ['list', 'create', 'read', 'remove'] })),
    before: {
      '/sites': Object.fromEntries(taken.map((each, at) => [String(at + 1), { name: each, note: 'What was there' }])),
    },
    changes: (good) => ({
      create(call) {
        const key = keyOf(String(call.content['name']));
        const [found] =
          [...call.store.in('/sites')].find(([, { thing }]) => keyOf(String(thing['name'])) === key) ?? [];
        if (found === undefined) return good.create(call);
        call.store.set(`/sites/${found}`, call.content, call.owner);
        return good.created(call, found, call.content);
      },
    }),
  };
}

const trimmed = (name: string) => name.trim() || 'default';

const inAscii = (name: string) => name.replace(/[^ -~]/g, '') || 'unnamed';

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'untitled';

/** All days of some years. */
const DAYS = Array.from({ length: 366 * 12 }, (_, at) =>
  new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10),
);

/** The id of a blob is a hash of its text. */
const hashOf = (text: unknown) => createHash('sha256').update(String(text)).digest('hex').slice(0, 16);

const BLOBS: Before = {
  '/blobs': Object.fromEntries(['hello', 'string', 'a', 'text'].map((text) => [hashOf(text), { text }])),
};

function blobStore(name: string, sentence: string, status: number): Stranger {
  return {
    name,
    sentence,
    contract: contractOf(
      resource('/blobs/{hash}', {
        ids: { hash: TEXT },
        idMember: 'hash',
        required: ['text'],
        members: { text: { type: 'string', minLength: 1, maxLength: 60, example: 'hello' } },
        verbs: ['list', 'create', 'read', 'remove'],
      }),
    ),
    before: BLOBS,
    changes: (good) => ({
      show: (thing, id) => ({ hash: id, ...thing }),
      create(call) {
        const hash = hashOf(call.content['text']);
        const there = call.store.at(`/blobs/${hash}`) !== undefined;
        if (!there) call.store.set(`/blobs/${hash}`, call.content, call.owner);
        return { ...good.created(call, hash, call.content), status: there ? status : 201 };
      },
    }),
  };
}

/** POST answers with what has the same text already, or makes it. */
function tagStore(name: string, sentence: string, status: number): Stranger {
  const finds: StrangerChanges = (good) => ({
    create(call) {
      const [found] = [...call.store.in('/tags')].find(([, { thing }]) => thing['name'] === call.content['name']) ?? [];
      return found === undefined ? good.create(call) : { ...good.created(call, found, call.content), status };
    },
  });
  return {
    name,
    sentence,
    contract: contractOf(
      resource('/tags/{id}', {
        members: { name: { ...TEXT, examples: ['urgent'] } },
        verbs: ['list', 'create', 'read', 'remove'],
      }),
    ),
    before: {
      '/tags': Object.fromEntries(
        ['urgent', 'string', 'name', ...wordsOf(SIGNS, 1)].map((each, at) => [String(at + 1), { name: each }]),
      ),
    },
    changes: finds,
  };
}

export const strangersWithChosenKeys: readonly Stranger[] = [
  upserting(
    'short-names',
    'POST overwrites what has the same name; all names of one or two signs, and all repeated letters, are taken.',
    (name) => name,
    SHORT_OR_REPEATED,
  ),
  upserting(
    'slugs',
    'The key is made of the name: what is no letter or digit falls away, and of nothing it is “untitled”.',
    slugOf,
    ['untitled', 'string', 'name', 'my-space', ...SHORT_OR_REPEATED.filter((each) => slugOf(each) === each)],
  ),
  upserting(
    'names-in-any-case',
    'Case does not matter in a name; the example is another way to write what is taken.',
    (name) => name.toLowerCase(),
    ['home', 'string', 'name'],
    { ...TEXT, example: 'Home' },
  ),
  upserting('names-trimmed', 'Space around a name falls away; of spaces alone, it is “default”.', trimmed, [
    'default',
    'string',
    'name',
    ...SHORT_OR_REPEATED.filter((each) => each.trim() === each),
  ]),
  upserting(
    'names-normalised',
    'Names are normalised (NFKC), and accents fall away: É and ﬁ are e and fi.',
    (name) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    ['string', 'name', 'fi', ...SHORT_OR_REPEATED.filter((each) => each.toLowerCase() === each)],
  ),
  upserting('names-in-ascii', 'What is not ASCII falls away from a name; of nothing, it is “unnamed”.', inAscii, [
    'unnamed',
    'string',
    'name',
    ...SHORT_OR_REPEATED,
  ]),
  upsertingByNumber(
    'sites-with-short-names',
    'Sites have numbers, and POST overwrites the one with the same name; all names of one or two signs are taken.',
    (name) => name,
    SHORT_OR_REPEATED,
  ),
  upsertingByNumber(
    'sites-with-slugs',
    'Sites have numbers, and POST overwrites the one with the same slug, which of nothing is “untitled”.',
    slugOf,
    ['untitled', ...wordsOf(LETTERS, 1)],
  ),
  upsertingByNumber(
    'sites-in-ascii',
    'Sites have numbers, and POST overwrites the one with the same name, from which all that is not ASCII falls away.',
    inAscii,
    ['unnamed', ...wordsOf(LETTERS, 1)],
  ),
  upsertingByNumber(
    'sites-trimmed',
    'Sites have numbers, and POST overwrites the one with the same name; space around it falls away.',
    trimmed,
    ['default', ...wordsOf(LETTERS, 1)],
  ),
  upsertingByNumber(
    'sites-cut',
    'Sites have numbers, and POST overwrites the one whose name begins with the same 63 signs, as in a label of DNS.',
    (name) => name.slice(0, 63),
    ['string', 'site', ...wordsOf(LETTERS, 1)],
  ),
  upserting(
    'days',
    'POST overwrites what was kept for the same day; GET and the list show which days are taken.',
    (name) => name,
    DAYS,
    { type: 'string', format: 'date', example: '2026-11-21' },
  ),
  {
    name: 'webhook-by-url',
    sentence: 'A webhook is known by its URL: POST with one that is taken overwrites it; the example is such a one.',
    contract: contractOf(
      resource('/webhooks/{id}', {
        required: ['url'],
        members: { url: { type: 'string', format: 'uri', example: 'https://hooks.example.com/ada' }, secret: TEXT },
        verbs: ['list', 'create', 'read', 'remove'],
      }),
    ),
    before: {
      '/webhooks': {
        '1': { url: 'https://hooks.example.com/ada', secret: 'of Ada' },
        '2': { url: 'https://example.com', secret: 'of Bela' },
        '3': { url: 'http://example.com', secret: 'of Cleo' },
      },
    },
    changes: (good) => ({
      create(call) {
        const [found] =
          [...call.store.in('/webhooks')].find(([, { thing }]) => thing['url'] === call.content['url']) ?? [];
        if (found === undefined) return good.create(call);
        call.store.set(`/webhooks/${found}`, call.content, call.owner);
        return good.created(call, found, call.content);
      },
    }),
  },
  {
    name: 'key-of-two-members',
    sentence: 'The key is made of two members, `kind:name`; POST overwrites what has the same.',
    contract: contractOf(
      resource('/parts/{key}', {
        ids: { key: TEXT },
        idMember: 'key',
        required: ['name', 'kind'],
        members: { kind: { enum: ['oak', 'fir'] } },
        verbs: ['list', 'create', 'read', 'remove'],
      }),
    ),
    before: {
      '/parts': Object.fromEntries(
        ['oak', 'fir'].flatMap((kind) =>
          SHORT_OR_REPEATED.map((name) => [`${kind}:${name}`, { name, kind, note: 'there' }]),
        ),
      ),
    },
    changes: () => ({
      show: (thing, id) => ({ key: id, ...thing }),
      create(call) {
        const key = `${String(call.content['kind'])}:${String(call.content['name'])}`;
        call.store.set(`/parts/${key}`, call.content, call.owner);
        return { status: 201, body: { key, ...call.content } };
      },
    }),
  },
  {
    name: 'codes-put',
    sentence: 'PUT /rates/{code} makes and overwrites; all codes of three letters are taken, and GET shows it.',
    contract: contractOf(
      resource('/rates/{code}', {
        ids: { code: { type: 'string', pattern: '^[A-Z]{3}$', example: 'AED' } },
        idMember: 'code',
        verbs: ['read', 'replace', 'remove'],
      }),
    ),
    before: { '/rates': keysTaken('code', CODES) },
    changes: (good) => ({ ...putMakes(good), show: (thing, id) => ({ code: id, ...thing }) }),
  },
  blobStore(
    'hashes',
    'The id of a blob is a hash of its text: POST of a text that is there answers 201 with that blob.',
    201,
  ),
  blobStore(
    'hashes-told',
    'The id of a blob is a hash of its text: POST of a text that is there answers 200 with that blob.',
    200,
  ),
  tagStore('tags-found', 'POST answers 201 with the tag of a stranger that has the same name, if there is one.', 201),
  tagStore(
    'tags-found-and-told',
    'POST answers 200 with the tag of a stranger that has the same name, if there is one.',
    200,
  ),
  {
    name: 'names-beside-ids',
    sentence:
      'POST takes an optional `slug`, and overwrites what has it; without it, a number is the key. The default is taken.',
    contract: contractOf(
      resource('/orders/{id}', {
        ids: { id: TEXT },
        sent: {
          ...objectWith({ name: TEXT }),
          properties: { name: TEXT, slug: { type: 'string', maxLength: 30, default: 'main' } },
        },
        verbs: ['list', 'create', 'read', 'remove'],
      }),
    ),
    before: {
      '/orders': {
        ...ORDERS_OF_PEOPLE['/orders'],
        main: { name: 'What Ida keeps' },
        '': { name: 'What Jan keeps' },
        ...thingsOfPeople(wordsOf(SIGNS, 1)),
      },
    },
    changes: (good) => ({
      show: (thing, id) => ({ id, ...thing }),
      newId: (call) => (call.content['slug'] === undefined ? good.newId(call) : String(call.content['slug'])),
      create(call) {
        const id = call.content['slug'] === undefined ? good.newId(call) : String(call.content['slug']);
        call.store.set(`/orders/${id}`, call.content, call.owner);
        return { status: 201, body: { id, name: call.content['name'] } };
      },
    }),
  },
  {
    name: 'put-in-any-case',
    sentence: 'PUT makes and overwrites; case and accents do not matter to a key, and GET shows it.',
    contract: contractOf(
      resource('/slots/{key}', {
        ids: { key: { type: 'string', minLength: 1, maxLength: 40, example: 'Home' } },
        idMember: 'key',
        verbs: ['list', 'read', 'replace', 'remove'],
      }),
    ),
    before: { '/slots': thingsOfPeople(['home', 'string', ...wordsOf(LETTERS, 1)]) },
    changes: both(putMakes, () => ({
      show: (thing, id) => ({ key: id, ...thing }),
      resolve: (path) =>
        path.replace(
          /^(\/slots\/)(.+)$/,
          (_, before, key) => before + key.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
        ),
      change: () => NONE,
    })),
  },
];
