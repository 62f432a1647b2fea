/** Writes the comparison of two contracts in Markdown, for release notes and for comments on pull requests. */

import { printable } from '../../../redaction/printable';
import { codeMarkdown, fencedMarkdown, plainMarkdown } from '../../../report/reporters/markdownText';
import { count } from '../../../support/words';
import { type ChangeLevel, LEVELS } from '../../diff/breaks';
import type { DiffReport, ToldBreak } from './diffReport';
import { harmlessChanges, linesOfBreak, notComparedLines, operationsOf, verdictOf } from './diffTerminal';

const HEADINGS: Readonly<Record<ChangeLevel, string>> = {
  break: 'What breaks clients',
  intent: 'What breaks what is meant',
  note: 'Worth knowing',
};

export function diffMarkdown(report: DiffReport): string {
  const { before, now, breaks, added, addedParts, unproven, notCompared, notes } = report;
  const open = breaks.filter(({ waived }) => waived === undefined);
  const waived = breaks.flatMap((each) =>
    each.waived === undefined ? [] : [`${plain(headOf(each))} (waived: ${plain(each.waived)})`],
  );
  const unprovenLines = unproven.map(({ operation, subject, reason }) => plain(`${operation}: ${subject}. ${reason}`));
  const lines = [
    `# ${plain(now.title)} ${plain(before.version)} → ${plain(now.version)}`,
    '',
    plain(verdictOf(report)),
    '',
    ...LEVELS.flatMap((level) => section(HEADINGS[level], open.filter((each) => each.level === level).map(whole))),
    ...section('Let pass for now', waived.map(item)),
    ...section('Added', [
      ...added.map((name) => item(codeMarkdown(printable(name)))),
      ...addedParts.map((part) => item(plain(part))),
    ]),
    ...section(
      'Loosened, and no longer answered',
      harmlessChanges(report).map((line) => item(plain(line))),
    ),
    ...section('Changed, and not proven', unprovenLines.map(item)),
    ...section(
      'Not compared',
      notComparedLines(notCompared, true)
        .slice(1)
        .map((line) => item(plain(line.trim()))),
    ),
    ...section(
      'Other changes',
      notes.map((note) => item(plain(note))),
    ),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function section(heading: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`## ${heading}`, '', ...entries, ''];
}

function item(text: string): string {
  return `- ${text}`;
}

function headOf(each: ToldBreak): string {
  const operations = operationsOf(each);
  const where = operations.length > MOST_NAMED ? count(operations.length, 'operation') : operations.join(', ');
  return `${where}: ${each.first.message}`;
}

/** At most this many operations are named for one change. */
const MOST_NAMED = 5;

/** Returns an entry, with what shows it folded below. */
function whole(each: ToldBreak): string {
  const shown = linesOfBreak(each, false).slice(1).map(printable).join('\n');
  const lines = ['', ...fencedMarkdown(shown).join('\n').split('\n')].map((line) => (line === '' ? '' : `  ${line}`));
  return [item(`**${each.first.kind}** ${plain(headOf(each))}`), ...lines].join('\n');
}

function plain(text: string): string {
  return plainMarkdown(printable(text));
}
