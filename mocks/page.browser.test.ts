/** The page of the mock, and the mock from a page of another origin, in a browser as a person uses it. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { AxiosStatic } from 'axios';
import type { Browser, Page } from 'playwright-core';
import supertest from 'supertest';
import { describeInChromium, launchChromium } from '../src/chromium.testing';
import { folderOf } from '../src/cli.testing';
import { type Mock, startMock } from './server';

describeInChromium('the page of the mock', () => {
  let browser: Browser;
  let mock: Mock;
  let page: Page;
  const troubles: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  }, 60_000);
  afterAll(() => browser.close());
  beforeEach(async () => {
    troubles.length = 0;
    mock = await startMock({ contract: 'openapi.yaml', port: 0 });
    page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (asked) => {
      if (!asked.url().startsWith(mock.url) && !asked.url().startsWith('data:')) troubles.push(asked.url());
    });
  });
  afterEach(async () => {
    await page.close();
    await mock.close();
  });

  /** Opens the operation, fills in what it needs, and prefers an answer. */
  const tryDelete = async (id: string, prefer: string) => {
    await page.getByPlaceholder('id', { exact: true }).fill(id);
    await page
      .getByRole('row', { name: /Prefer/ })
      .getByRole('combobox')
      .selectOption(prefer);
    await page.getByRole('button', { name: /^Execute$/ }).click();
  };
  const open = async () => {
    await page.goto(mock.docs ?? '');
    await page
      .getByRole('button', { name: /^DELETE/i })
      .first()
      .click();
    await page.getByRole('button', { name: /^Execute$/ }).waitFor();
  };
  const authorize = async () => {
    await page
      .getByRole('button', { name: /^Authorize$/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('textbox').or(page.locator('.modal-ux input')).first().fill('t');
    await page
      .locator('.modal-ux')
      .getByRole('button', { name: /apply credentials|authorize/i })
      .click();
    await page.locator('.modal-ux').getByRole('button', { name: /close/i }).last().click();
  };

  test('an operation is tried with a token and each preferred answer, and the requests are listed with the reasons', async () => {
    await open();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Mock of Plant Store 1.0.0');
    await authorize();
    await tryDelete('101', 'code=204');
    await page.locator('.live-responses-table').getByText('204').first().waitFor();
    await tryDelete('101', 'code=400, example=inUse');
    await page.locator('.live-responses-table').getByText('part of an open order').waitFor();
    await supertest(mock.url).delete('/plants/abc').set('authorization', 'Bearer t');
    const newest = page.locator('#requests li').first();
    await newest.getByText('Request path parameter id must be integer').waitFor();
    expect(await newest.innerText()).toContain('400 DELETE /plants/abc');
    expect(await page.locator('#requests li').count()).toBe(3);
    // What was refused is told on the console by the browser itself.
    expect(troubles.filter((each) => !/status of 4\d\d/.test(each))).toEqual([]);
  }, 60_000);

  test('what the mock is told on the page holds for every client', async () => {
    await open();
    await page.getByLabel('Remember deletions').check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Done.').waitFor();
    const remove = () => supertest(mock.url).delete('/plants/1').set('authorization', 'Bearer t');
    await remove().expect(204);
    await remove().expect(400);
    const reset = page.waitForResponse(/reset$/);
    await page.getByRole('button', { name: 'Forget deletions' }).click();
    await reset;
    await remove().expect(204);
    await page.locator('#requests li').nth(1).waitFor();
    // A delay without an end is one from there on.
    await page.getByLabel('Delay').fill('50');
    await page.getByLabel('Fail').fill('100');
    const applied = page.waitForResponse(/behaviour$/);
    await page.getByRole('button', { name: 'Apply' }).click();
    expect((await applied).status()).toBe(200);
    await remove().expect(503);
    expect(troubles).toEqual([]);
  }, 60_000);

  test('a page of another origin sends credentials and sees the answer and its headers', async () => {
    const axios = readFileSync(join(dirname(require.resolve('axios/package.json')), 'dist', 'axios.min.js'), 'utf8');
    const other = await serve(`<title>other</title><script>${axios}</script>`);
    await page.goto(urlOf(other));
    const seen = await page.evaluate(async (target) => {
      const headers = { authorization: 'Bearer t', prefer: 'code=400' };
      const response = await fetch(target, { method: 'DELETE', credentials: 'include', headers });
      const { error } = (await response.json()) as { error: number };
      const refused = await fetch(target, { method: 'DELETE' });
      const { axios } = globalThis as unknown as { axios: AxiosStatic };
      const byAxios = await axios.delete(target, { headers, withCredentials: true, validateStatus: () => true });
      return {
        status: response.status,
        error,
        challenge: refused.headers.get('www-authenticate'),
        axios: byAxios.data,
      };
    }, `${mock.url}/plants/1`);
    expect(seen).toMatchObject({ status: 400, error: 1, challenge: 'Bearer', axios: { error: 1 } });
    other.close();
  }, 60_000);

  test('eight tabs of it leave the browser able to ask', async () => {
    const context = await browser.newContext();
    const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    for (const tab of tabs) {
      await tab.goto(mock.docs ?? '');
      await tab.getByText('Mock of Plant Store').waitFor();
    }
    const status = await tabs[7]?.evaluate(async (target) => {
      const headers = { authorization: 'Bearer t' };
      return (await fetch(target, { method: 'DELETE', headers, signal: AbortSignal.timeout(10_000) })).status;
    }, `${mock.url}/plants/1`);
    expect(status).toBe(204);
    for (const tab of tabs) await tab.locator('#requests').getByText('DELETE /plants/1').waitFor();
    await context.close();
  }, 60_000);

  test('a mock that is closed while it is open still answers what is in flight', async () => {
    await page.goto(mock.docs ?? '');
    await page.getByText('Mock of Plant Store').waitFor();
    const headers = { authorization: 'Bearer t', prefer: 'wait=30', expect: '100-continue', 'content-length': 0 };
    const waiting = request(`${mock.url}/plants/1`, { method: 'DELETE', headers });
    waiting.flushHeaders();
    // That the mock has begun to answer is known from its 100.
    await once(waiting, 'continue');
    waiting.end();
    const [[response]] = await Promise.all([once(waiting, 'response'), mock.close()]);
    expect(response.statusCode).toBe(204);
  }, 60_000);

  test('a mocked document is shown, may ask the mock, and has no power over its page', async () => {
    const script = `
      const told = async (path, init) => fetch(path, init).then(({ status }) => status, () => 'nothing');
      const json = { 'content-type': 'application/json' };
      const body = JSON.stringify({ delay: [0, 0], fail: 1, stateful: true });
      const stored = () => { try { return localStorage.length; } catch { return 'nothing'; } };
      (async () => {
        document.title = JSON.stringify([
          document.querySelector('h1').textContent, await told('/plants'), stored(), await told('/_espalier/state'),
          await told('/_espalier/behaviour', { method: 'PUT', headers: json, body }),
        ]);
      })();`;
    const garden = readFileSync('mocks/fixtures/garden.yaml', 'utf8');
    const html = JSON.stringify(`<h1>Garden</h1><script>${script}</script>`);
    const folder = folderOf({
      'garden.yaml': garden.replace('<h1>Garden</h1>', () => html).replace(/headers: .*default-src.*/, ''),
      'schemas.yaml': readFileSync('mocks/fixtures/schemas.yaml', 'utf8'),
    });
    const other = await startMock({ contract: join(folder, 'garden.yaml'), port: 0 });
    try {
      const tab = await browser.newPage();
      await tab.goto(`${other.url}/framed`);
      await tab.waitForFunction('document.title.startsWith("[")');
      expect(JSON.parse(await tab.title())).toEqual(['Garden', 200, 'nothing', 'nothing', 'nothing']);
      await supertest(other.url).get('/plants').expect(200);
      await tab.close();
    } finally {
      await other.close();
    }
  }, 60_000);

  test('a token that OAuth2 would make is typed in, and not kept beyond the tab', async () => {
    const other = await startMock({ contract: 'mocks/fixtures/tokens.yaml', port: 0 });
    try {
      const tab = await browser.newPage();
      await tab.goto(other.docs ?? '');
      await tab.getByRole('button', { name: 'Authorize', exact: true }).first().click();
      const dialog = tab.locator('.modal-ux');
      expect(await dialog.locator('.auth-container').filter({ hasText: 'http, Bearer' }).count()).toBe(1);
      const token = dialog.locator('.auth-container', { hasText: 'A token for' });
      await token.locator('input').fill('s3cret');
      await token.getByRole('button', { name: /apply credentials/i }).click();
      await dialog.getByRole('button', { name: /close/i }).last().click();
      await tab
        .getByRole('button', { name: /^GET \/mine/i })
        .first()
        .click();
      await tab.getByRole('button', { name: /^Execute$/ }).click();
      await tab.locator('.live-responses-table').getByText('"mine": true').waitFor();
      const stored = await tab.evaluate(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
      );
      expect(stored).not.toContain('s3cret');
      await tab.close();
    } finally {
      await other.close();
    }
  }, 60_000);

  test('follows a mock that was started again with another contract, and keeps the token', async () => {
    await open();
    await authorize();
    const port = Number(new URL(mock.url).port);
    await mock.close();
    const text = readFileSync('openapi.yaml', 'utf8').replace('/plants/{id}:', '/trees/{id}:');
    mock = await startMock({ contract: join(folderOf({ 'openapi.yaml': text }), 'openapi.yaml'), port });
    const operation = page.getByRole('button', { name: /DELETE \/trees/i }).first();
    await operation.waitFor({ timeout: 20_000 });
    await operation.click();
    await tryDelete('101', 'code=204');
    await page.locator('.live-responses-table').getByText('204').first().waitFor();
  }, 40_000);
});

function serve(html: string): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function urlOf(server: Server): string {
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}
