/** Makes what the members of one thing tell of, so that its name, its address and its times belong together, and chooses words by chance and in turn. */

import type { LocalWords, Town } from './localWords';
import { FIRST_NAMES, LAST_NAMES, TOWNS } from './words';

/** One thing of which members tell. Its name, address and times belong together. */
export interface Portrayed {
  readonly first: string;
  readonly last: string;
  /** The town, its region, its country, the code of that, and a postal code. */
  readonly town: Town;
  /** The place of a town on the map, and its time zone. */
  readonly place: (typeof TOWNS)[number];
  /** Its number in its list, from 1. */
  readonly number: number;
  /** Where its list begins to take words, from 0 to 1, so that no two things are called the same before all words are used up. */
  readonly turn: number;
  /** When it was made, in milliseconds since 1970. */
  readonly madeAt: number;
}

/** Returns a number from 0 to 1, without 1. */
export type NextRandom = () => number;

export function oneOf<T>(list: readonly T[], random: NextRandom): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Returns one of several words in which the things of a list differ. */
export function takenInTurn<T>(list: readonly T[], { turn, number }: Portrayed): T {
  // Words that stand side by side do not follow each other, and a prime that does not divide their number lets all of them have their turn.
  const stride = [7, 5, 3].find((prime) => list.length % prime !== 0) ?? 1;
  return list[(Math.floor(turn * list.length) + (number - 1) * stride) % list.length] as T;
}

export function between(least: number, most: number, random: NextRandom): number {
  return least + Math.floor(random() * (most - least + 1));
}

const HOUR = 3_600_000;

/** When the first thing was made. It is fixed, so that the same seed gives the same answers on any day. */
const FIRST_MADE = Date.UTC(2026, 0, 5, 9, 24, 36);

/** Makes the subject of an object. Things of a list are made in their order, about a day after each other. */
export function subjectOf(
  number: number,
  random: NextRandom,
  words: LocalWords | undefined,
  inList?: number,
): Portrayed {
  const turn = random();
  const [firstNames, lastNames] = [words?.firstNames ?? FIRST_NAMES, words?.lastNames ?? LAST_NAMES];
  const [first, last] = [firstNames[Math.floor(turn * firstNames.length)] ?? '', oneOf(lastNames, random)];
  const place = oneOf(TOWNS, random);
  const own = words?.towns[TOWNS.indexOf(place) % words.towns.length];
  const [name, region, country, code, postal] = place;
  return {
    first,
    last,
    town: own ?? [name, region, country, code, postal],
    place: TOWNS.find((each) => each[3] === own?.[3]) ?? place,
    number,
    turn: inList ?? turn,
    madeAt: FIRST_MADE + number * 26 * HOUR + between(0, 18_000, random) * 1000,
  };
}
