/**
 * Reads in a refusal which form it asks for: how long a text is to be, between which bounds a number, of which type a value, which characters a
 * password has; and brings a value into that form.
 */

import type { TextForm } from '../../src/engine/model/tries';
import type { JsonValue } from '../../src/json/value';
import { mayBeSecret } from '../../src/resources/vocabulary/secrets';
import type { Random } from '../../src/support/random';
import { NOBODYS_HOST } from '../values/types/formats';

/** What a sentence asks for. Bounds are those of a number; how long a text is to be stands in its form. */
export interface AskedForm {
  readonly type?: 'boolean' | 'number' | 'list' | 'object' | undefined;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly text?: TextForm | undefined;
}

const NUMBER = String.raw`(-?\d{1,9}(?:\.\d{1,6})?)`;
const BETWEEN = new RegExp(
  String.raw`\b(?:between|in (?:the )?range|from)\b\D{0,20}?${NUMBER} ?(?:and|to|,|-|\.\.) ?${NUMBER}`,
  'i',
);
/** A bound that is allowed, and one that is not. What stands behind a number counts only where nothing stands before it. */
const LEAST = new RegExp(
  String.raw`(?:at least|min(?:imum|_length)?|no (?:fewer|less|shorter|smaller) than|>=|(?:more|greater|larger|longer|bigger) than or equal to|not be (?:fewer|less|shorter|smaller) than)[^\d-]{0,24}?${NUMBER}|${NUMBER}(?: \w+)? or (?:more|greater|longer|above)`,
  'i',
);
const MORE = new RegExp(`(?:(?:longer|more|greater|larger|bigger|higher) than|above|over|exceed|>) ?${NUMBER}`, 'i');
const MOST = new RegExp(
  String.raw`(?:at most|max(?:imum|_length)?|no (?:more|longer|greater|larger) than|<=|up to|not (?:be )?(?:more|longer|greater|larger|exceed)(?: than)?|(?:less|lower|smaller|shorter|fewer) than or equal to)[^\d-]{0,24}?${NUMBER}|${NUMBER}(?: \w+)? or (?:fewer|less|shorter|below)`,
  'i',
);
const FEWER = new RegExp(`(?:(?:shorter|fewer|less|lower|smaller) than|below|under|<) ?${NUMBER}`, 'i');
const COUNT = /\b(\d{1,4})[ -]?(?:\+ ?)?(?:characters|chars|letters|symbols) ?(?:long|in length)?/i;
const OF_LENGTH = /\b(size|length|long|longer|short(er)?|char(acter)?s?|letters|too_(short|long))\b|string_too/i;

/** Kinds of characters that a password is to have: two of them show that it is one. */
const CLASSES = [
  /upper[ -]?case|capital/i,
  /lower[ -]?case/i,
  /\b(digits?|numbers?|numeric)\b/i,
  /special|symbol|punctuation|non-?alphanumeric/i,
];

const TYPES = [
  [/\bbool(ean)?\b|\btrue or false\b/i, 'boolean'],
  [/\b(an? (valid )?(array|list)|(array|list)(_type)?$)\b|\bmust be (array|list)\b/i, 'list'],
  [/\b(an? (valid )?(object|dictionary|map)|must be object)\b/i, 'object'],
  [
    /\b(an? (valid )?(integer|number|float|decimal|int)|must be (a )?(integer|numeric|number)|(int|float|decimal)_(parsing|type))\b/i,
    'number',
  ],
] as const;

/** Matches what a text is to begin or to end with. */
const QUOTED = String.raw`(?:a |an |the )?["'\`]([^"'\`\s]{1,8})["'\`]`;
const BEGINNING = new RegExp(String.raw`\b(?:start|begin)s?(?:ning)? (?:with|in) ${QUOTED}`, 'i');
const ENDING = new RegExp(String.raw`\bends?(?:ing)? (?:with|in) ${QUOTED}`, 'i');
const ENDING_IN_DOT =
  /\bnot canonical\b|\btrailing (dot|period)\b|\bend(s|ing)? (with|in) a (dot|period)\b|\bfully[ -]qualified\b/i;

/**
 * Returns what a sentence asks for. Examples: `size must be between 50 and 100` → a text of 50 to 100 characters;
 * `must be greater than or equal to 3` → a number from 3 on; `8 characters, 1 number, 1 upper case, 1 special` → a text of all classes.
 * @returns undefined if it names no form.
 */
export function formAsked(said: string): AskedForm | undefined {
  if (CLASSES.filter((words) => words.test(said)).length > 1)
    return { text: { ...bounds(said, true).text, isStrong: true } };
  const beginning = BEGINNING.exec(said)?.[1];
  const ending = ENDING_IN_DOT.test(said) ? '.' : ENDING.exec(said)?.[1];
  if (beginning !== undefined || ending !== undefined) return { text: { beginning, ending } };
  const isLength = OF_LENGTH.test(said);
  const found = bounds(said, isLength);
  if (found.text || found.low !== undefined || found.high !== undefined) return found;
  const [, type] = TYPES.find(([words]) => words.test(said)) ?? [];
  return type === undefined ? undefined : { type };
}

function bounds(said: string, isLength: boolean): AskedForm {
  const number = (match: RegExpExecArray | null) => {
    const text = match?.slice(1).find((each) => each !== undefined);
    return text === undefined ? undefined : Number(text);
  };
  const [, from, to] = BETWEEN.exec(said) ?? [];
  const count = isLength ? number(COUNT.exec(said)) : undefined;
  const past = (found: number | undefined, by: number) => (found === undefined ? undefined : found + by);
  const most = number(MOST.exec(said)) ?? past(number(FEWER.exec(said)), -1);
  // `must not be longer than 20` says the most.
  const least = number(LEAST.exec(said)) ?? (most === undefined ? past(number(MORE.exec(said)), 1) : undefined);
  const [low, high] =
    from === undefined ? [least ?? (most === undefined ? count : undefined), most] : [Number(from), Number(to)];
  if (low === undefined && high === undefined) return {};
  return isLength ? { text: { least: low, most: high } } : { low, high };
}

/** So long is a text at most that a refusal asks for. */
const LONGEST_TEXT = 10_000;
/** So long is a password at least. */
const LEAST_STRONG = 12;
const STRONG = 'Aa1!';

/** Brings a text into a form. What is in it already stays as it is; what is too short is repeated. */
export function broughtInto(
  text: string,
  { least = 0, most, beginning = '', ending = '', isStrong }: TextForm,
): string {
  const longest = Math.min(most ?? LONGEST_TEXT, LONGEST_TEXT);
  const wanted = Math.min(Math.max(least, isStrong ? LEAST_STRONG : 0), longest);
  const first = isStrong && CLASSES_HELD.some((each) => !each.test(text)) ? STRONG : '';
  const start = text.startsWith(beginning) ? first : beginning + first;
  const end = text.endsWith(ending) ? '' : ending;
  let middle = text;
  if (start.length + middle.length + end.length < wanted && middle !== '')
    middle = middle.padEnd(wanted - start.length - end.length, middle);
  return start + middle.slice(0, Math.max(0, longest - start.length - end.length)) + end;
}

const CLASSES_HELD = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d]/];

/**
 * Returns a value as it is asked for, where none that may stay was sent; undefined if the sentence does not ask for one of that kind.
 * @param current what was sent; undefined if nothing was.
 */
export function valueInForm(asked: AskedForm, current: JsonValue | undefined, random: Random): JsonValue | undefined {
  const { type, low, high, text } = asked;
  if (text && (typeof current === 'string' || current === undefined))
    return broughtInto(typeof current === 'string' && current !== '' ? current : random.word(LEAST_STRONG), text);
  if (text && Array.isArray(current)) return lengthened(current, text);
  if (type === 'boolean') return typeof current === 'boolean' ? undefined : true;
  if (type === 'list') return Array.isArray(current) ? undefined : [current ?? random.word(LEAST_STRONG)];
  if (type === 'object') return typeof current === 'object' ? undefined : {};
  if (type === 'number') return typeof current === 'number' ? undefined : 1;
  return low === undefined && high === undefined ? undefined : numberWithin(low, high, current);
}

/** Returns the whole number nearest to the lower bound; the value that was sent where it lies between them. */
function numberWithin(
  low: number | undefined,
  high: number | undefined,
  current: JsonValue | undefined,
): JsonValue | undefined {
  const isInside = (number: number) => number >= (low ?? number) && number <= (high ?? number);
  if (typeof current === 'number' && isInside(current)) return undefined;
  const number = Math.ceil(low ?? Math.min(1, high ?? 1));
  return isInside(number) ? number : (low ?? high);
}

function lengthened(list: readonly JsonValue[], { least = 0, most }: TextForm): JsonValue | undefined {
  const items = Array.from({ length: Math.min(least, MOST_ITEMS) }, (_, at) => list[at % list.length]);
  if (list.length > 0 && list.length < least) return items as JsonValue;
  return most !== undefined && list.length > most ? list.slice(0, most) : undefined;
}

const MOST_ITEMS = 20;

/** Returns a value for a member that the contract says nothing of, by its name; nobody else has its texts. */
export function valueByName(name: string, random: Random): string {
  if (/e?mail$/i.test(name)) return `${random.word(LEAST_STRONG)}@${NOBODYS_HOST}`;
  const word = random.word(LEAST_STRONG);
  return /pass|pwd/i.test(name) && mayBeSecret(name) ? broughtInto(word, { isStrong: true }) : word;
}
