/** Ways that lead back to where they began. */

/**
 * Those from which a way leads back to themselves, one of each circle. Not by recursion: a way may be longer than a stack.
 * @param ways what a thing leads to; @param starts where ways may begin.
 */
export function circles(ways: (from: object) => readonly object[], starts: Iterable<object>): object[] {
  const found: object[] = [];
  const done = new Set<object>();
  for (const start of starts) {
    // Those on the way from the start, each with what is left of its own ways.
    const way: { readonly at: object; readonly left: object[] }[] = [];
    const on = new Set<object>();
    const enter = (at: object) => {
      if (on.has(at)) found.push(at);
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
  return found;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Groups in the order of their first members. `Map.groupBy` does this from Node 21 on. */
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
