/** Shows what is wrong: each cause in one line, which unfolds to the exchanges that show it, the clause, and the waiver to copy. */

import type { Clause } from '../../../contract/clause';
import { placeOf } from '../../../contract/clause';
import { remembered } from '../../../support/caching';
import { groupBy } from '../../../support/collections';
import { count } from '../../../support/words';
import { type Cause, causesOf, eachMessageOf } from '../../causes';
import { type Finding, type Report, type RequirementReport, requirementName, type Verdict } from '../../report';
import { waiverLines } from '../unexercised';
import { causeOf, exchangeOf, isShownBefore, rulesOf, whySkipped } from '../wording';
import { copyable, exchangePanels, repeatLine } from './exchange';
import { highlighted } from './highlight';
import { type Changes, idOfFinding } from './history';
import { type Markup, markup, prose } from './markup';
import { put, type Room } from './room';
import { lineAnchor } from './sourceFile';
import { linked } from './standardLinks';
import { traits } from './traits';

/** Returns the causes in the order of the page. The echoes of a cause come after it. */
export const shownCauses = remembered((report: Report): Cause[] =>
  causesOf(report).flatMap((cause) => [cause, ...cause.echoes]),
);

/** What the parts of a finding need. */
interface Shown {
  readonly report: Report;
  readonly changes: Changes;
  /** For findings. When none is left, a cause has its line alone. */
  readonly room: Room;
  /** Whether the finding is unfolded. */
  readonly isOpen?: boolean;
  /** Whether it stands below its verdict and its rules, which its line then leaves out. */
  readonly isGrouped?: boolean;
}

/** Shows a cause in one line, which unfolds to its clause and to one exchange for each of its messages. */
export function causeEntry(cause: Cause, shown: Shown): Markup {
  const { report, room, changes } = shown;
  const { verdict, operations, occurrences } = cause;
  const rules = occurrences.map(({ requirement }) => requirement.rule);
  const marks = traits({ verdicts: [verdict], rules, operations }, report);
  const what = markup`<h3 class="what">${prose(cause.message)}${came(cause, report)}</h3> ${newness(occurrences, changes)}${places(operations)}`;
  const line = shown.isGrouped ? what : markup`${badge(verdict)} ${what} <span class="rule">${rulesOf(cause)}</span>`;
  if (room.left <= 0)
    return put(room, markup`<div class="cause ${verdict}"${marks} id="${anchorOf(cause, report)}">${line}</div>\n`);
  const body = causeBody(cause, report);
  return put(
    room,
    markup`<details class="cause ${verdict}"${marks}${shown.isOpen ? markup` open` : ''}>
<summary>${line}</summary>
<article id="${anchorOf(cause, report)}" tabindex="-1" aria-label="${cause.message}">
${body}</article>
</details>
`,
  );
}

/** Longer ones are in the evidence. */
const LONGEST_CAME = 40;

/** Says what came where several causes have the same words: by that alone they differ for who reads the list. */
function came({ message, occurrences }: Cause, report: Report): Markup | string {
  const [{ finding }] = occurrences;
  const isTold = (alike(report).get(message) ?? 0) > 1 && finding.actual.length <= LONGEST_CAME;
  return isTold ? markup` <small class="came">came: ${finding.actual}</small>` : '';
}

/** How many causes have the same message. */
const alike = remembered((report: Report) => {
  const counts = new Map<string, number>();
  for (const { message } of shownCauses(report)) counts.set(message, (counts.get(message) ?? 0) + 1);
  return counts;
});

/** Names the first operation, and says how many others there are. */
function places([first = '', ...others]: readonly string[]): Markup {
  return markup`<span class="where"><span>${first}</span>${others.length === 0 ? '' : ` +${others.length}`}</span>`;
}

/** Says whether an earlier run had the findings. */
function newness(occurrences: readonly Cause['occurrences'][number][], { fresh }: Changes): Markup | string {
  const isFresh = occurrences.map(({ requirement, finding }) => fresh.has(idOfFinding(requirement, finding)));
  if (!isFresh.includes(true)) return '';
  return markup`<span class="new">${isFresh.includes(false) ? 'new here and there' : 'new'}</span> `;
}

/** How many findings of a cause are shown with their evidence. They differ in their messages. */
const MOST_EXAMPLES = 12;

function causeBody(cause: Cause, report: Report): Markup {
  const { operations, clause, occurrences } = cause;
  const [{ requirement, finding }] = occurrences;
  const all = eachMessageOf(cause);
  const examples = all.slice(0, MOST_EXAMPLES);
  const around = { findings: examples.map((each) => each.finding), clause, report, isOnly: all.length === 1 };
  return markup`<div class="clauses">
<div>
<p>${prose(requirement.statement)} <span class="reference">${finding.level}, ${linked(requirement.reference)}</span></p>
${echoNote(cause, report)}
<p class="advice"><b>To mend it</b> ${prose(requirement.advice)}</p>
${operations.length === 1 ? '' : seenAt(cause)}</div>
${quotation(clause, report)}
</div>
${examples.map((each) => evidence(each, around))}
${moreOf(all.length - examples.length)}
${toCopy(cause, report, anchorOf(cause, report))}`;
}

/** Shows a requirement that a waiver lets pass, with its findings. */
export function letPass(requirement: RequirementReport, { report, room, changes }: Shown): Markup {
  const { verdict, operation, rule, statement, reference, clause, level, findings, advice } = requirement;
  const marks = traits({ verdicts: [verdict], rules: [rule], operations: [operation] }, report);
  const anchor = anchorOfWaived(requirement, report);
  const line = markup`${badge(verdict)} <h3 class="what">${prose(findings[0]?.message ?? whySkipped(requirement))}</h3> ${newness(
    findings.map((finding) => ({ requirement, finding })),
    changes,
  )}${places([operation])} <span class="rule">${requirementName(requirement)}</span>`;
  if (room.left <= 0) return markup`<div class="cause ${verdict}"${marks} id="${anchor}">${line}</div>\n`;
  const examples = findings.slice(0, MOST_EXAMPLES);
  const around = { findings: examples, clause, report, isOnly: findings.length === 1 };
  const whole = markup`<details class="cause ${verdict}"${marks}>
<summary>${line}</summary>
<article id="${anchor}" tabindex="-1" aria-label="${requirementName(requirement)}, let pass">
<div class="clauses">
<div>
<p class="why">${whySkipped(requirement)}</p>
<p>${prose(statement)} <span class="reference">${level}, ${linked(reference)}</span></p>
<p class="advice"><b>To mend it</b> ${prose(advice)}</p>
</div>
${quotation(clause, report)}
</div>
${examples.map((finding) => evidence({ requirement, finding }, around))}
${moreOf(findings.length - examples.length)}
</article>
</details>
`;
  put(room, whole);
  return whole;
}

function moreOf(left: number): Markup | string {
  return left <= 0 ? '' : markup`<p class="why">${count(left, 'more finding')}: in the JSON report.</p>`;
}

function echoNote(cause: Cause, report: Report): Markup | string {
  const source = causesOfEchoes(report).get(cause);
  if (!source) return '';
  return markup`<p class="why">It may be an echo: an unsafe request stored what it shows. First mend <a href="#${anchorOf(source, report)}">${source.message}</a>.</p>`;
}

const causesOfEchoes = remembered(
  (report: Report) => new Map(shownCauses(report).flatMap((cause) => cause.echoes.map((echo) => [echo, cause]))),
);

/** Returns the anchor of a cause: the id of its first finding, so that a link still leads there after another run. */
export function anchorOf(cause: Cause, report: Report): string {
  return anchors(report).get(cause) ?? '';
}

const anchors = remembered((report: Report): ReadonlyMap<Cause, string> => {
  const taken = new Map<string, number>();
  return new Map(
    shownCauses(report).map((cause) => {
      const [{ requirement, finding }] = cause.occurrences;
      const id = idOfFinding(requirement, finding);
      const times = (taken.get(id) ?? 0) + 1;
      taken.set(id, times);
      return [cause, times === 1 ? id : `${id}-${times}`];
    }),
  );
});

/** Returns the anchor of what shows a finding: its cause, or a requirement that a waiver lets pass. */
export function anchorOfFinding(finding: Finding, requirement: RequirementReport, report: Report): string {
  const cause = causesByFinding(report).get(finding);
  return cause ? anchorOf(cause, report) : anchorOfWaived(requirement, report);
}

function anchorOfWaived(requirement: RequirementReport, { requirements }: Report): string {
  return `r${requirements.indexOf(requirement) + 1}`;
}

const causesByFinding = remembered(
  (report: Report) =>
    new Map(shownCauses(report).flatMap((cause) => cause.occurrences.map(({ finding }) => [finding, cause]))),
);

/** How many operations of a cause are listed. The JSON report has all of them. */
const MOST_PLACES = 40;

/** Lists the operations at which a cause was seen, with the clause and the number of exchanges of each. */
function seenAt({ occurrences }: Cause): Markup {
  const all = [...groupBy(occurrences, ({ requirement: { operation } }) => operation)];
  const rows = all.slice(0, MOST_PLACES).map(([operation, own]) => {
    const [{ requirement, finding }] = own;
    const seen = new Set(own.flatMap((each) => each.finding.exchanges)).size;
    return markup`<li>${operation} <span>${placeOf(finding.clause ?? requirement.clause)}, ${count(seen, 'exchange')}</span></li>\n`;
  });
  const more = all.length - rows.length;
  return markup`<details class="more"${all.length <= FEW_PLACES ? markup` open` : ''}><summary>Seen at ${count(all.length, 'operation')}</summary>
<ul class="operations">\n${rows}${more > 0 ? markup`<li>and ${more} more</li>` : ''}</ul></details>`;
}

/** So few operations are listed without being asked for. */
const FEW_PLACES = 5;

function quotation(clause: Clause, report: Report): Markup {
  const line = lineAnchor(clause, report);
  return markup`<figure class="clause">
<figcaption>${line === undefined ? placeOf(clause) : markup`<a href="#${line}">${placeOf(clause)}</a>`}</figcaption>
${clause.excerpt === undefined ? '' : lines(clause.excerpt, clause.line)}
</figure>`;
}

/** Shows lines of the contract with their numbers, without their common indent. */
function lines(excerpt: string, first: number): Markup {
  const indent = excerpt.search(/\S/);
  const numbered = excerpt
    .split('\n')
    .map((line, at) => markup`<span data-line="${first + at}">${highlighted(line.slice(indent))}\n</span>`);
  return markup`<pre><code>${numbered}</code></pre>`;
}

/** What is shown around a finding. */
interface Around {
  /** All findings that are shown together. */
  readonly findings: readonly Finding[];
  /** The clause that is shown already. */
  readonly clause: Clause;
  readonly report: Report;
  readonly isOnly: boolean;
}

function evidence(
  { requirement, finding }: { readonly requirement: RequirementReport; readonly finding: Finding },
  { findings, clause, report, isOnly }: Around,
): Markup {
  const { message, level, expected, actual, exchanges } = finding;
  const [exchange, cause] = [exchangeOf(finding, report), causeOf(finding, report)];
  const seen = `${count(exchanges.length, 'exchange')}${level === 'should' ? ', should' : ''}`;
  const body = markup`${finding.clause && placeOf(finding.clause) !== placeOf(clause) ? quotation(finding.clause, report) : ''}
<dl class="compare">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${actual}</dd></div>
</dl>
${cause ? markup`<p class="label">After</p>${exchangePanels(cause)}${repeatLine(cause)}<p class="label">Then</p>` : ''}
${exchange ? shownOnce(exchange, finding, isShownBefore(finding, { findings })) : ''}`;
  if (isOnly) return markup`<section class="finding">${body}</section>\n`;
  const id = idOfFinding(requirement, finding);
  return markup`<details class="finding"${finding === findings[0] ? markup` open` : ''}><summary><h4>${prose(message)} <span>${seen}, ${id}</span></h4></summary>
${body}</details>
`;
}

function shownOnce(exchange: NonNullable<ReturnType<typeof exchangeOf>>, finding: Finding, isShown: boolean): Markup {
  if (isShown) return markup`<p class="label">Exchange #${exchange.index}, shown above</p>`;
  return markup`${exchangePanels(exchange, finding)}${repeatLine(exchange)}`;
}

/** How many waivers one cause may need to have them written out. */
const MOST_WAIVERS = 20;

/** Offers the lines of a waiver, and a link. */
function toCopy({ occurrences }: Cause, { startedAt }: Report, anchor: string): Markup {
  const each = [...new Set(occurrences.map(({ requirement }) => requirement))].slice(0, MOST_WAIVERS);
  const [
    {
      finding: { id },
    },
  ] = occurrences;
  const waiver = waiverLines(each, 'why it may pass for now, and who mends it', dayAfter(startedAt)).join('\n');
  return markup`<p class="links"><a href="#${anchor}" class="link">Link to this finding</a> <code>${anchor}</code>${id === undefined ? '' : markup` <span>sent anew by</span> <code>npx espalier again ${id}</code>`}</p>
<details class="more waive"><summary>To let it pass for now, in espalier.yaml</summary>
${copyable('waiver', 'The waiver', waiver)}</details>
`;
}

/** For how long a waiver is proposed, in milliseconds. */
const WAIVER_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns the day on which a proposed waiver ends; undefined if the report does not say when the run began. */
function dayAfter(startedAt: string): string | undefined {
  const start = Date.parse(startedAt);
  return Number.isNaN(start) ? undefined : new Date(start + WAIVER_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

export function badge(verdict: Verdict): Markup {
  return markup`<span class="badge ${verdict}">${verdict}</span>`;
}
