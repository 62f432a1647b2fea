/** Finds what `JSON.parse` loses: numbers that do not fit a double, and names that occur twice in one object. */

import type { Parts } from '../support/letOthersRun';

interface Scanned {
  /** The texts of the numbers that a double does not hold exactly, by their place. */
  readonly inexact: NumberPlaces;
  /** Names that occur more than once in one object. Each is listed once. */
  readonly repeated: readonly string[];
}

/** What stands under each name or index of a value: the text of a number, or the places further inside. */
export type NumberPlaces = Map<string, NumberPlaces | string>;

/** JSON that nests deeper than this is read by nobody: what walks through a value would run out of stack, and what shows it out of room. */
export const DEEPEST_JSON = 1000;

/** A text is JSON, and nests too deep to be read. Whoever judges values judges none then, as where a value takes too many steps. */
export class TooDeepJson extends RangeError {
  constructor() {
    super(`it is nested more than ${DEEPEST_JSON} deep`);
  }
}

/** At most this many repeated names are listed; nobody reads more. */
const MOST_REPEATED = 10;

/** An array or object that is being read. */
interface Open {
  readonly isArray: boolean;
  /** The name or index of the member or item that is being read. */
  at: string | number;
  /** The names that were read so far: none, one, or several. */
  names: Set<string> | string | undefined;
  /** Created when there is something to store in it. */
  places: NumberPlaces | undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** So many characters are scanned in one part. */
const SCANNED_IN_A_PART = 250_000;

/**
 * Scans a JSON text, in time proportional to its length. Stops after each part.
 * @param text must be valid JSON.
 * @param isExact returns whether a double holds a number exactly, given its text. It is asked only if that is in doubt.
 * @throws TooDeepJson as soon as it nests deeper than {@link DEEPEST_JSON}.
 */
export function* scanJson(text: string, isExact: (number: string) => boolean): Parts<Scanned> {
  const scan = new Scan(text, isExact);
  for (let at = 0; at < text.length; ) {
    at = scan.from(at, at + SCANNED_IN_A_PART);
    if (at < text.length) yield;
  }
  return { inexact: scan.inexact, repeated: [...scan.repeated] };
}

/** What was found in a JSON text so far. */
class Scan {
  readonly repeated = new Set<string>();
  readonly inexact: NumberPlaces = new Map();
  private readonly open: Open[] = [{ isArray: false, at: '', names: undefined, places: this.inexact }];
  private isNameNext = false;

  constructor(
    private readonly text: string,
    private readonly isExact: (number: string) => boolean,
  ) {}

  /** Scans from one position up to another, and to the end of what stands there. @returns the position at which to go on. */
  from(start: number, upTo: number): number {
    const { text, open, repeated } = this;
    const end = Math.min(upTo, text.length);
    let top = open[open.length - 1] as Open;
    let nameNext = this.isNameNext;
    let at = start;
    for (; at < end; at++) {
      const char = text.charCodeAt(at);
      if (char === QUOTE) {
        const last = endOfString(text, at);
        if (nameNext) {
          nameNext = false;
          enter(top, nameIn(text, at, last), repeated);
        }
        at = last;
      } else if (char === COMMA) {
        if (top.isArray) (top.at as number)++;
        else nameNext = true;
      } else if (char === MINUS || (char >= ZERO && char <= NINE)) {
        const after = endOfNumber(text, at);
        if (!isShort(text, at, after)) {
          const number = text.slice(at, after);
          if (!this.isExact(number)) placesOf(open).set(String(top.at), number);
        }
        at = after - 1;
      } else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
        if (open.length > DEEPEST_JSON) throw new TooDeepJson();
        nameNext = char === OPEN_OBJECT;
        top = { isArray: !nameNext, at: nameNext ? '' : 0, names: undefined, places: undefined };
        open.push(top);
      } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) {
        open.pop();
        top = open[open.length - 1] as Open;
        nameNext = false;
      }
    }
    this.isNameNext = nameNext;
    return at;
  }
}

/** How much a JSON text holds, as far as it was counted. */
interface JsonExtent {
  /** How many values, and a few more: that of each object and list, and of each comma. */
  readonly values: number;
  readonly isTooDeep: boolean;
}

/**
 * Counts what a text holds that may be JSON, and may end early, without making anything of it: reading takes many times as long, and as much
 * memory.
 * @param most where it holds more values than this, the rest is not counted.
 */
export function extentOfJson(text: string, most: number): JsonExtent {
  let values = 0;
  let depth = 0;
  let isTooDeep = false;
  for (let at = 0; at < text.length && values <= most; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const end = endOfString(text, at);
      if (end < 0) break;
      at = end;
    } else if (char === COMMA) values++;
    else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
      values++;
      if (++depth > DEEPEST_JSON) isTooDeep = true;
    } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) depth--;
  }
  return { values, isTooDeep };
}

/**
 * Returns where the string that begins at `start` ends: at the first quote with an even number of backslashes before
 * it. Where its end is missing, it returns -1.
 */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) return -1;
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
  }
}

function nameIn(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end);
  return name.includes('\\') ? (JSON.parse(text.slice(start, end + 1)) as string) : name;
}

function enter(object: Open, name: string, repeated: Set<string>): void {
  object.at = name;
  const { names } = object;
  if (names === undefined) object.names = name;
  else if (typeof names === 'string' ? names === name : names.has(name)) {
    if (repeated.size < MOST_REPEATED) repeated.add(name);
    // The last member counts, as in JSON.parse.
    object.places?.delete(name);
  } else if (typeof names === 'string') object.names = new Set([names, name]);
  else names.add(name);
}

/** Returns where a number ends. A number consists of digits, signs, a point and the letter E. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (; ; end++) {
    const char = text.charCodeAt(end);
    const isPart =
      (char >= ZERO && char <= NINE) || char === 0x2e || (char | 0x20) === 0x65 || char === 0x2b || char === MINUS;
    if (!isPart) return end;
  }
}

/** A double holds every number with this many digits or fewer exactly. */
const EXACT_DIGITS = 15;

/**
 * Returns whether a number is so short that it is certainly exact: it has no exponent, and no more digits than a double
 * holds.
 */
function isShort(text: string, start: number, end: number): boolean {
  if (end - start > EXACT_DIGITS) return false;
  for (let at = start; at < end; at++) if ((text.charCodeAt(at) | 0x20) === 0x65) return false;
  return true;
}

/**
 * Returns the places of the innermost value. It creates them, and those of the values around it, if they do not exist.
 */
function placesOf(open: readonly Open[]): NumberPlaces {
  let depth = open.length - 1;
  while (open[depth]?.places === undefined) depth--;
  for (; depth < open.length - 1; depth++) {
    const [outer, inner] = [open[depth] as Open, open[depth + 1] as Open];
    inner.places = new Map();
    outer.places?.set(String(outer.at), inner.places);
  }
  return open[depth]?.places as NumberPlaces;
}
