import type { Clause } from '../../../contract/clause';
import { placeOf } from '../../../contract/clause';
import { count } from '../../../support/words';
import {
  type ExchangeReport,
  type Finding,
  type Report,
  type RequirementReport,
  requirementName,
  type Verdict,
} from '../../report';
import { captionOf, causeOf, duration, exchangeOf, isShownBefore, receivedOf, whySkipped } from '../wording';
import { type Markup, markup } from './markup';
import type { Room } from './sourceFile';
import { linked } from './standardLinks';

/**
 * Shows a requirement with its clause and its findings.
 * @param alike requirements of other operations with the same findings. They are named, and their findings are not shown again.
 * @param room for findings. When none is left, only the JSON report has the further findings.
 */
export function article(
  requirement: RequirementReport,
  alike: readonly RequirementReport[],
  report: Report,
  room: Room,
): Markup {
  const { verdict, operation, statement, reference, clause, level, findings, advice } = requirement;
  const shown = findings.flatMap((finding) => shownIn(room, () => evidence(finding, requirement, report)) ?? []);
  const left = findings.length - shown.length;
  const skipped = verdict === 'skip' ? markup`<p class="why">${whySkipped(requirement)}</p>` : '';
  const where = alike.length === 0 ? operation : count(alike.length + 1, 'operation');
  return markup`<article class="${verdict}" id="${anchorOf(requirement, report)}">
<h3>${badge(verdict)} ${requirementName(requirement)} <span>${where}</span></h3>
<p>${statement} <span class="reference">${level}, ${linked(reference)}</span></p>
${skipped}
${alike.length === 0 ? '' : operations([requirement, ...alike])}
${quotation(clause)}
${shown}
${left === 0 ? '' : markup`<p class="why">${count(left, 'more finding')}: in the JSON report.</p>`}
<p class="advice"><b>To mend it</b> ${advice}</p>
</article>
`;
}

export function anchorOf(requirement: RequirementReport, { requirements }: Report): string {
  return `r${requirements.indexOf(requirement) + 1}`;
}

function operations(requirements: readonly RequirementReport[]): Markup {
  const rows = requirements.map(({ operation, findings, clause }) => {
    const seen = new Set(findings.flatMap(({ exchanges }) => exchanges)).size;
    return markup`<li>${operation} <span>${placeOf(clause)}, ${count(seen, 'exchange')}</span></li>\n`;
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

function evidence(finding: Finding, requirement: RequirementReport, report: Report): Markup {
  const { message, level, expected, actual, exchanges } = finding;
  const [exchange, cause] = [exchangeOf(finding, report), causeOf(finding, report)];
  const seen = `${count(exchanges.length, 'exchange')}${level === 'should' ? ', should' : ''}`;
  return markup`<section class="finding">
<h4>${message} <span>${seen}</span></h4>
${finding.clause ? quotation(finding.clause) : ''}
<dl class="compare">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${actual}</dd></div>
</dl>
${cause ? before(cause) : ''}${exchange ? transcript(exchange, !isShownBefore(finding, requirement)) : ''}
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
