/** Makes a text that nobody has out of a valid one by other letters and digits, so that it keeps its form: `MTC-8773` → `KUF-4270`. */

import type { Random } from '../../src/support/random';

/** How many bits of chance a text needs so that nobody has the same one. */
const ENOUGH_BITS = 40;

/** How many characters of a text are changed at most. */
const MOST_CHANGED = 64;

/**
 * Returns a text with other digits and letters; undefined if too few characters can change to make it improbable.
 * @param fits tells whether another text is valid in its place.
 */
export function shuffled(text: string, fits: (value: string) => boolean, random: Random): string | undefined {
  let [changed, bits] = [text, 0];
  for (let at = Math.max(0, text.length - MOST_CHANGED); at < text.length; at++) {
    const letters = CLASSES.find((each) => each.includes(text[at] ?? ''));
    if (letters === undefined) continue;
    const first = random.int(0, letters.length);
    const letter = letters[letters[first] === text[at] ? (first + 1) % letters.length : first];
    const next = `${changed.slice(0, at)}${letter}${changed.slice(at + 1)}`;
    if (!fits(next)) continue;
    changed = next;
    bits += Math.log2(letters.length - 1);
  }
  return bits < ENOUGH_BITS ? undefined : changed;
}

/** Returns another letter or digit of the class of one; anything else as it is. */
export function anotherOf(letter: string, random: Random): string {
  const letters = CLASSES.find((each) => each.includes(letter));
  return letters === undefined ? letter : (letters[random.int(0, letters.length)] ?? letter);
}

/** A character is replaced by another one of its class, so that hexadecimal digits stay hexadecimal. */
const CLASSES = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];
