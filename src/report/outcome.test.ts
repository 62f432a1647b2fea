import { outcomeOf } from './outcome';
import type { RequirementReport } from './report';

const finding = { id: 'f' } as unknown as RequirementReport['findings'][number];
const requirement = (more: Partial<RequirementReport>) =>
  ({ rule: 'house/currency', level: 'must', verdict: 'pass', findings: [], ...more }) as unknown as RequirementReport;
const waiver = { reason: 'later' };

test.each<[what: string, requirements: RequirementReport[], outcome: string, reason: RegExp | undefined]>([
  ['nothing was selected', [], 'incomplete', /no requirement of the contract was selected/],
  ['all passed', [requirement({})], 'conforms', undefined],
  ['one failed', [requirement({ verdict: 'fail', findings: [finding] })], 'violates', undefined],
  ['a breach is waived', [requirement({ verdict: 'skip', waiver, findings: [finding] })], 'conforms', undefined],
  [
    'a breach is in the baseline',
    [requirement({ verdict: 'skip', waiver: { ...waiver, known: true }, findings: [finding] })],
    'conforms',
    undefined,
  ],
  ['what was not exercised is waived', [requirement({ verdict: 'skip', waiver })], 'incomplete', /no answer came that/],
  [
    'what was not exercised is in the baseline',
    [requirement({ verdict: 'skip', waiver: { ...waiver, known: true } })],
    'incomplete',
    /nor was it before/,
  ],
  [
    'a rule had nothing to say',
    [requirement({ verdict: 'skip', unreached: true })],
    'incomplete',
    /no answer came that/,
  ],
  [
    'a rule was not exercised',
    [requirement({}), requirement({ verdict: 'skip', reason: 'no id' })],
    'incomplete',
    /nothing exercised: house\/currency \(no id\)/,
  ],
])('%s', (_, requirements, outcome, reason) => {
  const found = outcomeOf(requirements, undefined, { waiversFail: undefined, mistakes: 0, uncovered: undefined });
  expect(found.outcome).toBe(outcome);
  expect(found.reason ?? '').toMatch(reason ?? /^$/);
});
