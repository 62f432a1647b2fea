import supertest from 'supertest';
import { contractWith, readOnce } from '../../conformance/contracts.testing';
import { folderOf } from '../../src/cli/tests/cli.testing';
import type { EngineRequest } from '../engine/engine';
import { type Mock, serveMock } from '../server';
import { HandedOut } from './handedOut';

const CONTRACT = `openapi: 3.1.0
info: { title: Desk, version: '1' }
security: [{ bearer: [] }]
paths:
  /login:
    post:
      security: []
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses:
        '200':
          description: in
          content:
            application/json:
              example: { access_token: t-4711-abc, refresh_token: r-1, expires_in: 60 }
              schema: { type: object, properties: { access_token: { type: string }, refresh_token: { type: string }, expires_in: { type: integer } } }
  /logout: { post: { responses: { '204': { description: out } } } }
  /orders: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { type: string } } } } } } } }
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
`;

describe('a mock that lets in its own tokens alone', () => {
  let mock: Mock;
  const file = `${folderOf({ 'desk.yaml': CONTRACT })}/desk.yaml`;
  beforeAll(async () => {
    mock = await serveMock({ contract: file, port: 0, auth: true });
  });
  afterAll(() => mock.close());
  const orders = (token?: string) => {
    const asked = supertest(mock.url).get('/orders');
    return token === undefined ? asked : asked.set('Authorization', `Bearer ${token}`);
  };

  test('a token that it answered is let in until it is given up, and no other one', async () => {
    await orders().expect(401);
    await orders('t-4711-abc').expect(401);
    const { body } = await supertest(mock.url).post('/login').send({}).expect(200);
    await orders(body.access_token).expect(200);
    await orders(body.refresh_token).expect(401);
    await orders('made-up').expect(401);
    const [refused] = mock.requests({ operation: 'GET /orders' }).slice(-1);
    expect(refused?.reasons.join()).toContain('none that this mock has answered');
    await supertest(mock.url).post('/logout').set('Authorization', `Bearer ${body.access_token}`).expect(204);
    await orders(body.access_token).expect(401);
  });

  test('a reset forgets who has logged in', async () => {
    const { body } = await supertest(mock.url).post('/login').send({}).expect(200);
    mock.reset();
    await orders(body.access_token).expect(401);
  });

  test('without that, any token is let in', async () => {
    const usual = await serveMock({ contract: file, port: 0 });
    await supertest(usual.url).get('/orders').set('Authorization', 'Bearer made-up').expect(200);
    await usual.close();
  });
});

const answering = (properties: object) => ({
  200: { description: 'd', content: { 'application/json': { schema: { type: 'object', properties } } } },
});
const secured = { security: [{ key: [] }, { session: [] }, { basic: [] }], responses: { 204: { description: 'd' } } };
const SCHEMES = {
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'key' },
      session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      basic: { type: 'http', scheme: 'basic' },
    },
  },
};

async function handedOut(paths: object) {
  const contract = await readOnce(contractWith({ ...paths, '/things': { get: secured } }, SCHEMES));
  let now = 0;
  const known = new HandedOut(contract, () => now);
  const operation = (name: string) => {
    const found = contract.operations.find((each) => each.name === name);
    if (!found) throw new Error(name);
    return found;
  };
  const request = (name: string, headers: Record<string, string> = {}, query = '') =>
    ({ operation: operation(name), headers, query: new URLSearchParams(query) }) as unknown as EngineRequest;
  const answer = (name: string, body: object, headers: Record<string, string> = {}) =>
    known.note(operation(name), request(name), { status: 200, headers, body: JSON.stringify(body), reasons: [] });
  return {
    answer,
    isRefused: (headers: Record<string, string>, query = '') =>
      known.admitted(request('GET /things', headers, query)).isRefused,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const LOGIN = {
  '/keys': { post: { responses: answering({ apiKey: { type: 'string' }, expiresIn: { type: 'integer' } }) } },
};

test('keys, cookies and nested tokens count; what expires is let in no more; a user with a password always', async () => {
  const { answer, isRefused, pass } = await handedOut(LOGIN);
  expect(isRefused({}, 'key=abcdef')).toBe(true);
  answer('POST /keys', { data: { apiKey: 'abcdef', expiresIn: 10 } });
  answer('POST /keys', {}, { 'Set-Cookie': 'sid=s-123; Path=/; HttpOnly' });
  expect([isRefused({}, 'key=abcdef'), isRefused({ cookie: 'sid=s-123' })]).toEqual([false, false]);
  expect(isRefused({ authorization: 'Basic bWU6eA==' })).toBe(false);
  pass(10_001);
  expect([isRefused({}, 'key=abcdef'), isRefused({ cookie: 'sid=s-123' })]).toEqual([true, false]);
});

test('a contract in which nothing answers a token lets nobody in, which is said at once', async () => {
  await expect(
    handedOut({ '/resets': { post: { responses: answering({ resetToken: { type: 'string' } }) } } }),
  ).rejects.toThrow('no operation of the contract answers one');
});
