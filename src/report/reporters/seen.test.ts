/** What a report says of a part of a contract: nothing passes that no exchange showed, and all reports have the same numbers. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CoverageReport, Report, RequirementReport, Verdict } from '../report';
import { reporters } from '.';
import { summary } from './markdown';
import { wholeText } from './reporter';
import { terminal } from './terminal';

const golden: Report = JSON.parse(readFileSync(join(__dirname, 'golden/report.json'), 'utf8'));
const [kept] = golden.requirements as [RequirementReport, ...RequirementReport[]];

const at = (operation: string, rule: string, rest: Partial<RequirementReport> = {}): RequirementReport => {
  return { ...kept, operation, rule, id: `${operation} ${rule}`, ...rest };
};
const skipped = { verdict: 'skip', reason: 'no exchange exercised it', exchanges: 0, unreached: true } as const;

const called = ['GET /0', 'GET /1', 'GET /2'].flatMap((name) => [at(name, 'a'), at(name, 'b', skipped)]);
const uncalled = ['GET /3', 'GET /4'].flatMap((name) => [at(name, 'a', skipped), at(name, 'b', skipped)]);
const waived = at('GET /2', 'c', { verdict: 'skip', waiver: { reason: 'later' } });
const requirements = [...called, waived, ...uncalled];

const counts: Record<Verdict, number> = { pass: 3, fail: 0, warn: 0, skip: 8 };
const coverage: CoverageReport = {
  clauses: 375,
  exercised: 3,
  broken: 0,
  kinds: { operation: { clauses: 5, exercised: 3 } },
  operations: [],
  unexercised: [],
  reached: [],
};
const recording: Report = {
  ...golden,
  outcome: 'conforms',
  exitCode: 0,
  recorded: true,
  requirements,
  counts,
  coverage,
  waivers: [],
  observations: [],
  leftovers: [],
};
delete (recording as { reason?: string }).reason;

const rendered = (name: string) =>
  wholeText((name === 'summary' ? summary : reporters[name])?.(recording, { color: false, width: 100 }) ?? '');
const color = (of: Partial<Report>) => terminal({ ...recording, ...of }, { color: true, width: 100 });
const green = `\u001b[32mOutcome: conforms`;

test('in the terminal, an operation that nothing called does not pass', () => {
  const lines = terminal(recording, { color: false, width: 100 }).split('\n');
  expect(lines).toContain('  GET /0  pass  1 of 2 requirements, 4 exchanges');
  expect(lines).toContain('  GET /3  skip  2 requirements: no exchange exercised it');
  expect(lines).toContain('  GET /4  skip  2 requirements: no exchange exercised it');
  expect(lines).toContain('Outcome: conforms (exit 0) in what was seen: 0.8 % of the contract (3 of 5 operations)');
});

test('the outcome of a part is not green, that of the whole is', () => {
  expect(color({})).not.toContain(green);
  const { recorded: _, ...run } = recording;
  expect(terminal(run, { color: true, width: 100 })).not.toContain(green);
  const whole = { ...run, coverage: { ...coverage, kinds: { operation: { clauses: 5, exercised: 5 } } } };
  const shown = terminal(whole, { color: true, width: 100 });
  expect(shown).toContain(green);
  expect(shown).not.toContain('in what was seen');
});

test.each(['terminal', 'html', 'junit', 'github', 'summary'])('%s says how much was seen', (name) => {
  const text = rendered(name);
  expect(text.replaceAll('%25', '%').replaceAll('\\', '')).toContain('0.8 % of the contract (3 of 5 operations)');
  if (name === 'html') expect(text).toContain('<header class="conforms partly">');
  if (name === 'summary') expect(text).not.toContain('✅');
});

test('all reports count the same requirements as skipped', () => {
  const number = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((sum, [, n]) => sum + Number(n), 0);
  expect(number(rendered('terminal'), /, (\d+) skipped/g)).toBe(8);
  expect(rendered('terminal')).toContain('8 skipped (7 of them not reached)');
  expect(number(rendered('html'), /<b>(\d+)<\/b> skipped/g)).toBe(8);
  expect(number(rendered('junit'), /<testsuite [^>]*skipped="(\d+)"/g)).toBe(8);
  expect((JSON.parse(rendered('json')) as Report).counts.skip).toBe(8);
  expect(number(rendered('summary'), /, (\d+) skipped/g)).toBe(8);
});
