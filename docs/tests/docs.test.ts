/** The set-ups that the guides offer for other test runners, run as those runners do. */

import { setupNodeEvents } from './cypress';
import globalSetup from './jest-setup';
import globalTeardown from './jest-teardown';
import setup from './setup';

async function ask(url: unknown): Promise<number> {
  const headers = { Authorization: 'Bearer t' };
  return (await fetch(`${url}/plants/101`, { method: 'DELETE', headers })).status;
}

test('Playwright and Vitest', async () => {
  const teardown = await setup();
  const url = process.env['MOCK_URL'];
  expect(await ask(url)).toBe(204);
  await teardown();
  await expect(ask(url)).rejects.toThrow();
});

test('Jest', async () => {
  await globalSetup();
  const url = process.env['MOCK_URL'];
  expect(await ask(url)).toBe(204);
  await globalTeardown();
  await expect(ask(url)).rejects.toThrow();
});

test('Cypress', async () => {
  const tasks: (() => Promise<void>)[] = [];
  const { env } = await setupNodeEvents((_event, task) => tasks.push(task), { env: {} });
  expect(await ask(env['MOCK_URL'])).toBe(204);
  await tasks[0]?.();
  await expect(ask(env['MOCK_URL'])).rejects.toThrow();
});

describe('a test of a client with Vitest, run by what it has in common with Jest', () => {
  jest.doMock('vitest', () => ({ afterAll, afterEach, beforeAll, expect, test }), { virtual: true });
  require('./vitest.spec');
});
