/** What must not be shown, and how it is kept from every text of a report. */

import type { Fields } from '../http/message';
import { createMultiSearch, type Symbols } from './multiSearch';
import { createWordFinder } from './ordinaryWords';
import { LONG_ENOUGH, type Needle, placesOf, spellingsOf, toSymbols } from './secretSpellings';
import { type Layer, layersOf } from './unescape';

/**
 * Takes what is secret out of a text. The one place where that happens: every text of a report goes through it.
 * @param cut whether the text was cut at its end, of which that is left out then which may be the half of a secret.
 */
export type Redact = (text: string, cut?: boolean) => string;

/** What must not be shown, and how that is seen to. */
export interface Secrets {
  /** For texts that may come from the target. */
  readonly redact: Redact;
  /** For sentences of ours: a secret that is an ordinary word is taken out of what they quote, and of nothing else in them. */
  readonly sentence: Redact;
  /** For a header field that we send. */
  readonly mask: (name: string, value: string) => string;
  /** Those of one exchange, by its index, where what it holds is not looked for in every text. Default: these. */
  readonly of?: (index: number) => Secrets;
  /** Whether more become known as more exchanges come. */
  readonly isGrowing?: boolean;
}

/** What to take out, with what stands in its place. */
export type Secret = readonly [secret: string, placeholder: string];

/** What stands for the token in evidence; a curl line takes it from the environment under this name. */
export const TOKEN_VARIABLE = '$ESPALIER_TOKEN';

/** The most that is left of an escape at the end of a text that was cut, in letters and digits. */
const LONGEST_ESCAPE = 24;

/** How many characters may stand for one of a secret that is looked for as a word: `\\\\u{00002b}`. */
const LONGEST_SPELLING = 16;

/** A secret that is longer, in characters, is looked for in parts of that length, as many as a report may show of it. */
const LONGEST_PART = 2048;
const MOST_PARTS = 16;

function partsOf([secret, placeholder]: Secret): Secret[] {
  if (secret.length <= LONGEST_PART) return [[secret, placeholder]];
  const parts = secret.slice(0, MOST_PARTS * LONGEST_PART).match(/[\s\S]{1,2048}/g) ?? [];
  return parts.map((part) => [part, placeholder]);
}

/**
 * @param secrets what to take out, each with what stands in its place.
 * @param names those that members and fields are known to have: there a secret that is a word says nothing.
 */
export function createRedact(secrets: readonly Secret[], names?: () => ReadonlySet<string>): Redact {
  const all = secrets
    .flatMap(partsOf)
    .filter(([secret]) => secret !== '')
    .map(([secret, placeholder]) => ({ ...spellingsOf(secret), secret, placeholder }));
  if (all.length === 0) return (text) => text;
  const needles = all.flatMap((each) => each.needles.map((needle) => ({ ...needle, placeholder: each.placeholder })));
  const finder = needles.length === 0 ? undefined : createMultiSearch(needles.map(({ symbols }) => symbols));
  // What was named first goes before.
  const placeholders = new Map(
    all.toReversed().flatMap(({ words, placeholder }) => words.map((word) => [word, placeholder])),
  );
  const findWords = createWordFinder([...placeholders.keys()]);
  const longestWord = Math.max(
    0,
    ...all.map(({ words, secret }) => (words.length > 0 ? secret.length * LONGEST_SPELLING : 0)),
  );
  const isKnownName = (codes: Buffer, start: number, end: number) =>
    isName(codes, start, end) && (names?.().has(codes.toString('latin1', start, end)) ?? false);
  const wordsIn = (layer: Layer): Range[] => {
    if (placeholders.size === 0) return [];
    const text = layer.codes.toString('latin1');
    return findWords(text).flatMap(({ word, start, end }) => {
      if (isKnownName(layer.codes, start, end)) return [];
      return { start: layer.start(start), end: layer.end(end - 1), placeholder: placeholders.get(word) ?? '' };
    });
  };

  const rangesIn = (layer: Layer, symbols: Symbols): Range[] => {
    const found = finder?.find(symbols) ?? [];
    const places = found.length === 0 ? [] : placesOf(layer.codes);
    const known = found.flatMap(({ needle, at }) => {
      const each = needles[needle];
      if (each && isKnownName(layer.codes, places[at] ?? 0, (places[at + each.symbols.length - 1] ?? 0) + 1)) return [];
      return each ? [{ ...rangeOf(layer, each, places, at), placeholder: each.placeholder }] : [];
    });
    return [...known, ...wordsIn(layer)];
  };
  const endIn = (layer: Layer, symbols: Symbols, text: string): number => {
    const place = finder && placesOf(layer.codes)[finder.tail(symbols, LONGEST_ESCAPE)];
    return place === undefined || place >= layer.codes.length ? text.length : layer.start(place);
  };
  let memory = new Uint8Array();
  return (text, cut = false) => {
    if (memory.length < text.length) memory = new Uint8Array(2 * text.length);
    const ranges: Range[] = [];
    let end = cut ? Math.max(0, text.length - longestWord) : text.length;
    for (const layer of layersOf(text)) {
      const symbols = toSymbols(layer.codes, memory);
      ranges.push(...rangesIn(layer, symbols));
      if (cut) end = Math.min(end, endIn(layer, symbols, text));
    }
    return replaced(text.slice(0, end), ranges);
  };
}

/** A part of a text, and what is to stand in its place. */
interface Range {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** Whether a place in a text is where a name stands: of a member of JSON, of a field of a form, of an element or an attribute. */
function isName(codes: Buffer, start: number, end: number): boolean {
  const before = codes.toString('latin1', Math.max(0, start - LONGEST_LEAD), start).replaceAll('\0', '');
  const after = codes.toString('latin1', end, Math.min(codes.length, end + LONGEST_LEAD)).replaceAll('\0', '');
  if (/"$/.test(before)) return /^\\*"\s*:/.test(after) || /\bname=\\*"$/.test(before);
  return /(^|[?&;\s])$/.test(before) ? /^=/.test(after) : /<\/?([\w.-]+:)?$/.test(before);
}

/** As much of what is around a place, in characters, tells whether a name stands there. */
const LONGEST_LEAD = 40;

/** The letters and digits of a secret, with what else it begins and ends with. */
function rangeOf(
  { codes, start, end }: Layer,
  { symbols, before, after }: Needle,
  places: readonly number[],
  at: number,
) {
  let first = places[at] ?? 0;
  let last = places[at + symbols.length - 1] ?? 0;
  for (const code of before) {
    const next = nextTo(codes, first, -1, code);
    if (next === undefined) break;
    first = next;
  }
  for (const code of after) {
    const next = nextTo(codes, last, 1, code);
    if (next === undefined) break;
    last = next;
  }
  return { start: start(first), end: end(last) };
}

/** Where a character stands next to a place, if it does; zeros (of UTF-16) and backslashes may stand between. */
function nextTo(codes: Uint8Array, place: number, step: 1 | -1, code: number): number | undefined {
  for (let at = place + step; ; at += step) {
    if (codes[at] === code) return at;
    if (codes[at] !== 0 && codes[at] !== 0x5c) return undefined;
  }
}

/** Where one range overlaps another, the one that begins first stands for both: a secret may contain another. */
function replaced(text: string, ranges: readonly Range[]): string {
  let result = '';
  let at = 0;
  let last = '';
  for (const { start, end, placeholder } of ranges.toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  )) {
    const isPart = start === at && placeholder === last && at > 0;
    if (start >= at && start < text.length) result += text.slice(at, start) + (isPart ? '' : placeholder);
    at = Math.max(at, end);
    last = placeholder;
  }
  return result + text.slice(at);
}

/** Applies `redact` to every text within a value. */
export function redactDeep<T>(value: T, redact: Redact): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactDeep(item, redact)])) as T;
}

/** Fields whose values are no secrets, and which say much of a request. */
const PLAIN = /^(accept(-.*)?|content-.*|prefer|user-agent)$/i;

export interface SecretOptions {
  readonly token?: string | undefined;
  /** By the name of the security scheme. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly wrongToken?: string | undefined;
  readonly headers?: Fields;
  /** Names of the schemes of HTTP basic authentication, of which the password is a secret by itself however short. */
  readonly basic?: ReadonlySet<string>;
  /** Others that were handed over. */
  readonly others?: readonly Secret[];
  /** As {@link createRedact}. */
  readonly names?: () => ReadonlySet<string>;
}

/** What must not be shown of a run: the tokens, and what the user's header fields hold. */
export function secretsOf(options: SecretOptions): Secrets {
  const { token, credentials = {}, wrongToken, headers = [] } = options;
  const hidden = headers
    .filter(([name]) => !PLAIN.test(name))
    .flatMap(([name, value]) => inParts(name, value).map((part) => [part, variableOf(name)] as const));
  const { basic, others = [], names } = options;
  const all = [
    ...(token === undefined ? [] : [[token, TOKEN_VARIABLE] as const]),
    ...Object.entries(credentials).flatMap(([name, value]) => credentialSecrets(name, value, basic?.has(name))),
    ...(wrongToken === undefined ? [] : [[wrongToken, '$ESPALIER_WRONG_TOKEN'] as const]),
    // Shorter values are words of any text; in a field that we send they are hidden all the same.
    ...hidden.filter(([value]) => value.length >= LONG_ENOUGH),
    ...others,
  ];
  const { redact, sentence } = redactsOf(all, names);
  const sent = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  return {
    redact,
    sentence,
    mask: (name, value) =>
      sent.get(name.toLowerCase()) !== value ? redact(value) : PLAIN.test(name) ? value : variableOf(name),
  };
}

/** @param names as {@link createRedact}. */
export function redactsOf(
  all: readonly Secret[],
  names?: () => ReadonlySet<string>,
): Pick<Secrets, 'redact' | 'sentence'> {
  const redact = createRedact(all, names);
  const ordinary = all.some(([secret]) => isOrdinary(secret));
  if (!ordinary) return { redact, sentence: redact };
  const others = createRedact(all.filter(([secret]) => !isOrdinary(secret)));
  // In the way of our own words it would be rewritten, and told by the gap.
  const sentence: Redact = (text, cut) => others(text, cut).replace(QUOTED, (quoted) => redact(quoted));
  return { redact, sentence };
}

/** What a sentence of ours has from elsewhere: what it puts in quotes, and paths. */
const QUOTED = /"(?:[^"\\]|\\.)*"?|\/\S+/g;

/** Whether a secret may be a word, or a number, that a sentence of ours has of itself: `token`, `get`, `204`. */
function isOrdinary(secret: string): boolean {
  return /^([a-z]{1,12}|\d{1,3}|[^a-z0-9]*)$/i.test(secret);
}

/** The environment variable that may hold what is handed over for a security scheme. */
export function credentialVariable(name: string): string {
  return `ESPALIER_CREDENTIAL_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

/** A credential, and what HTTP basic makes of it: a curl line needs that as a whole. */
function credentialSecrets(name: string, value: string, isBasic = false): Secret[] {
  const variable = `$${credentialVariable(name)}`;
  const [, password = ''] = /^[^:]*:(.+)$/s.exec(value) ?? [];
  return [
    [value, variable],
    [Buffer.from(value).toString('base64'), `${variable}_BASE64`],
    ...(password.length >= (isBasic ? 1 : LONG_ENOUGH) ? [[password, `${variable}_PASSWORD`] as const] : []),
  ];
}

/** Credentials are shown without the name of their scheme, too. */
function inParts(name: string, value: string): string[] {
  return name.toLowerCase() === 'authorization' ? [value, value.replace(/^\S+ +/, '')] : [value];
}

/** What stands for the value of a field, or of a member: a curl line takes it from the environment under this name. */
export function variableOf(field: string): string {
  return `$${field.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}
