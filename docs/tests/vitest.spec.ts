// Vitest: a test of a client, with answers of its own.
import { type Mock, startMock } from 'espalier';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { removePlant } from './removePlant';

const DELETION = 'DELETE /plants/{id}';
let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ contract: 'openapi.yaml' });
});
afterEach(() => mock.reset());
afterAll(() => mock.close());

test('of a plant that is in use it is said so', async () => {
  mock.answer(DELETION, { status: 400, example: 'inUse', times: 1 });
  expect(await removePlant(mock.url, 7)).toBe('The plant is part of an open order and cannot be deleted.');
  expect(await removePlant(mock.url, 7)).toBe('Removed.');
  expect(mock.requests({ operation: DELETION })).toHaveLength(2);
});
