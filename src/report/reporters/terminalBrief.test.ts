/** The short form of the terminal's report: what is on the first screen, and that it stays on one. The golden file shows the rest. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExchangeReport, Finding, Report, RequirementReport } from '../report';
import { terminalBrief } from './terminalBrief';

const golden: Report = JSON.parse(readFileSync(join(__dirname, 'golden/report.json'), 'utf8'));
const [kept] = golden.requirements as readonly [RequirementReport];
const [firstExchange] = golden.exchanges as readonly [ExchangeReport];

const finding: Finding = { message: 'm', expected: 'e', actual: 'a', level: 'must', exchange: 1, exchanges: [1] };

/** A requirement with one finding that is like no other. */
function broken(index: number, rest: Partial<Finding> = {}, operation = `GET /things/${index}`): RequirementReport {
  const clause = { pointer: `#/c/${index}`, file: 'openapi.yaml', line: index + 1, column: 3 };
  const findings = [{ ...finding, message: `/member${index} must be string`, clause, ...rest }];
  return { ...kept, id: `${operation} 200 rule-${index}`, rule: `rule-${index}`, operation, verdict: 'fail', findings };
}

const base: Report = { ...golden, requirements: [kept], waivers: [], observations: [], leftovers: [] };

function linesOf(changed: Partial<Report>, width = 80, color = false): string[] {
  return terminalBrief({ ...base, ...changed }, { color, width })
    .trimEnd()
    .split('\n');
}

function rowsOf(lines: readonly string[], width: number): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0);
}

test('the first screen names five causes, whatever else there is', () => {
  const requirements = [0, 1, 2, 3, 4].map((index) => broken(index));
  for (const width of [80, 100]) {
    const screen = linesOf({ requirements, leftovers: golden.leftovers ?? [] }, width)
      .slice(0, 40)
      .join('\n');
    for (const index of [0, 1, 2, 3, 4]) expect(screen).toContain(`/member${index} must be string`);
    expect(screen.indexOf('Outcome: violates')).toBeLessThan(screen.indexOf('/member0'));
  }
});

test.each([1, 2, 5, 7, 20, 1000])('%i causes take at most 60 rows, and it is told how to see the rest', (number) => {
  const long = `/a/${'very/'.repeat(60)}long must be string ${'x'.repeat(300)}`;
  const exchanges = [{ ...firstExchange, curl: `curl ${'x'.repeat(390)}`, raw: 'y\n'.repeat(100) }];
  const requirements = Array.from({ length: number }, (_, index) =>
    broken(index, {
      expected: 'z'.repeat(2000),
      actual: 'w '.repeat(1000),
      ...(index % 2 ? { message: `${index}${long}` } : {}),
    }),
  );
  const observations = Array.from({ length: 30 }, (_, index) => ({
    ...{ operation: 'GET /a', message: 'm', asked: `asked ${index}`, answered: '200', declared: false, exchanges: [1] },
  }));
  const leftovers = Array.from({ length: 50 }, () => golden.leftovers?.[0]).filter((each) => each !== undefined);
  for (const width of [40, 80, 120]) {
    const lines = linesOf({ requirements, exchanges, observations, leftovers, reason: 'why\n'.repeat(30) }, width);
    if (width >= 80) expect(rowsOf(lines, width)).toBeLessThanOrEqual(60);
    expect(lines.slice(-2).join(' ')).toMatch(/--report json=FILE\.$/);
  }
});

test('causes of one kind share a line where there are many', () => {
  const alike = Array.from({ length: 30 }, (_, index) => ({
    ...broken(index),
    rule: 'rule',
    id: `GET /things/${index} 200 rule`,
  }));
  expect(linesOf({ requirements: [...alike, broken(99)] }).filter((line) => / FAIL /.test(line))).toEqual([
    '  1  FAIL  /member0 must be string: 30 alike at GET /things/0 and 29 others',
    '  2  FAIL  /member99 must be string: GET /things/99',
  ]);
});

test('each of a kind is named by its own member, and no other kind is hidden behind it', () => {
  const said = [
    ...[
      '/name must be string',
      '/due must be of the format date',
      '/total must be integer',
      '/mode must be one of "a"',
    ],
    ...['`minLength: 1` of /name is not enforced', '`type: integer` of limit in the query is not enforced'],
    ...['`type: object` of the body is not enforced', '/code must be string', '/tags must have at most 5 items'],
  ];
  const requirements = said.map((message, index) => ({ ...broken(index, { message }), rule: 'rule' }));
  const lines = linesOf({ requirements });
  const list = lines.slice(lines.indexOf('What is wrong: 9 causes, the worst first') + 2);
  expect(list.slice(0, list.indexOf(''))).toEqual([
    '  1  FAIL  /name must be string: 2 alike at GET /things/0 and 1 other',
    '           also /code',
    '  2  FAIL  /due must be of the format date: GET /things/1',
    '  3  FAIL  /total must be integer: GET /things/2',
    '  4  FAIL  /mode must be one of "a": GET /things/3',
    '  5  FAIL  `minLength: 1` of /name is not enforced: 3 alike at GET /things/4 and',
    '           2 others',
    '           also `type: integer`, `type: object`',
    '  6  FAIL  /tags must have at most 5 items: GET /things/8',
  ]);
});

test('what no row is left for is counted by its rules, but a kind of many is listed', () => {
  const words = 'abcdefghijklmnopqrst'.split('');
  const others = words.map((word, index) =>
    broken(index, { message: `the ${word} of it is wrong in the way ${word}` }),
  );
  const many = [0, 1, 2, 3].map((index) => ({ ...broken(50 + index), rule: 'many' }));
  const shown = linesOf({ requirements: [...others, ...many] });
  expect(shown).toContain('  11 FAIL  /member50 must be string: 4 alike at GET /things/50 and 3 others');
  expect(shown.find((line) => line.includes('more causes'))).toMatch(/^ {2}… and 10 more causes \(rule-10 1, /);
});

test('what was not exercised is told where something is broken, too', () => {
  const skipped: RequirementReport = {
    ...kept,
    verdict: 'skip',
    exchanges: 0,
    reason: 'it has a request body',
    id: 's',
  };
  const asking = { ...skipped, handOver: ['a value of "id" (--param id=VALUE)'] };
  expect(linesOf({ requirements: [broken(0), skipped] }).join('\n')).toContain(
    'Not exercised: 1 requirement of 1 operation\n  - it has a request body\n',
  );
  expect(linesOf({ requirements: [broken(0), asking] }).join('\n')).toContain(
    'Not exercised: 1 requirement of 1 operation; to exercise them, hand over\n  - a value of "id" (--param id=VALUE)\n',
  );
});

const response = { httpVersion: '1.1', status: 200, statusText: 'OK', headers: [], body: '', bodyBytes: 0 };

test.each([
  { what: 'where something else is broken', reason: undefined, told: ['house/a', 'house/b'] },
  {
    what: 'but for the one that the outcome names',
    reason: 'nothing is violated, but house/a judged nothing: it failed',
    told: ['house/b'],
  },
])('a rule of the user that failed is told, $what', ({ reason, told }) => {
  const failed = ['house/a', 'house/b', 'house/b'].map((rule, index): RequirementReport => {
    const operation = `GET /things/${index}`;
    return {
      ...{ ...kept, id: `${operation} ${rule}`, rule, operation },
      ...{ verdict: 'skip', reason: 'it failed', broken: true },
    };
  });
  const requirements = [...failed, ...(reason === undefined ? [broken(0)] : [])];
  const lines = linesOf({ requirements, ...(reason === undefined ? {} : { outcome: 'incomplete', reason }) });
  const at = lines.indexOf('Rules of yours that failed');
  expect(lines.slice(at + 2, at + 2 + told.length)).toEqual(
    told.map((rule) => `  - ${rule} judged nothing: it failed`),
  );
  expect(lines[at + 2 + told.length] ?? '').toBe('');
  // Nothing can be handed over for it.
  expect(lines.join('\n')).not.toContain('Not exercised: ');
});

test('the very place in the body is marked, however far down it is', () => {
  const items = Array.from({ length: 9 }, (_, id) => ({ id, currency: id === 7 ? 'eur' : 'EUR' }));
  const body = JSON.stringify({ items });
  const exchanges = [{ ...firstExchange, response: { ...response, body } }];
  const shown = linesOf({ requirements: [broken(0, { places: ['/items/7/currency'], actual: '"eur"' })], exchanges });
  expect(shown).toContain('     actual    "eur" at /items/7/currency');
  expect(shown).toContain('               | >       "currency": "eur"');
  const kept = linesOf({
    requirements: [broken(0, { places: ['/items/900/currency'], excerpt: '  [\n>   "eur"' })],
    exchanges,
  });
  expect(kept).toContain('               | >   "eur"');
});

test('a curl line is whole, or left to other reports', () => {
  const curl = `curl -i 'http://a.test/${'x'.repeat(300)}'`;
  expect(linesOf({ requirements: [broken(0)], exchanges: [{ ...firstExchange, curl }] })).toContain(
    `     again     ${curl}`,
  );
  const long = `curl -i 'http://a.test/${'x'.repeat(9000)}'`;
  expect(linesOf({ requirements: [broken(0)], exchanges: [{ ...firstExchange, curl: long }] }).join('\n')).toContain(
    'its curl line is long: see --verbose',
  );
});

test('an echo stands below its cause', () => {
  const write = broken(0, { message: 'a merge patch went wrong', after: 2 }, 'PATCH /a');
  const echo = broken(1, { echoOf: { requirement: write.id, message: 'a merge patch went wrong' } }, 'GET /a');
  const shown = linesOf({ requirements: [echo, write] });
  expect(shown.join('\n')).not.toContain('What is wrong');
  expect(shown).toContain('     echo      GET /a: /member1 must be string (rule-1 200)');
  expect(shown.filter((line) => /^ {5}(first|then|again)/.test(line)).map((line) => line.trim().split(' ')[0])).toEqual(
    ['first', 'then'],
  );
});

test('without causes each operation has a line, and what to hand over comes first', () => {
  const reason = 'it has a request body';
  const handOver = ['a value of "id" (--param id=VALUE)'];
  const skipped: RequirementReport = {
    ...kept,
    verdict: 'skip',
    exchanges: 0,
    reason,
    handOver,
    operation: 'POST /a',
    id: 'POST /a kept',
  };
  const shown = linesOf({ requirements: [kept, skipped], outcome: 'incomplete' }).join('\n');
  expect(shown).toContain('  POST /a              skip  1 requirement: it has a request body');
  expect(shown.indexOf('--param id=VALUE')).toBeLessThan(shown.indexOf('Not exercised'));
  expect(shown).not.toContain('--verbose');
});

test('colours change no text', () => {
  const requirements = [0, 1].map((index) => broken(index));
  const [plain, coloured] = [linesOf({ requirements }), linesOf({ requirements }, 80, true)];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with an escape character.
  expect(coloured.map((line) => line.replace(/\u001b\[\d+m/g, ''))).toEqual(plain);
  expect(coloured.join('')).not.toBe(plain.join(''));
});
