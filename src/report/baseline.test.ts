import {
  applyBaseline,
  type Baseline,
  baselineText,
  parseBaseline,
  type SearchedFor,
  updatedBaseline,
} from './baseline';
import { identityOf, shortIdOf } from './findingIds';
import { mergeTests } from './mergeTests';
import { outcomeOf } from './outcome';
import type { Finding, KnownFinding, Report, RequirementReport } from './report';

const place = (pointer: string) => ({ pointer, file: 'api.yaml', line: 1, column: 1 });

function finding(rest: Partial<Finding> = {}): Finding {
  return { message: 'm', expected: 'e', actual: 'a', level: 'must', exchange: 1, exchanges: [1], ...rest };
}

function requirement(rest: Partial<RequirementReport> = {}): RequirementReport {
  const { operation = 'GET /a' } = rest;
  const said = {
    statement: 's',
    reference: 'r',
    advice: 'a',
    level: 'must' as const,
    rule: 'body-schema',
    exchanges: 2,
  };
  const id = `${operation} 200 body-schema`;
  return { ...said, id, operation, clause: place('#/a'), verdict: 'fail', findings: [finding()], ...rest };
}

const ALL: SearchedFor = { isAsked: () => true, coverage: undefined, isCutShort: false };

function knowing(...all: readonly RequirementReport[]): Baseline {
  const exchanges = [{ index: 1, probe: 'valid', operation: 'GET /a' }] as unknown as Report['exchanges'];
  return {
    file: 'b.json',
    findings: updatedBaseline({ requirements: all, exchanges }, { file: '', findings: [] }, ALL),
  };
}

const FAILED = requirement();
const PASSED = requirement({ verdict: 'pass', findings: [] });
const note = (...names: string[]) => finding({ clause: place('#/required'), names });

test('a requirement whose findings are known is let pass, and the run conforms', () => {
  const { requirements, baseline } = applyBaseline([FAILED], knowing(FAILED), ALL);
  expect(requirements).toMatchObject([{ verdict: 'skip', waiver: { known: true }, findings: [{ known: true }] }]);
  expect(baseline).toEqual({ file: 'b.json', known: 1, gone: [] });
  expect(outcomeOf(requirements, undefined, { waiversFail: undefined, mistakes: 0, uncovered: undefined })).toEqual({
    outcome: 'conforms',
  });
});

test.each<[string, RequirementReport, RequirementReport, 'fail' | 'warn' | 'skip']>([
  ['another clause', FAILED, requirement({ findings: [finding(), finding({ clause: place('#/b') })] }), 'fail'],
  ['another name', requirement({ findings: [note('id')] }), requirement({ findings: [note('id', 'total')] }), 'fail'],
  ['fewer names', requirement({ findings: [note('id', 'total')] }), requirement({ findings: [note('id')] }), 'skip'],
  [
    'a name that the run made up',
    requirement({ findings: [note('id')] }),
    requirement({ findings: [note('kakudite')] }),
    'skip',
  ],
  ['a hint beside what is known', FAILED, requirement({ findings: [finding(), finding({ level: 'should' })] }), 'warn'],
  [
    'a failure beside a known hint',
    requirement({ verdict: 'warn', findings: [finding({ level: 'should' })] }),
    FAILED,
    'fail',
  ],
  ['another operation', FAILED, requirement({ operation: 'GET /b' }), 'fail'],
])('%s', (_, known, now, verdict) => {
  expect(applyBaseline([now], knowing(known), ALL).requirements[0]?.verdict).toBe(verdict);
});

test('an echo of what is known is known', () => {
  const echo = finding({ message: 'stored', echoOf: { requirement: FAILED.id, message: 'm' } });
  const read = requirement({ operation: 'GET /b', findings: [echo] });
  expect(applyBaseline([FAILED, read], knowing(FAILED), ALL).requirements.map(({ verdict }) => verdict)).toEqual([
    'skip',
    'skip',
  ]);
});

test('what is waived is neither known nor written down', () => {
  const waived = requirement({ verdict: 'skip', waiver: { reason: 'later' } });
  expect(applyBaseline([waived], knowing(FAILED), ALL)).toMatchObject({ baseline: { known: 0, gone: [] } });
  expect(knowing(waived).findings).toEqual([]);
});

describe('what is not found is gone', () => {
  const gone = (requirements: readonly RequirementReport[], asked: Partial<SearchedFor> = {}) =>
    applyBaseline(requirements, knowing(FAILED), { ...ALL, ...asked }).baseline.gone.length;

  test.each<[string, number, readonly RequirementReport[], Partial<SearchedFor>]>([
    ['where the requirement was kept', 1, [PASSED], {}],
    ['where the contract has no such operation any more', 1, [], { declared: ['GET /b'] }],
    [
      'not where the operation was left out',
      0,
      [requirement({ operation: 'GET /b' })],
      { declared: ['GET /a', 'GET /b'] },
    ],
    ['not where nothing exercised it', 0, [{ ...PASSED, verdict: 'skip', exchanges: 0 }], {}],
    ['not where the probe was not sent', 0, [PASSED], { isAsked: () => false }],
    ['not where the run was cut short', 0, [PASSED], { isCutShort: true }],
  ])('%s', (_, count, requirements, asked) => {
    expect(gone(requirements, asked)).toBe(count);
  });

  test('not where nothing exercised the clause', () => {
    const coverage = {
      operations: [{ operation: 'GET /a' }],
      unexercised: [{ clause: place('#/a'), operations: [0] }],
    } as unknown as Report['coverage'];
    expect(gone([PASSED], { coverage })).toBe(0);
  });
});

describe('an update', () => {
  const KNOWN = knowing(FAILED, requirement({ operation: 'GET /b' }));
  const update = (requirements: readonly RequirementReport[]) =>
    updatedBaseline({ requirements, exchanges: [] }, KNOWN, ALL).map(({ operation }) => operation);

  test('keeps what nothing looked for, and removes what is gone', () => {
    expect(update([PASSED])).toEqual(['GET /b']);
  });

  test('adds what is new, in order', () => {
    expect(update([requirement({ operation: 'DELETE /c' }), FAILED])).toEqual(['DELETE /c', 'GET /a', 'GET /b']);
  });

  test('changes nothing where nothing changed', () => {
    const again = updatedBaseline({ requirements: [FAILED], exchanges: [] }, KNOWN, ALL);
    expect(baselineText(again)).toBe(baselineText(KNOWN.findings));
  });
});

test('each finding has a line of the file, which is read as it was written', () => {
  const { findings } = knowing(requirement({ findings: [note('id')] }), requirement({ operation: 'GET /b' }));
  const text = baselineText(findings);
  expect(text.split('\n').filter((line) => line.includes('"operation"'))).toHaveLength(2);
  expect(parseBaseline(text, 'b.json')).toEqual(findings);
  expect(findings[0]?.id).toBe(shortIdOf(identityOf(requirement(), note('id'))));
});

const ENTRY: KnownFinding = { operation: 'GET /a', rule: 'r', level: 'must', clause: '#/a', id: 'bbbbbbb' };

test.each<[string, string, RegExp]>([
  ['no JSON', '{', /b.json is no JSON( \(line 1\))?\./],
  ['an empty file', '\n', /b.json is empty; --baseline-update writes it/],
  ['a merge conflict', `${baselineText([])}<<<<<<< HEAD\n`, /\(line 6\): a merge conflict is left in it/],
  ['something else', '{"a": 1}', /^b.json is no baseline of Espalier/],
  ['a list', '[]', /^b.json is no baseline of Espalier/],
  [
    'one of the future',
    '{"espalierBaseline": 2, "findings": {}}',
    /A later version of Espalier wrote the baseline b.json/,
  ],
  ['no findings', '{"espalierBaseline": 1}', /has no list of findings/],
  [
    'a finding without a rule',
    baselineText([ENTRY, { ...ENTRY, rule: undefined as unknown as string }]),
    /finding 2 has no usable "rule"/,
  ],
])('%s is refused in one sentence', (_, text, message) => {
  expect(() => parseBaseline(text, 'b.json')).toThrow(message);
});

function part(name: string, requirements: readonly RequirementReport[], baseline?: Report['baseline']) {
  return {
    name,
    report: {
      contract: { title: 'T', version: '1', file: 'f' },
      tool: { name: 'espalier', version: '1' },
      ...{ requirements, waivers: [], observations: [], exchanges: [], sent: 1, target: 'http://a', durationMs: 1 },
      ...{ startedAt: '2026-01-01T00:00:00Z', baseline },
    } as unknown as Report,
  };
}

test('merged, what one part misses and another finds is not gone', () => {
  const known = knowing(FAILED);
  const found = applyBaseline([FAILED], known, ALL);
  const missed = applyBaseline([PASSED], known, ALL);
  expect(missed.baseline.gone).toHaveLength(1);
  const parts = [
    part('one', [...found.requirements], found.baseline),
    part('two', [...missed.requirements], missed.baseline),
  ];
  expect(mergeTests(parts)).toMatchObject({ baseline: { known: 1, gone: [] }, outcome: 'conforms' });
  const whole = mergeTests([part('one', [FAILED], undefined)], { baseline: known });
  expect(whole).toMatchObject({ baseline: { known: 1 }, outcome: 'conforms' });
});

describe('what nothing exercised', () => {
  const open = (rest: Partial<RequirementReport> = {}) =>
    requirement({ verdict: 'skip', findings: [], exchanges: 0, reason: 'no value of "id"', ...rest });
  const other = { operation: 'GET /b', id: 'GET /b 200 body-schema' };
  const judge = (requirements: readonly RequirementReport[], baseline: Baseline) => {
    const compared = applyBaseline(requirements, baseline, ALL);
    const told = { waiversFail: undefined, mistakes: 0, uncovered: undefined };
    return { ...compared.baseline, ...outcomeOf(compared.requirements, undefined, told) };
  };

  test.each<[string, readonly RequirementReport[], readonly RequirementReport[], object]>([
    ['as before, passes', [open(), PASSED], [open(), { ...PASSED, ...other }], { outcome: 'conforms', unexercised: 1 }],
    ['and was before, does not', [PASSED], [open(), { ...PASSED, ...other }], { outcome: 'incomplete' }],
    [
      'is not all of a run',
      [open()],
      [open()],
      { outcome: 'incomplete', reason: 'nothing was exercised: nor was it before' },
    ],
    [
      'beside known breaches, passes',
      [open(other), FAILED],
      [open(other), FAILED],
      { outcome: 'conforms', known: 1, unexercised: 1 },
    ],
    ['and is exercised now, is not gone', [open()], [PASSED], { outcome: 'conforms', gone: [] }],
    ['and is broken now, is new', [open()], [FAILED], { outcome: 'violates', known: 0 }],
    [
      'for want of a status that no client can cause, needs no line',
      [PASSED],
      [open({ unreached: true }), { ...PASSED, ...other }],
      { outcome: 'conforms' },
    ],
  ])('%s', (_, before, now, expected) => {
    expect(judge(now, knowing(...before))).toMatchObject(expected);
  });

  test('has a line, which goes when it is exercised, and stays while its operation is left out', () => {
    const baseline = knowing(open());
    expect(baseline.findings).toMatchObject([{ operation: 'GET /a', rule: 'body-schema 200', kind: 'not exercised' }]);
    const after = (...now: readonly RequirementReport[]) =>
      updatedBaseline({ requirements: now, exchanges: [] }, baseline, ALL).length;
    expect([after(open()), after(PASSED), after({ ...PASSED, ...other })]).toEqual([1, 0, 1]);
  });

  test('in one part of a merge, and was exercised in another, has passed', () => {
    const { requirements } = applyBaseline([open()], knowing(open()), ALL);
    expect(mergeTests([part('a', requirements), part('b', [PASSED])]).requirements).toMatchObject([
      { verdict: 'pass' },
    ]);
  });
});
