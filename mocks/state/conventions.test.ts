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
