/** Words looked for in one pass over a text, however many they are; what is no word by itself, one after another. */

import { escapeRegExp } from '../support/words';

/** Where a word stands in a text. */
export interface FoundWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds words where nothing that belongs to a word stands next to them, without regard to case. Between the parts of one a form has `+` for
 * a space.
 * @returns a function that finds them in a text.
 */
export function createWordFinder(words: readonly string[]): (text: string) => FoundWord[] {
  const whole = new Map(words.filter((word) => /^[\w-]+$/.test(word)).map((word) => [word.toLowerCase(), word]));
  const others = words
    .filter((word) => !/^([\w-]+|\\+)$/.test(word))
    .map((word) => {
      const chars = Array.from(word.replaceAll('\\', ''), (char) => (char === ' ' ? '[ +]' : escapeRegExp(char)));
      // A backslash that escapes what it need not is still there, or a gap in its place.
      const literal = chars.join('[\\0\\\\]*');
      const before = /^[a-z0-9]/i.test(word) ? '(?<![\\w-])' : '';
      const after = /[a-z0-9]$/i.test(word) ? '(?![\\w-])' : '';
      return { word, pattern: new RegExp(before + literal + after, 'gi') };
    });
  return (text) => {
    const found: FoundWord[] = [];
    if (whole.size > 0) {
      for (const { 0: each, index } of text.matchAll(/[\w-]+/g)) {
        const word = whole.get(each.toLowerCase());
        if (word !== undefined) found.push({ word, start: index, end: index + each.length });
      }
    }
    for (const { word, pattern } of others)
      for (const { 0: each, index } of text.matchAll(pattern))
        found.push({ word, start: index, end: index + each.length });
    return found;
  };
}
