import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { abortAfter } from './waiting';

/** Frees at once what nobody holds. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

test('a signal that aborts later, or with another one, is not forgotten where only its listener is left', async () => {
  const aborted = new Promise<void>((done) => {
    const waiting = () => abortAfter(30, new AbortController().signal).addEventListener('abort', () => done());
    waiting();
  });
  await new Promise((done) => setImmediate(done));
  collectGarbage();
  // It does not keep the process alive.
  const alive = setInterval(() => {}, 1000);
  await aborted;
  clearInterval(alive);
});

test('a signal aborts at once with another one', () => {
  const other = new AbortController();
  const signal = abortAfter(600_000, other.signal);
  other.abort();
  expect(signal.aborted).toBe(true);
});

test('a time that is longer than a timer can take does not abort at once', async () => {
  const signal = abortAfter(Number.MAX_SAFE_INTEGER);
  await new Promise((done) => setTimeout(done, 5));
  expect(signal.aborted).toBe(false);
});
