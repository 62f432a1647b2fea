/** Services in which the client chooses the key of a thing, which may be taken already. */

import { contractOf, resource, TEXT, textLike } from './contracts';
import { NONE, type StrangerChanges } from './store';
import {
  CODES,
  keyedStore,
  ORDERS_OF_PEOPLE,
  putMakes,
  putStore,
  type Stranger,
  thingsOfPeople,
  wordsOf,
} from './stranger';

const numberNames = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

const PEOPLE_BY_MAIL = {
  '1': { name: 'Ada', mail: 'ada@example.com' },
  '2': { name: 'Bela', mail: 'bela@example.com' },
};

/** A POST overwrites the thing that has the same text in a member, and answers as if it had made the thing. */
function upsertsBy(member: string): StrangerChanges {
  return (good) => ({
    create(call) {
      const existing = [...call.store.in(call.collection)].find(
        ([, { thing }]) => thing[member] === call.content[member],
      );
      if (!existing) return good.create(call);
      call.store.set(`${call.collection}/${existing[0]}`, call.content, call.owner);
      return good.created(call, existing[0], call.content);
    },
  });
}

/** Changes the last segment of the path of an item. */
function lastSegment(change: (key: string) => string): (path: string) => string {
  return (path) => path.replace(/^(\/[^/]+\/)(.+)$/, (_, before, key) => before + change(key));
}

export const strangersWithTakenKeys: readonly Stranger[] = [
  keyedStore(
    'key-of-three-letters',
    'POST upserts a code of three letters, such as EUR.',
    textLike('^[A-Z]{3}$', 'EUR'),
    CODES,
  ),
  keyedStore('key-of-an-enum', 'POST upserts one of three keys.', { enum: ['small', 'medium', 'large'] }, [
    'small',
    'medium',
    'large',
  ]),
  keyedStore(
    'key-of-a-small-number',
    'POST upserts a number up to 1,000.',
    { type: 'integer', minimum: 1, maximum: 1000 },
    numberNames(1, 1000),
  ),
  keyedStore(
    'key-with-an-example',
    'POST upserts a text; the example is a key that a stranger has.',
    { ...TEXT, example: 'main' },
    ['main', 'string', 'a'],
  ),
  keyedStore(
    'key-with-a-default',
    'POST upserts a text; the default is a key that a stranger has.',
    { ...TEXT, default: 'main' },
    ['main'],
  ),
  {
    name: 'optional-id-upserts',
    sentence: 'The body may hold the id; POST overwrites the thing that has it.',
    contract: contractOf(
      resource('/orders/{id}', {
        sent: {
          type: 'object',
          required: ['name'],
          properties: { id: { type: 'integer', minimum: 1, example: 3 }, name: TEXT },
        },
      }),
    ),
    before: ORDERS_OF_PEOPLE,
    changes: (good) => ({
      newId: (call) => (call.content['id'] === undefined ? good.newId(call) : String(call.content['id'])),
      create(call) {
        const id = call.content['id'] === undefined ? good.newId(call) : String(call.content['id']);
        const { id: _, ...thing } = call.content;
        call.store.set(`${call.collection}/${id}`, thing, call.owner);
        return good.created(call, id, thing);
      },
    }),
  },
  {
    name: 'upsert-by-mail',
    sentence: 'POST with a mail address that somebody has overwrites that person; the example is such a one.',
    contract: contractOf(
      resource('/people/{id}', {
        members: { mail: { type: 'string', format: 'email', example: 'ada@example.com' } },
        required: ['name', 'mail'],
      }),
    ),
    before: { '/people': PEOPLE_BY_MAIL },
    changes: upsertsBy('mail'),
  },
  {
    name: 'upsert-by-name',
    sentence: 'POST with a name that is taken overwrites the thing that has it; the example is such a one.',
    contract: contractOf(
      resource('/people/{id}', { members: { name: { ...TEXT, example: 'Ada' } }, required: ['name'] }),
    ),
    before: { '/people': PEOPLE_BY_MAIL },
    changes: upsertsBy('name'),
  },
  putStore(
    'put-small-number',
    'PUT makes and overwrites; the key is a number up to 1,000.',
    { type: 'integer', minimum: 1, maximum: 1000 },
    numberNames(1, 1000),
  ),
  putStore(
    'put-two-letters',
    'PUT makes and overwrites; the key has two letters.',
    { type: 'string', pattern: '^[a-z]{2}$' },
    wordsOf('abcdefghijklmnopqrstuvwxyz', 2),
  ),
  putStore('put-an-enum', 'PUT makes and overwrites; the key is one of three.', { enum: ['red', 'green', 'blue'] }, [
    'red',
    'green',
    'blue',
  ]),
  putStore(
    'put-unseen',
    'PUT overwrites what GET hides: it answers 404 for what is a stranger’s.',
    { type: 'string', pattern: '^[a-z]{2}$' },
    wordsOf('abcdefghijklmnopqrstuvwxyz', 2),
    (good) => ({
      read: (call, found) => (String(found['name']).startsWith('What ') ? NONE : good.read(call, found)),
    }),
  ),
  putStore(
    'leading-zeros',
    'Leading zeros of a key are dropped: 007 is 7.',
    { type: 'string', pattern: '^[0-9]{3,6}$' },
    numberNames(0, 2000),
    () => ({
      resolve: lastSegment((key) => key.replace(/^0+(?=\d)/, '')),
    }),
  ),
  putStore('trimmed', 'Spaces around a key are dropped.', TEXT, ['a', 'b', 'string', 'key'], () => ({
    resolve: lastSegment((key) => key.trim()),
  })),
  putStore(
    'cut-to-eight',
    'A key is cut to its first eight characters.',
    TEXT,
    ['espalier', 'aaaaaaaa', 'string', 'no-such-', 'unknown-', 'name'],
    () => ({
      resolve: lastSegment((key) => key.slice(0, 8)),
    }),
  ),
  putStore(
    'cut-to-two',
    'A key is cut to its first two characters.',
    TEXT,
    wordsOf('abcdefghijklmnopqrstuvwxyz0123456789-', 2),
    () => ({
      resolve: lastSegment((key) => key.toLowerCase().slice(0, 2)),
    }),
  ),
  putStore(
    'case-folded',
    'Case does not matter to a key: ABC and abc are one.',
    { type: 'string', pattern: '^[A-Za-z]{3}$' },
    CODES.map((code) => code.toLowerCase()),
    () => ({
      resolve: lastSegment((key) => key.toLowerCase()),
    }),
  ),
  {
    name: 'numbers-read-loosely',
    sentence: 'An id is read up to where it is no number any more: 3abc and 3.5 are 3.',
    contract: contractOf(resource('/orders/{id}')),
    before: ORDERS_OF_PEOPLE,
    changes: () => ({
      resolve: lastSegment((key) => (/^-?\d/.test(key) ? String(Math.abs(Number.parseInt(key, 10))) : key)),
    }),
  },
  {
    name: 'composite-keys',
    sentence: 'A rate has two currencies as its key; PUT makes and overwrites.',
    contract: contractOf(
      resource('/rates/{from}/{to}', {
        ids: { from: textLike('^[A-Z]{3}$', 'EUR'), to: textLike('^[A-Z]{3}$', 'USD') },
        idMember: 'to',
        verbs: ['read', 'replace', 'remove'],
      }),
    ),
    before: Object.fromEntries(
      ['EUR', 'USD', 'AAA', 'GBP'].map((from) => [`/rates/${from}`, thingsOfPeople(['EUR', 'USD', 'AAA'])]),
    ),
    changes: (good) => ({ ...putMakes(good), show: (thing, id) => ({ to: id, ...thing }) }),
  },
];
