import { groupBy } from '../support/collections';
import { joinedByAnd } from '../support/words';

/**
 * Writes a place as editors and terminals follow it: "openapi.yaml:18:9". If the whole file is one line, nobody finds a
 * place by its column, so the pointer comes after it: "openapi.json:1:334505 #/paths/~1plants".
 */
export function placeOf(place: Place): string {
  const pointer = farPointer(place);
  const position = `${place.file}:${place.line}:${place.column}`;
  return pointer === undefined ? position : `${position} ${pointer}`;
}

/** Returns the pointer of a place in a file that is one line; undefined where the line and the column are enough. */
export function farPointer({ line, column, pointer }: Place): string | undefined {
  return line === 1 && column > FAR_COLUMN ? pointer : undefined;
}

type Place = Pick<Clause, 'file' | 'line' | 'column'> & Partial<Pick<Clause, 'pointer'>>;

/** A place in the first line beyond this column is in a file that nobody can read by its lines. */
const FAR_COLUMN = 120;

/** A place in the contract, as an editor needs it. Lines and columns count from 1. */
export interface Clause {
  /** JSON Pointer into `file`, as a URI fragment: `#/paths/~1plants~1{id}/delete`. */
  readonly pointer: string;
  /** The path relative to the working directory, or the absolute path if that is shorter. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The lines of the file that the place covers, from `line` on, cut to a readable number. */
  readonly excerpt?: string;
}

/** Something that is wrong in a contract, or in another file that a person wrote. Lines and columns count from 1. */
export interface Mistake {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** JSON Pointer into `file`, as a URI fragment, where it is known. */
  readonly pointer?: string;
  readonly message: string;
}

/** The contract cannot be used. The message has one line for each mistake: `file:line:column: message`. */
export class ContractError extends Error {
  readonly mistakes: readonly Mistake[];
  /** Absolute paths of the files that were read or looked for: a change in one of them may correct the mistake. */
  readonly files: readonly string[];

  constructor(mistakes: readonly Mistake[], files: readonly string[] = []) {
    super(formatMistakes(mistakes).join('\n'));
    this.name = 'ContractError';
    this.mistakes = mistakes;
    this.files = files;
  }
}

/** The number of mistakes that are shown; nobody reads more. */
const MOST_TOLD = 1000;

/**
 * Writes one line for each mistake, up to a readable number of lines.
 * @param suffix the text that ends each line.
 */
function formatMistakes(mistakes: readonly Mistake[], suffix = ''): string[] {
  const lines = mistakes.slice(0, MOST_TOLD).map((mistake) => formatMistake(mistake) + suffix);
  const more = mistakes.length - lines.length;
  return more === 0 ? lines : [...lines, `There are ${more} more${suffix}.`];
}

/** At most this many places of one warning are named. */
const MOST_PLACES = 4;

/** As {@link formatMistakes}, with one line for all warnings of one file that say the same. */
export function formatAlike(mistakes: readonly Mistake[], suffix: string): string[] {
  const alike = groupBy(mistakes, ({ file, message }) => `${file}\n${message}`);
  const lines = [...alike.values()].map(([first, ...more]) => {
    const places = more.slice(0, MOST_PLACES - 1).map(({ line, column }) => `${line}:${column}`);
    const rest = more.length - places.length;
    const also = rest > 0 ? [...places, `${rest} more`] : places;
    return `${formatMistake(first)}${suffix}${also.length > 0 ? ` Also at ${joinedByAnd(also)}.` : ''}`;
  });
  const shown = lines.slice(0, MOST_TOLD);
  return lines.length === shown.length ? shown : [...shown, `There are ${lines.length - shown.length} more${suffix}.`];
}

export function formatMistake(mistake: Mistake): string {
  return `${placeOf(mistake)}: ${mistake.message}`;
}
