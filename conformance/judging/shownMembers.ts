/** Reads the members of a thing from what a request sent and what an answer shows, and compares their values as a service may have normalised them. */

import type { Exchange } from '../../src/engine/model/exchange';
import { isSuccess } from '../../src/http/statuses';
import { isObject } from '../../src/json/value';

type PlainValue = string | number | boolean | null;

/** Members by name. A value that is no object is a single member with an empty name. */
export type Members = Readonly<Record<string, PlainValue>>;

export function isPlainValue(value: unknown): value is PlainValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

export function plainMembers(value: unknown): Members {
  if (isPlainValue(value)) return { '': value };
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, PlainValue] => isPlainValue(entry[1])),
  );
}

/** Returns the scalar members that a request sent. */
export function sentBy({ content }: Exchange): Members {
  return plainMembers(content?.sent);
}

/** Returns the scalar members that an answer shows; undefined if it shows no thing. Other members are never compared. */
export function shownMembers({ content, response }: Exchange, sent: Members): Members | undefined {
  if (!isFound(response) || content?.shown === undefined) return undefined;
  const { shown } = content;
  if (!isObject(shown) || Object.keys(sent).some((name) => name in shown)) return plainMembers(shown);
  // The representation may be wrapped: { "data": { … } }.
  const inner = Object.values(shown).find((each) => isObject(each) && Object.keys(sent).some((name) => name in each));
  return plainMembers(inner ?? shown);
}

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
