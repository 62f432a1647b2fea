/** From a report as a value to every file and stream that was asked for. */

import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { isColorSupported } from 'picocolors';
import { nearest } from '../nearest';
import type { Report } from '../report';
import { reporters } from '../reporters';
import type { RenderOptions } from '../reporters/reporter';
import { summary } from '../reporters/summary';
import { UsageError } from '../wire/target';
import type { Io } from './io';

export interface ReportRequest {
  readonly format: string;
  /** Stdout where there is none. */
  readonly file: string | undefined;
}

/**
 * Reads all reports that are asked for.
 * @throws UsageError as {@link parseReport}, and where two would be written to one file.
 */
export function parseReports(texts: readonly string[]): ReportRequest[] {
  const requests = texts.map(parseReport);
  const files = requests.flatMap(({ file }) => (file === undefined ? [] : [resolve(file)]));
  const twice = files.find((file, at) => files.indexOf(file) !== at);
  if (twice !== undefined)
    throw new UsageError(`Two reports would be written to ${twice}; give each a file of its own.`);
  return requests;
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
 * Under GitHub Actions the annotations then go there as well, and the summary to the page of the run.
 * One that cannot be written does not keep the others from being written.
 * @returns what went wrong, one line for each.
 */
export async function writeReports(report: Report, requests: readonly ReportRequest[], io: Io): Promise<string[]> {
  const onGitHub = io.env['GITHUB_ACTIONS'] === 'true';
  const unasked = onGitHub ? ['terminal', 'github'] : ['terminal'];
  const toStdout = requests.some(({ file }) => file === undefined);
  const all = toStdout ? requests : [...requests, ...unasked.map((format) => ({ format, file: undefined }))];
  const failures: string[] = [];
  const attempt = async (name: string, write: () => Promise<void>) => {
    try {
      await write();
    } catch (error) {
      failures.push(`The ${name} could not be written: ${whyUnwritable(error as NodeJS.ErrnoException)}.`);
    }
  };

  for (const { format, file } of all) {
    await attempt(file === undefined ? `${format} report` : `${format} report ${file}`, async () => {
      const text = reporters[format]?.(report, optionsFor(file, io)) ?? '';
      if (file !== undefined) await writeWhole(file, text);
      else io.stdout.write(onGitHub && format === 'terminal' ? withoutCommands(text) : text);
    });
  }
  const page = io.env['GITHUB_STEP_SUMMARY'];
  if (page && all.some(({ format }) => format === 'github')) {
    await attempt(`summary ${page}`, () => appendFile(page, summary(report, optionsFor(page, io))));
  }
  return failures;
}

function optionsFor(file: string | undefined, { stdout, env }: Io): RenderOptions {
  const workspace = env['GITHUB_WORKSPACE'];
  return {
    color: file === undefined && isColorSupported && stdout.isTTY === true,
    width: Math.min(stdout.columns ?? 80, 120),
    ...(workspace ? { nameFile: (name) => relativeTo(workspace, name) } : {}),
  };
}

/** GitHub finds the lines of a file by its path in the repository. */
function relativeTo(workspace: string, file: string): string {
  const way = relative(workspace, resolve(file));
  return way.startsWith('..') || isAbsolute(way) ? file : way.replaceAll(sep, '/');
}

/** What a target sent may look like a command to the runner, which reads them from stdout: it is told not to look. */
function withoutCommands(text: string): string {
  const word = randomUUID();
  return `::stop-commands::${word}\n${text}::${word}::\n`;
}

/** Under another name first, so that no reader ever sees half a report. */
async function writeWhole(file: string, text: string): Promise<void> {
  const path = resolve(file);
  await makeFolder(dirname(path));
  const found = await stat(path).catch(() => undefined);
  // A device or a pipe takes what is written; a file must not take its place.
  if (found && !found.isFile()) return writeFile(path, text);
  const whole = found ? await realpath(path) : path;
  const partial = `${whole}.${process.pid}.partial`;
  try {
    await writeFile(partial, text);
    await rename(partial, whole);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw error;
  }
}

/** Node's own recursive mkdir never returns where a folder that is there cannot hold another, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (found) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another report may have made it meanwhile.
    if (error.code !== 'EEXIST') throw error;
  });
}

function whyUnwritable({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EISDIR':
      return 'it is a folder; name a file in it';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'a part of its path is a file, not a folder';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'writing there is not permitted';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return message;
  }
}
