/** The site of the guides in Chromium, opened from disk. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { describeInChromium, launchChromium } from '../../src/support/testing/chromium.testing';
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

  test('the search says where it finds nothing, and is closed with Escape', async () => {
    const page = await open('rules.html');
    await page.keyboard.press('/');
    await page.keyboard.type('xyzzyq');
    await page.locator('#found').getByText('Nothing was found').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#found').waitFor({ state: 'hidden' });
  });

  test('on a narrow screen the menu is folded, and opens', async () => {
    const page = await open('index.html', { viewport: { width: 400, height: 800 } });
    const link = page.getByRole('navigation', { name: 'All pages' }).getByRole('link', { name: 'Credentials' });
    await link.waitFor({ state: 'hidden' });
    await page.getByText('All pages').click();
    await link.click();
    await page.waitForURL(addressOf('credentials.html'));
  });

  test('every page fits 400 and 1280 px', async () => {
    const page = await open('index.html');
    for (const { output } of PAGES) {
      await page.goto(addressOf(output));
      for (const width of [400, 1280]) {
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
    ['rules.html', 'light'],
    ['mock-for-frontends.html', 'dark'],
  ] as const)('%s in %s can be read by everybody', async (output, colorScheme) => {
    const page = await open(output, { colorScheme });
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });
});
