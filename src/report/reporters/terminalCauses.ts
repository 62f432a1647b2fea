/** Shows on one screen of a terminal what is wrong: a list of causes, the worst first, and the evidence of as many as there is room for. */

import { placeOf } from '../../contract/clause';
import { jsonExcerpt, markedText } from '../../json/jsonExcerpt';
import { groupBy } from '../../support/collections';
import { count } from '../../support/words';
import type { Cause } from '../causes';
import { findingId } from '../findingIds';
import type { ExchangeReport, Finding, Report } from '../report';
import { causeLine, cutTo, mark } from './terminalParts';
import { type Block, cut, LONGEST_COMMAND, rowsOf, type Screen, shorten } from './terminalScreen';
import { captionOf, causeOf, exchangeOf, receivedOf, rulesOf, whereOf, wrap } from './wording';

/** Up to so many causes have two lines each in the list; of more causes, each has one line, up to the second number. */
const FEW_CAUSES = 8;
const MOST_CAUSES = 16;

/** Lists the causes. A single one is shown with its evidence alone. */
export function listOfCauses(causes: readonly Cause[], kinds: readonly Kind[], { colors, width }: Screen): string[] {
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
export function kindsOfCauses(causes: readonly Cause[]): Kind[] {
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
export function detailsOf(kinds: readonly Kind[], causes: number, screen: Screen, rows: number): Details {
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
