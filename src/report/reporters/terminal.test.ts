/** The whole of the terminal's report of a contract with several operations; the golden file shows that of one. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Finding, Report, RequirementReport } from '../report';
import { terminal } from './terminal';

const golden: Report = JSON.parse(readFileSync(join(__dirname, 'golden/report.json'), 'utf8'));
const [kept, kept400, broken, , , unexercised] = golden.requirements as [RequirementReport, ...RequirementReport[]];

function at(operation: string, requirement: RequirementReport | undefined, rest: Partial<RequirementReport> = {}) {
  const given = requirement ?? kept;
  return { ...given, operation, id: given.id.replace(given.operation, operation), ...rest };
}

const skip = (reason: string) => ({ verdict: 'skip', reason, exchanges: 0, findings: [] }) as const;

/** Ten operations: seven in order, two that have the same wrong, one that nobody asked. */
const names = Array.from({ length: 7 }, (_, index) => `GET /things/${index}`);
const requirements = [
  ...names.flatMap((name, index) => [kept, kept400].map((each) => at(name, each, { exchanges: index === 0 ? 5 : 0 }))),
  ...['DELETE /a', 'DELETE /b'].flatMap((name) => [at(name, kept), at(name, broken)]),
  ...[kept, kept400].map((each) => at('POST /a', each, skip('it has a request body'))),
];
const report: Report = { ...golden, requirements, waivers: [], observations: [] };

const text = (changed: Partial<Report> = {}) =>
  terminal({ ...report, ...changed }, { color: false, width: 80, verbose: true });

test('an operation that is in order is one line, and so is one that nobody asked', () => {
  const lines = text().split('\n');
  expect(lines).toContain('1   GET /things/0  pass  2 requirements, 5 exchanges');
  expect(lines).toContain('2   GET /things/1  pass  2 requirements');
  expect(lines).toContain('10  POST /a        skip  2 requirements: it has a request body');
  expect(lines.filter((line) => /^ {2}\d+\.\d+ +pass/.test(line))).toEqual([]);
  expect(lines.filter((line) => line === '        pass  1 other')).toHaveLength(2);
});

test('where some of it was skipped, the line says how much', () => {
  const some = requirements.map((each, index) => (index === 1 ? { ...each, ...skip('nothing came') } : each));
  expect(text({ requirements: some })).toContain('1   GET /things/0  skip  1 of 2 requirements, 5 exchanges');
});

test('a finding that another operation has, too, is shown once', () => {
  const shown = text();
  expect(shown.match(/received {2}\|/g)).toHaveLength(1);
  expect(shown.replace(/\s+/g, ' ')).toContain('a 204 has a Content-Length (should): as in 8.2');
});

test('the last screen of a large run names what is broken once more, the worst first', () => {
  const more = ['GET /c', 'GET /d', 'GET /e'].map((name) => at(name, broken));
  const other = at('GET /f', broken, { findings: [{ ...(broken?.findings[1] as Finding), message: 'another thing' }] });
  const shown =
    text({ requirements: [...requirements, other, ...more] })
      .split('Outcome: ')[1]
      ?.split('\n') ?? [];
  expect(shown.filter((line) => line.includes('FAIL'))).toEqual([
    '  FAIL  a 204 is followed by content: DELETE /a and 4 others',
    '  FAIL  another thing: GET /f',
  ]);
});

test('of few operations each requirement is shown', () => {
  const few = requirements.slice(0, 6);
  expect(text({ requirements: few }).match(/^ {2}\d\.\d +pass/gm)).toHaveLength(6);
});

test('a reason is told once, with all that it is the reason for', () => {
  const shown = text({
    requirements: [
      ...requirements,
      at('PUT /a', kept, skip('it has a request body')),
      ...['GET /x', 'GET /y'].flatMap((name) => [at(name, kept), at(name, kept400, skip('no 400 came'))]),
    ],
  });
  expect(shown).toContain(
    '\nNot exercised\n\n  POST /a, PUT /a\n    it has a request body\n\n  GET /x, GET /y: kept 400\n    no 400 came\n',
  );
  expect(shown.indexOf('Not exercised')).toBeLessThan(shown.indexOf('Outcome'));
});

test('what to hand over is named once, for what asks most of it', () => {
  const handOver = (text: string) => ({ ...skip('nothing came'), handOver: [text] });
  const shown = text({
    requirements: [
      at('GET /a', kept, handOver('a value of "id" that exists (--param id=VALUE)')),
      at('DELETE /a', kept, handOver('a value of "id" that exists and may be used up (--param id=VALUE)')),
    ],
  });
  expect(shown.match(/--param id=VALUE/g)).toHaveLength(1);
  expect(shown.replace(/\s+/g, ' ')).toContain('that exists and may be used up (--param id=VALUE)');
});

test('the waivers that are offered can be pasted, and let pass just what was skipped', () => {
  const odd = 'GET /a: #b';
  const open = ['DELETE /a', odd].map((name) =>
    at(name, unexercised, { handOver: ['what draws 400 (--provoke 400:)'] }),
  );
  const shown = text({ requirements: [...requirements, ...open] });
  const [, pasted = ''] = /Or let it pass, in espalier\.yaml\n\n((?: {2}.*\n)+)/.exec(shown) ?? [];
  expect(parse(pasted)).toEqual({
    waivers: ['DELETE /a', odd].map((operation) => ({
      rule: 'unexercised 400',
      operation,
      reason: 'nothing draws this response',
    })),
  });
});

test('says once what the curl lines need', () => {
  const curl = `curl -H "Authorization: Bearer $ESPALIER_TOKEN" -H "X-Api-Key: $X_API_KEY"`;
  expect(text().match(/Set ESPALIER_TOKEN to run the curl lines\./g)).toHaveLength(1);
  const exchanged = golden.exchanges.map((each) => ({ ...each, curl }));
  expect(text({ exchanges: exchanged })).toContain('Set ESPALIER_TOKEN and X_API_KEY to run the curl lines.');
  const conforms = requirements.filter(({ findings }: { findings: readonly Finding[] }) => findings.length === 0);
  expect(text({ requirements: conforms })).not.toContain('to run the curl lines');
});

test('of a contract that could not be read is short', () => {
  const contract = { title: '', version: '', file: 'a.yaml' };
  const nothing = { requirements: [], exchanges: [], leftovers: [], counts: { pass: 0, fail: 0, warn: 0, skip: 0 } };
  const shown = text({ ...nothing, contract, target: '', outcome: 'error', exitCode: 2, reason: 'a.yaml:1:1: no' });
  expect(shown.split('\n').slice(0, 4)).toEqual(['a.yaml', '', 'Outcome: error (exit 2)', '  a.yaml:1:1: no']);
});

test('what was not judged is listed with its reasons', () => {
  const unjudged = [{ operation: 'GET /a', reason: 'a body was longer than 8 MiB', exchanges: 2 }];
  expect(text({ unjudged })).toContain(
    'Not judged: these exchanges prove nothing\n\n  - GET /a: 2 exchanges: a body was longer than 8 MiB\n',
  );
  expect(text()).not.toContain('Not judged');
});

test('what draws a response is advised only to the command that sends requests', () => {
  const unreached = at('GET /a', kept400, { ...skip('no response came'), unreached: true, level: 'must' });
  expect(text({ requirements: [unreached] })).toContain('--provoke');
  const shown = text({ requirements: [unreached], recorded: true });
  expect(shown).toContain('--complete asks for them.');
  expect(shown).not.toContain('--provoke');
});
