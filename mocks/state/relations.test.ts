/** What lies below a thing refers to it, ids name what is there, and what stands at a path of its own is one of those that a list shows. */

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
const list = (items: object) => ({ type: 'array', items });
const of = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ description: 'd', content: { 'application/json': { schema } } });
const shows = (schema: object) => ({ get: { responses: { 200: json(schema), 404: { description: 'd' } } } });
const makes = (sent: object, made: object, status = 201) => ({
  post: { requestBody: json({ type: 'object', properties: sent }), responses: { [status]: json(made) } },
});
const named = (name: string, schema: object) => ({ parameters: [{ name, in: 'path', required: true, schema }] });

const schemas = {
  User: object({ id: whole, name: text }),
  Me: object({ id: whole, name: text, email: text }),
  Folder: object({ id: whole, name: text, parent_id: { type: ['integer', 'null'] } }),
  Publisher: object({ slug: text, name: text, href: { type: 'string', format: 'uri' } }),
  Book: object({ id: whole, title: text, publisher_slug: text }),
  Project: object({
    ...{ id: whole, name: text, owner_id: whole, created_by: whole, followers: whole, owner: of('User') },
    ...{ members: list(of('User')), member_ids: list(whole) },
  }),
  Task: {
    ...object({ id: whole, title: text, project: object({ id: whole, name: text }) }),
    properties: {
      ...{ id: whole, title: text, project: object({ id: whole, name: text }), projectId: whole },
      ...{ assignee_id: { type: ['integer', 'null'] }, assignee: { oneOf: [of('User'), { type: 'null' }] } },
    },
  },
};
const task = { title: text, assignee_id: { type: ['integer', 'null'] } };
const me = { requestBody: json({ type: 'object', properties: { name: text } }), responses: { 200: json(of('Me')) } };
const paths = {
  '/users': shows(list(of('User'))),
  '/users/{userId}/projects': { ...named('userId', whole), ...shows(list(of('Project'))) },
  '/me': { ...shows(of('Me')), patch: me },
  '/signup': makes({ name: text }, object({ token: text, user: of('User') }), 200),
  '/folders': { ...shows(list(of('Folder'))), ...makes({ name: text }, of('Folder')) },
  '/publishers': { ...shows(list(of('Publisher'))), ...makes({ name: text }, of('Publisher')) },
  '/publishers/{slug}': { ...named('slug', text), ...shows(of('Publisher')) },
  '/publishers/{slug}/books': {
    ...named('slug', text),
    ...shows(list(of('Book'))),
    ...makes({ title: text }, of('Book')),
  },
  '/projects': {
    ...shows(list(of('Project'))),
    ...makes({ name: text, owner_id: whole, member_ids: list(whole) }, of('Project')),
  },
  '/projects/{id}': { ...named('id', whole), ...shows(of('Project')) },
  '/projects/{id}/tasks': { ...named('id', whole), ...shows(list(of('Task'))), ...makes(task, of('Task')) },
};

interface Thing {
  readonly id: number;
  readonly [name: string]: unknown;
}

async function start() {
  const contract = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas } };
  const file = join(folderOf({ 'openapi.json': JSON.stringify(contract) }), 'openapi.json');
  const mock = await serveMock({ contract: file, port: 0, stateful: true, seed: 7 });
  started.push(mock);
  const ask = supertest(mock.url);
  const things = async (path: string): Promise<Thing[]> => (await ask.get(path).expect(200)).body;
  const make = async (path: string, sent: object): Promise<Thing> => (await ask.post(path).send(sent)).body;
  return { ask, things, make };
}

test('what lies below a thing refers to it, whatever its parameter is called', async () => {
  const { things, make } = await start();
  const [{ slug } = { slug: '' }] = await things('/publishers');
  const path = `/publishers/${slug}/books`;
  expect(await make(path, { title: 'x' })).toMatchObject({ publisher_slug: slug });
  for (const book of await things(path)) expect(book['publisher_slug']).toBe(slug);
  const projects = await things('/projects');
  for (const { id, name } of projects.slice(0, 2)) {
    await make(`/projects/${id}/tasks`, { title: 'x' });
    for (const each of await things(`/projects/${id}/tasks`))
      expect(each).toMatchObject({ projectId: id, project: { id, name } });
  }
});

test('href leads to the thing itself, on the mock', async () => {
  const { things, ask } = await start();
  for (const publisher of await things('/publishers')) {
    const { href, slug } = publisher as unknown as { href: string; slug: string };
    expect(new URL(href).pathname).toBe(`/publishers/${slug}`);
    expect((await ask.get(new URL(href).pathname)).body).toEqual(publisher);
  }
});

test('what lies below one thing lies below no other, and what is made there has an id of its own', async () => {
  const { things, make } = await start();
  const made = [await make('/projects/1/tasks', { title: 'x' }), await make('/projects/2/tasks', { title: 'y' })];
  const all = [...(await things('/projects/1/tasks')), ...(await things('/projects/2/tasks'))].map(({ id }) => id);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
});

test('whatever refers to somebody refers to a user that is there, by schema or by role', async () => {
  const { things } = await start();
  const users = await things('/users');
  const ids = users.map(({ id }) => id);
  for (const project of await things('/projects')) {
    expect(users).toContainEqual(project['owner']);
    expect(project).toMatchObject({ owner: { id: project['owner_id'] } });
    expect(ids).toContain(project['created_by']);
    for (const each of project['members'] as Thing[]) expect(users).toContainEqual(each);
    expect(project['member_ids']).toEqual((project['members'] as Thing[]).map(({ id }) => id));
  }
  for (const { id } of users)
    for (const project of await things(`/users/${id}/projects`))
      expect([project['owner_id'], project['created_by']]).toContain(id);
});

test('folders refer to the folder above in no circle', async () => {
  const { things } = await start();
  const folders = await things('/folders');
  expect(folders.map(({ parent_id: above }) => above)).toEqual([null, ...folders.slice(0, -1).map(({ id }) => id)]);
});

test('what a thing shows of another is the one that its id names', async () => {
  const { things, make, ask } = await start();
  const [one, two, three] = await things('/users');
  const ids = (...all: (Thing | undefined)[]) => all.map((each) => each?.id);
  expect(await make('/projects/1/tasks', { title: 'x', assignee_id: three?.id })).toMatchObject({ assignee: three });
  expect(await make('/projects/1/tasks', { title: 'x', assignee_id: null })).toMatchObject({ assignee: null });
  expect(await make('/projects/1/tasks', { title: 'x' })).toMatchObject({ assignee: null });
  const sent = { name: 'x', owner_id: two?.id, member_ids: ids(three, one) };
  expect(await make('/projects', sent)).toMatchObject({ owner: two, members: [three, one] });
  await ask.patch('/me').send({ name: 'Bo' }).expect(200);
  expect(await make('/projects', { ...sent, owner_id: one?.id })).toMatchObject({ owner: { id: one?.id, name: 'Bo' } });
});

test('who asks is one of the users, and who signs up becomes one', async () => {
  const { ask, things, make } = await start();
  const [first, ...others] = await things('/users');
  const { body } = await ask.get('/me').expect(200);
  expect(body).toEqual({ ...first, email: expect.stringContaining('@') });
  await ask.patch('/me').send({ name: 'Bo' }).expect(200);
  expect((await ask.get('/me')).body).toEqual({ ...body, name: 'Bo' });
  const { user } = await make('/signup', { name: 'Zoe' });
  const ids = [first, ...others].map((each) => each?.id);
  expect(ids).not.toContain((user as Thing).id);
  expect(await things('/users')).toEqual([{ ...first, name: 'Bo' }, ...others, user]);
});
