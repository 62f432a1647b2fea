/** Keeps secrets out of every text of a report. */

import type { Fields } from '../http/message';
import { createMultiSearch, type Symbols } from './multiSearch';
import { createWordFinder } from './ordinaryWords';
import { LONG_ENOUGH, type Needle, placesOf, spellingsOf, toSymbols } from './secretSpellings';
import { type Layer, layersOf } from './unescape';

/**
 * Removes secrets from a text. Every text of a report goes through such a function.
 * @param cut whether the text was cut at its end. Then an end that may be the first part of a secret is removed, too.
 */
export type Redact = (text: string, cut?: boolean) => string;

/** What must not be shown, and the functions that hide it. */
export interface Secrets {
  /** For texts that may come from the target. */
  readonly redact: Redact;
  /**
   * For sentences that this program writes: a secret that is an ordinary word is removed only from the parts that they
   * quote.
   */
  readonly sentence: Redact;
  /** For a header field that we send. */
  readonly mask: (name: string, value: string) => string;
  /**
   * Returns the secrets of one exchange by its index, if secrets of one exchange are not looked for in others. Default:
   * these secrets.
   */
  readonly of?: (index: number) => Secrets;
  /** Whether further exchanges may make further secrets known. */
  readonly isGrowing?: boolean;
}

/** A secret, and the text that replaces it. */
export type Secret = readonly [secret: string, placeholder: string];

/**
 * The text that replaces the token in evidence. A curl command reads the token from the environment variable of this
 * name.
 */
export const TOKEN_VARIABLE = '$ESPALIER_TOKEN';

/** At most this many letters and digits of an unfinished escape stand at the end of a cut text. */
const LONGEST_ESCAPE = 24;

/** At most this many characters may stand for one character of a short secret: `\\\\u{00002b}`. */
const LONGEST_SPELLING = 16;

/**
 * A secret with more characters than this is searched in parts of this length. There are as many parts as a report may
 * show of it.
 */
const LONGEST_PART = 2048;
const MOST_PARTS = 16;

function partsOf([secret, placeholder]: Secret): Secret[] {
  if (secret.length <= LONGEST_PART) return [[secret, placeholder]];
  const parts = secret.slice(0, MOST_PARTS * LONGEST_PART).match(/[\s\S]{1,2048}/g) ?? [];
  return parts.map((part) => [part, placeholder]);
}

/**
 * Creates a function that removes secrets from texts.
 * @param secrets the secrets, each with the text that replaces it.
 * @param names the known names of members and fields. A secret that stands where such a name stands is not removed.
 */
function createRedact(secrets: readonly Secret[], names?: () => ReadonlySet<string>): Redact {
  const spelled = secrets
    .flatMap(partsOf)
    .filter(([secret]) => secret !== '')
    .map(([secret, placeholder]) => ({ ...spellingsOf(secret), secret, placeholder }));
  if (spelled.length === 0) return (text) => text;
  const needles = spelled.flatMap(({ needles: own, placeholder }) => own.map((needle) => ({ ...needle, placeholder })));
  const finder = needles.length === 0 ? undefined : createMultiSearch(needles.map(({ symbols }) => symbols));
  // If two secrets are the same word, the placeholder of the first one is used.
  const placeholders = new Map(
    spelled.toReversed().flatMap(({ words, placeholder }) => words.map((word) => [word, placeholder])),
  );
  const findWords = createWordFinder([...placeholders.keys()]);
  const longestWord = Math.max(
    0,
    ...spelled.map(({ words, secret }) => (words.length > 0 ? secret.length * LONGEST_SPELLING : 0)),
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
    const matches = finder?.find(symbols) ?? [];
    const places = matches.length === 0 ? [] : placesOf(layer.codes);
    const ranges = matches.flatMap(({ needle, at }) => {
      const match = needles[needle];
      if (match && isKnownName(layer.codes, places[at] ?? 0, (places[at + match.symbols.length - 1] ?? 0) + 1))
        return [];
      return match ? [{ ...rangeOf(layer, match, places, at), placeholder: match.placeholder }] : [];
    });
    return [...ranges, ...wordsIn(layer)];
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

/** A part of a text, and the text that replaces it. */
interface Range {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/**
 * Returns whether a part of a text stands where a name stands: of a JSON member, a form field, an XML element or an
 * attribute.
 */
function isName(codes: Buffer, start: number, end: number): boolean {
  const before = codes.toString('latin1', Math.max(0, start - LONGEST_LEAD), start).replaceAll('\0', '');
  const after = codes.toString('latin1', end, Math.min(codes.length, end + LONGEST_LEAD)).replaceAll('\0', '');
  if (/"$/.test(before)) return /^\\*"\s*:/.test(after) || /\bname=\\*"$/.test(before);
  return /(^|[?&;\s])$/.test(before) ? /^=/.test(after) : /<\/?([\w.-]+:)?$/.test(before);
}

/** This many characters around a part are looked at to tell whether it is a name. */
const LONGEST_LEAD = 40;

/** Returns the place of a secret: its letters and digits, and the other characters at its beginning and end. */
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

/** Returns the place of a character next to another place. Zeros (of UTF-16) and backslashes may stand between. */
function nextTo(codes: Uint8Array, place: number, step: 1 | -1, code: number): number | undefined {
  for (let at = place + step; ; at += step) {
    if (codes[at] === code) return at;
    if (codes[at] !== 0 && codes[at] !== 0x5c) return undefined;
  }
}

/**
 * Replaces ranges in a text. If two overlap, the one that begins first replaces both, because one secret may contain
 * another.
 */
function replaced(text: string, ranges: readonly Range[]): string {
  let result = '';
  let at = 0;
  let last = '';
  for (const { start, end, placeholder } of ranges.toSorted(
    (left, right) => left.start - right.start || right.end - left.end,
  )) {
    const isPart = start === at && placeholder === last && at > 0;
    if (start >= at && start < text.length) result += text.slice(at, start) + (isPart ? '' : placeholder);
    at = Math.max(at, end);
    last = placeholder;
  }
  return result + text.slice(at);
}

/** Fields whose values are not secret and tell much about a request. */
const PLAIN = /^(accept(-.*)?|content-.*|prefer|user-agent)$/i;

interface ShownByUser {
  readonly token?: string | undefined;
  /** Credentials by the name of their security scheme. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Those of somebody else. */
  readonly otherCredentials?: Readonly<Record<string, string>>;
  readonly headers?: Fields;
}

interface SecretOptions extends ShownByUser {
  readonly wrongToken?: string | undefined;
  /** What further users show. */
  readonly users?: readonly (ShownByUser & { readonly name: string })[];
  /** The names of the HTTP basic schemes. Their passwords are secret by themselves, however short they are. */
  readonly basic?: ReadonlySet<string>;
  /** Further secrets that the user gave. */
  readonly others?: readonly Secret[];
  /** The known names, as for {@link createRedact}. */
  readonly names?: () => ReadonlySet<string>;
}

/** Returns the secrets of a run: the tokens, the credentials, and the values of the user's header fields. */
export function secretsOf(options: SecretOptions): Secrets {
  const { token, credentials = {}, otherCredentials = {}, wrongToken, headers = [] } = options;
  const { basic, others: otherSecrets = [], names, users = [] } = options;
  const ownFields = new Set(headers.map(fieldKey));
  const fieldsOfUsers = users.flatMap((user) =>
    (user.headers ?? [])
      .filter((field) => !ownFields.has(fieldKey(field)))
      .map((field) => [field, variableOf(`${user.name}_${field[0]}`)] as const),
  );
  const fields = [...headers.map((field) => [field, variableOf(field[0])] as const), ...fieldsOfUsers];
  const hidden = fields
    .filter(([[name]]) => !PLAIN.test(name))
    .flatMap(([[name, value], variable]) => inParts(name, value).map((part): Secret => [part, variable]));
  const secrets = [
    ...(token === undefined ? [] : [[token, TOKEN_VARIABLE] as const]),
    ...Object.entries(credentials).flatMap(([name, value]) =>
      credentialSecrets(credentialVariable(name), value, basic?.has(name)),
    ),
    ...Object.entries(otherCredentials).flatMap(([name, value]) =>
      credentialSecrets(otherCredentialVariable(name), value, basic?.has(name)),
    ),
    ...users.flatMap((user): Secret[] => [
      ...(user.token === undefined || user.token === token
        ? []
        : [[user.token, variableOf(`${user.name}_TOKEN`)] as const]),
      ...Object.entries(user.credentials ?? {}).flatMap(([name, value]) =>
        credentials[name] === value
          ? []
          : credentialSecrets(credentialVariable(`${user.name}_${name}`), value, basic?.has(name)),
      ),
    ]),
    ...(wrongToken === undefined ? [] : [[wrongToken, '$ESPALIER_WRONG_TOKEN'] as const]),
    // Shorter values occur in any text, so they are hidden only in the field itself.
    ...hidden.filter(([value]) => value.length >= LONG_ENOUGH),
    ...otherSecrets,
  ];
  const { redact, sentence } = redactsOf(secrets, names);
  const sent = new Map(fields.map(([field, variable]) => [fieldKey(field), variable]));
  return {
    redact,
    sentence,
    mask(name, value) {
      const variable = sent.get(fieldKey([name, value]));
      if (variable === undefined) return redact(value);
      return PLAIN.test(name) ? value : variable;
    },
  };
}

/**
 * Creates the functions that hide secrets.
 * @param all the secrets, each with the text that replaces it.
 * @param names the known names, as for {@link createRedact}.
 */
export function redactsOf(
  all: readonly Secret[],
  names?: () => ReadonlySet<string>,
): Pick<Secrets, 'redact' | 'sentence'> {
  const redact = createRedact(all, names);
  const ordinary = all.some(([secret]) => isOrdinary(secret));
  if (!ordinary) return { redact, sentence: redact };
  const redactUnusual = createRedact(all.filter(([secret]) => !isOrdinary(secret)));
  // An ordinary word would be removed from our own sentences, too, and the gap would reveal it.
  const sentence: Redact = (text, cut) =>
    redactUnusual(text, cut).replace(QUOTED, (quoted) => (quoted.startsWith('/') ? path(quoted) : redact(quoted)));
  const path = bySegment(redact, all, names);
  return { redact, sentence };
}

/** Returns a function that hides secrets in a path, but for segments that are known names: `/id` of a contract with a member `id`. */
function bySegment(redact: Redact, all: readonly Secret[], names: (() => ReadonlySet<string>) | undefined): Redact {
  if (!names || all.some(([secret]) => isOrdinary(secret) && secret.includes('/'))) return redact;
  return (path) => path.replace(/[^/]+/g, (segment) => (names().has(segment) ? segment : redact(segment)));
}

/** Matches the parts of our sentences that come from elsewhere: quoted texts and paths. */
const QUOTED = /"(?:[^"\\]|\\.)*"?|\/\S+/g;

/** Returns whether a secret may be a word or number that our sentences contain anyway: `token`, `get`, `204`. */
function isOrdinary(secret: string): boolean {
  return /^([a-z]{1,12}|\d{1,3}|[^a-z0-9]*)$/i.test(secret);
}

function fieldKey([name, value]: Fields[number]): string {
  return `${name.toLowerCase()}: ${value}`;
}

/** Returns the environment variable that may hold the credential of a security scheme. */
export function credentialVariable(name: string): string {
  return `ESPALIER_CREDENTIAL_${variablePart(name)}`;
}

/** Returns the environment variable that may hold the credential of somebody else for a security scheme. */
export function otherCredentialVariable(name: string): string {
  return `ESPALIER_OTHER_CREDENTIAL_${variablePart(name)}`;
}

function variablePart(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}

/** Returns a credential and its parts. HTTP basic encodes it in base64, and a curl command needs the encoded form. */
function credentialSecrets(variableName: string, value: string, isBasic = false): Secret[] {
  const variable = `$${variableName}`;
  const [, password = ''] = /^[^:]*:(.+)$/s.exec(value) ?? [];
  return [
    [value, variable],
    [Buffer.from(value).toString('base64'), `${variable}_BASE64`],
    ...(password.length >= (isBasic ? 1 : LONG_ENOUGH) ? [[password, `${variable}_PASSWORD`] as const] : []),
  ];
}

/** Returns the value of a field, and for a credential also the value without the name of its scheme. */
function inParts(name: string, value: string): string[] {
  return name.toLowerCase() === 'authorization' ? [value, value.replace(/^\S+ +/, '')] : [value];
}

/**
 * Returns the text that replaces the value of a field or a member. A curl command reads the value from the environment
 * variable of this name.
 */
export function variableOf(field: string): string {
  return `$${variablePart(field)}`;
}
