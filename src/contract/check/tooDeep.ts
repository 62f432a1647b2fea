/** Schemas that lead to so many others which speak of the same value that no value can be judged by them. */

import { withCommas } from '../../support/words';
import { measureInOrder } from './measured';

/** How many schemas may hold one within the other: whoever judges a value goes down by recursion. */
const DEEPEST = 200;

/**
 * How many schemas may be applied to one value where each is applied as often as ways lead to it: `allOf` of the same two references, forty
 * times one within the other, is applied 2^40 times. Of 2,639 published contracts none has more than 139.
 */
const MOST_APPLIED = 10_000;

const TOO_DEEP = `More than ${DEEPEST} schemas that speak of the same value lie one within the other here; that is too deep to be judged.`;

const TOO_MANY = `To judge a value by this schema, more than ${withCommas(MOST_APPLIED)} schemas would have to be applied to it, since many ways lead to the same ones; that is too many to be judged.`;

/** A schema by which no value can be judged, and why, as a sentence. */
interface Excess {
  readonly at: object;
  readonly message: string;
}

interface Size {
  /** How many schemas lie one within the other, from this one on. */
  readonly depth: number;
  /** How many schemas are applied to one value, this one included. */
  readonly applied: number;
}

const NOTHING: Size = { depth: 0, applied: 0 };

/** What was measured before: what an object holds is not walked twice. */
const sizes = new WeakMap<object, Size>();

/**
 * The places where that begins: nothing that they lead to is too much yet. Each object is looked at once, so that this takes no longer
 * than the contract is large. Ways that lead back to where they began count nothing, and are left to `circles`.
 * @param ways the schemas that a schema leads to and that speak of the same value; @param starts where ways may begin.
 */
export function tooDeep(ways: (from: object) => readonly object[], starts: Iterable<object>): Excess[] {
  const found: Excess[] = [];
  for (const start of starts) {
    measureInOrder(start, sizes, (at) => {
      const leadsTo = ways(at);
      return { leadsTo, measure: () => sizeOf(at, leadsTo) };
    });
    const message = whyTooMuch(start, ways(start));
    if (message !== undefined) found.push({ at: start, message });
  }
  return found;
}

function sizeOf(at: object, to: readonly object[]): Size {
  const own = isReferenceAlone(at) ? 0 : 1;
  let [depth, applied] = [0, own];
  for (const next of to) {
    const size = sizes.get(next) ?? NOTHING;
    depth = Math.max(depth, size.depth);
    applied += size.applied;
  }
  return { depth: depth + own, applied };
}

/** Undefined where nothing is too much, or where what it leads to is so already. */
function whyTooMuch(at: object, to: readonly object[]): string | undefined {
  const { depth, applied } = sizes.get(at) ?? NOTHING;
  const within = to.map((next) => sizes.get(next) ?? NOTHING);
  if (depth > DEEPEST && within.every((size) => size.depth <= DEEPEST)) return TOO_DEEP;
  return applied > MOST_APPLIED && within.every((size) => size.applied <= MOST_APPLIED) ? TOO_MANY : undefined;
}

/** References that say nothing else are followed to their end at once. */
function isReferenceAlone(value: object): boolean {
  const [first, ...more] = Object.keys(value);
  return first === '$ref' && more.length === 0;
}
