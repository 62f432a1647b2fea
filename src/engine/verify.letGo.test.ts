/** What a run has held is let go once it is over, though whoever might have interrupted it is still there. */

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
  // What a weak reference was made for stays until the turn of the loop is over.
  await new Promise(setImmediate);
  collect();
  expect(cases.filter((each) => each.deref() !== undefined)).toEqual([]);
  expect(interrupt.signal.aborted).toBe(false);
});

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
