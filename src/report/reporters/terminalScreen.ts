/** What all parts of a report on one screen of a terminal share: how many rows lines take, and how they are cut. */

import type { Report } from '../report';
import { type Colors, cutTo } from './terminalParts';

/** What every part needs. */
export interface Screen {
  readonly report: Report;
  readonly colors: Colors;
  readonly width: number;
}

/** Lines that are shown together or not at all. */
export type Block = readonly string[];

/** Returns how many rows of the terminal lines take. */
export function rowsOf(lines: Block, width: number): number {
  return lines
    .flatMap((line) => line.split('\n'))
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(withoutColours(line).length / width)), 0);
}

function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with an escape character.
  return text.replace(/\u001b\[\d+m/g, '');
}

/** Returns the blocks that fit into so many rows. Of a group, what follows a block that does not fit is left out, too. */
export function fitting(
  groups: readonly (readonly Block[])[],
  rows: number,
  width: number,
): { lines: string[]; isAll: boolean } {
  const lines: string[] = [];
  let isAll = true;
  for (const group of groups)
    for (const block of group) {
      const fits = rowsOf([...lines, ...block], width) <= rows;
      if (fits) lines.push(...block);
      else isAll = false;
      if (!fits) break;
    }
  return { lines, isAll };
}

/** Returns the first lines, and one that stands for the rest. */
export function cut(lines: Block, most: number, rest: (more: number) => string): string[] {
  return lines.length <= most ? [...lines] : [...lines.slice(0, most - 1), rest(lines.length - most + 1)];
}

/** A longer text of a finding is cut, in characters. */
const LONGEST_TEXT = 160;

export function shorten(text: string): string {
  return cutTo(text, LONGEST_TEXT);
}

/** A longer curl line is left to the other reports, in characters. */
export const LONGEST_COMMAND = 400;
