/** The report in Markdown: the summary page of a workflow run, and a comment on a pull request. */

import type { Clause } from '../../contract/clause';
import { placeOf } from '../../contract/clause';
import { type Cause, type CausesTogether, causesOf, eachMessageOf, headingOfAll, putTogether } from '../causes';
import { shareSeen } from '../coverageShare';
import { type Report, type RequirementReport, requirementName, type Verdict, type WorkflowOutput } from '../report';
import { codeMarkdown, fencedMarkdown, inHtml, plainMarkdown } from './markdownText';
import type { RenderOptions } from './reporter';
import { type Unexercised, unexercised, wantedBy } from './unexercised';
import {
  alsoOf,
  answeredStep,
  cameToNothing,
  causeHeading,
  countsOf,
  coverageOf,
  describeGone,
  describeUnjudged,
  evidenceOf,
  GONE,
  LEFT_BEHIND,
  lessThanWhole,
  rulesOf,
  sizeOf,
  stepTarget,
  titleOf,
  whenOf,
  whereOf,
  whyLeft,
  whySkipped,
} from './wording';

const MARKS: Readonly<Record<Verdict | Report['outcome'], string>> = {
  pass: '✅',
  fail: '❌',
  warn: '⚠️',
  skip: '⏭️',
  conforms: '✅',
  violates: '❌',
  incomplete: '⏭️',
  error: '⛔',
};

/** The mark of an outcome that only a part of the contract shows. */
const PARTLY = 'ℹ️';

/** How much of a report is written: rows of each part, and evidence in bytes. */
interface Room {
  readonly rows: number;
  /** Of the table of what is not in order, in bytes. */
  readonly table: number;
  readonly evidence: number;
}

/** The table of what is not in order has more rows than other parts, but no more than anybody reads. */
const MOST_TABLE_ROWS = 500;

/** GitHub drops a summary of more than 1 MiB. */
const PAGE: Room = { rows: 500, table: 400 * 1024, evidence: 512 * 1024 };

/** GitHub refuses a comment of more than 65,536 characters; GitLab takes more. */
const COMMENT: Room = { rows: 15, table: 24 * 1024, evidence: 16 * 1024 };

/** Writes the report in GitHub's Markdown, for the summary page of a workflow run: first the outcome, then what is not in order. */
export function summary(report: Report, options: Partial<RenderOptions>): string {
  return within(PAGE, report, options);
}

/** Writes the report in Markdown, for a comment on a pull request: as the summary page, and short enough for that. */
export function markdown(report: Report, options: RenderOptions): string {
  return within(COMMENT, report, options);
}

function within(room: Room, report: Report, { nameFile = (file) => file }: Partial<RenderOptions>): string {
  const { target, outcome, reason } = report;
  const requirements = cameToNothing(report) ? [] : report.requirements.map((each) => withFileName(each, nameFile));
  const causes = causesOf({ requirements });
  const waived = requirements.filter(({ waiver }) => waiver);
  const rows = [
    ...putTogether(causes).flatMap(brokenOnes),
    ...unexercised({ ...report, requirements }).flatMap(skipped),
    ...waived.map(letPass),
  ];
  const evidence = upTo(room.evidence, [
    ...causes.slice(0, room.rows).map((cause) => detailsOf(cause, report)),
    ...waived.slice(0, room.rows).flatMap((each) => (each.findings.length > 0 ? [details(each, report)] : [])),
  ]);
  const table = fitting(room.table, rows.slice(0, MOST_TABLE_ROWS));
  const wanted = wantedBy(requirements);
  const covered = coverageOf(report);
  const seen = shareSeen(report);
  const known = lessThanWhole(report);
  const gone = describeGone(report);
  const isPartly = outcome === 'conforms' && (seen !== undefined || known !== undefined);
  return [
    `## ${isPartly ? PARTLY : MARKS[outcome]} ${plainMarkdown(titleOf(report))}: ${outcome}${seen === undefined ? '' : plainMarkdown(` in what was seen: ${seen}`)}${known === undefined ? '' : plainMarkdown(`: ${known}`)}`,
    '',
    `${target === '' ? '' : `${plainMarkdown(target)}: `}${countsOf(report)} (${sizeOf(report)}, ${whenOf(report)})`,
    ...(reason === undefined ? [] : ['', `**${plainMarkdown(reason)}**`]),
    ...(covered === undefined ? [] : ['', plainMarkdown(covered)]),
    ...(gone.length === 0 ? [] : ['', GONE, '', ...listed(gone.map(plainMarkdown), room)]),
    ...(rows.length === 0
      ? []
      : ['', '| verdict | finding or reason | operation | clause |', '|---|---|---|---|', ...table]),
    ...(rows.length > table.length
      ? ['', `… and ${rows.length - table.length} more, which the other reports have.`]
      : []),
    ...(wanted.length === 0
      ? []
      : ['', 'To exercise what was skipped, hand over', '', ...listed(wanted.map(plainMarkdown), room)]),
    ...ofWorkflows(report, room),
    ...leftBehind(report, room),
    ...notJudged(report, room),
    ...evidence,
    '',
  ].join('\n');
}

/** Writes a row for each step of the workflows, with its criteria and its outputs. */
function ofWorkflows({ workflows = [] }: Report, { rows: most, table }: Room): string[] {
  const rows = workflows.flatMap(({ id, steps, outputs }) => [
    ...steps.map((step) => {
      const criteria = step.criteria.map(
        ({ condition, kept }) => `${kept ? 'kept' : '**not kept**'} ${cell(condition)}`,
      );
      const asked = plainMarkdown(`${stepTarget(step)}: ${answeredStep(step)}`);
      return `| ${MARKS[step.verdict]} ${plainMarkdown(`${id}/${step.id}`)} | ${asked} | ${criteria.join('<br>')} | ${outputCell(step.outputs)} |`;
    }),
    ...(outputs.length === 0 ? [] : [`| ${plainMarkdown(id)} |  |  | ${outputCell(outputs)} |`]),
  ]);
  if (rows.length === 0) return [];
  const shown = fitting(table / 4, rows.slice(0, most * 2));
  const more = rows.length - shown.length;
  return [
    '',
    '| step | asked, and answered | criteria | outputs |',
    '|---|---|---|---|',
    ...shown,
    ...(more > 0 ? ['', `… and ${more} more, which the other reports have.`] : []),
  ];
}

function outputCell(outputs: readonly WorkflowOutput[]): string {
  return outputs.map(({ name, value }) => `${plainMarkdown(name)} = ${cell(value)}`).join('<br>');
}

/** Code within a table, where a bar would end the cell. */
function cell(text: string): string {
  return codeMarkdown(text.replace(/\s+/g, ' ')).replaceAll('|', '\\|');
}

function leftBehind({ leftovers = [] }: Report, room: Room): string[] {
  if (leftovers.length === 0) return [];
  const told = leftovers.map((left) => {
    const { operation, url, curl } = left;
    return `${plainMarkdown(`${operation} ${url}: ${whyLeft(left)}`)}: ${plainMarkdown(curl)}`;
  });
  return ['', LEFT_BEHIND, '', ...listed(told, room)];
}

function notJudged({ unjudged = [] }: Report, room: Room): string[] {
  if (unjudged.length === 0) return [];
  const told = unjudged.map((each) => plainMarkdown(describeUnjudged(each)));
  return ['', 'Not judged: these exchanges prove nothing', '', ...listed(told, room)];
}

/** Lists the first texts, and says how many more there are. */
function listed(texts: readonly string[], { rows }: Room): string[] {
  const more = texts.length - rows;
  return [...texts.slice(0, rows).map((text) => `- ${text}`), ...(more > 0 ? [`- … and ${more} more`] : [])];
}

function withFileName(requirement: RequirementReport, nameFile: (file: string) => string): RequirementReport {
  const named = (clause: Clause) => ({ ...clause, file: nameFile(clause.file) });
  const findings = requirement.findings.map((each) => (each.clause ? { ...each, clause: named(each.clause) } : each));
  return { ...requirement, clause: named(requirement.clause), findings };
}

/** Returns the first of the texts that have room together, in bytes, and says how many more there are. */
function upTo(bytes: number, texts: readonly string[]): string[] {
  const shown = fitting(bytes, texts);
  const missing = texts.length - shown.length;
  return missing === 0 ? shown : [...shown, '', `The evidence of ${missing} more is in the other reports.`];
}

function fitting(bytes: number, texts: readonly string[]): string[] {
  let left = bytes;
  return texts.filter((text) => {
    left -= Buffer.byteLength(text);
    return left >= 0;
  });
}

/** Writes the rows of causes, below the heading that they have in common. */
function brokenOnes(kind: CausesTogether): string[] {
  const heading = headingOfAll(kind);
  const rows = kind.map(broken);
  const operations = [...new Set(kind.flatMap((cause) => cause.operations))];
  return heading === undefined ? rows : [row(kind[0].verdict, heading, rulesOf(kind[0]), operations, ''), ...rows];
}

/** Writes the row of a cause. What is wrong comes first, then the names of the requirements. */
function broken(cause: Cause): string {
  const why = [causeHeading(cause), ...alsoOf(cause)].join('; ');
  return row(cause.verdict, why, rulesOf(cause), cause.operations, placeOf(cause.clause));
}

function skipped({ reason, subjects }: Unexercised): string[] {
  return subjects.map(({ operations, names }) => row('skip', reason, names.join(', '), operations, ''));
}

function letPass(requirement: RequirementReport): string {
  return row(
    requirement.verdict,
    whySkipped(requirement),
    requirementName(requirement),
    [requirement.operation],
    placeOf(requirement.clause),
  );
}

/** How many operations one row names at most. */
const MOST_NAMED = 5;

function row(verdict: Verdict, why: string, name: string, where: readonly string[], place: string): string {
  const more = where.length > MOST_NAMED ? [`and ${where.length - MOST_NAMED} more`] : [];
  const cells = [
    `**${plainMarkdown(why)}**${name === '' ? '' : `<br>${plainMarkdown(name)}`}`,
    [...where.slice(0, MOST_NAMED), ...more].map(plainMarkdown).join('<br>'),
    plainMarkdown(place),
  ];
  return `| ${MARKS[verdict]} ${verdict} | ${cells.join(' | ')} |`;
}

/** Shows a cause by one exchange for each of its messages. */
function detailsOf(cause: Cause, report: Report): string {
  const [{ requirement }] = cause.occurrences;
  const examples = eachMessageOf(cause);
  const findings = examples.map(({ finding }) => finding);
  const evidence = examples.map((each) => evidenceOf(each.finding, { ...each.requirement, findings }, report));
  return folded(requirement, evidence, cause.operations);
}

function details(requirement: RequirementReport, report: Report): string {
  const evidence = requirement.findings.map((finding) => evidenceOf(finding, requirement, report));
  return folded(requirement, evidence, [requirement.operation]);
}

function folded(requirement: RequirementReport, evidence: readonly string[], operations: readonly string[]): string {
  // Inside the tags, Markdown has no meaning, so only HTML is escaped.
  const name = inHtml(`${requirementName(requirement)}: ${whereOf(operations)}`);
  return [
    '',
    `<details><summary>${name}</summary>`,
    '',
    plainMarkdown(`${requirement.statement} (${requirement.reference})`),
    '',
    ...fencedMarkdown(evidence.join('\n\n')),
    '',
    plainMarkdown(requirement.advice),
    '',
    '</details>',
  ].join('\n');
}
