/** The steps of a chain that change a thing, or are to be refused, each with a look at what it did. */

import type { Operation } from '../../src/contract/contract';
import type { Awaited } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import type { Kind } from '../../src/resources/kinds';
import { speaksOfTags } from '../../src/resources/locks';
import { inputsOf } from '../inputs/inputs';
import { barest, fullest, patches, plainPatch, singlePatches, varied } from './chainBodies';
import { onCondition, sinceLongAgo } from './conditions';
import { requestsToRefuse } from './refusals';
import type { ChainStepAsked, ChainSteps } from './stepper';
import { wholeContent } from './wholeContent';

/** Reads the thing of the chain, and another one. */
export interface Reads {
  readonly one: (shows: string, awaits?: Awaited) => void;
  readonly other: () => void;
}

export const LEFT = 'what a refused request left';

export function writes(
  { replacer, patcher, maker }: Pick<Kind, 'replacer' | 'patcher'> & Partial<Pick<Kind, 'maker'>>,
  known: Known,
  steps: ChainSteps,
  reads: Reads,
) {
  if (steps.asked(replacer)) {
    const full = fullest(replacer, known) ?? wholeContent(replacer, known);
    const bare = barest(replacer, known);
    if (full) {
      steps.add('put', replacer, 'with all that there is', { input: full });
      reads.one('what was put', 'put');
      reads.other();
      steps.add('again', replacer, 'the same again', { input: full });
      reads.one('what was put twice', 'again');
    }
    if (full && bare) {
      steps.add('bare', replacer, 'with what is required alone', { input: bare });
      reads.one('what was put in its place', 'bare');
      const others = varied(replacer, full, known);
      steps.add('put', replacer, 'with other values', { input: others ?? full });
      reads.one('what was put', 'put');
      steps.add('bare', replacer, 'with what is required alone', { input: bare });
      reads.one('what was put in its place', 'bare');
    }
    refusals(replacer, known, steps, () => reads.one(LEFT));
  }
  if (steps.asked(patcher)) {
    const merging = patches(patcher, known, replacer ?? maker);
    for (const input of merging) {
      steps.add('patch', patcher, 'some members', { input });
      reads.one('what was changed', 'patch');
    }
    const other = merging.length === 0 ? plainPatch(patcher, known) : undefined;
    if (other) {
      const singles = singlePatches(patcher, other, known);
      const all = () => {
        steps.add('patch', patcher, 'with other values', { input: other });
        reads.one('what was changed', 'applied');
      };
      all();
      singles.forEach((input, at) => {
        if (at > 0) all();
        steps.add('patch', patcher, 'with one other value', { input });
        reads.one('what was changed', 'applied');
      });
    }
    reads.other();
    refusals(patcher, known, steps, () => reads.one(LEFT));
  }
}

export const STALE = 'with an ETag that it had before';

/**
 * Changes a thing on the condition that it has the ETag of before, and then that which it has; and asks for it on conditions. A request with an
 * ETag is sent only once one was shown.
 */
export function locks(
  { reader, replacer, patcher, maker }: Pick<Kind, 'reader' | 'replacer' | 'patcher'> & Partial<Pick<Kind, 'maker'>>,
  known: Known,
  steps: ChainSteps,
  reads: Reads,
): void {
  if (!steps.asked(reader) || !speaksOfTags([reader, replacer, patcher, maker])) return;
  const ways = [
    { operation: replacer, step: 'put', input: replacer && fullest(replacer, known) },
    {
      operation: patcher,
      step: 'patch',
      input: patcher && (patches(patcher, known, replacer ?? maker)[0] ?? fullest(patcher, known)),
    },
  ] as const;
  for (const { operation, step, input } of ways) {
    if (!input || !steps.asked(operation)) continue;
    steps.add('refused', operation, STALE, { input: onCondition(input, 'If-Match', 'other') });
    reads.one(LEFT);
    steps.add(step, operation, 'with its ETag', { input: onCondition(input, 'If-Match', 'current') });
    // What a patch means that is no merge patch, nobody knows.
    reads.one(step === 'put' ? 'what was put' : 'what was changed', step === 'put' ? step : 'applied');
  }
  conditionalReads(reader, known, steps);
}

/** Asks for a thing on the opposite condition, and on that it was changed since a date. A look at it has to come before. */
export function conditionalReads(reader: Operation, known: Known, steps: ChainSteps): void {
  const input = inputsOf(reader, known).valid[0]?.input;
  if (!input) return;
  const unless = (state: 'current' | 'other') => ({ input: onCondition(input, 'If-None-Match', state) });
  steps.add('conditional', reader, 'unless it has its ETag still', unless('current'));
  steps.add('conditional', reader, 'unless it has the ETag of before', unless('other'));
  const since = sinceLongAgo(reader, input);
  if (since) steps.add('conditional', reader, 'if it was changed since 1970', { input: since });
}

/**
 * Requests that are to be refused, one for each reason that services look for. Each has values of its own, so that one look after all of them
 * shows which of them had an effect. What lax services take comes first: what comes after it hides nothing.
 */
export function refusals(
  operation: Operation,
  known: Known,
  steps: ChainSteps,
  look: () => void,
  when: ChainStepAsked = {},
): void {
  const sent = requestsToRefuse(operation, known);
  for (const { what, ...more } of sent) steps.add('refused', operation, what, { ...more, ...when });
  if (sent.length > 0) look();
}

/** Removes a thing, and looks whether it is gone. */
export function removeAndLook(remover: Operation | undefined, steps: ChainSteps, reads: Reads): void {
  if (!steps.asked(remover)) return;
  steps.add('remove', remover, 'what is there');
  reads.one('what was removed', 'gone');
  reads.other();
}
