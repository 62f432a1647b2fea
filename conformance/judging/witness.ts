/**
 * The gate of every rule that looks at several exchanges: whether what two looks at a thing show is due to the request between them. A service may
 * let things expire, make room for new ones, lose them all, or let others change them, and it keeps its contract; and the run itself may have sent
 * the request that did it. What cannot be shown to be due to one request is not judged.
 */

import type { Exchange } from '../../src/engine/model/exchange';
import type { Context } from '../../src/engine/model/rule';
import { withoutNames } from '../../src/routing/pathTemplate';
import { isSameThing, isWrite, setsWhole } from './chainSteps';
import { namedBy } from './exchanges';
import { isMissing } from './missing';
import { deepMembers, isFound, type PlainValue, sentBy, shownMembers } from './shownMembers';

/** What is to be shown: that a request changed a thing, by a look at it before and one after. */
interface Observed {
  /** The request that is blamed. */
  readonly by: Exchange;
  /** A look at the very thing, or the answer to what made it. */
  readonly before: Exchange | undefined;
  readonly after: Exchange;
  /** The members in which the looks differ from what should be; none where the thing is gone. */
  readonly names?: readonly string[];
  /** Whether the service may have made room for something new, since nothing older is known to be there still. */
  readonly mayMakeRoom?: true;
}

/** Tells whether nobody but the blamed request can be thought to have changed what the looks show. */
export function isWitnessed(observed: Observed, context: Pick<Context, 'chain' | 'touches'>): boolean {
  const { before, after, names = [] } = observed;
  if (!before || !isFound(before.response)) return false;
  if (names.some((name) => mayComeLate(name, before, after, context.chain))) return false;
  return isUntouchedByOthers(observed, context) && isSteady(names, after, context.chain);
}

/**
 * Tells whether what a look shows of a member was set before both looks already, and later than what the first one shows of it, as a store that lags
 * behind shows it: PUT { width: 34 }, PUT { width: 89 }, GET → 34, PATCH { name }, GET → 89. A PUT that leaves a member out sets it to what the
 * service likes.
 */
function mayComeLate(name: string, before: Exchange, after: Exchange, chain: readonly Exchange[]): boolean {
  const [was, is] = [before, after].map((look) => shownMembers(look, { [name]: null })?.[name]);
  if (was === is) return false;
  const writes = chain.filter((each) => each.index < before.index && isWrite(each) && isFound(each.response));
  const sets = (value: PlainValue | undefined) =>
    writes.findLastIndex((each) => name in sentBy(each) && (sentBy(each)[name] ?? null) === (value ?? null));
  const leavesOut = writes.findLastIndex((each) => setsWhole(each) && !(name in sentBy(each)));
  const earlier = sets(was) < 0 ? leavesOut : sets(was);
  return Math.max(sets(is), is === undefined ? leavesOut : -1) > earlier;
}

/**
 * Tells whether no other request of the run may have changed the thing between the looks, or may have removed it at any time: an id that was
 * removed may be shown for a while by a part of the service that does not know yet.
 */
export function isUntouchedByOthers(
  { by, before, after, mayMakeRoom }: Observed,
  { touches }: Pick<Context, 'touches'>,
): boolean {
  const others = touches.between(before, after).filter(({ index }) => index !== by.index && index !== before?.index);
  const isNear = others.some(({ nearness }) => nearness !== 'beside' || mayMakeRoom === true);
  if (isNear) return false;
  if (!isMissing(after)) return true;
  return !touches.between(undefined, after).some(({ index, nearness }) => nearness === 'removal' && index !== by.index);
}

/** Tells whether the other things of a chain, of which nothing is asked, show the same of some members in each look: nobody else changes them. */
export function isSteady(names: readonly string[], tested: Exchange, chain: readonly Exchange[]): boolean {
  const firstLooks = new Map<string, ReturnType<typeof deepMembers>>();
  for (const look of chain) {
    if (look.case.chain?.step !== 'other' || namedBy(look) === namedBy(tested) || !isFound(look.response)) continue;
    const shown = deepMembers(look.content?.shown);
    const first = firstLooks.get(namedBy(look)) ?? shown;
    firstLooks.set(namedBy(look), first);
    if (names.some((name) => first[name] !== shown[name])) return false;
  }
  return true;
}

/**
 * Tells whether what an answer said was made is not there since it never was: no look found it, and it did not have to make room for another one.
 * Where others were made meanwhile, none that the chain made is found either.
 */
export function wasNeverThere(made: Exchange, look: Exchange, context: Pick<Context, 'chain' | 'touches'>): boolean {
  const observed = { by: made, before: made, after: look };
  const isItem = ({ case: each }: Exchange) => each.chain?.step === 'read' || each.chain?.step === 'other';
  const found = context.chain.filter((each) => isItem(each) && isFound(each.response));
  if (found.some((each) => namedBy(each) === namedBy(look))) return false;
  // It is there by its id, so a Location that names nothing does not name it.
  if (found.some((each) => each.index > look.index && isSameThing(each, made))) return true;
  if (!isWitnessed(observed, context)) return false;
  return found.length === 0 || isUntouchedByOthers({ ...observed, mayMakeRoom: true }, context);
}

/** The looks of a chain at one thing next to a request: the last one before it, and the first one after it and all others that are to be refused with it. */
interface Looks {
  readonly before: Exchange | undefined;
  readonly after: Exchange | undefined;
}

/** @param path of the thing, as `namedBy` returns it. */
export function looksAt(path: string, write: Exchange, chain: readonly Exchange[]): Looks {
  const isLook = (each: Exchange) => {
    const { step } = each.case.chain ?? {};
    return each.request.method === 'GET' && namedBy(each) === path && (step === 'read' || step === 'other');
  };
  return {
    before: chain.findLast((each) => each.index < write.index && isLook(each)),
    after: chain.find((each) => each.index > write.index && isLook(each)),
  };
}

/**
 * Tells whether another thing of the same kind, on which nothing was tried, was there before a request and is there after it: so it was not the
 * time, nor the lack of room, nor a loss of everything, that took the tested one.
 */
export function isControlThere(tested: Exchange, write: Exchange, chain: readonly Exchange[]): boolean {
  const kind = withoutNames(tested.case.request.operation.path);
  const others = new Set(
    chain.flatMap((each) => {
      const path = namedBy(each);
      const isOfKind = withoutNames(each.case.request.operation.path) === kind;
      return each.request.method === 'GET' && path !== namedBy(tested) && isOfKind ? [path] : [];
    }),
  );
  return [...others].some((path) => {
    const { before, after } = looksAt(path, write, chain);
    return isFound(before?.response ?? null) && isFound(after?.response ?? null);
  });
}

/** Tells whether a value says where it comes from: nothing that a service or anybody else sets by chance, as a switch or a small number. */
export function isTelling(value: unknown): boolean {
  if (typeof value === 'string') return value.length > 2;
  return typeof value === 'number' && Math.abs(value) > 2;
}
