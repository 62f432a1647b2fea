import type { Report } from '../report';

export interface RenderOptions {
  readonly color: boolean;
  /** The width of a line, in characters. */
  readonly width: number;
  /** Whether the user wants all of it. Default: what matters most, where the format has such a form. */
  readonly verbose?: boolean;
  /** Returns the name of a file of the contract for the reader. Default: the name in the report. */
  readonly nameFile?: (file: string) => string;
  /** Returns the text of a file of the contract, by its name in the report; undefined if it cannot be read any more. */
  readonly readFile?: (file: string) => string | undefined;
  /** What the report of an earlier run, which this one replaces, remembers of the runs before: see `html/history.ts`. */
  readonly earlier?: string;
}

/** A text, or the parts of a long one, one after another. */
export type ReportText = string | Iterable<string>;

/** Renders a report. It knows no rule by its name, since the report holds everything that it shows. */
export type Reporter = (report: Report, options: RenderOptions) => ReportText;

/** Returns the whole text of what was rendered. */
export function wholeText(rendered: ReportText): string {
  return typeof rendered === 'string' ? rendered : [...rendered].join('');
}
