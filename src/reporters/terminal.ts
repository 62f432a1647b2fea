import { createColors } from 'picocolors';
import { count } from '../count';
import { groupBy } from '../groupBy';
import type { ExchangeReport, Finding, Report, RequirementReport, Verdict } from '../report';
import type { RenderOptions } from './reporter';
import {
  cameToNothing,
  captionOf,
  countsOf,
  describeWaiver,
  exchangeOf,
  headingOf,
  isShownBefore,
  nameOf,
  placeOf,
  receivedOf,
  sizeOf,
  wantedBy,
  whySkipped,
  wrap,
} from './text';

type Colors = ReturnType<typeof createColors>;

/** Where the details of a requirement begin, in characters. */
const INDENT = ' '.repeat(12);

/** The report for a person at a terminal: the clauses like the sections of a standard, evidence where one is broken. */
export function terminal(report: Report, { color, width }: RenderOptions): string {
  const colors = createColors(color);
  const { title, version, file } = report.contract;
  const operations = [...groupBy(report.requirements, ({ operation }) => operation)];
  const sections = operations.map(([operation, requirements], at) =>
    [
      colors.bold(`${at + 1}  ${operation}`),
      '',
      ...requirements.map((each, index) =>
        section(`${at + 1}.${index + 1}`, sayOnce(each, requirements[index - 1]), report, colors, width),
      ),
    ].join('\n'),
  );
  return [
    `${colors.bold(`${title} ${version}`)}  ${file}`,
    `verified at ${report.target}`,
    ...(cameToNothing(report) ? [] : ['', ...sections]),
    ...observations(report, colors),
    ...waivers(report, colors, width),
    ...toHandOver(report, colors, width),
    ...verdict(report, colors, width),
    '',
  ].join('\n');
}

/** Several requirements are often skipped for one reason: it is told with the first of them. */
function sayOnce(each: RequirementReport, before: RequirementReport | undefined): RequirementReport {
  const same = each.reason !== undefined && each.reason === before?.reason && !each.waiver && !before.waiver;
  return same ? { ...each, reason: 'as above' } : each;
}

const MARKS: Readonly<Record<Verdict, string>> = { pass: 'pass', fail: 'FAIL', warn: 'WARN', skip: 'skip' };

function mark(verdict: Verdict, colors: Colors): string {
  const paint = { pass: colors.green, fail: colors.red, warn: colors.yellow, skip: colors.cyan }[verdict];
  return paint(MARKS[verdict]);
}

function section(number: string, each: RequirementReport, report: Report, colors: Colors, width: number): string {
  const { verdict, exchanges, clause } = each;
  const seen = exchanges === 0 ? '' : `×${exchanges}`;
  const head = `  ${number.padEnd(5)} ${mark(verdict, colors)}  ${nameOf(each).padEnd(24)} ${seen.padEnd(5)} ${colors.dim(placeOf(clause))}`;
  if (verdict === 'pass') return head;
  if (verdict === 'skip') return [head, paragraph(whySkipped(each), width)].join('\n');
  return [
    head,
    '',
    paragraph(`${each.statement} (${each.reference})`, width),
    ...each.findings.map((finding) => evidence(finding, each, report, colors, width)),
    '',
    field('mend', each.advice, width),
    '',
  ].join('\n');
}

function evidence(
  finding: Finding,
  requirement: RequirementReport,
  report: Report,
  colors: Colors,
  width: number,
): string {
  const exchange = exchangeOf(finding, report);
  return [
    '',
    paragraph(headingOf(finding), width).replace(/\S.*/g, (line) => colors.bold(line)),
    field('expected', finding.expected, width),
    field('actual', finding.actual, width),
    ...(exchange ? shown(exchange, isShownBefore(finding, requirement), width) : []),
  ].join('\n');
}

function shown(exchange: ExchangeReport, before: boolean, width: number): string[] {
  if (before) return [field('seen', `${captionOf(exchange)}, shown above`, width)];
  return [
    field('seen', captionOf(exchange), width),
    ...received(exchange, width),
    // Not broken into lines, so that it can be copied.
    `${INDENT}${'again'.padEnd(10)}${exchange.curl}`,
  ];
}

/** The most lines of a response that are shown; the whole is in the JSON report. */
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

function observations({ observations: seen }: Report, colors: Colors): string[] {
  if (seen.length === 0) return [];
  return [
    '',
    colors.bold('Seen where the contract is silent (no verdict)'),
    '',
    // The same answer of several operations is one row; the JSON report tells them apart.
    ...[...groupBy(seen, ({ message }) => message).values()].map((group) => {
      const [{ asked, answered, declared }] = group;
      const times = group.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
      const status = declared ? answered : `${answered} (undeclared)`;
      return `  ${asked.padEnd(34)} ${status.padEnd(34)} ×${times}`;
    }),
  ];
}

function waivers({ waivers: all }: Report, colors: Colors, width: number): string[] {
  if (all.length === 0) return [];
  return ['', colors.bold('Waived'), '', ...all.map((each) => bullet(describeWaiver(each), width))];
}

function toHandOver({ requirements }: Report, colors: Colors, width: number): string[] {
  const wanted = wantedBy(requirements);
  if (wanted.length === 0) return [];
  return ['', colors.bold('To exercise what was skipped, hand over'), '', ...wanted.map((each) => bullet(each, width))];
}

function bullet(text: string, width: number): string {
  return `  - ${wrap(text, width, '    ').trimStart()}`;
}

function verdict(report: Report, colors: Colors, width: number): string[] {
  const { outcome, reason, exitCode } = report;
  const paint = outcome === 'conforms' ? colors.green : outcome === 'incomplete' ? colors.cyan : colors.red;
  return [
    '',
    `${colors.bold(paint(`Outcome: ${outcome}`))} (exit ${exitCode})`,
    ...(reason === undefined ? [] : [wrap(reason, width, '  ')]),
    `  ${countsOf(report)}`,
    `  ${sizeOf(report)}`,
  ];
}

function paragraph(text: string, width: number): string {
  return wrap(text, width, INDENT);
}

function field(label: string, text: string, width: number): string {
  const hanging = INDENT + ' '.repeat(10);
  return INDENT + label.padEnd(10) + wrap(text, width, hanging).slice(hanging.length);
}
