/** What was not judged makes nothing green, of the Plant Store. */

import { join } from 'node:path';
import { suite } from '../../conformance/suite';
import type { Contract } from '../contract/contract';
import { readContract } from '../contract/load';
import { parseTarget } from '../wire/target';
import { Recording } from './recording';

let contract: Contract;
beforeAll(async () => {
  contract = await readContract(join(__dirname, '../../openapi.yaml'));
});

const asked = {
  method: 'DELETE',
  url: 'http://here/plants/1',
  requestHeaders: [['Authorization', 'Bearer t']] as const,
  requestBody: undefined,
};
const refusal = {
  ...asked,
  requestHeaders: [],
  httpVersion: '1.1',
  status: 401,
  statusText: 'Unauthorized',
  headers: [['WWW-Authenticate', 'Bearer']] as const,
  body: Buffer.alloc(0),
  durationMs: 1,
};

function record() {
  return new Recording(contract, suite, { target: parseTarget('http://here') });
}

test('an operation of which some was judged conforms, and what was not judged is said', () => {
  const recording = record();
  recording.take(refusal);
  expect(recording.report()).toMatchObject({ outcome: 'conforms' });
  expect(recording.report().unjudged).toBeUndefined();
  expect(recording.noteUnjudged(asked, 'the client left', undefined)).toBe(true);
  expect(recording.report()).toMatchObject({
    outcome: 'conforms',
    unjudged: [{ operation: 'DELETE /plants/{id}', reason: 'the client left', exchanges: 1 }],
  });
});

test('a declared status that came, and was judged nowhere, leaves it open', () => {
  const recording = record();
  recording.take(refusal);
  recording.noteUnjudged(asked, 'a body was too long', 204);
  const { outcome, requirements } = recording.report();
  expect(outcome).toBe('incomplete');
  const open = requirements.filter(({ verdict, unreached }) => verdict === 'skip' && !unreached);
  expect(open.map(({ id }) => id)).toContain('DELETE /plants/{id} 204 no-content');
  expect(open.every(({ id, reason }) => id.includes('204') && reason?.includes('a body was too long'))).toBe(true);
});

test('an operation of which nothing was judged leaves all of it open', () => {
  const recording = record();
  recording.noteUnjudged(asked, 'the client left', undefined);
  const { outcome, requirements } = recording.report();
  expect(outcome).toBe('incomplete');
  expect(requirements.every(({ verdict, unreached }) => verdict === 'skip' && !unreached)).toBe(true);
});

test('a request that is for no operation of the contract is not noted', () => {
  expect(record().noteUnjudged({ ...asked, url: 'http://here/health' }, 'x', 200)).toBe(false);
});

test('a request that came to nothing breaks `responds`, and shows what came instead', () => {
  const recording = record();
  const error = { kind: 'malformed', message: 'sent what is not HTTP/1.1: x', code: undefined } as const;
  expect(recording.takeUnanswered(asked, error, Buffer.from('garbage'))).toBe(true);
  const { requirements, exchanges } = recording.report();
  expect(requirements.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)).toEqual(['responds']);
  expect(exchanges).toMatchObject([{ response: null, error: { kind: 'malformed' }, raw: 'garbage' }]);
});

test.each([
  ['a cookie that it sets', 'HTTP/1.1 200 OK\r\nSet-Cookie: session=opens-every-door; Secure\r\nX Bad: 1\r\n\r\n{}'],
  ['a token', 'HTTP/1.1 200 OK\nX-Auth-Token:opens-every-door\nX Bad: opens-every-door\n\nopens-every-door'],
])('of an answer that nobody can read, the bytes are shown without %s', (_, text) => {
  const recording = record();
  const error = { kind: 'malformed', message: 'sent what is not HTTP/1.1: x', code: undefined } as const;
  recording.takeUnanswered(asked, error, Buffer.from(text));
  const [shown] = recording.report().exchanges;
  expect(shown?.raw).toContain('X Bad: ');
  expect(shown?.raw).not.toContain('opens-every-door');
});
