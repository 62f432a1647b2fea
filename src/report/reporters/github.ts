import type { Mistake } from '../../contract/clause';
import { farPointer } from '../../contract/clause';
import { printable } from '../../redaction/printable';
import { count } from '../../support/words';
import { type Cause, causesOf } from '../causes';
import { shareSeen } from '../coverageShare';
import type { Report } from '../report';
import type { RenderOptions } from './reporter';
import { alsoOf, captionOf, causeHeading, causeOf, exchangeOf, lessThanWhole, rulesOf } from './wording';

/** Writes the findings as workflow commands, which GitHub shows on the lines of the contract. */
export function github(report: Report, { nameFile = (file) => file }: Partial<RenderOptions>): string {
  const causes = causesOf(report);
  const annotations = (['fail', 'warn'] as const).flatMap((verdict) => {
    const all = causes.filter((each) => each.verdict === verdict);
    const shown = all.length > MOST_OF_A_LEVEL ? all.slice(0, MOST_OF_A_LEVEL - 1) : all;
    const left = all.length - shown.length;
    const more = `${left} more are in the summary of the run and in its other reports, those that concern the fewest operations.`;
    return [
      ...shown.map((cause) => annotation(cause, report, nameFile)),
      ...(left === 0 ? [] : [command(LEVELS[verdict], { title: `${report.tool.name}: not all is shown` }, more)]),
    ];
  });
  const { outcome, reason, mistakes = [], tool } = report;
  const seen = outcome === 'conforms' ? shareSeen(report) : undefined;
  const partly =
    seen === undefined ? [] : [command('notice', { title: `${tool.name}: ${outcome}` }, `in what was seen: ${seen}`)];
  const known = lessThanWhole(report);
  const knownOnes = known === undefined ? [] : [command('notice', { title: `${tool.name}: ${outcome}` }, known)];
  const lines = annotate('error', mistakes, { nameFile });
  const stopped =
    reason === undefined || mistakes.length > 0
      ? []
      : [command(outcome === 'conforms' ? 'notice' : 'error', { title: `${tool.name}: ${outcome}` }, reason)];
  return lines + [...stopped, ...partly, ...knownOnes, ...annotations].map((line) => `${line}\n`).join('');
}

/** GitHub shows ten annotations of a level for a step, and silently drops the rest. One of the ten is left for the outcome of the run. */
const MOST_OF_A_LEVEL = 9;

/** How many operations one annotation names at most. */
const MOST_NAMED = 20;

/** Writes the mistakes of a contract or a configuration as workflow commands, one on each line. */
export function annotate(
  level: 'error' | 'warning' | 'notice',
  mistakes: readonly Mistake[],
  { nameFile = (file) => file }: Partial<RenderOptions>,
): string {
  return mistakes
    .map((mistake) => {
      const { file, line, column, message } = mistake;
      const pointer = farPointer(mistake);
      const text = pointer === undefined ? message : `${pointer}: ${message}`;
      return command(level, { file: printable(nameFile(file)), line, col: column }, printable(text));
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** What makes a requirement fail is an error, and all else a warning. */
const LEVELS = { fail: 'error', warn: 'warning' } as const;

/** Writes a cause once, however many operations show it, at the first clause that is broken. */
function annotation(cause: Cause, report: Report, nameFile: (file: string) => string): string {
  const { occurrences, operations, verdict } = cause;
  const [{ requirement, finding }] = occurrences;
  const { advice, statement, reference } = requirement;
  const where = operations.length === 1 ? operations.join() : count(operations.length, 'operation');
  const [exchange, before] = [exchangeOf(finding, report), causeOf(finding, report)];
  const { file, line, column } = cause.clause;
  const pointer = farPointer(cause.clause);
  return command(
    LEVELS[verdict],
    { file: nameFile(file), line, col: column, title: `${rulesOf(cause)}: ${where}` },
    [
      causeHeading(cause),
      ...(pointer === undefined ? [] : [`clause: ${pointer}`]),
      ...(operations.length === 1 ? [] : [`at: ${namesOf(operations)}`]),
      `expected: ${finding.expected}`,
      `actual: ${finding.actual}`,
      ...alsoOf(cause),
      `required: ${statement} (${reference})`,
      `mend: ${advice}`,
      ...(before ? [`after: ${captionOf(before)}`, `sent: ${before.curl}`] : []),
      ...(exchange ? [`seen: ${captionOf(exchange)}`, `again: ${exchange.curl}`] : []),
    ].join('\n'),
  );
}

function namesOf(operations: readonly string[]): string {
  const more = operations.length - MOST_NAMED;
  return `${operations.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Writes a workflow command: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${list.join(',')}::${escapeMessage(message)}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
