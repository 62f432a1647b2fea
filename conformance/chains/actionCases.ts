/** Plans the chain on a thing that an action brings into another state: the thing is read before and after it. */

import type { Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { endsInReturn } from '../../src/resources/vocabulary/actions';
import { chainNamed } from '../inputs/toCase';
import { asValid, stateActionOf } from './actions';
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
  const isReturn = endsInReturn(operation.path) && steps.asked(remover);
  // What was removed is asked for by its name only where the service is seen to give no name again, and what shows this may come before.
  const late = isReturn ? { changes: true as const } : {};
  const look = () =>
    void steps.add('other', reader, 'another one, of which nothing was asked', { made: other, ...late });
  look();
  steps.add('read', reader, 'what was made', { awaits: 'there', ...late });
  if (isReturn) {
    // A name that is free for a moment, and not given to what is made next, is that of nobody else.
    const [spare, further] = [chain.makes(), chain.makes()].map((each) => each && inItsTurn(each));
    for (const made of [spare, further]) {
      if (made) steps.cases.push(made);
      if (made && made === spare) steps.add('remove', remover, 'what was made last', { made, ...late });
    }
    steps.add('remove', remover, 'what is there', late);
    steps.add('read', reader, 'what was removed', { awaits: 'gone', ...late });
  }
  steps.add('act', operation, 'what brings it into another state', late);
  steps.add('read', reader, 'in which state it is', { awaits: 'acted', ...late });
  look();
  // In the state into which it has led, it may fail.
  steps.add('act', operation, 'the same once more', late);
  if (isReturn) {
    steps.add('remove', remover, 'what was brought back', late);
    steps.add('read', reader, 'what was removed again', { awaits: 'gone', ...late });
  }
  return isReturn ? asValid(steps.cases) : steps.cases;
}

/** Lets a case come as late as the others of its chain do. */
const inItsTurn = (each: Case): Case => ({ ...each, waitsFor: { ...each.waitsFor, changes: true } });
