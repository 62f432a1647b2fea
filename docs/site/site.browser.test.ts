/** The site of the guides in Chromium, opened from disk. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { describeInChromium, eventually, launchChromium } from '../../src/support/testing/chromium.testing';
import { buildSite } from './build';
import { PAGES } from './pages';

describeInChromium('the site of the guides', () => {
  let browser: Browser;
  let site: string;
  let complaints: string[];

  beforeAll(async () => {
    site = mkdtempSync(join(tmpdir(), 'espalier-site-'));
    buildSite(site);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(site, { recursive: true });
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  function addressOf(name: string): string {
    return pathToFileURL(join(site, name)).href;
  }

  async function open(name: string, options: BrowserContextOptions = {}): Promise<Page> {
    complaints = [];
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(addressOf(name));
    return page;
  }

  test('the search leads to a section of another page', async () => {
    const page = await open('index.html');
    await page.getByRole('searchbox').fill('waivers');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${addressOf('configuration.html')}#waivers`);
    expect(complaints).toEqual([]);
  });

  test.each(['token', '$token (a|b', 'c++ [x] {y} \\d'])('a search for %s is no mistake of the page', async (words) => {
    const page = await open('index.html');
    await page.getByRole('searchbox').fill(words);
    await page.locator('#found > *').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('a search hit shows the text around what was found, with the word marked', async () => {
    const page = await open('index.html');
    await page.getByRole('searchbox').fill('session');
    const hit = page.locator('#found a', { has: page.locator('mark') }).first();
    await hit.waitFor();
    expect((await hit.locator('mark').first().textContent())?.toLowerCase()).toContain('session');
    expect((await hit.locator('span').textContent())?.length).toBeGreaterThan(40);
    expect(complaints).toEqual([]);
  });

  test('a button copies a block of code, also from a page that was opened from disk', async () => {
    const page = await open('index.html');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const query = page.getByRole('searchbox');
    await query.focus();
    await page.keyboard.press('Control+V');
    expect(await query.inputValue()).toBe('npx espalier verify http://localhost:8080 --contract openapi.yaml');
    expect(complaints).toEqual([]);
  });

  test('the theme that was chosen goes before that of the system, on the next page, too', async () => {
    const page = await open('overview.html', { colorScheme: 'light' });
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const picture = () => page.evaluate<string>(`document.querySelector('main img').currentSrc`);
    const light = await paper();
    expect(await picture()).toContain('report-light');
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    const dark = await paper();
    expect(dark).not.toBe(light);
    await eventually(async () => expect(await picture()).toContain('report-dark'));
    await page.goto(addressOf('rules.html'));
    expect(await paper()).toBe(dark);
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('');
    expect(await paper()).toBe(light);
    expect(complaints).toEqual([]);
  });

  test('the search says where it finds nothing, and is closed with Escape', async () => {
    const page = await open('rules.html');
    await page.keyboard.press('/');
    await page.keyboard.type('xyzzyq');
    await page.locator('#found').getByText('Nothing was found').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#found').waitFor({ state: 'hidden' });
  });

  test('on a narrow screen the menu is folded, and opens', async () => {
    const page = await open('rules.html', { viewport: { width: 400, height: 800 } });
    const link = page.getByRole('navigation', { name: 'All pages' }).getByRole('link', { name: 'Credentials' });
    await link.waitFor({ state: 'hidden' });
    await page.getByText('All pages', { exact: true }).click();
    await link.click();
    await page.waitForURL(addressOf('credentials.html'));
  });

  test('every page fits 400, 800 and 1280 px', async () => {
    const page = await open('index.html');
    for (const { output } of PAGES) {
      await page.goto(addressOf(output));
      for (const width of [400, 800, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect({ output, width, wide }).toEqual({ output, width, wide: width });
      }
    }
    expect(complaints).toEqual([]);
  });

  test.each([
    ['index.html', 'light'],
    ['index.html', 'dark'],
    ['fastapi.html', 'light'],
    ['go.html', 'dark'],
    ['rules.html', 'light'],
    ['mock-for-frontends.html', 'dark'],
  ] as const)('%s in %s can be read by everybody', async (output, colorScheme) => {
    const page = await open(output, { colorScheme });
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });
});
