/** How many mistakes a contract has, without keeping whoever asks the mock waiting. */

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Contract } from '../../contract/contract';
import { readContract } from '../../contract/load';

/** With more operations than this, to look for mistakes takes so long that it is done beside. */
const MOST_OPERATIONS = 200;

/**
 * @param file the path that the contract was loaded from. A large one is loaded anew, in a thread that takes its memory with it.
 * @returns undefined where it cannot be found out.
 */
export function countMistakes(contract: Contract, file: string): Promise<number | undefined> {
  if (contract.operations.length <= MOST_OPERATIONS)
    return new Promise((resolve) => setImmediate(() => resolve(contract.check(false).mistakes.length)));
  return new Promise((resolve) => {
    const worker = new Worker(__filename, { workerData: { file } satisfies Asked });
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
}

interface Asked {
  readonly file: string;
}

if (!isMainThread && typeof (workerData as Partial<Asked> | null)?.file === 'string') {
  readContract((workerData as Asked).file).then(
    (contract) => parentPort?.postMessage(contract.check(false).mistakes.length),
    () => parentPort?.postMessage(undefined),
  );
}
