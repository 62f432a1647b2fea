import type { Report } from '../report';
import { github } from './github';
import { html } from './html';
import { json } from './json';
import { junit } from './junit';
import { terminal } from './terminal';

export interface RenderOptions {
  readonly color: boolean;
  /** In characters. */
  readonly width: number;
  /** What the reader calls a file of the contract; absent for the name in the report. */
  readonly nameFile?: (file: string) => string;
}

/** Renders a report. It knows no rule by its name: all that it shows stands in the report. */
export type Reporter = (report: Report, options: RenderOptions) => string;

export const reporters: Readonly<Record<string, Reporter>> = { terminal, json, junit, html, github };
