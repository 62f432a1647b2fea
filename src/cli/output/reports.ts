/**
 * Writes a report, which is a value, to every file and stream that was asked for: with colours or without, as wide as there is room, and with files
 * named as a forge finds them, relative to its workspace.
 */

import { appendFile } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { isColorSupported } from 'picocolors';
import { printable } from '../../redaction/printable';
import type { Report } from '../../report/report';
import { reporters } from '../../report/reporters';
import { summary } from '../../report/reporters/markdown';
import { type RenderOptions, wholeText } from '../../report/reporters/reporter';
import { UsageError } from '../../support/errors';
import { lettingOthersRun } from '../../support/letOthersRun';
import { didYouMean } from '../../support/words';
import type { Io } from '../io';
import { readContractFile } from './contractText';
import { earlierAt, keepEarlier } from './earlierPages';
import { removeReportFile, whyUnwritable, writeReportFile } from './reportFile';
import { isOnGitHub, withoutCommands } from './streams';

export interface ReportRequest {
  readonly format: string;
  /** Undefined stands for stdout. */
  readonly file: string | undefined;
}

/**
 * Reads all values of `--report`.
 * @param formats those that there are. Default: those of reports of a run.
 * @throws UsageError as {@link parseReport}, and if two reports would be written to one file.
 */
export function parseReports(
  texts: readonly string[],
  formats: readonly string[] = Object.keys(reporters),
): ReportRequest[] {
  const requests = texts.map((text) => parseReportAs(text, formats));
  const files = requests.flatMap(({ file }) => (file === undefined ? [] : [resolve(file)]));
  const twice = files.find((file, at) => files.indexOf(file) !== at);
  if (twice !== undefined)
    throw new UsageError(`Two reports would be written to ${twice}; give each a file of its own.`);
  return requests;
}

/**
 * Reads `FORMAT[=FILE]`.
 * @throws UsageError if there is no such format, or the name of the file is empty.
 */
export function parseReport(text: string): ReportRequest {
  return parseReportAs(text, Object.keys(reporters));
}

/** @param formats those that there are. */
function parseReportAs(text: string, formats: readonly string[]): ReportRequest {
  const at = text.indexOf('=');
  const format = at === -1 ? text : text.slice(0, at);
  const file = at === -1 ? undefined : text.slice(at + 1);
  if (!formats.includes(format)) {
    throw new UsageError(
      `There is no report format "${format}".${didYouMean(format, formats)} The formats are: ${formats.join(', ')}.`,
    );
  }
  if (file === '') throw new UsageError(`The report "${text}" names no file; write --report ${format}=FILE.`);
  return { format, file };
}

/** Reads the values of `--report` that are valid, when the command line has a mistake. Each file comes only once. */
export function usableReports(texts: readonly string[]): ReportRequest[] {
  const usable = texts.flatMap((text) => {
    try {
      return [parseReport(text)];
    } catch {
      return [];
    }
  });
  return usable.filter(({ file }, at) => at === usable.findIndex((other) => other.file === file));
}

/** Removes the files of the reports, so that no report of an earlier run is left, however this run ends. */
export function removeReports(requests: readonly ReportRequest[]): void {
  for (const { format, file } of requests) {
    if (file === undefined) continue;
    if (format === 'html') keepEarlier(file);
    removeReportFile(file);
  }
}

/**
 * Writes every report that was asked for. If none of them goes to stdout, the `unasked` formats go there, and under GitHub Actions also
 * the annotations. Under GitHub Actions the summary goes to the page of the run.
 * If one report cannot be written, the others are still written.
 * @param unasked formats. Default: terminal.
 * @param readFile reads a file of the contract, which the report shows. Default: reads the file by the name that the report has for it;
 *   so the report has to be one of this run.
 * @returns one line for each report that could not be written.
 */
export async function writeReports(
  report: Report,
  requests: readonly ReportRequest[],
  io: Io,
  unasked: readonly string[] = ['terminal'],
  readFile: RenderOptions['readFile'] = readContractFile,
): Promise<string[]> {
  const onGitHub = isOnGitHub(io.env);
  const shown = await lettingOthersRun(printableReport(report));
  const toStdout = requests.some(({ file }) => file === undefined);
  const more = toStdout ? [] : [...unasked, ...(onGitHub ? ['github'] : [])];
  const all = [...requests, ...more.map((format) => ({ format, file: undefined }))];
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
      const earlier = format === 'html' && file !== undefined ? earlierAt(file) : undefined;
      const options = { ...optionsFor(file, io), readFile, ...(earlier === undefined ? {} : { earlier }) };
      const rendered = reporters[format]?.(shown, options) ?? '';
      if (file !== undefined) await writeReportFile(file, rendered);
      else io.stdout.writeAsIs(onGitHub ? forRunner(format, wholeText(rendered)) : wholeText(rendered));
    });
  }
  const page = io.env['GITHUB_STEP_SUMMARY'];
  if (page && all.some(({ format }) => format === 'github')) {
    await attempt(`summary ${page}`, () => appendFile(page, summary(shown, optionsFor(page, io))));
  }
  return failures;
}

/** The members of a report that may have several lines. In any other member, a line end would make one text look like two. */
const IN_LINES: ReadonlySet<string> = new Set(['raw', 'body', 'excerpt', 'reason', 'message']);

/**
 * Escapes control characters that the target, the contract or the configuration put into a report, so that no terminal or editor obeys them. It
 * stops after each part, since the report of a large run has hundreds of thousands of texts.
 */
function* printableReport(report: Report): Generator<void, Report> {
  return (yield* printableParts(report, '', PARTS_DEEP)) as Report;
}

/** So deep in a report, members and items are parts of it: deeper ones are not long. */
const PARTS_DEEP = 3;

function* printableParts(value: unknown, key: string, deep: number): Generator<void, unknown> {
  if (typeof value !== 'object' || value === null) return printableValue(value, key);
  yield;
  if (deep === 0) return printableValue(value, key);
  const copy = new CopyOnChange(value);
  const isList = Array.isArray(value);
  for (const [name, item] of Object.entries(value))
    copy.note(name, item, yield* printableParts(item, isList ? key : name, deep - 1));
  return copy.result();
}

function printableValue(value: unknown, key: string): unknown {
  if (typeof value === 'string') {
    const text = printable(value);
    return IN_LINES.has(key) ? text : text.replaceAll('\n', '\\n');
  }
  if (typeof value !== 'object' || value === null) return value;
  const copy = new CopyOnChange(value);
  if (Array.isArray(value))
    for (let at = 0; at < value.length; at++) copy.note(at, value[at], printableValue(value[at], key));
  else
    for (const name of Object.keys(value)) {
      const item = value[name as keyof typeof value];
      copy.note(name, item, printableValue(item, name));
    }
  return copy.result();
}

/** Nearly every text is printable already, so a part of the report is copied only if something in it changes. */
class CopyOnChange {
  private changed: Record<string | number, unknown> | undefined;

  constructor(private readonly whole: object) {}

  note(name: string | number, item: unknown, shown: unknown): void {
    if (shown === item) return;
    this.changed ??= (Array.isArray(this.whole) ? [...this.whole] : { ...this.whole }) as Record<
      string | number,
      unknown
    >;
    this.changed[name] = shown;
  }

  result(): object {
    return this.changed ?? this.whole;
  }
}

/** Escapes what the runner of GitHub would take for a command, since it reads commands from stdout in any format. */
export function forRunner(format: string, text: string): string {
  switch (format) {
    case 'github':
      return text;
    case 'html':
    case 'junit':
    case 'cobertura':
      return withoutCommands(text, (char) => `&#${char.charCodeAt(0)};`);
    default:
      return withoutCommands(text);
  }
}

/** The limits for the width of a line, in characters. A wider line is hard to read, and a narrower one has no room for a long word. */
const WIDEST = 120;
const NARROWEST = 40;

/** Returns the width of a line on a terminal, in characters. A terminal that does not know its width says 0; it counts as 80. */
export function widthOf({ columns }: Pick<Io['stdout'], 'columns'>): number {
  return Math.max(NARROWEST, Math.min(columns || 80, WIDEST));
}

function optionsFor(file: string | undefined, { stdout, env, verbose = false }: Io): RenderOptions {
  return {
    color: file === undefined && isColorSupported && stdout.isTTY,
    width: widthOf(stdout),
    verbose,
    ...namingFiles(env),
  };
}

/** Names files by their paths in the repository under GitHub Actions, since GitHub finds them by these. */
export function namingFiles(env: Io['env']): Pick<RenderOptions, 'nameFile'> {
  const workspace = env['GITHUB_WORKSPACE'];
  return workspace ? { nameFile: (name) => relativeTo(workspace, name) } : {};
}

function relativeTo(workspace: string, file: string): string {
  const way = relative(workspace, resolve(file));
  return way.startsWith('..') || isAbsolute(way) ? file : way.replaceAll(sep, '/');
}
