/** Services that follow another convention than most: Django's `pk`, PUT that makes and POST that changes, two ids for one thing. */

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
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const loose = (properties: object) => ({ type: 'object', properties });
const list = (items: object) => ({ type: 'array', items });
const of = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ description: 'd', content: { 'application/json': { schema } } });
const answers = (schema: object, status = 200) => ({ responses: { [status]: json(schema) } });
const takes = (sent: object, answered: object, status = 200) => ({
  requestBody: json(sent),
  ...answers(answered, status),
});
const named = (schema: object) => ({ parameters: [{ name: 'id', in: 'path', required: true, schema }] });

async function start(paths: object, schemas: object, stateful = true) {
  const contract = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas } };
  const file = join(folderOf({ 'openapi.json': JSON.stringify(contract) }), 'openapi.json');
  const mock = await serveMock({ contract: file, port: 0, stateful, seed: 7 });
  started.push(mock);
  return supertest(mock.url);
}

const django = {
  Company: object({ pk: whole, name: text }),
  Part: object({ pk: whole, name: text, parent: { type: ['integer', 'null'] } }),
  Order: object({ pk: whole, supplier: whole, supplier_detail: of('Company') }),
};
const ofDjango = {
  '/companies/': { get: answers(list(of('Company'))) },
  '/companies/{id}/': { ...named(whole), get: answers(of('Company')) },
  '/parts/': { get: answers(list(of('Part'))), post: takes(loose({ name: text }), of('Part'), 201) },
  '/parts/{id}/': { ...named(whole), get: answers(of('Part')), delete: { responses: { 204: { description: 'd' } } } },
  '/orders/': { get: answers(list(of('Order'))), post: takes(loose({ supplier: whole }), of('Order'), 201) },
};

test('a thing is found by its pk, which counts on, and its parent is one of them', async () => {
  const ask = await start(ofDjango, django);
  const { body: made } = await ask.post('/parts/').send({ name: 'Bolt' }).expect(201);
  const { body: parts } = await ask.get('/parts/').expect(200);
  expect(parts.map(({ pk }: { pk: number }) => pk)).toEqual(parts.map((_: unknown, at: number) => at + 1));
  expect(parts.map(({ parent }: { parent: unknown }) => parent).slice(0, 3)).toEqual([null, 1, 2]);
  expect((await ask.get(`/parts/${made.pk}/`)).body).toEqual(made);
  await ask.delete('/parts/2/').expect(204);
  await ask.get('/parts/2/').expect(404);
});

test('a pk without state is that of the path', async () => {
  const ask = await start(ofDjango, django, false);
  expect((await ask.get('/parts/7/').expect(200)).body.pk).toBe(7);
});

test('an id names what the member beside it shows', async () => {
  const ask = await start(ofDjango, django);
  const { body: orders } = await ask.get('/orders/').expect(200);
  const { body: companies } = await ask.get('/companies/').expect(200);
  for (const { supplier, supplier_detail: shown } of orders) {
    expect(supplier).toBe(shown.pk);
    expect(companies).toContainEqual(shown);
  }
});

const task = loose({ id: whole, title: text, created: text, author: of('User') });
const turned = {
  '/users': { get: answers(list(of('User'))) },
  '/tasks': { get: answers(list(of('Task'))) },
  '/tasks/{id}': { ...named(whole), get: answers(of('Task')), post: takes(of('Task'), of('Task')) },
  '/labels': { get: answers(list(of('Task'))), put: takes(of('Task'), of('Task'), 201) },
  '/labels/{id}': { ...named(whole), get: answers(of('Task')), post: takes(of('Task'), of('Task')) },
  '/projects/{id}/tasks': { ...named(whole), put: takes(of('Task'), of('Task'), 201) },
};
const ofTasks = { Task: task, User: object({ id: whole, name: text }) };

test('PUT makes and POST changes, where a service has it so', async () => {
  const ask = await start(turned, ofTasks);
  const { body: made } = await ask.put('/labels').send({ title: 'New' }).expect(201);
  expect(made).toMatchObject({ title: 'New', created: expect.stringMatching(/^2026-/) });
  const { body: users } = await ask.get('/users');
  expect(users).toContainEqual(made.author);
  const { body: changed } = await ask.post(`/labels/${made.id}`).send({ title: 'Old' }).expect(200);
  expect(changed).toEqual({ ...made, title: 'Old' });
  const { body: labels } = await ask.get('/labels');
  expect(labels.at(-1)).toEqual(changed);
});

test('what PUT makes in something else stands by itself', async () => {
  const ask = await start(turned, ofTasks);
  const { body: made } = await ask.put('/projects/1/tasks').send({ title: 'New' }).expect(201);
  expect((await ask.get(`/tasks/${made.id}`).expect(200)).body).toEqual(made);
  await ask.post(`/tasks/${made.id}`).send({ title: 'Old' }).expect(200);
  expect((await ask.get(`/tasks/${made.id}`)).body.title).toBe('Old');
});

test('POST on an item is an action where it answers something else, or PUT changes the item', async () => {
  const sends = {
    ...named(whole),
    get: answers(of('Task')),
    post: takes(loose({ title: text }), loose({ sent: text })),
  };
  const ask = await start(
    { '/tasks': { ...turned['/tasks'], post: takes(task, of('Task'), 201) }, '/tasks/{id}': sends },
    ofTasks,
  );
  const { body: before } = await ask.get('/tasks/1').expect(200);
  await ask.post('/tasks/1').send({ title: 'Other' }).expect(200);
  expect((await ask.get('/tasks/1')).body).toEqual(before);
});

test('a reference by UUID is the UUID of what has an id beside it', async () => {
  const bounce = object({ id: whole, reader_uuid: text });
  const ask = await start(
    {
      '/readers': { get: answers(list(of('Reader'))) },
      '/bounces': { get: answers(list(bounce)), post: takes(loose({ reader_uuid: text }), bounce, 201) },
    },
    { Reader: object({ id: whole, uuid: { type: 'string', format: 'uuid' } }) },
  );
  const { body: readers } = await ask.get('/readers');
  const { body: bounces } = await ask.get('/bounces');
  for (const { reader_uuid: named } of bounces)
    expect(readers.map(({ uuid }: { uuid: string }) => uuid)).toContain(named);
});

test('a list is filtered by bounds, by a member of a list, and never by a text where the thing says yes or no', async () => {
  const flat = object({
    id: whole,
    base_price: whole,
    built: { type: 'string', format: 'date' },
    tagList: list(text),
    liked: { type: 'boolean' },
  });
  const names = ['price_min', 'max_price', 'built_before', 'tag', 'liked'];
  const parameters = names.map((name) => ({ name, in: 'query', schema: text }));
  const sent = loose({ base_price: whole, built: text, tagList: list(text), liked: { type: 'boolean' } });
  const flats = { get: { parameters, ...answers(list(of('Flat'))) }, post: takes(sent, of('Flat'), 201) };
  const ask = await start({ '/flats': flats }, { Flat: flat });
  await ask
    .post('/flats')
    .send({ base_price: 5000, built: '1990-05-01', tagList: ['loft'], liked: true })
    .expect(201);
  await ask
    .post('/flats')
    .send({ base_price: 6000, built: '2030-05-01', tagList: ['new'], liked: true })
    .expect(201);
  const prices = async (query: string) => {
    const { body } = await ask.get(`/flats?${query}`).expect(200);
    return body.map(({ base_price: price }: { base_price: number }) => price).filter((price: number) => price >= 5000);
  };
  expect(await prices('price_min=5500')).toEqual([6000]);
  expect(await prices('max_price=5500')).toEqual([5000]);
  expect(await prices('price_min=5000&built_before=2000-01-01')).toEqual([5000]);
  expect(await prices('tag=loft')).toEqual([5000]);
  expect(await prices('liked=ada')).toEqual([5000, 6000]);
});

const article = object({
  slug: text,
  title: text,
  tags: list(text),
  createdAt: text,
  favorited: { type: 'boolean' },
  favoritesCount: whole,
});
const comment = object({ id: whole, body: text, createdAt: text });
const wrapped = (name: string, schema: object) => object({ [name]: schema });
const bySlug = { parameters: [{ name: 'slug', in: 'path', required: true, schema: text }] };
const sentArticle = wrapped('article', loose({ title: text, tags: list(text) }));
const acts = { 200: json(wrapped('article', of('Article'))) };
const ofArticles = {
  '/articles': { get: answers(list(of('Article'))), post: takes(sentArticle, wrapped('article', of('Article')), 201) },
  '/articles/{slug}': {
    ...bySlug,
    get: answers(wrapped('article', of('Article'))),
    put: takes(sentArticle, wrapped('article', of('Article'))),
  },
  '/articles/{slug}/favorite': { ...bySlug, post: { responses: acts }, delete: { responses: acts } },
  '/articles/{slug}/comments': {
    ...bySlug,
    get: answers(list(comment)),
    post: takes(loose({ body: text }), comment, 201),
  },
};

test('what is made has the slug of its title, no favourites yet, and comments that came later', async () => {
  const ask = await start(ofArticles, { Article: article });
  const { body } = await ask
    .post('/articles')
    .send({ article: { title: 'How to train', tags: ['a'] } })
    .expect(201);
  expect(body.article).toMatchObject({ slug: 'how-to-train', favoritesCount: 0 });
  const { body: second } = await ask.post('/articles').send({ article: { title: 'How to train' } });
  expect(second.article.slug).toBe('how-to-train-2');
  const { body: changed } = await ask
    .put('/articles/how-to-train')
    .send({ article: { title: 'New' } })
    .expect(200);
  expect(changed.article).toMatchObject({ title: 'New', tags: ['a'] });
  const { body: made } = await ask.post('/articles/how-to-train/comments').send({ body: 'Nice' }).expect(201);
  expect(made.createdAt > body.article.createdAt).toBe(true);
});

test('an action answers the thing as it is, and what it says of it stays', async () => {
  const ask = await start(ofArticles, { Article: article });
  await ask.post('/articles').send({ article: { title: 'Trains' } });
  await ask.delete('/articles/trains/favorite').expect(200);
  const { body: before } = await ask.get('/articles/trains').expect(200);
  const { body: done } = await ask.post('/articles/trains/favorite').expect(200);
  const { favoritesCount } = before.article;
  expect(done.article).toEqual({ ...before.article, favorited: true, favoritesCount: favoritesCount + 1 });
  expect((await ask.get('/articles/trains')).body).toEqual(done);
  await ask.post('/articles/none/favorite').expect(404);
});

test('an action makes a state, and a PUT below a thing sets what it is called like', async () => {
  const status = { type: 'string', enum: ['draft', 'running', 'cancelled'] };
  const campaign = object({ id: whole, name: text, status });
  const item = '/campaigns/{id}';
  const ask = await start(
    {
      '/campaigns': { get: answers(list(of('Campaign'))), post: takes(loose({ name: text }), of('Campaign'), 201) },
      [item]: { ...named(whole), get: answers(of('Campaign')) },
      [`${item}/cancel`]: { ...named(whole), post: { responses: { 204: { description: 'd' } } } },
      [`${item}/status`]: { ...named(whole), put: takes(loose({ status }), of('Campaign')) },
      [`${item}/name`]: { ...named(whole), put: takes(loose({ name: whole }), of('Campaign')) },
    },
    { Campaign: campaign },
  );
  const { body: before } = await ask.get('/campaigns/2').expect(200);
  await ask.post('/campaigns/2/cancel').expect(204);
  expect((await ask.get('/campaigns/2')).body).toEqual({ ...before, status: 'cancelled' });
  expect((await ask.put('/campaigns/2/status').send({ status: 'running' })).body).toEqual({
    ...before,
    status: 'running',
  });
  expect((await ask.put('/campaigns/2/name').send({ name: 7 })).body).toEqual({ ...before, status: 'running' });
});

test('what is sent flat, and shown as attributes, is what was sent', async () => {
  const attributes = object({ name: text, notes: { type: ['string', 'null'] }, created_at: text });
  const shown = { Category: object({ type: text, id: text, attributes }) };
  const one = wrapped('data', of('Category'));
  const sent = loose({ name: text, notes: text });
  const ask = await start(
    {
      '/categories': { get: answers(wrapped('data', list(of('Category')))), post: takes(sent, one) },
      '/categories/{id}': { ...named(text), get: answers(one), put: takes(sent, one), patch: takes(sent, one) },
    },
    shown,
  );
  const { body: made } = await ask.post('/categories').send({ name: 'Food' }).expect(200);
  expect(made.data.attributes).toMatchObject({ name: 'Food', created_at: expect.any(String) });
  const path = `/categories/${made.data.id}`;
  expect((await ask.get(path).expect(200)).body).toEqual(made);
  const { body: changed } = await ask.put(path).send({ name: 'Meals', notes: 'n' }).expect(200);
  expect(changed.data).toMatchObject({ id: made.data.id, attributes: { name: 'Meals', notes: 'n' } });
  const { body: patched } = await ask.patch(path).send({ name: 'Lunch' }).expect(200);
  expect(patched.data.attributes).toMatchObject({ name: 'Lunch', notes: 'n' });
  const { body: all } = await ask.get('/categories');
  expect(all.data.at(-1)).toEqual(patched.data);
});
