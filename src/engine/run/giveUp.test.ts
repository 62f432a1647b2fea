import type { ExchangeErrorKind } from '../../http/message';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import { Patience } from './giveUp';

const operations = Array.from({ length: 1000 }, (_, at) => ({ name: `GET /${at}` }));
const cases = operations.map((operation) => ({ request: { operation } }) as Case);
const extent = { cases: cases.length, operations: operations.length };

function exchangeOf(at: number, durationMs: number, kind?: ExchangeErrorKind): Exchange {
  const [response, error] = kind === undefined ? [{ status: 204 }, null] : [null, { kind, message: '' }];
  return { case: cases[at % cases.length], response, error, durationMs } as unknown as Exchange;
}

test('a target that answers is given all the time it needs', () => {
  const patience = new Patience(extent, { concurrency: () => 1 });
  for (let at = 0; at < 10_000; at++) patience.note(exchangeOf(at, 9000));
  expect(patience.end()).toBeUndefined();
});

test('one that keeps a run waiting for an hour is not, though it answers in between', () => {
  let now = 0;
  const patience = new Patience(extent, { concurrency: () => 4 }, () => now);
  while (!patience.signal.aborted) {
    // Two wait side by side, while the others are answered.
    now += 10_000;
    for (const kind of ['timeout', undefined, 'timeout', undefined] as const)
      patience.note(exchangeOf(now, 10_000, kind));
  }
  expect(now).toBe(3_600_000);
  expect(patience.end()).toMatchObject({ provenStands: true, reason: expect.stringContaining('an hour') });
});

test('time-outs of some operations are no reason to leave out the others', () => {
  const patience = new Patience(extent, { concurrency: () => 4 });
  for (let at = 0; at < 100; at++) patience.note(exchangeOf(at % 4, 10_000, 'timeout'));
  expect(patience.end()).toBeUndefined();
});

test('where many are asked at once, many may fail at once', () => {
  const patience = new Patience(extent, { concurrency: () => 100 });
  for (let at = 0; at < 299; at++) patience.note(exchangeOf(at, 10_000, 'timeout'));
  expect(patience.signal.aborted).toBe(false);
  patience.note(exchangeOf(299, 10_000, 'timeout'));
  expect(patience.signal.aborted).toBe(true);
});

test('the time that passed before the first exchange counts', () => {
  const options = { concurrency: () => 1, deadlineMs: 60_000 };
  const patience = new Patience(extent, { ...options, began: 1000 }, () => 61_000);
  expect(patience.signal.aborted).toBe(true);
  expect(patience.end()?.reason).toBe('the run was not done within 60 s (--deadline), after 0 of 1000 exchanges');
  const others = new Patience(extent, { ...options, began: 1000 }, () => 60_999);
  expect(others.signal.aborted).toBe(false);
  others.end();
});
