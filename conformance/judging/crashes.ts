/** Finds out what of the requests that a service failed at it is that it fails at: what all of them have, and no other request that was answered. */

import type { Exchange } from '../../src/engine/model/exchange';
import { partsSentIn } from './partsSent';

type Parts = ReadonlyMap<string, string>;

/** What may be special about a text, the more telling first. */
const FEATURES: readonly (readonly [what: string, has: (text: string) => boolean])[] = [
  ['a character beyond U+FFFF, such as an emoji', (text) => hasFrom(text, 0x10000)],
  ['a control character', (text) => [...text].some((each) => each < ' ' || each === '\u007f')],
  ['a character beyond Latin-1', (text) => hasFrom(text, 0x100)],
  ['a character beyond ASCII', (text) => hasFrom(text, 0x80)],
  ['a number beyond 64 bits', (text) => isBeyond(text, 63n)],
  ['a number beyond 53 bits', (text) => isBeyond(text, 53n)],
  ['a number beyond 32 bits', (text) => isBeyond(text, 31n)],
  ['a negative number', (text) => /^-\d/.test(text)],
  ['no character', (text) => text === ''],
];

function hasFrom(text: string, least: number): boolean {
  return [...text].some((each) => (each.codePointAt(0) ?? 0) >= least);
}

function isBeyond(text: string, bits: bigint): boolean {
  if (!/^-?\d{1,60}$/.test(text)) return false;
  const number = BigInt(text);
  return number >= 2n ** bits || number < -(2n ** bits);
}

/**
 * Says what the requests that failed have in common: a part with something special, one with a value, or a part that others do not have. For
 * example, "each request with a character beyond U+FFFF, such as an emoji, in /name".
 * @param answered requests of the same operation that were answered without a failure.
 * @returns undefined where nothing, or more than one part, sets them apart.
 */
export function whatFails(failed: readonly Exchange[], answered: readonly Exchange[]): string | undefined {
  const [first, ...more] = failed.map(partsIn);
  const others = answered.map(partsIn);
  if (!first || others.length === 0) return undefined;
  const isApart = (place: string, has: (text: string | undefined) => boolean) =>
    has(first.get(place)) &&
    more.every((parts) => has(parts.get(place))) &&
    !others.some((parts) => has(parts.get(place)));
  const places = [...first.keys()];
  for (const [what, has] of FEATURES) {
    const [place, further] = places.filter((each) => isApart(each, (text) => text !== undefined && has(text)));
    if (place !== undefined && further === undefined) return `each request with ${what}, in ${place}`;
  }
  const [same, furtherSame] = places.filter((each) => isApart(each, (text) => text === first.get(each)));
  if (same !== undefined && furtherSame === undefined && failed.length > 1)
    return `each request with this value of ${same}`;
  const [there, furtherThere] = places.filter((each) => isApart(each, (text) => text !== undefined));
  return there !== undefined && furtherThere === undefined ? `each request with ${there}` : undefined;
}

/** What a request has at each place, its path among them. */
function partsIn({ case: { request } }: Exchange): Parts {
  const inPath = Object.entries(request.values).map(([name, value]) => [`${name} in the path`, value] as const);
  return new Map([...inPath, ...partsSentIn(request.input)]);
}
