/** URIs, their queries and percent-encoding as texts (RFC 3986). */

/**
 * Returns the pairs of a query.
 * @param path the path with its query.
 */
export function queryOf(path: string): Pair[] {
  const at = path.indexOf('?');
  return at < 0 ? [] : [...new URLSearchParams(path.slice(at + 1))].map(([name, value]) => ({ name, value }));
}

/** Decodes percent-encoded UTF-8 (RFC 3986 §2.1). Returns a text that is encoded wrongly as it is: `100%`. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A name and a value, before percent-encoding. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  /**
   * The parts that the value consists of, if it is a list with delimiters. The delimiters between them are not
   * percent-encoded.
   */
  readonly parts?: readonly string[];
  readonly delimiter?: string;
  /** Present if the name is all there is, without an equals sign, as where a whole query is one JSON text. */
  readonly isBare?: true;
}

/** Returns a path without the fields of its query that have one of these names. */
export function withoutQuery(path: string, names: readonly string[]): string {
  const at = path.indexOf('?');
  if (at < 0 || names.length === 0) return path;
  const isOther = (part: string) => ![...new URLSearchParams(part).keys()].some((name) => names.includes(name));
  const rest = path
    .slice(at + 1)
    .split('&')
    .filter(isOther)
    .join('&');
  return rest === '' ? path.slice(0, at) : `${path.slice(0, at)}?${rest}`;
}
