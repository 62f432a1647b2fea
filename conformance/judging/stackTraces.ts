/** Recognises in an answer the stack trace of an exception. A sentence that speaks of a file and a line is none. */

import type { Response } from '../../src/http/message';

interface Platform {
  readonly name: string;
  /** Matches a line of the trace. */
  readonly frame: RegExp;
  /** So many such lines are a trace. */
  readonly least: number;
  /** A line that comes before them. */
  readonly head?: RegExp;
}

/** Each frame has the form that the platform itself prints, with the place in the source. */
const PLATFORMS: readonly Platform[] = [
  {
    name: 'Java',
    frame: /^\s*at [\w$.<>/]+\((?:[\w$]+\.(?:java|kt|scala|groovy)(?::\d+)?|Native Method|Unknown Source)\)/gm,
    least: 2,
  },
  { name: 'Python', head: /Traceback \(most recent call last\)/, frame: /^\s*File "[^"\n]+", line \d+/gm, least: 1 },
  {
    name: 'Node.js',
    frame: /^\s*at (?:.{1,200} \()?(?:file:\/\/|node:|\/|[A-Z]:\\|webpack:)[^()\n]{1,300}:\d+:\d+\)?/gm,
    least: 2,
  },
  { name: '.NET', frame: /^\s*at [\w.<>`+[\],]+\([^()\n]*\) in [^\n]{1,300}:line \d+/gm, least: 1 },
  { name: 'Go', head: /goroutine \d+ \[[\w ,]+\]:/, frame: /^\s+\S+\.go:\d+/gm, least: 1 },
  { name: 'PHP', frame: /^#\d+ (?:\S+\.php\(\d+\): |\[internal function\]: |\{main\})/gm, least: 2 },
  { name: 'Ruby', frame: /^(?:\s*from )?\S+\.rb:\d+:in [`'][^`'\n]+'/gm, least: 2 },
];

/** What is longer is searched at its beginning only, in bytes. */
const MOST_SEARCHED = 64 * 1024;

/** Returns the platform whose stack trace an answer shows; undefined if it shows none. */
export function stackTraceIn({ body }: Response): string | undefined {
  const text = body.subarray(0, MOST_SEARCHED).toString('utf8');
  if (!/at |line \d|\.go:\d|\.php\(|\.rb:\d/.test(text)) return undefined;
  const lines = asLines(text);
  return PLATFORMS.find(
    ({ head, frame, least }) => (head?.test(lines) ?? true) && (lines.match(frame)?.length ?? 0) >= least,
  )?.name;
}

/** Writes as lines what is a text or a list of texts within JSON or HTML. */
function asLines(text: string): string {
  return text
    .replace(/",\s*"|\\r\\n|\\n|\\r|<br\s*\/?>/g, '\n')
    .replace(/\\t/g, '\t')
    .replace(/\\(["/\\])/g, '$1')
    .replace(/&nbsp;/g, ' ')
    .replace(/&quot;|&#34;/g, '"')
    .replace(/&#39;|&#x27;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/^\s*"(?:\w+"\s*:\s*(?:\[\s*)?")?/gm, '');
}
