import { createColors } from 'picocolors';
import { placeOf } from '../../contract/clause';
import { groupBy } from '../../support/collections';
import { count } from '../../support/words';
import { causesOf } from '../causes';
import { findingId } from '../findingIds';
import { countVerdicts } from '../outcome';
import { type ExchangeReport, type Finding, type Report, type RequirementReport, requirementName } from '../report';
import type { RenderOptions } from './reporter';
import { terminalBrief } from './terminalBrief';
import {
  bullet,
  type Colors,
  causeLines,
  inALine,
  mark,
  notReached,
  observations,
  outcomeLine,
  repeatable,
} from './terminalParts';
import { workflowSteps } from './terminalWorkflows';
import { type Unexercised, unexercised, waivable, waiverLines, wantedBy } from './unexercised';
import {
  cameToNothing,
  captionOf,
  causeOf,
  countsOf,
  coverageOf,
  describeGone,
  describeUnjudged,
  describeWaiver,
  exchangeOf,
  GONE,
  headingOf,
  isShownBefore,
  LEFT_BEHIND,
  receivedOf,
  saidOf,
  seedText,
  sizeOf,
  titleOf,
  whenOf,
  whyLeft,
  whySkipped,
  wrap,
} from './wording';

/** What every part of the text needs. */
interface Page {
  readonly report: Report;
  readonly colors: Colors;
  readonly width: number;
  /** The numbers of the requirements that showed findings first, by the text of the findings. */
  readonly shown: Map<string, string>;
}

/** The indent of the details of a requirement. */
const INDENT = ' '.repeat(12);

/** Writes the report for a terminal: what matters most on one screen, or all of it. */
export function terminal(report: Report, options: RenderOptions): string {
  return options.verbose ? inFull(report, options) : terminalBrief(report, options);
}

/** Writes all of the report. Requirements are numbered like sections of a standard, and broken ones have their evidence. */
function inFull(report: Report, { color, width }: RenderOptions): string {
  const page: Page = { report, width, colors: createColors(color), shown: new Map() };
  const { title, file } = report.contract;
  return [
    `${page.colors.bold(titleOf(report))}${title === '' ? '' : `  ${file}`}`,
    ...(report.target === '' ? [] : [`verified at ${report.target}`]),
    ...workflowSteps(report, page.colors, { width, whole: true }),
    ...(cameToNothing(report) ? [] : operations(page)),
    ...repeatable(shownIn(report)),
    ...(cameToNothing(report) ? [] : notExercised(page)),
    ...observations(page),
    ...waivers(page),
    ...gone(page),
    ...leftovers(page),
    ...notJudged(page),
    ...verdict(page),
    '',
  ].join('\n');
}

/** If there are more operations than this, each one that is in order takes only one line. */
const FEW = 3;
/** The widest name of an operation that the others are aligned with, in characters. */
const WIDEST_NAME = 40;

function operations(page: Page): string[] {
  const groups = [...groupBy(page.report.requirements, ({ operation }) => operation)];
  const widest = Math.min(WIDEST_NAME, Math.max(0, ...groups.map(([operation]) => operation.length)));
  const lines: string[] = [];
  let wasLine = false;
  for (const [at, [operation, requirements]] of groups.entries()) {
    const number = `${at + 1} `.padEnd(groups.length > FEW ? 3 : 2);
    const isLine = groups.length > FEW && requirements.every(({ verdict: each }) => each === 'pass' || each === 'skip');
    if (!(isLine && wasLine)) lines.push('');
    wasLine = isLine;
    if (isLine) {
      // Some requirement is exercised by every exchange of the operation, so the largest number is that of its exchanges.
      const sent = Math.max(...requirements.map(({ exchanges }) => exchanges));
      const line = `${number} ${operation.padEnd(widest)}  `;
      lines.push(`${line}${inALine(requirements, sent, page, page.width - line.length)}`);
    } else {
      lines.push(page.colors.bold(`${number} ${operation}`), '');
      // If there are many operations, only what is not in order is shown in full.
      const quiet = ({ verdict: each, waiver }: RequirementReport) =>
        groups.length > FEW && (each === 'pass' || (each === 'skip' && !waiver));
      const sections = requirements.flatMap((each, index) =>
        quiet(each) ? [] : [section(`${at + 1}.${index + 1}`, each, page)],
      );
      const rest = requirements.filter(quiet);
      lines.push(...sections, ...(rest.length === 0 ? [] : [`  ${''.padEnd(5)} ${othersOf(rest, page)}`]));
    }
  }
  // A finding ends with an empty line. After the last one, it is removed.
  return lines.at(-1)?.endsWith('\n') ? [...lines.slice(0, -1), lines.at(-1)?.slice(0, -1) ?? ''] : lines;
}

/** Writes "pass  14 others" or "pass  12 others, and 2 skipped". */
function othersOf(requirements: readonly RequirementReport[], { colors }: Page): string {
  const { skip: skipped } = countVerdicts(requirements);
  const passed = requirements.length - skipped;
  if (passed === 0) return `${mark('skip', colors)}  ${count(skipped, 'other')}`;
  return `${mark('pass', colors)}  ${count(passed, 'other')}${skipped === 0 ? '' : `, and ${skipped} skipped`}`;
}

function section(number: string, requirement: RequirementReport, page: Page): string {
  const { colors, width, shown } = page;
  const { exchanges, clause } = requirement;
  const seen = exchanges === 0 ? '' : `×${exchanges}`;
  const head = `  ${number.padEnd(5)} ${mark(requirement.verdict, colors)}  ${requirementName(requirement).padEnd(24)} ${seen.padEnd(5)} ${colors.dim(placeOf(clause))}`;
  if (requirement.verdict === 'pass') return head;
  if (requirement.verdict === 'skip')
    return requirement.waiver ? [head, paragraph(whySkipped(requirement), width)].join('\n') : head;
  // Many operations may share a component, and with it a finding, which is shown once.
  const said = saidOf(requirement);
  const before = shown.get(said);
  if (before !== undefined)
    return [head, paragraph(`${requirement.findings.map(headingOf).join('; ')}: as in ${before}`, width)].join('\n');
  shown.set(said, number);
  return [
    head,
    '',
    paragraph(`${requirement.statement} (${requirement.reference})`, width),
    ...requirement.findings.map((finding) => evidence(finding, requirement, page)),
    '',
    field('mend', requirement.advice, width),
    '',
  ].join('\n');
}

function evidence(finding: Finding, requirement: RequirementReport, { report, colors, width }: Page): string {
  const exchange = exchangeOf(finding, report);
  const cause = causeOf(finding, report);
  return [
    '',
    paragraph(headingOf(finding), width).replace(/\S.*/g, (line) => colors.bold(line)),
    field('id', findingId(requirement, finding), width),
    ...(finding.clause ? [field('clause', placeOf(finding.clause), width)] : []),
    field('expected', finding.expected, width),
    field('actual', finding.actual, width),
    ...(cause ? [field('after', captionOf(cause), width), `${INDENT}${'sent'.padEnd(10)}${cause.curl}`] : []),
    ...(exchange ? shownExchange(exchange, isShownBefore(finding, requirement), width) : []),
  ].join('\n');
}

function shownExchange(exchange: ExchangeReport, before: boolean, width: number): string[] {
  if (before) return [field('seen', `${captionOf(exchange)}, shown above`, width)];
  return [
    field('seen', captionOf(exchange), width),
    ...received(exchange, width),
    // The command is not broken into lines, so that it can be copied.
    `${INDENT}${'again'.padEnd(10)}${exchange.curl}`,
  ];
}

/** How many lines of a response are shown. The JSON report has more. */
const MOST_LINES = 12;

function received(exchange: ExchangeReport, width: number): string[] {
  const lines = receivedOf(exchange).split('\n');
  const longest = Math.max(20, width - INDENT.length - 12);
  const cut = lines
    .slice(0, MOST_LINES)
    .map((line) => (line.length > longest ? `${line.slice(0, longest - 1)}…` : line));
  const more = lines.length > MOST_LINES ? [`… ${count(lines.length - MOST_LINES, 'more line')}`] : [];
  return [...cut, ...more].map((line, at) => `${INDENT}${(at === 0 ? 'received' : '').padEnd(10)}| ${line}`.trimEnd());
}

/** Names the variables that the curl lines need. */
/** How many waivers are written out. The HTML report has all. */
const MOST_WAIVERS = 6;

function notExercised({ report, colors, width }: Page): string[] {
  const { requirements } = report;
  const reasons = unexercised(report);
  const several = new Set(requirements.map(({ operation }) => operation)).size > 1;
  if (reasons.length === 0) return notReached(report, width);
  const wanted = wantedBy(requirements);
  const open = waivable(requirements);
  const more = open.length - MOST_WAIVERS;
  return [
    '',
    colors.bold('Not exercised'),
    ...reasons.flatMap(({ reason, subjects }) => [
      '',
      ...subjects.map((each) => wrap(subjectOf(each, several), width, '  ')),
      wrap(reason, width, '    '),
    ]),
    ...(wanted.length === 0
      ? []
      : ['', colors.bold('To exercise what was skipped, hand over'), '', ...wanted.map((each) => bullet(each, width))]),
    ...(open.length === 0
      ? []
      : [
          '',
          colors.bold('Or let it pass, in espalier.yaml'),
          '',
          ...waiverLines(open.slice(0, MOST_WAIVERS)).map((line) => `  ${line}`),
          ...(more > 0 ? [`  # and ${more} more, which the HTML report has`] : []),
        ]),
    ...notReached(report, width),
  ];
}

/** Writes "GET /a, GET /b: media-type 400", or only "media-type 400" if the contract has one operation. */
function subjectOf({ operations: each, names }: Unexercised['subjects'][number], several: boolean): string {
  if (names.length === 0) return each.join(', ');
  return `${several ? `${each.join(', ')}: ` : ''}${names.join(', ')}`;
}

function waivers({ report: { waivers: all }, colors, width }: Page): string[] {
  if (all.length === 0) return [];
  return ['', colors.bold('Waived'), '', ...all.map((each) => bullet(describeWaiver(each), width))];
}

function gone({ report, colors, width }: Page): string[] {
  const items = describeGone(report).map((each) => bullet(each, width));
  return items.length === 0 ? [] : ['', colors.bold(GONE), '', ...items];
}

/** How many leftovers are written out. The JSON report has all. */
const MOST_LEFTOVERS = 20;

function leftovers({ report: { leftovers: all = [] }, colors, width }: Page): string[] {
  if (all.length === 0) return [];
  const more = all.length - MOST_LEFTOVERS;
  return [
    '',
    colors.bold(LEFT_BEHIND),
    ...all
      .slice(0, MOST_LEFTOVERS)
      .flatMap((left) => ['', bullet(`${left.operation} ${left.url}: ${whyLeft(left)}`, width), `    ${left.curl}`]),
    ...(more > 0 ? ['', `  … and ${more} more, which the JSON report has`] : []),
  ];
}

function notJudged({ report: { unjudged = [] }, colors, width }: Page): string[] {
  if (unjudged.length === 0) return [];
  const items = unjudged.map((each) => bullet(describeUnjudged(each), width));
  return ['', colors.bold('Not judged: these exchanges prove nothing'), '', ...items];
}

function verdict({ report, colors, width }: Page): string[] {
  const { reason } = report;
  const covered = coverageOf(report);
  return [
    '',
    outcomeLine(report, colors),
    ...(reason === undefined ? [] : [wrap(reason, width, '  ')]),
    ...brokenOnes(report, colors, width),
    `  ${countsOf(report)}`,
    ...(covered === undefined ? [] : [wrap(covered, width, '  ')]),
    `  ${sizeOf(report)}, ${whenOf(report)}${report.seed === undefined ? '' : `, seed ${seedText(report)}`}`,
  ];
}

/** How many causes the end of the report names. */
const MOST_NAMED = 10;

/** Names what is wrong once more at the end of a large report, since its findings are far above. */
function brokenOnes(report: Report, colors: Colors, width: number): string[] {
  const isLarge = new Set(report.requirements.map(({ operation }) => operation)).size > MOST_NAMED;
  const causes = isLarge ? causesOf(report) : [];
  const more = causes.length - MOST_NAMED;
  return [
    ...causes.slice(0, MOST_NAMED).flatMap((cause) => causeLines([cause], colors, width)),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

/** Returns the exchanges whose curl lines are shown. */
function shownIn(report: Report): ExchangeReport[] {
  return report.requirements
    .filter(({ verdict: each }) => each === 'fail' || each === 'warn')
    .flatMap(({ findings }) => findings)
    .flatMap((finding) => [causeOf(finding, report), exchangeOf(finding, report)].filter((each) => each !== undefined));
}

function paragraph(text: string, width: number): string {
  return wrap(text, width, INDENT);
}

function field(label: string, text: string, width: number): string {
  const hanging = INDENT + ' '.repeat(10);
  return INDENT + label.padEnd(10) + wrap(text, width, hanging).slice(hanging.length);
}
