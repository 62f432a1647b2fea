import type { Report, RequirementReport, Verdict } from '../report';
import type { RenderOptions } from './reporter';
import { cameToNothing, countsOf, evidenceOf, nameOf, placeOf, sizeOf, wantedBy, whySkipped } from './text';

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

/** GitHub drops a summary of more than 1 MiB: so many rows and so much evidence, in bytes, stay well below. */
const MOST_ROWS = 500;
const MOST_EVIDENCE = 512 * 1024;

/** The report in GitHub's Markdown, for the summary page of a workflow run: the outcome, then what is not in order. */
export function summary(report: Report, { nameFile = (file) => file }: Partial<RenderOptions>): string {
  const { contract, target, outcome, reason, requirements } = report;
  const order: readonly Verdict[] = cameToNothing(report) ? [] : ['fail', 'warn', 'skip'];
  const open = order.flatMap((verdict) => requirements.filter((each) => each.verdict === verdict));
  const rows = open.slice(0, MOST_ROWS).map((each) => withFileName(each, nameFile));
  const evidence = upTo(
    MOST_EVIDENCE,
    rows.filter(({ findings }) => findings.length > 0).map((each) => details(each, report)),
  );
  const wanted = wantedBy(requirements);
  return [
    `## ${MARKS[outcome]} ${plain(`${contract.title} ${contract.version}`)}: ${outcome}`,
    '',
    `${plain(target)}: ${countsOf(report)} (${sizeOf(report)})`,
    ...(reason === undefined ? [] : ['', `**${plain(reason)}**`]),
    ...(rows.length === 0
      ? []
      : ['', '| verdict | requirement | operation | clause |', '|---|---|---|---|', ...rows.map(row)]),
    ...(open.length > MOST_ROWS ? ['', `… and ${open.length - MOST_ROWS} more, which the other reports have.`] : []),
    ...evidence,
    ...(wanted.length === 0
      ? []
      : ['', 'To exercise what was skipped, hand over', '', ...wanted.map((each) => `- ${plain(each)}`)]),
    '',
  ].join('\n');
}

function withFileName(requirement: RequirementReport, nameFile: (file: string) => string): RequirementReport {
  return { ...requirement, clause: { ...requirement.clause, file: nameFile(requirement.clause.file) } };
}

/** As many of the texts, from the first, as have room together. */
function upTo(bytes: number, texts: readonly string[]): string[] {
  let left = bytes;
  const fitting = texts.filter((text) => {
    left -= Buffer.byteLength(text);
    return left >= 0;
  });
  const missing = texts.length - fitting.length;
  return missing === 0 ? fitting : [...fitting, '', `The evidence of ${missing} more is in the other reports.`];
}

function row(requirement: RequirementReport): string {
  const { verdict, operation, clause, statement } = requirement;
  const why = verdict === 'skip' ? whySkipped(requirement) : statement;
  const cells = [`**${plain(nameOf(requirement))}**<br>${plain(why)}`, plain(operation), plain(placeOf(clause))];
  return `| ${MARKS[verdict]} ${verdict} | ${cells.join(' | ')} |`;
}

function details(requirement: RequirementReport, report: Report): string {
  const evidence = requirement.findings.map((finding) => evidenceOf(finding, requirement, report)).join('\n\n');
  // Within the tags Markdown means nothing.
  const name = entities(`${nameOf(requirement)}: ${requirement.operation}`);
  return [
    '',
    `<details><summary>${name}</summary>`,
    '',
    ...fenced(evidence),
    '',
    plain(requirement.advice),
    '',
    '</details>',
  ].join('\n');
}

/** A fence longer than any in the text, so that nothing in it can end the block. */
function fenced(text: string): string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, text, fence];
}

/** A text in one line in which Markdown and HTML see nothing but text. */
function plain(text: string): string {
  return entities(text.replace(/\s+/g, ' ')).replace(/[\\`*_{}[\]|~]/g, '\\$&');
}

function entities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
