/** What a test tells the mock to answer, and what it sees of the requests. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { testWide } from '../../src/support/testing/cases.testing';
import { type Mock, serveMock } from '../server';

const DELETION = 'DELETE /plants/{id}';
const BEARER = { authorization: 'Bearer t' };

describe('in code', () => {
  let mock: Mock;
  let garden: Mock;
  beforeAll(async () => {
    mock = await serveMock({ contract: 'openapi.yaml', port: 0 });
    garden = await serveMock({ contract: 'mocks/fixtures/garden.yaml', port: 0 });
  });
  afterEach(() => {
    mock.reset();
    garden.reset();
  });
  afterAll(() => Promise.all([mock.close(), garden.close()]));

  const remove = (id: string, headers: Record<string, string> = BEARER) =>
    supertest(mock.url).delete(`/plants/${id}`).set(headers);

  test('an example is answered as often as it was told, then what is answered anyway', async () => {
    mock.answer(DELETION, { status: 400, example: 'inUse', times: 2 });
    for (const id of ['1', '2']) {
      const { body } = await remove(id).expect(400).expect('content-type', 'application/json');
      expect(body).toEqual({ error: 2, message: 'The plant is part of an open order and cannot be deleted.' });
    }
    await remove('3').expect(204);
  });

  test('what was told last is answered first', async () => {
    mock.answer(DELETION, { status: 400, example: 'unexpected' });
    mock.answer(DELETION, { status: 400, example: 'inUse', times: 1 });
    const errors = [];
    for (let at = 0; at < 3; at++) errors.push((await remove('1')).body.error);
    expect(errors).toEqual([2, 1, 1]);
  });

  test('an answer for certain values leaves others alone', async () => {
    mock.answer(DELETION, { status: 400, params: { id: 7 } });
    await remove('8').expect(204);
    await remove('7').expect(400);
    mock.reset();
    await remove('7').expect(204);
    garden.answer('GET /plants', { status: 200, example: 'none', params: { limit: 5, 'header.x-depth': '3' } });
    const ask = (depth: string) => supertest(garden.url).get('/plants?limit=5').set('x-depth', depth);
    expect((await ask('2')).body).toHaveLength(2);
    expect((await ask('3')).body).toEqual([]);
  });

  test('an answer for certain bodies and header fields leaves others alone', async () => {
    mock.answer(DELETION, { status: 400, where: { 'header.x-tenant': 7, 'path.id': /^1/ } });
    await remove('12', { ...BEARER, 'x-tenant': '8' }).expect(204);
    await remove('21', { ...BEARER, 'x-tenant': '7' }).expect(204);
    await remove('12', { ...BEARER, 'x-tenant': '7' }).expect(400);
    const shop = await serveMock({ contract: 'mocks/fixtures/upstream.yaml', port: 0 });
    shop.answer('POST /orders', { status: 409, unchecked: true, where: { 'body.customer': 'Ada' } });
    shop.answer('POST /orders', { status: 422, unchecked: true, where: { body: { id: 5 } } });
    const post = (body: object) => supertest(shop.url).post('/orders').send(body);
    await post({ id: 1, customer: 'Bob' }).expect(201);
    await post({ id: 1, customer: 'Ada' }).expect(409);
    await post({ id: 5, customer: 'Ada' }).expect(422);
    await shop.close();
  });

  test('several answers are given in turn, and the last one stays', async () => {
    mock.answer(DELETION, [{ status: 400, example: 'unexpected' }, { status: 400, example: 'inUse', times: 2 }, {}]);
    const statuses = [];
    for (let at = 0; at < 5; at++) statuses.push((await remove('1')).body.error);
    expect(statuses).toEqual([1, 2, 2, undefined, undefined]);
  });

  test('a function makes the answer of the request', async () => {
    mock.answer(DELETION, ({ params, headers }) =>
      params['id'] === '7' ? { status: 400, body: { error: 7, message: `${headers['x-who']} may not` } } : undefined,
    );
    await remove('8').expect(204);
    const { body } = await remove('7', { ...BEARER, 'x-who': 'Ada' }).expect(400);
    expect(body).toEqual({ error: 7, message: 'Ada may not' });
    mock.answer(DELETION, () => ({ status: 400, body: { error: 'none', message: '' } }));
    const { body: problem } = await remove('7').expect(500);
    expect(problem.detail).toMatch(/breaks the contract: .*error must be integer/);
  });

  test.each([
    [{ where: { 'body.': 1 } }, /'body\.' is no part of a request/],
    [{ where: { email: 1 } }, /write it as 'path.id', .*'body.address.city'/],
    [{ where: { 'path.ident': 1 } }, /has no "path.ident". It has path.id./],
    [{ where: { body: undefined } }, /The value undefined of body is none/],
    [[], /an empty list/],
  ])('%j is refused', (answer, message) => {
    expect(() => mock.answer(DELETION, answer as never)).toThrow(message);
  });

  test('a body and headers are answered as they are told', async () => {
    mock.answer(DELETION, { status: 400, body: { error: 42, message: 'So be it.' }, headers: { 'Retry-After': '5' } });
    const { body } = await remove('1')
      .expect(400)
      .expect('content-type', 'application/json')
      .expect('retry-after', '5');
    expect(body).toEqual({ error: 42, message: 'So be it.' });
    garden.answer('GET /plants', { body: [{ id: 9007199254740993n, name: 'Oak' }], headers: { 'X-Total': '1' } });
    const { text } = await supertest(garden.url).get('/plants').expect(200).expect('x-total', '1');
    expect(text).toBe('[{"id":9007199254740993,"name":"Oak"}]');
    garden.answer('GET /plants', { body: 'id,name\n2,Elm\n', headers: { 'content-type': 'text/csv' } });
    await supertest(garden.url).get('/plants').expect('content-type', 'text/csv').expect('id,name\n2,Elm\n');
  });

  test('headers alone go with what is answered anyway', async () => {
    garden.answer('GET /plants', { headers: { 'x-total': '40' } });
    const { body, headers } = await supertest(garden.url).get('/plants').expect(200);
    expect(headers['x-total']).toBe('40');
    expect(body).toHaveLength(2);
  });

  test('an answer is late, and a connection dropped', async () => {
    mock.answer(DELETION, { delay: 300, times: 1 });
    await remove('1').expect(204);
    expect(mock.requests().at(-1)?.durationMs).toBeGreaterThan(250);
    mock.answer(DELETION, { drop: true, times: 1 });
    await expect(remove('1')).rejects.toThrow('socket hang up');
    expect(mock.requests().at(-1)).toMatchObject({ reasons: ['as a test told the mock: no answer'] });
    await remove('1').expect(204);
  });

  test('a request that breaks the contract, or prefers an answer, gets its own', async () => {
    mock.answer(DELETION, { status: 400, example: 'inUse', times: 1 });
    await remove('1', {}).expect(401);
    expect((await remove('abc').expect(400)).body.error).toBe(1);
    await remove('1', { ...BEARER, prefer: 'code=204' }).expect(204);
    expect((await remove('1').expect(400)).body.error).toBe(2);
  });

  test('a refusal of the token is declared by its scheme', async () => {
    mock.answer(DELETION, { status: 401, times: 1 });
    await remove('1').expect(401).expect('www-authenticate', 'Bearer');
  });

  test.each([
    [
      { status: 418 },
      /^The answer to DELETE .* the status 418 is not declared: .* declares 204, 400 \(openapi\.yaml:10:5\)/,
    ],
    [{ status: 500 }, /the status 500 is not declared/],
    [
      { status: 400, body: { error: '1', message: 'no' } },
      /breaks the contract: \/error must be integer: expected integer, actual "1" \(body-schema, openapi\.yaml:55:11\)\. Mend it, or give unchecked: true\.$/,
    ],
    [{ status: 400, body: { error: 2147483648, message: '' } }, /must be int32/],
    [{ status: 400, body: { error: 1 } }, /must have the property "message"/],
    [{ status: 400, body: 'no' }, /the body must be object/],
    [{ status: 400, headers: { 'Content-Type': 'text/html' } }, /\(media-type, openapi\.yaml:26:13\)/],
    [{ body: {} }, /has a body, and a 204 has none/],
    [
      { status: 400, example: 'inuse' },
      /The example "inuse" of 400 does not exist\. .* has unexpected, inUse, malformedId \(400\)/,
    ],
    [{ example: 'inUse' }, /The example "inUse" of 204 does not exist/],
    [{ staus: 400 }, /has no "staus"\. Did you mean "status"\?/],
    [{ status: '400' }, /has the status '400'; give a whole number from 200 to 599\.$/],
    [{ times: 0 }, /has the times 0; give a whole number from 1\.$/],
    [{ delay: -1 }, /The delay -1 is no time/],
    [{ example: 'inUse', body: {}, status: 400 }, /has both an example and a body/],
    [{ drop: true, status: 400 }, /drops the connection, and has more to say/],
    [{ params: { ids: 1 } }, /DELETE \/plants\/\{id\} has no parameter "ids"\. It has path\.id\.$/],
    [{ params: { id: {} } }, /The value \{\} of id is none/],
    [{ headers: { 'Content-Length': '5' } }, /which the mock sets itself/],
    [{ headers: { 'X-A': 'a\nb' } }, /which cannot be sent/],
    [{ headers: { 'X-A': 5 } }, /which is no text/],
    [400, /is 400; give what it is to be/],
  ])('%j is refused', async (wanted, message) => {
    expect(() => mock.answer(DELETION, wanted as never)).toThrow(message as RegExp);
    await remove('1').expect(204);
  });

  test('a contract that says how values are made up, and the one that is served next, keep the places of their clauses', async () => {
    const contract = join(folderOf({}), 'openapi.yaml');
    const more = `x-json-schema-faker: {min-items: 2}\nx-more: {$ref: '#/x-none'}\n`;
    writeFileSync(contract, readFileSync('openapi.yaml', 'utf8') + more);
    for (const each of [contract, 'openapi.yaml']) {
      const served = await serveMock({ contract: each, port: 0 });
      expect(() => served.answer(DELETION, { status: 400, body: { error: '1', message: 'no' } })).toThrow(
        /\(body-schema, .*openapi\.yaml:55:11\)/,
      );
      await served.close();
    }
  });

  test('a circle, a header and a parameter that stand in several places are refused', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(() => mock.answer(DELETION, { status: 400, body: circle })).toThrow(/cannot be written/);
    expect(() => garden.answer('GET /plants', { headers: { 'X-Total': 'many' } })).toThrow(
      /the X-Total of a 200 does not satisfy its schema.*\(response-header, mocks\/fixtures\/garden\.yaml:\d+:\d+\)/,
    );
    expect(() => mock.answer('DELETE /plant/{id}', {})).toThrow(
      `openapi.yaml has no operation 'DELETE /plant/{id}'. Did you mean "DELETE /plants/{id}"?`,
    );
    expect(() => mock.requests({ operation: 'x' })).toThrow(/has no operation 'x'\. Name it as in "DELETE/);
  });

  test('what breaks the contract is answered where it is asked for, and the log says so', async () => {
    mock.answer(DELETION, { status: 400, body: { error: '1' }, unchecked: true, times: 1 });
    expect((await remove('1').expect(400)).body).toEqual({ error: '1' });
    expect(mock.requests().at(-1)?.reasons[0]).toMatch(/^as a test told the mock: .*body-schema/);
    mock.answer(DELETION, { status: 503, unchecked: true, times: 1 });
    await remove('1').expect(503, '');
    const html = { body: '<h1>no', headers: { 'content-type': 'text/html' } };
    mock.answer(DELETION, { status: 502, ...html, unchecked: true, times: 1 });
    await remove('1').expect(502, '<h1>no').expect('content-type', 'text/html');
    mock.answer(DELETION, { status: 400, body: Buffer.from('{"err'), unchecked: true, times: 1 });
    expect((await supertest(mock.url).delete('/plants/1').set(BEARER).buffer(true).parse(asText)).body).toBe('{"err');
  });

  test('requests are told with their bodies and the reasons for their answers, and without credentials', async () => {
    const plant = { name: 'Fern'.repeat(20_000) };
    await supertest(garden.url).post('/plants?access_token=secret').set(BEARER).send({ name: 5 });
    await supertest(garden.url).post('/plants').send(plant);
    await supertest(garden.url).get('/plants');
    await supertest(garden.url).get('/nowhere');
    expect(garden.requests()).toHaveLength(4);
    const [first, second] = garden.requests({ operation: 'POST /plants' });
    expect(first).toMatchObject({
      method: 'POST',
      target: '/plants?access_token=***',
      operation: 'POST /plants',
      status: 400,
      headers: { authorization: 'Bearer ***', 'content-type': 'application/json' },
      body: '{"name":5}',
      reasons: ['Request body property name must be string'],
    });
    expect(new Date(first?.time ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(second?.body).toHaveLength(64 * 1024);
    garden.reset();
    expect(garden.requests()).toEqual([]);
  });

  testWide('the last thousand are kept', async () => {
    for (let at = 0; at < 102; at++)
      await Promise.all(Array.from({ length: 10 }, (_, each) => fetch(`${mock.url}/x${at * 10 + each}`)));
    expect(mock.requests()).toHaveLength(1000);
  });
});

describe('beside a state', () => {
  test('what is told to be answered leaves what is held alone', async () => {
    const mock = await serveMock({ contract: 'mocks/fixtures/garden.yaml', port: 0, stateful: true });
    const held = async () => (await supertest(mock.url).get('/plants').expect(200)).body;
    try {
      const [first, ...others] = await held();
      mock.answer('DELETE /plants/{id}', { status: 204, times: 1 });
      await supertest(mock.url).delete(`/plants/${first.id}`).expect(204);
      expect(await held()).toEqual([first, ...others]);
      await supertest(mock.url).delete(`/plants/${first.id}`).expect(204);
      expect(await held()).toEqual(others);
    } finally {
      await mock.close();
    }
  });
});

describe('without security', () => {
  test('no credential is asked for, and the rest of the contract is', async () => {
    const mock = await serveMock({ contract: 'openapi.yaml', port: 0, security: false });
    try {
      await supertest(mock.url).delete('/plants/1').expect(204);
      await supertest(mock.url).delete('/plants/1').set('authorization', 'Basic x').expect(204);
      await supertest(mock.url).delete('/plants/abc').expect(400);
    } finally {
      await mock.close();
    }
  });
});

describe('by HTTP', () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await serveMock({ contract: 'openapi.yaml', port: 0 });
  });
  afterEach(() => mock.reset());
  afterAll(() => mock.close());
  const own = (path: string) => `/_espalier${path}`;
  const remove = (id: string) => supertest(mock.url).delete(`/plants/${id}`).set(BEARER);

  test('answers are told, listed and forgotten', async () => {
    const told = { operation: DELETION, status: 400, example: 'inUse', times: 2, params: { id: 7 } };
    await supertest(mock.url)
      .post(own('/answers'))
      .send(told)
      .expect(201, { ...told, given: 0 });
    await remove('7').expect(400);
    await supertest(mock.url)
      .get(own('/answers'))
      .expect(200, [{ ...told, given: 1 }]);
    await supertest(mock.url).delete(own('/answers')).expect(204);
    await remove('7').expect(204);
  });

  test('requests are listed and forgotten', async () => {
    await remove('7');
    await supertest(mock.url).get('/nowhere');
    const ask = (query = '') => supertest(mock.url).get(own(`/requests${query}`));
    expect((await ask().expect(200)).body).toHaveLength(2);
    const { body } = await ask(`?operation=${encodeURIComponent(DELETION)}`).expect(200);
    expect(body).toMatchObject([{ target: '/plants/7', status: 204, headers: { authorization: 'Bearer ***' } }]);
    await ask('?operation=x').expect(400);
    await supertest(mock.url).delete(own('/requests')).expect(204);
    await ask().expect(200, []);
  });

  test('a mistake is told', async () => {
    const tell = (body: string, type = 'application/json') =>
      supertest(mock.url).post(own('/answers')).set('content-type', type).send(body);
    expect((await tell('{').expect(400)).body.error).toMatch(/^This is no answer; send it as/);
    expect((await tell('{}', 'text/plain').expect(400)).body.error).toMatch(/Content-Type: application\/json/);
    expect((await tell('{"status":400}').expect(400)).body.error).toMatch(/has no operation undefined/);
    const wrong = JSON.stringify({ operation: DELETION, status: 400, body: { error: '1', message: '' } });
    expect((await tell(wrong).expect(400)).body.error).toMatch(/openapi\.yaml:55:11/);
    await supertest(mock.url).put(own('/answers')).expect(405).expect('allow', 'GET, POST, DELETE');
  });

  test.each([{ origin: 'http://other.example' }, { 'sec-fetch-site': 'cross-site' }, { host: 'rebound.example' }])(
    'a page of another origin (%j) changes nothing',
    async (headers) => {
      const set = { host: 'localhost:4010', ...headers };
      const told = { operation: DELETION, status: 400 };
      await supertest(mock.url).post(own('/answers')).set(set).send(told).expect(403);
      for (const path of ['/answers', '/requests']) await supertest(mock.url).delete(own(path)).set(set).expect(403);
      await remove('7').expect(204);
    },
  );
});

function asText(response: supertest.Response, done: (error: null, text: string) => void): void {
  response.setEncoding('utf8');
  let text = '';
  response.on('data', (chunk) => {
    text += chunk;
  });
  response.on('end', () => done(null, text));
}
