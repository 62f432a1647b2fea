/** Schemas that lead through so many others which speak of the same value that no value can be judged by them. */

/** How many schemas may hold one within the other: whoever judges a value goes down by recursion. */
const DEEPEST = 200;

export const TOO_DEEP = `More than ${DEEPEST} schemas that speak of the same value lie one within the other here; that is too deep to be judged.`;

/**
 * The places where that begins: below each of them lie just as many as are too many. Not by recursion: a way may be longer than a stack.
 * Ways that lead back to where they began are left to `circles`.
 * @param ways what a schema leads to; @param starts where ways may begin.
 */
export function tooDeep(ways: (from: object) => readonly object[], starts: Iterable<object>): object[] {
  const depths = new Map<object, number>();
  for (const start of starts) {
    const way: { readonly at: object; readonly left: object[] }[] = [];
    const on = new Set<object>();
    const enter = (at: object) => {
      if (depths.has(at) || on.has(at)) return;
      on.add(at);
      way.push({ at, left: [...ways(at)] });
    };
    enter(start);
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const next = last.left.pop();
      if (next !== undefined) {
        enter(next);
        continue;
      }
      way.pop();
      on.delete(last.at);
      let depth = 0;
      for (const each of ways(last.at)) depth = Math.max(depth, depths.get(each) ?? 0);
      depths.set(last.at, depth + (isReferenceAlone(last.at) ? 0 : 1));
    }
  }
  return [...depths].filter(([at, depth]) => depth === DEEPEST + 1 && !isReferenceAlone(at)).map(([at]) => at);
}

/** References that say nothing else are followed to their end at once. */
function isReferenceAlone(value: object): boolean {
  const [first, ...more] = Object.keys(value);
  return first === '$ref' && more.length === 0;
}
