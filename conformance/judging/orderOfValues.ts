/** Whether a value stands otherwise beside the other values of its request than in all requests that were accepted: `from` after `until`. */

import { pointerTokens } from '../../src/json/pointer';
import { isIdName } from '../../src/resources/vocabulary/ids';
import type { Input } from '../../src/serialization/input';
import { partsSentIn } from './partsSent';

/**
 * Tells whether two values of a refused request follow each other as in no accepted one, of which one is that of a part: a service may want a
 * `least` that is not more than `most`, or an end that is after its beginning, and no schema can say that. Numbers are compared with numbers and
 * times with times, wherever they stand, and no id is. `{ "least": 1000, "most": 121 }` is refused, and `{ "least": 3, "most": 121 }` was accepted → true.
 */
export function isOrderedOtherwise(subject: string, refused: Input, accepted: readonly Input[]): boolean {
  const own = ordersIn(refused, subject);
  if (own.size === 0) return false;
  const shown = accepted.map((input) => ordersIn(input, subject));
  return [...own].some(([place, order]) => shown.every((orders) => orders.get(place) !== order));
}

/** Returns for each other value that a part can be compared with whether the part is less (-1), equal (0) or more (1). */
function ordersIn(input: Input, subject: string): ReadonlyMap<string, number> {
  const parts = partsSentIn(input);
  const own = parts.get(subject);
  const orders = new Map<string, number>();
  for (const [place, text] of parts) {
    const order = place === subject || own === undefined || isId(place) ? undefined : orderOf(own, text);
    if (order !== undefined) orders.set(place, order);
  }
  return orders;
}

function isId(place: string): boolean {
  const [name = ''] = place.startsWith('/') ? pointerTokens(place).slice(-1) : place.split(' in the ');
  return isIdName(name);
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** A day, a time of day, or both (RFC 3339 §5.6). */
const TIME = /^(\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}.*)?|\d{2}:\d{2}(:\d{2}.*)?)$/;

/** Returns undefined for what has no order: of texts, whoever wrote the service need not think of any. */
function orderOf(one: string, other: string): number | undefined {
  if (NUMBER.test(one) && NUMBER.test(other)) return Math.sign(Number(one) - Number(other));
  if (!TIME.test(one) || !TIME.test(other)) return undefined;
  const [first, second] = [Date.parse(one), Date.parse(other)];
  if (Number.isFinite(first) && Number.isFinite(second)) return Math.sign(first - second);
  return one < other ? -1 : Number(one > other);
}
