/** Plans the chain on what a thing has one of: `PUT /ships/{id}/address` is read again by `GET /ships/{id}/address`. */

import type { Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { mediaKind } from '../../src/http/mediaType';
import type { Kind, Kinds } from '../../src/resources/kinds';
import { belowItem, withoutNames } from '../../src/routing/pathTemplate';
import { chainNamed } from '../inputs/toCase';
import { type Reads, writes } from './changingSteps';
import { givenChain } from './givenChain';
import { couldMake, mayMake } from './mayMake';
import { ownChain } from './ownChain';

/** Returns the kind of the things that have one of what an operation sets: ships, of `PUT /ships/{id}/address`. */
export function holderOf(operation: Operation, kinds: Kinds): Kind | undefined {
  return setsOne(operation, kinds) ? kinds.at(itemAbove(operation) ?? '') : undefined;
}

/** Whether an operation sets what a thing has one of. What things stand below is a list of them. */
function setsOne(operation: Operation, kinds: Kinds): boolean {
  const isList = kinds.madeBy(operation) ?? kinds.at(`${withoutNames(operation.path)}/{}`);
  return !isList && setsValue(operation) && itemAbove(operation) !== undefined;
}

const itemAbove = ({ path }: Operation) => belowItem(path)?.item;

/**
 * Sets what a thing has one of, and looks at it after each change. It is a thing of the run, with which what is there goes away; or one that was
 * handed over, where nothing says that the run could make one.
 */
export function singleCases(operation: Operation, known: Known): Case[] {
  const { contract, wanted } = known;
  if (!setsOne(operation, contract.kinds) || wanted.everythingExists) return [];
  const [reader, ...changing] = ['GET', 'PUT', 'PATCH'].map((method) => contract.at(operation.path, method));
  const [replacer, patcher] = changing.map((each) => (each && setsValue(each) ? each : undefined));
  const owner = [replacer, patcher].find((each) => each && wanted.selected(each));
  if (owner !== operation) return [];
  const begun = onOwn(operation, reader, known) ?? onGiven(operation, reader, known);
  if (!begun) return [];
  const { steps, reads } = begun;
  reads.one('what is there');
  writes({ replacer, patcher }, known, steps, reads);
  return steps.cases;
}

type Begun = ReturnType<typeof givenChain>;

function onOwn(operation: Operation, reader: Operation | undefined, known: Known): Begun {
  const kind = holderOf(operation, known.contract.kinds);
  const chain = kind && ownChain(kind, known, chainNamed(`${operation.path} state`));
  const one = chain?.makes();
  const steps = one && chain?.stepsOn(one);
  if (!steps?.asked(reader)) return undefined;
  const look: Reads['one'] = (shows, awaits) => void steps.add('read', reader, shows, awaits ? { awaits } : {});
  return { steps, reads: { one: look, other: () => {} } };
}

function onGiven(operation: Operation, reader: Operation | undefined, known: Known): Begun {
  const kind = holderOf(operation, known.contract.kinds);
  const isMade = couldMake(operation, known) || (kind && mayMake(kind, known));
  return isMade ? undefined : givenChain(operation, reader, known);
}

/** Whether an operation is sent a value, and no file. */
function setsValue({ requestBody }: Operation): boolean {
  return requestBody?.media.some(({ type }) => mediaKind(type) === 'json') === true;
}
