/** Writes what many worlds showed into the guide that speaks of it, so that its figures are those of a run. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWrong, percent, ratesOf, type WorldResult } from './tally';

const GUIDE = join('docs', 'guides', 'how-it-is-proven.md');

const BLOCK = /(<!-- figures of worlds -->\n).*?(<!-- end of the figures -->)/s;

/** @param first the number of the first world. @throws Error if the guide has no place for them. */
export function writeFigures(results: readonly WorldResult[], first: number): void {
  const text = readFileSync(GUIDE, 'utf8');
  if (!BLOCK.test(text)) throw new Error(`${GUIDE} has no place for the figures of worlds.`);
  const figures = figuresOf(results, first);
  writeFileSync(
    GUIDE,
    text.replace(BLOCK, (_, begin: string, end: string) => begin + figures + end),
  );
}

function figuresOf(results: readonly WorldResult[], first: number): string {
  const { reached, faults } = ratesOf(results);
  const wrong = results.filter(isWrong).length;
  const rows = [
    ...reached.map(({ mode, part, whole }) => [`operations answered with success, \`--writes ${mode}\``, part, whole]),
    ...faults.map(({ name, found, whole }) => [`faults found: ${name}`, found, whole]),
  ] as [string, number, number][];
  return [
    `Of ${results.length} worlds from number ${first} on, ${wrong} broke one of these properties.`,
    '',
    '| | of | | |',
    '|---|---|---|---|',
    ...rows.map(([name, part, whole]) => `| ${name} | ${whole} | ${part} | ${percent(part, whole)} |`),
    '',
  ].join('\n');
}
