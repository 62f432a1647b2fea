import type { Break, BreakKind } from '../../diff/breaks';
import { diffReporters } from './diffFormats';
import type { DiffReport, ToldBreak } from './diffReport';

const clause = (line: number) => ({ pointer: '#', file: 'new.yaml', line, column: 5 });
const told = (
  kind: string,
  line: number,
  rest: Pick<ToldBreak, 'level' | 'fails'> & { waived?: string },
): ToldBreak => {
  const first: Break = {
    kind: kind as BreakKind,
    operation: 'GET /pets',
    subject: 'the answer 200',
    path: '',
    message: `what ${kind} is`,
    before: { text: 'old', clause: undefined },
    now: { text: 'new', clause: clause(line) },
    witness: { kind: 'answer', status: '200', headers: [], body: '{}' } as unknown as Break['witness'],
  };
  return { first, breaks: [first], ...rest };
};
const report: DiffReport = {
  before: { title: 'Pets', version: '1', file: 'old.yaml' },
  now: { title: 'Pets', version: '2', file: 'new.yaml' },
  seed: 7,
  breaks: [
    told('operation-removed', 3, { level: 'break', fails: true }),
    told('media-type-added', 4, { level: 'intent', fails: false }),
    told('operation-renamed', 5, { level: 'note', fails: false }),
    told('status-added', 6, { level: 'break', fails: false, waived: 'known' }),
  ],
  waivers: [],
  harmless: [],
  unproven: [
    {
      ...{ operation: 'GET /pets', subject: 'the body', before: clause(8), now: clause(9) },
      reason: 'They differ in `not`.',
    },
  ],
  notCompared: [],
  added: [],
  addedParts: [],
  notes: ['the servers are others'],
  compared: 1,
  reason: 'clients break',
  exitCode: 1,
};

function lines(format: string, more: Partial<DiffReport> = {}): string[] {
  return (diffReporters[format]?.({ ...report, ...more }, { color: false, verbose: false }) ?? '').trim().split('\n');
}

test('GitHub is told of each level by a command of its own', () => {
  expect(lines('github').map((line) => line.replace(/%0A.*/, ''))).toEqual([
    '::error file=new.yaml,line=3,col=5::operation-removed: GET /pets',
    '::warning file=new.yaml,line=4,col=5::media-type-added: GET /pets',
    '::warning file=new.yaml,line=9,col=5::changed, and not proven: GET /pets: the body. They differ in `not`.',
    '::notice file=new.yaml,line=5,col=5::operation-renamed: GET /pets',
    '::notice file=new.yaml,line=1,col=1::the servers are others',
  ]);
});

test('GitHub is told why a comparison fails without a break', () => {
  const [first] = lines('github', { breaks: [], reason: 'parts changed, and no value shows what that means' });
  expect(first).toBe('::error file=new.yaml,line=1,col=1::parts changed, and no value shows what that means');
});

test('GitHub is told of ten of a level, and of how many more there are', () => {
  const unproven = Array.from({ length: 12 }, () => report.unproven).flat();
  const said = lines('github', { breaks: [], unproven, exitCode: 0, reason: undefined });
  expect(said.filter((line) => line.startsWith('::warning'))).toHaveLength(10);
  expect(said[9]).toBe('::warning file=new.yaml,line=1,col=1::3 more are in the other reports.');
});

test('JUnit has what is not proven as a test case that is skipped', () => {
  const text = lines('junit').join('\n');
  expect(text).toContain('<testcase classname="GET /pets" name="changed, and not proven: the body">');
  expect(text).toContain('<skipped message="no value shows what that means at new.yaml:9:5. They differ in `not`."/>');
  expect(text).toContain('<testsuites tests="6" failures="1">');
});
