/** Compares the state that the answer to an action shows, or in which a refused one was to leave its thing, with that in which the next GET finds it. */

import type { Exchange } from '../../src/engine/model/exchange';
import { mayBeCached } from '../../src/resources/answers/pages';
import { listedMembersOf } from '../chains/actions';
import { around, isDone } from './chainSteps';
import type { KeptMember } from './keptMembers';
import { deepMembers, isFound, shownMembers } from './shownMembers';

/**
 * Returns the members that the answer to an action shows in another state, and that a GET right after it shows as they were before; undefined if the
 * answer shows no such change, or nobody can tell. A thing that went on to another state and back has lost nothing, so all of it has to be as it was,
 * its times and counts, too. A state is a member for which the contract lists the values.
 */
export function unkept(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const names = [...listedMembersOf(write.case.request.operation)];
  const { before } = around(write, chain);
  if (!isDone(write) || !showsItsThing(write)) return undefined;
  const asNamed = Object.fromEntries(names.map((name) => [name, null]));
  const [old, told, now] = [before, write, after].map((each) => each && shownMembers(each, asNamed));
  if (!old || !told || !now || !after.response || mayBeCached(after.response)) return undefined;
  const changed = names.filter(
    (name) => typeof told[name] === 'string' && typeof old[name] === 'string' && told[name] !== old[name],
  );
  if (changed.length === 0) return undefined;
  const left = changed.filter((name) => now[name] === old[name]);
  if (left.length > 0 && !isSameThing(before, after)) return undefined;
  return left.map((name) => ({ name, sent: told[name], shown: now[name] ?? null }));
}

/**
 * Returns the members that show another state after an action which was refused: the one that the answers to the same action show where it was done. A
 * refusal may lead into a state of its own, as a payment that is declined has failed, and what was accepted before may be done only now.
 * @param all the exchanges of the run.
 * @returns undefined if no GET showed a state before and after it, or no answer which state the action leads to.
 */
export function ledInto(
  refused: Exchange,
  after: Exchange,
  chain: readonly Exchange[],
  all: readonly Exchange[],
): KeptMember[] | undefined {
  const { operation } = refused.case.request;
  const names = [...listedMembersOf(operation)];
  const asNamed = Object.fromEntries(names.map((name) => [name, null]));
  const [old, now] = [around(refused, chain).before, after].map((each) => each && shownMembers(each, asNamed));
  const isAccepted = chain.some(({ index, response }) => index < refused.index && response?.status === 202);
  if (!old || !now || isAccepted || !after.response || mayBeCached(after.response)) return undefined;
  const done = all.filter((each) => each.case.request.operation === operation && isDone(each));
  const ends = done.map((each) => shownMembers(each, asNamed)).filter((each) => each !== undefined);
  const states = names.filter(
    (name) => typeof old[name] === 'string' && ends.some((end) => typeof end[name] === 'string'),
  );
  if (states.length === 0) return undefined;
  const isLed = (name: string) => now[name] !== old[name] && ends.some((end) => end[name] === now[name]);
  return states.filter(isLed).map((name) => ({ name, sent: old[name], shown: now[name] ?? null }));
}

/**
 * Whether an answer shows the thing that its request was about: its name stands where answers have it, or, of a thing that is named in paths alone, in
 * a member of what is shown.
 */
export function showsItsThing({ content }: Exchange): boolean {
  const { id, shown } = content ?? {};
  if (id === undefined) return false;
  return id.shown === undefined ? Object.values(deepMembers(shown)).includes(id.wanted) : id.shown === id.wanted;
}

function isSameThing(before: Exchange | undefined, after: Exchange): boolean {
  if (!before || !isFound(before.response) || !isFound(after.response)) return false;
  return JSON.stringify(deepMembers(before.content?.shown)) === JSON.stringify(deepMembers(after.content?.shown));
}
