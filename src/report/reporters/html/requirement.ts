import type { Clause } from '../../../contract/clause';
import { placeOf } from '../../../contract/clause';
import { remembered } from '../../../support/caching';
import { groupBy } from '../../../support/collections';
import { count } from '../../../support/words';
import { type Cause, causesOf, eachMessageOf } from '../../causes';
import {
  type ExchangeReport,
  type Finding,
  type Report,
  type RequirementReport,
  requirementName,
  type Verdict,
} from '../../report';
import { captionOf, causeOf, duration, exchangeOf, isShownBefore, receivedOf, rulesOf, whySkipped } from '../wording';
import { type Markup, markup } from './markup';
import type { Room } from './sourceFile';
import { linked } from './standardLinks';

/** Returns the causes in the order of the page. The echoes of a cause come after it. */
export const shownCauses = remembered((report: Report): Cause[] =>
  causesOf(report).flatMap((cause) => [cause, ...cause.echoes]),
);

/**
 * Shows a cause with its clause, and one exchange for each of its messages.
 * @param room for findings. When none is left, only the JSON report has the further findings.
 */
export function article(cause: Cause, report: Report, room: Room): Markup {
  const { verdict, operations, clause } = cause;
  const [{ requirement, finding }] = cause.occurrences;
  const { statement, reference, advice } = requirement;
  const examples = eachMessageOf(cause);
  const findings = examples.map((each) => each.finding);
  const shown = examples.flatMap(
    (each) => shownIn(room, () => evidence(each.finding, { findings, clause }, report)) ?? [],
  );
  const where = operations.length === 1 ? operations.join() : count(operations.length, 'operation');
  return markup`<article class="${verdict}" id="${anchorOf(cause, report)}">
<h3>${badge(verdict)} ${rulesOf(cause)} <span>${where}</span></h3>
<p>${statement} <span class="reference">${finding.level}, ${linked(reference)}</span></p>
${echoNote(cause, report)}
${operations.length === 1 ? '' : places(cause)}
${quotation(clause)}
${shown}
${moreOf(examples.length - shown.length)}
<p class="advice"><b>To mend it</b> ${advice}</p>
</article>
`;
}

/** Shows a requirement that a waiver lets pass, with its findings. @param room as for {@link article}. */
export function letPass(requirement: RequirementReport, report: Report, room: Room): Markup {
  const { verdict, operation, statement, reference, clause, level, findings, advice } = requirement;
  const shown = findings.flatMap((finding) => shownIn(room, () => evidence(finding, requirement, report)) ?? []);
  return markup`<article class="${verdict}" id="${anchorOfWaived(requirement, report)}">
<h3>${badge(verdict)} ${requirementName(requirement)} <span>${operation}</span></h3>
<p>${statement} <span class="reference">${level}, ${linked(reference)}</span></p>
<p class="why">${whySkipped(requirement)}</p>
${quotation(clause)}
${shown}
${moreOf(findings.length - shown.length)}
<p class="advice"><b>To mend it</b> ${advice}</p>
</article>
`;
}

function moreOf(left: number): Markup | string {
  return left === 0 ? '' : markup`<p class="why">${count(left, 'more finding')}: in the JSON report.</p>`;
}

function echoNote(cause: Cause, report: Report): Markup | string {
  const source = causesOfEchoes(report).get(cause);
  if (!source) return '';
  return markup`<p class="why">It may be an echo: an unsafe request stored what it shows. First mend <a href="#${anchorOf(source, report)}">${source.message}</a>.</p>`;
}

const causesOfEchoes = remembered(
  (report: Report) => new Map(shownCauses(report).flatMap((cause) => cause.echoes.map((echo) => [echo, cause]))),
);

export function anchorOf(cause: Cause, report: Report): string {
  return `c${shownCauses(report).indexOf(cause) + 1}`;
}

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

/** Lists the operations at which a cause was seen, with the clause and the number of exchanges of each. */
function places({ occurrences }: Cause): Markup {
  const rows = [...groupBy(occurrences, ({ requirement: { operation } }) => operation)].map(([operation, own]) => {
    const [{ requirement, finding }] = own;
    const seen = new Set(own.flatMap((each) => each.finding.exchanges)).size;
    return markup`<li>${operation} <span>${placeOf(finding.clause ?? requirement.clause)}, ${count(seen, 'exchange')}</span></li>\n`;
  });
  return markup`<ul class="operations">\n${rows}</ul>`;
}

function quotation(clause: Clause): Markup {
  return markup`<figure class="clause">
<figcaption>${placeOf(clause)}</figcaption>
${clause.excerpt === undefined ? '' : lines(clause.excerpt, clause.line)}
</figure>`;
}

/** Shows lines of the contract with their numbers, without their common indent. */
function lines(excerpt: string, first: number): Markup {
  const indent = excerpt.search(/\S/);
  const numbered = excerpt
    .split('\n')
    .map((line, at) => markup`<span data-line="${first + at}">${line.slice(indent)}\n</span>`);
  return markup`<pre><code>${numbered}</code></pre>`;
}

function evidence(finding: Finding, shown: Pick<RequirementReport, 'findings' | 'clause'>, report: Report): Markup {
  const { message, level, expected, actual, exchanges } = finding;
  const [exchange, cause] = [exchangeOf(finding, report), causeOf(finding, report)];
  const seen = `${count(exchanges.length, 'exchange')}${level === 'should' ? ', should' : ''}`;
  return markup`<section class="finding">
<h4>${message} <span>${seen}</span></h4>
${finding.clause && placeOf(finding.clause) !== placeOf(shown.clause) ? quotation(finding.clause) : ''}
<dl class="compare">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${actual}</dd></div>
</dl>
${cause ? before(cause) : ''}${exchange ? transcript(exchange, !isShownBefore(finding, shown)) : ''}
</section>
`;
}

/** Shows the exchange that caused a finding. */
function before(cause: ExchangeReport): Markup {
  return markup`<p class="label">After</p>${transcript(cause, false)}
`;
}

function shownIn(room: Room, make: () => Markup): Markup | undefined {
  if (room.left <= 0) return undefined;
  const evidence = make();
  room.left -= evidence.text.length;
  return evidence;
}

/** Shows an exchange as it was on the wire. @param open whether it is unfolded. */
export function transcript(exchange: ExchangeReport, open: boolean): Markup {
  const { request, error, durationMs, curl } = exchange;
  const asked = [
    `${request.method} ${request.url}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
  return markup`<details${open ? markup` open` : ''}>
<summary>Exchange ${captionOf(exchange)} <span>${duration(durationMs)}</span></summary>
<div class="wire">
<div><p class="label">Request</p><pre><code>${asked}</code></pre></div>
<div><p class="label">Response</p><pre><code>${receivedOf(exchange)}</code></pre></div>
</div>
${error ? markup`<p class="wire-error">The target ${error.message}.</p>` : ''}
<div class="again"><p class="label">Again</p><pre><code>${curl}</code></pre><button type="button" hidden>Copy</button></div>
</details>`;
}

export function badge(verdict: Verdict): Markup {
  return markup`<span class="badge ${verdict}">${verdict}</span>`;
}
