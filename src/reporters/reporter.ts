import type { Report } from '../report';
import { json } from './json';
import { terminal } from './terminal';

export interface RenderOptions {
  readonly color: boolean;
  /** In characters. */
  readonly width: number;
}

/** Renders a report. It knows no rule by its name: all that it shows stands in the report. */
export type Reporter = (report: Report, options: RenderOptions) => string;

export const reporters: Readonly<Record<string, Reporter>> = { terminal, json };
