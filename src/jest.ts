/**
 * `import 'espalier/jest'`, in a test or in `setupFilesAfterEnv`, adds `await expect(response).toKeepContract()`.
 * It judges as `judge` does, and fails with the same findings as a run.
 */

import type { MatcherContext, SyncExpectationResult } from 'expect';
import { rules } from '../conformance/rules';
import { contractFile } from './commands/contractFile';
import type { Contract } from './contract/contract';
import { loadContract } from './contract/load';
import { judgeResponse } from './response/judgeResponse';

export interface ToKeepContractOptions {
  /** `DELETE /plants/{id}`; needed where the response does not know its request (fetch, undici.request). */
  readonly operation?: string;
  /** Path of the contract, or the contract as `loadContract` gives it. Default: `./openapi.yaml`. */
  readonly contract?: string | Contract;
  /** Warnings fail, too. Default: false. */
  readonly strict?: boolean;
  /** A status that the contract does not declare fails, too. Default: false. */
  readonly closed?: boolean;
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: declarations are merged only where their parameters are the same.
    interface Matchers<R, T = {}> {
      /** Fails where the response of supertest, superagent, fetch, axios or undici breaks the contract. Await it. */
      toKeepContract(options?: ToKeepContractOptions): Promise<void>;
    }
  }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /** Fails where the response of supertest, superagent, fetch, axios or undici breaks the contract. Await it. */
    toKeepContract(options?: ToKeepContractOptions): Promise<void>;
  }
}

/** Makes the matcher. It remembers the contracts that it has loaded, so that each is loaded once for a test file. */
export function createToKeepContract() {
  const loaded = new Map<string, Promise<Contract>>();
  const load = (file: string): Promise<Contract> => {
    const loading = loaded.get(file) ?? loadContract(file);
    loaded.set(file, loading);
    return loading;
  };

  return async function toKeepContract(
    this: MatcherContext,
    response: unknown,
    { contract, ...options }: ToKeepContractOptions = {},
  ): Promise<SyncExpectationResult> {
    // A test that ends before it was judged must not be green.
    const withdraw = failUntilWithdrawn(this, 'expect(response).toKeepContract() was not awaited.');
    try {
      const used = typeof contract === 'object' ? contract : await load(contractFile(contract));
      const { kept, message } = await judgeResponse(response, rules, { ...options, contract: used });
      return { pass: kept, message: () => message };
    } finally {
      withdraw();
    }
  };
}

function failUntilWithdrawn(context: MatcherContext, message: string): () => void {
  const { suppressedErrors, currentConcurrentTestName } = context;
  // Concurrent tests share one list of errors.
  if (currentConcurrentTestName?.() !== undefined) return () => {};
  const error = new Error(message);
  suppressedErrors.push(error);
  return () => {
    const at = suppressedErrors.indexOf(error);
    if (at !== -1) suppressedErrors.splice(at, 1);
  };
}

// Jest hands this module out itself, wherever it is asked for from; it need not be installed beside this package.
const { expect } = require('@jest/globals') as { expect: { extend(matchers: object): void } };
expect.extend({ toKeepContract: createToKeepContract() });
