import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isColorSupported } from 'picocolors';
import { nearest } from '../nearest';
import type { Report } from '../report';
import { reporters } from '../reporters/reporter';
import { UsageError } from '../target/target';
import type { Io } from './io';

export interface ReportRequest {
  readonly format: string;
  /** Stdout where there is none. */
  readonly file: string | undefined;
}

/**
 * Reads `FORMAT[=FILE]`.
 * @throws UsageError for a format that there is not.
 */
export function parseReport(text: string): ReportRequest {
  const at = text.indexOf('=');
  const format = at === -1 ? text : text.slice(0, at);
  const file = at === -1 ? undefined : text.slice(at + 1);
  if (!Object.hasOwn(reporters, format)) {
    const meant = nearest(format, Object.keys(reporters));
    throw new UsageError(
      `There is no report format "${format}".${meant === undefined ? '' : ` Did you mean "${meant}"?`} The formats are: ${Object.keys(reporters).join(', ')}.`,
    );
  }
  if (file === '') throw new UsageError(`The report "${text}" names no file; write --report ${format}=FILE.`);
  return { format, file };
}

/**
 * Writes every report that was asked for; where none goes to stdout, the terminal's goes there too.
 * One that cannot be written does not keep the others from being written.
 * @returns what went wrong, one line for each.
 */
export async function writeReports(report: Report, requests: readonly ReportRequest[], io: Io): Promise<string[]> {
  const toStdout = requests.some(({ file }) => file === undefined);
  const all = toStdout ? requests : [...requests, { format: 'terminal', file: undefined }];
  const failures: string[] = [];
  for (const { format, file } of all) {
    try {
      const color = file === undefined && isColorSupported && io.stdout.isTTY === true;
      const text = reporters[format]?.(report, { color, width: Math.min(io.stdout.columns ?? 80, 120) }) ?? '';
      if (file === undefined) io.stdout.write(text);
      else await writeWhole(file, text);
    } catch (error) {
      failures.push(
        `The ${format} report${file === undefined ? '' : ` ${file}`} could not be written: ${(error as Error).message}`,
      );
    }
  }
  return failures;
}

/** Under another name first, so that no reader ever sees half a report. */
async function writeWhole(file: string, text: string): Promise<void> {
  const path = resolve(file);
  const partial = `${path}.${process.pid}.partial`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(partial, text);
  await rename(partial, path);
}
