/** Makes the second view of the page: the contract line by line, with what was exercised. */

import { groupBy } from '../../../support/collections';
import { percentOf } from '../../coverageShare';
import { type ClauseKind, type CoverageReport, type Report, requirementName } from '../../report';
import { linesOf } from '../lineCoverage';
import type { RenderOptions } from '../reporter';
import { type Markup, markup } from './markup';
import { anchorOfFinding } from './requirement';
import { partOf, type Room } from './room';
import { lineAnchor, sourceView } from './sourceFile';

/** How many bytes of the page the contract takes at most and at least. */
const MOST = 2_500_000;
const LEAST = 50_000;

const KINDS: Readonly<Record<ClauseKind, string>> = {
  operation: 'operations',
  security: 'credentials',
  parameter: 'parameters',
  met: 'bounds of requests, met',
  violated: 'bounds of requests, violated',
  status: 'statuses',
  header: 'header fields',
  'media-type': 'media types',
  judged: 'bounds of responses',
};

export function contractView(
  report: Report,
  coverage: CoverageReport,
  { readFile, page }: Pick<RenderOptions, 'readFile'> & { readonly page: Room },
): Markup {
  const room = { left: Math.max(LEAST, partOf(page, MOST, 1).left) };
  const notes = notesOf(report, coverage);
  const files = [...linesOf(coverage)].flatMap(([file, lines]) => {
    const text = readFile?.(file);
    return text === undefined
      ? []
      : [
          {
            file,
            text,
            lines,
            notes: notes.get(file) ?? new Map<number, Markup[]>(),
            anchorOf: (line: number) => lineAnchor({ file, line }, report),
          },
        ];
  });
  const own = files.findIndex(({ file }) => file === report.contract.file);
  const inOrder = own > 0 ? [...files.slice(own, own + 1), ...files.toSpliced(own, 1)] : files;
  return markup`<div class="view-contract" id="contract">
<h2>The contract, line by line</h2>
<p>${percentOf(coverage)} of its clauses are exercised: ${coverage.exercised} of ${coverage.clauses}, each use by an operation counted.</p>
<ul class="legend"><li class="kept">kept</li><li class="unexercised">not exercised by some operation</li><li class="broken">broken</li><li>nothing to exercise</li></ul>
${kinds(coverage)}
${inOrder.map((source) => sourceView(source, room))}
</div>`;
}

function kinds({ kinds: all }: CoverageReport): Markup {
  const rows = (Object.keys(KINDS) as ClauseKind[]).flatMap((kind) => {
    const counted = all[kind];
    return counted
      ? [markup`<div><dt>${KINDS[kind]}</dt><dd>${counted.exercised} of ${counted.clauses}</dd></div>\n`]
      : [];
  });
  return markup`<dl class="facts">\n${rows}</dl>`;
}

/** How many notes a line has at most. */
const MOST_NOTES = 3;

/** Makes the notes by file and line: the findings, and the reason why nothing exercised the line. */
function notesOf(report: Report, { unexercised, operations }: CoverageReport): Map<string, Map<number, Markup[]>> {
  const notes = new Map<string, Map<number, Markup[]>>();
  const add = (file: string, line: number, note: Markup) => {
    const lines = notes.get(file) ?? new Map<number, Markup[]>();
    notes.set(file, lines);
    const all = lines.get(line) ?? [];
    if (all.length < MOST_NOTES && !all.some(({ text }) => text === note.text)) lines.set(line, [...all, note]);
  };
  for (const requirement of report.requirements) {
    for (const finding of requirement.findings) {
      const { message, clause = requirement.clause, exchange } = finding;
      const anchor = anchorOfFinding(finding, requirement, report);
      const text = `${requirementName(requirement)}: ${message} (#${exchange})`;
      add(clause.file, clause.line, markup`<a href="#${anchor}" class="${requirement.verdict}">${text}</a>`);
    }
  }
  let before = '';
  for (const [, [first, ...more]] of groupBy(unexercised, ({ clause }) => `${clause.file} ${clause.line}`)) {
    const { clause, reason, operations: uses, more: further = 0 } = first;
    const where = uses.length + further === operations.length ? '' : whereOf(uses, further, operations);
    const said = `${reason}${where}${more.length > 0 ? ', …' : ''}`;
    // Neighbouring lines often have the same reason, which is told once.
    if (said !== before) add(clause.file, clause.line, markup`${said}`);
    before = said;
  }
  return notes;
}

function whereOf(uses: readonly number[], further: number, operations: CoverageReport['operations']): string {
  const [first = 0] = uses;
  const more = uses.length - 1 + further;
  return ` (${operations[first]?.operation}${more === 0 ? '' : ` and ${more} more`})`;
}
