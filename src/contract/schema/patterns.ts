/**
 * Applies the patterns of a contract in bounded time. Some patterns take exponential time on a text that nearly
 * matches.
 */

import { createContext, Script } from 'node:vm';
import { foreignIn, readPattern } from '../dialects/jsonSchema';

/** One text may take at most this long, in milliseconds. */
const LIMIT_MS = 100;

/** A pattern that exceeded its time this often is not tried again. */
const MOST_TIMEOUTS = 3;

/**
 * Once this many texts took too long, the contract was probably made to take up time. From then on, each further pattern is tried on one such
 * text alone, and for a shorter time.
 */
const MANY_TIMEOUTS = 20;
const SHORT_LIMIT_MS = 20;

let allTimeouts = 0;

/**
 * Lengths in UTF-16 code units. Any pattern ends soon on a text of the first length; a simple one does on a text of the
 * second.
 */
const SHORT = 12;
const MIDDLING = 5000;

/**
 * Checking the time costs more than most patterns, and the same text is tested often. So up to this many answers are
 * remembered, for texts up to this length.
 */
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

interface Pattern {
  /** Returns whether the pattern occurs in the text; undefined if that cannot be told, or not in time. */
  test(text: string): boolean | undefined;
}

const SCRIPT = new Script('pattern.test(text)');

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
  if (foreignIn(source) !== undefined) return { test: () => undefined };
  const simple = isSimple(source);
  const answers = new Map<string, boolean>();
  let timeouts = 0;
  let context: { text: string } | undefined;
  return {
    test(text) {
      if (text.length <= SHORT || (simple && text.length <= MIDDLING)) return pattern.test(text);
      const remembered = answers.get(text);
      if (remembered !== undefined) return remembered;
      const areMany = allTimeouts >= MANY_TIMEOUTS;
      if (timeouts >= (areMany ? 1 : MOST_TIMEOUTS)) return undefined;
      context ??= createContext({ pattern, text: '' }) as { text: string };
      context.text = text;
      try {
        // Only a script that runs in a context can be given a time limit; a direct call cannot.
        const answer = SCRIPT.runInContext(context, { timeout: areMany ? SHORT_LIMIT_MS : LIMIT_MS }) as boolean;
        if (answers.size === MOST_ANSWERS) answers.clear();
        if (text.length <= LONGEST_KNOWN) answers.set(text, answer);
        return answer;
      } catch {
        timeouts++;
        allTimeouts++;
        return undefined;
      } finally {
        context.text = '';
      }
    },
  };
}
