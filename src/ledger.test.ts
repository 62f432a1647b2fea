import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from '../conformance/suite';
import { head, load } from './contract/contract.testing';
import { verify } from './verify';
import { parseTarget } from './wire/target';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const content = { 'application/json': { schema } };
const done = { responses: { '200': { description: 'ok', content } } };

/** How often what was made is asked for once it was removed, by a target that shows it all the same. */
async function looks(isKnown: (id: string) => boolean): Promise<number> {
  const made = { id: 'abcdefgh' };
  let removed = 0;
  let asked = 0;
  const server = createServer((request, response) => {
    const [, name] = /^\/things\/(.+)$/.exec(request.url ?? '') ?? [];
    if (name === made.id && request.method === 'DELETE') removed++;
    if (name === made.id && request.method === 'GET' && removed > 0) asked++;
    response.statusCode = name === undefined || isKnown(name) ? 200 : 404;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(made));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const target = parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const contract = await load({
      ...head('3.1'),
      paths: {
        '/things': { post: { requestBody: { required: true, content }, ...done } },
        '/things/{id}': { parameters: [id], get: done, delete: done },
      },
    });
    const probes = suite.probes.filter(({ name }) => name !== 'state');
    const { leftovers = [] } = await verify(contract, { ...suite, probes }, { target, writes: 'any', seed: 1 });
    expect(leftovers.map(({ operation }) => operation)).toEqual(['DELETE /things/{id}']);
    return asked;
  } finally {
    server.close().closeAllConnections();
  }
}

test('what is still shown after it was removed is looked for again', async () => {
  expect(await looks((name) => name === 'abcdefgh')).toBeGreaterThan(2);
});

test('where what nobody made is shown, too, looking once is enough', async () => {
  expect(await looks(() => true)).toBe(2);
});
