/** Parts of the terminal's report that its short and its full form have in common. */

import type { createColors } from 'picocolors';
import { groupBy } from '../../support/collections';
import { count } from '../../support/words';
import type { Cause } from '../causes';
import { shareSeen } from '../coverageShare';
import { countVerdicts } from '../outcome';
import type { ExchangeReport, Report, RequirementReport, Verdict } from '../report';
import { couldHandOver, openOnes, unreachedStatuses } from './unexercised';
import { lessThanWhole, variablesOf, whereOf, whySkipped, wrap } from './wording';

export type Colors = ReturnType<typeof createColors>;

const MARKS: Readonly<Record<Verdict, string>> = { pass: 'pass', fail: 'FAIL', warn: 'WARN', skip: 'skip' };

export function mark(verdict: Verdict, colors: Colors): string {
  const paint = { pass: colors.green, fail: colors.red, warn: colors.yellow, skip: colors.cyan }[verdict];
  return paint(MARKS[verdict]);
}

/** Writes "Outcome: conforms (exit 0)", and which share of the contract that speaks of, where it is not the whole. */
export function outcomeLine(report: Report, colors: Colors): string {
  const { outcome, exitCode } = report;
  const seen = shareSeen(report);
  const known = lessThanWhole(report);
  const isWhole = outcome === 'conforms' && seen === undefined && known === undefined;
  const paint = isWhole ? colors.green : outcome === 'conforms' || outcome === 'incomplete' ? colors.cyan : colors.red;
  const share = seen === undefined ? '' : ` in what was seen: ${seen}`;
  return `${colors.bold(paint(`Outcome: ${outcome}`))} (exit ${exitCode})${share}${known === undefined ? '' : `: ${known}`}`;
}

export function bullet(text: string, width: number): string {
  return `  - ${wrap(text, width, '    ').trimStart()}`;
}

/**
 * Writes causes of one kind by the first of them, on two rows at most: "  FAIL  /total must be number: GET /orders and 3 others".
 * @param number stands before it.
 */
export function causeLines(alike: readonly [Cause, ...Cause[]], colors: Colors, width: number, number = ''): string[] {
  const [{ verdict, message }] = alike;
  const indent = ' '.repeat(8 + number.length);
  const operations = [...new Set(alike.flatMap((cause) => cause.operations))];
  const where = `: ${alike.length === 1 ? '' : `${alike.length} alike at `}${whereOf(operations)}`;
  const room = width - indent.length;
  // Words are not broken, so that a row may be shorter. A long message leaves room for the operations.
  const most = Math.max(2 * room - where.length - LONGEST_WORD, room);
  const rows = wrap(cutTo(message.replaceAll('\n', ' '), most) + where, width, indent).split('\n');
  const [first = '', ...more] = rows.length > 2 ? [rows[0] ?? '', cutTo(rows.slice(1).join(' '), width)] : rows;
  return [
    `  ${number}${mark(verdict, colors)}  ${first.trimStart()}`,
    ...more.map((row) => cutTo(indent + row.trim(), width)),
  ];
}

/** A word that no longer fits into a row leaves as much of it empty, in characters. */
const LONGEST_WORD = 12;

export function cutTo(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Names the variables that the curl lines of these exchanges need. */
export function repeatable(exchanges: readonly ExchangeReport[]): string[] {
  const variables = variablesOf(exchanges);
  return variables.length === 0 ? [] : ['', `Set ${variables.join(' and ')} to run the curl lines.`];
}

export function observations({
  report: { observations: seen },
  colors,
}: {
  readonly report: Report;
  readonly colors: Colors;
}): string[] {
  if (seen.length === 0) return [];
  return [
    '',
    colors.bold('Seen where the contract is silent (no verdict)'),
    '',
    // Equal answers of several operations share one row. The JSON report has each of them.
    ...[...groupBy(seen, ({ asked }) => asked).values()]
      .flatMap((each) => [...groupBy(each, ({ answered, declared }) => `${answered} ${declared}`).values()])
      .map((group) => {
        const [{ asked, answered, declared }] = group;
        const times = group.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
        const status = declared ? answered : `${answered} (undeclared)`;
        return `  ${asked.padEnd(34)} ${status.padEnd(34)} ×${times}`;
      }),
  ];
}

export function notReached({ requirements, recorded }: Report, width: number): string[] {
  const unreached = [false, true].flatMap((canClient) => {
    const { statuses, operations: several } = unreachedStatuses(requirements, canClient);
    const where = several === 1 ? '' : ` (of ${several} operations)`;
    const why = canClient ? 'Nothing that was sent drew these' : 'Nobody outside can draw these at will';
    // What judges the exchanges of others sends nothing that could draw them.
    const how = recorded ? '--complete asks for them.' : `${why}; --provoke may, and --complete asks for them.`;
    return statuses.length === 0 ? [] : [`Not reached: ${statuses.join(', ')}${where}. ${how}`];
  });
  const others = couldHandOver(requirements).map(
    ({ what, operations: some }) =>
      `Not shown: ${what}, at ${count(some, 'operation')}. Hand it over to see it checked.`,
  );
  return [...unreached, ...others].flatMap((text) => ['', wrap(text, width, '')]);
}

/**
 * Writes "pass  12 requirements, 26 exchanges", "pass  9 of 12 requirements, 26 exchanges" if the others were not reached, "skip  4 of 12
 * requirements, 26 exchanges", "skip  12 requirements: nothing was sent for it". Where no exchange showed anything, nothing passed.
 */
export function inALine(
  requirements: readonly RequirementReport[],
  exchanges: number,
  { colors }: { readonly colors: Colors },
  width: number,
): string {
  const { pass: passed, skip: skipped } = countVerdicts(requirements);
  const all = count(requirements.length, 'requirement');
  const seen = exchanges === 0 ? '' : `, ${count(exchanges, 'exchange')}`;
  if (passed > 0 && openOnes(requirements).length === 0)
    return `${mark('pass', colors)}  ${skipped === 0 ? '' : `${passed} of `}${all}${seen}`;
  const what = `${passed === 0 ? '' : `${skipped} of `}${all}${seen}`;
  const reasons = requirements.filter(({ verdict: each }) => each === 'skip').map(whySkipped);
  const [why, ...more] = exchanges === 0 ? new Set(reasons) : [];
  const reason = why === undefined || more.length > 0 ? '' : `: ${why.split('\n', 1)[0]}`;
  const room = Math.max(0, width - 6 - what.length);
  return `${mark('skip', colors)}  ${what}${reason.length > room ? (room < LEAST_REASON ? '' : `${reason.slice(0, room - 1)}…`) : reason}`;
}

/** A reason that would have to be cut to less than this is left out, in characters. */
const LEAST_REASON = 20;
