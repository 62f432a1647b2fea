/**
 * What matters most of a report on one screen of a terminal: the outcome, what is wrong (the worst first), what to hand over, what was left
 * behind (leftovers), what is waived, and how to see the rest. However much was found, it has at most MOST_ROWS rows.
 */

import { createColors } from 'picocolors';
import { groupBy } from '../../support/collections';
import { count } from '../../support/words';
import { causesOf } from '../causes';
import type { Report } from '../report';
import type { RenderOptions } from './reporter';
import { detailsOf, kindsOfCauses, listOfCauses } from './terminalCauses';
import { bullet, cutTo, inALine, notReached, observations, outcomeLine, repeatable } from './terminalParts';
import { type Block, cut, fitting, LONGEST_COMMAND, rowsOf, type Screen, shorten } from './terminalScreen';
import { workflowSteps } from './terminalWorkflows';
import { openOnes, reasonsByCount, unexercised, waivable, waiverLines, wantedBy } from './unexercised';
import {
  cameToNothing,
  countsOf,
  coverageOf,
  describeGone,
  describeUnjudged,
  describeWaiver,
  GONE,
  LEFT_BEHIND,
  seedText,
  sizeOf,
  titleOf,
  whenOf,
  whyLeft,
  wrap,
} from './wording';

/** How many rows of the terminal the report has at most. A line that is longer than a row takes several. */
const MOST_ROWS = 60;

export function terminalBrief(report: Report, { color, width }: RenderOptions): string {
  const screen: Screen = { report, colors: createColors(color), width };
  const causes = causesOf(report);
  const kinds = kindsOfCauses(causes);
  const steps = workflowSteps(report, screen.colors, { width, whole: false });
  const top = [...head(screen), ...outcome(screen), ...steps, ...listOfCauses(causes, kinds, screen)];
  const bottom = [
    ...failedRules(screen),
    ...(causes.length === 0 ? wanted(screen) : notExercised(screen)),
    ...leftovers(screen),
    ...notJudged(screen),
    ...waivers(screen),
    ...gone(screen),
  ];
  const rowsLeft = (lines: Block) => MOST_ROWS - rowsOf(lines, width);
  // Two rows are kept for the end, and two for what the curl lines need.
  const details = detailsOf(kinds, causes.length, screen, rowsLeft([...top, ...bottom]) - 4);
  const shown = [...top, ...details.lines, ...repeatable(details.exchanges), ...bottom];
  const more = fitting(further(screen), rowsLeft(shown) - 2, width);
  const lines = [...shown, ...more.lines, ...howToSeeAll(screen, causes.length === 0 && more.isAll)];
  return `${lines.join('\n')}\n`;
}

function head({ report, colors }: Screen): string[] {
  const { title, file } = report.contract;
  return [
    `${colors.bold(titleOf(report))}${title === '' ? '' : `  ${file}`}`,
    ...(report.target === '' ? [] : [`verified at ${report.target}`]),
  ];
}

/** How many rows the reason of the outcome may take. */
const MOST_REASON_ROWS = 5;

function outcome({ report, colors, width }: Screen): string[] {
  const { reason } = report;
  const covered = coverageOf(report);
  const why = reason === undefined ? [] : wrap(reason, width, '  ').split('\n');
  return [
    '',
    outcomeLine(report, colors),
    ...cut(why, MOST_REASON_ROWS, (more) => `  … ${count(more, 'more line')}`),
    `  ${countsOf(report)}`,
    ...(covered === undefined ? [] : [wrap(covered, width, '  ')]),
    wrap(`${sizeOf(report)}, ${whenOf(report)}`, width, '  '),
    ...(report.seed === undefined ? [] : [`  seed ${seedText(report)}`]),
  ];
}

/** How many things that were left behind, exchanges that were not judged, and waivers are shown. */
const MOST_LEFTOVERS = 3;
const MOST_UNJUDGED = 3;
const MOST_WAIVERS = 5;

function leftovers({ report: { leftovers: all = [] }, colors, width }: Screen): string[] {
  if (all.length === 0) return [];
  const more = all.length - MOST_LEFTOVERS;
  return [
    '',
    wrap(colors.bold(LEFT_BEHIND), width),
    ...all.slice(0, MOST_LEFTOVERS).flatMap((left) => {
      const { operation, url, curl } = left;
      const isShown = curl.length <= LONGEST_COMMAND;
      // The curl line has the URL.
      const what = isShown ? operation : `${operation} ${url}`;
      return [bullet(shorten(`${what}: ${whyLeft(left)}`), width), ...(isShown ? [`    ${curl}`] : [])];
    }),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

function notJudged({ report: { unjudged = [] }, colors, width }: Screen): string[] {
  if (unjudged.length === 0) return [];
  const items = unjudged.map((each) => bullet(shorten(describeUnjudged(each)), width));
  return [
    '',
    colors.bold('Not judged: these exchanges prove nothing'),
    '',
    ...cut(items, MOST_UNJUDGED, (more) => `  … and ${more} more`),
  ];
}

function waivers({ report: { waivers: all }, colors, width }: Screen): string[] {
  if (all.length === 0) return [];
  // What is out of date fails the run, so it comes first.
  const sorted = all.toSorted((one, other) => Number(one.state === 'applied') - Number(other.state === 'applied'));
  const items = sorted.map((each) => bullet(shorten(describeWaiver(each)), width));
  return ['', colors.bold('Waived'), '', ...cut(items, MOST_WAIVERS, (more) => `  … and ${more} more`)];
}

/** How many breaches are named that the baseline has and the run did not find. */
const MOST_GONE = 5;

function gone({ report, colors, width }: Screen): string[] {
  const items = describeGone(report).map((each) => bullet(shorten(each), width));
  if (items.length === 0) return [];
  return ['', colors.bold(GONE), '', ...cut(items, MOST_GONE, (more) => `  … and ${more} more`)];
}

/** How many things to hand over are named: of a run that breaks nothing, and of one that breaks something. */
const MOST_WANTED = 8;
const MOST_WANTED_BESIDE = 3;

function wanted({ report, colors, width }: Screen): string[] {
  const all = cameToNothing(report) ? [] : wantedBy(report.requirements);
  if (all.length === 0) return [];
  const items = all.map((each) => bullet(shorten(each), width));
  return [
    '',
    colors.bold('To exercise what was skipped, hand over'),
    '',
    ...cut(items, MOST_WANTED, (more) => `  … and ${more} more`),
  ];
}

/** Returns what is shown where there is room, in groups: each operation on a line, reasons, observations. */
function further(screen: Screen): (readonly Block[])[] {
  const { report, width } = screen;
  if (cameToNothing(report)) return [];
  return [
    ...(causesOf(report).length === 0 ? [reasons(screen), [operations(screen)]] : []),
    [notReached(report, width)],
    [waiversToPaste(screen)],
    [observations(screen)],
  ];
}

/** How many rules of the user's that failed are named. */
const MOST_FAILED_RULES = 5;

/** Names the rules of the user's that failed, and so judged nothing, but for the one that the outcome names. */
function failedRules({ report, colors, width }: Screen): string[] {
  const failed = report.requirements.filter(({ broken }) => broken);
  const said = new Set(failed.map(({ rule, reason = '' }) => `${rule} judged nothing: ${reason}`));
  const items = [...said].filter((each) => !report.reason?.includes(each)).map((each) => bullet(shorten(each), width));
  if (items.length === 0) return [];
  return [
    '',
    colors.bold('Rules of yours that failed'),
    '',
    ...cut(items, MOST_FAILED_RULES, (more) => `  … and ${more} more`),
  ];
}

/** How many reasons are shown, those of most requirements first: of a run that breaks nothing, and of one that breaks something. */
const MOST_REASONS = 4;
const MOST_REASONS_BESIDE = 3;

/** So many widths of the terminal one of them may take. */
const MOST_REASON_WIDTHS = 3;

/** Says in a few rows what was not exercised, and what to hand over or why, where something is broken: that is no reason to forget the rest. */
function notExercised({ report, colors, width }: Screen): string[] {
  const open = cameToNothing(report) ? [] : openOnes(report.requirements).filter(({ broken }) => !broken);
  if (open.length === 0) return [];
  const asked = wantedBy(open);
  const items = asked.length > 0 ? asked : reasonsByCount(open).map(([reason]) => reason.split('\n', 1)[0] ?? '');
  const operations = count(new Set(open.map(({ operation }) => operation)).size, 'operation');
  const what = `Not exercised: ${count(open.length, 'requirement')} of ${operations}${asked.length > 0 ? '; to exercise them, hand over' : ''}`;
  const rows = items.map((item) => bullet(cutTo(item, MOST_REASON_WIDTHS * width), width));
  return [
    '',
    colors.bold(what),
    ...cut(rows, asked.length > 0 ? MOST_WANTED_BESIDE : MOST_REASONS_BESIDE, (more) => `  … and ${more} more`),
  ];
}

/** Says why something was not exercised. */
function reasons({ report, colors, width }: Screen): Block[] {
  const told = new Map(unexercised(report).map((each) => [each.reason, each]));
  const sorted = reasonsByCount(report.requirements).flatMap(([reason]) => told.get(reason) ?? []);
  const several = new Set(report.requirements.map(({ operation }) => operation)).size > 1;
  return sorted.slice(0, MOST_REASONS).map(({ reason, subjects: [subject, ...more] }, index) => {
    const { operations: [first = '', ...others] = [], names = [] } = subject ?? {};
    const where = `${first}${others.length === 0 ? '' : ` and ${count(others.length, 'other')}`}`;
    const named = names.length === 0 ? where : several ? `${where}: ${names.join(', ')}` : names.join(', ');
    return [
      ...(index === 0 ? ['', colors.bold('Not exercised')] : []),
      '',
      wrap(shorten(`${named}${more.length === 0 ? '' : `, and ${more.length} more`}`), width, '  '),
      ...cut(wrap(reason, width, '    ').split('\n'), 4, () => '    …'),
    ];
  });
}

/** How many waivers are offered. The HTML report has all. */
const MOST_OFFERED = 6;

function waiversToPaste({ report, colors }: Screen): string[] {
  const open = waivable(report.requirements);
  if (open.length === 0) return [];
  const more = open.length - MOST_OFFERED;
  return [
    '',
    colors.bold('Or let it pass, in espalier.yaml'),
    '',
    ...waiverLines(open.slice(0, MOST_OFFERED)).map((line) => `  ${line}`),
    ...(more > 0 ? [`  # and ${more} more, which the HTML report has`] : []),
  ];
}

/** The widest name of an operation that the others are aligned with, in characters. */
const WIDEST_NAME = 40;

function operations({ report, colors, width }: Screen): string[] {
  const groups = [...groupBy(report.requirements, ({ operation }) => operation)];
  const widest = Math.min(WIDEST_NAME, Math.max(0, ...groups.map(([operation]) => operation.length)));
  const lines = groups.map(([operation, requirements]) => {
    const sent = Math.max(...requirements.map(({ exchanges }) => exchanges));
    const name = `  ${operation.padEnd(widest)}  `;
    return `${name}${inALine(requirements, sent, { colors }, width - name.length)}`;
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

function howToSeeAll({ width }: Screen, isAll: boolean): string[] {
  return isAll ? [] : ['', wrap('All of it: --verbose, or --report html=FILE, or --report json=FILE.', width)];
}
