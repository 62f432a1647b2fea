/** Cases → exchanges: sends what was planned, one after another on a resource, side by side across resources. */

import { setMaxListeners } from 'node:events';
import type { Case } from './case';
import { groupBy } from './groupBy';
import type { Stop } from './outcome';
import { createPace } from './pace';
import { createPatience } from './patience';
import { destructiveness } from './plan';
import { toRequest } from './request/request';
import { type Connections, createConnections } from './wire/connections';
import type { Exchange, Request } from './wire/exchange';
import { type Limits, type Outcome, send } from './wire/send';
import type { Target } from './wire/target';

export interface RunOptions {
  readonly target: Target;
  readonly limits: Limits;
  /** For the whole run, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  /** How many exchanges may be under way at once. */
  readonly concurrency: number;
  /** How many may begin in a second. */
  readonly rate?: number | undefined;
  /** Header fields sent with every request. */
  readonly headers: Request['headers'];
  readonly signal?: AbortSignal | undefined;
  /** Nothing is used up: the mock. */
  readonly everythingExists: boolean;
  /** Told of each exchange as it ends. */
  readonly onExchange: (exchange: Exchange) => void;
}

/** After so many time-outs in a row the remaining cases of an operation on a resource are not sent: they would only wait, too. */
const MOST_TIMEOUTS = 3;

export interface Run {
  /** Why the target was given up on, where it was. */
  readonly givenUp: Stop | undefined;
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
  const pace = createPace(options);
  const connections = createConnections(options.target);
  let stopped = false;

  const runSequence = async (sequence: readonly [number, Case][]) => {
    for (const [position, each] of sequence) {
      if (stopped || signal.aborted) return;
      const hanging = `${each.operation.name} ${each.resource.at(-1)}`;
      const before = timeouts.get(hanging) ?? 0;
      if (before === MOST_TIMEOUTS) continue;
      const request = toRequest(each, options.target.basePath, options.headers);
      const onAnswered = await pace.begin(signal);
      if (stopped || signal.aborted) return onAnswered();
      const outcome = await ask(each, request, { ...options, signal, connections, onAnswered });
      onAnswered();
      const exchange: Exchange = { index: position + 1, case: each, request, ...outcome };
      options.onExchange(exchange);
      patience.note(exchange);
      timeouts.set(hanging, outcome.error?.kind === 'timeout' ? before + 1 : 0);
      if (outcome.error?.kind === 'unreachable') stopped = true;
    }
  };
  for (const phase of phases) {
    const queue = [...groupBy(phase, ([, each]) => sequenceOf(each, options.everythingExists)).values()];
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await runSequence(next);
    };
    // Those that only watch for bytes that should not come hold no place among what is under way.
    await Promise.all(Array.from({ length: Math.min(options.concurrency + MOST_WATCHED, queue.length) }, worker));
  }
  connections.distrust();
  return { givenUp: patience.end() };
}

/** How many connections are watched at once after a complete response. */
const MOST_WATCHED = 60;

/** How often a request is sent at most, where each time we are held up ourselves. */
const MOST_ATTEMPTS = 3;

interface Asking extends Pick<RunOptions, 'target' | 'limits' | 'signal'> {
  readonly connections: Connections;
  readonly onAnswered: () => void;
}

/** Sends a request; again where we were held up meanwhile, unless the first one may have used something up. */
async function ask(
  { exists, operation }: Case,
  request: Request,
  { target, limits, signal, connections, onAnswered }: Asking,
): Promise<Outcome> {
  const attempts = exists && !operation.safe ? 1 : MOST_ATTEMPTS;
  const options = { connections: attempts > 1 ? connections : undefined, kind: operation.name, onAnswered };
  for (let attempt = 1; ; attempt++) {
    const outcome = await send(request, target, limits, signal, options);
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
