/** The table of `npm run bench:reach`. */

import type { Lines } from './jacoco';
import type { Tally } from './tally';

/** What one tool did with one service. */
export interface Reach extends Tally {
  readonly service: string;
  readonly tool: string;
  readonly lines: Lines;
  /** The lines that the start alone had reached. */
  readonly atStart: Lines;
  readonly requests: number;
  readonly seconds: number;
  /** Whether the tool was ended because it took too long. */
  readonly wasCut: boolean;
}

const HEAD = [
  '| service | tool | lines | of them at the start | operations with 2xx | causes of 5xx | requests | seconds |',
  '|---|---|---|---|---|---|---|---|',
];

/** Returns the rows of a table in Markdown, with the means and sums of each tool at the end. */
export function reachTable(results: readonly Reach[]): string[] {
  const tools = [...new Set(results.map(({ tool }) => tool))];
  return [...HEAD, ...results.map(rowOf), ...tools.map((tool) => meanOf(results.filter((each) => each.tool === tool)))];
}

function rowOf(each: Reach): string {
  const { service, tool, lines, atStart, reached, unreached, causes, requests, seconds, wasCut } = each;
  return cells([
    service,
    tool,
    percent(share(lines)),
    percent(share(atStart)),
    `${reached.length} of ${reached.length + unreached.length}`,
    causes.length,
    requests,
    `${seconds.toFixed(0)}${wasCut ? ', cut short' : ''}`,
  ]);
}

/** Each service counts the same in the mean of lines, however large it is. */
function meanOf(results: readonly Reach[]): string {
  const sum = (figure: (each: Reach) => number) => results.reduce((total, each) => total + figure(each), 0);
  const mean = (figure: (each: Reach) => number) => sum(figure) / results.length;
  return cells([
    `**all ${results.length}**`,
    results[0]?.tool ?? '',
    `mean ${percent(mean(({ lines }) => share(lines)))}`,
    `mean ${percent(mean(({ atStart }) => share(atStart)))}`,
    `${sum(({ reached }) => reached.length)} of ${sum(({ reached, unreached }) => reached.length + unreached.length)}`,
    sum(({ causes }) => causes.length),
    sum(({ requests }) => requests),
    sum(({ seconds }) => seconds).toFixed(0),
  ]);
}

function cells(texts: readonly (string | number)[]): string {
  return `| ${texts.join(' | ')} |`;
}

function share({ covered, total }: Lines): number {
  return total === 0 ? 0 : covered / total;
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}
