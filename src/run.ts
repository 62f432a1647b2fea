/** Cases → exchanges: sends what was planned, one after another on a resource, side by side across resources. */

import { setMaxListeners } from 'node:events';
import type { Case } from './case';
import type { Operation } from './contract/contract';
import { createCredentialWatch } from './credentialWatch';
import { groupBy } from './groupBy';
import type { Stop } from './outcome';
import { createPatience } from './patience';
import { destructiveness } from './plan';
import { toRequest } from './request/request';
import type { Exchange, Request } from './wire/exchange';
import { send as exchangeWith, type Limits, type Outcome } from './wire/send';
import type { Target } from './wire/target';

export interface RunOptions {
  readonly target: Target;
  readonly limits: Limits;
  /** For the whole run, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  /** How many exchanges may be under way at once. */
  readonly concurrency: number;
  /** Header fields sent with every request. */
  readonly headers: Request['headers'];
  readonly signal?: AbortSignal | undefined;
  /** Nothing is used up: the mock. */
  readonly everythingExists: boolean;
  /** Told of each exchange as it ends. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Told of each that says nothing of the target, but whether the credential still works. */
  readonly onCredential: (exchange: Exchange) => void;
}

/** After so many time-outs in a row the remaining cases of an operation on a resource are not sent: they would only wait, too. */
const MOST_TIMEOUTS = 3;

export interface Run {
  /** Why the target, or the credential, was given up on, where it was. */
  readonly givenUp: Stop | undefined;
  /** Why an operation was not asked all that was planned, where its session had been ended. */
  readonly whyUnasked: (operation: Operation) => string | undefined;
}

/** Sends the cases, until all are sent, the target cannot be reached or is given up on, or the signal says so. */
export async function runCases(cases: readonly Case[], options: RunOptions): Promise<Run> {
  const patience = createPatience(cases, options);
  const signal = options.signal ? AbortSignal.any([options.signal, patience.signal]) : patience.signal;
  // Every exchange that is under way listens to it.
  setMaxListeners(0, signal);
  // What takes away what others need waits for all of them.
  const phases = [...groupBy(cases.entries(), ([, { operation }]) => String(destructiveness(operation))).values()];
  const timeouts = new Map<string, number>();
  const credentials = createCredentialWatch();
  let stopped = false;
  let sentAgain = 0;

  const send = async (each: Case, index: number): Promise<Exchange> => {
    const request = toRequest(each, options.target.basePath, options.headers);
    return { index, case: each, request, ...(await ask(each, request, { ...options, signal })) };
  };
  const askAgain = async (each: Case) => {
    const name = `is the credential still good? ${each.name}`;
    const exchange = await send({ ...each, name }, cases.length + ++sentAgain);
    options.onCredential(exchange);
    return exchange;
  };

  const runSequence = async (sequence: readonly [number, Case][]) => {
    for (const [position, each] of sequence) {
      if (stopped || signal.aborted) return;
      const hanging = `${each.operation.name} ${each.resource.at(-1)}`;
      const before = timeouts.get(hanging) ?? 0;
      if (before === MOST_TIMEOUTS || credentials.skips(each)) continue;
      const exchange = await send(each, position + 1);
      patience.note(exchange);
      if (await credentials.note(exchange, askAgain)) options.onExchange(exchange);
      else options.onCredential(exchange);
      timeouts.set(hanging, exchange.error?.kind === 'timeout' ? before + 1 : 0);
      if (exchange.error?.kind === 'unreachable') stopped = true;
    }
  };
  for (const phase of phases) {
    const queue = [...groupBy(phase, ([, each]) => sequenceOf(each, options.everythingExists)).values()];
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await runSequence(next);
    };
    await Promise.all(Array.from({ length: Math.min(options.concurrency, queue.length) }, worker));
  }
  return { givenUp: patience.end() ?? credentials.end(), whyUnasked: credentials.whyUnasked };
}

/** How often a request is sent at most, where each time we are held up ourselves. */
const MOST_ATTEMPTS = 3;

/** Sends a request; again where we were held up meanwhile, unless the first one may have used something up. */
async function ask(
  { exists, operation }: Case,
  request: Request,
  { target, limits, signal }: RunOptions,
): Promise<Outcome> {
  const attempts = exists && !operation.safe ? 1 : MOST_ATTEMPTS;
  for (let attempt = 1; ; attempt++) {
    const outcome = await exchangeWith(request, target, limits, signal);
    if (outcome.error?.kind !== 'stalled' || attempt === attempts) return outcome;
  }
}

/**
 * What exists may be used up, along with what belongs to it: such cases are sent one after another, as planned. Cases that only read, or name
 * nothing, wait for those on the same thing alone.
 */
function sequenceOf({ exists, operation, resource }: Case, everythingExists: boolean): string {
  return exists && !operation.safe && !everythingExists ? '' : (resource[0] ?? '');
}
