/** Makes the map of operations by statuses: a line for each operation, which unfolds to its requirements. */

import { placeOf } from '../../../contract/clause';
import { groupBy } from '../../../support/collections';
import { count } from '../../../support/words';
import { percentOf } from '../../coverageShare';
import {
  type OperationCoverage,
  type Report,
  type RequirementReport,
  requirementName,
  type StatusState,
  type Verdict,
} from '../../report';
import { whySkipped } from '../wording';
import { type Markup, markup, prose } from './markup';
import { anchorOfFinding } from './requirement';
import { partOf, put, type Room } from './room';
import { linked } from './standardLinks';
import { operationsIn, traits } from './traits';

/** An operation with all that is known of it. */
interface Row {
  readonly operation: string;
  readonly coverage: OperationCoverage | undefined;
  readonly requirements: readonly RequirementReport[];
}

/** More operations than this are folded by their tags. */
const MOST_IN_FULL = 40;

/** In a report with more requirements than this, an operation unfolds to their names alone. */
const MOST_IN_ROWS = 500;

/** How many bytes the lines of the operations may take. When none is left, a line has nothing to unfold. */
const MOST = 1_000_000;

/** Yields the section part by part. */
export function* operationsSection(report: Report, page: Room): Generator<Markup> {
  const rows = rowsOf(report);
  if (rows.length === 0) return;
  const room = partOf(page, MOST, 0.4);
  const covered = report.coverage?.operations.some(({ statuses }) => Object.keys(statuses).length > 0) ?? false;
  yield markup`<section class="operations" data-part aria-labelledby="operations">
<h2 id="operations">Operations <span>${rows.length}</span></h2>
${covered ? markup`<ul class="legend"><li class="kept">kept</li><li class="broken">broken</li><li class="unexercised">not exercised</li></ul>` : ''}
<div class="rows">
`;
  if (rows.length <= MOST_IN_FULL) yield* rows.map((row) => line(row, report, room));
  else
    for (const [tag, group] of groupBy(rows, tagOf)) {
      yield markup`<details class="tag" data-group><summary><span class="what">${tag}</span> ${bar(group)}<span class="where">${count(group.length, 'operation')}</span> <span class="rule">${verdictsIn(group.flatMap((row) => row.requirements))}</span></summary>
`;
      for (const row of group) yield line(row, report, room);
      yield markup`</details>\n`;
    }
  yield markup`</div>
</section>
`;
}

function rowsOf(report: Report): Row[] {
  const coverage = new Map(report.coverage?.operations.map((each) => [each.operation, each]));
  const requirements = groupBy(report.requirements, ({ operation }) => operation);
  return [...operationsIn(report).keys()].map((operation) => ({
    operation,
    coverage: coverage.get(operation),
    requirements: requirements.get(operation) ?? [],
  }));
}

/** Returns the first tag, or else the first segment of the path: "/plants" of "GET /plants/{id}". */
function tagOf({ operation, coverage }: Row): string {
  return coverage?.tags?.[0] ?? /\/[^/]*/.exec(operation)?.[0] ?? operation;
}

/** Shows in one line which share of the declared statuses is kept, broken, and not exercised. */
function bar(rows: readonly Row[]): Markup {
  const states = rows.flatMap(({ coverage }) => Object.values(coverage?.statuses ?? {}));
  const width = 100 / Math.max(1, states.length);
  let at = 0;
  const parts = STATES.map((state) => {
    const [begin, share] = [at, states.filter((each) => each === state).length * width];
    at += share;
    return share === 0
      ? ''
      : markup`<rect class="${state}" x="${begin.toFixed(1)}" width="${share.toFixed(1)}" height="8"/>`;
  });
  return markup`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts}</svg> `;
}

const STATES: readonly StatusState[] = ['broken', 'kept', 'unexercised'];

function line(row: Row, report: Report, room: Room): Markup {
  const { operation, coverage, requirements } = row;
  const marks = markup`${traits(
    {
      verdicts: requirements.length === 0 ? ['none'] : requirements.map(({ verdict }) => verdict),
      rules: requirements.map(({ rule }) => rule),
      operations: [operation],
    },
    report,
  )}${coverage?.tags ? markup` data-tags="${coverage.tags.join('\n')}"` : ''}`;
  const shown = markup`<span class="what">${operation}</span> <span class="statuses">${statuses(coverage)}</span> <span class="where">${verdictsIn(requirements)}</span> <span class="share">${coverage && coverage.clauses > 0 ? percentOf(coverage) : ''}</span>`;
  if (room.left <= 0 || requirements.length === 0) return markup`<div class="op"${marks}>${shown}</div>\n`;
  const body = report.requirements.length > MOST_IN_ROWS ? names(requirements, report) : table(requirements, report);
  const whole = markup`<details class="op"${marks}><summary>${shown}</summary>
${body}</details>
`;
  put(room, whole);
  return whole;
}

function statuses(coverage: OperationCoverage | undefined): Markup[] {
  return Object.entries(coverage?.statuses ?? {}).map(([status, state]) => markup`<b class="${state}">${status}</b> `);
}

const WORDS: readonly (readonly [Verdict, string])[] = [
  ['fail', 'failed'],
  ['warn', 'warned'],
  ['pass', 'passed'],
  ['skip', 'skipped'],
];

/** Writes "1 failed, 12 passed". */
function verdictsIn(requirements: readonly RequirementReport[]): Markup {
  const parts = WORDS.flatMap(([verdict, word]) => {
    const number = requirements.filter((each) => each.verdict === verdict).length;
    if (number === 0) return [];
    const said = `${number} ${word}`;
    return [verdict === 'fail' || verdict === 'warn' ? markup`<span class="${verdict}">${said}</span>` : said];
  });
  return markup`${parts.map((part, at) => (at === 0 ? part : markup`, ${part}`))}`;
}

/** The verdicts in the order in which a reader wants them. */
const ORDER: readonly Verdict[] = ['fail', 'warn', 'skip', 'pass'];

function table(requirements: readonly RequirementReport[], report: Report): Markup {
  const sorted = ORDER.flatMap((verdict) => requirements.filter((each) => each.verdict === verdict));
  return markup`<table class="requirements">
<thead><tr><th scope="col">Requirement</th><th scope="col">What it requires</th><th scope="col">Clause</th><th scope="col">Exchanges</th></tr></thead>
<tbody>
${sorted.map((requirement) => tableRow(requirement, report))}</tbody></table>
`;
}

function tableRow(requirement: RequirementReport, report: Report): Markup {
  const { verdict, statement, reference, clause, exchanges, findings } = requirement;
  const shown = findings.length > 0 ? link(requirement, report) : requirementName(requirement);
  const why = verdict === 'skip' ? markup`<p class="why">${whySkipped(requirement)}</p>` : '';
  return markup`<tr><th scope="row" class="${verdict}">${shown}</th><td>${prose(statement)} <span class="reference">${linked(reference)}</span>${why}</td><td><code>${placeOf(clause)}</code></td><td data-unit="${exchanges === 1 ? 'exchange' : 'exchanges'}">${exchanges}</td></tr>
`;
}

/** How many findings of one operation are linked. */
const MOST_LINKS = 4;

/** Names the requirements of an operation by their verdicts. What is wrong leads to its evidence. */
function names(requirements: readonly RequirementReport[], report: Report): Markup {
  const parts = ORDER.flatMap((verdict) => {
    const own = requirements.filter((each) => each.verdict === verdict);
    if (own.length === 0) return [];
    const isWrong = verdict === 'fail' || verdict === 'warn';
    const named = isWrong ? own.slice(0, MOST_LINKS).map((each) => link(each, report)) : namesOf(own);
    return [
      markup`<dt class="${verdict}">${WORDS.find(([each]) => each === verdict)?.[1] ?? ''}</dt><dd>${named}</dd>\n`,
    ];
  });
  return markup`<dl class="names">${parts}</dl>`;
}

function link(requirement: RequirementReport, report: Report): Markup {
  const [finding] = requirement.findings;
  const name = requirementName(requirement);
  return finding ? markup`<a href="#${anchorOfFinding(finding, requirement, report)}">${name}</a> ` : markup`${name} `;
}

/** Writes "body-schema 200 404, responds". */
function namesOf(requirements: readonly RequirementReport[]): string {
  const byRule = groupBy(requirements, ({ rule }) => rule);
  return [...byRule]
    .map(([rule, own]) =>
      [rule, ...own.map((each) => requirementName(each).slice(rule.length).trim())].join(' ').trim(),
    )
    .join(', ');
}
