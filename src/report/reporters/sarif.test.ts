/** What code scanning reads: each file keeps the schema of SARIF 2.1.0, and says what a person needs. */

import '@microsoft/jest-sarif';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Report, RequirementReport } from '../report';
import { sarif } from './sarif';

const clause = { pointer: '#/paths/~1plants/get', file: 'api/my plants.yaml', line: 7, column: 5 };
const finding = (rest: Partial<Finding> = {}): Finding => ({
  message: '/error must be integer',
  expected: 'integer',
  actual: '"1"',
  level: 'must',
  exchange: 1,
  exchanges: [1],
  ...rest,
});
const requirement = (rest: Partial<RequirementReport> = {}): RequirementReport => ({
  id: 'GET /plants 400 body-schema',
  rule: 'body-schema',
  level: 'must',
  operation: 'GET /plants',
  statement: 'The body satisfies the declared schema.',
  clause,
  reference: 'OpenAPI 3.1 §4.8.17',
  advice: 'Give every such answer the declared shape.',
  verdict: 'fail',
  exchanges: 1,
  findings: [finding()],
  ...rest,
});
const report = (requirements: readonly RequirementReport[], rest: Partial<Report> = {}): Report => ({
  schemaVersion: 1,
  tool: { name: 'espalier', version: '0.1.0' },
  contract: { title: 'Plants', version: '1', file: clause.file },
  target: 'http://localhost:8080',
  startedAt: '2026-11-27T10:00:00.000Z',
  outcome: 'violates',
  exitCode: 1,
  durationMs: 1,
  counts: { pass: 0, fail: 1, warn: 0, skip: 0 },
  requirements,
  waivers: [],
  observations: [],
  sent: 1,
  exchanges: [],
  ...rest,
});

function runOf(shown: Report) {
  const log = JSON.parse(sarif(shown, {}));
  expect({ ...log, version: 'another' }).not.toBeValidSarifLog();
  expect(log).toBeValidSarifLog();
  return log.runs[0];
}

test('a finding has a rule, a place and the id that it has in each run', () => {
  const { results, tool } = runOf(report([requirement()]));
  const id = results[0].partialFingerprints['findingId/v1'];
  expect(id).toMatch(/^[a-z2-9]{7}$/);
  expect(results[0]).toMatchObject({
    ruleId: 'body-schema',
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'api/my%20plants.yaml' },
          region: { startLine: 7, startColumn: 5 },
        },
      },
    ],
    partialFingerprints: { primaryLocationLineHash: `${id}:1` },
  });
  expect(tool.driver.rules).toEqual([
    expect.objectContaining({ id: 'body-schema', defaultConfiguration: { level: 'error' } }),
  ]);
  const changed = requirement({ findings: [finding({ message: 'in other words', actual: '"2"' })] });
  expect(runOf(report([changed])).results[0].partialFingerprints['findingId/v1']).toBe(id);
});

test.each<[string, Partial<RequirementReport>, string, string | undefined]>([
  ['a failure', {}, 'error', undefined],
  ['a warning', { level: 'should', verdict: 'warn', findings: [finding({ level: 'should' })] }, 'warning', undefined],
  ['what is known', { verdict: 'pass', findings: [finding({ known: true })] }, 'note', 'The baseline has it.'],
  ['what is waived', { verdict: 'skip', waiver: { reason: 'OPS-12' } }, 'note', 'OPS-12'],
])('%s', (_, rest, level, justification) => {
  const [result] = runOf(report([requirement(rest)])).results;
  expect(result.level).toBe(level);
  expect(result.suppressions).toEqual(justification && [{ kind: 'external', justification }]);
});

test('a run that could not take place says why, and where', () => {
  const mistakes = [{ file: 'openapi.yaml', line: 3, column: 1, message: '`paths` is missing.' }];
  const failed = report([], { outcome: 'error', exitCode: 2, reason: 'the contract cannot be used', mistakes });
  const { results, invocations, tool } = runOf(failed);
  expect(results).toEqual([expect.objectContaining({ ruleId: 'mistake', level: 'error' })]);
  expect(tool.driver.rules).toEqual([expect.objectContaining({ id: 'mistake' })]);
  expect(invocations).toEqual([
    expect.objectContaining({
      executionSuccessful: false,
      exitCode: 2,
      toolExecutionNotifications: [{ level: 'error', message: { text: 'the contract cannot be used' } }],
    }),
  ]);
});

test('the file of a whole report keeps the schema', () => {
  const golden = readFileSync(join(__dirname, 'golden', 'report.sarif'), 'utf8');
  expect(JSON.parse(golden)).toBeValidSarifLog();
});

test('no file has more results than code scanning takes, and the worst stay', () => {
  const many = Array.from({ length: 25_001 }, () => requirement({ verdict: 'warn' }));
  const { results, invocations } = runOfMany(report([...many, requirement()]));
  expect(results).toHaveLength(25_000);
  expect(results[0].level).toBe('error');
  expect(invocations[0].toolExecutionNotifications[0].message.text).toBe('2 findings more are in the JSON report.');
});

/** Without the schema, which takes long for so many. */
function runOfMany(shown: Report) {
  return JSON.parse(sarif(shown, {})).runs[0];
}
