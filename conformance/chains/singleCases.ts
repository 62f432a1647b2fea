/** Plans the chain on what a thing that the run makes has one of: `PUT /ships/{id}/address` is read again by `GET /ships/{id}/address`. */

import type { Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { mediaKind } from '../../src/http/mediaType';
import type { Kind, Kinds } from '../../src/resources/kinds';
import { belowItem, withoutNames } from '../../src/routing/pathTemplate';
import { chainNamed } from '../inputs/toCase';
import { type Reads, writes } from './changingSteps';
import { ownChain } from './ownChain';

/** Returns the kind of the things that have one of what an operation sets: ships, of `PUT /ships/{id}/address`. */
export function holderOf(operation: Operation, kinds: Kinds): Kind | undefined {
  const kind = kinds.at(belowItem(operation.path)?.item ?? '');
  // What things stand below is a list of them.
  const isList = kinds.madeBy(operation) ?? kinds.at(`${withoutNames(operation.path)}/{}`);
  return isList || !setsValue(operation) ? undefined : kind;
}

/** Sets what a thing of the run has one of, and looks at it after each change; what is there goes with the thing. */
export function singleCases(operation: Operation, known: Known): Case[] {
  const kind = holderOf(operation, known.contract.kinds);
  if (!kind) return [];
  const [reader, ...changing] = ['GET', 'PUT', 'PATCH'].map((method) => known.contract.at(operation.path, method));
  const [replacer, patcher] = changing.map((each) => (each && setsValue(each) ? each : undefined));
  const owner = [replacer, patcher].find((each) => each && known.wanted.selected(each));
  if (owner !== operation) return [];
  const chain = ownChain(kind, known, chainNamed(`${operation.path} state`));
  const one = chain?.makes();
  if (!chain || !one) return [];
  const steps = chain.stepsOn(one);
  if (!steps.asked(reader)) return [];
  const reads: Reads = {
    one: (shows, awaits) => void steps.add('read', reader, shows, awaits ? { awaits } : {}),
    other: () => {},
  };
  reads.one('what is there');
  writes({ replacer, patcher }, known, steps, reads);
  return steps.cases;
}

/** Whether an operation is sent a value, and no file. */
function setsValue({ requestBody }: Operation): boolean {
  return requestBody?.media.some(({ type }) => mediaKind(type) === 'json') === true;
}
