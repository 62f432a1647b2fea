/** The HTML report in Chromium, as a reader meets it. */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { describeInChromium, launchChromium } from '../../../support/testing/chromium.testing';
import type { Report, RequirementReport } from '../../report';
import { html } from './html';

const report: Report = JSON.parse(readFileSync(join(__dirname, '../golden/report.json'), 'utf8'));
const [kept] = report.requirements;
const runs: Readonly<Record<string, Report>> = {
  violates: report,
  conforms: { ...report, outcome: 'conforms', requirements: kept ? [kept] : [], observations: [] },
  incomplete: { ...report, outcome: 'incomplete', reason: 'nothing exercised: kept' },
  error: { ...report, outcome: 'error', reason: 'it cannot be reached', requirements: [], exchanges: [] },
};

const ATTACK = `"'></code></style></script><script>owned = 1</script><img src="/steal" onerror="owned = 1"><a href="javascript:owned=1">`;

/** Puts the attack behind every text that can come from outside. */
function attacked<T>(value: T, key = ''): T {
  if (['outcome', 'verdict', 'level', 'statuses', 'kind'].includes(key)) return value;
  if (typeof value === 'string') return `${value}${ATTACK}` as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => attacked(item)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, attacked(item, name)])) as T;
}

describeInChromium('the HTML report', () => {
  let browser: Browser;
  let server: Server;
  let url: string;
  let served: string;
  let requested: (string | undefined)[];
  let complaints: string[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      requested.push(request.url);
      response.setHeader('Content-Type', 'text/html').end(served);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  async function open(
    shown: Report,
    options: BrowserContextOptions = {},
    rendered: Parameters<typeof html>[1] = {},
  ): Promise<Page> {
    served = html(shown, rendered);
    requested = [];
    complaints = [];
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(url);
    return page;
  }

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  test('a search leaves what has all of its words, and is undone by none', async () => {
    const page = await open(report);
    const shown = () => page.locator('.view-requirements :is(article, tbody tr:has(td)):visible').count();
    const all = await shown();
    const [sought] = report.requirements;
    await page.getByRole('searchbox', { name: 'Search' }).fill(`${sought?.rule} ${sought?.operation}`);
    const found = await shown();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(all);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    expect(await shown()).toBe(all);
  });

  test('a long list is folded by tags, or by the roots of paths, and a search opens what it finds', async () => {
    const names = ['plants', 'pots'].flatMap((root) => Array.from({ length: 300 }, (_, at) => `GET /${root}/${at}x`));
    const requirements = names.map((operation) => ({
      ...(kept as RequirementReport),
      id: `${operation} kept`,
      operation,
    }));
    const operations = names.flatMap((operation) =>
      operation.includes('pots') ? [] : [{ operation, tags: ['green'], clauses: 1, exercised: 1, statuses: {} }],
    );
    const coverage = {
      ...(report.coverage as NonNullable<Report['coverage']>),
      operations,
      unexercised: [],
      reached: [],
    };
    const page = await open({ ...report, outcome: 'conforms', requirements, observations: [], coverage });
    const groups = page.locator('.view-requirements details.tag');
    expect(await groups.locator('summary').allInnerTexts()).toEqual([
      'green 300 operations, 300 requirements',
      '/pots 300 operations, 300 requirements',
    ]);
    const rows = page.locator('.view-requirements tbody tr:has(td):visible');
    expect(await rows.count()).toBe(0);
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('pots/299x');
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('GET /pots/299x')]);
    expect(await groups.first().isVisible()).toBe(false);
    await search.fill('');
    expect(await groups.count()).toBe(2);
    expect(await rows.count()).toBe(0);
    await groups.first().locator('summary').click();
    expect(await rows.count()).toBe(300);
    await expect(search.isVisible()).resolves.toBe(true);
    expect((await search.boundingBox())?.width).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
  });

  test('opens on the outcome and the failing clauses, and asks for nothing else', async () => {
    const page = await open(report);
    expect(await page.title()).toBe('Breaks its contract: Plants & <Stores> at http://127.0.0.1:8080');
    const [first, second] = await page.getByRole('heading').allInnerTexts();
    expect([first, second]).toEqual(['Breaks its contract', 'Broken']);
    expect(await page.getByRole('article').first().innerText()).toMatch(/^FAIL broken 204 DELETE \/plants\/\{id\}\n/);
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
      'broken 204',
      'unanswered',
      'advised',
      'broken 204',
    ]);
    expect(
      await page.locator('article.warn').filter({ hasText: 'broken 204' }).locator('.clause').innerText(),
    ).toContain('description: The plant is deleted.');
    expect(requested).toEqual(['/']);
    expect(complaints).toEqual([]);
  });

  test('says first what to hand over, and in the index why each is not in order', async () => {
    const page = await open(report);
    expect(await page.getByRole('banner').getByRole('listitem').allInnerTexts()).toEqual([
      'a token (--token)',
      'two values of "id" (--param id=VALUE)',
    ]);
    expect(await page.getByRole('banner').innerText()).toContain('2026-11-21 10:00:00 UTC');
    const [first] = await page.getByRole('navigation').getByRole('listitem').allInnerTexts();
    expect(first?.split(/\s*\n\s*/)).toEqual([
      'FAIL',
      'broken 204 DELETE /plants/{id}',
      'a 204 is followed by content',
    ]);
    expect(await page.getByText('Set ESPALIER_TOKEN to run the curl lines.').count()).toBe(1);
  });

  test('shows what several operations have wrong in the same way once, with all of them', async () => {
    const { requirements } = report;
    const [broken] = requirements.slice(2) as [RequirementReport];
    const other = { ...broken, operation: 'DELETE /trees/{id}', id: 'DELETE /trees/{id} 204 broken' };
    const page = await open({ ...report, requirements: [...requirements, other] });
    expect(await page.getByRole('article').filter({ hasText: 'broken 204' }).count()).toBe(2);
    expect(await page.locator('.fail .operations li').allInnerTexts()).toEqual([
      'DELETE /plants/{id} openapi.yaml:52:7, 2 exchanges',
      'DELETE /trees/{id} openapi.yaml:52:7, 2 exchanges',
    ]);
    expect(await page.getByRole('navigation').getByText('2 operations').count()).toBe(2);
  });

  test('leads to the sections that it refers to', async () => {
    const requirements = [
      {
        ...report.requirements[2],
        findings: report.requirements[2]?.findings.slice(0, 1),
        reference: 'RFC 9110 §15.3.5, §8.6',
      },
      { ...report.requirements[3], reference: 'OpenAPI 3.1.0 §4.8.14, RFC 6750 §3' },
    ] as RequirementReport[];
    const page = await open({ ...report, requirements });
    const links = await page.locator('article .reference a').all();
    expect(
      await Promise.all(links.map(async (link) => [await link.innerText(), await link.getAttribute('href')])),
    ).toEqual([
      ['RFC 9110 §15.3.5', 'https://www.rfc-editor.org/rfc/rfc9110#section-15.3.5'],
      ['§8.6', 'https://www.rfc-editor.org/rfc/rfc9110#section-8.6'],
      ['OpenAPI 3.1.0 §4.8.14', 'https://spec.openapis.org/oas/v3.1.0#media-type-object'],
      ['RFC 6750 §3', 'https://www.rfc-editor.org/rfc/rfc6750#section-3'],
    ]);
  });

  test.each([1280, 400])('marks of one kind are as wide as each other at %d pixels', async (width) => {
    const page = await open(report, { viewport: { width, height: 900 } });
    for (const kind of ['.badge', '.filter:not(.views) label:not(.search)', '.views label']) {
      const widths = await page
        .locator(kind)
        .evaluateAll((nodes) => nodes.map((node) => (node as unknown as { offsetWidth: number }).offsetWidth));
      expect(new Set(widths).size).toBe(1);
    }
  });

  test('shows what a target sent, and runs none of it', async () => {
    const page = await open(attacked(report));
    expect(await page.evaluate('typeof owned')).toBe('undefined');
    expect(await page.evaluate('document.scripts.length')).toBe(1);
    expect(await page.locator('img, a[href^="javascript:"]').count()).toBe(0);
    expect(await page.locator('.wire pre').first().innerText()).toContain(ATTACK);
    expect(requested).toEqual(['/']);
    expect(complaints).toEqual([]);
  });

  test('runs nothing and loads nothing even if an attack got into the page', async () => {
    const page = await open(report);
    await page.evaluate((attack) => {
      const { document } = globalThis as unknown as {
        document: { body: { insertAdjacentHTML(...args: string[]): void } };
      };
      document.body.insertAdjacentHTML('beforeend', attack);
    }, `<iframe srcdoc="<script>parent.owned = 1</script>"></iframe><style>@import "/steal"</style>${ATTACK}`);
    await page.locator('img').waitFor({ state: 'attached' });
    await page.waitForTimeout(200);
    expect(await page.evaluate('typeof owned')).toBe('undefined');
    expect(requested).toEqual(['/']);
    expect(complaints.join()).toContain('Content Security Policy');
  });

  test('copies the curl line, and says so', async () => {
    const page = await open(report, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy' }).first().press('Enter');
    await page.getByText('The curl line is copied.').waitFor();
    expect(await page.getByRole('status').textContent()).toBe('The curl line is copied.');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(report.exchanges[2]?.curl);
  });

  test('selects the curl line where the clipboard is not given', async () => {
    const page = await open(report);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByText(/^The curl line is (copied|selected)/).waitFor();
    expect(await page.evaluate('getSelection().toString().trim()')).toBe(report.exchanges[2]?.curl);
  });

  test.each([true, false])('filters by verdict from the keyboard (scripts allowed: %s)', async (javaScriptEnabled) => {
    const page = await open(report, { javaScriptEnabled });
    const headings = () => page.getByRole('heading', { level: 2 }).allInnerTexts();
    const all = await headings();
    expect(all).toEqual([
      ...['Broken', 'Warnings', 'Skipped', 'Passed', 'Waivers', 'Seen where the contract is silent', 'Left behind'],
    ]);
    await page.getByRole('radio', { name: '8 all' }).focus();
    const seen: string[][] = [];
    for (let at = 0; at < 4; at++) {
      await page.keyboard.press('ArrowRight');
      seen.push(await headings());
    }
    expect(seen).toEqual([['Broken'], ['Warnings'], ['Skipped', 'Waivers'], ['Passed']]);
  });

  test('has no use for a script but to copy', async () => {
    const page = await open(report, { javaScriptEnabled: false });
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByText('curl -i').first().isVisible()).toBe(true);
  });

  describe('the contract, line by line', () => {
    const source = `${'\n'.repeat(9)}    delete:\n      parameters:\n\n        - name: id\n${'\n'.repeat(7)}        '204':\n          x: 1\n        '400':\n`;
    const options = { readFile: () => source };

    test.each([true, false])('is the second view (scripts allowed: %s)', async (javaScriptEnabled) => {
      const page = await open(report, { javaScriptEnabled }, options);
      expect(await page.locator('.source').isVisible()).toBe(false);
      await page.getByRole('radio', { name: 'Contract 87.5 %' }).check({ force: true });
      expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['The contract, line by line']);
      expect(await page.locator('.code span.broken').innerText()).toMatch(/^\s*'204':/);
      expect(await page.locator('.code span.unexercised').innerText()).toMatch(/^\s*'400':/);
      expect(await page.locator('.code em.unexercised').innerText()).toMatch(/^no response 400 came; tried/);
      expect(await page.locator('.map td').allInnerTexts()).toEqual(['87.5 %', '✗', '–']);
      await page.getByRole('link', { name: 'broken 204: a 204 has a Content-Length (#3)' }).click();
      expect(await page.getByRole('article').filter({ hasText: 'Content-Length: 0' }).last().isVisible()).toBe(true);
      expect(page.url()).toMatch(/#c4$/);
      expect(requested).toEqual(['/']);
      expect(complaints).toEqual([]);
    });

    test('is folded by path', async () => {
      const page = await open(report, {}, options);
      await page.getByRole('radio', { name: 'Contract 87.5 %' }).check({ force: true });
      await page.locator('.code').getByText('delete:').click();
      expect(await page.locator('.code span.broken').isVisible()).toBe(false);
      expect(await page.getByText('1 broken, 1 not exercised').first().isVisible()).toBe(true);
    });

    test.each([
      ['light', 1280],
      ['dark', 400],
    ] as const)('is accessible, and fits, in %s at %d pixels', async (colorScheme, width) => {
      const page = await open(report, { colorScheme, viewport: { width, height: 900 } }, options);
      await page.getByRole('radio', { name: 'Contract 87.5 %' }).check({ force: true });
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
      expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html: node }) => node)])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    });

    test('of a large contract shows what is not in order', async () => {
      const many = `${source}${'        type: object\n'.repeat(4000)}`;
      const page = await open(report, {}, { readFile: () => many });
      await page.getByRole('radio', { name: 'Contract 87.5 %' }).check({ force: true });
      expect(await page.locator('.code span').count()).toBe(4);
    });

    test('runs nothing that stands in the contract', async () => {
      const page = await open(attacked(report), {}, { readFile: () => `${ATTACK}\nkey: ${ATTACK}\n# ${ATTACK}` });
      expect(await page.evaluate('typeof owned')).toBe('undefined');
      expect(await page.locator('img, a[href^="javascript:"]').count()).toBe(0);
    });
  });

  test('fits 400 pixels, however long the lines are', async () => {
    const long = 'x'.repeat(3000);
    const exchanges = report.exchanges.map((each) => ({ ...each, raw: long, curl: `curl ${long}`, case: long }));
    const page = await open(
      { ...report, exchanges, target: long, reason: long },
      { viewport: { width: 400, height: 800 } },
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
  });

  test('prints every transcript, and nothing that needs a click', async () => {
    const page = await open(report, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('Exchange #3').count()).toBe(2);
    const heights = await page
      .locator('details .wire')
      .evaluateAll((nodes) => nodes.map((node) => (node as unknown as { offsetHeight: number }).offsetHeight));
    expect(Math.min(...heights)).toBeGreaterThan(0);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('radio').count()).toBe(0);
    const colours = `getComputedStyle(document.querySelector('article')).backgroundColor`;
    expect(await page.evaluate(colours)).toBe('rgb(255, 255, 255)');
  });

  describe.each(Object.entries(runs))('of a run that comes to %s', (_, shown) => {
    test.each([
      ['light', 1280],
      ['dark', 1280],
      ['light', 400],
    ] as const)('is accessible in %s at %d pixels', async (colorScheme, width) => {
      const page = await open(shown, { colorScheme, viewport: { width, height: 900 } });
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
      expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html: node }) => node)])).toEqual([]);
    });
  });
});
