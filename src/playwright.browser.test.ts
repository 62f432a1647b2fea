/** The fixture for Playwright, with pages of a real browser. */

import type { ServerResponse } from 'node:http';
import type { Browser } from 'playwright-core';
import { head, load } from './contract/contract.testing';
import { defineRule } from './extend/define';
import { type JudgedPage, keepsContract, type PlaywrightOptions } from './playwright';
import { describeInChromium, launchChromium } from './support/testing/chromium.testing';
import { serve } from './support/testing/serving.testing';

const contract = () =>
  load({
    ...head('3.1'),
    paths: {
      '/items': {
        get: {
          responses: {
            200: {
              description: '',
              content: { 'application/json': { schema: { type: 'array', items: { type: 'integer' } } } },
            },
            302: { description: '' },
          },
        },
        post: {
          requestBody: { content: { 'application/json': { schema: {} } } },
          responses: { 201: { description: '' } },
        },
      },
    },
  });

describeInChromium('the fixture for Playwright', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  /** Lets a page run a script beside a service. @returns what was judged. @throws what the fixture throws. */
  async function judged(
    answer: (url: string, response: ServerResponse) => void,
    script: string,
    options: Partial<PlaywrightOptions> = {},
  ) {
    const page = await (await browser.newContext()).newPage();
    const site = await serve((request, response) => {
      if (request.url === '/') response.setHeader('Content-Type', 'text/html').end('<!doctype html>');
      else answer(request.url ?? '', response);
    });
    const { contract: entry } = keepsContract({ target: `${site}/api`, contract: await contract(), ...options });
    let judgements: Awaited<ReturnType<JudgedPage['judgements']>> = [];
    try {
      await entry[0]({ page }, async (watched) => {
        await page.goto(`${site}/`);
        await page.evaluate(script);
        judgements = await watched.judgements();
      });
    } finally {
      await page.context().close();
    }
    return judgements.map(({ operation, kept }) => `${operation} ${kept}`);
  }

  const items = (body: string) => (_: string, response: ServerResponse) =>
    void response.setHeader('Content-Type', 'application/json').end(body);

  test('judges each answer of the service, and nothing else', async () => {
    const script = `Promise.all([fetch('/api/items'), fetch('/api/items?a=1'), fetch('/api/others'), fetch('/items')])`;
    expect(await judged(items('[1]'), script)).toEqual(['GET /items true', 'GET /items true']);
  });

  test('fails the test whose page was given an answer that breaks the contract', async () => {
    await expect(judged(items('["one"]'), `fetch('/api/items')`)).rejects.toThrow(/must be integer/);
  });

  test('a redirect is an answer of its own', async () => {
    const redirecting = (url: string, response: ServerResponse) =>
      url.includes('from')
        ? void response.writeHead(302, { Location: '/api/items' }).end()
        : items('[2]')(url, response);
    expect(await judged(redirecting, `fetch('/api/items?from=1')`)).toEqual(['GET /items true', 'GET /items true']);
  });

  test('a page that is left in the middle fails nobody', async () => {
    const slow = (_: string, response: ServerResponse) =>
      void setTimeout(() => response.setHeader('Content-Type', 'application/json').end('[3]'), 300);
    expect(await judged(slow, `void fetch('/api/items')`)).toEqual([]);
  });

  test("rules of one's own judge, too", async () => {
    const rule = defineRule({
      ...{ id: 'house/none', level: 'must', statement: 'There is no answer.', source: 'House' },
      judge: () => ({ message: 'there is one', expected: 'none', actual: 'one' }),
    });
    await expect(judged(items('[1]'), `fetch('/api/items')`, { extend: [rule] })).rejects.toThrow('there is one');
  });

  test('what cannot be used is said before the page asks anything', async () => {
    const wrong = { extends: 'rule', id: 'none' } as never;
    await expect(judged(items('[1]'), '1', { extend: [wrong] })).rejects.toThrow('is not usable');
  });
});
