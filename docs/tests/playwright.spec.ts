// Playwright: each worker has a mock of its own, and what the page asks the service is asked of that.
import { test as base, expect } from '@playwright/test';
import { type Mock, startMock } from 'espalier';

/** Where the page looks for the service. */
const SERVICE = 'http://localhost:8080';
const DELETION = 'DELETE /plants/{id}';

const test = base.extend<{ answered: Mock }, { mock: Mock }>({
  mock: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern.
    async ({}, use) => {
      const mock = await startMock({ contract: 'openapi.yaml' });
      await use(mock);
      await mock.close();
    },
    { scope: 'worker' },
  ],
  answered: async ({ page, mock }, use) => {
    await page.route(`${SERVICE}/**`, (route) => {
      const url = route.request().url().replace(SERVICE, mock.url);
      return route.continue({ url });
    });
    await use(mock);
    mock.reset();
  },
});

test('of a plant that is in use it is said so', async ({ page, answered }) => {
  answered.answer(DELETION, { status: 400, example: 'inUse', times: 1 });
  await page.goto('/plants/7');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('alert')).toHaveText(/open order/);
  expect(answered.requests({ operation: DELETION })).toHaveLength(1);
});
