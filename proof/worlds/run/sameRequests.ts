/** Whether two runs with one seed and one salt send the same requests, however many of them are under way at once. */

import { isUnsafe } from '../service/journal';
import type { BrokenProperty } from './properties';
import type { WorldRun } from './verifyWorld';

/**
 * Which requests one of two runs sent and the other did not: of those that may change something each as often, of the others whether at all. How
 * often a run looks at a thing before it changes it depends on the time, since it does not trust what it saw a second ago. The order depends on
 * what is answered first, and so does which name the service gives to which thing: all names of what a run made are taken for one.
 */
export function differingRequests(first: WorldRun, second: WorldRun): BrokenProperty[] {
  const [some, others] = [first, second].map(countedRequests) as [Map<string, number>, Map<string, number>];
  const all = [...new Set([...some.keys(), ...others.keys()])].sort();
  const differing = all.filter((line) => some.get(line) !== others.get(line));
  if (differing.length === 0) return [];
  const told = differing.slice(0, 3).map((line) => {
    const [once, twice] = [some, others].map((counts) => counts.get(line) ?? 0);
    return `${once} and then ${twice} × ${line.slice(0, 200)}`;
  });
  return [{ property: 'repeatable', class: 'repeatable', detail: told.join('; ') }];
}

function countedRequests({ journal }: WorldRun): Map<string, number> {
  const made = journal.flatMap(({ changes }) => changes.filter(({ change }) => change === 'made'));
  const withoutNames = namesRemover(
    new Set(made.filter(({ thing }) => thing.maker === 'run').map(({ thing }) => thing.key)),
  );
  const counts = new Map<string, number>();
  for (const { method, url, body } of journal) {
    const line = `${method} ${withoutNames(decodeURIComponent(url))} ${withoutNames(body)}`;
    counts.set(line, isUnsafe(method) ? (counts.get(line) ?? 0) + 1 : 1);
  }
  return counts;
}

/** Puts one word in place of all names of a run, and of the numbers that a service which cuts or rounds numbers would take for one of them. */
function namesRemover(names: ReadonlySet<string>): (text: string) => string {
  const numbers = [...names].filter((name) => /^\d+$/.test(name)).map(BigInt);
  const low = new Set(numbers.map((each) => BigInt.asUintN(32, each)));
  const rounded = new Set(numbers.map(Number));
  const isLike = (text: string) =>
    /^-?\d{6,}$/.test(text) && (low.has(BigInt.asUintN(32, BigInt(text))) || rounded.has(Number(text)));
  return (text) =>
    text.replace(/-?[\p{L}\p{N}_]+(-[\p{L}\p{N}_]+)*/gu, (word) =>
      names.has(word) ? 'OWN' : isLike(word) ? 'LIKE-OWN' : word,
    );
}
