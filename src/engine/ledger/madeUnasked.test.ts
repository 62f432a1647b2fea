/** Runs on services that make things by requests of which nobody expects it. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { verifyTarget } from '../verify';

lingerFor(10);

interface Thing {
  readonly id: string;
  readonly name: string;
}

const text = { type: 'string', minLength: 12, maxLength: 60 };
const thing = { type: 'object', required: ['name'], properties: { id: { type: 'string' }, name: text } };
const json = { content: { 'application/json': { schema: thing } } };
const named = {
  required: true,
  content: { 'application/json': { schema: { type: 'object', required: ['name'], properties: { name: text } } } },
};
const done = { description: 'done', ...json };
const none = { description: 'none' };
const list = { description: 'all', content: { 'application/json': { schema: { type: 'array', items: thing } } } };

const LIST = { get: { responses: { 200: list } } };
const ITEM = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  get: { responses: { 200: done, 404: none } },
  delete: { responses: { 204: none, 404: none } },
};
const CHANGE = { requestBody: named, responses: { 200: done, 400: none, 404: none } };

/** What a request does to a service, and what it is answered. */
type Does = (asked: string, name: string, things: Map<string, Thing>) => readonly [number, Thing | undefined];

let made = 0;
const add = (things: Map<string, Thing>, id: string, name: string) => {
  const one = { id, name };
  things.set(id, one);
  return one;
};

/** Runs the valid requests and those on what is not there. @returns what is left of what was not there before, and what is told of it. */
async function run(paths: object, does: Does, absent = 404) {
  const things = new Map<string, Thing>();
  add(things, 'mine', 'ada');
  const url = await serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url: asked = '' } = request;
    const id = decodeURIComponent(/^\/things\/(.+)$/.exec(asked)?.[1] ?? '');
    const reply = (status: number, value?: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(value === undefined ? '' : JSON.stringify(value));
    };
    if (method === 'GET') {
      const shown = id === '' ? [...things.values()] : things.get(id);
      return shown ? reply(200, shown) : reply(absent);
    }
    if (method === 'DELETE') return reply(things.delete(id) ? 204 : absent);
    const { name } = readObject(Buffer.concat(pieces).toString());
    if (typeof name !== 'string' || name.length < 12 || name.length > 60) return reply(400);
    return reply(...does(id, name, things));
  });
  const { leftovers = [] } = await verifyTarget(
    await load({ ...head('3.1'), paths }),
    { ...suite, probes: suite.probes.filter(({ name }) => name === 'valid' || name === 'unknown') },
    { target: parseTarget(url), writes: 'own', seed: 1, salt: 'k3f9' },
  );
  expect(things.get('mine')).toEqual({ id: 'mine', name: 'ada' });
  things.delete('mine');
  return { left: [...things.keys()], told: leftovers };
}

function readObject(body: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

test('what a PATCH of nothing has made is removed (RFC 5789 §2 lets it)', async () => {
  let patched = 0;
  const { left, told } = await run(
    { '/things': LIST, '/things/{id}': { ...ITEM, patch: CHANGE } },
    (asked, name, things) => {
      patched++;
      return [200, add(things, asked, name)];
    },
  );
  expect({ left, told }).toEqual({ left: [], told: [] });
  expect(patched).toBeGreaterThan(0);
});

test.each([404, 403])(
  'a PATCH that is taken and makes nothing leaves nothing to tell, where the rest answers %i',
  async (absent) => {
    const paths = { '/things': LIST, '/things/{id}': { ...ITEM, patch: CHANGE } };
    expect(await run(paths, (_, name) => [200, { id: '0', name }], absent)).toEqual({ left: [], told: [] });
  },
);

test.each([400, 403, 409, 500])(
  'what a POST has made that was answered %i is found in the list, and removed',
  async (status) => {
    const before = made;
    const { left, told } = await run(
      {
        '/things': { ...LIST, post: { requestBody: named, responses: { 201: done, 400: none } } },
        '/things/{id}': ITEM,
      },
      (_, name, things) => {
        // What has no text of its own nobody could tell from what somebody else has made.
        if (/(^|-)[0-9a-f]{8}($|-)/.test(name)) add(things, `n${++made}`, name);
        return [status, undefined];
      },
    );
    expect({ left, told }).toEqual({ left: [], told: [] });
    expect(made).toBeGreaterThan(before);
  },
);

const PUT = {
  '/things': LIST,
  '/things/{id}': { ...ITEM, put: { requestBody: named, responses: { 200: done, 201: done, 400: none } } },
};

test('what a PUT has made under another name is removed where the answer shows it as made', async () => {
  const before = made;
  const { left, told } = await run(PUT, (_, name, things) => [201, add(things, `n${++made}`, name)]);
  expect({ left, told }).toEqual({ left: [], told: [] });
  expect(made).toBeGreaterThan(before);
});

test('what a PUT shows under another name, and does not say that it made it, is listed and left', async () => {
  const { left, told } = await run(PUT, (_, name, things) => [200, add(things, `n${++made}`, name)]);
  expect(left.length).toBeGreaterThan(0);
  expect(told.map(({ url }) => url.replace(/.*\//, '')).sort()).toEqual(left.sort());
});
