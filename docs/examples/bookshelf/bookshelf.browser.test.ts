/** The page in React of the example, in a browser: everything that it can do works on the mock that keeps state. */

import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { type Mock, serveMock } from '../../../mocks/server';
import { describeInChromium, eventually, launchChromium } from '../../../src/support/testing/chromium.testing';
import { serve } from '../../../src/support/testing/serving.testing';

const HTML = '<!doctype html><title>Bookshelf</title><div id="root"></div><script src="/app.js"></script>';

describeInChromium('the example of a bookshelf', () => {
  let browser: Browser;
  let mock: Mock;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
    const { outputFiles } = buildSync({
      entryPoints: [join(__dirname, 'app.jsx')],
      bundle: true,
      jsx: 'automatic',
      // React says what is wrong with keys and fields only in this build.
      define: { 'process.env.NODE_ENV': '"development"' },
      write: false,
    });
    const site = await serve((request, response) => {
      const isScript = request.url?.startsWith('/app.js');
      response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' });
      response.end(isScript ? outputFiles[0]?.text : HTML);
    });
    mock = await serveMock({ contract: join(__dirname, 'openapi.yaml'), port: 0, stateful: true, auth: true });
    page = await (await browser.newContext()).newPage();
    page.on('console', (message) => {
      if (/key|controlled|React/i.test(message.text()) && message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(`${site}/?api=${encodeURIComponent(mock.url)}`);
  });
  afterAll(async () => {
    await browser.close();
    await mock.close();
  });

  const books = () => page.getByRole('list', { name: 'Books' }).getByRole('listitem');
  const shows = (text: string) => page.getByLabel('Shown').filter({ hasText: text }).waitFor();
  const titles = () => books().getByRole('button').allTextContents();

  test('a login says what is wrong beside its fields, and then lets in', async () => {
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('E-mail').and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page
      .locator('header strong')
      .filter({ hasText: /^\S+ \S+$/ })
      .waitFor();
    expect(await widthOf(page.locator('header img'))).toBeGreaterThan(0);
  });

  test('the list has pages, an order, and authors that are there', async () => {
    await shows('1 to 5 of 8');
    const first = await titles();
    expect([...first].sort()).toEqual(first);
    await page.getByText('an unknown author').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More' }).click();
    await shows('6 to 8 of 8');
    expect(await page.getByRole('button', { name: 'More' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Back' }).click();
    await shows('1 to 5 of 8');
  });

  test('a filter shows what it says', async () => {
    await page.getByLabel('Genre', { exact: true }).selectOption('poetry');
    await shows('of 2');
    expect(await books().evaluateAll((all) => all.map((each) => each.getAttribute('data-genre')))).toEqual([
      'poetry',
      'poetry',
    ]);
    await page.getByLabel('Genre', { exact: true }).selectOption('');
  });

  test('a book is refused with its reason, added, and found', async () => {
    const form = page.getByRole('form', { name: 'New book' });
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByRole('alert').filter({ hasText: 'title' }).waitFor();
    await form.getByLabel('Title').fill('Middlemarch');
    await form.getByLabel('Author').selectOption({ index: 1 });
    const author = await form.getByLabel('Author').locator('option').nth(1).textContent();
    await form.getByRole('button', { name: 'Add' }).click();
    await shows('of 9');
    await page.getByLabel('Search').fill('middlem');
    await shows('1 to 1 of 1');
    expect(await books().locator('.author').allTextContents()).toEqual([author]);
  });

  test('a book is shown with its cover, changed, and removed', async () => {
    await books().getByRole('button').click();
    const book = page.getByRole('article', { name: 'Book' });
    await eventually(async () => expect(await widthOf(book.getByRole('img'))).toBeGreaterThan(0));
    await book.getByLabel('Change genre').selectOption('travel');
    await page.locator('li[data-genre=travel]').waitFor();
    await books().getByRole('button').click();
    await book.getByRole('button', { name: 'Remove' }).click();
    await shows('nothing');
    await page.getByLabel('Search').fill('');
    await shows('of 8');
  });

  test('a session that has ended leads back to the login', async () => {
    await page.evaluate("sessionStorage.setItem('token', 'somebody-elses')");
    await page.reload();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  });

  test('React had nothing to complain of', () => {
    expect(complaints).toEqual([]);
  });
});

/** The width of a picture that was loaded; 0 of one that was not. */
function widthOf(picture: ReturnType<Page['locator']>): Promise<number> {
  return picture.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth);
}
