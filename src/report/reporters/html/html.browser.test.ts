/** The HTML report in Chromium, as a reader meets it. */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { comesTrue, describeInChromium, eventually, launchChromium } from '../../../support/testing/chromium.testing';
import type { Report, RequirementReport } from '../../report';
import { wholeText } from '../reporter';
import { historyIn } from './history';
import { html } from './html';

const report: Report = JSON.parse(readFileSync(join(__dirname, '../golden/report.json'), 'utf8'));
const [kept] = report.requirements;
const runs: Readonly<Record<string, Report>> = {
  violates: report,
  conforms: { ...report, outcome: 'conforms', requirements: kept ? [kept] : [], observations: [] },
  incomplete: { ...report, outcome: 'incomplete', reason: 'nothing exercised: kept' },
  error: { ...report, outcome: 'error', reason: 'it cannot be reached', requirements: [], exchanges: [] },
};

const OTHER = 'GET /trees/{id}';
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
    served = wholeText(html(shown, rendered));
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

  const lines = (page: Page) => page.locator('.view-requirements [data-r]:visible');
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });

  test('a search leaves what has all of its words, and is undone by none', async () => {
    const page = await open(report);
    const all = await lines(page).count();
    await search(page).fill('advised 401');
    expect(await lines(page).count()).toBeGreaterThan(0);
    expect(await lines(page).count()).toBeLessThan(all);
    await page.getByRole('heading', { name: 'Not exercised' }).waitFor({ state: 'hidden' });
    await search(page).fill('nothing has these words');
    await page.getByText('Nothing is like that.').waitFor();
    await search(page).fill('');
    expect(await lines(page).count()).toBe(all);
  });

  test('what is filtered by verdict, rule, operation, tag and words is in the address, and comes back from it', async () => {
    const requirements = report.requirements.map((each, at) => ({
      ...each,
      operation: at > 2 ? OTHER : each.operation,
    }));
    const operations = [report.requirements[0]?.operation ?? '', OTHER].map((operation) => ({
      operation,
      tags: [operation === OTHER ? 'trees & shrubs' : 'plants'],
      clauses: 1,
      exercised: 1,
      statuses: { '204': 'kept' as const },
    }));
    const coverage = { ...(report.coverage as NonNullable<Report['coverage']>), operations };
    const page = await open({ ...report, requirements, coverage });
    const all = await lines(page).count();
    await page.getByText('Narrow').click();
    const choices: [() => Promise<unknown>, string][] = [
      [() => page.getByLabel('Rule').selectOption('broken'), '#rule=broken'],
      [() => page.getByLabel('Rule').selectOption(''), ''],
      [() => page.getByLabel('Tag').selectOption('trees & shrubs'), '#tag=trees+%26+shrubs'],
      [
        () => page.getByRole('combobox', { name: 'Operation' }).fill(OTHER),
        `#tag=trees+%26+shrubs&operation=${encodeURIComponent(OTHER).replaceAll('%20', '+')}`,
      ],
      [() => search(page).fill('advised'), expect.stringMatching(/^#q=advised&tag=/)],
      [() => page.locator('.filter').getByText('warned').click(), expect.stringMatching(/^#show=warn&q=advised&tag=/)],
    ];
    for (const [choose, hash] of choices) {
      await choose();
      expect(await page.evaluate('location.hash')).toEqual(hash);
    }
    const narrowed = await lines(page).allInnerTexts();
    expect(narrowed.length).toBeLessThan(all);
    const sent = await page.context().newPage();
    await sent.goto((await page.evaluate('location.href')) as string);
    await sent.getByText(/lines? shown/).waitFor();
    expect(await lines(sent).allInnerTexts()).toEqual(narrowed);
    expect(await search(sent).inputValue()).toBe('advised');
    await sent.getByRole('button', { name: 'Show all' }).click();
    expect(await lines(sent).count()).toBe(all);
    expect(await sent.evaluate('location.hash')).toBe('');
    expect(complaints).toEqual([]);
  });

  test('many operations are folded by tags, or by the roots of paths, and a search opens what it finds', async () => {
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
    const groups = page.locator('.tag > summary');
    expect((await groups.allInnerTexts()).map((text) => text.split(/\s*\n\s*/))).toEqual([
      ['green', '300 operations', '300 passed'],
      ['/pots', '300 operations', '300 passed'],
    ]);
    expect(await lines(page).count()).toBe(0);
    await search(page).fill('pots/299x');
    expect(await lines(page).allInnerTexts()).toEqual([expect.stringContaining('GET /pots/299x')]);
    await groups.first().waitFor({ state: 'hidden' });
    await search(page).fill('');
    expect(await groups.count()).toBe(2);
    expect(await lines(page).count()).toBe(0);
    await groups.first().click();
    expect(await lines(page).count()).toBe(300);
    expect((await search(page).boundingBox())?.width).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
  });

  test('opens on the outcome, what to do, the causes and the map, and asks for nothing else', async () => {
    const page = await open(report, {}, { readFile: () => 'x' });
    expect(await page.title()).toBe('Breaks its contract: Plants & <Stores> at http://127.0.0.1:8080');
    const headings = await page.getByRole('heading').allInnerTexts();
    expect(headings.slice(0, 3)).toEqual([
      'Breaks its contract',
      'What to do',
      'What is wrong 4 causes, the worst first',
    ]);
    const todo = await page.getByRole('banner').getByRole('listitem').allInnerTexts();
    expect(todo[0]).toMatch(
      /^Mend 2 causes that fail, then 2 that warn. First: a 204 is followed by content at DELETE/,
    );
    expect(todo.slice(2, 4)).toEqual(['a token (--token)', 'two values of "id" (--param id=VALUE)']);
    const causes = await page.locator('.cause:not(.skip) > summary').allInnerTexts();
    expect(causes.map((text) => text.split(/\s*\n\s*/))).toEqual([
      ['FAIL', 'a 204 is followed by content', 'DELETE /plants/{id}', 'broken 204'],
      ['FAIL', 'no complete response came', 'DELETE /plants/{id}', 'unanswered'],
      ['WARN', 'a 401 has no WWW-Authenticate', 'DELETE /plants/{id}', 'advised'],
      ['WARN', 'a 204 has a Content-Length', 'DELETE /plants/{id}', 'broken 204'],
    ]);
    const map = page.locator('.op');
    expect(await map.locator('.statuses b').allInnerTexts()).toEqual(['204', '400']);
    expect((await map.first().boundingBox())?.y).toBeLessThan(850);
    expect(await page.getByText('Set ESPALIER_TOKEN to run the curl lines.').count()).toBe(1);
    expect(requested).toEqual(['/']);
    expect(complaints).toEqual([]);
  });

  test('shows what several operations have wrong in the same way once, with all of them', async () => {
    const { requirements } = report;
    const [broken] = requirements.slice(2) as [RequirementReport];
    const other = { ...broken, operation: 'DELETE /trees/{id}', id: 'DELETE /trees/{id} 204 broken' };
    const page = await open({ ...report, requirements: [...requirements, other] });
    await page.getByText('a 204 is followed by content').last().click();
    expect(await page.locator('details.cause.fail .operations li:visible').allInnerTexts()).toEqual([
      'DELETE /plants/{id} openapi.yaml:52:7, 2 exchanges',
      'DELETE /trees/{id} openapi.yaml:52:7, 2 exchanges',
    ]);
    expect(await page.locator('.cause > summary', { hasText: '+1' }).count()).toBe(2);
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
      await Promise.all(links.map(async (link) => [(await link.textContent()) ?? '', await link.getAttribute('href')])),
    ).toEqual([
      ['RFC 9110 §15.3.5', 'https://www.rfc-editor.org/rfc/rfc9110#section-15.3.5'],
      ['§8.6', 'https://www.rfc-editor.org/rfc/rfc9110#section-8.6'],
      ['OpenAPI 3.1.0 §4.8.14', 'https://spec.openapis.org/oas/v3.1.0#media-type-object'],
      ['RFC 6750 §3', 'https://www.rfc-editor.org/rfc/rfc6750#section-3'],
    ]);
  });

  /** A finding in a long JSON answer. */
  const items = Array.from({ length: 60 }, (_, at) => ({ id: at, name: at === 55 ? 7 : `plant ${at}` }));
  const inJson: Report = {
    ...report,
    requirements: report.requirements.slice(2, 3).map((requirement) => ({
      ...requirement,
      findings: requirement.findings.slice(0, 1).map((finding) => ({ ...finding, places: ['/items/55/name'] })),
    })),
    exchanges: report.exchanges.map((exchange) => ({
      ...exchange,
      request: { ...exchange.request, body: '{"wish":true}' },
      raw: 'HTTP/1.1 200 OK\nContent-Type: application/json\n\n{"items":[]}',
      response: {
        httpVersion: '1.1',
        status: 200,
        statusText: 'OK',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ items }),
        bodyBytes: 9,
      },
    })),
  };

  test('a single cause is open: the request beside the answer, its JSON indented, what is wrong marked and in sight', async () => {
    const page = await open(inJson);
    const panels = page.locator('.cause .panel pre');
    const [asked, answered] = await Promise.all([panels.first().boundingBox(), panels.nth(1).boundingBox()]);
    expect(asked?.y).toBe(answered?.y);
    expect(answered?.x).toBeGreaterThan((asked?.x ?? 0) + (asked?.width ?? 0));
    expect(await panels.first().innerText()).toContain('{\n  "wish": true\n}');
    expect(await panels.locator('mark').allInnerTexts()).toEqual(['"name": 7']);
    await comesTrue(page, 'document.querySelector(".cause .panel + .panel pre").scrollTop > 0');
    const mark = await panels.locator('mark').boundingBox();
    expect(mark?.y).toBeGreaterThan(answered?.y ?? 0);
    expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBeLessThan((answered?.y ?? 0) + (answered?.height ?? 0));
    expect(await page.locator('.clause [data-line="52"]').innerText()).toContain('maxLength: 40');
  });

  test('at 400 pixels the answer stands below the request', async () => {
    const page = await open(inJson, { viewport: { width: 400, height: 900 } });
    const panels = page.locator('.cause .panel pre');
    const [asked, answered] = await Promise.all([panels.first().boundingBox(), panels.nth(1).boundingBox()]);
    expect(answered?.x).toBe(asked?.x);
    expect(answered?.y).toBeGreaterThan((asked?.y ?? 0) + (asked?.height ?? 0));
  });

  test('says what is new since the report that it replaces, what is mended, and what the last runs were', async () => {
    const again = { ...report, startedAt: '2026-11-22T10:00:00.000Z' };
    const [, , broken] = report.requirements as [unknown, unknown, RequirementReport];
    const mended = {
      ...again,
      requirements: report.requirements.map((each) =>
        each === broken ? { ...each, verdict: 'pass' as const, findings: [] } : each,
      ),
    };
    const first = wholeText(html(mended));
    const second = wholeText(html(again, { earlier: historyIn(first) ?? '' }));
    const page = await open(again, {}, { earlier: historyIn(first) ?? '' });
    expect(await page.locator('.history').count()).toBe(0);
    const later = { ...mended, startedAt: '2026-11-23T10:00:00.000Z' };
    const last = await open(
      later,
      {},
      { earlier: historyIn(wholeText(html({ ...again, startedAt: '2026-11-21T10:00:00.000Z' }))) ?? '' },
    );
    expect(await last.locator('.history summary').innerText()).toBe('Since 2026-11-21 10:00: 2 mended, 3 still there');
    await last.locator('.history summary').click();
    expect(await last.locator('.history tbody tr').count()).toBe(2);
    await last.getByText('2 findings mended since').click();
    expect(await last.locator('.mended li').first().innerText()).toBe(
      'a 204 is followed by content DELETE /plants/{id}, broken 204',
    );
    const worse = await open(
      { ...again, startedAt: '2026-11-24T10:00:00.000Z' },
      {},
      { earlier: historyIn(wholeText(html(later))) ?? '' },
    );
    expect(await worse.locator('.history summary').innerText()).toBe('Since 2026-11-23 10:00: 2 new, 3 still there');
    expect(await worse.locator('.cause:has(.new) .what').allInnerTexts()).toEqual([
      'a 204 is followed by content',
      'a 204 has a Content-Length',
    ]);
    await worse.getByRole('link', { name: '2 new' }).click();
    await worse.getByText('2 lines shown.').waitFor();
    expect(await lines(worse).locator('.what').allInnerTexts()).toEqual([
      'a 204 is followed by content',
      'a 204 has a Content-Length',
    ]);
    expect(second).toContain('id="history"');
    expect(complaints).toEqual([]);
  });

  test('is used by keys alone', async () => {
    const page = await open(report);
    const focused = () => page.evaluate('document.activeElement.innerText') as Promise<string>;
    await page.keyboard.press('j');
    expect(await focused()).toContain('a 204 is followed by content');
    await page.keyboard.press('j');
    expect(await focused()).toContain('no complete response came');
    await page.keyboard.press('Enter');
    await page.getByRole('article').filter({ hasText: 'one complete' }).waitFor();
    await page.keyboard.press('k');
    expect(await focused()).toContain('a 204 is followed by content');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    await page.keyboard.type('advised');
    expect(await search(page).inputValue()).toBe('advised');
    await page.keyboard.press('Escape');
    expect(await search(page).inputValue()).toBe('');
  });

  test('twelve operations take some three screens, and fold what passed', async () => {
    const operations = Array.from({ length: 12 }, (_, at) => `GET /plants/${at}`);
    const requirements = operations.flatMap((operation) =>
      Array.from({ length: 25 }, (_, at) => ({
        ...(kept as RequirementReport),
        rule: `rule-${at}`,
        id: `${operation} rule-${at}`,
        operation,
      })),
    );
    const coverage = {
      ...(report.coverage as NonNullable<Report['coverage']>),
      operations: operations.map((operation) => ({
        operation,
        clauses: 1,
        exercised: 1,
        statuses: { '200': 'kept' as const },
      })),
    };
    const page = await open({ ...report, requirements: [...report.requirements, ...requirements], coverage });
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(2500);
    await page.getByText('GET /plants/3').click();
    expect(await page.locator('.op[open] tbody tr').count()).toBe(25);
  });

  test('1,200 operations, with thousands of findings, are 3 MB, of few elements, and are searched', async () => {
    const all = Array.from({ length: 1200 }, (_, at) => `GET /collection-${at % 40}/{id}/things-of-the-kind-${at}`);
    const requirements = all.flatMap((operation, at) =>
      Array.from({ length: 16 }, (_, index): RequirementReport => {
        const [, , broken] = report.requirements as [unknown, unknown, RequirementReport];
        const rule = `some-rule-${index}`;
        const [finding] = broken.findings;
        const isBroken = index % 6 === 0;
        const findings =
          finding && isBroken
            ? [
                {
                  ...finding,
                  message: `member ${at} of a thing must have the properties "a" and "b" ${index}`,
                  clause: { ...broken.clause, pointer: `#/${at}/${index}` },
                },
              ]
            : [];
        const verdict = isBroken ? (index % 12 === 0 ? 'fail' : 'warn') : index % 2 === 0 ? 'skip' : 'pass';
        return {
          ...(isBroken ? broken : (kept as RequirementReport)),
          id: `${operation} ${rule}`,
          rule,
          operation,
          verdict,
          findings,
          ...(verdict === 'skip' ? { reason: `no response came, as ${at % 700} said` } : {}),
        };
      }),
    );
    const coverage = {
      ...(report.coverage as NonNullable<Report['coverage']>),
      operations: all.map((operation, at) => ({
        operation,
        tags: [`tag ${at % 40}`],
        clauses: 9,
        exercised: 3,
        statuses: { '200': 'broken' as const, '404': 'unexercised' as const, '422': 'kept' as const },
      })),
    };
    const text = '    delete:\n'.repeat(300_000);
    const page = await open({ ...report, requirements, coverage }, {}, { readFile: () => text });
    expect(Buffer.byteLength(served)).toBeLessThan(3_000_000);
    expect(await page.evaluate(`document.querySelectorAll('*').length`)).toBeLessThan(55_000);
    expect((await page.locator('section.operations').boundingBox())?.y).toBeLessThan(850);
    await search(page).fill('things-of-the-kind-777');
    await comesTrue(page, `document.querySelector('.op:not([hidden]) .what')?.textContent.endsWith('777')`);
    expect(complaints).toEqual([]);
  });

  test('shows what a target sent, and runs none of it', async () => {
    const page = await open(attacked(report));
    expect(await page.evaluate('typeof owned')).toBe('undefined');
    // The second one holds the history, which no browser runs.
    expect(await page.evaluate('document.scripts.length')).toBe(2);
    expect(await page.locator('img, a[href^="javascript:"]').count()).toBe(0);
    expect(await page.locator('.wire pre').first().textContent()).toContain(ATTACK);
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
    // What the browser refuses it tells of, each thing by itself.
    for (const refused of [/inline event handler/, /inline script/, /inline style/, /image/])
      await eventually(async () => expect(complaints.join('\n')).toMatch(refused));
    expect(await page.evaluate('typeof owned')).toBe('undefined');
    expect(requested).toEqual(['/']);
  });

  test('copies the curl line, the waiver and a link, and says so', async () => {
    const page = await open(report, { permissions: ['clipboard-read', 'clipboard-write'] });
    const copied = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>;
    await page.getByText('a 204 is followed by content').last().click();
    const cause = page.getByRole('article', { name: 'a 204 is followed by content' });
    await cause.getByRole('button', { name: 'Copy' }).first().press('Enter');
    await page.getByText('The curl line is copied.').waitFor();
    expect(await page.locator('.said').textContent()).toBe('The curl line is copied.');
    expect(await copied()).toBe(report.exchanges[2]?.curl);
    await cause.getByText('To let it pass for now').click();
    await cause.getByRole('button', { name: 'Copy' }).last().click();
    await page.getByText('The waiver is copied.').waitFor();
    expect(await copied()).toBe(
      [
        'waivers:',
        '  - rule: broken 204',
        '    operation: DELETE /plants/{id}',
        '    reason: why it may pass for now, and who mends it',
        '    until: 2026-12-21',
      ].join('\n'),
    );
    await cause.getByRole('link', { name: 'Link to this finding' }).click();
    await page.getByText('The link is copied.').waitFor();
    const sent = await page.context().newPage();
    await sent.goto(await copied());
    await sent.getByRole('article', { name: 'a 204 is followed by content' }).waitFor();
    expect(await sent.getByRole('article').count()).toBe(1);
  });

  test('selects the curl line where the clipboard is not given', async () => {
    const page = await open(report);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))');
    await page.getByText('a 204 is followed by content').last().click();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByText(/^The curl line is (copied|selected)/).waitFor();
    expect(await page.evaluate('getSelection().toString().trim()')).toBe(report.exchanges[2]?.curl);
  });

  test.each([true, false])('filters by verdict from the keyboard (scripts allowed: %s)', async (javaScriptEnabled) => {
    const page = await open(report, { javaScriptEnabled });
    const headings = async () =>
      (await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).map((text) =>
        text.replace(/ (\d|not judged).*/, ''),
      );
    expect(await headings()).toEqual([
      ...[
        'What is wrong',
        'Operations',
        'Let pass for now',
        'Not exercised',
        'Waivers',
        'Seen where the contract is silent',
        'Left behind',
      ],
    ]);
    await page.getByRole('radio', { name: '8 all' }).focus();
    const seen: string[][] = [];
    for (let at = 0; at < 4; at++) {
      await page.keyboard.press('ArrowRight');
      seen.push(await headings());
    }
    expect(seen).toEqual([
      ['What is wrong', 'Operations'],
      ['What is wrong', 'Operations'],
      ['Operations', 'Let pass for now', 'Not exercised', 'Waivers'],
      ['Operations'],
    ]);
  });

  test('without a script everything is there: it folds, filters by verdict, and follows links', async () => {
    const page = await open(report, { javaScriptEnabled: false });
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('searchbox').count()).toBe(0);
    await page.getByText('a 204 is followed by content').last().click();
    await page.getByText('curl -i').first().waitFor();
    await page.locator('.op summary').click();
    await page.locator('.op').getByRole('link', { name: 'unanswered' }).click();
    await page.getByRole('article', { name: 'no complete response came' }).waitFor();
  });

  describe('the contract, line by line', () => {
    const source = `${'\n'.repeat(9)}    delete:\n      parameters:\n\n        - name: id\n${'\n'.repeat(7)}        '204':\n          x: 1\n        '400':\n`;
    const options = { readFile: () => source };

    test.each([true, false])('is the second view (scripts allowed: %s)', async (javaScriptEnabled) => {
      const page = await open(report, { javaScriptEnabled }, options);
      await page.locator('.source').waitFor({ state: 'hidden' });
      await page.getByRole('radio', { name: /^Contract/ }).check({ force: true });
      expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
        'The contract, line by line',
      ]);
      expect(await page.locator('.code span.broken').innerText()).toMatch(/^\s*'204':/);
      expect(await page.locator('.code span.unexercised').innerText()).toMatch(/^\s*'400':/);
      expect(await page.locator('.code em.unexercised').innerText()).toMatch(/^no response 400 came; tried/);
      await page.getByRole('link', { name: 'broken 204: a 204 has a Content-Length (#3)' }).click();
      await page.getByRole('article', { name: 'a 204 has a Content-Length' }).waitFor();
      const line = page
        .getByRole('article', { name: 'a 204 has a Content-Length' })
        .getByRole('link', { name: 'openapi.yaml:21:9' });
      await line.click();
      await page.waitForURL(/#L1-21$/);
      await page.locator('.code span.broken').waitFor();
      expect(requested).toEqual(['/']);
      expect(complaints).toEqual([]);
    });

    test('is folded by path', async () => {
      const page = await open(report, {}, options);
      await page.getByRole('radio', { name: /^Contract/ }).check({ force: true });
      await page.locator('.code').getByText('delete:').click();
      await page.locator('.code span.broken').waitFor({ state: 'hidden' });
      await page.getByText('1 broken, 1 not exercised').first().waitFor();
    });

    test.each([
      ['light', 1280],
      ['dark', 400],
    ] as const)('is accessible, and fits, in %s at %d pixels', async (colorScheme, width) => {
      const page = await open(report, { colorScheme, viewport: { width, height: 900 } }, options);
      await page.getByRole('radio', { name: /^Contract/ }).check({ force: true });
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
      expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html: node }) => node)])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    });

    test('of a large contract shows what is not in order', async () => {
      const many = `${source}${'        type: object\n'.repeat(4000)}`;
      const page = await open(report, {}, { readFile: () => many });
      await page.getByRole('radio', { name: /^Contract/ }).check({ force: true });
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
    const requirements = report.requirements.flatMap((each) => [
      { ...each, operation: `GET /${long}`, id: `GET /${long} ${each.rule}` },
      { ...each, operation: `PUT /${long}`, id: `PUT /${long} ${each.rule}` },
    ]);
    const page = await open(
      { ...report, exchanges, requirements, target: long, reason: long },
      { viewport: { width: 400, height: 800 } },
    );
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
  });

  test('prints every transcript, and nothing that needs a click', async () => {
    const page = await open(report, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    const heights = await page
      .locator('details.cause .wire')
      .evaluateAll((nodes) => nodes.map((node) => (node as unknown as { offsetHeight: number }).offsetHeight));
    expect(Math.min(...heights)).toBeGreaterThan(0);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('radio').count()).toBe(0);
    const colours = `getComputedStyle(document.querySelector('.rows')).backgroundColor`;
    expect(await page.evaluate(colours)).toBe('rgb(255, 255, 255)');
  });

  describe.each(Object.entries(runs))('of a run that comes to %s', (_, shown) => {
    test.each([
      ['light', 1280],
      ['dark', 1280],
      ['light', 400],
    ] as const)('is accessible in %s at %d pixels', async (colorScheme, width) => {
      const page = await open(shown, { colorScheme, viewport: { width, height: 900 } });
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
      expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html: node }) => node)])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    });
  });
});
