/** A page of few operations is below 1 MB, whatever was sent, came back or stands in the contract. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report, RequirementReport } from '../../report';
import { wholeText } from '../reporter';
import { html } from './html';

const report: Report = JSON.parse(readFileSync(join(__dirname, '../golden/report.json'), 'utf8'));
const [, , broken] = report.requirements as [unknown, unknown, RequirementReport];
const [exchange] = report.exchanges;
if (!exchange) throw new Error('The report has no exchange.');
/** Letters of three bytes. */
const LONG = '言'.repeat(4000);

test('of 12 operations with 60 findings each, long bodies and a contract of 30 MB', () => {
  const operations = Array.from({ length: 12 }, (_, at) => `GET /things-${at}`);
  const exchanges = Array.from({ length: 720 }, (_, index) => ({
    ...exchange,
    index: index + 1,
    request: { ...exchange.request, body: LONG },
    ...(exchange.response ? { response: { ...exchange.response, body: LONG } } : {}),
  }));
  const requirements = operations.flatMap((operation, at) =>
    Array.from({ length: 60 }, (_, index): RequirementReport => {
      const number = at * 60 + index + 1;
      const isSkipped = index % 3 === 0;
      const findings = isSkipped
        ? []
        : broken.findings.slice(0, 1).map(({ clause: _clause, ...finding }) => ({
            ...finding,
            message: `member ${number} ${LONG.slice(0, 100)}`,
            actual: LONG,
            exchange: number,
            exchanges: [number],
          }));
      const verdict = isSkipped ? { verdict: 'skip' as const, reason: `${number} ${LONG.slice(0, 300)}` } : {};
      return { ...broken, id: `${operation} rule-${index}`, rule: `rule-${index}`, operation, findings, ...verdict };
    }),
  );
  const observations = Array.from({ length: 300 }, (_, at) => ({
    operation: 'GET /things-1',
    asked: `asked ${at}`,
    answered: '200 OK',
    declared: true,
    message: 'answered',
    exchanges: [at + 1],
  })) as unknown as Report['observations'];
  const contract = `    description: ${LONG}\n`.repeat(2500);
  const whole: Report = { ...report, requirements, exchanges, observations };
  expect(Buffer.byteLength(wholeText(html(whole, { readFile: () => contract })))).toBeLessThan(1_000_000);
});
