/**
 * Does work on each item, so many at a time, and begins with them in their order.
 * @param atOnce how many at a time; it is asked anew each time one is done.
 * @returns what came of each, in the order of the items.
 */
export async function sideBySide<T, Result>(
  items: readonly T[],
  atOnce: () => number,
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const underWay = new Set<Promise<void>>();
  for (const [at, item] of items.entries()) {
    while (underWay.size >= Math.max(1, atOnce())) await Promise.race(underWay);
    const one = work(item).then((result) => {
      results[at] = result;
      underWay.delete(one);
    });
    underWay.add(one);
  }
  await Promise.all(underWay);
  return results;
}
