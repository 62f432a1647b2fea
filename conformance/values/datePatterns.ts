/**
 * Reads patterns by which dates and times are written, such as `dd-MM-yyyy`, and writes one so. Contracts show such a pattern in the place of an
 * example, or name it in a description, and refusals name it.
 */

/** A day that tells day, month and year apart, and a time that tells its parts apart. */
const PARTS = { year: '2024', month: '05', day: '17', hour: '10', minute: '25', second: '40' } as const;

/** Letters of patterns, as Java, .NET, Unicode (UTS 35), Moment and others have them; what each run of letters stands for. */
const LETTERS: readonly (readonly [letters: RegExp, written: string])[] = [
  [/^(yyyy|YYYY|uuuu)/, PARTS.year],
  [/^(yy|YY|uu)/, PARTS.year.slice(2)],
  [/^MMMM/, 'May'],
  [/^MMM/, 'May'],
  [/^MM/, PARTS.month],
  [/^M/, String(Number(PARTS.month))],
  [/^(dd|DD)/, PARTS.day],
  [/^[dD]/, PARTS.day],
  [/^(HH?|kk?)/, PARTS.hour],
  [/^hh?/, PARTS.hour],
  [/^(mm?|MI)/, PARTS.minute],
  [/^ss?/, PARTS.second],
  [/^(SSS|fff)/, '000'],
  [/^[Sf]{4,9}/, '000000'],
  [/^a(?![a-z])/, 'AM'],
  [/^(XXX|xxx|ZZZZZ|zzz|ZZ)/, '+00:00'],
  [/^X/, 'Z'],
  [/^Z/, '+0000'],
  [/^T/, 'T'],
];

/** Python's, Ruby's and C's (`strftime`). */
const PERCENT: Readonly<Record<string, string>> = {
  Y: PARTS.year,
  y: PARTS.year.slice(2),
  m: PARTS.month,
  d: PARTS.day,
  H: PARTS.hour,
  I: PARTS.hour,
  M: PARTS.minute,
  S: PARTS.second,
  f: '000000',
  z: '+0000',
  Z: 'UTC',
  p: 'AM',
  F: `${PARTS.year}-${PARTS.month}-${PARTS.day}`,
  T: `${PARTS.hour}:${PARTS.minute}:${PARTS.second}`,
};

/** Patterns are short, in characters. */
const LONGEST = 40;

/**
 * Returns a date, or a date with a time, as a pattern has it; undefined if the text is no such pattern. It names at least a year, a month and a
 * day. An example: `dd/MM/yyyy HH:mm` → `17/05/2024 10:25`.
 */
export function dateAs(pattern: string): string | undefined {
  if (pattern.length > LONGEST) return undefined;
  if (pattern.includes('%')) return asPercent(pattern);
  const isDate = /yy|uuuu/i.test(pattern) && /[md]{2}/i.test(pattern) && /d/i.test(pattern) && /m/i.test(pattern);
  return isDate ? asLetters(monthsInCapitals(pattern)) : undefined;
}

function asPercent(pattern: string): string | undefined {
  if (!/%([YyF]).*/.test(pattern) || !(/%F/.test(pattern) || (/%m/.test(pattern) && /%d/.test(pattern))))
    return undefined;
  const written = pattern.replace(/%-?([A-Za-z])/g, (whole, letter: string) => PERCENT[letter] ?? whole);
  return /[%]|[a-z]{3}/.test(written) ? undefined : written;
}

/** Many write months as minutes: `yyyy-mm-dd`. */
function monthsInCapitals(pattern: string): string {
  return pattern.includes('M') ? pattern : pattern.replace('mm', 'MM');
}

function asLetters(pattern: string): string | undefined {
  let [rest, written] = [pattern, ''];
  while (rest !== '') {
    const literal = /^('([^']*)'|[-/.:, _]|\\.)/.exec(rest);
    if (literal) {
      written += literal[2] ?? literal[0].replace('\\', '');
      rest = rest.slice(literal[0].length);
      continue;
    }
    const found = LETTERS.find(([letters]) => letters.test(rest));
    if (!found) return undefined;
    rest = rest.replace(found[0], '');
    written += found[1];
  }
  return written;
}

/** So many patterns of one text are read. */
const MOST = 3;

/** Returns dates as the patterns in a text have them: `The day, as dd.MM.yyyy` → `17.05.2024`. */
export function datesIn(text: string): string[] {
  const quoted = [...text.matchAll(/"([^"]{6,40})"|`([^`]{6,40})`|'((?:[^']|'T'|'Z'){6,40})'|\(([^()]{6,40})\)/g)];
  const words = text.match(/[%A-Za-z]+(?:[-/.:_](?:[%A-Za-z]|'[TZ]')+)+(?: [%HhMmSsa:.]{4,})?/g) ?? [];
  const all = [...quoted.map(([, ...groups]) => groups.find((group) => group !== undefined) ?? ''), ...words];
  return [...new Set(all.flatMap((each) => dateAs(each) ?? []))].slice(0, MOST);
}
