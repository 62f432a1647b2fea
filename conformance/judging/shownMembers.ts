/**
 * Reads the members of a thing from what a request sent and what an answer shows, and compares their values as a service may have normalised them:
 * in another letter case, trimmed, rounded.
 */

import type { Exchange } from '../../src/engine/model/exchange';
import { isSuccess } from '../../src/http/statuses';
import { escapePointer, unescapePointer } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';
import { isIdName } from '../../src/resources/vocabulary/ids';
import { ITS_OWN } from '../../src/resources/vocabulary/setByService';
import { isDone, isWrite } from './chainSteps';

export type PlainValue = string | number | boolean | null;

/**
 * Members by name. One that lies in an object has the name of that before its own, as a JSON Pointer has them: `labels/color`. A value that is no
 * object is a single member with an empty name. Of lists, those with a single item have members: `steps/0/run`. A service may show more items in
 * an order of its own.
 */
export type Members = Readonly<Record<string, PlainValue>>;

export function isPlainValue(value: unknown): value is PlainValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns the scalar members of a value, and none of those that lie deeper. */
export function plainMembers(value: unknown): Members {
  if (isPlainValue(value)) return { '': value };
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, PlainValue] => isPlainValue(entry[1])),
  );
}

/**
 * Returns the scalar members of a value, also of the objects and the single items in it. An object with an id is another thing, which a service may
 * look up by that id, so what lies in it is left out: `{ "width": 3, "labels": { "color": "red" }, "owner": { "id": 7, "name": "Ada" } }` → `width`, `labels/color`.
 * What stands alone in a value is the thing itself: `{ "bed": { "id": 7, "width": 3 } }` → `bed/id`, `bed/width`.
 */
export function deepMembers(value: unknown): Members {
  if (!isObject(value)) return plainMembers(value);
  return Object.fromEntries(membersBelow(value, '', Object.keys(value).length === 1));
}

function membersBelow(value: object, above: string, isWrapper = false): [string, PlainValue][] {
  return Object.entries(value).flatMap(([name, each]): [string, PlainValue][] => {
    const place = above + escapePointer(name);
    if (isPlainValue(each)) return [[place, each]];
    if (Array.isArray(each)) return each.length === 1 ? membersBelow(each, `${place}/`) : [];
    return isObject(each) && (isWrapper || !Object.keys(each).some(isIdName)) ? membersBelow(each, `${place}/`) : [];
  });
}

/** Tells whether a service sets a member by itself, or one of the objects that it lies in: `updatedAt`, `links/next`. */
export function isItsOwn(name: string): boolean {
  return name.split('/').some((each) => ITS_OWN.test(each));
}

/** Returns the scalar members that a request sent. */
export function sentBy({ content }: Exchange): Members {
  return deepMembers(content?.sent);
}

/**
 * Returns all scalar members that the taken requests of a chain sent. What is wrapped is found by them: `{ "note": null }` leaves nothing of itself by
 * which `{ "bed": { "name": "Rose" } }` were found.
 */
export function allSentIn(chain: readonly Exchange[]): Members {
  return Object.assign({}, ...chain.filter((each) => isWrite(each) && isDone(each)).map(sentBy));
}

/** Returns the scalar members that an answer shows; undefined if it shows no thing. */
export function shownMembers({ content, response }: Exchange, sent: Members): Members | undefined {
  if (!isFound(response) || content?.shown === undefined) return undefined;
  return deepMembers(unwrapped(content.shown, Object.keys(sent).map(outermost)));
}

/** Tells whether what is shown has one of the texts that something was made with. @param shown as JSON, in lower case. */
export function hasTextSent(shown: string, { case: { request } }: Exchange): boolean {
  const texts = Object.values(request.input.like ?? {});
  return texts.some((text) => text !== '' && shown.includes(JSON.stringify(text).slice(1, -1).toLowerCase()));
}

/** Returns the object that has one of the names: the one itself, or one in it, as a representation may be wrapped: `{ "data": { … } }`. */
export function unwrapped(shown: unknown, names: readonly string[]): unknown {
  if (!isObject(shown) || names.some((name) => name in shown)) return shown;
  return Object.values(shown).find((each) => isObject(each) && names.some((name) => name in each)) ?? shown;
}

const outermost = (name: string) => unescapePointer(name.split('/')[0] ?? '');

export function isFound(response: Exchange['response']): boolean {
  return response !== null && isSuccess(response.status);
}

/** Tells whether a service may have made one value from the other by trimming, changing the case, or rounding. */
export function mayBeSame(one: PlainValue | undefined, other: PlainValue | undefined): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= 0.25 * Math.max(Math.abs(one), Math.abs(other));
  if (typeof one !== 'string' || typeof other !== 'string') return String(one) === String(other);
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const [a, b] = [plain(one), plain(other)];
  // A text that was cut is mayBeSame, too.
  return (
    a.startsWith(b) || b.startsWith(a) || (!Number.isNaN(Date.parse(one)) && Date.parse(one) === Date.parse(other))
  );
}

/**
 * Tells whether an answer shows the object or the list in which a member lies, and no such member in it: `labels/color` was sent, and
 * `{ "labels": {} }` is shown. What stands for nothing, as `false` and `0`, need not be shown.
 */
export function isNotShown(name: string, sent: Members, { content }: Exchange): boolean {
  const above = name.split('/').map(unescapePointer);
  const last = above.pop() ?? '';
  if (above.length === 0 || !sent[name]) return false;
  const whole = unwrapped(content?.shown, Object.keys(sent).map(outermost));
  const around = above.reduce<unknown>((value, each) => {
    if (Array.isArray(value) && value.length === 0) return value;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[each] : undefined;
  }, whole);
  return Array.isArray(around) ? around.length === 0 : isObject(around) && !Object.hasOwn(around, last);
}
