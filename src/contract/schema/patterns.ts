/** Patterns of a contract, applied in bounded time: some take for ever over a text that nearly matches. */

import { createContext, Script } from 'node:vm';
import { foreignIn, readPattern } from '../dialects/jsonSchema';

/** How long one text may take, in milliseconds. */
const LIMIT_MS = 100;

/** A pattern that took too long so often is not tried again. */
const MOST_TIMEOUTS = 3;

/** Where so many patterns took too long, a contract is made to wear somebody out: each further one is tried once, and not as long. */
const MANY_TIMEOUTS = 20;
const SHORT_LIMIT_MS = 20;

let allTimeouts = 0;

/** Texts this short (in UTF-16 code units) end soon by any pattern, those below the second by one that is simple. */
const SHORT = 12;
const MIDDLING = 5000;

/** The clock costs more than most patterns, and the same text is judged by many: so many answers are known, of texts no longer than this. */
const MOST_ANSWERS = 1000;
const LONGEST_KNOWN = 500;

/** What is repeated without a limit that matters: `*`, `+`, `{2,}`, `{1,99}`. */
const REPETITION = /[*+]|\{\d+,\d{0,4}\}/g;

/** What may be there or not; each doubles the ways there are. */
const OPTION = /[^(*+}]\?/g;
const MOST_OPTIONS = 6;

/** Whether there are few ways to match a text: one thing at most is repeated, and that is no group, in which there may be several. */
function isSimple(source: string): boolean {
  const plain = source.replace(/\\.|\[(?:\\.|[^\]])*\]/g, 'x');
  const count = (what: RegExp) => plain.match(what)?.length ?? 0;
  return !/\)[*+{]/.test(plain) && count(REPETITION) < 2 && count(OPTION) <= MOST_OPTIONS;
}

export interface Pattern {
  /** Whether it is found anywhere in the text; undefined where that cannot be told, or not in time. */
  test(text: string): boolean | undefined;
}

const SCRIPT = new Script('pattern.test(text)');

const made = new Map<string, Pattern>();

/** @throws SyntaxError where the source is no regular expression of ECMA-262. */
export function patternOf(source: string): Pattern {
  const pattern = made.get(source) ?? create(source);
  made.set(source, pattern);
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
      const before = answers.get(text);
      if (before !== undefined) return before;
      const areMany = allTimeouts >= MANY_TIMEOUTS;
      if (timeouts >= (areMany ? 1 : MOST_TIMEOUTS)) return undefined;
      context ??= createContext({ pattern, text: '' }) as { text: string };
      context.text = text;
      try {
        // The engine looks at the clock while it searches, which it does not for a call of its own.
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
