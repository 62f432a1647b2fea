/**
 * Carries out the search of pairs of schemas that lead to each other: each pair is searched once, whatever way leads to it. What is found in a pair
 * goes to those that hold it. Pairs that lead back to each other hand on what they find until there is nothing new.
 */

import type { Parts } from '../../support/letOthersRun';
import type { Purse } from './purse';
import type { Narrowing, SchemaPair } from './schemaPair';

/** A search that asks for what is found in the pairs that it holds. */
export type Search = Generator<SearchedPair, void, readonly Narrowing[]>;

/** Asks for what is found in one pair that is held. */
export type SearchOfHeld = Generator<SearchedPair, readonly Narrowing[], readonly Narrowing[]>;

/** A pair of schemas, and how far the search of it has come. */
export class SearchedPair {
  /** The keywords in which the sides, or what they hold, say something else of a value. */
  readonly differing = new Set<string>();
  /** Whether something that it holds was not looked into, since that would have been too much. */
  isCut = false;
  /** Whether all is found that is to be found. */
  isDone = false;
  readonly held = new Set<SearchedPair>();
  /** When its search began, and that of the first pair which it leads back to; undefined before it began. */
  began: number | undefined;
  earliest = Number.POSITIVE_INFINITY;

  /**
   * @param whole searches all.
   * @param inner searches again what the pairs that it holds have found.
   */
  constructor(
    readonly pair: SchemaPair,
    readonly whole: (own: SearchedPair) => Search,
    readonly inner: (own: SearchedPair) => Search,
  ) {}

  /** Takes over what is to be said of a pair that it holds. */
  absorb({ differing, isCut }: SearchedPair): void {
    for (const keyword of differing) this.differing.add(keyword);
    this.isCut ||= isCut;
  }
}

/** Searches a pair and all that it holds. It needs no stack, however deep schemas nest, and stops after each part. @param purse what may be spent on it. */
export function* searchWhole(asked: SearchedPair, purse: Purse): Parts<void> {
  const under: { readonly of: SearchedPair; readonly search: Search }[] = [];
  /** The pairs that have begun, and may lead back to one that is being searched. */
  const open: SearchedPair[] = [];
  let began = 0;
  const begin = (of: SearchedPair) => {
    of.began = of.earliest = began++;
    open.push(of);
    under.push({ of, search: of.whole(of) });
  };
  begin(asked);
  let answer: readonly Narrowing[] = [];
  for (let top = under.at(-1); top; top = under.at(-1)) {
    const { of, search } = top;
    const given = answer;
    const next = purse.pay(() => search.next(given));
    answer = [];
    yield;
    if (next.done) {
      under.pop();
      if (of.earliest === of.began) yield* settle(open.splice(open.indexOf(of)), purse);
      const outer = under.at(-1);
      if (outer) answer = answerTo(outer.of, of);
    } else if (next.value.began === undefined) {
      of.held.add(next.value);
      begin(next.value);
    } else {
      of.held.add(next.value);
      answer = answerTo(of, next.value);
    }
  }
}

function answerTo(asking: SearchedPair, asked: SearchedPair): readonly Narrowing[] {
  asking.absorb(asked);
  if (asked.isDone) return asked.pair.found();
  asking.earliest = Math.min(asking.earliest, asked.earliest);
  return [];
}

/**
 * Ends the search of pairs that lead to each other: in each round, each takes what the others had found before, so that the nearest is found first.
 * Each of many pairs finds what all of them hold, so this may take long, and ends where nothing is left to spend.
 */
function* settle(group: readonly SearchedPair[], purse: Purse): Parts<void> {
  for (const { pair } of group) pair.isOnePlaceEnough = true;
  for (;;) {
    const found = new Map(group.map((each) => [each, each.pair.takeNew()]));
    const hasNew = (each: SearchedPair) => (found.get(each)?.length ?? 0) > 0;
    const touched = group.filter(({ held }) => [...held].some(hasNew));
    if (touched.length === 0) break;
    for (const each of touched) {
      if (purse.isEmpty()) break;
      purse.pay(() => {
        const search = each.inner(each);
        for (let next = search.next(); !next.done; ) next = search.next(found.get(next.value) ?? []);
      });
      yield;
    }
    if (purse.isEmpty()) {
      for (const each of group) each.isCut = true;
      break;
    }
  }
  for (const each of group) {
    each.isDone = true;
    each.isCut ||= each.pair.isCut;
  }
  const [first, ...more] = group;
  for (const each of more) first?.absorb(each);
  if (first) for (const each of more) each.absorb(first);
}
