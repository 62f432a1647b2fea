import { suite } from '../conformance/suite';
import { head, load } from './contract/contract.testing';
import { serve } from './serving.testing';
import { verify } from './verify';
import { parseTarget } from './wire/target';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const texts = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1, maxLength: 60 }])),
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const done = { responses: { '200': { description: 'ok', ...json(texts('id', 'name')) } } };

/** How often a thing is asked for at most once it was removed, by a target that shows it all the same. */
async function looks(isKnown: (id: string) => boolean): Promise<number> {
  const made = new Map<string, object>();
  const asked = new Map<string, number>();
  const url = await serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const [, name = `made-${made.size}`] = /^\/things\/(.+)$/.exec(request.url ?? '') ?? [];
    if (request.method === 'POST') made.set(name, { ...JSON.parse(Buffer.concat(pieces).toString()), id: name });
    if (request.method === 'DELETE') asked.set(name, 0);
    if (request.method === 'GET' && asked.has(name)) asked.set(name, (asked.get(name) ?? 0) + 1);
    response.statusCode = made.has(name) || isKnown(name) ? 200 : 404;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(made.get(name) ?? { id: name, name }));
  });
  const target = parseTarget(url);
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/things': { post: { requestBody: { required: true, ...json(texts('name')) }, ...done } },
      '/things/{id}': { parameters: [id], get: done, delete: done },
    },
  });
  const probes = suite.probes.filter(({ name }) => name !== 'state' && name !== 'invalid');
  const { leftovers = [] } = await verify(contract, { ...suite, probes }, { target, writes: 'own', seed: 1 });
  expect(leftovers.filter(({ reason }) => reason.startsWith('it is still there after it was removed'))).not.toEqual([]);
  return Math.max(...[...made.keys()].map((name) => asked.get(name) ?? 0));
}

test('what is still shown after it was removed is looked for again', async () => {
  expect(await looks(() => false)).toBeGreaterThan(2);
});

test('where what nobody made is shown, too, looking once is enough', async () => {
  expect(await looks(() => true)).toBe(2);
});
