/** Plans the chain on what a thing has one of: `PUT /ships/{id}/address` is read again by `GET /ships/{id}/address`. */

import type { Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { mediaKind } from '../../src/http/mediaType';
import type { Kind, Kinds } from '../../src/resources/kinds';
import { belowItem, withoutNames } from '../../src/routing/pathTemplate';
import { inputsOf, plainInput } from '../inputs/inputs';
import { chainNamed } from '../inputs/toCase';
import { type Reads, removeAndLook, writes } from './changingSteps';
import { givenChain } from './givenChain';
import { couldMake, mayMake } from './mayMake';
import { ownChain } from './ownChain';
import type { ChainSteps } from './stepper';
import { longer, wholeContent } from './wholeContent';

/** Returns the kind of the things that have one of what an operation sets: ships, of `PUT /ships/{id}/address`. */
export function holderOf(operation: Operation, kinds: Kinds): Kind | undefined {
  return setsOne(operation, kinds) ? kinds.at(itemAbove(operation) ?? '') : undefined;
}

/** Whether an operation sets what a thing has one of. What things stand below is a list of them. */
function setsOne(operation: Operation, kinds: Kinds): boolean {
  const isList = kinds.madeBy(operation) ?? kinds.at(`${withoutNames(operation.path)}/{}`);
  return !isList && setsSome(operation) && itemAbove(operation) !== undefined;
}

const itemAbove = ({ path }: Operation) => belowItem(path)?.item;

/**
 * Sets what a thing has one of, and looks at it after each change. It is a thing of the run, with which what is there goes away; or one that was
 * handed over, where nothing says that the run could make one.
 */
export function singleCases(operation: Operation, known: Known): Case[] {
  const { contract, wanted } = known;
  if (!setsOne(operation, contract.kinds) || wanted.everythingExists) return [];
  const [reader, remover, ...changing] = ['GET', 'DELETE', 'PUT', 'PATCH'].map((method) =>
    contract.at(operation.path, method),
  );
  const [replacer, patcher] = changing.map((each) => (each && setsSome(each) ? each : undefined));
  const owner = [replacer, patcher].find((each) => each && wanted.selected(each));
  if (owner !== operation) return [];
  const begun = onOwn(operation, reader, known) ?? onGiven(operation, reader, known);
  if (!begun) return [];
  const { steps, reads } = begun;
  reads.one('what is there');
  if (replacer && !setsValue(replacer)) putsFiles(replacer, known, steps, reads);
  else writes({ replacer, patcher }, known, steps, reads);
  // What was handed over is the user's: that is removed last, and on its own.
  if (steps.cases.some(({ chain }) => chain?.kind === 'own' && chain.step === 'put'))
    removeAndLook(remover, steps, reads);
  return steps.cases;
}

/** Puts one content and another one. */
function putsFiles(replacer: Operation, known: Known, steps: ChainSteps, reads: Reads): void {
  const whole = [1, 2].flatMap(() => wholeContent(replacer, known) ?? []);
  const first = plainInput(replacer, known);
  const [other] = inputsOf(replacer, known).valid.flatMap(({ input }) =>
    first?.body && input.body && !input.body.bytes.equals(first.body.bytes) ? [input] : [],
  );
  for (const input of whole.length > 0 ? whole : [first, (first && longer(replacer, first, known)) ?? other]) {
    if (!input || !steps.asked(replacer)) continue;
    steps.add('put', replacer, 'a content', { input });
    reads.one('what was put', 'put');
  }
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

/** Whether an operation is sent a value; or, as the whole of its body, a file, which a GET shows in the same form as a PUT has it. */
function setsSome(operation: Operation): boolean {
  const types = operation.requestBody?.media.map(({ type }) => mediaKind(type)) ?? [];
  return (
    setsValue(operation) || (operation.method === 'PUT' && types.some((kind) => kind === 'binary' || kind === 'text'))
  );
}
