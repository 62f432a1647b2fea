/** Names of members that say how many things of a collection lie in the thing that has them: `note_count` beside `/notes`. */

import { wordsIn } from './words';

/**
 * Tells whether a member is called as the number of the things that one word names: `note_count`, `notesCount`, `number_of_notes`, `total_notes`.
 * A name that says more, such as `unread_note_count`, counts some of them.
 * @param isThing tells whether words, joined, name the things, in whichever number.
 */
export function countsThings(member: string, isThing: (words: string) => boolean): boolean {
  const words = wordsIn(member).join(' ');
  const thing = BEFORE.exec(words)?.[1] ?? BEHIND.exec(words)?.[1];
  return thing !== undefined && isThing(thing.replaceAll(' ', ''));
}

const BEFORE = /^(?:total |num |number of |count of )(.+?)(?: count)?$/;
const BEHIND = /^(.+) (?:count|total)$/;
