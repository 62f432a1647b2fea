/** A cause comes once in each report for people, however many operations and messages show it; and its echoes come after it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Report, RequirementReport } from '../report';
import { github } from './github';
import { html } from './html/html';
import { summary } from './markdown';
import { wholeText } from './reporter';

const golden: Report = JSON.parse(readFileSync(join(__dirname, 'golden/report.json'), 'utf8'));
const broken = golden.requirements[2] as RequirementReport;
const [finding] = broken.findings as [Finding];
const clause = { ...broken.clause, pointer: '#/components/schemas/Plant', line: 70 };

const at = (operation: string, rest: Partial<Finding>): RequirementReport => ({
  ...broken,
  operation,
  id: `${operation} broken`,
  findings: [{ ...finding, clause, exchanges: [3], actual: '1', ...rest }],
});

const requirements = [
  at('GET /plants', { message: '/0/name must be string' }),
  at('GET /plants/{id}', { message: '/tags/3 must be boolean' }),
  at('GET /beds', {
    message: '/plant is not what was sent',
    actual: 'another',
    clause: { ...clause, line: 80, pointer: '#/components/schemas/Bed' },
    echoOf: { requirement: 'GET /plants broken', message: '/0/name must be string' },
  }),
];
const { reason: _, ...report }: Report = { ...golden, requirements };

test('in the annotations, with the other ways to break it and its echo', () => {
  const lines = github(report, {}).trim().split('\n');
  expect(lines).toEqual([expect.stringMatching(/^::error .*line=70.* 2 operations::.*%0Aalso: must be boolean%0A/)]);
  expect(lines[0]).toContain('%0Aecho: GET /beds: /plant is not what was sent (broken)%0A');
});

test('in the summary', () => {
  const rows = summary(report, {}).match(/^\| ❌ .*$/gm);
  expect(rows).toEqual([expect.stringMatching(/must be string.*; also: must be boolean; echo: GET \/beds: /)]);
});

test('in the page, where each of its messages has an exchange, and the echo leads to it', () => {
  const page = wholeText(html(report));
  const [first = '', second] = [...page.matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id);
  expect(second).not.toBe(first);
  const [, cause = '', echo = ''] = page.split('<article ');
  expect(cause).toContain('/0/name must be string');
  expect(cause).toContain('/tags/3 must be boolean');
  expect(echo).toContain(`First mend <a href="#${first}">/0/name must be string</a>`);
});
