import type { Mistake } from '../../contract/clause';
import { farPointer, placeOf } from '../../contract/clause';
import { printable } from '../../redaction/printable';
import { groupBy } from '../../support/collections';
import { count } from '../../support/words';
import { fails } from '../causes';
import { shareSeen } from '../coverageShare';
import { type Finding, type Report, type RequirementReport, requirementName } from '../report';
import type { RenderOptions } from './reporter';
import { captionOf, causeOf, exchangeOf, headingOf, mergeAlike, type RequirementGroup } from './wording';

/** Writes the findings as workflow commands, which GitHub shows on the lines of the contract. */
export function github(report: Report, { nameFile = (file) => file }: Partial<RenderOptions>): string {
  const judged = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  // If several operations have the same findings at one place of the contract, one annotation there names them all.
  const entries = mergeAlike(judged).flatMap((alike) => [...groupBy(alike, ({ clause }) => placeOf(clause)).values()]);
  const candidates = entries
    .flatMap((entry) => entry[0].findings.map((finding) => ({ entry, finding, level: levelOf(finding, entry[0]) })))
    .sort((one, other) => other.entry.length - one.entry.length);
  const annotations = (['error', 'warning'] as const).flatMap((level) => {
    const all = candidates.filter((each) => each.level === level);
    const shown = all.length > MOST_OF_A_LEVEL ? all.slice(0, MOST_OF_A_LEVEL - 1) : all;
    const left = all.length - shown.length;
    const more = `${left} more are in the summary of the run and in its other reports, those that concern the fewest operations.`;
    return [
      ...shown.map(({ entry, finding }) => annotation(finding, entry, report, nameFile)),
      ...(left === 0 ? [] : [command(level, { title: `${report.tool.name}: not all is shown` }, more)]),
    ];
  });
  const { outcome, reason, mistakes = [], tool } = report;
  const seen = outcome === 'conforms' ? shareSeen(report) : undefined;
  const partly =
    seen === undefined ? [] : [command('notice', { title: `${tool.name}: ${outcome}` }, `in what was seen: ${seen}`)];
  const lines = annotate('error', mistakes, { nameFile });
  const stopped =
    reason === undefined || mistakes.length > 0
      ? []
      : [command('error', { title: `${tool.name}: ${outcome}` }, reason)];
  return lines + [...stopped, ...partly, ...annotations].map((line) => `${line}\n`).join('');
}

/** GitHub shows ten annotations of a level for a step, and silently drops the rest. One of the ten is left for the outcome of the run. */
const MOST_OF_A_LEVEL = 9;

/** How many operations one annotation names at most. */
const MOST_NAMED = 20;

/** Writes the mistakes of a contract or a configuration as workflow commands, one on each line. */
export function annotate(
  level: 'error' | 'warning',
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

function annotation(
  finding: Finding,
  [requirement, ...alike]: RequirementGroup,
  report: Report,
  nameFile: (file: string) => string,
): string {
  const { clause, operation, advice, statement } = requirement;
  const where = alike.length === 0 ? operation : count(alike.length + 1, 'operation');
  const [exchange, cause] = [exchangeOf(finding, report), causeOf(finding, report)];
  const clauseOfFinding = finding.clause ?? clause;
  const { file, line, column } = clauseOfFinding;
  const pointer = farPointer(clauseOfFinding);
  const place = { file: nameFile(file), line, col: column };
  return command(
    levelOf(finding, requirement),
    { ...place, title: `${requirementName(requirement)}: ${where}` },
    [
      headingOf(finding),
      ...(pointer === undefined ? [] : [`clause: ${pointer}`]),
      ...(alike.length === 0 ? [] : [`at: ${namesOf([requirement, ...alike])}`]),
      `expected: ${finding.expected}`,
      `actual: ${finding.actual}`,
      `required: ${statement} (${requirement.reference})`,
      `mend: ${advice}`,
      ...(cause ? [`after: ${captionOf(cause)}`, `sent: ${cause.curl}`] : []),
      ...(exchange ? [`seen: ${captionOf(exchange)}`, `again: ${exchange.curl}`] : []),
    ].join('\n'),
  );
}

function namesOf(requirements: readonly RequirementReport[]): string {
  const names = requirements.slice(0, MOST_NAMED).map(({ operation }) => operation);
  const more = requirements.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Returns the level of a finding: what makes a requirement fail is an error, and all else a warning. */
function levelOf(finding: Finding, requirement: RequirementReport): 'error' | 'warning' {
  return fails({ requirement, finding }) || finding.level === 'must' ? 'error' : 'warning';
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
