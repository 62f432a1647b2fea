/**
 * What matters most of a report on one screen of a terminal: the outcome, what is wrong (the worst first), what to hand over, and how to see
 * the rest. However much was found, it has at most MOST_ROWS rows.
 */

import { createColors } from 'picocolors';
import { placeOf } from '../../contract/clause';
import { jsonExcerpt, markedText } from '../../json/jsonExcerpt';
import { groupBy } from '../../support/collections';
import { count } from '../../support/words';
import { type Cause, causesOf } from '../causes';
import { findingId } from '../findingIds';
import type { ExchangeReport, Finding, Report } from '../report';
import type { RenderOptions } from './reporter';
import {
  bullet,
  type Colors,
  causeLine,
  cutTo,
  inALine,
  mark,
  notReached,
  observations,
  outcomeLine,
  repeatable,
  workflowSteps,
} from './terminalParts';
import { openOnes, unexercised, waivable, waiverLines, wantedBy } from './unexercised';
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
  LEFT_BEHIND,
  receivedOf,
  rulesOf,
  seedText,
  sizeOf,
  titleOf,
  whenOf,
  whereOf,
  wrap,
} from './wording';

/** How many rows of the terminal the report has at most. A line that is longer than a row takes several. */
const MOST_ROWS = 60;

/** What every part needs. */
interface Screen {
  readonly report: Report;
  readonly colors: Colors;
  readonly width: number;
}

/** Lines that are shown together or not at all. */
type Block = readonly string[];

export function terminalBrief(report: Report, { color, width }: RenderOptions): string {
  const screen: Screen = { report, colors: createColors(color), width };
  const causes = causesOf(report);
  const kinds = kindsOf(causes);
  const steps = workflowSteps(report, screen.colors, { width, whole: false });
  const top = [...head(screen), ...outcome(screen), ...steps, ...listOf(causes, kinds, screen)];
  // What to hand over matters most where nothing is broken.
  const asked = wanted(screen, causes.length > 0);
  const bottom = [
    ...(causes.length === 0 ? asked : []),
    ...leftovers(screen),
    ...notJudged(screen),
    ...waivers(screen),
    ...gone(screen),
  ];
  const rowsLeft = (lines: Block) => MOST_ROWS - rowsOf(lines, width);
  // Two rows are kept for the end, and two for what the curl lines need.
  const details = detailsOf(kinds, causes.length, screen, rowsLeft([...top, ...bottom]) - 4);
  const shown = [...top, ...details.lines, ...repeatable(details.exchanges), ...bottom];
  const more = fitting(
    causes.length === 0 ? further(screen) : [[asked], ...further(screen)],
    rowsLeft(shown) - 2,
    width,
  );
  const lines = [...shown, ...more.lines, ...howToSeeAll(screen, causes.length === 0 && more.isAll)];
  return `${lines.join('\n')}\n`;
}

/** Returns how many rows of the terminal lines take. */
function rowsOf(lines: Block, width: number): number {
  return lines
    .flatMap((line) => line.split('\n'))
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(withoutColours(line).length / width)), 0);
}

function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with an escape character.
  return text.replace(/\u001b\[\d+m/g, '');
}

/** Returns the blocks that fit into so many rows. Of a group, what follows a block that does not fit is left out, too. */
function fitting(
  groups: readonly (readonly Block[])[],
  rows: number,
  width: number,
): { lines: string[]; isAll: boolean } {
  const lines: string[] = [];
  let isAll = true;
  for (const group of groups)
    for (const block of group) {
      const fits = rowsOf([...lines, ...block], width) <= rows;
      if (fits) lines.push(...block);
      else isAll = false;
      if (!fits) break;
    }
  return { lines, isAll };
}

function head({ report, colors }: Screen): string[] {
  const { title, file } = report.contract;
  return [
    `${colors.bold(titleOf(report))}${title === '' ? '' : `  ${file}`}`,
    ...(report.target === '' ? [] : [`verified at ${report.target}`]),
  ];
}

/** How many rows the reason of the outcome may take. */
const MOST_REASON_ROWS = 8;

function outcome({ report, colors, width }: Screen): string[] {
  const { reason } = report;
  const covered = coverageOf(report);
  const why = reason === undefined ? [] : wrap(reason, width, '  ').split('\n');
  return [
    '',
    outcomeLine(report, colors),
    ...cut(why, MOST_REASON_ROWS, (more) => `  … ${count(more, 'more line')}`),
    `  ${countsOf(report)}`,
    ...(covered === undefined ? [] : [`  ${covered}`]),
    wrap(`${sizeOf(report)}, ${whenOf(report)}`, width, '  '),
    ...(report.seed === undefined ? [] : [`  seed ${seedText(report)}`]),
  ];
}

/** Returns the first lines, and one that stands for the rest. */
function cut(lines: Block, most: number, rest: (more: number) => string): string[] {
  return lines.length <= most ? [...lines] : [...lines.slice(0, most - 1), rest(lines.length - most + 1)];
}

/** Up to so many causes have two lines each in the list; of more causes, each has one line, up to the second number. */
const FEW_CAUSES = 8;
const MOST_CAUSES = 16;

/** Lists the causes. A single one is shown with its evidence alone. */
function listOf(causes: readonly Cause[], kinds: readonly Kind[], { colors, width }: Screen): string[] {
  if (causes.length < 2) return [];
  const shown = kinds.length > MOST_CAUSES ? kinds.slice(0, MOST_CAUSES - 1) : kinds;
  const more = kinds.slice(shown.length).reduce((sum, { length }) => sum + length, 0);
  return [
    '',
    colors.bold(`What is wrong: ${count(causes.length, 'cause')}, the worst first`),
    '',
    ...shown.flatMap((kind, index) => {
      const number = numbered(index);
      if (causes.length > FEW_CAUSES) return [causeLine(kind, colors, width, number)];
      const [cause] = kind;
      const message = cutTo(cause.message, width - 2 - number.length - 6);
      return [
        `  ${number}${mark(cause.verdict, colors)}  ${colors.bold(message)}`,
        colors.dim(cutTo(`${' '.repeat(8 + number.length)}${placesOf(cause)}`, width)),
      ];
    }),
    ...(more > 0 ? [`  … and ${count(more, 'more cause')}`] : []),
  ];
}

/** Causes that stand for one another where there are too many of them: the same rules are broken. The worst comes first. */
type Kind = readonly [Cause, ...Cause[]];

/** Groups many causes by the operations that show them, more by what is said of them, and still more by their rules alone. */
function kindsOf(causes: readonly Cause[]): Kind[] {
  const byRules = (cause: Cause) => [cause.verdict, ...cause.names].join('\n');
  const keys = [
    (cause: Cause) => String(causes.indexOf(cause)),
    (cause: Cause) => [byRules(cause), ...cause.operations].join('\n'),
    // The names and numbers in a message differ from one schema to the next.
    (cause: Cause) => [byRules(cause), cause.message.replace(/("[^"]*"[, ]*)+|\d+/g, '…')].join('\n'),
    byRules,
  ];
  const grouped = keys.map((keyOf, index) =>
    index === 0 && causes.length > FEW_CAUSES ? [] : [...groupBy(causes, keyOf).values()],
  );
  return grouped.find(({ length }) => length > 0 && length <= MOST_CAUSES) ?? grouped.at(-1) ?? [];
}

function numbered(index: number): string {
  return `${index + 1} `.padEnd(3);
}

/** Writes where the contract says it, on which operations and how often it was seen, and by which rules it is wrong. */
function placesOf(cause: Cause): string {
  const { clause, exchanges } = cause;
  return `${placeOf(clause)}  ${whereOf(cause.operations)}, ${count(exchanges, 'exchange')}, ${rulesOf(cause)}`;
}

interface Details {
  readonly lines: string[];
  /** Those whose curl lines are shown. */
  readonly exchanges: readonly ExchangeReport[];
}

/** Shows the evidence of as many causes as there is room for: all of them at least in short, if possible, and the worst ones in full. */
function detailsOf(kinds: readonly Kind[], causes: number, screen: Screen, rows: number): Details {
  const { report, width } = screen;
  const isOnly = causes === 1;
  const forms = kinds.slice(0, MOST_CAUSES).map(([cause], index) => {
    const number = isOnly ? '' : numbered(index);
    const full = detail(cause, number, screen);
    return { cause, full, short: detail(cause, number, screen, true), shown: [] as Block };
  });
  let left = rows;
  const isRoomForAll = forms.reduce((sum, { short }) => sum + rowsOf(short, width), 0) <= rows;
  for (const [index, { full, short }] of forms.entries()) {
    const possible = index === 0 && !isRoomForAll ? [full, short] : [short];
    const fits = possible.find((lines) => rowsOf(lines, width) <= left);
    if (!fits) break;
    (forms[index] as (typeof forms)[number]).shown = fits;
    left -= rowsOf(fits, width);
  }
  for (const form of forms) {
    const more = rowsOf(form.full, width) - rowsOf(form.shown, width);
    if (form.shown.length === 0 || more > left) continue;
    form.shown = form.full;
    left -= Math.max(0, more);
  }
  const shown = forms.filter((form) => form.shown.length > 0);
  return {
    lines: shown.flatMap((form) => form.shown),
    exchanges: shown.flatMap(({ cause }) => exchangesOf(cause.occurrences[0].finding, report)),
  };
}

function exchangesOf(finding: Finding, report: Report): ExchangeReport[] {
  return [causeOf(finding, report), exchangeOf(finding, report)].filter((each) => each !== undefined);
}

const INDENT = '     ';

/** Shows a cause with its evidence. @param inShort without the exchange itself. */
function detail(cause: Cause, number: string, screen: Screen, inShort = false): string[] {
  const { report, colors, width } = screen;
  const [{ requirement, finding }] = cause.occurrences;
  const exchange = exchangeOf(finding, report);
  const before = causeOf(finding, report);
  const isSaid = finding.message.includes(finding.expected);
  const place = finding.places?.[0];
  const heading =
    number === ''
      ? singleHeading(cause, screen)
      : [colors.bold(wrapped(`  ${number}`, `${cause.message} (${findingId(requirement, finding)})`, width))];
  return [
    '',
    ...heading,
    ...(isSaid ? [] : [field('expected', shorten(finding.expected), width)]),
    field('actual', `${shorten(finding.actual)}${place ? ` at ${place}` : ''}`, width),
    ...alsoWrong(cause, width),
    ...(exchange && !inShort
      ? [field('seen', `${captionOf(exchange)}${answerOf(exchange)}`, width), ...received(finding, exchange, screen)]
      : []),
    ...(before
      ? [...command('first', before), ...(exchange && !exchange.callback ? command('then', exchange) : [])]
      : exchange
        ? command('again', exchange)
        : []),
    inShort
      ? cutTo(`${INDENT}${'mend'.padEnd(10)}${requirement.advice}`, width)
      : field('mend', requirement.advice, width),
  ];
}

/** The heading of the only cause, which stands in no list. */
function singleHeading(cause: Cause, { colors, width }: Screen): string[] {
  const [{ requirement, finding }] = cause.occurrences;
  return [
    `${mark(cause.verdict, colors)} ${colors.bold(wrapped('     ', cause.message, width).slice(5))}`,
    wrap(`${placesOf(cause)}, ${findingId(requirement, finding)}`, width, INDENT),
  ];
}

/** Breaks a text into lines, the first of which begins with `lead`. */
function wrapped(lead: string, text: string, width: number): string {
  return lead + wrap(text, width, ' '.repeat(lead.length)).slice(lead.length);
}

function field(label: string, text: string, width: number): string {
  return wrapped(`${INDENT}${label.padEnd(10)}`, text, width);
}

/** A longer text of a finding is cut, in characters. */
const LONGEST_TEXT = 160;

function shorten(text: string): string {
  return cutTo(text, LONGEST_TEXT);
}

/** A longer curl line is left to the other reports, in characters. */
const LONGEST_COMMAND = 400;

/** The command is not broken into lines, so that it can be copied. */
function command(label: string, { curl, index }: ExchangeReport): string[] {
  const isLong = curl.length > LONGEST_COMMAND;
  return [`${INDENT}${label.padEnd(10)}${isLong ? `exchange #${index}; its curl line is long: see --verbose` : curl}`];
}

function answerOf({ response, error }: ExchangeReport): string {
  if (error) return ` → the target ${error.message}`;
  return response ? ` → ${`${response.status} ${response.statusText}`.trim()}` : '';
}

/** How many other ways to break the same clause, and how many echoes, are told. */
const MOST_ALSO = 2;

function alsoWrong({ alike, echoes }: Cause, width: number): string[] {
  const others = cut([...alike], MOST_ALSO + 1, (more) => `${more} more`);
  return [
    ...(others.length === 0 ? [] : [field('also', others.map(shorten).join('; '), width)]),
    ...cut(
      echoes.map((echo) => field('echo', `${whereOf(echo.operations)}: ${echo.message} (${rulesOf(echo)})`, width)),
      MOST_ALSO + 1,
      (more) => field('echo', `${more} more`, width),
    ),
  ];
}

/** How many lines of a response are shown. */
const MOST_LINES = 6;

/** Shows the body around what is wrong, or else the beginning of what came. */
function received(finding: Finding, exchange: ExchangeReport, { colors, width }: Screen): string[] {
  const excerpt = finding.excerpt ?? excerptIn(finding, exchange);
  const lines = (excerpt ?? receivedOf(exchange)).split('\n');
  const kept = excerpt === undefined ? cut(lines, MOST_LINES, (more) => `… ${count(more, 'more line')}`) : lines;
  return kept.map((line, index) => {
    const lead = `${INDENT}${(index === 0 ? 'received' : '').padEnd(10)}| `;
    const text = cutTo(`${lead}${line}`, width).trimEnd();
    return excerpt !== undefined && line.startsWith('>') ? colors.bold(colors.red(text)) : text;
  });
}

function excerptIn({ places: [place] = [] }: Finding, { response }: ExchangeReport): string | undefined {
  const lines = place === undefined || !response ? undefined : jsonExcerpt(response.body, place);
  return lines && markedText(lines);
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
    ...all
      .slice(0, MOST_LEFTOVERS)
      .flatMap(({ operation, url, reason, curl }) => [
        bullet(shorten(`${operation} ${url}: ${reason}`), width),
        ...(curl.length > LONGEST_COMMAND ? [] : [`    ${curl}`]),
      ]),
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

function wanted({ report, colors, width }: Screen, isBroken: boolean): string[] {
  const all = cameToNothing(report) ? [] : wantedBy(report.requirements);
  if (all.length === 0) return [];
  const items = all.map((each) => bullet(shorten(each), width));
  const most = isBroken ? MOST_WANTED_BESIDE : MOST_WANTED;
  return [
    '',
    colors.bold('To exercise what was skipped, hand over'),
    '',
    ...cut(items, most, (more) => `  … and ${more} more`),
  ];
}

/** Returns what is shown where there is room, in groups: each operation on a line, reasons, observations. */
function further(screen: Screen): (readonly Block[])[] {
  const { report, width } = screen;
  if (cameToNothing(report)) return [];
  return [
    reasons(screen),
    ...(causesOf(report).length === 0 ? [[operations(screen)]] : []),
    [notReached(report, width)],
    [waiversToPaste(screen)],
    [observations(screen)],
  ];
}

/** How many reasons are shown, those of most requirements first. */
const MOST_REASONS = 4;

/** Says why something was not exercised. */
function reasons({ report, colors, width }: Screen): Block[] {
  const open = groupBy(openOnes(report.requirements), ({ reason = '' }) => reason);
  const sorted = unexercised(report).toSorted(
    (one, other) => (open.get(other.reason)?.length ?? 0) - (open.get(one.reason)?.length ?? 0),
  );
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
