/** Which version a change is sent with: contracts, answers and bodies as literals. */

import { head, load } from '../../contract/contract.testing';
import type { Response } from '../../http/message';
import { NO_INPUT } from '../../serialization/input';
import type { Case } from '../model/case';
import type { Edit } from '../model/tries';
import { ShownVersions } from './shownVersions';

const schema = { type: 'object', properties: { title: { type: 'string' }, version: { type: 'integer' } } };
const content = { 'application/json': { schema } };
const responses = { 200: { description: 'ok', content } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const PATHS = {
  '/scores': { post: { requestBody: { content }, responses: { 201: { description: 'made', content } } } },
  '/scores/{id}': { parameters, get: { responses }, put: { requestBody: { content }, responses } },
};

function answer(json: unknown, location?: string): Response {
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  if (location !== undefined) headers.push(['Location', location]);
  return { status: location === undefined ? 200 : 201, headers, body: Buffer.from(JSON.stringify(json)) } as never;
}

async function versions(sent: unknown, ...noted: readonly (readonly [method: string, path: string, Response])[]) {
  const { operations } = await load({ ...head('3.1'), paths: PATHS });
  const operation = operations.find(({ method }) => method === 'PUT');
  const shown = new ShownVersions(operations);
  for (const [method, path, response] of noted) shown.note({ method, path }, response);
  const body = { bytes: Buffer.from(JSON.stringify(sent)), contentType: 'application/json' };
  const each = { request: { operation, input: { ...NO_INPUT, body } } } as unknown as Case;
  let made: readonly Edit[] = [];
  shown.put(
    each,
    () => '/scores/7',
    (one, edits) => {
      made = edits;
      return one;
    },
  );
  return made.map(({ name, value }) => [name, value]);
}

const stale = { title: 'Ave', version: 72 };

test.each<[string, readonly (readonly [string, string, Response])[], unknown]>([
  ['the one that GET showed', [['GET', '/scores/7', answer({ version: 3 })]], 3],
  ['the one that is shown in an object', [['GET', '/scores/7', answer({ data: { version: 3 } })]], 3],
  [
    'the one that the last change showed',
    [
      ['GET', '/scores/7', answer({ version: 3 })],
      ['PUT', '/scores/7?dry=0', answer({ version: 4 })],
    ],
    4,
  ],
  ['the one of what was made there', [['POST', '/scores', answer({ version: 1 }, '/scores/7')]], 1],
  ['a text', [['GET', '/scores/7', answer({ version: 'r-3' })]], 'r-3'],
])('a PUT is sent with %s', async (_, noted, version) => {
  expect(await versions(stale, ...noted)).toEqual([['/version', version]]);
});

test.each<[string, unknown, readonly (readonly [string, string, Response])[]]>([
  ['nothing showed a version', stale, []],
  ['another thing showed one', stale, [['GET', '/scores/8', answer({ version: 3 })]]],
  [
    'a change has not shown the new one',
    stale,
    [
      ['GET', '/scores/7', answer({ version: 3 })],
      ['PUT', '/scores/7', answer({})],
    ],
  ],
  ['it sends none', { title: 'Ave' }, [['GET', '/scores/7', answer({ version: 3 })]]],
  ['it is no object', ['Ave'], [['GET', '/scores/7', answer({ version: 3 })]]],
  ['what is shown is no version', stale, [['GET', '/scores/7', answer({ version: { major: 3 } })]]],
])('a PUT is sent as planned where %s', async (_, sent, noted) => {
  expect(await versions(sent, ...noted)).toEqual([]);
});
