/** Compares what the answer to a write shows with what was sent: a service may normalise a value, decide on it, or hide it, and it may also be wrong. */

import type { Exchange } from '../../src/engine/model/exchange';
import type { Context } from '../../src/engine/model/rule';
import { hasSureToken, tokenIn } from '../../src/resources/tokens';
import { mayBeMasked } from '../../src/resources/vocabulary/secrets';
import { isOftenSet } from '../../src/resources/vocabulary/setByService';
import { isState } from '../../src/resources/vocabulary/states';
import { lazy } from '../../src/support/caching';
import { around, isDone, isSameThing } from './chainSteps';
import type { KeptMember } from './keptMembers';
import { itemsLeftOut } from './shownLists';
import { isFound, isItsOwn, isNotShown, type Members, mayBeSame, sentBy, shownMembers } from './shownMembers';

/** What the answer to a write shows of members that were sent. */
interface Answered {
  readonly sent: Members;
  readonly shown: Members;
  /** The members that both have, and that a client decides on. */
  readonly names: readonly string[];
}

/** @returns undefined where the answer does not show the thing: it has neither its id nor another member as that was sent. */
export function answeredTo(write: Exchange): Answered | undefined {
  if (!isDone(write)) return undefined;
  const sent = sentBy(write);
  const shown = shownMembers(write, sent);
  if (!shown) return undefined;
  const names = Object.keys(sent).filter(
    (name) => name !== '' && isOfClient(name) && name in shown && sent[name] !== null && shown[name] !== null,
  );
  const { id } = write.content ?? {};
  const isNamed = id !== undefined && (id.shown === id.wanted || (id.shown === undefined && !id.isOfRequest));
  const isThing = isNamed || names.some((name) => sent[name] === shown[name] && typeof sent[name] !== 'boolean');
  return names.length > 0 && isThing ? { sent, shown, names } : undefined;
}

/** Tells whether clients decide what a member is, and services show it as it is. */
export function isOfClient(name: string): boolean {
  return !isItsOwn(name) && !name.split('/').some((each) => mayBeMasked(each) || isState(each));
}

/** Returns the members that an answer shows otherwise than they were sent, while the thing has them as they were sent. */
export function deniedMembers(write: Exchange, { sent, shown, names }: Answered, look: Exchange): KeptMember[] {
  const now = shownMembers(look, sent) ?? {};
  return names
    .filter((name) => !mayBeSame(sent[name], shown[name]) && now[name] === sent[name] && !isInPath(write, shown[name]))
    .map((name) => ({ name, sent: sent[name], shown: shown[name] }));
}

/**
 * Returns the members that an answer shows otherwise than they were sent where no service decides so by itself: a text of the run's own is another
 * text; or a value is shown otherwise whenever it is sent, and others of the same member are shown as they were sent.
 */
export function changedMembers(write: Exchange, { sent, shown, names }: Answered, { all }: Context): KeptMember[] {
  const others = lazy(() => all.flatMap((each) => answeredTo(each) ?? []));
  return names
    .filter((name) => {
      const [was, is] = [sent[name], shown[name]];
      if (mayBeSame(was, is) || isInPath(write, is)) return false;
      if (typeof was === 'string' && hasSureToken(was)) return isAnotherText(name, was, is);
      return isValueLost(name, was, is, others());
    })
    .map((name) => ({ name, sent: sent[name], shown: shown[name] }));
}

/** PUT /notes/b with { name: "a" }: the name that the path has goes before the one of the body. */
function isInPath({ case: { request } }: Exchange, shown: Members[string] | undefined): boolean {
  return typeof shown === 'string' && Object.values(request.values).includes(shown);
}

function isAnotherText(name: string, was: string, is: Members[string] | undefined): boolean {
  const last = name.split('/').at(-1) ?? '';
  return typeof is === 'string' && !isOftenSet(last) && !/[*•…]/.test(is) && !is.includes(tokenIn(was));
}

/** How often a number has to be shown otherwise: once, another member beside it may have been the reason. And of how many texts others have to be kept. */
const OFTEN = 2;

function isValueLost(
  name: string,
  was: Members[string] | undefined,
  is: Members[string] | undefined,
  others: readonly Answered[],
): boolean {
  if (typeof was === 'boolean' || typeof was !== typeof is) return false;
  const showing = others.filter(({ names }) => names.includes(name));
  const alike = showing.filter(({ sent }) => sent[name] === was);
  if (alike.some(({ shown }) => mayBeSame(was, shown[name]))) return false;
  const kept = showing.filter(({ sent, shown }) => sent[name] === shown[name]).map(({ sent }) => sent[name]);
  if (typeof was === 'number' && typeof is === 'number')
    return alike.length >= OFTEN && kept.some((each) => typeof each === 'number' && isBetween(each, was, is));
  return new Set(kept.filter((each) => each !== is)).size >= OFTEN;
}

/** 300 is shown as 44, and 100 as 100: what rounds to steps, to sizes that are sold, or to a limit of its own never brings a number past another one that it keeps. */
function isBetween(kept: number, was: number, is: number): boolean {
  return kept > Math.min(was, is) && kept < Math.max(was, is);
}

/** Returns the next look at the thing that a write was about; undefined where there is none before it is written again. */
export function lookAfter(write: Exchange, chain: readonly Exchange[]): Exchange | undefined {
  if (write.case.chain?.step !== 'make') return around(write, chain).after;
  return chain.find(
    (each) =>
      each.index > write.index &&
      (each.case.chain?.step === 'read' || each.case.chain?.step === 'other') &&
      isSameThing(each, write) &&
      isFound(each.response),
  );
}

/** So many answers have to leave out what was sent: one may have had a reason. */
const LEFT_OUT_OFTEN = 2;

/**
 * Returns what the answer to a write leaves out of an object or a list that it shows otherwise as it was sent: a part of an object that no answer
 * shows, whenever it was sent, and items of a list. A service that knows some values alone shows none of those that were made up.
 */
export function leftOut(write: Exchange, answered: Answered, { all }: Context): KeptMember[] {
  const { sent, shown } = answered;
  const kept = Object.keys(sent).filter((name) => typeof sent[name] !== 'boolean' && sent[name] === shown[name]);
  const parts = Object.keys(sent).filter((name) => {
    const around = name.slice(0, name.lastIndexOf('/') + 1);
    if (!isOfClient(name) || !isNotShown(name, sent, write) || !kept.some((each) => each.startsWith(around)))
      return false;
    const others = all.filter((each) => sentBy(each)[name] && answeredTo(each));
    return others.length >= LEFT_OUT_OFTEN && others.every((each) => isNotShown(name, sentBy(each), each));
  });
  return [
    ...parts.map((name) => ({ name, sent: sent[name], shown: null })),
    ...itemsLeftOut(write).filter(({ name }) => isOfClient(name)),
  ];
}
