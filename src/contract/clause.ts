/** "openapi.yaml:18:9", as editors and terminals follow it. */
export function placeOf({ file, line, column }: Clause): string {
  return `${file}:${line}:${column}`;
}

/** A place in the contract, as an editor wants it: lines and columns count from 1. */
export interface Clause {
  /** JSON Pointer into `file`, as a URI fragment: `#/paths/~1plants~1{id}/delete`. */
  readonly pointer: string;
  /** Relative to the working directory, or absolute where that is shorter. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The lines of the file from `line` on that the place covers, cut to a readable number. */
  readonly excerpt?: string;
}

/** Something wrong in a contract (or another file that a person wrote). Lines and columns count from 1. */
export interface Mistake {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The contract cannot be used. Its message is one line for each mistake: `file:line:column: message`. */
export class ContractError extends Error {
  readonly mistakes: readonly Mistake[];
  /** The files that were looked at or for, by absolute path: a change of one of them may mend it. */
  readonly files: readonly string[];

  constructor(mistakes: readonly Mistake[], files: readonly string[] = []) {
    super(formatMistakes(mistakes).join('\n'));
    this.name = 'ContractError';
    this.mistakes = mistakes;
    this.files = files;
  }
}

/** Nobody reads of more. */
const MOST_TOLD = 1000;

/** A line for each, up to a readable number. @param suffix ends the line of each. */
export function formatMistakes(mistakes: readonly Mistake[], suffix = ''): string[] {
  const lines = mistakes.slice(0, MOST_TOLD).map((mistake) => formatMistake(mistake) + suffix);
  const more = mistakes.length - lines.length;
  return more === 0 ? lines : [...lines, `There are ${more} more${suffix}.`];
}

export function formatMistake({ file, line, column, message }: Mistake): string {
  return `${file}:${line}:${column}: ${message}`;
}
