import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';
import { testWide } from '../../support/testing/cases.testing';
import type { Finding, Report, RequirementReport } from '../report';
import { junit } from './junit';

const golden = (name: string) => readFileSync(join(__dirname, 'golden', name), 'utf8');
const report: Report = JSON.parse(golden('report.json'));
const [kept, , broken] = report.requirements as [RequirementReport, RequirementReport, RequirementReport];
const [finding] = broken.findings as [Finding];

/** Against the schema by which Jenkins takes JUnit files in. */
async function mistakesIn(xml: string): Promise<readonly unknown[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'junit.xml', contents: xml },
    schema: { fileName: 'junit-10.xsd', contents: golden('junit-10.xsd') },
  });
  return errors;
}

const runs: Readonly<Record<string, Partial<Report>>> = {
  'one that violates': {},
  'one that conforms': { outcome: 'conforms', requirements: [kept] },
  'an incomplete one': { outcome: 'incomplete', reason: 'nothing exercised: kept' },
  'one that did not get to anything': {
    outcome: 'error',
    reason: 'it cannot be reached',
    requirements: [],
    exchanges: [],
  },
};

test.each(Object.entries(runs))('%s is valid', async (_, changes) => {
  expect(await mistakesIn(junit({ ...report, ...changes }))).toEqual([]);
});

test('the schema tells valid from invalid', async () => {
  expect(await mistakesIn('<testsuites><testcase/></testsuites>')).not.toEqual([]);
});

test('characters that XML cannot hold are escaped', async () => {
  const illegal = '\u0000\u0008\u000b\u001b\ud800\ufffe\uffff';
  const requirement = { ...broken, findings: [{ ...finding, message: `message ${illegal}`, actual: illegal }] };
  const xml = junit({ ...report, requirements: [requirement], reason: illegal, target: illegal });
  expect(await mistakesIn(xml)).toEqual([]);
  expect(xml).toContain('\\u0000\\u0008\\u000b\\u001b\\ud800\\ufffe\\uffff');
});

test('a message is one line, for an attribute holds no line end', () => {
  const requirement = { ...broken, findings: [{ ...finding, message: 'one\ntwo\tthree' }] };
  expect(junit({ ...report, requirements: [requirement] })).toContain('<failure message="one two three"');
});

test.each([
  ['error', { outcome: 'error', reason: 'it cannot be reached' }, '<error message="error: it cannot be reached"'],
  ['incomplete', { outcome: 'incomplete', reason: 'nothing sent' }, '<error message="incomplete: nothing sent"'],
  ['violates', { outcome: 'violates', reason: 'a waiver expired' }, '<failure message="violates: a waiver expired"'],
] as const)('a run that comes to %s is no success, whatever its requirements say', (_, changes, expected) => {
  const xml = junit({ ...report, requirements: [kept], leftovers: [], ...changes });
  expect(xml).toContain(expected);
  expect(xml).toMatch(/<testsuites [^>]*tests="2" failures="[01]" errors="[01]"/);
});

testWide('of what there is no room for the message is there, and what fails comes first', () => {
  const exchanges = report.exchanges.map((each) => ({ ...each, raw: 'x'.repeat(4_000_000) }));
  const shown = report.exchanges.find(({ index }) => index === finding.exchange)?.index ?? 0;
  const many = (verdict: 'warn' | 'fail') =>
    Array.from({ length: 6 }, (_, at) => ({
      ...broken,
      operation: `GET /${verdict}${at}`,
      verdict,
      findings: [{ ...finding, exchange: shown }],
    }));
  const xml = junit({ ...report, exchanges, requirements: [...many('warn'), ...many('fail')] });
  expect(xml.length).toBeLessThan(30_000_000);
  const left = xml.split('<testsuite ').filter((suite) => suite.includes('more is in the JSON report'));
  expect(left.length).toBeGreaterThan(6);
  expect(left.filter((suite) => suite.includes('GET /warn'))).toHaveLength(6);
  expect(left.every((suite) => suite.includes(finding.message.slice(0, 20)))).toBe(true);
});

test('as many are skipped as in any other report, whatever was left behind', () => {
  const skipped = [...junit(report).matchAll(/<testsuite [^>]*skipped="(\d+)"/g)].map(([, number]) => Number(number));
  expect(report.leftovers?.length).toBeGreaterThan(0);
  expect(skipped.reduce((all, one) => all + one, 0)).toBe(
    report.requirements.filter(({ verdict }) => verdict === 'skip').length,
  );
});
