/** Finds words in a text. Plain words are found in one pass, however many there are; all others one after another. */

import { escapeRegExp } from '../support/words';

/** The place of a word in a text. */
interface FoundWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Creates a search for words. Letter case is ignored, and a word must not be part of a longer one. A space within a
 * word also matches the `+` of a form.
 * @returns a function that finds the words in a text.
 */
export function createWordFinder(words: readonly string[]): (text: string) => FoundWord[] {
  const whole = new Map(words.filter((word) => /^[\w-]+$/.test(word)).map((word) => [word.toLowerCase(), word]));
  const otherWords = words
    .filter((word) => !/^([\w-]+|\\+)$/.test(word))
    .map((word) => {
      const chars = Array.from(word.replaceAll('\\', ''), (char) => (char === ' ' ? '[ +]' : escapeRegExp(char)));
      // An unnecessary backslash may still stand in the text, or may have left a gap there.
      const literal = chars.join('[\\0\\\\]*');
      const before = /^[a-z0-9]/i.test(word) ? '(?<![\\w-])' : '';
      const after = /[a-z0-9]$/i.test(word) ? '(?![\\w-])' : '';
      return { word, pattern: new RegExp(before + literal + after, 'gi') };
    });
  return (text) => {
    const places: FoundWord[] = [];
    if (whole.size > 0) {
      for (const { 0: match, index } of text.matchAll(/[\w-]+/g)) {
        const word = whole.get(match.toLowerCase());
        if (word !== undefined) places.push({ word, start: index, end: index + match.length });
      }
    }
    for (const { word, pattern } of otherWords)
      for (const { 0: match, index } of text.matchAll(pattern))
        places.push({ word, start: index, end: index + match.length });
    return places;
  };
}
