import { atOnce, lettingOthersRun, type Parts, sharedWork } from './letOthersRun';

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

describe('work that several may want', () => {
  function counting(most: number) {
    const log: number[] = [];
    const work = sharedWork(function* (): Parts<string> {
      for (let at = 0; at < most; at++) {
        log.push(at);
        yield;
      }
      return 'made';
    });
    return { log, work };
  }

  test('is done once, by whoever asks, from where it stands', () => {
    const { log, work } = counting(4);
    const [one, other] = [work.parts(), work.parts()];
    one.next();
    other.next();
    expect(log).toEqual([0, 1]);
    expect(work.result()).toBe('made');
    expect(atOnce(one)).toBe('made');
    expect(atOnce(work.parts())).toBe('made');
    expect(log).toEqual([0, 1, 2, 3]);
  });

  test('is begun anew after it failed', () => {
    let tried = 0;
    const work = sharedWork(function* (): Parts<string> {
      yield;
      if (++tried === 1) throw new Error('broken');
      return 'made';
    });
    expect(() => work.result()).toThrow('broken');
    expect(work.result()).toBe('made');
  });
});
