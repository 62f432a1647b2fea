/** Writes the comparison of two contracts for programs: JSON, JUnit, GitHub, and as a page. */

import type { Clause, Mistake } from '../../../contract/clause';
import { printable } from '../../../redaction/printable';
import { annotate } from '../../../report/reporters/github';
import { TOOL } from '../../../support/version';
import { createXmlBuilder } from '../../../support/xmlBuilder';
import type { Said } from '../../diff/breaks';
import type { BreakCause } from '../../diff/compareContracts';
import { diffMarkdown } from './diffMarkdown';
import type { DiffReport, ToldBreak } from './diffReport';
import { diffTerminal, linesOfBreak, operationsOf, verdictOf } from './diffTerminal';

interface FormatOptions {
  readonly color: boolean;
  readonly verbose: boolean;
  readonly nameFile?: (file: string) => string;
}

/** The formats of `--report`, each a function from the result to its text. */
export const diffReporters: Readonly<Record<string, (report: DiffReport, options: FormatOptions) => string>> = {
  terminal: diffTerminal,
  json: (report) => `${JSON.stringify(diffAsJson(report), null, 2)}\n`,
  github,
  html,
  junit,
  markdown: diffMarkdown,
};

/** The result as the JSON report and the library have it. */
export function diffAsJson(report: DiffReport) {
  const {
    before,
    now,
    seed,
    breaks,
    waivers,
    against,
    harmless,
    unproven,
    notCompared,
    added,
    addedParts,
    notes,
    compared,
    reason,
    exitCode,
  } = report;
  return {
    tool: TOOL,
    before,
    now,
    seed,
    exitCode,
    ...(reason === undefined ? {} : { reason }),
    operations: { compared, added },
    addedParts,
    ...(against === undefined ? {} : { against }),
    breaks: breaks.map((each) => ({
      ...causeAsJson(each),
      level: each.level,
      ...(each.waived === undefined ? {} : { waived: each.waived }),
      ...(each.answered === undefined ? {} : { answered: each.answered }),
    })),
    harmless: harmless.map(causeAsJson),
    notProven: unproven.map(({ operation, subject, before: old, now: current, reason: why }) => ({
      operation,
      subject,
      reason: why,
      before: placeAsJson(old),
      now: placeAsJson(current),
    })),
    notCompared: notCompared.map(({ file, line, column, message, operations }) => ({
      message,
      operations,
      clause: { file, line, column },
    })),
    notes,
    waivers,
  };
}

function causeAsJson({ first, breaks }: BreakCause) {
  const { kind, subject, path, message, before, now, witness } = first;
  return {
    rule: kind,
    operations: operationsOf({ breaks }),
    subject,
    path,
    message,
    before: saidAsJson(before),
    now: saidAsJson(now),
    witness,
  };
}

function saidAsJson({ text, clause }: Said) {
  return { text, ...(clause ? { clause: placeAsJson(clause) } : {}) };
}

function placeAsJson({ pointer, file, line, column }: Clause) {
  return { pointer, file, line, column };
}

function isOpen({ fails }: ToldBreak): boolean {
  return fails;
}

/** GitHub shows ten annotations of a level for a step, and silently drops the rest. */
const MOST_ANNOTATIONS = 10;

/**
 * Writes workflow commands, which GitHub shows on the lines of the new contract: an error for what fails, a warning for what breaks only what is
 * meant and for what nobody can tell, a notice for what is worth knowing.
 */
function github(report: DiffReport, { nameFile }: FormatOptions): string {
  const { breaks, notes, notCompared, now, unproven, reason, exitCode } = report;
  const ofFile = (message: string) => ({ file: now.file, line: 1, column: 1, message });
  const inForce = breaks.filter(({ waived }) => waived === undefined);
  const told = (wanted: (each: ToldBreak) => boolean) =>
    inForce.filter(wanted).map((each) => {
      const { now: said, kind } = each.first;
      const message = [`${kind}: ${operationsOf(each).join(', ')}`, ...linesOfBreak(each, false)].join('\n');
      return { ...ofFile(message), ...(said.clause ? placeIn(said.clause) : {}) };
    });
  const whole = exitCode === 1 && !breaks.some(isOpen) ? [ofFile(reason ?? '')] : [];
  const changed = unproven.map(({ operation, subject, now: clause, reason: why }) => ({
    ...placeIn(clause),
    message: `changed, and not proven: ${operation}: ${subject}. ${why}`,
  }));
  const left = notCompared.map(({ file, line, column, message, operations }) => ({
    ...{ file, line, column },
    message: `not compared: ${message}${operations.length === 0 ? '' : ` It is in ${operations.join(', ')}.`}`,
  }));
  const naming = nameFile ? { nameFile } : {};
  const levels = {
    error: [...whole, ...told(isOpen)],
    warning: [...told((each) => !each.fails && each.level !== 'note'), ...changed, ...left],
    notice: [...told((each) => !each.fails && each.level === 'note'), ...notes.map(ofFile)],
  };
  return (['error', 'warning', 'notice'] as const)
    .map((level) => annotate(level, atMost(levels[level], ofFile), naming))
    .join('');
}

/** Without the pointer, which stands in the message. */
function placeIn({ file, line, column }: Clause): Pick<Mistake, 'file' | 'line' | 'column'> {
  return { file, line, column };
}

function atMost(mistakes: readonly Mistake[], ofFile: (message: string) => Mistake): readonly Mistake[] {
  if (mistakes.length <= MOST_ANNOTATIONS) return mistakes;
  const shown = mistakes.slice(0, MOST_ANNOTATIONS - 1);
  return [...shown, ofFile(`${mistakes.length - shown.length} more are in the other reports.`)];
}

/** Each operation is a suite, and each break a test case that failed. What nobody can tell is skipped. */
function junit(report: DiffReport): string {
  const { breaks, now } = report;
  const builder = createXmlBuilder({
    format: true,
    suppressEmptyNode: true,
    tagValueProcessor: (_, text) => printable(String(text)),
    attributeValueProcessor: (_, text) => printable(String(text)).replace(/\s+/g, ' '),
  });
  const left = report.notCompared.flatMap(({ file, line, column, message, isMistake, operations }) =>
    (operations.length === 0 ? [report.now.file] : operations).map((operation) => ({
      '@classname': operation,
      '@name': `not compared: ${message}`,
      skipped: { '@message': `${isMistake ? 'the contract is wrong at' : 'see'} ${file}:${line}:${column}` },
    })),
  );
  const changed = report.unproven.map(({ operation, subject, now: { file, line, column }, reason }) => ({
    '@classname': operation,
    '@name': `changed, and not proven: ${subject}`,
    skipped: { '@message': `no value shows what that means at ${file}:${line}:${column}. ${reason}` },
  }));
  const cases = breaks.map((each) => ({
    '@classname': operationsOf(each).join(', '),
    '@name': `${each.first.kind}: ${each.first.message}`,
    ...(isOpen(each)
      ? { failure: { '@message': each.first.message, '#text': linesOfBreak(each, true).join('\n') } }
      : { skipped: { '@message': each.waived === undefined ? each.level : `waived: ${each.waived}` } }),
  }));
  const whole = { '@classname': now.file, '@name': verdictOf(report) };
  const isFailedOtherwise = report.exitCode === 1 && !breaks.some(isOpen);
  const all = [
    ...cases,
    ...changed,
    ...left,
    isFailedOtherwise ? { ...whole, failure: { '@message': report.reason ?? '' } } : whole,
  ];
  const failures = breaks.filter(isOpen).length + (isFailedOtherwise ? 1 : 0);
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@tests': all.length,
      '@failures': failures,
      testsuite: { '@name': `${TOOL.name} diff`, '@tests': all.length, '@failures': failures, testcase: all },
    },
  });
}

function markOf({ waived, level }: ToldBreak): string {
  const mark = waived === undefined ? (level === 'break' ? '' : level) : 'waived';
  return mark === '' ? '' : ` <small>${mark}</small>`;
}

/** A page without scripts, which needs no other file. */
function html(report: DiffReport): string {
  const { before, now, breaks } = report;
  const sections = breaks.map(
    (each) =>
      `<section><h2>${escaped(each.first.kind)}${markOf(each)}</h2>` +
      `<p>${escaped(operationsOf(each).join(', '))}</p>${each.waived === undefined ? '' : `<p>${escaped(each.waived)}</p>`}` +
      `<pre>${escaped(linesOfBreak(each, true).join('\n'))}</pre></section>`,
  );
  const rest = diffTerminal({ ...report, breaks: [] }, { color: false, verbose: true })
    .split('\n')
    .slice(3)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${before.title}: what breaks clients`)}</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
section { border-inline-start: .3rem solid #c33; padding-inline-start: 1rem; margin-block: 1.5rem }
h2 { font-size: 1.1rem; margin: 0 }
p { margin: .2rem 0 }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>${escaped(before.title)}: what breaks clients</h1>
<p>${escaped(`${before.version} (${before.file}) → ${now.version} (${now.file})`)}</p>
<p><strong>${escaped(verdictOf(report))}</strong></p>
${sections.join('\n')}
<pre>${escaped(rest)}</pre>
</body>
</html>
`;
}

function escaped(text: string): string {
  return printable(text).replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
