/** A browser's session against the mock, recorded by the browser, judged. */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startMock } from '../..';
import type { Report } from '../../report/report';
import { describeInChromium, launchChromium } from '../../support/testing/chromium.testing';
import { folderOf, runCli } from '../tests/cli.testing';

const CONTRACT = resolve(__dirname, '../../../openapi.yaml');

describeInChromium("a browser's session", () => {
  test('with the mock keeps the contract', async () => {
    const cwd = folderOf({});
    const mock = await startMock({ contract: CONTRACT, port: 0 });
    const browser = await launchChromium();
    try {
      const context = await browser.newContext({ recordHar: { path: join(cwd, 'session.har'), content: 'embed' } });
      const page = await context.newPage();
      await page.goto(`${mock.url}/_espalier`);
      const ask = (path: string, headers: Record<string, string>) =>
        page.evaluate(
          async ([to, fields]) => {
            const response = await fetch(to, { method: 'DELETE', headers: fields });
            // What no page reads, a browser does not keep.
            await response.text();
            return response.status;
          },
          [`${mock.url}${path}`, headers] as const,
        );
      expect(await ask('/plants/7', { Authorization: 'Bearer t' })).toBe(204);
      expect(await ask('/plants/abc', { Authorization: 'Bearer t' })).toBe(400);
      await context.close();
    } finally {
      await browser.close();
      await mock.close();
    }
    const args = ['judge', 'session.har', '--contract', CONTRACT, '--report', 'json=report.json'];
    const { exitCode, stderr } = await runCli(args, { cwd });
    const report: Report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
    expect({ exitCode, stderr, outcome: report.outcome, sent: report.sent }).toMatchObject({
      exitCode: 0,
      outcome: 'conforms',
      sent: 2,
    });
    expect(report.coverage).toMatchObject({ broken: 0 });
  });
});
