/** A value that is made when it is first asked for. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Looks up a value, and makes it where it is not there. */
export type Recent<K, V> = (key: K, make: () => V) => V;

/** @param most how many values are kept: the last that was asked for is let go last. */
export function createRecent<K, V>(most: number): Recent<K, V> {
  const all = new Map<K, V>();
  return (key, make) => {
    const value = all.has(key) ? (all.get(key) as V) : make();
    all.delete(key);
    all.set(key, value);
    for (const oldest of all.keys()) {
      if (all.size <= most) break;
      all.delete(oldest);
    }
    return value;
  };
}

/** Makes a value once for each object that it is made from, and keeps it as long as that object lives. */
export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const before = values.get(key);
    if (before) return before.value;
    const value = make(key);
    values.set(key, { value });
    return value;
  };
}
