/** Counts the mistakes of a contract without delaying the answers of the mock. */

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Contract } from '../../contract/contract';
import { readContract } from '../../contract/load';

/** If a contract has more operations than this, looking for mistakes takes so long that another thread does it. */
const MOST_OPERATIONS = 200;

/**
 * @param file the path that the contract was loaded from. A large contract is loaded again in a thread, whose memory is freed when it ends.
 * @returns undefined if the thread fails.
 */
export function countMistakes(
  contract: Contract,
  file: string,
  overlays: readonly string[] = [],
): Promise<number | undefined> {
  if (contract.operations.length <= MOST_OPERATIONS)
    return new Promise((resolve) => setImmediate(() => resolve(contract.check(false).mistakes.length)));
  return new Promise((resolve) => {
    const worker = new Worker(__filename, { workerData: { file, overlays } satisfies Asked });
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
}

interface Asked {
  readonly file: string;
  readonly overlays: readonly string[];
}

if (!isMainThread && typeof (workerData as Partial<Asked> | null)?.file === 'string') {
  readContract((workerData as Asked).file, (workerData as Asked).overlays).then(
    (contract) => parentPort?.postMessage(contract.check(false).mistakes.length),
    () => parentPort?.postMessage(undefined),
  );
}
