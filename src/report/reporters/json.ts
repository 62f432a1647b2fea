import type { Report } from '../report';

/** Writes the whole report as JSON, for other programs. */
export function json(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
