import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report, RequirementReport } from '../../report';
import { wholeText } from '../reporter';
import { html } from './html';

const report: Report = JSON.parse(readFileSync(join(__dirname, '../golden/report.json'), 'utf8'));
const [, , broken] = report.requirements as [unknown, unknown, RequirementReport];

function shownOf(actuals: readonly string[]): string[] {
  const requirements = actuals.map((actual, at) => ({
    ...{ ...broken, rule: `rule-${at}`, id: `${broken.operation} rule-${at}` },
    findings: broken.findings
      .slice(0, 1)
      .map(({ clause: _, ...finding }) => ({ ...finding, actual, exchange: at + 1, exchanges: [at + 1] })),
  }));
  const page = wholeText(html({ ...report, requirements }));
  return [...page.matchAll(/<small class="came">([^<]*)/g)].map(([, told = '']) => told);
}

test('causes with the same words are told apart by what came, unless that is long', () => {
  expect(shownOf(['200 OK', '404 <Not Found>', 'x'.repeat(50)])).toEqual([
    'came: 200 OK',
    'came: 404 &lt;Not Found&gt;',
  ]);
});

test('a cause with words of its own has nothing more', () => {
  expect(shownOf(['200 OK'])).toEqual([]);
});
