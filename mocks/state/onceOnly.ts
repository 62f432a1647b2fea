/** Does once what is asked for twice with the same key, as the contract offers it: `Idempotency-Key`. */

import { createHash } from 'node:crypto';
import { declaredResponse, type Operation } from '../../src/contract/contract';
import { idempotencyKeyOf, refusesUsedKeys } from '../../src/resources/idempotency';
import { remembered } from '../../src/support/caching';
import type { EngineRequest, Held, Turn } from '../engine/engine';
import { NOTHING_HELD } from './requestPlan';

/** How many requests are remembered. The oldest are forgotten first. */
const MOST_KEPT = 10_000;

interface Done {
  readonly content: string;
  readonly status: number;
  readonly held: Held;
}

interface OnceOnly {
  /** Answers a request as before, if it was done already, and otherwise by `turn`. */
  once(asked: EngineRequest, turn: () => Turn | undefined): Turn | undefined;
  reset(): void;
}

export function createOnceOnly(): OnceOnly {
  const done = new Map<string, Done>();
  const again = (operation: Operation, before: Done, content: string): Turn | undefined => {
    if (before.content === content) return { status: before.status, take: () => before.held };
    const status = [422, 409, 400].find((each) => declaredResponse(operation, each)?.status === String(each));
    if (status === undefined || !refusesUsedKeys(operation)) return undefined;
    return { status, why: 'its key was used for another request', take: () => NOTHING_HELD };
  };
  return {
    once(asked, turn) {
      const { operation, sentPath, headers, bytes } = asked;
      const field = fieldOf(operation);
      const value = field === undefined ? undefined : headers[field];
      if (value === undefined) return turn();
      const key = JSON.stringify([operation.name, sentPath, value]);
      const content = createHash('sha256').update(bytes).digest('base64');
      const before = done.get(key);
      const repeated = before && again(operation, before, content);
      if (repeated) return repeated;
      const first = turn();
      // What was refused may be asked for again, with the same key.
      if (!first || first.why !== undefined) return first;
      const take: Turn['take'] = (media) => {
        const held = first.take(media);
        const [oldest] = done.keys();
        if (done.size >= MOST_KEPT && oldest !== undefined) done.delete(oldest);
        done.set(key, { content, status: first.status, held });
        return held;
      };
      return { ...first, take };
    },
    reset: () => done.clear(),
  };
}

/** Returns the name of the field that holds the key, in lower case. */
const fieldOf = remembered((operation: Operation) => idempotencyKeyOf(operation)?.name.toLowerCase());
