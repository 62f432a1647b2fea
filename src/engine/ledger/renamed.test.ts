/** Runs on a service that gives things other names, and lets one of two credentials alone remove them. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { verifyTarget } from '../verify';

lingerFor(10);

type Thing = Readonly<Record<string, string>>;

const TEXT = { type: 'string', minLength: 9, maxLength: 60 };
const bodyWith = (...names: string[]) => {
  const properties = Object.fromEntries(names.map((name) => [name, TEXT]));
  return {
    required: true,
    content: { 'application/json': { schema: { type: 'object', required: names, properties } } },
  };
};
const none = { description: 'none' };
const one = { description: 'one', content: { 'application/json': { schema: {} } } };

const CONTRACT = {
  ...head('3.1'),
  security: [{ key: [] }, { admin: [] }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      admin: { type: 'http', scheme: 'basic' },
    },
  },
  paths: {
    '/users': { post: { requestBody: bodyWith('username', 'title'), responses: { 200: one, 400: none, 401: none } } },
    '/users/{user}': {
      parameters: [{ name: 'user', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: one, 401: none, 404: none } },
      patch: { requestBody: bodyWith('username'), responses: { 200: one, 400: none, 401: none, 404: none } },
      delete: { responses: { 204: none, 401: none, 403: none, 404: none } },
    },
  },
};

/**
 * Serves users that are shown as `{ "name": "users/ada" }`, and are asked for by their last names.
 * @param called the last name of a user.
 */
async function serveUsers(
  users: Map<string, Thing>,
  lets: (method: string) => boolean,
  called = (username: string, _method: string) => username,
) {
  return serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const reply = (status: number, name?: string) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(name === undefined ? '' : JSON.stringify({ name: `users/${name}`, ...users.get(name) }));
    };
    const { method = '', headers, url = '' } = request;
    const isAdmin = headers.authorization === `Basic ${Buffer.from('ada:analytical').toString('base64')}`;
    if (headers['x-key'] !== 'a-key-of-16-chars' && !isAdmin) return reply(401);
    const asked = decodeURIComponent(/^\/users\/(.+)$/.exec(url)?.[1] ?? '');
    if (asked !== '' && !users.has(asked)) return reply(404);
    if (!isAdmin && !lets(method)) return reply(403);
    if (method === 'GET') return reply(200, asked);
    if (method === 'DELETE') return reply(users.delete(asked) ? 204 : 404);
    if (method !== 'PATCH' && method !== 'POST') return reply(405);
    const user = { ...users.get(asked), ...readObject(Buffer.concat(pieces).toString()) };
    const { username = '' } = user;
    if (![username, user.title].every((text) => typeof text === 'string' && text.length >= 9 && text.length <= 60))
      return reply(400);
    users.delete(asked);
    const name = called(username, method);
    users.set(name, user);
    return reply(200, name);
  });
}

function readObject(text: string): Thing {
  try {
    return Object(JSON.parse(text)) as Thing;
  } catch {
    return {};
  }
}

test('what was renamed is removed under its new name, by the credential that may', async () => {
  const users = new Map<string, Thing>([['grace', { username: 'grace', title: 'admiral' }]]);
  const url = await serveUsers(users, (method) => method !== 'DELETE');
  const { leftovers = [], requirements } = await verifyTarget(await load(CONTRACT), suite, {
    target: parseTarget(url),
    writes: 'own',
    seed: 1,
    salt: 'k3f9',
    credentials: { key: 'a-key-of-16-chars', admin: 'ada:analytical' },
  });
  expect({ users: [...users.keys()], leftovers }).toEqual({ users: ['grace'], leftovers: [] });
  const failed = requirements.filter(({ rule, verdict }) => rule === 'refusal-without-effect' && verdict === 'fail');
  expect(failed).toEqual([]);
});

test('what a change gave a name of which nobody told is listed', async () => {
  const users = new Map<string, Thing>();
  let renamed = 0;
  const url = await serveUsers(
    users,
    () => true,
    (username, method) => (method === 'PATCH' ? `user-${++renamed}` : username),
  );
  const { leftovers = [] } = await verifyTarget(
    await load(CONTRACT),
    { ...suite, probes: suite.probes.filter(({ name }) => name === 'valid') },
    { target: parseTarget(url), writes: 'own', seed: 1, salt: 'k3f9', credentials: { admin: 'ada:analytical' } },
  );
  const told = leftovers.filter(({ reason }) => /^perhaps left under another name: #\d+ changed it/.test(reason));
  expect(users.size).toBeGreaterThan(0);
  expect({ told: told.length, more: leftovers.length - told.length }).toEqual({ told: users.size, more: 0 });
});
