/** Values that are made once, when they are first needed, and kept. */

/** Returns a function that makes a value when it is first called, and returns the same value later. */
export function lazy<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}

/** Returns the value for a key, and makes it if it is not there. */
type Recent<K, V> = (key: K, make: () => V) => V;

/**
 * Creates a cache that drops the value whose last use is longest ago.
 * @param most how many values are kept.
 */
export function createRecent<K, V>(most: number): Recent<K, V> {
  const values = new Map<K, V>();
  return (key, make) => {
    const value = values.has(key) ? (values.get(key) as V) : make();
    putRecent(values, key, value, most);
    return value;
  };
}

/** Puts a value into a map that keeps no more than so many, and drops those that were put there longest ago. */
export function putRecent<K, V>(values: Map<K, V>, key: K, value: V, most: number): void {
  values.delete(key);
  values.set(key, value);
  for (const oldest of values.keys()) {
    if (values.size <= most) break;
    values.delete(oldest);
  }
}

/** Stands for undefined among what is remembered. */
const NOTHING = Symbol('undefined');

/** Makes one value for each object, and keeps it as long as the object lives. */
export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, V | typeof NOTHING>();
  return (key) => {
    const existing = values.get(key);
    if (existing !== undefined) return existing === NOTHING ? (undefined as V) : (existing as V);
    const value = make(key);
    values.set(key, value === undefined ? NOTHING : value);
    return value;
  };
}
