/** Ends the run where a hook fails: each request that is sent goes through the hooks, which `request/hooking.ts` asks. */

import type { Request } from '../../http/message';
import type { Stop } from '../../report/outcome';
import { UsageError } from '../../support/errors';
import type { Target } from '../../wire/target';
import type { Case } from '../model/case';
import type { RequestHook } from '../model/hooks';
import { type HookedRequest, hooksFor, withAdditions } from '../request/hooking';

export interface Hooks {
  /** Whether any hook sees the request of a case. */
  concerns(each: Case): boolean;
  /**
   * Makes the request that is sent: another one at each call, as what is signed may hold the time.
   * @throws UsageError where a hook fails; the run ends then.
   */
  prepare(each: Case, request: Request, target: Target, limitMs: number): Promise<HookedRequest>;
  /** Why the run cannot go on, if a hook has failed. */
  end(): Stop | undefined;
}

export function createHooks(hooks: readonly RequestHook[]): Hooks {
  let stop: Stop | undefined;
  return {
    concerns: ({ request }) => hooks.length > 0 && hooksFor(hooks, request).length > 0,
    async prepare(each, request, target, limitMs) {
      try {
        return await withAdditions(request, hooksFor(hooks, each.request), each.request, target, limitMs);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        const { operation } = each.request;
        stop ??= {
          reason: `${error.message} It was to add to ${operation.name} (${each.claim.name}). What came before stands.`,
          provenStands: true,
        };
        throw error;
      }
    },
    end: () => stop,
  };
}
