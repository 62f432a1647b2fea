import { setUpRun } from './aroundRun';
import type { RunDefinition } from './define';

const TARGET = { origin: 'http://localhost:8080', basePath: '' };
const never = () => new AbortController().signal;

function named(name: string, setUp: RunDefinition['setUp'], torn: string[] = []): RunDefinition {
  return { name, setUp, tearDown: async () => void torn.push(name) };
}

const hangs: RunDefinition['setUp'] = () => new Promise(() => {});

test('a set-up that hangs is given up, and what came before it is torn down', async () => {
  const torn: string[] = [];
  const runs = [named('tenant', async () => ({}), torn), named('slow', hangs, torn)];
  await expect(setUpRun(runs, TARGET, never(), 20)).rejects.toThrow(
    'The set-up of slow failed: it took longer than 0.02 s.',
  );
  expect(torn).toEqual(['tenant']);
});

test('a signal ends a set-up, and the set-up hears of it', async () => {
  const interrupt = new AbortController();
  let heard = false;
  const listens: RunDefinition['setUp'] = ({ signal }) => {
    signal.addEventListener('abort', () => {
      heard = true;
    });
    return new Promise(() => {});
  };
  const running = setUpRun([named('slow', listens)], TARGET, interrupt.signal, 60_000);
  interrupt.abort();
  await expect(running).rejects.toThrow('The set-up of slow failed: it was interrupted.');
  expect(heard).toBe(true);
});

test('no set-up begins once a run is interrupted', async () => {
  const interrupt = new AbortController();
  interrupt.abort();
  let begun = false;
  const begins: RunDefinition['setUp'] = async () => {
    begun = true;
    return {};
  };
  await expect(setUpRun([named('tenant', begins)], TARGET, interrupt.signal)).rejects.toThrow('it was interrupted');
  expect(begun).toBe(false);
});
