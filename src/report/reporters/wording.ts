/** Holds the phrases that several reporters use. */

import { placeOf } from '../../contract/clause';
import { count } from '../../support/words';
import type { Cause } from '../causes';
import { percentOf, whyNotExercised } from '../coverageShare';
import { findingId } from '../findingIds';
import { isKnownGap } from '../outcome';
import {
  type ExchangeReport,
  type Finding,
  type Leftover,
  type Report,
  type RequirementReport,
  requirementName,
  type UnjudgedReport,
  type WaiverReport,
  type WorkflowStepReport,
} from '../report';

/** Breaks a text at spaces, so that no line is longer than `width` characters, unless a single word is. */
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

/** Writes a duration as "37 ms" or "2.4 s". */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Writes "9 passed, 3 failed, 1 warning, 5 skipped (2 of them not reached)". Every report has these numbers. */
export function countsOf({ counts: { pass, fail, warn, skip }, requirements, baseline }: Report): string {
  const unreached = requirements.filter((each) => each.verdict === 'skip' && each.unreached).length;
  const rest = unreached === 0 ? '' : ` (${unreached === skip ? 'not' : `${unreached} of them not`} reached)`;
  const known = baseline === undefined ? '' : `, ${count(baseline.known, 'known breach', 'known breaches')}`;
  return `${pass} passed, ${fail} failed, ${count(warn, 'warning')}, ${skip} skipped${rest}${known}`;
}

/** Writes what `conforms` speaks of where that is less than it seems: "nothing was verified", "no new breach; 12 known". */
export function lessThanWhole(report: Report): string | undefined {
  return isOfNothing(report) ? 'nothing was verified' : onlyKnown(report);
}

/** Tells whether a run had nothing to verify. Its reason says why. */
export function isOfNothing({ outcome, requirements }: Report): boolean {
  return outcome === 'conforms' && requirements.length === 0;
}

/** Writes "no new breach; 12 known" of a run that broke nothing but what its baseline has. Conforming is something else. */
export function onlyKnown({ baseline, counts: { fail, warn }, outcome }: Report): string | undefined {
  const { known = 0, unexercised = 0 } = baseline ?? {};
  if (known + unexercised === 0 || fail > 0 || warn > 0 || outcome === 'error') return undefined;
  const gaps = unexercised === 0 ? '' : `; ${count(unexercised, 'requirement')} not exercised, as before`;
  return `no new breach; ${known} known${gaps}`;
}

/** Names what the baseline has and the run did not find, such as "k4m2x9d: body-schema 200 at GET /orders". */
export function describeGone({ baseline }: Report): string[] {
  return (baseline?.gone ?? []).map(({ id, rule, operation }) => `${id}: ${rule} at ${operation}`);
}

export const GONE = 'No longer seen: the baseline has them (--baseline-update removes them)';

/** Names the contract: "Plant Store 1.0.0", or by its file if it could not be read. */
export function titleOf({ contract: { title, version, file } }: Report): string {
  return title === '' ? file : `${title} ${version}`;
}

/** How many digits of a commit are shown. */
const SHORT_COMMIT = 10;

export function shortCommit(commit: string): string {
  return commit.slice(0, SHORT_COMMIT);
}

/** Writes the time of the run as "2026-11-21 10:00:00 UTC". */
export function timeOf({ startedAt }: Report): string {
  return startedAt.replace(/^(.*)T(.*?)(\.\d+)?Z$/, '$1 $2 UTC');
}

/** Writes the time and the commit of the run as "2026-11-21 10:00:00 UTC, commit 0123456789". */
export function whenOf(report: Report): string {
  const { commit } = report;
  return commit === undefined ? timeOf(report) : `${timeOf(report)}, commit ${shortCommit(commit)}`;
}

/** Returns the environment variables that curl lines use, such as ESPALIER_TOKEN. */
export function variablesOf(exchanges: readonly ExchangeReport[]): string[] {
  return [
    ...new Set(
      exchanges.flatMap(({ curl }) =>
        // They stand in double quotes alone. What stands in single quotes, or behind a backslash, means itself.
        [...curl.matchAll(/'[^']*'|\\'|"((?:[^"\\]|\\[\s\S])*)"/g)].flatMap(([, double = '']) =>
          [...double.replace(/\\[\s\S]/g, '').matchAll(/\$\{?([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name),
        ),
      ),
    ),
  ];
}

/** Writes "13 requirements, 26 exchanges, 37 ms". */
export function sizeOf({ requirements, sent, durationMs }: Report): string {
  return `${count(requirements.length, 'requirement')}, ${count(sent, 'exchange')}, ${duration(durationMs)}`;
}

/**
 * Writes "Coverage 83.3 % (25 of 30 clauses of the contract); 5 were not: no response 404 came (5)". @returns undefined if there was no run.
 */
export function coverageOf(report: Report): string | undefined {
  const { coverage } = report;
  if (!coverage || coverage.clauses === 0 || cameToNothing(report)) return undefined;
  const { exercised, clauses } = coverage;
  const why = whyNotExercised(coverage);
  return `Coverage ${percentOf(coverage)} (${exercised} of ${count(clauses, 'clause')} of the contract)${why === undefined ? '' : `; ${why}`}`;
}

/** Says why a requirement was skipped. */
export function whySkipped(requirement: RequirementReport): string {
  const { waiver, reason } = requirement;
  if (!waiver) return reason ?? '';
  if (isKnownGap(requirement)) return [waiver.reason, reason ?? []].flat().join(': ');
  if (waiver.known) return `known: ${waiver.reason}`;
  return `waived${waiver.until === undefined ? '' : ` until ${waiver.until}`}: ${waiver.reason}`;
}

/** Tells whether the run ended before anything was judged. Then a list of its requirements would say nothing. */
export function cameToNothing({ outcome, requirements }: Report): boolean {
  return outcome === 'error' && requirements.every(({ verdict }) => verdict === 'skip');
}

/** Writes "GET /plants: 2 exchanges: a body was longer than 8 MiB". */
export function describeUnjudged({ operation, reason, exchanges }: UnjudgedReport): string {
  return `${operation}: ${count(exchanges, 'exchange')}: ${reason}`;
}

/** Writes "media-type at DELETE /plants/{id} until 2027-01-31 (applied): the gateway answers first". */
export function describeWaiver({ rule, operation, reason, until, state }: WaiverReport): string {
  const place = operation === undefined ? '' : ` at ${operation}`;
  const limit = until === undefined ? '' : ` until ${until}`;
  return `${rule}${place}${limit} (${state}): ${reason}`;
}

/** Returns the exchange that shows a finding. */
export function exchangeOf({ exchange }: Pick<Finding, 'exchange'>, { exchanges }: Report): ExchangeReport | undefined {
  return exchanges.find(({ index }) => index === exchange);
}

/** Returns the exchange that caused a finding, if another exchange shows it. */
export function causeOf({ after }: Finding, report: Report): ExchangeReport | undefined {
  return after === undefined ? undefined : exchangeOf({ exchange: after }, report);
}

/** Tells whether the same exchange shows an earlier finding of the requirement. */
export function isShownBefore(finding: Finding, { findings }: Pick<RequirementReport, 'findings'>): boolean {
  return findings.findIndex(({ exchange }) => exchange === finding.exchange) < findings.indexOf(finding);
}

/** Names an exchange: "#3, valid: as the contract says". */
export function captionOf({ index, probe, case: name }: ExchangeReport): string {
  return `#${index}, ${probe}: ${name}`;
}

/** Returns what came on the wire, or says that nothing came. */
export function receivedOf({ raw, error }: ExchangeReport): string {
  if (raw !== '') return raw.trimEnd();
  return error ? '(nothing)' : '(no byte)';
}

/** Writes the message of a finding with its level and its number: "a 401 has no WWW-Authenticate (should) (6 exchanges)". */
export function headingOf({ message, level, exchanges, known }: Finding): string {
  return `${known ? 'known: ' : ''}${headed(message, level, exchanges.length)}`;
}

/** Does the same for a cause, with the number of all exchanges that show it. */
export function causeHeading({ message, occurrences: [{ finding }], exchanges }: Cause): string {
  return headed(message, finding.level, exchanges);
}

function headed(message: string, level: Finding['level'], exchanges: number): string {
  return `${message}${level === 'should' ? ' (should)' : ''}${exchanges === 1 ? '' : ` (${count(exchanges, 'exchange')})`}`;
}

/** Writes "GET /orders", "GET /orders and 3 others". */
export function whereOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${count(others.length, 'other')}`;
}

/** Names the requirements that a cause breaks: "media-type 404, body-syntax 404", "media-type 404 and 3 others". */
export function rulesOf({ names }: Cause): string {
  return names.length > 2 ? `${names[0]} and ${count(names.length - 1, 'other')}` : names.join(', ');
}

/** How many other ways to break the same clause, and how many echoes, are told. */
const MOST_ALSO = 5;

/** Writes what else is wrong for the same cause: "also: must not have the property "b"", "echo: GET /things: /b must be string". */
export function alsoOf({ alike, echoes }: Cause): string[] {
  const more = (all: readonly unknown[]) => (all.length > MOST_ALSO ? [`… and ${all.length - MOST_ALSO} more`] : []);
  return [
    ...alike.slice(0, MOST_ALSO).map((end) => `also: ${end}`),
    ...more(alike),
    ...echoes
      .slice(0, MOST_ALSO)
      .map((echo) => `echo: ${echo.operations.join(', ')}: ${echo.message} (${rulesOf(echo)})`),
    ...more(echoes),
  ];
}

/** Returns the text of the findings of a requirement. Requirements with the same text have the same findings. */
export function saidOf(requirement: RequirementReport): string {
  // If a finding names its own clause, what came instead differs from answer to answer, so it is left out.
  const said = requirement.findings.map(({ level, message, expected, actual, clause }) =>
    [level, message, expected, clause ? '' : actual].join(' '),
  );
  return [requirementName(requirement), ...said].join('\n');
}

/** Writes a finding with its evidence in plain text, without colours or a width. */
export function evidenceOf(finding: Finding, requirement: RequirementReport, report: Report): string {
  const exchange = exchangeOf(finding, report);
  const cause = causeOf(finding, report);
  return [
    headingOf(finding),
    `id        ${findingId(requirement, finding)}`,
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

/** Returns what `--seed` takes to repeat the run: `7`, or `7.k3f9x2` with a salt. */
export function seedText({ seed, salt }: Pick<Report, 'seed' | 'salt'>): string {
  return `${seed ?? ''}${salt === undefined ? '' : `.${salt}`}`;
}

/** The heading of the leftovers. */
export const LEFT_BEHIND = 'Left behind: what the run made or changed, or may have, and did not see undone';

/** Says why something was left behind, beside the name of the operation that its reason may begin with. */
export function whyLeft({ operation, reason }: Leftover): string {
  return reason.startsWith(`${operation} `) ? `it ${reason.slice(operation.length + 1)}` : reason;
}

/** Says what answered a step of a workflow: a status, or that there was none. */
export function answeredStep({ status, verdict, workflow }: WorkflowStepReport): string {
  if (status !== undefined) return String(status);
  if (verdict === 'skip') return workflow === undefined ? 'not sent' : 'not run';
  return workflow === undefined ? 'no answer' : 'run';
}

/** Says what a step of a workflow asks, or which workflow it runs. */
export function stepTarget({ operation, workflow = '' }: WorkflowStepReport): string {
  return operation ?? `workflow ${workflow}`;
}
