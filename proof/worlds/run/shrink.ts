/** Makes a world less, as long as it still breaks what it broke: the least one shows the reason. */

import type { World } from '../world';

interface Bounds {
  readonly tries: number;
  readonly ms: number;
}

const BOUNDS: Bounds = { tries: 60, ms: 45_000 };

/**
 * Since all parts of a world may be left out, each one that is left out gives a lesser world.
 * @param breaks whether a world still breaks it.
 */
export async function shrink(
  world: World,
  breaks: (less: World) => Promise<boolean>,
  { tries, ms }: Bounds = BOUNDS,
): Promise<World> {
  const end = Date.now() + ms;
  let least = world;
  let left = tries;
  for (let isLess = true; isLess; ) {
    isLess = false;
    for (const less of lesser(least) as World[]) {
      if (left-- <= 0 || Date.now() > end) return least;
      if (!(await breaks(less))) continue;
      least = less;
      isLess = true;
      break;
    }
  }
  return least;
}

/** The values that lack one part of a value, the greatest parts first. */
export function lesser(value: unknown): unknown[] {
  return parts(value)
    .sort((first, second) => second.size - first.size)
    .map(({ without }) => without);
}

interface Part {
  /** The length of its text. */
  readonly size: number;
  readonly without: unknown;
}

function parts(value: unknown): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  const isArray = Array.isArray(value);
  return Object.entries(value).flatMap(([name, part]) => {
    const rest = Object.entries(value).filter(([each]) => each !== name);
    const without = isArray ? rest.map(([, each]) => each) : Object.fromEntries(rest);
    const within = parts(part).map((inner): Part => {
      const changed = Object.entries(value).map(([each, old]) => [each, each === name ? inner.without : old] as const);
      return { size: inner.size, without: isArray ? changed.map(([, each]) => each) : Object.fromEntries(changed) };
    });
    return [{ size: JSON.stringify(part)?.length ?? 1, without }, ...within];
  });
}
