/** Measures things that lead to one another, by what they lead to. */

/** What a thing leads to, and what it measures itself, once all of that was measured. */
export interface Measuring<T> {
  readonly leadsTo: readonly object[];
  readonly measure: () => T;
}

/**
 * Measures a thing, and before it all that it leads to, each once. What leads back to itself is not yet measured when its turn comes. It does
 * not use recursion, because a way may be longer than the stack allows.
 * @param measured what was measured so far, to which this adds.
 */
export function measureInOrder<T>(
  start: object,
  measured: WeakMap<object, T>,
  measuringOf: (at: object) => Measuring<T>,
): void {
  if (measured.has(start)) return;
  const way: { readonly at: object; readonly measure: () => T; readonly left: object[] }[] = [];
  const on = new Set<object>();
  const enter = (at: object) => {
    if (measured.has(at) || on.has(at)) return;
    on.add(at);
    const { leadsTo, measure } = measuringOf(at);
    way.push({ at, measure, left: [...leadsTo] });
  };
  enter(start);
  for (let last = way.at(-1); last; last = way.at(-1)) {
    const next = last.left.pop();
    if (next !== undefined) {
      enter(next);
      continue;
    }
    way.pop();
    measured.set(last.at, last.measure());
  }
}
