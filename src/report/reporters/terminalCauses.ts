/** Shows on one screen of a terminal what is wrong: a list of causes, the worst first, and the evidence of as many as there is room for. */

import { placeOf } from '../../contract/clause';
import { jsonExcerpt, markedText } from '../../json/jsonExcerpt';
import { groupBy } from '../../support/collections';
import { count } from '../../support/words';
import { type Cause, type CausesTogether, headingOfAll, putTogether } from '../causes';
import { findingId } from '../findingIds';
import type { ExchangeReport, Finding, Report } from '../report';
import { causeLines, cutTo, mark } from './terminalParts';
import { type Block, cut, LONGEST_COMMAND, rowsOf, type Screen, shorten } from './terminalScreen';
import { captionOf, causeOf, exchangeOf, receivedOf, rulesOf, whereOf, wrap } from './wording';

/** Up to so many causes have two lines each in the list; of more causes, each has one line, up to the second number. */
const FEW_CAUSES = 8;
const MOST_CAUSES = 12;

/** Lists the causes. A single one is shown with its evidence alone. */
export function listOfCauses(
  causes: readonly Cause[],
  kinds: readonly CausesTogether[],
  { colors, width }: Screen,
): string[] {
  if (causes.length < 2) return [];
  const isShort =
    kinds.length > FEW_CAUSES || kinds.some((kind) => kind.length > 1 && headingOfAll(kind) === undefined);
  const shown = kinds.length > MOST_CAUSES ? kinds.slice(0, MOST_CAUSES - 1) : kinds;
  return [
    '',
    colors.bold(`What is wrong: ${count(causes.length, 'cause')}, the worst first`),
    '',
    ...shown.flatMap((kind, index) => {
      const number = numbered(index);
      const indent = ' '.repeat(8 + number.length);
      const heading = headingOfAll(kind);
      if (heading !== undefined)
        return headed(kind, `${number}${mark(kind[0].verdict, colors)}  ${colors.bold(heading)}`, indent, width);
      if (isShort)
        return [
          ...causeLines(kind, colors, width, number),
          ...(othersOf(kind) === '' ? [] : [colors.dim(cutTo(`${indent}also ${othersOf(kind)}`, width))]),
        ];
      const [cause] = kind;
      const [first = '', ...more] = cut(
        wrap(cause.message.replaceAll('\n', ' '), width, indent).split('\n'),
        MOST_TITLE_ROWS,
        () => `${indent}…`,
      );
      return [
        `  ${number}${mark(cause.verdict, colors)}  ${colors.bold(first.trimStart())}`,
        ...more.map((line) => colors.bold(line)),
        colors.dim(cutTo(`${indent}${placesOf(cause)}`, width)),
      ];
    }),
    ...notListed(kinds.slice(shown.length).flat()),
  ];
}

/** How many rows the clauses below a heading may take. */
const MOST_CLAUSE_ROWS = 5;

/** Writes causes under a heading: at which operations they are, and each by what its message says of its own. */
function headed(kind: CausesTogether, heading: string, indent: string, width: number): string[] {
  const operations = [...new Set(kind.flatMap((cause) => cause.operations))];
  const own = kind.map(({ message }) => message.match(VARYING)?.join(' ') ?? message);
  const rows = wrap([...new Set(own)].join(', '), width, indent).split('\n');
  return [
    `  ${heading}`,
    cutTo(`${indent}${whereOf(operations)}, ${rulesOf(kind[0])}`, width),
    ...cut(rows, MOST_CLAUSE_ROWS, () => `${indent}…`),
  ];
}

/** How many rows the title of a cause may take. */
const MOST_TITLE_ROWS = 2;

/** Counts the causes for which there is no room, by their rules: "… and 22 more causes (body-schema 14, scheme-case 8)". */
function notListed(causes: readonly Cause[]): string[] {
  if (causes.length === 0) return [];
  const rules = [...groupBy(causes, ({ occurrences: [{ requirement }] }) => requirement.rule)];
  const counted = rules.toSorted(([, one], [, other]) => other.length - one.length);
  const named = cut(
    counted.map(([rule, { length }]) => `${rule} ${length}`),
    MOST_RULES,
    (more) => `${more} more rules`,
  );
  return [`  … and ${count(causes.length, 'more cause')} (${named.join(', ')})`];
}

const MOST_RULES = 4;

/** What a message says of its own: the names, places and numbers in it. The rest of it is what several may have in common. */
const VARYING = /`[^`]*`|"[^"]*"|\/\S+|\d+/g;

/** Names what else is of a kind, each by what its message says of its own: "`minLength: 1` of /title is not enforced" → "`minLength: 1` /title". */
function othersOf([{ message: first }, ...others]: CausesTogether): string {
  const named = others.flatMap(({ message }) => (message === first ? [] : (message.match(VARYING)?.join(' ') ?? [])));
  return [...new Set(named)].join(', ');
}

/** Groups causes under their headings, and many others by what is said of them: by one rule, and with the same end of the sentence: "must be string". */
export function kindsOfCauses(causes: readonly Cause[]): CausesTogether[] {
  const together = putTogether(causes);
  if (together.length <= FEW_CAUSES) return [...together];
  const said = (kind: CausesTogether) => {
    const [{ verdict, message, occurrences }] = kind;
    const end = message.replace(VARYING, '…').split(' ').slice(-LAST_WORDS);
    return headingOfAll(kind) ?? [verdict, occurrences[0].requirement.rule, ...end].join('\n');
  };
  return largeOnesListed(
    [...groupBy(together, said).values()].map((kinds) => kinds.flat() as unknown as CausesTogether),
  );
}

/** So many words at the end of a sentence say what is wrong, whatever it is about. */
const LAST_WORDS = 3;

/** From so many causes on a kind is listed, however many worse ones there are: one place in the service may mend them all. */
const LARGE = 4;

/** Puts those first that there is room for: the worst, and all large ones. */
function largeOnesListed(kinds: readonly CausesTogether[]): CausesTogether[] {
  if (kinds.length <= MOST_CAUSES) return [...kinds];
  const room = MOST_CAUSES - 1;
  const large = kinds.filter(({ length }) => length >= LARGE).slice(0, room);
  const others = kinds.filter((kind) => !large.includes(kind)).slice(0, room - large.length);
  const listed = kinds.filter((kind) => large.includes(kind) || others.includes(kind));
  return [...listed, ...kinds.filter((kind) => !listed.includes(kind))];
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
export function detailsOf(kinds: readonly CausesTogether[], causes: number, screen: Screen, rows: number): Details {
  const { report, width } = screen;
  const isOnly = causes === 1;
  const forms = kinds.slice(0, MOST_CAUSES).map((kind, index) => {
    const [cause] = kind;
    const number = isOnly ? '' : numbered(index);
    const full = detail(kind, number, screen);
    return { cause, full, short: detail(kind, number, screen, true), shown: [] as Block };
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

/** Shows the first cause of a kind with its evidence, and names the others. @param inShort without the exchange itself. */
function detail(kind: CausesTogether, number: string, screen: Screen, inShort = false): string[] {
  const { report, colors, width } = screen;
  const [cause] = kind;
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
    ...(othersOf(kind) === '' || inShort
      ? []
      : cut(field('alike', othersOf(kind), width).split('\n'), MOST_ALIKE_ROWS, () => `${INDENT}${' '.repeat(10)}…`)),
    ...(exchange && !inShort
      ? [field('seen', `${captionOf(exchange)}${answerOf(exchange)}`, width), ...received(finding, exchange, screen)]
      : []),
    ...(before
      ? [...command('first', before), ...(exchange && !exchange.callback ? command('then', exchange) : [])]
      : exchange
        ? command('again', exchange)
        : []),
    field('mend', requirement.advice, width),
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

/** How many rows the others of a kind may take. */
const MOST_ALIKE_ROWS = 4;

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
