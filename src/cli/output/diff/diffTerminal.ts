/** Writes the comparison of two contracts for a person at a terminal, or in a log. */

import { createColors } from 'picocolors';
import { placeOf } from '../../../contract/clause';
import { printable } from '../../../redaction/printable';
import { whereOf } from '../../../report/reporters/wording';
import { count } from '../../../support/words';
import { type ChangeLevel, LEVELS, type NotCompared, type Said, type Witness, whyNoBreak } from '../../diff/breaks';
import type { BreakCause } from '../../diff/compareContracts';
import type { DiffReport, ToldBreak } from './diffReport';

interface TerminalOptions {
  readonly color: boolean;
  readonly verbose: boolean;
}

/** At most this many characters of a body are shown, unless all is wanted. */
const LONGEST_BODY = 400;

/** At most this many breaks are shown, unless all are wanted. */
const MOST_SHOWN = 50;

export function diffTerminal(report: DiffReport, { color, verbose }: TerminalOptions): string {
  const paint = createColors(color);
  const { before, now, breaks, waivers } = report;
  const open = breaks.filter(({ waived }) => waived === undefined);
  const inOrder = LEVELS.flatMap((level) => open.filter((each) => each.level === level));
  const shown = verbose ? inOrder : inOrder.slice(0, MOST_SHOWN);
  const lines = [
    printable(`${before.title} ${before.version} (${before.file}) → ${now.title} ${now.version} (${now.file})`),
    '',
    ...shown.flatMap((each) => [
      `${paint[LABELS[each.level].color](LABELS[each.level].text)} ${paint.bold(each.first.kind)}: ${printable(whereOf(operationsOf(each)))}`,
      ...(each.level === 'note' && !verbose ? [each.first.message] : linesOfBreak(each, verbose)).map(
        (line) => `  ${printable(line)}`,
      ),
      '',
    ]),
    ...(open.length > shown.length ? [`… and ${open.length - shown.length} more (--verbose)`, ''] : []),
    ...breaks.flatMap(({ first, waived, ...rest }) =>
      waived === undefined ? [] : [printable(`waived: ${first.kind}: ${whereOf(operationsOf(rest))}: ${waived}`)],
    ),
    ...waivers.flatMap(({ state, rule }) =>
      state === 'applied' ? [] : [printable(`the waiver of ${rule} is ${state}`)],
    ),
    verdictOf(report),
    ...othersOf(report, verbose).map(printable),
  ];
  return `${lines.join('\n')}\n`;
}

const LABELS = {
  break: { text: 'BREAK', color: 'red' },
  intent: { text: 'BY INTENT', color: 'yellow' },
  note: { text: 'NOTE', color: 'cyan' },
} as const;

export function operationsOf({ breaks }: Pick<BreakCause, 'breaks'>): string[] {
  return [...new Set(breaks.map(({ operation }) => operation))];
}

/** Returns the lines that say what breaks, and show it. */
export function linesOfBreak({ first, breaks, answered }: ToldBreak, whole: boolean): string[] {
  const { kind, message, before, now, witness } = first;
  const why = whyNoBreak(kind);
  const operations = operationsOf({ breaks });
  return [
    message,
    ...(why === undefined ? [] : [`(${why})`]),
    ...(whole && operations.length > 1 ? [`at      ${operations.join(', ')}`] : []),
    `before  ${saidOf(before)}`,
    `now     ${saidOf(now)}`,
    ...linesOfWitness(witness, whole).map((line, at) => `${at === 0 ? witness.kind.padEnd(8) : '        '}${line}`),
    ...(answered === undefined ? [] : [`service ${answered}`]),
  ];
}

function saidOf({ text, clause }: Said): string {
  return clause ? `${text}  ${placeOf(clause)}` : text;
}

/** Returns a request or an answer as lines: its first line, its header fields, its content. */
function linesOfWitness(witness: Witness, whole: boolean): string[] {
  const first = witness.kind === 'request' ? `${witness.method} ${witness.path}` : `${witness.status}`;
  const { headers, body } = witness;
  const cut = (text: string) =>
    whole || text.length <= LONGEST_BODY
      ? text
      : `${text.slice(0, LONGEST_BODY)}… (${count(text.length, 'character')})`;
  return [
    cut(first),
    ...headers.map(([name, value]) => cut(`${name}: ${value}`)),
    ...(body === undefined ? [] : cut(body).split('\n')),
    ...(witness.kind === 'request' && witness.scopes ? [tokenWith(witness.scopes)] : []),
  ];
}

function tokenWith(scopes: readonly string[]): string {
  if (scopes.length === 0) return '(CREDENTIAL is a token without a scope)';
  return `(CREDENTIAL is a token with no other scope than ${scopes.join(' and ')})`;
}

export function verdictOf({ breaks, compared, reason, against }: DiffReport): string {
  const open = breaks.filter(({ waived, level }) => waived === undefined && level === 'break');
  const operations = new Set(open.flatMap(operationsOf));
  const isAsked = against !== undefined && breaks.some(({ answered }) => answered !== undefined);
  const asked = isAsked ? ` ${against} was asked what it still takes.` : '';
  const both = `${count(compared, 'operation')} ${compared === 1 ? 'is' : 'are'} in both contracts.`;
  if (open.length > 0)
    return `${count(open.length, 'break')} at ${count(operations.size, 'operation')}; ${both}${besides(breaks)}${asked}`;
  const why = reason === undefined ? '' : ` It fails all the same: ${reason}.`;
  return `No break was found; ${both}${besides(breaks)}${why}${asked}`;
}

/** Says how much there is of the lower levels. */
function besides(breaks: readonly ToldBreak[]): string {
  const countOf = (level: ChangeLevel) =>
    breaks.filter((each) => each.waived === undefined && each.level === level).length;
  const [intended, notes] = [countOf('intent'), countOf('note')];
  const said = [
    ...(intended > 0 ? [`${count(intended, 'change')} ${intended === 1 ? 'breaks' : 'break'} what is meant`] : []),
    ...(notes > 0 ? [`${count(notes, 'change')} ${notes === 1 ? 'is' : 'are'} noted`] : []),
  ];
  return said.length === 0 ? '' : ` ${said.join(', ')}.`;
}

function othersOf(
  { harmless, added, addedParts, unproven, notCompared, notes }: DiffReport,
  verbose: boolean,
): string[] {
  const countOf = (side: ReturnType<typeof sideOf>) => harmless.filter((each) => sideOf(each) === side).length;
  const [widened, narrowed, called] = [countOf('widened'), countOf('narrowed'), countOf('changed')];
  const counts = [
    ...(added.length > 0 ? [`${count(added.length, 'operation')} added`] : []),
    ...(addedParts.length > 0 ? [`${count(addedParts.length, 'part')} of operations added`] : []),
    ...(widened > 0 ? [`${count(widened, 'request')} widened`] : []),
    ...(narrowed > 0 ? [`${count(narrowed, 'answer')} narrowed`] : []),
    ...(called > 0 ? [`${count(called, 'request')} of the service changed`] : []),
  ];
  const more = verbose
    ? [
        ...[...added, ...addedParts].map((name) => `  added: ${name}`),
        ...harmlessChanges({ harmless }).map((line) => `  ${line}`),
      ]
    : [];
  return [
    ...(counts.length > 0 ? [`Other changes: ${counts.join(', ')}.${verbose ? '' : ' (--verbose lists them)'}`] : []),
    ...more,
    ...(unproven.length > 0
      ? [
          `Changed, not proven: ${count(unproven.length, 'part')} of operations; no value was found that only one contract allows.`,
        ]
      : []),
    ...(verbose ? unproven : unproven.slice(0, 5)).map(
      ({ operation, subject, before, now, reason }) =>
        `  ${operation}: ${subject}: ${placeOf(before)} → ${placeOf(now)}. ${reason}`,
    ),
    ...notComparedLines(notCompared, verbose),
    ...notes,
  ];
}

function sideOf({ first: { kind, witness } }: BreakCause): 'changed' | 'narrowed' | 'widened' {
  if (kind.startsWith('callback')) return 'changed';
  return witness.kind === 'answer' ? 'narrowed' : 'widened';
}

/** Returns a line for each change that breaks no client. */
export function harmlessChanges({ harmless }: Pick<DiffReport, 'harmless'>): string[] {
  return harmless.map((each) => {
    const [side, where, { message }] = [sideOf(each), whereOf(operationsOf(each)), each.first];
    return `${side}: ${where}: ${side === 'changed' ? message : `in the old contract ${message}`}`;
  });
}

/** Returns a line for each place for which something was not compared, with the operations that have it. */
export function notComparedLines(notCompared: readonly NotCompared[], whole: boolean): string[] {
  if (notCompared.length === 0) return [];
  const operations = new Set(notCompared.flatMap((each) => each.operations));
  const isWrong = notCompared.every(({ isMistake }) => isMistake);
  return [
    `Not compared: ${operations.size === 0 ? 'a part of the contract' : `parts of ${count(operations.size, 'operation')}`}${isWrong ? ', since the contract is wrong there' : ''}.`,
    ...notCompared.map(
      ({ file, line, column, message, operations: names }) =>
        `  ${file}:${line}:${column}: ${message}${names.length === 0 ? '' : ` It is in ${whole ? names.join(', ') : whereOf(names)}.`}`,
    ),
  ];
}
