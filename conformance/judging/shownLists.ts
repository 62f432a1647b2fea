/** Compares the lists that are shown before a PUT or a PATCH with those that are shown after it, and with those that were sent. */

import type { Exchange } from '../../src/engine/model/exchange';
import { isEqual, isListed } from '../../src/json/equality';
import { isObject } from '../../src/json/value';
import { ITS_OWN } from '../../src/resources/vocabulary/setByService';
import { around, isDone, isWrite } from './chainSteps';
import type { KeptMember } from './keptMembers';
import { allSentIn, isFound, isPlainValue, mayBeSame, unwrapped } from './shownMembers';

/** Returns the lists of an object by the names of its members. */
function listsIn(value: unknown): Readonly<Record<string, readonly unknown[]>> {
  if (!isObject(value)) return {};
  const lists = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return Object.fromEntries(lists);
}

/** Returns the lists that an answer shows, in itself or in what it wraps; undefined if it shows no thing. */
function shownLists({ content, response }: Exchange, sent: object): ReturnType<typeof listsIn> | undefined {
  if (!isFound(response) || !isObject(content?.shown)) return undefined;
  return listsIn(unwrapped(content.shown, Object.keys(sent)));
}

/** Returns what a request sent, and the lists before and after it; undefined if it sent no object, or nothing shows the thing. */
function listsAround(write: Exchange, after: Exchange, chain: readonly Exchange[]) {
  const sent = write.content?.sent;
  if (!isObject(sent)) return undefined;
  const { before } = around(write, chain);
  const known = { ...sent, ...allSentIn(chain) };
  const [old, now] = [before && shownLists(before, known), shownLists(after, known)];
  return old && now && { sent, old, now };
}

/** Tells whether an item may be what was sent, with members that the service adds. */
function mayBe(item: unknown, sent: unknown): boolean {
  if (isPlainValue(item) && isPlainValue(sent)) return mayBeSame(item, sent);
  if (!isObject(item) || !isObject(sent)) return Array.isArray(item) && Array.isArray(sent);
  const names = Object.keys(sent).filter((name) => name in item && !ITS_OWN.test(name));
  return names.every((name) => mayBe(item[name], sent[name]));
}

/**
 * Returns the lists that a PUT sent and that show an item which was there before and was not sent. A service may sort a list, or leave out what
 * is in it twice. Undefined if nothing can be compared.
 */
export function keptItems(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const lists = listsAround(write, after, chain);
  if (!lists) return undefined;
  const { sent, old, now } = lists;
  const comparable = Object.entries(listsIn(sent)).filter(
    ([name, items]) => old[name]?.some((item) => !items.some((each) => mayBe(item, each))) && name in now,
  );
  if (comparable.length === 0) return undefined;
  return comparable.flatMap(([name, items]): KeptMember[] => {
    const before = new Set(old[name]?.map((item) => JSON.stringify(item)));
    const kept = now[name]?.filter(
      (item) => before.has(JSON.stringify(item)) && !items.some((each) => mayBe(item, each)),
    );
    return kept && kept.length > 0 ? [{ name, sent: items, shown: now[name] }] : [];
  });
}

/** Returns the lists that a PUT sent twice and that have more items after the second time; undefined if nothing can be compared. */
export function grownLists(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const lists = listsAround(write, after, chain);
  if (!lists) return undefined;
  const { sent, old, now } = lists;
  const names = Object.keys(listsIn(sent)).filter((name) => !ITS_OWN.test(name) && name in old && name in now);
  if (names.length === 0) return undefined;
  return names
    .filter((name) => (now[name]?.length ?? 0) > (old[name]?.length ?? 0))
    .map((name) => ({ name, sent: old[name], shown: now[name] }));
}

/**
 * Returns the lists that a patch does not mention and that miss an item after it. Only lists count that the chain had set, and that were shown as they
 * were sent; undefined if there are none. A service may sort a list, or add to it.
 */
export function lostLists(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const lists = listsAround(write, after, chain);
  if (!lists) return undefined;
  const { sent, old, now } = lists;
  const earlier = chain.filter((each) => each.index < write.index && isWrite(each) && isDone(each));
  const isSet = (name: string) => earlier.some((each) => isEqual(listsIn(each.content?.sent)[name], old[name]));
  const names = Object.keys(old).filter(
    (name) => !ITS_OWN.test(name) && !(name in sent) && (old[name]?.length ?? 0) > 0 && isSet(name),
  );
  if (names.length === 0) return undefined;
  return names
    .filter((name) => old[name]?.some((item) => !isListed(now[name] ?? [], item)))
    .map((name) => ({ name, sent: old[name], shown: now[name] ?? null }));
}

/** Returns the lists in the answer to a write that miss texts or objects which were sent in them, beside others that they show. */
export function itemsLeftOut(write: Exchange): KeptMember[] {
  const { sent } = write.content ?? {};
  const shown = isObject(sent) ? shownLists(write, sent) : undefined;
  if (!shown) return [];
  return Object.entries(listsIn(sent)).flatMap(([name, items]): KeptMember[] => {
    const now = shown[name];
    const distinct = items.filter((item, at) => items.findIndex((each) => isEqual(each, item)) === at);
    if (!now || now.length >= distinct.length || items.some((each) => typeof each === 'number')) return [];
    const missing = distinct.filter((item) => !now.some((each) => mayBe(each, item)));
    return missing.length > 0 && missing.length < distinct.length ? [{ name, sent: items, shown: now }] : [];
  });
}
