import type { Report } from '../report';

/** The report as it is, for other programs. */
export function json(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
