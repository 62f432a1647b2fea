/**
 * A page in React that was written against the mock. It works unchanged while the service behind the mock is built, one operation after the
 * other, and on the service alone.
 */

import type { createServer, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { describeInChromium, launchChromium } from '../../../src/support/testing/chromium.testing';
import { serve } from '../../../src/support/testing/serving.testing';
import { type Mock, type RequestLogEntry, serveMock } from '../../server';
import { workshop } from './service.testing';

const CONTRACT = join(__dirname, 'workshop.yaml');

describeInChromium('a page in React', () => {
  let browser: Browser;
  let site: string;
  let mock: Mock | undefined;

  beforeAll(async () => {
    browser = await launchChromium();
    site = await serve(developmentServer());
  });
  afterEach(() => mock?.close());
  afterAll(() => browser.close());

  const open = async (api: string) => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${site}/?api=${encodeURIComponent(api)}`);
    return page;
  };

  test.each([false, true])('works on the mock, stateful: %s', async (stateful) => {
    mock = await serveMock({ contract: CONTRACT, port: 0, stateful });
    const page = await open(mock.url);
    await useAll(page);
    if (stateful) await findWhatWasMade(page);
    await page.context().close();
  });

  const GROWING = ['list', 'create', 'edit', 'upload'].map((_, at, all) => all.slice(0, at + 1));

  const BUILT = [...GROWING, ['create'], ['list', 'upload']].map((names) => [names.join(', '), names] as const);

  test.each(BUILT)('works while the service has %s, and the mock the rest', async (_, names) => {
    const url = await serve(workshop(new Set(names)));
    for (const stateful of [false, true]) {
      const entries: RequestLogEntry[] = [];
      const onRequest = (entry: RequestLogEntry) => entries.push(entry);
      mock = await serveMock({ contract: CONTRACT, port: 0, upstream: url, stateful, onRequest });
      const page = await open(mock.url);
      await useAll(page);
      await page.context().close();
      await mock.close();
      expect(answeredBy(entries, 'service')).toEqual(
        OPERATIONS.filter(([id]) => names.includes(id)).map(([, name]) => name),
      );
      expect(answeredBy(entries, 'mock')).toEqual(
        OPERATIONS.filter(([id]) => !names.includes(id)).map(([, name]) => name),
      );
      // What the service answers keeps the contract.
      expect(entries.filter(({ reasons }) => reasons.some((why) => /^fail/.test(why)))).toEqual([]);
    }
  });

  test('works on the service alone, as it did on the mock', async () => {
    const all = OPERATIONS.map(([id]) => id);
    const service = workshop(new Set(all));
    const alone = await serve((request, response) => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', '*');
      response.setHeader('Access-Control-Allow-Methods', '*');
      if (request.method === 'OPTIONS') response.writeHead(204).end();
      else service(request, response);
    });
    const page = await open(alone);
    await useAll(page);
    await findWhatWasMade(page);
    await page.context().close();
  });
});

const OPERATIONS = [
  ['list', 'GET /repairs'],
  ['create', 'POST /repairs'],
  ['edit', 'PATCH /repairs/{id}'],
  ['upload', 'POST /repairs/{id}/picture'],
] as const;

function answeredBy(entries: readonly RequestLogEntry[], who: string): string[] {
  const names = new Set(entries.filter((entry) => entry.answeredBy === who).map(({ operation }) => operation));
  return OPERATIONS.flatMap(([, name]) => (names.has(name) ? [name] : []));
}

/** Does all that the page can do. */
async function useAll(page: Page): Promise<void> {
  const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
  await page.locator('ol li').first().waitFor();
  await page.getByRole('button', { name: 'Create' }).click();
  await said('refused: ');
  await page
    .getByRole('list', { name: 'Errors' })
    .getByText(/^(thing|email): /)
    .first()
    .waitFor();
  await page.getByLabel('Thing').fill('kettle');
  await page.getByLabel('Email').fill('bea@example.com');
  await page.getByRole('button', { name: 'Create' }).click();
  await said('created kettle as number');
  await page.getByTestId('ready').filter({ hasText: /ready/ }).waitFor();
  await page.getByRole('button', { name: 'Finish' }).first().click();
  await said('edited true, now done');
  await page
    .getByLabel('Picture')
    .first()
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('12345') });
  await said('uploaded 5 bytes of a.png');
  await page.getByLabel('State').selectOption('done');
  await page.locator('ol li[data-state=done]').first().waitFor();
  await page.locator('ol li[data-state=open]').first().waitFor({ state: 'detached' });
  await page.getByLabel('State').selectOption('');
  await page.getByRole('button', { name: 'Next' }).click();
  await page
    .getByTestId('page')
    .filter({ hasText: /^page 2: / })
    .waitFor();
}

/** What was made is on some page of the list. */
async function findWhatWasMade(page: Page): Promise<void> {
  const made = page.locator('ol li').filter({ hasText: 'kettle' });
  for (let tries = 0; tries < 5 && (await made.count()) === 0; tries++) {
    const before = await page.getByTestId('page').textContent();
    await page.getByRole('button', { name: 'Next' }).click();
    await page
      .getByTestId('page')
      .filter({ hasNotText: before ?? '' })
      .waitFor();
  }
  expect(await made.count()).toBe(1);
}

/** Serves the page, takes what the service calls back, and tells the page of it. */
function developmentServer(): Parameters<typeof createServer>[1] & object {
  const { outputFiles } = buildSync({
    entryPoints: [join(__dirname, 'page.jsx')],
    bundle: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  const listening = new Set<ServerResponse>();
  return async (request, response) => {
    const [path] = (request.url ?? '/').split('?');
    if (path === '/hook') {
      const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
      for (const each of listening) each.write(`data: ${text}\n\n`);
      response.writeHead(204).end();
    } else if (path === '/told') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n');
      listening.add(response);
      response.on('close', () => listening.delete(response));
    } else if (path === '/page.js') response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    else
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
        .end('<!doctype html><title>Workshop</title><div id="root"></div><script src="/page.js"></script>');
  };
}
