import type { Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known, Probe } from '../../src/engine/model/probe';
import { callbackPlaces } from '../../src/resources/callbackUrls';
import type { Input } from '../../src/serialization/input';
import { referring } from '../chains/makeResources';
import { makesOwn } from '../chains/mayMake';
import { existing, inPlaceOf, mayBeAsked } from '../chains/resources';
import { distinct } from '../chains/tellableInputs';
import { inputsOf } from '../inputs/inputs';
import { type Resource, type Right, right, toCase } from '../inputs/toCase';
import { withEdits } from '../tries/edits';

/**
 * Asks as the contract says, and names a URL of ours wherever the request names one of a callback. No other place is changed: a service gets a
 * URL of ours only where its contract says that it calls it. What was handed over stays as it is.
 */
export const callbackProbe: Probe = {
  name: 'callback',
  plan(operation, known) {
    const letIn = right(operation, known);
    const [there] = existing(operation, known);
    const isReceived = known.wanted.callbackUrl !== undefined && callbackPlaces(operation).length > 0;
    if (!isReceived || !letIn || !there || !mayBeAsked(operation, known, there) || usesUp(operation, known))
      return { cases: [], missing: [] };
    for (const { input } of inputsOf(operation, known).valid) {
      const named = namingUs(planned(operation, known, letIn, there, input), known);
      if (named) return { cases: [named], missing: [] };
    }
    return { cases: [], missing: [] };
  },
};

/** What is removed is needed by other requests. */
function usesUp({ method }: Operation, { wanted }: Known): boolean {
  return method === 'DELETE' && !wanted.everythingExists;
}

function planned(operation: Operation, known: Known, letIn: Right, resource: Resource, input: Input): Case {
  const { authorisation, authorised } = letIn;
  const sent = makesOwn(operation, known) ? distinct(operation, input, known) : input;
  const { resource: about, fills } = referring(operation, known, resource, sent);
  const otherwise = inPlaceOf(resource, operation, known);
  const asked = { input: sent, authorisation, authorised, otherwise, ...(fills ? { fills } : {}) };
  return toCase('callback', 'with a URL for its callbacks', operation, about, asked);
}

/** Returns a case that names a URL of ours at each place that its request can hold; undefined if it can hold none. */
function namingUs(each: Case, known: Known): Case | undefined {
  const { operation } = each.request;
  // What names a URL of ours can be told from all else by that.
  const anything: Known = { ...known, wanted: { ...known.wanted, writes: 'any' } };
  const like: Record<string, string> = {};
  let named = each;
  for (const [at, { place, name }] of callbackPlaces(operation).entries()) {
    const value = known.wanted.callbackUrl?.(operation, at);
    const edited = withEdits(named, [{ place, name, value }], anything);
    if (value === undefined || !edited || edited === named) continue;
    named = edited;
    const [, member] = place === 'body' ? (/^\/([^/~]+)$/.exec(name) ?? []) : [];
    if (member !== undefined) like[member] = value;
  }
  if (named === each) return undefined;
  const { input } = named.request;
  const told = input.like || makesOwn(operation, known) ? { ...input, like: { ...input.like, ...like } } : input;
  return { ...named, request: { ...named.request, input: told, namesUs: true } };
}
