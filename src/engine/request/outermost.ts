import type { Touched } from '../model/case';

/** What a thing lies in, at the very top; itself where it lies in nothing. */
export function outermost({ within, thing }: Touched): string {
  return within[0] ?? thing;
}
