import { atOnce, lettingOthersRun } from './letOthersRun';

/** Takes longer than others should wait, in each of its parts. */
function* busy(parts: number, done: number[]): Generator<void, string> {
  for (let part = 0; part < parts; part++) {
    const end = performance.now() + 60;
    while (performance.now() < end);
    done.push(part);
    yield;
  }
  return 'made';
}

test('what is carried out in turns lets signals and timers be heard between its parts', async () => {
  const done: number[] = [];
  const heard: number[] = [];
  const controller = new AbortController();
  controller.signal.addEventListener('abort', () => heard.push(done.length));
  setImmediate(() => controller.abort());
  await expect(lettingOthersRun(busy(4, done))).resolves.toBe('made');
  expect(heard).toHaveLength(1);
  expect(heard[0]).toBeLessThan(4);
});

test('what is carried out at once is not interrupted', () => {
  const done: number[] = [];
  expect(atOnce(busy(2, done))).toBe('made');
  expect(done).toEqual([0, 1]);
});

test('what fails in one of its parts fails as a whole', async () => {
  const failing = function* (): Generator<void, never> {
    yield;
    throw new Error('broken');
  };
  await expect(lettingOthersRun(failing())).rejects.toThrow('broken');
});
