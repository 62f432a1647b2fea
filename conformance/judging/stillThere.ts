/** Tells whether a thing is there: after its removal, in a list, or under another name. */

import type { Case, ChainStep } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import { isObject } from '../../src/json/value';
import { hasSureToken } from '../../src/resources/tokens';
import { isIdName } from '../../src/resources/vocabulary/ids';
import { ITS_OWN } from '../../src/resources/vocabulary/setByService';
import { isSoftDeletion, isSoftlyDeleted, isStatus } from '../../src/resources/vocabulary/states';
import { namesIn } from '../../src/routing/pathTemplate';
import { itemsIn } from '../chains/pageItems';
import { around, isSameThing } from './chainSteps';
import { isMissing } from './missing';
import { isOneCollection } from './oneCollection';
import { showsSameContent } from './readBack';
import { isFound, type Members, plainMembers, sentBy, shownMembers } from './shownMembers';
import { isTelling } from './witness';

/**
 * Finds a text in a list that was sent only with a refused request.
 * @returns an empty text if there is none; undefined if the list does not even show what the chain made.
 */
export function listsSent(write: Exchange, listed: Exchange, chain: readonly Exchange[]): string | undefined {
  if (!isFound(listed.response) || listed.content?.shown === undefined) return undefined;
  const list = JSON.stringify(listed.content.shown);
  const textsOf = (each: Exchange) =>
    Object.values(sentBy(each)).filter((value): value is string => typeof value === 'string' && hasSureToken(value));
  const made = chain.filter(
    ({ case: { chain: place } }) =>
      place?.step === 'make' || place?.step === 'put' || place?.step === 'bare' || place?.step === 'patch',
  );
  const known = new Set(made.flatMap(textsOf));
  // Only texts with a random part count, since other requests may have sent the same other texts.
  const own = Object.values(write.case.request.input.like ?? {}).filter(
    (text) => hasSureToken(text) && !known.has(text),
  );
  const found = own.find((text) => list.includes(JSON.stringify(text)));
  if (found !== undefined) return found;
  return own.length > 0 && [...known].some((text) => list.includes(JSON.stringify(text))) ? '' : undefined;
}

/** Says how a request changed another thing of the same kind; false if it did not, undefined if nobody can tell. */
export function actedOnOther(
  write: Exchange,
  chain: readonly Exchange[],
): { readonly before: Exchange; readonly after: Exchange; readonly how: string } | false | undefined {
  const { before, after } = around(write, chain, 'other');
  if (!before || !after || !isFound(before.response) || isSame(write.case, after.case)) return undefined;
  // What two things refer to may take both with it: a session ends with its kernel, and so does another one that has the same.
  if (isMissing(after)) return referToOne(chain) ? undefined : { before, after, how: `${after.request.path} is gone` };
  const sent = sentBy(write);
  const [old, now] = [shownMembers(before, sent), shownMembers(after, sent)];
  if (!old || !now) return undefined;
  const taken = Object.keys(sent).filter(
    (name) => name in now && now[name] === sent[name] && old[name] !== sent[name] && isTelling(sent[name]),
  );
  return taken.length === 0
    ? false
    : { before, after, how: `${after.request.path} shows ${JSON.stringify(sent[taken[0] ?? ''])}` };
}

/** Tells whether several things of a chain were made with a reference to one and the same other thing that the run has made. */
function referToOne(chain: readonly Exchange[]): boolean {
  const makers = chain.filter(({ case: { chain: place } }) => place?.step === 'make').map(({ case: each }) => each);
  const referred = makers.flatMap(({ waitsFor: { fills = [] } = {} }) => [
    ...new Set(fills.flatMap(({ place }) => (typeof place === 'object' ? place.from : []))),
  ]);
  return new Set(referred).size < referred.length;
}

/** Tells whether two cases name the same thing. A service may treat two names that differ only in case as one. */
function isSame({ request }: Case, { request: { values: others } }: Case): boolean {
  return namesIn(request.operation.path).every(
    (name) => request.values[name]?.toLowerCase() === others[name]?.toLowerCase(),
  );
}

/** Tells whether a removed thing is still shown as before; undefined if nobody can tell. */
export function isStillThere(after: Exchange, chain: readonly Exchange[]): boolean | undefined {
  const { response, content } = after;
  if (isMissing(after)) return false;
  const before = chain.findLast(({ case: planned, index }) => planned.chain?.step === 'read' && index < after.index);
  if (isFound(response) && before && isFound(before.response)) {
    const isSameContent = showsSameContent(before, after);
    if (isSameContent !== undefined) return isSameContent;
  }
  if (!isFound(response) || content?.shown === undefined) return undefined;
  if (!before || !isFound(before.response) || before.content?.shown === undefined) return undefined;
  // A service may mark a thing as removed by a member, empty it, or reset it to its first state.
  const [old, now] = [plainMembers(before.content.shown), plainMembers(content.shown)];
  if (!isObject(content.shown) || Object.keys(content.shown).length === 0) return undefined;
  const [a, b] = [before.content.shown, content.shown].map((shown) =>
    JSON.stringify(shown, (name, value) =>
      // Members that change by themselves count as equal. A wrapper may have such a name, too, and is compared: { "version": { … } }.
      ITS_OWN.test(name) && !isObject(value) && !isSoftDeletion(name, value) && !isStatus(name) ? '' : value,
    ),
  );
  if (a !== b) return false;
  // A list that was empty before shows nothing that could be removed.
  if (saysNothing(content.shown)) return undefined;
  return !Object.entries(now).some(([name, value]) => isSoftDeletion(name, value) && !isSoftDeletion(name, old[name]));
}

/**
 * Tells whether a list shows what its chain removed last as it was before: by its id, and by all else that both show. An id alone may have been
 * given to something new.
 * @returns undefined if nobody can tell: the list is of another collection, may be that of a moment ago, or shows no more than the id.
 */
export function isStillListed(list: Exchange, chain: readonly Exchange[]): boolean | undefined {
  const removal = chain.findLast(({ case: { chain: place }, index }) => place?.step === 'remove' && index < list.index);
  const id = removal?.content?.id?.wanted;
  const now = removal && id !== undefined ? listedAt(list, removal, id) : undefined;
  const old = removal && id !== undefined ? shownBefore(removal, id, chain) : undefined;
  if (!now || !old || list.content?.page?.isCached) return undefined;
  if (now === 'none') return false;
  if (isSoftlyDeleted(now)) return undefined;
  const shared = Object.keys(now).filter((name) => name in old && !ITS_OWN.test(name) && String(now[name]) !== id);
  if (!shared.some((name) => isTelling(now[name]))) return undefined;
  return shared.every((name) => now[name] === old[name]) ? true : undefined;
}

/** Returns what the list of its collection shows of a thing; `none` where it does not show it, undefined where it is another list. */
function listedAt(list: Exchange, { request }: Exchange, id: string): Members | 'none' | undefined {
  const items = isFound(list.response) ? itemsIn(list) : undefined;
  const collection = request.path.replace(/\/[^/]+\/?$/, '');
  if (!items || !isOneCollection(list.request.path.replace(/\/?(\?.*)?$/, ''), collection)) return undefined;
  const shown = items.map((item) => plainMembers(item));
  return withId(id, shown) ?? 'none';
}

/**
 * Returns the item of a list that has an id, in a member whose values are all different. A number counts only as an id, where the item has one:
 * `{ "id": 3, "note": 10 }` is not the thing 10.
 */
function withId(id: string, items: readonly Members[]): Members | undefined {
  const isNumber = /^\d+$/.test(id);
  const names = new Set(items.flatMap((item) => Object.keys(item)));
  const telling = [...names].filter((name) => new Set(items.map((item) => item[name])).size === items.length);
  return items.find((item) => {
    const own = telling.filter((name) => name in item);
    const ids = own.filter(isIdName);
    return (isNumber && ids.length > 0 ? ids : own).some((name) => String(item[name]) === id);
  });
}

/** Returns what was last shown of a thing before it was removed, by its id or in its list. */
function shownBefore(removal: Exchange, id: string, chain: readonly Exchange[]): Members | undefined {
  const earlier = chain.filter(({ index }) => index < removal.index);
  const isOf = (step: ChainStep) => (each: Exchange) => each.case.chain?.step === step && isFound(each.response);
  const read = earlier.filter(isOf('read')).findLast((each) => isSameThing(each, removal));
  if (read) return plainMembers(read.content?.shown);
  const list = earlier.findLast(isOf('list'));
  const listed = list && listedAt(list, removal, id);
  return listed === 'none' ? undefined : listed;
}

/** Tells whether a value is an empty list, perhaps with its counts. */
function saysNothing(shown: object): boolean {
  const values = Object.values(shown);
  const says = (each: unknown) =>
    typeof each === 'object' && each !== null ? Object.keys(each).length > 0 : typeof each === 'string';
  return values.some(Array.isArray) && !values.some(says);
}
