/** What must not be shown, and how it is kept from every text of a report. */

import type { Fields } from './exchange';

/**
 * Takes what is secret out of a text. The one place where that happens: every text of a report goes through it.
 * @param cut whether the text was cut at its end, which is left out then, since it may be the half of a secret.
 */
export type Redact = (text: string, cut?: boolean) => string;

/** What must not be shown, and how that is seen to. */
export interface Secrets {
  /** For texts that may come from the target. */
  readonly redact: Redact;
  /** For a header field that we send. */
  readonly mask: (name: string, value: string) => string;
}

/** What stands for the token in evidence; a curl line takes it from the environment under this name. */
export const TOKEN_VARIABLE = '$ESPALIER_TOKEN';

/** Secrets shorter than this are replaced only where they stand as a word, or every text would be torn. */
const LONG_ENOUGH = 8;

/** How many characters may stand for one of a secret: `\\u002b`. */
const LONGEST_SPELLING = 6;

/** @param secrets what to take out, each with what stands in its place. */
export function createRedact(secrets: readonly (readonly [secret: string, placeholder: string])[]): Redact {
  const patterns = secrets
    .filter(([secret]) => secret !== '')
    // The longest first: a secret may contain another.
    .sort(([one], [other]) => other.length - one.length)
    .map(
      ([secret, placeholder]) =>
        [new RegExp([spellings(secret), ...inBase64(secret)].join('|'), 'g'), placeholder] as const,
    );
  const longest = LONGEST_SPELLING * Math.max(0, ...secrets.map(([secret]) => secret.length));
  return (text, cut = false) => {
    const redacted = patterns.reduce((rest, [pattern, placeholder]) => rest.replace(pattern, () => placeholder), text);
    return cut && longest > 0 ? redacted.slice(0, -longest) : redacted;
  };
}

/** However a target writes it down again: as it is, percent-encoded, or escaped for JSON. */
function spellings(secret: string): string {
  const pattern = Array.from(secret, (char) => {
    const literal = char.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    if (/[A-Za-z0-9]/.test(char)) return literal;
    const hex = anyCase((char.codePointAt(0) ?? 0).toString(16).padStart(2, '0'));
    return `(?:\\\\?${literal}|%${hex}|\\\\u00${hex})`;
  }).join('');
  return secret.length < LONG_ENOUGH ? `(?<![\\w-])${pattern}(?![\\w-])` : pattern;
}

/** Within a longer text in base64 a secret begins at one of three places; what its neighbours decide is left out. */
function inBase64(secret: string): string[] {
  if (secret.length < LONG_ENOUGH) return [];
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const end = Math.floor((bytes.length * 8) / 6);
    const text = bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), end);
    return text.replaceAll('+', '[+-]').replaceAll('/', '[/_]');
  });
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
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
  readonly wrongToken?: string | undefined;
  readonly headers?: Fields;
}

/** What must not be shown of a run: the tokens, and what the user's header fields hold. */
export function secretsOf(options: SecretOptions): Secrets {
  const { token, wrongToken, headers = [] } = options;
  const hidden = headers
    .filter(([name]) => !PLAIN.test(name))
    .flatMap(([name, value]) => inParts(name, value).map((part) => [part, variableOf(name)] as const));
  const redact = createRedact([
    ...(token === undefined ? [] : [[token, TOKEN_VARIABLE] as const]),
    ...(wrongToken === undefined ? [] : [[wrongToken, '$ESPALIER_WRONG_TOKEN'] as const]),
    // Shorter values are words of any text; in a field that we send they are hidden all the same.
    ...hidden.filter(([value]) => value.length >= LONG_ENOUGH),
  ]);
  const names = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  return {
    redact,
    mask: (name, value) =>
      names.get(name.toLowerCase()) !== value ? redact(value) : PLAIN.test(name) ? value : variableOf(name),
  };
}

/** Credentials are shown without the name of their scheme, too. */
function inParts(name: string, value: string): string[] {
  return name.toLowerCase() === 'authorization' ? [value, value.replace(/^\S+ +/, '')] : [value];
}

function variableOf(field: string): string {
  return `$${field.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}
