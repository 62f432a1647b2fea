import type { Report } from '../report';

export interface RenderOptions {
  readonly color: boolean;
  /** In characters. */
  readonly width: number;
  /** What the reader calls a file of the contract; absent for the name in the report. */
  readonly nameFile?: (file: string) => string;
  /** The text of a file of the contract, by its name in the report; undefined where it cannot be read any more. */
  readonly readFile?: (file: string) => string | undefined;
}

/** Renders a report. It knows no rule by its name: all that it shows stands in the report. */
export type Reporter = (report: Report, options: RenderOptions) => string;
