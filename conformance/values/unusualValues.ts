/** Values that a contract allows and that few clients send: services that were tested with plain words and small numbers fail on them. */

import { ASTRAL } from './patterns/characters';

/** One kind of text, with the texts of this kind, the most telling first: a shorter one serves where there is little room. */
interface UnusualText {
  /** What the text holds: "line ends". */
  readonly what: string;
  readonly texts: readonly string[];
}

/** One kind of number, with the numbers of this kind, the most telling first. */
interface UnusualNumber {
  readonly what: string;
  readonly numbers: readonly (number | bigint)[];
}

/** A combining mark, letters from right to left, letters of three bytes, and a character of two UTF-16 units. */
const FOREIGN = `Zoe\u0301 \u05e9\u05dc\u05d5\u05dd \u65e5\u672c ${ASTRAL}`;

const CHARACTERS: readonly UnusualText[] = [
  { what: 'quotes and reserved characters', texts: [`O'Neil "&" <b>%20;#?=+$,*|{}[]\\`, `'"<%20`, `'"`] },
  { what: 'characters beyond ASCII', texts: [FOREIGN, `Zoe\u0301\u05d0${ASTRAL}`, `\u00e9${ASTRAL}`, '\u00e9'] },
  { what: 'spaces at both ends', texts: ['  two  words  ', ' a ', ' '] },
  { what: 'line ends', texts: ['one\r\ntwo\nthree\tfour', 'a\nb', '\n'] },
];

/** In characters, the longest first. Few servers take the longest in a query or a header field, and many in a body. */
const LENGTHS = [1024, 256];

/** A text that is longer than most services and databases allow. */
export const LONGEST_TEXT = longText(65_536);

/**
 * Returns kinds of texts, one for each request.
 * @param all whether the dear ones are wanted, too.
 */
export function unusualTexts(all: boolean): readonly UnusualText[] {
  const long: readonly UnusualText[] = all
    ? [LONGEST_TEXT, ...LENGTHS.map(longText)].map((text) => ({ what: `${text.length} characters`, texts: [text] }))
    : [{ what: 'a long text', texts: LENGTHS.map(longText) }];
  return [
    { what: 'no character', texts: [''] },
    ...CHARACTERS,
    ...long,
    ...(all ? [{ what: 'a zero character', texts: ['a\u0000b'] }] : []),
  ];
}

/** Returns texts for a segment of a path. None has a slash, a backslash or dots: servers on the way may take those for another path. */
export function unusualSegments(all: boolean): readonly UnusualText[] {
  return [
    { what: 'quotes and reserved characters', texts: [`O'Neil "&" <b>%;#?=+$,*|{}[]`] },
    { what: 'characters beyond ASCII', texts: [FOREIGN] },
    { what: '256 characters', texts: [longText(256)] },
    ...(all ? [{ what: 'line ends', texts: ['one\r\ntwo'] }] : []),
  ];
}

/** Returns kinds of numbers, one for each request. */
export function unusualNumbers(): readonly UnusualNumber[] {
  return [
    { what: '0', numbers: [0] },
    { what: '1', numbers: [1] },
    { what: '−1', numbers: [-1] },
    { what: 'a fraction', numbers: [-1.5, 0.1] },
    { what: 'a large number', numbers: [2n ** 63n - 1n, 2 ** 53 - 1, 2 ** 31 - 1] },
  ];
}

/** Letters and digits alone, so that nothing but the length is unusual. */
function longText(length: number): string {
  return 'abcdefghijklmnop'.repeat(length / 16);
}
