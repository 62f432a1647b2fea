import type { DeclaredCallback, Operation } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Circumstances, Rule } from '../../src/engine/model/rule';
import { isSuccess } from '../../src/http/statuses';
import { callbackPlaces } from '../../src/resources/callbackUrls';
import { groupBy } from '../../src/support/collections';
import { judgeCallbacks } from '../judging/callbackRequests';

/** "A Path Item Object used to define a callback request and expected responses." OpenAPI 3.1 §4.8.18 */
export const callback: Rule = {
  id: 'callback',
  level: 'must',
  statement:
    'A callback that the service sends has the declared method, URL and type of content; its body and its parameters satisfy their schemas.',
  reference: ['Callback Object'],
  advice: 'Send what the contract declares, or declare what is sent.',
  ofCallbacks: true,
  probes: ['callback'],
  bind(operation) {
    const named = groupBy(operation.callbacks ?? [], ({ name }) => name);
    return [...named.values()].map((callbacks) => ({
      operation,
      callbacks,
      clause: callbacks[0].operation.clause,
      optional: (own: readonly Exchange[], run: Circumstances) => whyNone(operation, callbacks, own, run),
    }));
  },
  judge({ called }, { callbacks = [] }) {
    const judged = judgeCallbacks(called ?? []).flatMap(({ received, declared, breaches }) =>
      breaches && callbacks.includes(declared) ? [{ received, breaches }] : [],
    );
    if (judged.length === 0) return undefined;
    return judged.flatMap(({ received, breaches }) => breaches.map((breach) => ({ ...breach, at: received })));
  },
};

/** A service may send it much later, or not be able to reach us: what did not come is no breach. */
function whyNone(
  operation: Operation,
  callbacks: readonly DeclaredCallback[],
  own: readonly Exchange[],
  { isReceiving, writes }: Circumstances,
): string {
  const isNamed = callbackPlaces(operation).some((place) =>
    place.callbacks.some(({ declared }) => callbacks.includes(declared)),
  );
  if (!isNamed) return `no request names its whole URL, which is ${callbacks[0]?.expression}`;
  if (!isReceiving)
    return 'the service is on another machine: it is given a URL of this one only if you say under which it gets here (--callbacks-at URL)';
  if (own.length === 0 && writes === 'handed-over' && !operation.safe)
    return 'nothing asked for it, since the run may not make anything (--writes own allows that)';
  if (own.length === 0) return 'no request could name a URL of ours where the contract reads that of the callback';
  const taken = own.find(({ response }) => response !== null && isSuccess(response.status));
  if (taken) return `no callback came within a few seconds, though #${taken.index} named a URL for it`;
  const statuses = own.map(({ response, error }) => response?.status ?? error?.kind ?? 'not at all');
  return `the request that named a URL for it was answered ${[...new Set(statuses)].join(', ')}`;
}
