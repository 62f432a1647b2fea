/**
 * Applies the patterns of a contract in a bounded number of steps. Some patterns take the engine of JavaScript exponential time on a text that
 * nearly matches. No clock is asked, so that the same text is told in the same way on every machine and under every load.
 */

import { lazy } from '../../support/caching';
import { createPatternSearch } from '../../support/patternSearch';
import { foreignIn, readPattern } from '../dialects/jsonSchema';

/**
 * Lengths in UTF-16 code units. Any pattern ends soon on a text of the first length; a simple one does on a text of the second, and if it begins
 * at its start on one of the third. On longer ones, the engine of JavaScript may have no room left to note the ways back, and throws a RangeError.
 */
const SHORT = 12;
const MIDDLING = 5000;
const LONG = 1_000_000;

/** The same text is tested often. So up to this many answers are remembered, for texts up to this length. */
const MOST_ANSWERS = 1000;
const LONGEST_KNOWN = 500;

/** Matches a repetition whose limit is absent or high: `*`, `+`, `{2,}`, `{1,99}`. */
const REPETITION = /[*+]|\{\d+,\d{0,4}\}/g;

/** Matches an optional part. Each one doubles the number of ways to match. */
const OPTION = /[^(*+}]\?/g;
const MOST_OPTIONS = 6;

/**
 * Returns whether there are only few ways to match a text: at most one thing is repeated, and it is not a group, which
 * could itself contain choices.
 */
function isSimple(source: string): boolean {
  const plain = source.replace(/\\.|\[(?:\\.|[^\]])*\]/g, 'x');
  const count = (what: RegExp) => plain.match(what)?.length ?? 0;
  return !/\)[*+{]/.test(plain) && count(REPETITION) < 2 && count(OPTION) <= MOST_OPTIONS;
}

/** Whether a simple pattern is tried at the start of a text alone, and in one way: a longer text then takes only as much longer. */
function isStraight(source: string): boolean {
  return source.startsWith('^') && !/[|?]/.test(source.replace(/\\.|\[(?:\\.|[^\]])*\]/g, 'x'));
}

interface Pattern {
  /** Returns whether the pattern occurs in the text; undefined if that cannot be told, or takes too many steps. */
  test(text: string): boolean | undefined;
  /** How many steps of judging a text counts for that cannot be told: many such texts are too much to be judged. */
  readonly whenUntold: number;
}

const WHEN_UNTOLD = 20_000;

const patterns = new Map<string, Pattern>();

/**
 * Returns the pattern with this source; each source is compiled once.
 * @throws SyntaxError if the source is not a regular expression of ECMA-262.
 */
export function patternOf(source: string): Pattern {
  const pattern = patterns.get(source) ?? create(source);
  patterns.set(source, pattern);
  return pattern;
}

function create(source: string): Pattern {
  const pattern = readPattern(source);
  if (foreignIn(source) !== undefined) return { test: () => undefined, whenUntold: 0 };
  const simple = isSimple(source);
  const longest = simple ? (isStraight(source) ? LONG : MIDDLING) : SHORT;
  const search = lazy(() => createPatternSearch(pattern));
  const answers = new Map<string, boolean | undefined>();
  return {
    whenUntold: WHEN_UNTOLD,
    test(text) {
      if (text.length <= longest) return pattern.test(text);
      if (answers.has(text)) return answers.get(text);
      const answer = search()(text);
      if (answers.size === MOST_ANSWERS) answers.clear();
      if (text.length <= LONGEST_KNOWN) answers.set(text, answer);
      return answer;
    },
  };
}
