/** Plans the chain on a thing that an action brings into another state: the thing is read before and after it. */

import type { Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { placesAbove } from '../../src/resources/kinds';
import { chainNamed } from '../inputs/toCase';
import { stateActionOf } from './actions';
import { makerCase, placesFor, resourceOf } from './makeResources';
import { mayMake } from './mayMake';
import { stepper } from './stepper';

/** Lets an action bring a thing into another state, beside another one of which nothing was asked. */
export function actionCases(operation: Operation, known: Known): Case[] {
  const kind = stateActionOf(operation, known.contract.kinds);
  if (!kind?.reader || !mayMake(kind, known)) return [];
  const name = chainNamed(`${operation.name} state`);
  const above = placesFor(kind.maker, known, name, { most: placesAbove(kind) });
  const [one, other] = [1, 2].map(() => above && makerCase(kind, known, name, above));
  if (!above || !one || !other) return [];
  const steps = stepper(known, 'own', (asked, made = one) => resourceOf(kind, asked, above, { from: made }, name));
  const { reader } = kind;
  if (!steps.asked(operation) || !steps.asked(reader)) return [];
  const look = () => void steps.add('other', reader, 'another one, of which nothing was asked', { made: other });
  look();
  steps.add('read', reader, 'what was made', { awaits: 'there' });
  steps.add('act', operation, 'what brings it into another state');
  steps.add('read', reader, 'in which state it is', { awaits: 'acted' });
  look();
  return steps.cases;
}
