/**
 * Returns the pairs of a query.
 * @param path the path with its query.
 */
export function queryOf(path: string): Pair[] {
  const at = path.indexOf('?');
  return at < 0 ? [] : [...new URLSearchParams(path.slice(at + 1))].map(([name, value]) => ({ name, value }));
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
}
