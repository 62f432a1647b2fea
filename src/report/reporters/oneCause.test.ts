/** A cause comes once in each report for people, however many operations and messages show it; and its echoes come after it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Report, RequirementReport } from '../report';
import { github } from './github';
import { html } from './html/html';
import { summary } from './markdown';
import { wholeText } from './reporter';
import { terminal } from './terminal';

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

describe('what comes to the same where there is much of it', () => {
  const clauses = ['`minLength: 1` of /name', '`maximum: 5` of /rank', '`enum` of /kind', '`type: object` of the body'];
  const missing = clauses.map((each, index) => ({
    ...at('POST /plants', {
      message: `${each} is not enforced`,
      clause: { ...clause, pointer: `#/components/schemas/Plant/${index}` },
      expected: `a refusal ${index}`,
      exchanges: [3],
    }),
    id: `POST /plants refused ${index}`,
    together: 'input is not validated',
  }));
  const many: Report = { ...report, requirements: missing };
  const heading = 'input is not validated: 4 clauses';

  test('has one heading in the terminal, with each clause below it, and all causes are counted', () => {
    const text = terminal(many, { color: false, width: 80, verbose: false });
    expect(text).toContain('What is wrong: 4 causes');
    expect(text).toContain(`  1  FAIL  ${heading}\n           POST /plants, `);
    expect(text.replace(/\s+/g, ' ')).toContain(
      '`minLength: 1` /name, `maximum: 5` /rank, `enum` /kind, `type: object`',
    );
  });

  test('has one in Markdown, with a row for each below it', () => {
    const rows = summary(many, {}).match(/^\| ❌ .*$/gm) ?? [];
    expect(rows).toHaveLength(5);
    expect(rows[0]).toContain(heading);
    expect(rows[4]).toContain('is not enforced');
  });

  test('has one in the page, which unfolds to each', () => {
    const page = wholeText(html(many));
    expect(page.split(`<span class="what">${heading}</span>`)).toHaveLength(2);
    expect(page).toContain('<span>4 causes, the worst first</span>');
  });

  test('has none where there are two', () => {
    const two: Report = { ...report, requirements: missing.slice(0, 2) };
    for (const text of [
      terminal(two, { color: false, width: 80, verbose: false }),
      summary(two, {}),
      wholeText(html(two)),
    ])
      expect(text).not.toContain('input is not validated: ');
  });
});
