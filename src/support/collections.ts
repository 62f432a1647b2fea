/** Circles in a graph, and other functions on collections. */

/**
 * Returns one thing of each circle of ways. It does not use recursion, because a way may be longer than the stack
 * allows.
 * @param ways returns the things that a thing leads to.
 * @param starts the things at which a way may begin.
 */
export function circles(ways: (from: object) => readonly object[], starts: Iterable<object>): object[] {
  const circular: object[] = [];
  const done = new Set<object>();
  for (const start of starts) {
    // The things on the way from the start, each with those of its own ways that are still to be followed.
    const way: { readonly at: object; readonly left: object[] }[] = [];
    const on = new Set<object>();
    const enter = (at: object) => {
      if (on.has(at)) circular.push(at);
      else if (!done.has(at)) {
        on.add(at);
        way.push({ at, left: [...ways(at)] });
      }
    };
    enter(start);
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const next = last.left.pop();
      if (next !== undefined) enter(next);
      else {
        way.pop();
        on.delete(last.at);
        done.add(last.at);
      }
    }
  }
  return circular;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Groups items by a key, in the order in which the keys first occur. `Map.groupBy` does this from Node 21 on. */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Deals entries out to so many hands, each in order. */
export function dealOut<T>(entries: readonly T[], hands: number): T[][] {
  const dealt = Array.from({ length: Math.max(1, Math.min(hands, entries.length)) }, (): T[] => []);
  for (const [at, entry] of entries.entries()) dealt[at % dealt.length]?.push(entry);
  return dealt;
}
