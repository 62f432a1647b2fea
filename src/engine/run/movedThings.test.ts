/** Runs on services where what the run makes is elsewhere than it was planned: below another thing, or under a new name. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { verifyTarget } from '../verify';

lingerFor(10);

const text = { type: 'string' };
const thing = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, text])),
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const done = { description: 'done', ...json({}) };
const none = { description: 'none' };
const inPath = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
const body = (...names: string[]) => ({ required: true, ...json(thing(...names)) });
const only = { ...suite, probes: suite.probes.filter(({ name }) => name === 'valid') };

type Answer = readonly [status: number, value?: unknown];

/** Serves what a function answers. @returns the URL, and what was asked: `METHOD path → status`. */
async function serving(answer: (method: string, path: string, sent: Readonly<Record<string, string>>) => Answer) {
  const asked: string[] = [];
  const url = await serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url: path = '' } = request;
    const [status, value] = answer(
      method,
      path,
      pieces.length === 0 ? {} : Object(JSON.parse(String(Buffer.concat(pieces)))),
    );
    asked.push(`${method} ${path} → ${status}`);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(value === undefined ? '' : JSON.stringify(value));
  });
  return { url, asked };
}

test('on a throw-away target, what may not lie in what the run made is made in what a list shows', async () => {
  const users = new Map([['ada', { name: 'ada' }]]);
  const notes = new Map<string, object>();
  const { url, asked } = await serving((method, path, sent) => {
    const [, , user = '', , note = ''] = path.split('/');
    if (method === 'POST' && path === '/users') {
      users.set(sent['name'] ?? '', { name: sent['name'] ?? '' });
      return [200, sent];
    }
    if (path === '/users') return [200, [...users.values()]];
    if (!users.has(user)) return [404];
    if (!path.includes('/notes'))
      return method === 'DELETE' ? [users.delete(user) ? 204 : 404] : [200, users.get(user)];
    if (user !== 'ada') return [403];
    if (method === 'POST') {
      const made = { id: `n${notes.size + 1}`, ...sent };
      notes.set(made.id, made);
      return [200, made];
    }
    if (method === 'DELETE') return [notes.delete(note) ? 204 : 404];
    return notes.has(note) ? [200, notes.get(note)] : [404];
  });
  await verifyTarget(
    await load({
      ...head('3.1'),
      paths: {
        '/users': { get: { responses: { 200: done } }, post: { requestBody: body('name'), responses: { 200: done } } },
        '/users/{user}': {
          parameters: inPath('user'),
          get: { responses: { 200: done, 404: none } },
          delete: { responses: { 204: none, 404: none } },
        },
        '/users/{user}/notes': {
          parameters: inPath('user'),
          post: { requestBody: body('line'), responses: { 200: done, 403: none } },
        },
        '/users/{user}/notes/{note}': {
          parameters: inPath('user', 'note'),
          get: { responses: { 200: done, 403: none, 404: none } },
          delete: { responses: { 204: none, 403: none, 404: none } },
        },
      },
    }),
    only,
    { target: parseTarget(url), writes: 'any', seed: 1, salt: 'k3f9' },
  );
  expect(asked).toContain('POST /users/ada/notes → 200');
  expect(asked.some((line) => /^GET \/users\/ada\/notes\/n\d+ → 200/.test(line))).toBe(true);
  expect(asked.some((line) => /^DELETE \/users\/ada\/notes\/n\d+ → 204/.test(line))).toBe(true);
});

test('what the run has given another name is asked for by that afterwards', async () => {
  const users = new Map<string, Readonly<Record<string, string>>>();
  const { url, asked } = await serving((method, path, sent) => {
    const user = decodeURIComponent(path.split('/')[2] ?? '');
    const shown = (name = '') => ({ name: `users/${name}`, ...users.get(name) });
    if (method === 'POST') {
      users.set(sent['username'] ?? '', sent);
      return [200, shown(sent['username'])];
    }
    if (!users.has(user)) return [404];
    if (method === 'DELETE') return [users.delete(user) ? 204 : 404];
    if (method === 'PATCH') {
      const changed = { ...users.get(user), ...sent };
      users.delete(user);
      users.set(changed['username'] ?? '', changed);
      return [200, shown(changed['username'])];
    }
    return [200, shown(user)];
  });
  const { leftovers } = await verifyTarget(
    await load({
      ...head('3.1'),
      paths: {
        '/users': { post: { requestBody: body('username', 'title'), responses: { 200: done } } },
        '/users/{user}': {
          parameters: inPath('user'),
          get: { responses: { 200: done, 404: none } },
          patch: {
            requestBody: { required: true, ...json({ ...thing('username'), required: [] }) },
            responses: { 200: done, 404: none },
          },
          delete: { responses: { 204: none, 404: none } },
        },
      },
    }),
    only,
    { target: parseTarget(url), writes: 'own', seed: 1, salt: 'k3f9' },
  );
  expect(leftovers).toBeUndefined();
  expect(users.size).toBe(0);
  const patched = asked.filter((line) => line.startsWith('PATCH'));
  expect(patched.length).toBeGreaterThan(1);
  expect(patched.filter((line) => !line.endsWith('200'))).toEqual([]);
});
