import { whyNotExercised } from './coverageShare';
import type { CoverageReport } from './report';

const covered = (reasons: readonly (readonly [reason: string, uses: number])[]) =>
  ({
    unexercised: reasons.map(([reason, uses]) => ({ reason, operations: Array.from({ length: uses }, () => 0) })),
  }) as unknown as CoverageReport;

test.each<[string, Parameters<typeof covered>[0], string | undefined]>([
  ['all was exercised', [], undefined],
  ['one was not', [['no response 404 came', 1]], '1 was not: no response 404 came (1)'],
  [
    'the cause stands before what was tried',
    [
      ['no response 404 came; tried: valid → 200', 2],
      ['no response 404 came: 7 were answered 403', 1],
    ],
    '3 were not: no response 404 came (3)',
  ],
  [
    'the causes that most have come first, and the rest is counted',
    [
      ['a', 1],
      ['b', 9],
      ['c', 2],
      ['d', 3],
      ['e', 1],
    ],
    '16 were not: b (9), d (3), c (2), and others (2)',
  ],
])('%s', (_, reasons, said) => {
  expect(whyNotExercised(covered(reasons))).toBe(said);
});
