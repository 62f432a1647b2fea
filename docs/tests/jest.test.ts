// Jest: a test of a client, with answers of its own.
import { type Mock, startMock } from 'espalier';
import { removePlant } from './removePlant';

const DELETION = 'DELETE /plants/{id}';
let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ contract: 'openapi.yaml' });
});
afterEach(() => mock.reset());
afterAll(() => mock.close());

test('a plant is removed', async () => {
  expect(await removePlant(mock.url, 101)).toBe('Removed.');
  const [request] = mock.requests({ operation: DELETION });
  expect(request).toMatchObject({ target: '/plants/101', status: 204, reasons: [] });
});

test('of a plant that is in use it is said so', async () => {
  mock.answer(DELETION, { status: 400, example: 'inUse', params: { id: 7 } });
  expect(await removePlant(mock.url, 7)).toBe('The plant is part of an open order and cannot be deleted.');
  expect(await removePlant(mock.url, 8)).toBe('Removed.');
});

test('a connection that fails is tried again, once', async () => {
  mock.answer(DELETION, { drop: true, times: 1 });
  expect(await removePlant(mock.url, 101)).toBe('Removed.');
  expect(mock.requests()).toHaveLength(2);
});

test('an answer that the service would never give is refused', () => {
  expect(() => mock.answer(DELETION, { status: 404 })).toThrow('the status 404 is not declared');
});
