/**
 * Writes parameters as text, in the styles of OpenAPI (3.1 §4.8.12.2.1, §4.8.12.5), which follow RFC 6570, and in the
 * further ones of OpenAPI 2.0.
 */

import type { Encoding } from '../contract/contract';
import type { Pair } from '../http/uri';
import { isList, isScalar, type JsonValue, type Scalar, toText } from '../json/value';

/** How a parameter is written. */
export interface Style {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** `simple`, `label`, `matrix`, `form`, `spaceDelimited`, `pipeDelimited`, `tabDelimited`, `deepObject`, `cookie`. */
  readonly style: string;
  readonly explode: boolean;
  /** Whether reserved characters are left unencoded. */
  readonly allowReserved: boolean;
}

const USUAL = { path: 'simple', header: 'simple', query: 'form', cookie: 'form' } as const;

/** Returns the style of a parameter. If the contract gives none, it is the default of the standard. */
export function styleOf(parameter: {
  readonly name: string;
  readonly in: Style['in'];
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
}): Style {
  const style = parameter.style ?? USUAL[parameter.in];
  const { name, allowReserved } = parameter;
  const explode = parameter.explode ?? (style === 'form' || style === 'cookie' || style === 'deepObject');
  return { name, in: parameter.in, style, explode, allowReserved };
}

/** Returns the style of a field of a form, which is written as a parameter of the query is (OpenAPI 3.1 §4.8.15). */
export function fieldStyle(name: string, { style, explode, allowReserved = false }: Partial<Encoding> = {}): Style {
  return styleOf({ name, in: 'query', style, explode, allowReserved });
}

/** The characters between the items of a list that is not exploded. */
export const DELIMITERS: Readonly<Record<string, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
};

/**
 * Returns the text of a value in a path or a header field; undefined if the style cannot express the value. The text is
 * percent-encoded in a path, but not in a header field.
 */
export function writeText(style: Style, value: JsonValue): string | undefined {
  const encode = style.in === 'path' ? (text: string) => encodePath(text, style.allowReserved) : (text: string) => text;
  const parts = partsOf(value);
  if (!parts) return undefined;
  const { name } = style;
  switch (style.style) {
    case 'simple':
      return joined(parts, style, ',', ',', encode);
    case 'label':
      return `.${joined(parts, style, '.', ',', encode)}`;
    case 'matrix':
      return matrix(encode(name), parts, style, encode);
    default:
      return undefined;
  }
}

/** A value split into scalars. Values that are nested deeper have no parts, because no style can write them. */
type Parts =
  | { readonly kind: 'one'; readonly text: string }
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | { readonly kind: 'members'; readonly pairs: readonly (readonly [name: string, text: string])[] };

function partsOf(value: JsonValue): Parts | undefined {
  if (isScalar(value)) return { kind: 'one', text: toText(value) };
  if (isList(value)) return value.every(isScalar) ? { kind: 'list', texts: value.map(toText) } : undefined;
  const entries = Object.entries(value);
  if (!entries.every((entry): entry is [string, Scalar] => isScalar(entry[1]))) return undefined;
  return { kind: 'members', pairs: entries.map(([name, item]) => [name, toText(item)]) };
}

function joined(
  parts: Parts,
  { explode }: Style,
  exploded: string,
  whole: string,
  encode: (text: string) => string,
): string {
  const between = explode ? exploded : whole;
  switch (parts.kind) {
    case 'one':
      return encode(parts.text);
    case 'list':
      return parts.texts.map(encode).join(between);
    case 'members':
      return parts.pairs.map(([name, text]) => `${encode(name)}${explode ? '=' : whole}${encode(text)}`).join(between);
    default:
      return parts satisfies never;
  }
}

function matrix(name: string, parts: Parts, style: Style, encode: (text: string) => string): string {
  const named = (text: string) => (text === '' ? `;${name}` : `;${name}=${text}`);
  if (!style.explode || parts.kind === 'one')
    return named(joined(parts, { ...style, explode: false }, ',', ',', encode));
  if (parts.kind === 'list') return parts.texts.map((text) => named(encode(text))).join('');
  return parts.pairs.map(([key, text]) => `;${encode(key)}=${encode(text)}`).join('');
}

/**
 * Returns the pairs of a value in a query or a form. An empty list has no pairs, so it is the same as no list.
 * @returns undefined if the style cannot express the value.
 */
export function writePairs({ name, style, explode }: Omit<Style, 'in'>, value: JsonValue): readonly Pair[] | undefined {
  if (style === 'deepObject') return isScalar(value) || isList(value) ? undefined : deep(name, value);
  const parts = partsOf(value);
  if (!parts) return undefined;
  const delimiter = DELIMITERS[style] ?? ',';
  const whole = (texts: readonly string[]): Pair => ({
    name,
    value: texts.join(delimiter),
    ...(texts.length > 1 ? { parts: texts, delimiter } : {}),
  });
  switch (parts.kind) {
    case 'one':
      return [{ name, value: parts.text }];
    case 'list':
      if (parts.texts.length === 0) return [];
      return explode ? parts.texts.map((text) => ({ name, value: text })) : [whole(parts.texts)];
    case 'members':
      if (parts.pairs.length === 0) return [];
      return explode ? parts.pairs.map(([key, text]) => ({ name: key, value: text })) : [whole(parts.pairs.flat())];
    default:
      return parts satisfies never;
  }
}

/** Writes `color[R]=100`. No standard defines how to write deeper members. */
function deep(name: string, value: { readonly [name: string]: JsonValue }): Pair[] | undefined {
  const entries = Object.entries(value);
  if (!entries.every((entry): entry is [string, Scalar] => isScalar(entry[1]))) return undefined;
  return entries.map(([key, item]) => ({ name: `${name}[${key}]`, value: toText(item) }));
}

/**
 * Percent-encodes a text for one segment of a path. A space becomes `%20`, and a slash, which would change the path, is
 * always encoded.
 */
export function encodePath(text: string, allowReserved = false): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return allowReserved ? encoded.replace(/%(3A|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g, decodeURIComponent) : encoded;
}

/** Percent-encodes pairs for a query string. */
export function encodeQuery(pairs: readonly Pair[], allowReserved = false): string {
  const encode = (text: string) => {
    const encoded = encodeURIComponent(text.toWellFormed());
    // Characters that end the query or separate its pairs are always encoded.
    return allowReserved ? encoded.replace(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/g, decodeURIComponent) : encoded;
  };
  return pairs
    .map(({ name, value, parts, delimiter = ',', isBare }) => {
      if (isBare) return encode(name);
      // A comma between parts is left as it is, to tell it from a comma within a part (RFC 6570 §3.2.1).
      const between = delimiter === ',' ? ',' : encode(delimiter);
      return `${encode(name)}=${parts ? parts.map(encode).join(between) : encode(value)}`;
    })
    .join('&');
}

/** Percent-encodes pairs as HTML forms do (URL Standard §5.2): a space becomes a plus sign. */
export function encodeForm(pairs: readonly Pair[]): string {
  return new URLSearchParams(pairs.map(({ name, value }): [string, string] => [name, value])).toString();
}
