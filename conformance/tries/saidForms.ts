/** Reads in a refusal of which form a value is to be, such as a number or a date, or which values there are; and gives such values. */

import type { Response } from '../../src/http/message';
import { jsonOfText } from '../../src/json/value';
import { datesIn } from '../values/datePatterns';

/** What is read of an answer, in characters. */
const LONGEST = 8 * 1024;

/** An answer is searched to this depth, and this many texts of it. */
const DEEPEST = 6;
const MOST_TEXTS = 40;

/** Returns the texts of a refusal: those that its JSON holds, or all of it without the tags of HTML. */
export function textsOfRefusal({ body }: Pick<Response, 'body'>): string[] {
  const text = body.subarray(0, LONGEST).toString('utf8');
  const value = jsonOfText(text);
  if (value !== undefined) return textsIn(value, 0).slice(0, MOST_TEXTS);
  return [text.replace(/&quot;|&#34;|&#39;|&#x27;/g, '"').replace(/<[^>]*>/g, ' ')];
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

/** Tells whether a refusal quotes a value that was sent: `For input string: "abc"`, `invalid literal for int() with base 10: 'abc'`. */
export function quotes(said: string, sent: string): boolean {
  if (sent.length < 2) return ['"', "'", '`'].some((mark) => said.includes(mark + sent + mark));
  for (let at = said.indexOf(sent); at >= 0; at = said.indexOf(sent, at + 1)) {
    const [before, after] = [said[at - 1] ?? ' ', said[at + sent.length] ?? ' '];
    if (/["'`[(]/.test(before) && /["'`\])]/.test(after)) return true;
    if (/:\s?$/.test(said.slice(0, at)) && /[\s,;.<"'}]/.test(after)) return true;
  }
  return false;
}

/** A number that cards are tested with: its digits add up as those of a real one do (ISO/IEC 7812-1, annex B). */
const CARDS = ['4111111111111111'];
const WHOLE = ['1', '0', '2'];
const SOME_UUID = ['00000000-0000-4000-8000-000000000001'];
const DAYS = ['2024-05-17', '2024-05-17T10:25:40Z', '2024-05-17T10:25:40'];
const TIMES = ['2024-05-17T10:25:40Z', '2024-05-17T10:25:40', '2024-05-17'];

/** Which words ask for which values. The first that is found counts. */
const FORMS: readonly (readonly [words: RegExp, values: readonly string[]])[] = [
  [/\b(uuid|guid)\b/i, SOME_UUID],
  // An expression, as of the Common Expression Language: the shortest that is one in most languages.
  [/undeclared reference|failed to compile|\bCEL\b/i, ['true']],
  [/\bcron\b/i, ['0 0 * * *']],
  [/\b(credit|debit|payment) ?card\b|\bcard number\b|\bluhn\b/i, CARDS],
  [/\be-?mail\b/i, ['ada@example.org']],
  [/\b(ur[il]|https?)\b/i, ['https://example.org/']],
  [
    /\b(LocalDateTime|OffsetDateTime|ZonedDateTime|Instant|Timestamp|datetime(offset)?|date-time|iso[ -]?8601|rfc ?3339)\b/i,
    TIMES,
  ],
  [
    /\b(LocalDate|java\.util\.Date|DateTimeParseException|unparse?able date|date)\b|could not be parsed at index|\bparsing time\b|'Date'/i,
    DAYS,
  ],
  [/\bbool(ean)?\b/i, ['true', 'false']],
  [
    /for input string|NumberFormat|\b(int|integer|long|short|float|double|decimal|bigint|numeric|number)\b|java\.lang\.(Integer|Long|Short|Double)|\bAtoi\b|ParseInt|\bNaN\b|int_parsing|\bi(32|64)\b|\bu(32|64)\b|invalid digit/i,
    WHOLE,
  ],
];

/** So many values are given. */
const MOST = 3;

/**
 * Returns values as a refusal asks for them, the likeliest first: those that it lists, dates as its pattern has them, or values of the form that
 * it names. An example: `not one of the values accepted for Enum class: [OPEN, CLOSED]` → `OPEN`, `CLOSED`.
 */
export function valuesSaid(said: string): string[] {
  const listed = valuesOffered(said);
  if (listed.length > 0) return listed.slice(0, MOST);
  const dates = datesIn(said);
  const [, values = []] = FORMS.find(([words]) => words.test(said)) ?? [];
  return [...new Set([...dates, ...values])].slice(0, MOST);
}

/** Returns the kinds of things whose names a refusal wants: `invalid memo name: "abc"` → `memo`. */
export function kindsSaid(said: string): string[] {
  const found = said.matchAll(
    /\b(?:invalid|unknown|no such|not an?|wrong) (\w{2,30})[ _-]?(?:resource )?(?:names?|ids?|identifier|reference)\b/gi,
  );
  return [...new Set([...found].map(([, kind = '']) => kind.toLowerCase()))];
}

const LISTING =
  /(?:one of|accepted for enum class|allowed( values)?( are)?|(valid|possible|supported|permitted|acceptable|expected)( (values|options|choices|types))?( are)?|choose from|should be|must be|expected)\b[^[("'\w]{0,12}(?:the following\b\W{0,4})?/gi;

/** Returns the values that a text lists, of which one is wanted: in brackets, or as quoted words. */
export function valuesOffered(said: string): string[] {
  for (const match of said.matchAll(LISTING)) {
    const rest = said.slice(match.index + match[0].length);
    const [, inBrackets] = /^\s*[[({]([^\][(){}]{1,500})[\])}]/.exec(rest) ?? [];
    const inside = (inBrackets ?? '').split(',').map((each) => each.trim().replace(/^["'`]|["'`]$/g, ''));
    if (inBrackets !== undefined && inside.every((each) => /^[\w./-]{1,40}$/.test(each))) return inside;
    const quoted = /^\s*(["'`][\w./-]{1,40}["'`](\s*(,|\||or|and|, or)\s*)?){2,}/.exec(rest)?.[0];
    if (quoted !== undefined) return valuesIn(quoted);
    const plain = /(of|are):?\s*$/i.test(match[0])
      ? /^[:\s]*([\w-]{1,40}(?:(?:, ?(?:or |and )?| or )[\w-]{1,40})+)\.?\s*$/.exec(rest)?.[1]
      : undefined;
    if (plain !== undefined) return plain.split(/, ?(?:or |and )?| or /);
  }
  return valuesIn(ALTERNATIVES.exec(said)?.[0] ?? '');
}

/** Matches quoted words of which one is wanted: `'text' or 'base64'`, `"a", "b" or "c"`. */
const ALTERNATIVES = /(?:(["'`])[\w./-]{1,40}\1,?\s+){1,20}or\s+(["'`])[\w./-]{1,40}\2/;

/** Returns the quoted words of a text. */
function valuesIn(text: string): string[] {
  return [...text.matchAll(/["'`]([\w./-]+)["'`]/g)].map(([, each = '']) => each);
}
