import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import { testWide } from '../../support/testing/cases.testing';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { verifyTarget } from '../verify';

lingerFor(10);

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const texts = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 12, maxLength: 60 }])),
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const done = { responses: { '200': { description: 'ok', ...json(texts('id', 'name')) } } };

const made201 = { description: 'made', ...json(texts('id', 'name')) };

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
  const { leftovers = [] } = await verifyTarget(
    contract,
    { ...suite, probes },
    { target, writes: 'own', seed: 1, salt: 'k3f9' },
  );
  expect(leftovers.filter(({ reason }) => reason.startsWith('it is still there after it was removed'))).not.toEqual([]);
  return Math.max(...[...made.keys()].map((name) => asked.get(name) ?? 0));
}

testWide('what is still shown after it was removed is looked for again', async () => {
  expect(await looks(() => false)).toBeGreaterThan(2);
});

test('where what nobody made is shown, too, looking once is enough', async () => {
  expect(await looks(() => true)).toBe(2);
});

/** A run on a service that keeps things, and what it was asked after the last thing was made: at which time, in milliseconds. */
async function run(rate: number | undefined, refuse: (method: string) => number | undefined) {
  const made = new Map<string, object>();
  const asked: { readonly at: number; readonly method: string; readonly status: number }[] = [];
  let next = 1;
  const url = await serve(async (request, response) => {
    const at = performance.now();
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '' } = request;
    const [, name = String(next)] = /^\/things\/(.+)$/.exec(request.url ?? '') ?? [];
    const refused = refuse(method);
    const isThere = made.has(name) || method === 'POST';
    const status = refused ?? (method === 'POST' ? 201 : isThere ? 200 : 404);
    asked.push({ at, method, status });
    if (method === 'POST' && refused === undefined)
      made.set(String(next++), { ...JSON.parse(Buffer.concat(pieces).toString()), id: name });
    const shown = made.get(name) ?? { id: name, name };
    if (method === 'DELETE' && refused === undefined) made.delete(name);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(shown));
  });
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/things': { post: { requestBody: { required: true, ...json(texts('name')) }, responses: { '201': made201 } } },
      '/things/{id}': { parameters: [id], get: done, delete: done },
    },
  });
  const probes = suite.probes.filter(({ name }) => name === 'valid');
  const options = { target: parseTarget(url), writes: 'own', seed: 1, salt: 'k3f9', rate, concurrency: 1 } as const;
  const selection = ({ method }: { readonly method: string }) => method === 'POST';
  const report = await verifyTarget(contract, { ...suite, probes }, { ...options, selection });
  return { report, made, asked };
}

test('clean-up keeps to the rate of the run', async () => {
  const { made, asked } = await run(40, () => undefined);
  expect(asked.filter(({ method }) => method === 'DELETE').length).toBeGreaterThan(1);
  const spaces = asked.slice(1).map(({ at }, before) => at - (asked[before]?.at ?? 0));
  // A timer may be late, and the next one in time.
  const isSpaced = (asked.at(-1)?.at ?? 0) - (asked[0]?.at ?? 0) >= (spaces.length - 1) * 25;
  expect(isSpaced).toBe(true);
  expect([...made.keys()]).toEqual([]);
});

test('clean-up asks again where it is refused for now', async () => {
  let refusals = 0;
  const { report, made } = await run(undefined, (method) => (method === 'DELETE' && refusals++ < 2 ? 503 : undefined));
  expect(refusals).toBeGreaterThan(2);
  expect(report.leftovers).toBeUndefined();
  expect([...made.keys()]).toEqual([]);
});
