/** What a run has held is let go once it is over, though whoever might have interrupted it is still there. */

import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { suite } from '../../conformance/suite';
import { head, load } from '../contract/contract.testing';
import { serve } from '../support/testing/serving.testing';
import { parseTarget } from '../wire/target';
import type { Case } from './model/case';
import { verifyTarget } from './verify';

test('no case of a run is held once its report is there', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const interrupt = new AbortController();
  const cases = await casesOfRun(interrupt.signal);
  expect(cases.length).toBeGreaterThan(0);
  expect(await heldFor(5_000, cases, collect)).toBe(0);
  expect(interrupt.signal.aborted).toBe(false);
});

/** How many cases are held when all are let go, or after so many milliseconds: a socket that closes holds its last exchange for a moment. */
async function heldFor(limit: number, cases: readonly WeakRef<Case>[], collect: () => void): Promise<number> {
  const until = Date.now() + limit;
  for (;;) {
    // What a weak reference was made for stays until the turn of the loop is over.
    await sleep(20);
    collect();
    const held = cases.filter((each) => each.deref() !== undefined).length;
    if (held === 0 || Date.now() > until) return held;
  }
}

async function casesOfRun(signal: AbortSignal): Promise<WeakRef<Case>[]> {
  const cases: WeakRef<Case>[] = [];
  const url = await serve((_, response) => response.end());
  const contract = await load({
    ...head('3.1'),
    paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } },
  });
  await verifyTarget(contract, suite, {
    target: parseTarget(url),
    seed: 1,
    salt: 'k3f9',
    signal,
    onEvent(event) {
      if (event.type === 'exchanged') cases.push(new WeakRef(event.exchange.case));
    },
  });
  return cases;
}
