import { contractWith } from '../../conformance/contracts.testing';
import { suite } from '../../conformance/suite';
import { NURSERY, NURSERY_TOKEN, startNursery } from '../../proof/faults/nursery/nursery';
import { folderOf } from '../cli/tests/cli.testing';
import { head, load } from '../contract/contract.testing';
import { readContract } from '../contract/load';
import type { Exchange } from '../engine/model/exchange';
import { plan } from '../engine/plan/plan';
import { outermost } from '../engine/request/outermost';
import { settingsOf } from '../engine/settingsOf';
import { verifyTarget } from '../engine/verify';
import { lazy } from '../support/caching';
import { MANY_CASES, testWide } from '../support/testing/cases.testing';
import { serve } from '../support/testing/serving.testing';
import { lingerFor } from '../wire/lingering.testing';
import { parseTarget } from '../wire/target';
import { identify, route } from './identity';
import { kindsOf } from './kinds';

lingerFor(10);

const contract = readContract(NURSERY);

test('finds what makes things, and by which path an item is asked for', async () => {
  const kinds = kindsOf((await contract).operations);
  expect(kinds.all.map(({ item, maker, remover }) => [item, maker.name, remover?.name])).toEqual([
    ['/beds/{}', 'POST /beds', 'DELETE /beds/{bedId}'],
    ['/labels/{}', 'PUT /labels/{code}', 'DELETE /labels/{code}'],
    ['/surveys/{}', 'POST /surveys', 'DELETE /surveys/{id}'],
    ['/waterings/{}', 'POST /waterings', 'DELETE /waterings/{id}'],
    ['/beds/{}/seedlings/{}', 'POST /beds/{bed}/seedlings', 'DELETE /beds/{bed}/seedlings/{id}'],
    ['/beds/{}/photos/{}', 'POST /beds/{bed}/photos', undefined],
  ]);
});

test('what makes something below an item is no action on it', async () => {
  const parameters = ['orderId', 'roomId'].map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer' },
  }));
  const [order] = parameters;
  const answered = (status: number) => ({ responses: { [status]: { description: 'd' } } });
  const { operations } = await load(
    contractWith({
      '/orders': { post: answered(201) },
      '/orders/{orderId}': { parameters: [order], get: answered(200), delete: answered(204) },
      '/orders/{orderId}/close': { parameters: [order], post: answered(200) },
      '/orders/{orderId}/rooms': { parameters: [order], post: answered(202) },
      '/orders/{orderId}/rooms/{roomId}': { parameters, delete: answered(204) },
    }),
  );
  expect(
    kindsOf(operations)
      .actionsOn('/orders/{}')
      .map(({ name }) => name),
  ).toEqual(['POST /orders/{orderId}/close']);
});

test.each<[string, string, string, string, boolean]>([
  ['a value that is set', 'PUT', '/wallet/{new_name}', '/wallet/{wallet_id}', false],
  ['another one', 'PATCH', '/lamps/{level}', '/lamps/{id}', false],
  ['one that POST sets, below a slash', 'POST', '/themes/{color}/', '/themes/{theme_id}/', false],
  ['an id in other words', 'PUT', '/wallets/{walletId}', '/wallets/{id}', true],
  ['what the thing itself is called', 'PUT', '/plants/{plant}', '/plants/{id}', true],
  ['the same name', 'PUT', '/queues/{name}', '/queues/{name}', true],
])('whether what changes an item by another name is of that item: %s', async (_, method, path, removed, expected) => {
  const at = (each: string) => {
    const name = /\{(.+)\}/.exec(each)?.[1] ?? '';
    return [{ name, in: 'path', required: true, schema: { type: 'string' } }];
  };
  const responses = { 200: { description: 'ok' } };
  const one = { [method.toLowerCase()]: { parameters: at(path), responses } };
  const other = { delete: { parameters: at(removed), responses } };
  const paths = path === removed ? { [path]: { ...one, ...other } } : { [path]: one, [removed]: other };
  const { operations } = await load({ ...head('3.1'), paths });
  const changing = operations.find((each) => each.method === method);
  const remover = operations.find((each) => each.method === 'DELETE');
  if (!changing || !remover) throw new Error('There is no such operation.');
  const kinds = kindsOf(operations);
  expect(kinds.ofItem(changing)?.remover === remover).toBe(expected);
  expect(kinds.setsByPath(changing)).toBe(!expected);
  expect(kinds.ofItem(remover)?.remover).toBe(remover);
});

test.each<[string, string, Readonly<Record<string, object>>, boolean]>([
  ['nothing tells of things', 'PUT', {}, true],
  ['nor for POST', 'POST', {}, true],
  ['a GET shows one', 'PUT', { '/lamp/{level}': { get: {} } }, false],
  ['a list shows them', 'PUT', { '/lamp': { get: {} } }, false],
  ['they are made', 'PUT', { '/lamp': { post: {} } }, false],
  ['something lies in one', 'PUT', { '/lamp/{level}/bulbs': { get: {} } }, false],
  ['one is removed', 'PUT', { '/lamp/{level}': { delete: {} } }, false],
])('whether a path without a body says what is set, where %s', async (_, method, beside, expected) => {
  const parameters = [{ name: 'level', in: 'path', required: true, schema: { type: 'integer' } }];
  const responses = { 200: { description: 'ok' } };
  const paths: Record<string, object> = { '/lamp/{level}': { parameters, [method.toLowerCase()]: { responses } } };
  for (const [path, item] of Object.entries(beside)) {
    const asked = Object.keys(item).map((each) => [each, { responses }] as const);
    const named = path.includes('{') ? { parameters } : {};
    paths[path] = { ...paths[path], ...named, ...Object.fromEntries(asked) };
  }
  const { operations } = await load({ ...head('3.1'), paths });
  const changing = operations.find((each) => each.method === method && each.path === '/lamp/{level}');
  if (!changing) throw new Error('There is no such operation.');
  expect(kindsOf(operations).setsByPath(changing)).toBe(expected);
});

test.each(['handed-over', 'own'] as const)(
  'what is set by a path is never made up, nor the id of a thing: %s',
  async (writes) => {
    const at = (name: string) => [{ name, in: 'path', required: true, schema: { type: 'string' } }];
    const schema = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
    const content = { 'application/json': { schema } };
    const shown = { description: 'ok', content };
    const wallets = contractWith({
      '/wallets': { post: { requestBody: { content }, responses: { 201: shown } } },
      '/wallets/{id}': {
        parameters: at('id'),
        get: { responses: { 200: shown } },
        delete: { responses: { 204: { description: 'ok' } } },
      },
      '/wallets/{new_name}': { parameters: at('new_name'), put: { responses: { 200: shown } } },
      '/brightness/{level}': {
        parameters: [{ name: 'level', in: 'path', required: true, schema: { type: 'integer' } }],
        put: { responses: { 200: shown } },
      },
    });
    const { cases } = plan(await load(wallets), suite, settingsOf({ writes, seed: 1 }));
    const sent = (wanted: string) =>
      cases.filter(({ request: { method, operation } }) => (method ?? operation.method) === wanted);
    expect(sent('PUT').map(({ claim: { name } }) => name)).toEqual([]);
    expect(sent('DELETE')).not.toEqual([]);
  },
);

test('finds the GET at the path of an operation, which shows what that changes', async () => {
  const { operations } = await contract;
  const { readerAt } = kindsOf(operations);
  const at = (name: string) => operations.filter((each) => each.name === name).map((each) => readerAt(each)?.name);
  expect([at('PUT /labels/{code}'), at('POST /beds')]).toEqual([['GET /labels/{code}'], ['GET /beds']]);
});

test.each([
  ['a field that is called like the parameter', '{"id":1,"bed_id":7}', {}, '7'],
  ['an id below a wrapper', '{"data":{"id":9007199254740993}}', {}, '9007199254740993'],
  ['the object that is called like the thing', '{"bed":{"bedId":"12"}}', {}, '12'],
  ['the only object in the answer, which is another thing', '{"gardener":{"id":12}}', {}, undefined],
  ['a bare number', '12', {}, '12'],
  ['the path of its Location', '', { location: 'https://example.org/v2/beds/31?x' }, '31'],
  ['a Location without a host', '', { location: '/v2/beds/31' }, '31'],
  ['a Location on another host', '', { location: 'https://elsewhere.org/v2/beds/31' }, undefined],
  ['a Location on another host, without its scheme', '', { location: '//elsewhere.org/v2/beds/31' }, undefined],
  ['a Location below another base path', '', { location: '/v1/beds/31' }, undefined],
  ['a Location of something else', '', { location: '/v2/other/31' }, undefined],
  ['a Location of something in an item', '', { location: '/v2/beds/31/seedlings' }, undefined],
  ['a value that the parameter does not take', '{"id":"abc"}', {}, undefined],
  ['nothing', '{"name":"x"}', {}, undefined],
])('takes the name of what was made from %s', async (_, body, headers, expected) => {
  const kind = kindsOf((await contract).operations).at('/beds/{}');
  if (!kind) throw new Error('There is no such kind.');
  const exchange = {
    case: { request: { operation: kind.maker, values: {}, input: {} } },
    request: { path: '/v2/beds?x=1' },
    response: { status: 201, headers: Object.entries(headers), body: Buffer.from(body) },
  } as unknown as Exchange;
  expect(identify(kind, exchange, 'https://example.org')?.text).toBe(expected);
});

test.each([
  ['/api/users/ada/plants/a%20b', 'a b'],
  ['http://t:80/api/users/%61da/plants/7/', '7'],
  ['plants/7', '7'],
  ['7', undefined],
  ['/api/users/bob/plants/7', undefined],
  ['/users/ada/plants/7', undefined],
  ['/api/users/ada/plants/7/leaves/1', undefined],
  ['http://[', undefined],
])('resolves the Location %s against the request, and takes it for %s', (location, expected) => {
  expect(route(location, '/api/users/ada/plants', 'http://t')).toBe(expected);
});

test.each([
  ['bedId', '/beds/{}'],
  ['bed_id', '/beds/{}'],
  ['bedUuid', '/beds/{}'],
  ['labelCode', '/labels/{}'],
  ['id', undefined],
  ['code', undefined],
  ['name', undefined],
  ['embedId', undefined],
])('takes the member %s of a body for the name of an item of %s', async (member, item) => {
  const kinds = kindsOf((await contract).operations);
  expect(kinds.meantBy(member).map((kind) => kind.item)).toEqual(item === undefined ? [] : [item]);
  // Among them are those that can be made.
  expect(kinds.itemsMeantBy(member)).toEqual(expect.arrayContaining([...kinds.meantBy(member)]));
});

/** A whole run with consent on a good nursery, made once: what it came to, what it sent to make waterings, and the beds before and after. */
const runOnNursery = lazy(async () => {
  const nursery = await startNursery();
  const beds = () => JSON.stringify([...(nursery.kept.get('/beds') ?? [])].filter(([id]) => Number(id) < 1000));
  const before = beds();
  const sent: { readonly name: string; readonly body: string; readonly status: number }[] = [];
  try {
    const { outcome } = await verifyTarget(await contract, suite, {
      target: parseTarget(nursery.url),
      token: NURSERY_TOKEN,
      writes: 'own',
      concurrency: 16,
      selection: ({ path }) =>
        MANY_CASES
          ? /^\/(beds|waterings)/.test(path) && !path.includes('seedlings')
          : /^\/(beds|waterings)$/.test(path),
      onEvent(event) {
        if (event.type !== 'exchanged' || event.exchange.case.request.operation.name !== 'POST /waterings') return;
        const { case: each, request, response } = event.exchange;
        if (each.claim.probe === 'valid')
          sent.push({ name: each.claim.name, body: String(request.body), status: response?.status ?? 0 });
      },
    });
    return { outcome, sent, before, after: beds() };
  } finally {
    await nursery.close();
  }
});

testWide('puts into a body what it refers to, made before it in the same sequence, and what a link says', async () => {
  const { sent } = await runOnNursery();
  expect(sent.filter(({ status }) => status !== 201)).toEqual([]);
  // Its own bed, none of those that were there.
  expect(sent.every(({ body }) => /"bedId":1\d{6}[,}]/.test(body))).toBe(true);
  const linked = sent.find(({ name }) => name === 'with the body that the link of POST /beds to POST /waterings has');
  expect(JSON.parse(linked?.body ?? '{}')).toMatchObject({
    litres: 3,
    note: expect.stringMatching(/^for .*[0-9a-f]{8}/),
  });
});

/** What is planned for the nursery where a bed is handed over, planned once. */
const planWithBed = lazy(async () => {
  const params = { '/beds/{bedId}': ['2'] };
  return plan(await contract, suite, settingsOf({ token: NURSERY_TOKEN, writes: 'own', seed: 1, params }));
});

test('refers to what was handed over, and makes nothing in its place', async () => {
  const { cases } = await planWithBed();
  const posts = cases.filter(
    ({ request: { operation }, claim: { probe }, chain: { step } = {} }) =>
      operation.name === 'POST /waterings' && probe === 'valid' && !step,
  );
  const inferred = posts.filter(({ claim: { name } }) => !name.includes('link'));
  expect(
    new Set(
      inferred.flatMap(({ waitsFor: { fills } = {} }) => fills?.map(({ pointer, place }) => `${pointer} ${place}`)),
    ),
  ).toEqual(new Set(['/bedId 2']));
});

test('what is broken in a body refers to what is there as well, so that it is refused for that alone', async () => {
  const { cases } = await planWithBed();
  const broken = cases.filter(
    ({ request: { operation }, claim: { probe } }) => operation.name === 'POST /waterings' && probe === 'invalid',
  );
  const inBed = broken.filter(
    ({ claim: { violation }, request: { input } }) =>
      violation?.subject !== '/bedId' && /"bedId"/.test(`${input.body?.bytes}`),
  );
  expect(inBed.length).toBeGreaterThan(2);
  for (const { waitsFor: { fills } = {} } of inBed) expect(fills).toEqual([{ pointer: '/bedId', place: '2' }]);
  for (const { claim, waitsFor } of broken)
    if (claim.violation?.subject === '/bedId') expect(waitsFor?.fills).toBeUndefined();
});

test('calls what is put in its body as it is called in its path', async () => {
  const thing = (name: string) => ({ type: 'object', required: [name], properties: { [name]: { type: 'string' } } });
  const json = (name: string) => ({ content: { 'application/json': { schema: thing(name) } } });
  const of = (path: string, name: string) => {
    const made = { description: 'ok', ...json(name) };
    const item = {
      parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: made } },
      put: { requestBody: { required: true, ...json(name) }, responses: { 200: made } },
      delete: { responses: { 204: { description: 'gone' } } },
    };
    return { [path]: { post: { requestBody: json(name), responses: { 201: made } } }, [`${path}/{${name}}`]: item };
  };
  const paths = { ...of('/clusters', 'cluster_key'), ...of('/pets', 'name') };
  const folder = folderOf({
    'openapi.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }),
  });
  const { cases } = plan(await readContract(`${folder}/openapi.json`), suite, settingsOf({ writes: 'own', seed: 1 }));
  const puts = cases.filter(
    ({ request: { operation }, chain: { step } = {} }) => operation.method === 'PUT' && step === 'put',
  );
  expect(
    puts.map(({ request: { operation }, waitsFor: { fills } = {} }) => [
      operation.path,
      fills?.map(({ pointer }) => pointer),
    ]),
  ).toEqual(
    ['/clusters/{cluster_key}', '/pets/{name}'].flatMap((path) => {
      const name = path.replace(/^.*\{|\}/g, '');
      return puts.filter((each) => each.request.operation.path === path).map(() => [path, [`/${name}`]]);
    }),
  );
  expect(puts.length).toBeGreaterThan(1);
  // What is new chooses its name.
  expect(
    cases.filter(({ request: { operation }, waitsFor: { fills } = {} }) => operation.method === 'POST' && fills),
  ).toEqual([]);
});

test('what goes with what it lies in is no leftover', async () => {
  const body = {
    content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } },
  };
  const made = { 201: { description: 'made', ...body }, 404: { description: 'none' } };
  const shown = { 200: { description: 'ok', ...body }, 404: { description: 'none' } };
  const inPath = (...names: string[]) =>
    names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const paths = {
    '/shelves': {
      get: {
        responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'array' } } } } },
      },
      post: { responses: made },
    },
    '/shelves/{id}': {
      parameters: inPath('id'),
      get: { responses: shown },
      delete: { responses: { 204: { description: 'gone' }, 404: { description: 'none' } } },
    },
    '/shelves/{shelf}/books': { parameters: inPath('shelf'), post: { responses: made } },
    '/shelves/{shelf}/books/{id}': { parameters: inPath('shelf', 'id'), get: { responses: shown } },
    '/shelves/{shelf}/notes': { parameters: inPath('shelf'), post: { responses: made } },
    '/shelves/{shelf}/notes/{id}': { parameters: inPath('shelf', 'id'), patch: { responses: shown } },
  };
  const there = new Set<string>();
  let next = 0;
  const url = await serve((request, response) => {
    const path = request.url ?? '';
    const [, , shelf = '', kind = ''] = path.split('/');
    const isThere = (each: string) => there.has(`/shelves/${shelf}`) && there.has(each);
    const answer = (status: number, value?: object) =>
      response.writeHead(status, value ? { 'Content-Type': 'application/json' } : {}).end(JSON.stringify(value));
    if (request.method === 'POST') {
      if (kind !== '' && !there.has(`/shelves/${shelf}`)) return answer(404);
      there.add(`${path}/${++next}`);
      return answer(201, { id: String(next) });
    }
    if (path === '/shelves') {
      const shelves = [...there].filter((each) => each.split('/').length === 3);
      return answer(
        200,
        shelves.map((each) => ({ id: each.split('/').at(-1) })),
      );
    }
    if (!isThere(path)) return answer(404);
    if (request.method !== 'DELETE') return answer(200, {});
    there.delete(path);
    return answer(204);
  });
  const folder = folderOf({
    'openapi.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }),
  });
  const options = { target: parseTarget(url), writes: 'own', seed: 1, salt: 'k3f9' } as const;
  const report = await verifyTarget(await readContract(`${folder}/openapi.json`), suite, options);
  expect([...there].filter((path) => /\/(books|notes)\//.test(path)).length).toBeGreaterThan(1);
  expect([...there].filter((path) => !/\/(books|notes)\//.test(path))).toEqual([]);
  expect(report.leftovers).toBeUndefined();
});

test('plans nothing of it without consent, and makes parents before children with it', async () => {
  const planned = async (writes: 'handed-over' | 'own') =>
    plan(await contract, suite, settingsOf({ token: NURSERY_TOKEN, writes, seed: 1 })).cases;
  expect((await planned('handed-over')).filter(({ chain }) => chain?.step ?? chain?.kind === 'own')).toEqual([]);
  const chain = (await planned('own')).filter(
    ({ touches }) => outermost(touches) === 'GET /beds/{bed}/seedlings/{id} made 1',
  );
  expect(
    chain
      .filter(({ chain: { step } = {} }) => step)
      .map(({ request: { operation }, chain: { step } = {} }) => `${step} ${operation.name}`),
  ).toEqual(['make POST /beds', 'make PUT /beds/{bedId}', 'make POST /beds/{bed}/seedlings']);
  expect(
    Object.keys(
      chain.find(({ claim: { probe }, chain: { step, lists } = {} }) => probe === 'valid' && !step && !lists)?.waitsFor
        ?.needs ?? {},
    ),
  ).toEqual(['bed', 'id']);
});

testWide('reads what is listed where nothing can be made, and sends it nothing that is not safe', async () => {
  const asked: string[] = [];
  const nursery = await startNursery(() => ({
    first({ method, authorised, id, about }) {
      asked.push(`${method} ${about} ${id}`);
      return method === 'GET' || !authorised ? undefined : { status: 403, body: { message: 'For reading alone.' } };
    },
  }));
  try {
    const report = await verifyTarget(await contract, suite, {
      target: parseTarget(nursery.url),
      token: NURSERY_TOKEN,
      writes: 'own',
    });
    const of = (name: string) =>
      report.requirements.find(({ rule, operation }) => rule === 'success-status' && operation === name);
    expect(of('GET /beds/{bedId}')?.verdict).toBe('pass');
    expect(of('GET /beds/{bed}/seedlings')?.verdict).toBe('pass');
    // There is no list of these.
    expect(of('GET /labels/{code}')).toMatchObject({ verdict: 'skip', reason: expect.stringContaining('403') });
    expect(report.outcome).toBe('incomplete');
    expect(asked.filter((each) => / [123]$/.test(each) && !each.startsWith('GET'))).toEqual([]);
    expect(report.leftovers).toBeUndefined();
  } finally {
    await nursery.close();
  }
});

testWide('sends unsafe requests to nothing that the run did not make', async () => {
  const { outcome, before, after } = await runOnNursery();
  expect(outcome).toBe('conforms');
  expect(after).toBe(before);
});

test.each<[paths: Record<string, readonly string[]>, lister: string | undefined]>([
  [{ '/tag': ['post'], '/tag/{id}': ['get', 'delete'], '/tags': ['get'] }, 'GET /tags'],
  [{ '/tags': ['get'], '/tag': ['post'], '/tag/{id}': ['get'] }, 'GET /tags'],
  [{ '/tag': ['get', 'post'], '/tag/{id}': ['get'], '/tags': ['get'] }, 'GET /tag'],
  [{ '/tags': ['get', 'post'], '/tag/{id}': ['get'] }, 'GET /tags'],
  // What is listed in the plural may be of another kind.
  [{ '/tag': ['post'], '/tag/{id}': ['get'], '/tags': ['get', 'post'] }, undefined],
  [{ '/tag': ['post'], '/tag/{id}': ['get'], '/tags': ['get'], '/tags/{id}': ['get'] }, undefined],
])('of %j a tag is listed by %s', async (paths, lister) => {
  const responses = { 200: { description: 'ok' } };
  const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const declared = Object.entries(paths).map(([path, methods]) => {
    const operations = methods.map((method) => [method, { responses }]);
    return [path, { ...(path.includes('{') ? { parameters: id } : {}), ...Object.fromEntries(operations) }] as const;
  });
  const { operations } = await load({ ...head('3.1'), paths: Object.fromEntries(declared) });
  expect(kindsOf(operations).at('/tag/{}')?.lister?.name ?? kindsOf(operations).lister('/tag/{}')?.name).toBe(lister);
});
