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
  const whole = changedAtOnce(text, random);
  if (whole.bits < ENOUGH_BITS) return undefined;
  // To look whether a text fits takes a while, so that all of it is changed at once, where it may be.
  return fits(whole.changed) ? whole.changed : changedOneByOne(text, fits, random);
}

/** Tells whether a text with letters has as much of chance in it as {@link shuffled} wants: `GU-9921GEKIF`. */
export function isAsShuffled(text: string): boolean {
  return /[A-Za-z]/.test(text) && bitsOf([...text], classesOf(text)) >= ENOUGH_BITS;
}

/** How many bits of chance there are in letters and digits, each of which may be any other one of its class. */
function bitsOf(letters: readonly string[], classes: Classes): number {
  return letters.reduce((sum, letter) => sum + Math.log2((classOf(letter, classes)?.length ?? 2) - 1), 0);
}

/** Changes each letter and digit among the last of a text. */
function changedAtOnce(text: string, random: Random): { readonly changed: string; readonly bits: number } {
  const first = Math.max(0, text.length - MOST_CHANGED);
  const letters = [...text.slice(first)];
  const classes = classesOf(text);
  const changed = letters.map((letter) => unlikeLetter(letter, classes, random)).join('');
  return { changed: text.slice(0, first) + changed, bits: bitsOf(letters, classes) };
}

/** Changes those letters and digits of a text that may be others. */
function changedOneByOne(text: string, fits: (value: string) => boolean, random: Random): string | undefined {
  const classes = classesOf(text);
  let [changed, bits] = [text, 0];
  for (let at = Math.max(0, text.length - MOST_CHANGED); at < text.length; at++) {
    const letters = classOf(text[at] ?? '', classes);
    if (letters === undefined) continue;
    const next = `${changed.slice(0, at)}${unlikeLetter(text[at] ?? '', classes, random)}${changed.slice(at + 1)}`;
    if (!fits(next)) continue;
    changed = next;
    bits += Math.log2(letters.length - 1);
  }
  return bits < ENOUGH_BITS ? undefined : changed;
}

/** Returns a letter or digit of the class of one that is not the same; anything else as it is. */
function unlikeLetter(letter: string, classes: Classes, random: Random): string {
  const letters = classOf(letter, classes);
  if (letters === undefined) return letter;
  const first = random.int(0, letters.length);
  return letters[letters[first] === letter ? (first + 1) % letters.length : first] ?? letter;
}

type Classes = readonly string[];

function classOf(letter: string, classes: Classes): string | undefined {
  return letter === '' ? undefined : classes.find((each) => each.includes(letter));
}

/** A text without letters beyond F may be of hexadecimal digits, and stays so. */
function classesOf(text: string): Classes {
  return /[g-z]/i.test(text) ? CLASSES : HEXADECIMAL;
}

/** Returns a letter or digit of the class of one, perhaps the same; anything else as it is. */
export function anotherOf(letter: string, random: Random): string {
  const letters = classOf(letter, HEXADECIMAL);
  return letters === undefined ? letter : (letters[random.int(0, letters.length)] ?? letter);
}

/** A character is replaced by another one of its class. */
const CLASSES: Classes = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const HEXADECIMAL: Classes = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];
