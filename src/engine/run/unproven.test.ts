/** A service that shows something else than it was sent where its 201 says that it made that: nothing there is proven to be the run's own. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import { serve } from '../../support/testing/serving.testing';
import { parseTarget } from '../../wire/target';
import { verifyTarget } from '../verify';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const none = { description: 'none' };
const jar = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
const collection = {
  post: {
    requestBody: { required: true, ...json({ ...jar, required: ['name'] }) },
    responses: { 201: { description: 'made', ...json(jar) }, 400: none },
  },
};
const item = {
  get: { responses: { 200: { description: 'one', ...json(jar) }, 404: none } },
  delete: { responses: { 204: none, 404: none } },
};
const CONTRACT = {
  ...head('3.1'),
  paths: { '/jars': collection, '/jars/{id}': { parameters: [inPath('id')], ...item } },
};
/** Jars stand in racks, each of which the run makes first. */
const IN_RACKS = {
  ...head('3.1'),
  paths: {
    '/racks': collection,
    '/racks/{rack}': { parameters: [inPath('rack')], ...item },
    '/racks/{rack}/jars': { parameters: [inPath('rack')], ...collection },
    '/racks/{rack}/jars/{id}': { parameters: [inPath('rack'), inPath('id')], ...item },
  },
};

/** What an answer has; undefined for a POST that is answered by a Location alone, and for a GET that finds nothing. */
type Answered = (id: number, name: string) => object | undefined;

/** Keeps jars. @returns what created-found says of it, and whether the run removed any. */
async function runOn(told: Answered, shown: Answered, contract: object = CONTRACT) {
  const jars = new Map<number, string>();
  let count = 40;
  const removed: string[] = [];
  const url = await serve((request, response) => {
    const { method = '', url: path = '' } = request;
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const answer = (status: number, content?: object, location?: string) => {
        response.writeHead(status, {
          ...(content ? { 'Content-Type': 'application/json' } : {}),
          ...(location ? { Location: location } : {}),
        });
        response.end(content && method !== 'HEAD' ? JSON.stringify(content) : '');
      };
      const isRack = /^\/racks(\/\d+)?$/.test(path);
      const collected = path.replace(/\/\d+$/, '');
      const id = Number(path.split('/').at(-1));
      const name = nameIn(Buffer.concat(pieces));
      if (path === collected && method === 'POST') {
        const [, , rack = ''] = isRack || path === '/jars' ? [] : path.split('/');
        if (rack !== '' && !jars.has(Number(rack))) return answer(404);
        if (name === undefined) return answer(400);
        const made = ++count;
        jars.set(made, name);
        const content = isRack ? { id: made, name } : told(made, name);
        return answer(201, content, content ? undefined : `${collected}/${made}`);
      }
      const kept = jars.get(id);
      if (kept === undefined || (method !== 'GET' && method !== 'DELETE')) return answer(method === 'GET' ? 404 : 405);
      const content = isRack ? { id, name: kept } : shown(id, kept);
      if (method === 'GET') return answer(content ? 200 : 404, content);
      if (!isRack) removed.push(path);
      jars.delete(id);
      return answer(204);
    });
  });
  const options = { target: parseTarget(url), writes: 'own' as const, seed: 1, salt: 'k3f9' };
  const { requirements } = await verifyTarget(await load(contract), suite, options);
  const verdict = requirements.findLast(({ rule }) => rule === 'created-found')?.verdict;
  return { verdict, isRemoved: removed.length > 0 };
}

function nameIn(bytes: Buffer): string | undefined {
  try {
    const { name } = JSON.parse(bytes.toString()) as { name?: unknown };
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

const whole: Answered = (id, name) => ({ id, name });
const nothing: Answered = () => undefined;

test.each<[string, Answered, Answered, string, boolean]>([
  ['what was sent', whole, whole, 'pass', true],
  ['another name', whole, (id) => ({ id, name: 'Ada' }), 'warn', false],
  ['no name, as it hides that', whole, (id) => ({ id }), 'pass', false],
  ['what was sent, where the Location leads', nothing, whole, 'pass', true],
  ['another name, where the Location leads', nothing, (id) => ({ id, name: 'Ada' }), 'warn', false],
  ['nothing, where the Location leads', nothing, nothing, 'warn', false],
  [
    'another name, and the answer did not show what was sent',
    (id) => ({ id }),
    (id) => ({ id, name: 'Ada' }),
    'skip',
    false,
  ],
])('a GET shows %s', async (_, told, shown, verdict, isRemoved) => {
  expect(await runOn(told, shown)).toEqual({ verdict, isRemoved });
});

test.each<[string, Answered, string, boolean]>([
  ['what was sent', whole, 'pass', true],
  ['another name', (id) => ({ id, name: 'Ada' }), 'warn', false],
  ['no name, as it hides that', (id) => ({ id }), 'pass', false],
])('a GET of what was made within a thing of the run shows %s', async (_, shown, verdict, isRemoved) => {
  expect(await runOn(whole, shown, IN_RACKS)).toEqual({ verdict, isRemoved });
});
