import type { GivenSettings } from '../../src/engine/model/settings';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { contractWith, readOnce } from '../contracts.testing';
import { suite } from '../suite';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', maxLength: 60 };
const order = {
  type: 'object',
  required: ['name'],
  properties: {
    name: text,
    note: text,
    status: text,
    email: { type: 'string', format: 'email' },
    parts: { type: 'array', minItems: 1, items: { type: 'object', required: ['about'], properties: { about: text } } },
  },
};
const done = { 201: { description: 'd', ...json({ type: 'object', properties: { id: { type: 'string' } } }) } };
const contract = contractWith({
  '/orders': { post: { requestBody: { required: true, ...json(order) }, responses: done } },
  '/orders/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { responses: { 200: { description: 'd' } } },
    delete: { responses: { 204: { description: 'd' } } },
  },
});

async function asked(given: GivenSettings) {
  const { cases } = plan(await readOnce(contract), suite, settingsOf({ seed: 1, ...given }));
  return cases.filter(({ claim, request }) => claim.probe === 'unusual' && request.operation.name === 'POST /orders');
}

test('texts stand at every depth, but where a name or a format says what they are for', async () => {
  const quotes = (await asked({ writes: 'any' })).find(({ claim }) => claim.name.startsWith('quotes'));
  expect(quotes?.claim.name).toBe('quotes and reserved characters for /name, /note, /parts/0/about');
});

test('what the run makes keeps a name by which it is found again', async () => {
  const cases = await asked({ writes: 'own' });
  const names = cases.flatMap(({ request: { input } }) => Object.entries(input.like ?? {}));
  expect(names.length).toBeGreaterThan(4);
  expect(names.every(([, value]) => /[0-9a-f]{8}/.test(value))).toBe(true);
  expect(new Set(names.map(([, value]) => value)).size).toBe(names.length);
  for (const { request, claim } of cases) {
    const isBroken = /lists in lists|multipart/.test(claim.name);
    expect([claim.name, isBroken || Object.keys(request.input.like ?? {}).length > 0]).toEqual([claim.name, true]);
  }
});

test('each place is asked for alone where all together failed', async () => {
  const cases = await asked({ writes: 'any' });
  const joint = cases.find(({ claim }) => claim.name === 'line ends for /name, /note, /parts/0/about');
  const single = cases.filter(({ waitsFor }) => joint && waitsFor?.failed === joint).map(({ claim }) => claim.name);
  expect(single).toEqual(['line ends for /name', 'line ends for /note', 'line ends for /parts/0/about']);
});

test('nothing is asked that may make something, where nothing may be made', async () => {
  expect(await asked({ writes: 'handed-over' })).toEqual([]);
});

test('the longest text is asked for in each place by itself, beyond the bound of the contract, too, where all is wanted', async () => {
  const cases = await asked({ writes: 'any', thorough: true });
  const longest = cases.filter(({ claim }) => claim.name.includes('65536 characters'));
  expect(longest.map(({ claim }) => claim.name)).toEqual([
    '65536 characters for /name',
    '65536 characters for /note',
    '65536 characters for /parts/0/about',
  ]);
  for (const { request } of longest)
    expect(request.input.body?.bytes.toString().match(/[a-p]{60000,}/g)).toHaveLength(1);
});
