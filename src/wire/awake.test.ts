import { setImmediate as turn } from 'node:timers/promises';
import { waitAwake } from './awake';

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('what passes while this process is blocked does not count, but is told', async () => {
  let done = false;
  const wait = waitAwake(300, () => {
    done = true;
  });
  block(500);
  for (let turns = 0; turns < 10; turns++) await turn();
  expect(done).toBe(false);
  expect(wait.end()).toBeGreaterThan(400);
});

test('it comes to its end, and is not held up by what it waits for', async () => {
  let wait: ReturnType<typeof waitAwake> | undefined;
  await new Promise<void>((done) => {
    wait = waitAwake(60, done);
  });
  expect(wait?.end()).toBeLessThan(60_000);
});

test('one that was ended calls nobody', async () => {
  const done = jest.fn();
  waitAwake(1, done).end();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(done).not.toHaveBeenCalled();
});
