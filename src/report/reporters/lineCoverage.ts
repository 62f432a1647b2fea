/** Turns coverage by clauses into coverage by lines. The state of a line is the worst of its clauses' uses. */

import type { CoverageReport } from '../report';

export type LineState = 'broken' | 'unexercised' | 'kept';

/** A line, and how many uses of its clauses were kept, broken, and not exercised. */
export interface Line {
  readonly number: number;
  kept: number;
  broken: number;
  unexercised: number;
}

/** Returns the lines with clauses that can be exercised, in their order, by the names of the files. */
export function linesOf({ reached, unexercised }: CoverageReport): ReadonlyMap<string, readonly Line[]> {
  const files = new Map<string, Map<number, Line>>();
  const at = ({ file, line }: { readonly file: string; readonly line: number }): Line => {
    const lines = files.get(file) ?? new Map<number, Line>();
    files.set(file, lines);
    const counts = lines.get(line) ?? { number: line, kept: 0, broken: 0, unexercised: 0 };
    lines.set(line, counts);
    return counts;
  };
  for (const { clause, kept, broken = [] } of reached) {
    const line = at(clause);
    line.kept += kept.length;
    line.broken += broken.length;
  }
  for (const { clause, operations, more = 0 } of unexercised) at(clause).unexercised += operations.length + more;
  return new Map(
    [...files].map(([file, lines]) => [file, [...lines.values()].sort((one, other) => one.number - other.number)]),
  );
}

export function stateOf({ broken, unexercised }: Line): LineState {
  if (broken > 0) return 'broken';
  return unexercised > 0 ? 'unexercised' : 'kept';
}

/** Returns how often a line was hit, for tools that know only hit and missed. A broken line counts as hit, since it was exercised. */
export function hitsOf({ kept, broken, unexercised }: Line): number {
  return unexercised > 0 ? 0 : kept + broken;
}

/** An operation, in the form in which other tools know a function. */
interface OperationLine {
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
