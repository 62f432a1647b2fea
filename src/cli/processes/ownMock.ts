/** Serves the mock that `verify` asks where it has no target. The mock of a large contract runs in a thread of its own, beside the verifier. */

import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ContractError } from '../../contract/clause';
import type { Contract } from '../../contract/contract';
import { isUrlOfReceiver } from '../../engine/run/callbacks/callbacks';
import { UsageError } from '../../support/errors';

interface OwnMock {
  readonly url: string;
  close(): Promise<void>;
}

/** The files that the contract was read from. */
interface Served {
  readonly contract: string;
  readonly overlays?: readonly string[];
  /** Whether it remembers what requests made: steps of a workflow go by what an earlier one made. */
  readonly stateful?: boolean;
}

/** A thread reads the contract once more, and loads the mock once more. A run of fewer operations than this is over before that pays. */
const LEAST_OPERATIONS = 100;

/** Tells whether the mock of a contract is to run in a thread of its own. @param cores how many threads can run at the same time. */
export function needsThread({ operations }: Pick<Contract, 'operations'>, cores = availableParallelism()): boolean {
  return cores > 1 && operations.length >= LEAST_OPERATIONS;
}

/** Serves the mock in this thread. @throws ContractError, UsageError, and Error if it cannot listen. */
export function serveHere(served: Served): Promise<OwnMock> {
  // The mock is loaded only here, since loading it takes longer than loading everything else.
  const { serveMock } = require('../../../mocks/server') as typeof import('../../../mocks/server');
  // Any other URL in a request is an example of the contract, or made up.
  return serveMock({ ...served, port: 0, callbacks: isUrlOfReceiver });
}

/** What the thread tells once: where its mock listens, or why there is none. */
type Told = { readonly url: string } | { readonly error: Error; readonly isUsersMistake: boolean };

/**
 * Serves the mock in a thread of its own. If the mock fails later, this thread gets an uncaught exception, as if the mock ran in it.
 * @param entry the compiled file of this module, which the thread runs.
 * @throws UsageError if the contract cannot be used, and Error if the mock cannot listen, or its thread cannot start.
 */
export function serveInThread(served: Served, entry = __filename): Promise<OwnMock> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(entry, { workerData: { espalierServes: served } satisfies Asked });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread of the mock ended before the mock listened')));
    worker.once('message', (told: Told) => {
      worker.off('error', reject);
      if ('url' in told) resolve({ url: told.url, close: async () => void (await worker.terminate()) });
      else reject(told.isUsersMistake ? new UsageError(told.error.message) : told.error);
    });
  });
}

/** What this thread is given. Others may load Espalier in threads of their own, with data that they named `served`. */
interface Asked {
  readonly espalierServes: Served;
}

const { espalierServes: asked } = (isMainThread ? {} : (workerData ?? {})) as Partial<Asked>;
if (asked) {
  serveHere(asked).then(
    ({ url }) => parentPort?.postMessage({ url } satisfies Told),
    (error: Error) => {
      const isUsersMistake = error instanceof ContractError || error instanceof UsageError;
      parentPort?.postMessage({ error, isUsersMistake } satisfies Told);
    },
  );
}
