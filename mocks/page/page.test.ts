/** The page of the mock over HTTP; `page.browser.test.ts` has it in a browser. */

import { networkInterfaces } from 'node:os';
import supertest from 'supertest';
import { serve } from '../../src/support/testing/serving.testing';
import { type Mock, serveMock } from '../server';

describe('without a browser', () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await serveMock({ contract: 'mocks/fixtures/garden.yaml', port: 0, docs: '/_docs' });
  });
  afterAll(() => mock.close());

  test('the page is where it was put, and allows itself alone', async () => {
    await supertest(mock.url).get('/_docs').expect(308).expect('location', '/_docs/');
    const { headers } = await supertest(mock.url).get('/_docs/').expect(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    await supertest(mock.url).get('/_espalier/').expect(404);
    await supertest(mock.url).get('/_docs/../server.js').expect(404);
  });

  test('the operations are listed, each with a document of its own and what it can answer', async () => {
    const { body: listed } = await supertest(mock.url).get('/_docs/operations.json').expect(200);
    expect(listed[0]).toEqual({
      name: 'GET /plants',
      method: 'GET',
      path: '/plants',
      summary: '',
      tag: '',
      deprecated: false,
    });
    const { body } = await supertest(mock.url).get('/_docs/operation.json').query({ name: 'GET /plants' }).expect(200);
    expect(body.place).toBe('mocks/fixtures/garden.yaml:13:5');
    expect(body.answers.map(({ label }: { label: string }) => label)).toEqual([
      '200 few',
      '200 none',
      '422',
      'default',
    ]);
    expect(body.answers[0].prefer).toBe('code=200, example=few');
    expect(body.parameters[0]).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      deprecated: false,
      description: '',
      text: '',
      entry: 'text',
      schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 100 },
    });
    expect(body.responses[0]).toMatchObject({ status: '200', description: 'The plants' });
    expect(body.responses[0].media[0].examples.map(({ label }: { label: string }) => label)).toEqual(['few', 'none']);
    expect(JSON.stringify(body)).not.toContain('schemas.yaml');
    await supertest(mock.url).get('/_docs/operation.json').query({ name: 'GET /nothing' }).expect(404);
  });

  test('what must be there is filled in as the contract takes it', async () => {
    const shown = async (name: string) =>
      (await supertest(mock.url).get('/_docs/operation.json').query({ name }).expect(200)).body;
    expect((await shown('GET /plants/{id}')).parameters).toMatchObject([
      { name: 'id', entry: 'text', text: expect.stringMatching(/^-?\d+$/) },
    ]);
    const [json] = (await shown('POST /plants')).body.media;
    await supertest(mock.url).post('/plants').set('content-type', 'application/json').send(json.text).expect(201);
    const [form] = (await shown('POST /forms')).body.media;
    expect(form).toMatchObject({ type: 'application/x-www-form-urlencoded', kind: 'form' });
    expect(form.fields[0]).toMatchObject({ name: 'name', required: true, text: expect.stringMatching(/./) });
  });

  test('a request is shown with headers, bodies, reasons with their places, and what to go on with', async () => {
    const key = { 'x-depth': 'deep', authorization: 'Bearer s3cret', cookie: 'a=b' };
    await supertest(mock.url).get("/plants?limit=0&sort=it's").set(key).expect(422);
    const { body: state } = await supertest(mock.url).get('/_docs/page.json').expect(200);
    const { number } = state.requests.at(-1);
    const { body } = await supertest(mock.url).get('/_docs/request.json').query({ number }).expect(200);
    expect(body.reasons).toContainEqual({
      text: 'Request query parameter limit must be 1 or more',
      place: 'mocks/fixtures/garden.yaml:15:77',
    });
    expect(body.asked.headers).toContainEqual(['authorization', 'Bearer ***']);
    expect(body.asked.headers).toContainEqual(['cookie', 'a=***']);
    expect(body.answered.headers).toContainEqual(['Content-Length', expect.any(String)]);
    expect(JSON.stringify(body)).not.toContain('s3cret');
    const [curl, prefer, answer] = body.copies;
    expect(curl.text).toMatch(/^curl -i 'http:\/\/127\.0\.0\.1:\d+\/plants\?limit=0&sort=it%27s' /);
    expect(prefer).toEqual({ name: 'Prefer', text: 'Prefer: code=422' });
    expect(answer.text).toMatch(/^mock\.answer\('GET \/plants', \{ status: 422/);
    await supertest(mock.url).get('/_docs/request.json?number=0').expect(404);
  });

  test('what there is to show comes as a whole, and only once it has changed', async () => {
    const first = await supertest(mock.url).get('/_docs/page.json').expect(200);
    const tag = first.headers['etag'] ?? '';
    await supertest(mock.url).get('/_docs/page.json').set('if-none-match', tag).expect(304, '');
    await supertest(mock.url).get('/plants?limit=x').expect(422);
    const { body } = await supertest(mock.url).get('/_docs/page.json').set('if-none-match', tag).expect(200);
    expect(body).toMatchObject({ run: first.body.run, title: 'Garden', behaviour: { delay: [0, 0], fail: 0 } });
    const number = first.body.requests.length + 1;
    const reasons = ['Request query parameter limit must be integer'];
    expect(body.requests.at(-1)).toMatchObject({ number, target: '/plants?limit=x', status: 422, reasons });
  });

  test('what a page of another origin could send changes nothing', async () => {
    const change = { delay: [0, 0], fail: 1, stateful: false };
    await supertest(mock.url)
      .put('/_docs/behaviour')
      .set('content-type', 'text/plain')
      .send(JSON.stringify(change))
      .expect(404);
    await supertest(mock.url)
      .put('/_docs/behaviour')
      .send({ ...change, fail: 2 })
      .expect(400);
    await supertest(mock.url).get('/plants').expect(200);
  });

  test.each([
    ['/', 'rebound.example'],
    ['/page.json', 'rebound.example:4010'],
    ['/operations.json', '127.0.0.1.rebound.example'],
    ['', 'localhost.rebound.example'],
    ['/page.js', '[::2]:4010'],
    ['/page.json', '198.51.100.7'],
  ])('%s is not to be had as %s', async (path, host) => {
    const { text } = await supertest(mock.url).get(`/_docs${path}`).set({ host }).expect(403);
    expect(text).toContain('ask for localhost');
    await supertest(mock.url).get('/plants').set({ host }).expect(200);
  });

  test.each(['localhost', 'LOCALHOST:4010', '127.0.0.1:80', '[::1]:4010'])('the page is at %s', async (host) => {
    await supertest(mock.url).get('/_docs/page.json').set({ host }).expect(200);
  });

  test('the page is at the name that the mock was given, and at the address where it is reached', async () => {
    const named = await serveMock({ contract: 'openapi.yaml', port: 0, host: '0.0.0.0' });
    const { port } = new URL(named.url);
    const interfaces = Object.values(networkInterfaces()).flat();
    const address = interfaces.find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.2';
    const state = (host: string) => supertest(`http://${address}:${port}`).get('/_espalier/page.json').set({ host });
    try {
      await state(`0.0.0.0:${port}`).expect(200);
      await state(`${address}:${port}`).expect(200);
      await state(`198.51.100.7:${port}`).expect(403);
    } finally {
      await named.close();
    }
  });

  test.each([
    ['null', undefined],
    ['http://other.example', undefined],
    ['http://localhost:3000', undefined],
    ['http://localhost:4010', 'same-site'],
    [undefined, 'cross-site'],
  ])('a page of the origin %s (%s) changes nothing', async (origin, site) => {
    const headers = { host: 'localhost:4010', ...(origin && { origin }), ...(site && { 'sec-fetch-site': site }) };
    const change = { delay: [0, 0], fail: 1, stateful: true };
    await supertest(mock.url).put('/_docs/behaviour').set(headers).send(change).expect(403);
    await supertest(mock.url).post('/_docs/reset').set(headers).send({}).expect(403);
    await supertest(mock.url).get('/plants').set(headers).expect(200);
  });

  test.each([
    { origin: 'http://localhost:4010' },
    { origin: 'https://tunnel.example', 'sec-fetch-site': 'same-origin' },
    {},
  ])('%j may change what the mock does', async (headers) => {
    const change = { delay: [0, 0], fail: 0, stateful: false };
    const set = { host: 'localhost:4010', ...headers };
    await supertest(mock.url).put('/_docs/behaviour').set(set).send(change).expect(200);
  });

  test.each([
    ['GET /mine', false, [[{ name: 'connect', in: 'header', field: 'Authorization', http: 'bearer' }]]],
    [
      'PUT /mine',
      true,
      [
        [
          { name: 'oauth', type: 'oauth2' },
          { name: 'bearer', type: 'http' },
        ],
        [{ name: 'key' }],
      ],
    ],
    [
      'GET /key',
      true,
      [
        [
          { in: 'query', field: 'key' },
          { in: 'header', field: 'X-Key' },
        ],
        [{ in: 'cookie', field: 'sid' }],
      ],
    ],
    ['GET /', true, []],
  ])('%s has all its credentials, and nobody is led to where tokens are made', async (name, optional, alternatives) => {
    const other = await serveMock({ contract: 'mocks/fixtures/tokens.yaml', port: 0 });
    try {
      const { body } = await supertest(other.url).get('/_espalier/operation.json').query({ name }).expect(200);
      expect(body.security).toMatchObject({ optional, alternatives });
      expect(JSON.stringify(body)).not.toMatch(/login\.example/);
    } finally {
      await other.close();
    }
  });

  test('a long text that is cut within a character is shown as text', async () => {
    const name = `a${'ü'.repeat(40_000)}`;
    await supertest(mock.url).post('/plants').set('content-type', 'application/json').send(JSON.stringify({ name }));
    const { body: state } = await supertest(mock.url).get('/_docs/page.json').expect(200);
    const { number } = state.requests.findLast(({ method }: { method: string }) => method === 'POST');
    const { body } = await supertest(mock.url).get('/_docs/request.json').query({ number }).expect(200);
    expect(body.asked.body).toMatch(/^\{"name":"aü+… \(80\d{3} bytes in all\)$/);
  });

  test('who opens the mock itself in a browser is led to the page', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    await supertest(mock.url).get('/').set(browser).expect(302).expect('location', '/_docs/');
    await supertest(mock.url).get('/?a=b').set(browser).expect(302);
    await supertest(mock.url).post('/').set(browser).expect(404);
    await supertest(mock.url).get('/').expect(404);
    await supertest(mock.url).get('/nowhere').set(browser).expect(404);
    const rooted = serveMock({ contract: 'mocks/fixtures/tokens.yaml', port: 0 });
    const bare = serveMock({ contract: 'openapi.yaml', port: 0, docs: false });
    try {
      await supertest((await rooted).url)
        .get('/')
        .set(browser)
        .expect(200, 'root');
      await supertest((await bare).url)
        .get('/')
        .set(browser)
        .expect(404);
    } finally {
      for (const other of [await rooted, await bare]) await other.close();
    }
  });

  test('there is no page where none is wanted', async () => {
    const bare = await serveMock({ contract: 'openapi.yaml', port: 0, docs: false });
    await supertest(bare.url).get('/_espalier/').expect(404);
    await bare.close();
  });
});

test('of what a real service answers, the page shows no credential, of its visitor or a new one', async () => {
  const known = 'opens-every-door';
  const service = await serve(({ headers }, response) => {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    response.setHeader('Location', `/next?of=${token}`).setHeader('Set-Cookie', 'session=opens-the-next-door; Path=/');
    response.end(JSON.stringify({ token, encoded: Buffer.from(token).toString('base64') }));
  });
  const mock = await serveMock({ contract: 'mocks/fixtures/garden.yaml', port: 0, docs: '/_docs', upstream: service });
  await supertest(mock.url).get('/plants').set('authorization', `Bearer ${known}`).expect(200);
  const { body: state } = await supertest(mock.url).get('/_docs/page.json').expect(200);
  const { number } = state.requests.at(-1);
  const { body } = await supertest(mock.url).get('/_docs/request.json').query({ number }).expect(200);
  await mock.close();
  expect(body.answered.body).toMatch(/^{"token":"[*]{3}","encoded":"[*]{3}/);
  expect(JSON.stringify(body)).not.toMatch(/opens-|b3BlbnMt/);
});
