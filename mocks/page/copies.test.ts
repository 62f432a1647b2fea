/** What is copied from the page of the mock draws the same answer again, from curl as from a client that prefers it. */

import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import supertest from 'supertest';
import { type Mock, serveMock } from '../server';

const run = promisify(execFile);

/** Skipped on a machine without curl. */
const withCurl = spawnSync('curl', ['--version']).status === 0 ? test : test.skip;

let mock: Mock;
beforeAll(async () => {
  mock = await serveMock({ contract: 'mocks/fixtures/garden.yaml', port: 0 });
});
afterAll(() => mock.close());

/** The newest request, with what can be copied of it. */
async function newest() {
  const { body } = await supertest(mock.url).get('/_espalier/page.json').expect(200);
  const listed = body.requests.at(-1);
  const shown = await supertest(mock.url).get('/_espalier/request.json').query({ number: listed.number }).expect(200);
  const copies = new Map<string, string>(
    shown.body.copies.map((each: { name: string; text: string }) => [each.name, each.text]),
  );
  return { listed, asked: shown.body.asked, copies };
}

withCurl.each([
  ['a query', () => supertest(mock.url).get("/plants?limit=1&after=2&x=it's%20$HOME")],
  ['a body', () => supertest(mock.url).post('/plants').send({ name: `it's "quoted" $HOME \`id\` ü`, height: 1.5 })],
  ['a form', () => supertest(mock.url).post('/forms').type('form').send({ name: "a b&c='" })],
  ['HEAD', () => supertest(mock.url).head('/empty')],
  ['basic', () => supertest(mock.url).get('/basic').auth('me', 's3cret')],
  ['bearer', () => supertest(mock.url).get('/bearer').auth('s3cret', { type: 'bearer' })],
  ['a key', () => supertest(mock.url).get('/keyed').set('X-Key', 's3cret')],
  ['a preferred answer', () => supertest(mock.url).get('/plants/1').set('Prefer', 'code=404, example=unknown')],
  ['what the contract does not have', () => supertest(mock.url).get('/nowhere')],
])('a curl line sends %s again', async (_name, ask) => {
  await ask();
  const before = await newest();
  const line = before.copies.get('curl') ?? '';
  expect(line).not.toContain('s3cret');
  await run('/bin/sh', ['-c', `${line} --silent --max-time 20`]);
  const after = await newest();
  expect(after.listed.number).toBeGreaterThan(before.listed.number);
  const told = ({ listed: { method, target, status }, asked: { body } }: typeof before) => ({
    method,
    target,
    status,
    body,
  });
  expect(told(after)).toEqual(told(before));
});

test('a Prefer line draws the same kind of answer as was refused with', async () => {
  const refused = await supertest(mock.url).get('/plants?limit=0').expect(422);
  const { copies } = await newest();
  const [, value = ''] = (copies.get('Prefer') ?? '').split(': ');
  const { body, type } = await supertest(mock.url).get('/plants').set('Prefer', value).expect(422);
  expect([type, Object.keys(body)]).toEqual([refused.type, Object.keys(refused.body)]);
});

test.each([
  ['/plants/1', 'code=404, example=gone', `mock.answer('GET /plants/{id}', { status: 404, example: "gone" });`],
  ['/plants/1', 'drop', "mock.answer('GET /plants/{id}', { drop: true });"],
  ['/plants/mine', 'code=200', "mock.answer('GET /plants/mine', { status: 200 });"],
  ['/nowhere', 'code=200', undefined],
])('of %s with %s a test gets %s', async (path, prefer, answer) => {
  await supertest(mock.url)
    .get(path)
    .set('Prefer', prefer)
    .catch(() => undefined);
  const { copies } = await newest();
  expect(copies.get('mock.answer')).toBe(answer);
});

test.each([
  ['/plants/1', 'code=404, example=gone'],
  ['/plants/1', 'code=404'],
  ['/plants?limit=0', 'code=200'],
  ['/plants', 'code=500'],
  ['/plants/mine', 'code=200'],
])('told what is copied of %s with %s, the mock gives a test the same answer', async (path, prefer) => {
  const ask = () => supertest(mock.url).get(path.split('?', 1)[0] ?? '');
  const { status, text } = await supertest(mock.url).get(path).set('Prefer', prefer);
  const { copies } = await newest();
  new Function('mock', copies.get('mock.answer') ?? '')(mock);
  const { body } = await ask().expect(status);
  expect(JSON.stringify(body)).toBe(JSON.stringify(JSON.parse(/^[[{]/.test(text) ? text : '{}')));
  mock.reset();
});
