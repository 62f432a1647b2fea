/** What a frontend shows of the stateful mock: things that refer to each other, what is new at its place, what is searched for. */

import { join } from 'node:path';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { type Mock, serveMock } from '../server';

const started: Mock[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((mock) => mock.close()));
});

const text = { type: 'string' };
const whole = { type: 'integer' };
const time = { type: 'string', format: 'date-time', readOnly: true };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const json = (schema: object) => ({ description: 'd', content: { 'application/json': { schema } } });
const query = (name: string, schema: object) => ({ name, in: 'query', schema });

const AUTHOR = object({ id: whole, name: text, best_book_id: whole });
const NEW = { title: text, author_id: whole };
const BOOK = object({ id: { ...whole, readOnly: true }, ...NEW, author: AUTHOR, added_at: time, updatedAt: time });
const page = object({ items: { type: 'array', items: BOOK }, total: whole });

/** @param authors what stands beside the list of authors. */
async function start(authors: object, author: object = AUTHOR) {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: whole }];
  const paths = {
    '/authors': { get: { responses: { 200: json({ type: 'array', items: author }) } }, ...authors },
    '/books': {
      get: {
        parameters: [
          query('q', text),
          query('limit', { ...whole, default: 6 }),
          query('offset', { ...whole, default: 0 }),
          query('sort', { enum: ['title', '-title', 'added_at', '-added_at'], default: '-added_at' }),
        ],
        responses: { 200: json(page) },
      },
      post: { requestBody: { ...json(object(NEW)), required: true }, responses: { 201: json(BOOK) } },
    },
    '/books/{id}': {
      parameters,
      get: { responses: { 200: json(BOOK), 404: { description: 'd' } } },
      patch: {
        requestBody: { ...json({ type: 'object', properties: NEW }), required: true },
        responses: { 200: json(BOOK), 404: { description: 'd' } },
      },
    },
  };
  const contract = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
  const file = join(folderOf({ 'openapi.json': JSON.stringify(contract) }), 'openapi.json');
  const mock = await serveMock({ contract: file, port: 0, stateful: true, seed: 7 });
  started.push(mock);
  return supertest(mock.url);
}

interface Book {
  readonly id: number;
  readonly title: string;
  readonly author_id: number;
  readonly author: { readonly id: number };
  readonly added_at: string;
  readonly updatedAt: string;
}

const maker = { post: { requestBody: json(object({ name: text })), responses: { 201: json(AUTHOR) } } };

test.each([
  ['are only listed', {}],
  ['can be made, and refer to books themselves', maker],
])('things refer to things that are there, where these %s', async (_, beside) => {
  const ask = await start(beside);
  const authors: { id: number; best_book_id: number }[] = (await ask.get('/authors')).body;
  const { items, total }: { items: Book[]; total: number } = (await ask.get('/books?limit=50')).body;
  const ids = authors.map(({ id }) => id);
  expect(new Set(items.map(({ author_id }) => author_id))).toEqual(new Set(ids));
  for (const { author } of items) expect(ids).toContain(author.id);
  // There is a second page of six.
  expect(total).toBeGreaterThan(6);
  if ('post' in beside)
    for (const { best_book_id } of authors) expect(items.map(({ id }) => id)).toContain(best_book_id);
});

test('what the contract shows is not changed, though it refers to what is not there', async () => {
  const ask = await start(
    {},
    object({ id: { ...whole, example: 70 }, name: text, best_book_id: { ...whole, example: 99 } }),
  );
  expect((await ask.get('/authors')).body[0]).toMatchObject({ id: 70, best_book_id: 99 });
  expect((await ask.get('/books')).body.items.map(({ author_id }: Book) => author_id)).toContain(70);
});

test('what is made is the newest, and what is changed was changed last', async () => {
  const ask = await start({});
  const { items }: { items: Book[] } = (await ask.get('/books?limit=50')).body;
  const made: Book = (await ask.post('/books').send({ title: 'Emma', author_id: 1 })).body;
  for (const { added_at, updatedAt } of items)
    expect([made.added_at > added_at, made.added_at > updatedAt]).toEqual([true, true]);
  // The contract says that the newest come first, where nobody asks for another order.
  expect((await ask.get('/books')).body.items[0].id).toBe(made.id);
  const changed: Book = (await ask.patch(`/books/${items[3]?.id}`).send({ title: 'Persuasion' })).body;
  expect(changed.updatedAt > made.updatedAt).toBe(true);
  expect(changed.added_at).toBe(items[3]?.added_at);
});

test.each([
  ['emm', ['Emma']],
  ['EMMA', ['Emma']],
  ['woodhouse emma', []],
])('a search for %s finds the things that have all words somewhere', async (words, titles) => {
  const ask = await start({});
  await ask.post('/books').send({ title: 'Emma', author_id: 1 });
  const { items, total } = (await ask.get('/books').query({ q: words })).body;
  expect(items.map(({ title }: Book) => title)).toEqual(titles);
  expect(total).toBe(titles.length);
});
