/** Compares how many things a thing says that it holds, before and after one of them was made or removed. */

import type { Exchange } from '../../src/engine/model/exchange';
import { isObject } from '../../src/json/value';
import { showsState } from '../../src/resources/vocabulary/states';
import { counterNames } from '../chains/counters';
import { isDone } from './chainSteps';
import { namedBy } from './exchanges';
import { isMissing } from './missing';
import { isFound, unwrapped } from './shownMembers';

/** What one member showed, and what it should have shown. */
export interface Count {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly expected: number;
}

/** Finds the looks between which a request made or removed something. */
export function countsAround(write: Exchange, chain: readonly Exchange[]) {
  const looks = chain.filter(({ case: each }) => each.chain?.step === 'count');
  const before = looks.findLast(({ index }) => index < write.index);
  const after = looks.find(({ index }) => index > write.index);
  return before && after ? { before, after } : undefined;
}

/**
 * Compares two looks at the same thing.
 * @returns the members that count what was made and removed in between; undefined where nobody can tell how many these were.
 */
export function countsBetween(before: Exchange, after: Exchange, chain: readonly Exchange[]): Count[] | undefined {
  const holder = namedBy(before);
  if (namedBy(after) !== holder || !isFound(before.response) || !isFound(after.response)) return undefined;
  const within = chain.filter((each) => namedBy(each).startsWith(`${holder}/`));
  // What is not approved yet need not count.
  if (within.some(({ response, content }) => isFound(response) && showsState(content?.shown))) return undefined;
  const writes = within.filter(({ index }) => index > before.index && index < after.index).filter(isUnsafe);
  const [collection, ...others] = new Set(writes.map((each) => segmentBelow(holder, namedBy(each))));
  if (collection === undefined || others.length > 0) return undefined;
  const changes = writes.map((each) => changeBy(each, `${holder}/${collection}`, chain));
  if (changes.includes(undefined)) return undefined;
  const change = sumOf(changes);
  const earlier = within.filter((each) => each.index < before.index && isUnsafe(each));
  const own = sumOf(earlier.map((each) => changeBy(each, `${holder}/${collection}`, chain)));
  const [shown, now] = [before, after].map((each) => numbersIn(each, collection));
  return Object.entries(shown ?? {}).flatMap(([name, number]) => {
    const later = now?.[name];
    if (later === undefined) return [];
    // Where the look before showed fewer than the run itself had made, it was behind, and the one after may show them, too.
    const isCaughtUp = number < own && later === own + change;
    return [{ name, before: number, after: later, expected: isCaughtUp ? later : number + change }];
  });
}

const sumOf = (changes: readonly (number | undefined)[]) => changes.reduce((sum: number, each) => sum + (each ?? 0), 0);

/** Tells whether a look shows all that was made and removed since the look before; also where nobody can tell. */
export function isCounted(look: Exchange, chain: readonly Exchange[]): boolean {
  const before = chain.findLast((each) => each.index < look.index && each.case.chain?.step === 'count');
  const counts = before && countsBetween(before, look, chain);
  return (counts ?? []).every(({ after, expected }) => after === expected);
}

const isUnsafe = ({ case: { request } }: Exchange) => !request.operation.safe;

function segmentBelow(holder: string, path: string): string {
  return path.slice(holder.length + 1).split('/')[0] ?? '';
}

/** By how many things a request changed a collection; undefined where nobody can tell. */
function changeBy(write: Exchange, collection: string, chain: readonly Exchange[]): number | undefined {
  const { step } = write.case.chain ?? {};
  if (write.response && write.response.status >= 400) return 0;
  const isOfItem = namedBy(write).slice(collection.length).split('/').length === 2;
  if (step === 'put' || step === 'patch' || step === 'bare' || step === 'again') return isOfItem ? 0 : undefined;
  if (!isDone(write)) return undefined;
  // What another PUT made may be what was there.
  const isMade = step === 'make' && write.response?.status === 201;
  const id = write.content?.id?.wanted;
  const path = isOfItem ? namedBy(write) : id === undefined ? undefined : `${collection}/${encodeURIComponent(id)}`;
  if (isMade && path?.startsWith(`${collection}/`)) return isSeen(path, write, chain) ? 1 : undefined;
  return step === 'remove' && isOfItem && isGone(write, chain) ? -1 : undefined;
}

/** Tells whether the next look at a thing finds it: what was not kept does not count. */
function isSeen(path: string, write: Exchange, chain: readonly Exchange[]): boolean {
  const look = chain.find(
    (each) =>
      each.index > write.index &&
      (each.case.chain?.step === 'read' || each.case.chain?.step === 'other') &&
      namedBy(each) === path,
  );
  return look !== undefined && isFound(look.response);
}

/** Tells whether a look finds that thing alone no more: what is only marked as deleted may count still, and what else is gone does not. */
function isGone(removal: Exchange, chain: readonly Exchange[]): boolean {
  const later = chain.filter(({ index }) => index > removal.index);
  const look = later.find((each) => each.case.chain?.step === 'read' && namedBy(each) === namedBy(removal));
  const other = later.find(({ case: each }) => each.chain?.step === 'other');
  return look !== undefined && isMissing(look) && (other === undefined || isFound(other.response));
}

/** Returns the whole numbers that count what is in a collection, by their names. */
function numbersIn({ content }: Exchange, collection: string): Record<string, number> {
  const names = (value: unknown) => (isObject(value) ? counterNames(Object.keys(value), collection) : []);
  const shown = content?.shown;
  const wrapped = isObject(shown) ? Object.values(shown).flatMap(names) : [];
  const thing = unwrapped(shown, [...names(shown), ...wrapped]);
  if (!isObject(thing)) return {};
  return Object.fromEntries(
    names(thing).flatMap((name) => {
      const value = thing[name as keyof typeof thing] as unknown;
      return Number.isInteger(value) ? [[name, value as number]] : [];
    }),
  );
}
