/** Plans the chain on a thing that an action brings into another state: the thing is read before and after it. */

import type { Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { endsInReturn } from '../../src/resources/vocabulary/actions';
import { chainNamed } from '../inputs/toCase';
import { stateActionOf } from './actions';
import { ownChain } from './ownChain';

/**
 * Lets an action bring a thing into another state, beside another one of which nothing was asked. What brings back what was removed is asked of what
 * was removed.
 */
export function actionCases(operation: Operation, known: Known): Case[] {
  const kind = stateActionOf(operation, known.contract.kinds);
  const chain = kind && ownChain(kind, known, chainNamed(`${operation.name} state`));
  if (!kind?.reader || !chain) return [];
  const [one, other] = [chain.makes(), chain.makes()];
  if (!one || !other) return [];
  const steps = chain.stepsOn(one);
  const { reader, remover } = kind;
  if (!steps.asked(operation) || !steps.asked(reader)) return [];
  const look = () => void steps.add('other', reader, 'another one, of which nothing was asked', { made: other });
  look();
  steps.add('read', reader, 'what was made', { awaits: 'there' });
  if (endsInReturn(operation.path) && steps.asked(remover)) {
    steps.add('remove', remover, 'what is there');
    steps.add('read', reader, 'what was removed', { awaits: 'gone' });
  }
  steps.add('act', operation, 'what brings it into another state');
  steps.add('read', reader, 'in which state it is', { awaits: 'acted' });
  look();
  // In the state into which it has led, it may fail.
  steps.add('act', operation, 'the same once more');
  return steps.cases;
}
