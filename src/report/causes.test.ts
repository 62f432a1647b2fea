import { placeOf } from '../contract/clause';
import { causesOf } from './causes';
import type { Finding, RequirementReport, Verdict } from './report';
import { applyWaivers } from './waivers';

const clauseAt = (pointer: string) => ({ pointer, file: 'openapi.yaml', line: 7, column: 3 });

const found = (message: string, rest: Partial<Finding> = {}): Finding => ({
  ...{ message, expected: 'this', actual: 'that', level: 'must', exchange: 1, exchanges: [1] },
  ...rest,
});

function broken(operation: string, rule: string, findings: readonly Finding[], verdict: Verdict = 'fail') {
  const texts = { statement: '', reference: '', advice: '' };
  const clause = clauseAt(`#/paths/${operation}`);
  return {
    id: `${operation} ${rule}`,
    rule,
    level: 'must',
    operation,
    clause,
    verdict,
    exchanges: 1,
    findings,
    ...texts,
  } as RequirementReport;
}

const causes = (...requirements: readonly RequirementReport[]) =>
  causesOf({ requirements }).map(({ verdict, message, operations, echoes }) =>
    [verdict, message, operations.join(' '), ...echoes.map((echo) => `echo: ${echo.message}`)].join(' | '),
  );

const total = (path: string, rest: Partial<Finding> = {}) =>
  found(`${path} must be number`, { clause: clauseAt('#/components/schemas/Order/properties/total/type'), ...rest });

test('one clause of a schema is one cause, wherever it is broken', () => {
  const list = broken('GET /orders', 'body-schema', [total('/…/total', { actual: '"1"' })]);
  const item = broken('GET /orders/{id}', 'body-schema', [
    total('/total', { actual: '"2"', exchange: 2, exchanges: [2] }),
  ]);
  expect(causes(list, item)).toEqual(['fail | /…/total must be number | GET /orders GET /orders/{id}']);
});

test('the same words about several operations are one cause, and different ones are two', () => {
  const open = (status: string, exchange: number) =>
    found('a request without a valid credential was not refused', {
      actual: `${status} to no Authorization header`,
      exchange,
      exchanges: [exchange],
    });
  expect(
    causes(
      broken('GET /a', 'bearer-required', [open('200 OK', 1)]),
      broken('POST /a', 'bearer-required', [open('201 Created', 2)]),
      broken('GET /b', 'media-type', [found('not a declared one', { actual: 'Content-Type: a/b', exchange: 3 })]),
      broken('GET /c', 'media-type', [found('not a declared one', { actual: 'Content-Type: c/d', exchange: 4 })]),
    ),
  ).toEqual([
    'fail | a request without a valid credential was not refused | GET /a POST /a',
    'fail | not a declared one | GET /b',
    'fail | not a declared one | GET /c',
  ]);
});

test('a header field that is missing and would be a challenge is one cause', () => {
  const header = broken('GET /a', 'response-header', [found('a 401 has no www-authenticate')]);
  const challenge = broken(
    'GET /a',
    'auth-challenge',
    [found('a 401 has no WWW-Authenticate', { level: 'should', expected: 'Bearer' })],
    'warn',
  );
  expect(causes(header, challenge)).toEqual(['fail | a 401 has no www-authenticate | GET /a']);
});

test('two rules about the status of the same answers are one cause', () => {
  const more = { exchange: 3, exchanges: [3, 5] };
  const failed = broken('POST /a', 'success-status', [found('no success', { actual: '500 Oops', ...more })]);
  const error = broken('POST /a', 'no-server-error', [
    found('a server error', { actual: '500 Oops to valid: x', ...more, exchanges: [5, 3] }),
  ]);
  expect(causes(failed, error)).toEqual(['fail | a server error | POST /a']);
});

test('the worst comes first, however often another one was seen', () => {
  const often = found('a hint', { level: 'should', exchanges: [1, 2, 3, 4, 5, 6] });
  expect(
    causes(
      broken('GET /a', 'one', [often], 'warn'),
      broken('GET /b', 'two', [
        found('a failure', { exchange: 9, exchanges: [9] }),
        found('a hint beside it', { level: 'should', exchange: 8 }),
      ]),
    ),
  ).toEqual(['fail | a failure | GET /b', 'warn | a hint | GET /a', 'warn | a hint beside it | GET /b']);
});

const patch = broken('PATCH /orders/{id}', 'patch-merges', [
  found('a merge patch did not leave /note as it should', { exchange: 5, after: 4, exchanges: [5] }),
]);
const echoOf = { requirement: patch.id, message: 'a merge patch did not leave /note as it should' };
const read = broken('GET /orders/{id}', 'body-schema', [
  found('/note must be string', { clause: clauseAt('#/note'), exchange: 5, exchanges: [5], echoOf }),
]);

test('an echo stands below its cause', () => {
  expect(causes(read, patch)).toEqual([
    'fail | a merge patch did not leave /note as it should | PATCH /orders/{id} | echo: /note must be string',
  ]);
});

test('what only in part is an echo stays a cause', () => {
  const alone = broken('GET /notes', 'body-schema', [
    found('/note must be string', { clause: clauseAt('#/note'), exchange: 7, exchanges: [7] }),
  ]);
  expect(causes(read, patch, alone)).toHaveLength(2);
});

test('a waiver of a cause lets its echoes pass, and no other finding', () => {
  const waiver = { rule: 'patch-merges', reason: 'next week' };
  const verdictsOf = (...requirements: RequirementReport[]) =>
    applyWaivers(requirements, [waiver], '2026-01-01').requirements.map(({ verdict, waiver: own }) => [
      verdict,
      own?.reason,
    ]);
  expect(verdictsOf(read, patch)).toEqual([
    ['skip', 'next week'],
    ['skip', 'next week'],
  ]);
  const more = { ...read, findings: [...read.findings, found('/total must be number')] };
  expect(verdictsOf(more, patch)).toEqual([
    ['fail', undefined],
    ['skip', 'next week'],
  ]);
});

test('a place in a contract of one line has its pointer', () => {
  expect(placeOf({ ...clauseAt('#/a/b'), line: 1, column: 334505 })).toBe('openapi.yaml:1:334505 #/a/b');
  expect(placeOf(clauseAt('#/a/b'))).toBe('openapi.yaml:7:3');
});
