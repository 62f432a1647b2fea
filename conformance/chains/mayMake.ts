/** Says which things the run may make: the user allows it, the requests for it can be sent, and the things can be removed again. */

import type { Operation } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import type { Kind, Kinds } from '../../src/resources/kinds';
import { goesWith } from '../../src/resources/removable';
import { itemPath, namesIn } from '../../src/routing/pathTemplate';
import { plainInput } from '../inputs/inputs';
import { right } from '../inputs/toCase';

/** Tells whether the run may make things of a kind: the user allows it, and they can be removed again, or the target is a throw-away. */
export function mayMake(kind: Kind, known: Known): boolean {
  const { maker, remover } = kind;
  const { everythingExists, writes } = known.wanted;
  if (everythingExists || writes === 'handed-over' || !canAsk(maker, known)) return false;
  if (writes === 'any') return true;
  return remover ? canAsk(remover, known) : goesWithOwn(kind, known);
}

/** Tells whether what is made lies in a thing that the run makes, too, and goes away with it. In what was handed over, it would stay. */
function goesWithOwn(kind: Kind, known: Known): boolean {
  const holder = goesWith(kind, known.contract.kinds);
  const place = namesIn(kind.maker.path).at(-1);
  const isHandedOver = place !== undefined && known.handedOver.handed(kind.maker, place).length > 0;
  return holder !== undefined && !isHandedOver && mayMake(holder, known);
}

/**
 * Returns the PUT by which a thing of a kind may be made under a name that the run chooses, where the POST that makes them is refused:
 * `PUT /accounts/{id}` beside `POST /accounts`. Undefined if there is none.
 */
export function secondMaker({ maker, replacer }: Kind, known: Known): Operation | undefined {
  return replacer && replacer !== maker && canAsk(replacer, known) ? replacer : undefined;
}

/** Tells whether the run may ask an operation, has a right to it, and something to send. */
function canAsk(operation: Operation, known: Known): boolean {
  if (operation.unsupported !== undefined || known.wanted.leftOut(operation) !== undefined) return false;
  return right(operation, known) !== undefined && !!plainInput(operation, known);
}

/** Tells whether an operation makes things that the run can remove again. Then it may be sent any input. */
export function makesOwn(operation: Operation, known: Known): boolean {
  const kind = known.contract.kinds.madeBy(operation);
  return kind !== undefined && operation.method === 'POST' && mayMake(kind, known);
}

/** Tells whether all things that an operation needs could be made and removed again, if the user allowed it. */
export function couldMake(operation: Operation, known: Known): boolean {
  const { path } = operation;
  const isUsable = (each: Operation | undefined) =>
    each !== undefined &&
    each.unsupported === undefined &&
    !known.wanted.leftOut(each)?.wanted &&
    right(each, known) !== undefined &&
    plainInput(each, known) !== undefined;
  const { kinds } = known.contract;
  const isMade = (kind: Kind | undefined): boolean => {
    const holder = kind && goesWith(kind, kinds);
    return isUsable(kind?.maker) && (holder ? isMade(holder) : isUsable(kind?.remover));
  };
  const items = namesIn(path).map((_, index) => itemPath(path, index) ?? '');
  return (
    known.wanted.writes === 'handed-over' &&
    items.every((item) => isMade(kinds.at(item)) || kinds.isFixed(item)) &&
    (items.some((item) => isMade(kinds.at(item))) || isMade(kinds.madeBy(operation)))
  );
}

/** Tells whether an operation may be asked without knowing what it changes. */
export function isFree(operation: Operation, { wanted: { writes, everythingExists } }: Pick<Known, 'wanted'>): boolean {
  return operation.safe || everythingExists || writes === 'any';
}

/** Tells whether a request about what is not there, with the credential that it wants, leaves nothing that the run could not remove. */
export function leavesNothing(operation: Operation, known: Known): boolean {
  if (isFree(operation, known) || !mayMakeMissing(operation, known.contract.kinds) || refusesWhatIsMissing(operation))
    return true;
  const { kinds } = known.contract;
  // Without the consent to make things, the run removes nothing but what its own path names.
  const made = known.wanted.writes === 'own' ? kinds.madeBy(operation) : undefined;
  const remover = (made ?? kinds.ofItem(operation))?.remover;
  return remover !== undefined && canAsk(remover, known);
}

/** Tells whether a request may make something although what its path names is not there. */
export function mayMakeMissing(operation: Operation, kinds: Kinds): boolean {
  const { method, safe, requestBody } = operation;
  if (safe || method === 'DELETE') return false;
  return method !== 'POST' || requestBody !== undefined || kinds.madeBy(operation) !== undefined;
}

/** Tells whether the contract says that an operation refuses what is not there, and not that it makes it. */
export function refusesWhatIsMissing({ method, responses }: Operation): boolean {
  const isDeclared = (wanted: string) => responses.some(({ status }) => status === wanted);
  return (isDeclared('404') || isDeclared('410')) && (method === 'POST' || !isDeclared('201'));
}
