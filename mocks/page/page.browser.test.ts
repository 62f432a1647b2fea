/** The page of the mock, and the mock from a page of another origin, in a browser as a person uses it. */

import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import type { AxiosStatic } from 'axios';
import type { Browser, Page } from 'playwright-core';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { comesTrue, describeInChromium, eventually, launchChromium } from '../../src/support/testing/chromium.testing';
import { freePort } from '../../src/support/testing/ports.testing';
import { type Mock, serveMock } from '../server';

describeInChromium('the page of the mock', () => {
  let browser: Browser;
  let mock: Mock;
  let page: Page;
  const troubles: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    troubles.length = 0;
    mock = await serveMock({ contract: 'openapi.yaml', port: await freePort() });
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

  const open = async (name = '') => {
    await page.goto(`${mock.docs}/#${encodeURIComponent(name)}`);
    await shownIn(page, name);
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const answered = (text: string | RegExp) => page.locator('.answered').getByText(text).first().waitFor();
  const requests = () => page.locator('#list > li');
  const serveInstead = async (contract: string) => {
    await mock.close();
    mock = await serveMock({ contract, port: 0 });
  };

  test('the first click is answered, and there is a button for each answer', async () => {
    await open();
    await page.getByRole('heading', { level: 1 }).getByText('Plant Store 1.0.0', { exact: true }).waitFor();
    expect(await page.getByPlaceholder('id', { exact: true }).inputValue()).toMatch(/^-?\d+$/);
    await press('Send');
    await answered(/^204$/);
    expect(
      await page.getByRole('group', { name: 'Send, and be answered' }).getByRole('button').allTextContents(),
    ).toEqual(['Send', '204', '400 unexpected', '400 inUse', '400 malformedId', 'made up', 'after 2 s', 'dropped']);
    await press('400 inUse');
    await answered(/part of an open order/);
    await press('204');
    await answered('without content');
    await requests().nth(2).waitFor();
    expect(await page.getByRole('link', { name: 'DELETE /plants/{id}' }).getAttribute('aria-current')).toBe('true');
    // What was refused is told on the console by the browser itself.
    expect(troubles.filter((each) => !/status of 4\d\d/.test(each))).toEqual([]);
  });

  test('an answer comes in the type that is chosen', async () => {
    await serveInstead('mocks/fixtures/garden.yaml');
    await open('GET /plants');
    await page.getByLabel('Answer as').selectOption('text/csv');
    await press('Send');
    await answered('1,Fern');
    expect(troubles).toEqual([]);
  });

  test('a dropped connection is shown as asked for, and once', async () => {
    await open();
    await press('Send');
    await answered(/^204$/);
    await press('dropped');
    await answered('The connection was dropped, as asked for.');
    await requests().nth(1).waitFor();
    expect(await requests().first().locator('summary').innerText()).toMatch(/dropped\s+DELETE [\s\S]*as asked for/);
    await supertest(mock.url).delete('/plants/7').set('authorization', 'Bearer t');
    await requests().first().getByText('DELETE /plants/7').waitFor();
    expect(await requests().count()).toBe(3);
  });

  test('what the reference refuses is sent anyway where somebody says so', async () => {
    await open();
    const id = page.getByPlaceholder('id', { exact: true });
    await id.fill('abc');
    await press('Send');
    await page.getByRole('alert').getByText('The contract refuses what is marked.').waitFor();
    expect(await requests().count()).toBe(0);
    await press('Send it anyway');
    await answered(/^400$/);
    await requests().first().getByText('Request path parameter id must be integer').waitFor();
    await serveInstead('mocks/fixtures/garden.yaml');
    await open('POST /plants');
    await page.locator('textarea').fill('');
    await press('201');
    await press('Send it anyway');
    await requests().first().getByText('Body parameter is required').waitFor();
    await open('GET /wide/{id}');
    await id.fill('');
    await press('Send');
    await press('Send it anyway');
    await requests().nth(1).waitFor();
  });

  test('a request opens to all that there is to say of it, and is found again', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await serveInstead('mocks/fixtures/garden.yaml');
    await open('GET /plants');
    await supertest(mock.url).post('/plants').send({ name: 7 });
    await supertest(mock.url).get('/plants?limit=0').set('authorization', 'Bearer s3cret');
    await requests().nth(1).waitFor();
    const newest = requests().first();
    expect(await newest.locator('time').innerText()).toMatch(/^\d\d:\d\d:\d\d, \d+\.\d ms$/);
    await newest.locator('summary').click();
    await newest.getByText('mocks/fixtures/garden.yaml:15:77').waitFor();
    const text = await newest.innerText();
    expect(text).toContain('authorization: Bearer ***');
    expect(text).toMatch(/Content-Length: \d+/);
    for (const [name, line] of [
      ['curl', /^curl -i 'http:.*limit=0' -H 'authorization: Bearer \*\*\*'$/],
      ['Prefer', /^Prefer: code=422$/],
      ['mock.answer', /^mock\.answer\('GET \/plants', \{ status: 422, body: \{/],
    ] as const) {
      await newest.getByRole('button', { name: `Copy ${name}`, exact: true }).click();
      await eventually(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(line));
    }
    const shown = () => page.locator('#list > li:visible code:first-of-type').allTextContents();
    await page.locator('.filter').getByText('This operation').click();
    expect(await requests().locator('visible=true').count()).not.toBe(0);
    expect((await shown())[0]).toBe('GET /plants?limit=0');
    await page.locator('.filter').getByText('Success').click();
    expect(await shown()).toEqual([]);
    await page.locator('.filter').getByText('Refused').click();
    await page.getByPlaceholder('Find in the list').fill('name must be');
    expect((await shown())[0]).toBe('POST /plants');
  });

  test('what a browser asks ahead of a request goes with it', async () => {
    const other = await serve('<title>other</title>');
    const tab = await browser.newPage();
    await open();
    await tab.goto(urlOf(other));
    await tab.evaluate(async (target) => {
      await fetch(target, { method: 'DELETE', headers: { authorization: 'Bearer t' } });
    }, `${mock.url}/plants/1`);
    const item = requests().first();
    await item.getByText('DELETE /plants/1', { exact: true }).waitFor();
    expect(await requests().count()).toBe(1);
    await item.locator('summary').click();
    await item.getByText('preflight DELETE /plants/1').waitFor();
    await tab.close();
    other.close();
  });

  test('what the mock is told on the page holds for every client', async () => {
    await open();
    await page.getByText('Behaviour').click();
    await page.getByLabel('Keep changes').check();
    await press('Apply');
    await page.getByText('Done.').waitFor();
    const remove = () => supertest(mock.url).delete('/plants/1').set('authorization', 'Bearer t');
    await remove().expect(204);
    await remove().expect(400);
    const reset = page.waitForResponse(/reset$/);
    await page.locator('#state > summary').click();
    await press('Reset');
    await reset;
    await remove().expect(204);
    await requests().nth(2).waitFor();
    // A delay without an end is one from there on.
    await page.getByLabel('Delay').fill('50');
    await page.getByLabel('Fail').fill('100');
    const applied = page.waitForResponse(/behaviour$/);
    await press('Apply');
    expect((await applied).status()).toBe(200);
    await remove().expect(503);
    await page.getByText('answers after 50 ms, 100 % fail, changes are kept').waitFor();
    expect(troubles).toEqual([]);
  });

  test('what the mock holds is shown, is there to be asked for, and is reset', async () => {
    await mock.close();
    mock = await serveMock({ contract: 'mocks/fixtures/garden.yaml', port: 0, stateful: true });
    await supertest(mock.url).post('/plants').send({ name: 'Oak' }).expect(201);
    await open('GET /plants/{id}');
    const id = await page.getByPlaceholder('id', { exact: true }).inputValue();
    await supertest(mock.url).get(`/plants/${id}`).expect(200);
    await page.getByText(/^\d of at most [\d,]+ things$/).click();
    await page.locator('#things').getByText('/plants', { exact: true }).click();
    await page.locator('#things').getByText('"name": "Oak"').waitFor();
    await supertest(mock.url).post('/plants').send({ name: 'Elm' }).expect(201);
    await page.locator('#things').getByText('"name": "Elm"').waitFor();
    await page.locator('#things').getByText('Answered as without state').click();
    await page.locator('#things').getByText('GET /orders: ').waitFor();
    await press('Reset');
    await page.locator('#forgotten').getByText('Done.').waitFor();
    await page.locator('#things').getByText('"name": "Oak"').waitFor({ state: 'detached' });
    expect((await supertest(mock.url).get('/plants').expect(200)).text).not.toContain('Oak');
  });

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
  });

  test('eight tabs of it leave the browser able to ask', async () => {
    const context = await browser.newContext();
    const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    for (const tab of tabs) {
      await tab.goto(mock.docs ?? '');
      await tab.getByText('Plant Store 1.0.0').waitFor();
    }
    const status = await tabs[7]?.evaluate(async (target) => {
      const headers = { authorization: 'Bearer t' };
      return (await fetch(target, { method: 'DELETE', headers, signal: AbortSignal.timeout(250_000) })).status;
    }, `${mock.url}/plants/1`);
    expect(status).toBe(204);
    for (const tab of tabs) await tab.locator('#list').getByText('DELETE /plants/1').waitFor();
    await context.close();
  });

  test('a mock that is closed while it is open still answers what is in flight', async () => {
    await page.goto(mock.docs ?? '');
    await page.getByText('Plant Store 1.0.0').waitFor();
    const headers = { authorization: 'Bearer t', prefer: 'wait=30', expect: '100-continue', 'content-length': 0 };
    const waiting = request(`${mock.url}/plants/1`, { method: 'DELETE', headers });
    waiting.flushHeaders();
    // That the mock has begun to answer is known from its 100.
    await once(waiting, 'continue');
    waiting.end();
    const [[response]] = await Promise.all([once(waiting, 'response'), mock.close()]);
    expect(response.statusCode).toBe(204);
  });

  test('a mocked document is shown, may ask the mock, and has no power over its page', async () => {
    const script = `
      const told = async (path, init) => fetch(path, init).then(({ status }) => status, () => 'nothing');
      const json = { 'content-type': 'application/json' };
      const body = JSON.stringify({ delay: [0, 0], fail: 1, stateful: true });
      const stored = () => { try { return localStorage.length; } catch { return 'nothing'; } };
      (async () => {
        document.title = JSON.stringify([
          document.querySelector('h1').textContent, await told('/plants'), stored(), await told('/_espalier/page.json'),
          await told('/_espalier/behaviour', { method: 'PUT', headers: json, body }),
        ]);
      })();`;
    const garden = readFileSync('mocks/fixtures/garden.yaml', 'utf8');
    const html = JSON.stringify(`<h1>Garden</h1><script>${script}</script>`);
    const folder = folderOf({
      'garden.yaml': garden.replace('<h1>Garden</h1>', () => html).replace(/headers: .*default-src.*/, ''),
      'schemas.yaml': readFileSync('mocks/fixtures/schemas.yaml', 'utf8'),
    });
    const other = await serveMock({ contract: join(folder, 'garden.yaml'), port: 0 });
    try {
      const tab = await browser.newPage();
      await tab.goto(`${other.url}/framed`);
      await comesTrue(tab, 'document.title.startsWith("[")');
      expect(JSON.parse(await tab.title())).toEqual(['Garden', 200, 'nothing', 'nothing', 'nothing']);
      await supertest(other.url).get('/plants').expect(200);
      await tab.close();
    } finally {
      await other.close();
    }
  });

  test('one box is a token for every scheme, and is not kept beyond the tab', async () => {
    await serveInstead('mocks/fixtures/tokens.yaml');
    await open('GET /mine');
    for (const name of ['GET /mine', 'PUT /mine', 'GET /key', 'GET /any']) {
      await open(name);
      await page.getByLabel('Token', { exact: true }).fill('s3cret');
      await press('Send');
      await answered(/^20\d$/);
    }
    expect(await page.evaluate('document.cookie')).not.toContain('s3cret');
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(stored).not.toContain('s3cret');
    await page.getByLabel('Token', { exact: true }).fill('');
    await press('Send');
    await answered(/^401$/);
  });

  test('follows a mock that was started again with another contract, and keeps the token', async () => {
    await open();
    await page.getByLabel('Token', { exact: true }).fill('mine');
    const port = Number(new URL(mock.url).port);
    await mock.close();
    await page.getByText('which does not answer').or(page.locator('body.away')).first().waitFor();
    const text = readFileSync('openapi.yaml', 'utf8').replace('/plants/{id}:', '/trees/{id}:');
    mock = await serveMock({ contract: join(folderOf({ 'openapi.yaml': text }), 'openapi.yaml'), port });
    await shownIn(page, 'DELETE /trees/{id}');
    await press('Send');
    await answered(/^204$/);
    expect(await page.getByLabel('Token', { exact: true }).inputValue()).toBe('mine');
  });

  test('what was entered stays while the contract is written, unless its operation changes', async () => {
    const text = readFileSync('mocks/fixtures/tokens.yaml', 'utf8');
    const file = join(folderOf({ 'tokens.yaml': text.replace('  /mine:', '  /mine/{id}:') }), 'tokens.yaml');
    await mock.close();
    const named = (name: string) =>
      text.replace(
        '  /mine:',
        `  /mine/{id}:\n    parameters: [{ name: ${name}, in: path, required: true, schema: {} }]`,
      );
    writeFileSync(file, named('id'));
    mock = await serveMock({ contract: file, port: 0, watch: true });
    await open('GET /mine/{id}');
    const id = page.getByPlaceholder('id', { exact: true });
    await id.fill('mine');
    writeFileSync(file, `# Another line\n${named('id')}`);
    await page.getByText('tokens.yaml:13:5').waitFor();
    expect(await id.inputValue()).toBe('mine');
    writeFileSync(file, named('id').replace('schema: {}', 'schema: {}, example: its'));
    await page.locator('#operation input[value="its"]').waitFor();
  });

  test('a contract that means harm has no power over the page', async () => {
    const attack = `"'></code><img src=x onerror="owned = 1"><a href="javascript:owned=1">a</a>`;
    const said = JSON.stringify(attack);
    const contract = `openapi: 3.1.0
info: { title: ${said}, version: ${said} }
paths:
  /x/{a}:
    post:
      summary: ${said}
      description: ${said}
      tags: [${said}, b]
      parameters: [{ name: a, in: path, required: true, description: ${said}, schema: { type: string, enum: [${said}] } }]
      externalDocs: { url: 'javascript:owned=1', description: ${said} }
      requestBody: { content: { text/plain: { schema: { type: string }, example: ${said} } } }
      responses: { '200': { description: ${said}, content: { text/plain: { examples: { ${said}: { value: ${said} } } } } } }
`;
    await serveInstead(join(folderOf({ 'harm.yaml': contract }), 'harm.yaml'));
    await open();
    await press('Send');
    await page.locator('.answered').waitFor();
    await requests().first().locator('summary').click();
    await page.getByRole('button', { name: 'Copy curl' }).waitFor();
    expect(await page.evaluate('typeof owned')).toBe('undefined');
    expect(await page.locator('[onerror], [href^="javascript"]').count()).toBe(0);
  });

  test('what sends a request is seen without scrolling, and stays', async () => {
    await serveInstead('mocks/fixtures/garden.yaml');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${mock.docs}/#${encodeURIComponent('POST /plants')}`);
    await shownIn(page, 'POST /plants');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const bottom = async () => ((await send.boundingBox())?.y ?? 9999) + 30;
    expect(await bottom()).toBeLessThan(300);
    await page.evaluate('scrollTo(0, 100000)');
    expect(await bottom()).toBeLessThan(300);
    await send.click();
    await answered(/^201$/);
    expect(await page.locator('.answered').boundingBox()).toMatchObject({ y: expect.any(Number) });
  });

  test('a refusal that comes again and again has one row, with how often it came', async () => {
    await open();
    for (let each = 0; each < 3; each += 1) await supertest(mock.url).get('/plants?limit=0');
    await requests().getByText('×3').waitFor();
    await supertest(mock.url).get('/plants?limit=101');
    await eventually(async () => expect(await requests().count()).toBe(2));
  });

  test('of many operations each is found, and what was entered stays', async () => {
    const paths = Array.from(
      { length: 1200 },
      (_, at) => `  /things${at}/{id}:
    get:
      tags: [tag${at % 7}]
      summary: Thing number ${at}
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: none } }
`,
    );
    const contract = `openapi: 3.0.3\ninfo: { title: Many, version: '1' }\npaths:\n${paths.join('')}`;
    await serveInstead(join(folderOf({ 'many.yaml': contract }), 'many.yaml'));
    await open();
    expect(await page.getByRole('navigation').getByRole('link').count()).toBe(1200);
    const id = page.getByPlaceholder('id', { exact: true });
    await id.fill('mine');
    await page.getByPlaceholder('Find an operation').fill('number 1199');
    await page.getByRole('link', { name: '/things1199/{id}' }).click();
    await shownIn(page, 'GET /things1199/{id}');
    await press('Send');
    await requests()
      .first()
      .getByText(/things1199/)
      .waitFor();
    await open('GET /things0/{id}');
    expect(await id.inputValue()).toBe('mine');
    expect(troubles).toEqual([]);
  });

  test.each([
    ['light', 400],
    ['light', 1280],
    ['dark', 400],
    ['dark', 1280],
  ] as const)('%s at %i pixels everything is within reach', async (colorScheme, width) => {
    await serveInstead('mocks/fixtures/garden.yaml');
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    const tab = await context.newPage();
    await tab.goto(`${mock.docs}/#${encodeURIComponent('POST /plants')}`);
    const press = (name: string) => tab.getByRole('button', { name, exact: true }).click();
    const view = (name: string) => width < 1000 && tab.locator('.views').getByText(name).click();
    await press('Send');
    await tab.locator('.answered').waitFor();
    await view('Requests');
    await tab.locator('#list summary').first().click();
    await tab.getByRole('button', { name: 'Copy curl' }).waitFor();
    await complain(tab);
    await view('Operations');
    await tab.getByRole('link', { name: 'DELETE /plants/{id}' }).click();
    await shownIn(tab, 'DELETE /plants/{id}');
    await press('204');
    await tab.locator('.answered').waitFor();
    await complain(tab);
    await context.close();
  });

  test('the bar of a small window covers nothing that the keyboard leads to', async () => {
    await serveInstead('mocks/fixtures/garden.yaml');
    const context = await browser.newContext({ viewport: { width: 400, height: 500 } });
    const tab = await context.newPage();
    await tab.goto(`${mock.docs}/#${encodeURIComponent('POST /plants')}`);
    await shownIn(tab, 'POST /plants');
    for (let at = 0; at < 40; at += 1) {
      await tab.keyboard.press('Tab');
      const below = await tab.evaluate(`(() => {
        const bar = document.querySelector('.views');
        const own = document.activeElement;
        const isCovered = own.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1;
        return own !== document.body && !bar.contains(own) && own.tagName !== 'TEXTAREA' && isCovered ? own.outerHTML : '';
      })()`);
      expect(below).toBe('');
    }
    await context.close();
  });
});

/** Fails where the page is wider than its window, or hard to use for somebody. */
async function complain(tab: Page): Promise<void> {
  expect(await tab.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await tab.evaluate(axe.source);
  const { violations } = await tab.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([]);
}

/** Waits until the page shows an operation, or any, in place of the one before. */
function shownIn(tab: Page, name: string): Promise<void> {
  const shown = tab.locator('#operation', { has: tab.locator('.answers') }).locator('h3');
  return eventually(async () => expect((await shown.innerText()).replace(/\s+/g, ' ')).toContain(name));
}

function serve(html: string): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function urlOf(server: Server): string {
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}
