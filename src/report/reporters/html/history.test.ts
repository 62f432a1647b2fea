import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report, RequirementReport } from '../../report';
import { wholeText } from '../reporter';
import { changesSince, historyElement, historyIn, readHistory } from './history';
import { html } from './html';

const golden: Report = JSON.parse(readFileSync(join(__dirname, '../golden/report.json'), 'utf8'));
const [, , broken, unanswered, advised] = golden.requirements as [
  unknown,
  unknown,
  RequirementReport,
  RequirementReport,
  RequirementReport,
];
const passed = (requirement: RequirementReport): RequirementReport => ({
  ...requirement,
  verdict: 'pass',
  findings: [],
});
const skipped = (requirement: RequirementReport): RequirementReport => ({ ...passed(requirement), verdict: 'skip' });

/** Makes a run of a day with these requirements. */
const run = (day: number, requirements: readonly RequirementReport[], rest: Partial<Report> = {}): Report => ({
  ...golden,
  startedAt: `2026-11-0${day}T10:00:00.000Z`,
  requirements,
  ...rest,
});

/** Runs one after another, each with the page of the run before it, and counts what the last one changed. */
function after(...runs: readonly Report[]): string {
  const changes = runs.reduce<ReturnType<typeof changesSince> | undefined>((last, report) => {
    const page = last && wholeText(['<p>', historyElement(last.history).text, '<script>1</script>']);
    return changesSince(report, readHistory(page === undefined ? undefined : historyIn(page)));
  }, undefined);
  const { comparedWith, fresh, mended, stillThere, notLookedFor } = changes ?? changesSince(golden, undefined);
  return `${comparedWith?.slice(8, 10) ?? 'first'}: ${fresh.size} new, ${mended.length} mended, ${stillThere} still there, ${notLookedFor} not looked for`;
}

const all = [broken, unanswered, advised];

test.each<[name: string, runs: Report[], said: string]>([
  ['a first run', [run(1, all)], 'first: 0 new, 0 mended, 4 still there, 0 not looked for'],
  ['the same again', [run(1, all), run(2, all)], '01: 0 new, 0 mended, 4 still there, 0 not looked for'],
  [
    'with other values, another seed, another order',
    [
      run(1, all),
      run(
        2,
        all.toReversed().map((each) => ({
          ...each,
          findings: each.findings.map((finding) => ({
            ...finding,
            actual: 'x',
            exchange: 9,
            exchanges: [9],
            message: `${finding.message} at /items/7`,
          })),
        })),
        { seed: 8 },
      ),
    ],
    '01: 0 new, 0 mended, 4 still there, 0 not looked for',
  ],
  [
    'one more',
    [run(1, [broken, passed(advised)]), run(2, [broken, advised])],
    '01: 1 new, 0 mended, 2 still there, 0 not looked for',
  ],
  [
    'one less',
    [run(1, all), run(2, [passed(broken), unanswered, advised])],
    '01: 0 new, 2 mended, 2 still there, 0 not looked for',
  ],
  [
    'nobody looked for it',
    [run(1, all), run(2, [skipped(broken), advised])],
    '01: 0 new, 0 mended, 1 still there, 3 not looked for',
  ],
  [
    'a waiver lets it pass',
    [
      run(1, all),
      run(
        2,
        all.map((each) => ({ ...each, verdict: 'skip' })),
      ),
    ],
    '01: 0 new, 0 mended, 4 still there, 0 not looked for',
  ],
  [
    'it comes again after nobody looked',
    [run(1, all), run(2, [advised]), run(3, all)],
    '02: 0 new, 0 mended, 4 still there, 0 not looked for',
  ],
  [
    'a run that came to nothing changes nothing',
    [run(1, all), run(2, [], { outcome: 'error' }), run(3, all)],
    '01: 0 new, 0 mended, 4 still there, 0 not looked for',
  ],
  [
    'another contract',
    [run(1, all), run(2, all, { contract: { ...golden.contract, title: 'Trees' } })],
    'first: 0 new, 0 mended, 4 still there, 0 not looked for',
  ],
  [
    'the report of one run, written twice',
    [run(1, all), run(1, all)],
    'first: 0 new, 0 mended, 4 still there, 0 not looked for',
  ],
])('%s', (_, runs, said) => {
  expect(after(...runs)).toBe(said);
});

test.each([
  '',
  '{',
  '[]',
  '{"version":2}',
  '{"version":1,"contract":"x","runs":[{}],"open":{}}',
  '{"version":1,"contract":"x","runs":[],"open":{"a":[1]}}',
])('what no version wrote counts as none: %s', (text) => {
  expect(readHistory(text)).toBeUndefined();
});

test('a page remembers the last twelve runs', () => {
  let earlier = '';
  for (let day = 1; day < 30; day++) {
    const startedAt = `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
    earlier = historyIn(wholeText(html({ ...golden, startedAt }, { earlier }))) ?? '';
  }
  expect(
    readHistory(earlier)
      ?.runs.map(({ startedAt }) => startedAt.slice(8, 10))
      .join(),
  ).toBe('18,19,20,21,22,23,24,25,26,27,28,29');
});

test('nothing that a target sent ends the element', () => {
  const [finding] = broken.findings;
  const attack = {
    ...broken,
    findings: finding ? [{ ...finding, message: '</script><script>alert(1)</script>' }] : [],
  };
  const page = wholeText(html(run(1, [attack])));
  const [, open = ''] = /"open":(.*?)<\/script>/.exec(page) ?? [];
  expect(open).toContain('\\u003c/script>\\u003cscript>');
  expect(readHistory(historyIn(page))?.open).toBeDefined();
});
