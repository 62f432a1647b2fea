/** What several reporters say in the same words. */

import { placeOf } from '../../contract/clause';
import { groupBy } from '../../support/collections';
import { count } from '../../support/words';
import { percentOf } from '../coverageShare';
import {
  type ExchangeReport,
  type Finding,
  type Report,
  type RequirementReport,
  requirementName,
  type UnjudgedReport,
  type WaiverReport,
} from '../report';

/** Breaks a text at spaces so that no line is longer than `width` characters, where a word allows it. */
export function wrap(text: string, width: number, indent = ''): string {
  return text
    .split('\n')
    .flatMap((paragraph) => breakLine(paragraph, width - indent.length))
    .map((line) => indent + line)
    .join('\n');
}

function breakLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** "37 ms", "2.4 s". */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** "9 passed, 3 failed, 1 warning, 0 skipped, 2 not reached". */
export function countsOf({ counts: { pass, fail, warn, skip }, requirements }: Report): string {
  const unreached = requirements.filter((each) => each.unreached).length;
  const rest = unreached === 0 ? '' : `, ${unreached} not reached`;
  return `${pass} passed, ${fail} failed, ${count(warn, 'warning')}, ${skip - unreached} skipped${rest}`;
}

/** "Plant Store 1.0.0"; the file where it could not be read. */
export function titleOf({ contract: { title, version, file } }: Report): string {
  return title === '' ? file : `${title} ${version}`;
}

/** The most of a commit that people read, in digits. */
const SHORT_COMMIT = 10;

export function shortCommit(commit: string): string {
  return commit.slice(0, SHORT_COMMIT);
}

/** "2026-11-21 10:00:00 UTC". */
export function timeOf({ startedAt }: Report): string {
  return startedAt.replace(/^(.*)T(.*?)(\.\d+)?Z$/, '$1 $2 UTC');
}

/** "2026-11-21 10:00:00 UTC, commit 0123456789". */
export function whenOf(report: Report): string {
  const { commit } = report;
  return commit === undefined ? timeOf(report) : `${timeOf(report)}, commit ${shortCommit(commit)}`;
}

/** The variables that curl lines leave to the environment, such as ESPALIER_TOKEN. */
export function variablesOf(exchanges: readonly ExchangeReport[]): string[] {
  return [
    ...new Set(
      exchanges.flatMap(({ curl }) => [...curl.matchAll(/\$([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name)),
    ),
  ];
}

/** "13 requirements, 26 exchanges, 37 ms". */
export function sizeOf({ requirements, sent, durationMs }: Report): string {
  return `${count(requirements.length, 'requirement')}, ${count(sent, 'exchange')}, ${duration(durationMs)}`;
}

/** "Coverage 83.3 % (25 of 30 clauses of the contract)"; nothing where there was no run. */
export function coverageOf(report: Report): string | undefined {
  const { coverage } = report;
  if (!coverage || coverage.clauses === 0 || cameToNothing(report)) return undefined;
  const { exercised, clauses } = coverage;
  return `Coverage ${percentOf(coverage)} (${exercised} of ${count(clauses, 'clause')} of the contract)`;
}

/** Why a requirement has no verdict of its own. */
export function whySkipped({ waiver, reason }: RequirementReport): string {
  if (!waiver) return reason ?? '';
  return `waived${waiver.until === undefined ? '' : ` until ${waiver.until}`}: ${waiver.reason}`;
}

/** Whether the run ended before anything could be judged: a list of what it did not get to would say nothing. */
export function cameToNothing({ outcome, requirements }: Report): boolean {
  return outcome === 'error' && requirements.every(({ verdict }) => verdict === 'skip');
}

/** "media-type at DELETE /plants/{id} until 2027-01-31 (applied): the gateway answers first". */
/** "GET /plants: 2 exchanges: a body was longer than 8 MiB". */
export function describeUnjudged({ operation, reason, exchanges }: UnjudgedReport): string {
  return `${operation}: ${count(exchanges, 'exchange')}: ${reason}`;
}

export function describeWaiver({ rule, operation, reason, until, state }: WaiverReport): string {
  const place = operation === undefined ? '' : ` at ${operation}`;
  const limit = until === undefined ? '' : ` until ${until}`;
  return `${rule}${place}${limit} (${state}): ${reason}`;
}

/** The exchange that shows a finding. */
export function exchangeOf({ exchange }: Pick<Finding, 'exchange'>, { exchanges }: Report): ExchangeReport | undefined {
  return exchanges.find(({ index }) => index === exchange);
}

/** The exchange that brought a finding about, where another one shows it. */
export function causeOf({ after }: Finding, report: Report): ExchangeReport | undefined {
  return after === undefined ? undefined : exchangeOf({ exchange: after }, report);
}

/** Whether an earlier finding of the requirement is shown by the same exchange. */
export function isShownBefore(finding: Finding, { findings }: RequirementReport): boolean {
  return findings.findIndex(({ exchange }) => exchange === finding.exchange) < findings.indexOf(finding);
}

/** "#3, valid: as the contract says". */
export function captionOf({ index, probe, case: name }: ExchangeReport): string {
  return `#${index}, ${probe}: ${name}`;
}

/** What came on the wire, or that nothing came. */
export function receivedOf({ raw, error }: ExchangeReport): string {
  if (raw !== '') return raw.trimEnd();
  return error ? '(nothing)' : '(no byte)';
}

/** The message of a finding with its weight and its number: "a 401 has no WWW-Authenticate (should) (6 exchanges)". */
export function headingOf({ message, level, exchanges }: Finding): string {
  const times = exchanges.length === 1 ? '' : ` (${count(exchanges.length, 'exchange')})`;
  return `${message}${level === 'should' ? ' (should)' : ''}${times}`;
}

/** What the findings of a requirement say, in the same words wherever the same is wrong. */
export function saidOf(requirement: RequirementReport): string {
  // Where a clause is named, what came instead differs with each answer; else it is what went wrong.
  const said = requirement.findings.map(({ level, message, expected, actual, clause }) =>
    [level, message, expected, clause ? '' : actual].join(' '),
  );
  return [requirementName(requirement), ...said].join('\n');
}

/** A requirement, and those of other operations with the same findings. */
export type RequirementGroup = readonly [RequirementReport, ...RequirementReport[]];

/** What several operations have wrong in the same way, once. */
export function mergeAlike(requirements: readonly RequirementReport[]): RequirementGroup[] {
  return [...groupBy(requirements, saidOf).values()];
}

/** A finding with its evidence in plain text, for where there is neither colour nor a known width. */
export function evidenceOf(finding: Finding, requirement: RequirementReport, report: Report): string {
  const exchange = exchangeOf(finding, report);
  const cause = causeOf(finding, report);
  return [
    headingOf(finding),
    `expected  ${finding.expected}`,
    `actual    ${finding.actual}`,
    `contract  ${placeOf(finding.clause ?? requirement.clause)}`,
    ...(cause ? [`after     ${captionOf(cause)}`, `sent      ${cause.curl}`] : []),
    ...(exchange ? shown(exchange, isShownBefore(finding, requirement)) : []),
  ].join('\n');
}

function shown(exchange: ExchangeReport, before: boolean): string[] {
  if (before) return [`seen      ${captionOf(exchange)}, shown above`];
  return [
    `seen      ${captionOf(exchange)}`,
    ...(exchange.error ? [`error     the target ${exchange.error.message}`] : []),
    `again     ${exchange.curl}`,
    'received',
    receivedOf(exchange).replace(/^/gm, '  | ').replace(/ +$/gm, ''),
  ];
}
