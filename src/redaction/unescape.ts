/** Undoes the escapes in a text, however they are nested: percent-encoding, character references and backslashes. */

export interface Layer {
  /** Characters up to U+00FF by their code; others as {@link foldCode} returns them. */
  readonly codes: Buffer;
  /** Return where the original text of a character begins and ends. */
  readonly start: (at: number) => number;
  readonly end: (at: number) => number;
}

/** How often unescaped text is unescaped again. An escape within itself, such as `%252B`, counts only once. */
const MOST_ROUNDS = 5;

/**
 * Yields the text itself, and then the result of each round of unescaping, as long as there are escapes. The layers
 * share memory, so a caller must finish with one layer before it asks for the next.
 */
export function* layersOf(text: string): Generator<Layer> {
  let [codes, spare] = memoryFor(text.length);
  codes.write(foldText(text), 'latin1');
  let layer: Layer | undefined = { codes, start: (at) => at, end: (at) => at + 1 };
  yield layer;
  if (!/[%&\\]/.test(text)) return;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    layer = withoutEscapes(layer, spare);
    if (!layer) return;
    yield layer;
    [codes, spare] = [spare, codes];
  }
}

/**
 * Replaces each character by one that fits a byte. Full-width characters become the normal ones that they look like.
 */
export function foldText(text: string): string {
  return text.replace(/[^\0-\xff]/g, (char) => String.fromCharCode(foldCode(char.charCodeAt(0))));
}

/**
 * Maps a character that does not fit a byte to one of the upper half, which is neither a letter nor a digit. The same
 * character always has the same result.
 */
function foldCode(code: number): number {
  if (code <= 0xff) return code;
  return code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : 0x80 | (code & 0x7f);
}

let memory: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];

function memoryFor(length: number): [Buffer, Buffer] {
  if (memory[0].length < length) memory = [Buffer.alloc(2 * length), Buffer.alloc(2 * length)];
  return [memory[0].subarray(0, length), memory[1].subarray(0, length)];
}

/** @returns undefined if nothing is escaped. */
function withoutEscapes({ codes, start, end }: Layer, plain: Buffer): Layer | undefined {
  // For each escape: the place of its result, and where the escape ended.
  const places: number[] = [];
  const ends: number[] = [];
  const read: Escape = { code: 0, end: 0 };
  let length = 0;
  for (let at = 0; at < codes.length; length++) {
    const code = codes[at] ?? 0;
    if ((code === PERCENT || code === AMPERSAND || code === BACKSLASH) && readEscape(codes, at, read)) {
      places.push(length);
      ends.push(read.end);
      plain[length] = read.code;
      at = read.end;
    } else {
      plain[length] = code;
      at++;
    }
  }
  if (places.length === 0) return undefined;
  /** Returns where the text after a place began before the escapes were undone. */
  const behind = (place: number) => {
    const last = lastUpTo(places, place);
    return last < 0 ? place + 1 : (ends[last] ?? 0) + place - (places[last] ?? 0);
  };
  return {
    codes: plain.subarray(0, length),
    start: (at) => (at === 0 ? start(0) : start(behind(at - 1))),
    end: (at) => end(behind(at) - 1),
  };
}

/** Returns the index of the last number that is not greater than `most`; -1 if there is none. */
function lastUpTo(sorted: readonly number[], most: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The escape that was read last. One object is reused, because a text may contain thousands of escapes. */
interface Escape {
  /** The code of the character that it stands for, as {@link foldCode} returns it; 0 if there is none. */
  code: number;
  end: number;
}

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const BACKSLASH = 0x5c;
const HASH = 0x23;
const SEMICOLON = 0x3b;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const [U, X] = [0x75, 0x78];

/**
 * Reads the escape at a place, if there is one.
 * @returns whether there is one.
 */
function readEscape(codes: Buffer, at: number, read: Escape): boolean {
  switch (codes[at]) {
    case PERCENT:
      return readPercent(codes, at + 1, read);
    case AMPERSAND:
      return readReference(codes, at + 1, read);
    default:
      return readBackslash(codes, at + 1, read);
  }
}

/** Reads `%2B`, `%252B` or `%u002B`. */
function readPercent(codes: Buffer, start: number, read: Escape): boolean {
  let at = start;
  while (codes[at] === 0x32 && codes[at + 1] === 0x35 && readDigits(codes, at + 2, HEX, 2, read)) at += 2;
  return lower(codes[at]) === U ? readDigits(codes, at + 1, HEX, 4, read) : readDigits(codes, at, HEX, 2, read);
}

/** Reads `&#43;`, `&#x2b;`, `&plus;` or `&amp;#43;`. */
function readReference(codes: Buffer, start: number, read: Escape): boolean {
  let at = start;
  while (codes[at] === 0x61 && codes[at + 1] === 0x6d && codes[at + 2] === 0x70 && codes[at + 3] === SEMICOLON) at += 4;
  if (codes[at] === HASH && readNumber(codes, at + 1, read)) {
    if (codes[read.end] === SEMICOLON) read.end++;
    return true;
  }
  if (readName(codes, at, read)) return true;
  read.code = AMPERSAND;
  read.end = at;
  return at > start;
}

function readNumber(codes: Buffer, at: number, read: Escape): boolean {
  return lower(codes[at]) === X ? readDigits(codes, at + 1, HEX, 1, read, 8) : readDigits(codes, at, 10, 1, read, 8);
}

/** A little more than the longest name that HTML has for a character. */
const LONGEST_NAME = 32;

function readName(codes: Buffer, start: number, read: Escape): boolean {
  let at = start;
  let name = 0;
  while (at - start < LONGEST_NAME && isLetter(codes[at])) name = name * 64 + ((codes[at++] ?? 0) & 63);
  if (at === start || codes[at] !== SEMICOLON) return false;
  read.code = PUNCTUATION.get(name) ?? 0;
  read.end = at + 1;
  return true;
}

/**
 * Punctuation by its HTML names, which `readName` turns into numbers. Besides letters and digits, only these characters
 * matter in a credential.
 */
const PUNCTUATION = new Map(
  [
    '!excl "quot #num $dollar %percnt &amp \'apos (lpar )rpar *ast +plus ,comma -dash .period /sol :colon ;semi <lt',
    '=equals >gt ?quest @commat [lsqb [lbrack \\bsol ]rsqb ]rbrack ^Hat _lowbar `grave {lcub {lbrace |verbar |vert',
    '}rcub }rbrace',
  ]
    .flatMap((line) => line.split(' '))
    .map((entry) => [
      [...Buffer.from(entry.slice(1))].reduce((name, code) => name * 64 + (code & 63), 0),
      codeOf(entry),
    ]),
);

/**
 * Reads `\u002b`, `\u{2b}`, `\x2b`, `\53` or `\n`. Before any other character a backslash has no meaning, and several
 * count as one.
 */
function readBackslash(codes: Buffer, start: number, read: Escape): boolean {
  let at = start;
  while (codes[at] === BACKSLASH) at++;
  if (readNumbered(codes, at, read)) return true;
  read.code = 0;
  read.end = CONTROLS.includes(codes[at] ?? 0) ? at + 1 : at;
  return true;
}

const CONTROLS = [...'bfnrtv'].map(codeOf);

function readNumbered(codes: Buffer, at: number, read: Escape): boolean {
  if (lower(codes[at]) === X) return readDigits(codes, at + 1, HEX, 2, read);
  if (lower(codes[at]) !== U) return readDigits(codes, at, 8, 1, read, 3);
  if (codes[at + 1] !== OPEN_BRACE) return readDigits(codes, at + 1, HEX, codes[at] === U ? 4 : 8, read);
  if (!readDigits(codes, at + 2, HEX, 1, read, 6) || codes[read.end] !== CLOSE_BRACE) return false;
  read.end++;
  return true;
}

const HEX = 16;

/** Reads the number of a character, which must have at least `least` digits. At most `most` are read. */
function readDigits(codes: Buffer, start: number, base: number, least: number, read: Escape, most = least): boolean {
  let value = 0;
  let end = start;
  for (; end - start < most; end++) {
    const digit = digitOf(codes[end]);
    if (digit >= base) break;
    value = value * base + digit;
  }
  read.code = foldCode(value);
  read.end = end;
  return end - start >= least;
}

function digitOf(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = lower(code);
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : HEX;
}

function isLetter(code = 0): boolean {
  return lower(code) >= 0x61 && lower(code) <= 0x7a;
}

function lower(code = 0): number {
  return code | 0x20;
}

function codeOf(char: string): number {
  return char.charCodeAt(0);
}
