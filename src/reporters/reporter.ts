import type { Report } from '../report';

export interface RenderOptions {
  readonly color: boolean;
  /** In characters. */
  readonly width: number;
  /** What the reader calls a file of the contract; absent for the name in the report. */
  readonly nameFile?: (file: string) => string;
}

/** Renders a report. It knows no rule by its name: all that it shows stands in the report. */
export type Reporter = (report: Report, options: RenderOptions) => string;
