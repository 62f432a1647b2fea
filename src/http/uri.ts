/** The pairs of a query. @param path with its query. */
export function queryOf(path: string): Pair[] {
  const at = path.indexOf('?');
  return at < 0 ? [] : [...new URLSearchParams(path.slice(at + 1))].map(([name, value]) => ({ name, value }));
}

/** A name and a value, before percent-encoding. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  /** What the value is made of, where it holds delimiters, which stay what they are. */
  readonly parts?: readonly string[];
  readonly delimiter?: string;
}
