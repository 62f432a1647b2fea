/**
 * Asks one thing that the run makes for all that can be done to it, twice: `POST /orders/7/submit`, `POST /orders/7/close`. Some can be done only in
 * a state into which another one leads, and no contract says in which; a 409 says that there is one. Of `submit`, `approve` and `reject`, two exclude
 * each other, so another thing is asked for them in the opposite order.
 */

import { declaredResponse, type Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { DEGREE, destructiveness } from '../../src/resources/destructiveness';
import type { Kind } from '../../src/resources/kinds';
import { chainNamed } from '../inputs/toCase';
import { asValid } from './actions';
import { least } from './chainBodies';
import { ownChain } from './ownChain';

/** How often each action is asked for: an earlier one may lead into the state that it needs, or a later one. */
const ROUNDS = 2;

/** Where an action leads away from a state, another one that needs that state is not reached on the same thing: of so many actions, one may be. */
const LEAST_THAT_PART = 3;

export function actionSteps(kind: Kind, known: Known): Case[] {
  const { kinds } = known.contract;
  const all = kinds.actionsOn(kind.item).filter((each) => destructiveness(each) < DEGREE.endsSession);
  const back = all.length < LEAST_THAT_PART ? [] : onOne(kind, all.toReversed(), `${kind.item} actions back`, known);
  return [...onOne(kind, all, `${kind.item} actions`, known), ...back];
}

/** Asks one thing for actions in their order. */
function onOne(kind: Kind, all: readonly Operation[], name: string, known: Known): Case[] {
  const isSilent = ![kind.maker, kind.reader, ...all].some((each) => each && declaresRefusals(each));
  const chain = isTelling(all, isSilent) ? ownChain(kind, known, chainNamed(name)) : undefined;
  const one = chain?.makes(least(kind.maker, known));
  if (!chain || !one) return [];
  const steps = chain.stepsOn(one);
  const actions = all.filter(steps.asked);
  if (!isTelling(actions, isSilent)) return [];
  for (let round = 1; round <= ROUNDS; round++)
    for (const action of actions) {
      steps.add('act', action, round === 1 ? 'in turn' : 'in turn, once more');
      if (steps.asked(kind.reader)) steps.add('read', kind.reader, 'what came of it', { awaits: 'acted' });
    }
  return asValid(steps.cases);
}

/**
 * Where there is one action alone, or none that depends on a state, nothing is to be seen that other requests do not show.
 * @param isSilent whether the contract declares no refusals of such things at all, so that it does not say that none depends on a state.
 */
function isTelling(actions: readonly Operation[], isSilent: boolean): boolean {
  return actions.length > 1 && (isSilent || actions.some((each) => declaredResponse(each, 409) !== undefined));
}

function declaresRefusals({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^(4|5|default)/.test(status));
}
