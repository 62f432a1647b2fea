/**
 * The matcher for Vitest, and for any other `expect` that takes matchers: after `expect.extend({ toKeepContract })`, in a test or in `setupFiles`,
 * `await expect(response).toKeepContract()` judges as `judge` does, and fails with the same findings as a run.
 */

import type { Contract } from './contract/contract';
import { type Extension, judge } from './index';
import { contractOnce } from './library/contractOnce';

/** What a response is judged by. */
export interface VitestOptions {
  /** The operation, such as `DELETE /plants/{id}`. It is needed if the response does not know its request (fetch, undici.request). */
  readonly operation?: string;
  /** The path of the contract, or the contract as `loadContract` returns it. Default: as there. */
  readonly contract?: string | Contract;
  /** Whether warnings fail, too. Default: false. */
  readonly strict?: boolean;
  /** Whether a status fails, too, that the contract does not declare. Default: false. */
  readonly closed?: boolean;
  /** Rules of your own. Default: none. */
  readonly extend?: readonly Extension[];
}

/** Judges a response. A contract is loaded only once. @throws ContractError, UsageError as `judge`. */
export async function toKeepContract(
  response: unknown,
  { contract, ...options }: VitestOptions = {},
): Promise<{ readonly pass: boolean; readonly message: () => string }> {
  const { kept, message } = await judge(response, { ...options, contract: await contractOnce(contract) });
  return { pass: kept, message: () => message };
}
