/** Begins the chains on things that were handed over: they are there, and are the user's, who lets the run use them up. */

import type { Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import type { Values } from '../../src/routing/pathTemplate';
import { touchesAt } from '../inputs/toCase';
import type { Reads } from './changingSteps';
import { type ChainSteps, stepper } from './stepper';

/**
 * Returns the steps of a chain on the thing that these values name in the path of an operation.
 * @param kind `listed` for a chain that only reads.
 */
export function stepsOnGiven(
  operation: Operation,
  values: Values,
  known: Known,
  kind: 'handed over' | 'listed' = 'handed over',
): ChainSteps {
  const name = touchesAt(operation, values);
  return stepper(known, kind, () => ({ values, exists: true, handedOver: true, made: { needs: {}, name } }));
}

/**
 * Begins a chain on the first thing that was handed over for the path of an operation, beside another one of which nothing is asked.
 * @param reader asks for the thing.
 * @returns undefined where nothing was handed over, or nothing shows it.
 */
export function givenChain(
  operation: Operation,
  reader: Operation | undefined,
  known: Known,
): { readonly steps: ChainSteps; readonly reads: Reads } | undefined {
  const [one, other] = known.handedOver.resources(operation);
  const [steps, beside] = [one, other].map((each) => each && stepsOnGiven(operation, each, known));
  if (!steps?.asked(reader)) return undefined;
  return {
    steps,
    reads: {
      one: (shows, awaits = 'there') => void steps.add('read', reader, shows, { awaits }),
      other: () => {
        const look = beside?.add('other', reader, 'another one, of which nothing was asked', { awaits: 'there' });
        if (look) steps.cases.push(look);
      },
    },
  };
}

/**
 * Puts looks around a valid request that removes what was handed over. They come once all else was asked of it.
 * @returns the request alone where nothing shows the thing.
 */
export function withLooks(removal: Case, known: Known): Case[] {
  const { operation, values } = removal.request;
  const reader = known.contract.at(operation.path, 'GET');
  const steps = stepsOnGiven(operation, values, known);
  if (!steps.asked(reader)) return [removal];
  const late = { changes: true } as const;
  const before = steps.add('read', reader, 'what is to be removed', late);
  const after = steps.add('read', reader, 'what was removed', { awaits: 'gone', ...late });
  if (!before || !after) return [removal];
  const chain = { kind: 'handed over', step: 'remove' } as const;
  return [before, { ...removal, waitsFor: { ...removal.waitsFor, ...late }, chain }, after];
}
