/** Coverage by the lines of the contract's files. A line is as good as the worst use of what stands on it. */

import type { CoverageReport } from '../report';

export type LineState = 'broken' | 'unexercised' | 'kept';

/** How many uses of what stands on a line came to what. */
export interface Line {
  readonly number: number;
  kept: number;
  broken: number;
  unexercised: number;
}

/** The lines that say something that can be exercised, in their order, by the names of the files. */
export function linesOf({ reached, unexercised }: CoverageReport): ReadonlyMap<string, readonly Line[]> {
  const files = new Map<string, Map<number, Line>>();
  const at = ({ file, line }: { readonly file: string; readonly line: number }): Line => {
    const lines = files.get(file) ?? new Map<number, Line>();
    files.set(file, lines);
    const found = lines.get(line) ?? { number: line, kept: 0, broken: 0, unexercised: 0 };
    lines.set(line, found);
    return found;
  };
  for (const { clause, kept, broken = [] } of reached) {
    const line = at(clause);
    line.kept += kept.length;
    line.broken += broken.length;
  }
  for (const { clause, operations } of unexercised) at(clause).unexercised += operations.length;
  return new Map(
    [...files].map(([file, lines]) => [file, [...lines.values()].sort((one, other) => one.number - other.number)]),
  );
}

export function stateOf({ broken, unexercised }: Line): LineState {
  if (broken > 0) return 'broken';
  return unexercised > 0 ? 'unexercised' : 'kept';
}

/** How often a line counts as hit by tools that know hit and missed alone: what was broken was exercised. */
export function hitsOf({ kept, broken, unexercised }: Line): number {
  return unexercised > 0 ? 0 : kept + broken;
}

/** An operation as other tools know functions. */
export interface OperationLine {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly hit: boolean;
}

export function functionsOf({ reached, unexercised, operations }: CoverageReport): OperationLine[] {
  const named = (positions: readonly number[]) => positions.flatMap((at) => operations[at]?.operation ?? []);
  const of = (
    all: readonly { clause: { file: string; line: number }; kind: string; at: readonly number[] }[],
    hit: boolean,
  ) =>
    all
      .filter(({ kind }) => kind === 'operation')
      .flatMap(({ clause: { file, line }, at }) => named(at).map((name) => ({ name, file, line, hit })));
  return [
    ...of(
      reached.map(({ clause, kind, kept, broken = [] }) => ({ clause, kind, at: [...kept, ...broken] })),
      true,
    ),
    ...of(
      unexercised.map(({ clause, kind, operations: at }) => ({ clause, kind, at })),
      false,
    ),
  ].sort((one, other) => one.line - other.line);
}
