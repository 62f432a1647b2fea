/** Lists what was not exercised: a line for each reason, which unfolds to the requirements. */

import { groupBy } from '../../../support/collections';
import { count } from '../../../support/words';
import { type Report, type RequirementReport, requirementName } from '../../report';
import { waivable, waiverLines } from '../unexercised';
import { describeWaiver, whySkipped } from '../wording';
import { copyable } from './exchange';
import { type Markup, markup } from './markup';
import { partOf, put, type Room } from './room';
import { traits } from './traits';

/** How many reasons have a line of their own; the others stand below one line. */
const MOST_REASONS = 30;
/** How many reasons are told at all. The JSON report has all of them. */
const MOST_TOLD = 300;
/** How many operations are named below a reason. */
const MOST_NAMED = 12;
/** How many characters these lines may take. When none is left, a reason has its line alone. */
const MOST = 250_000;

/** More of what is let pass than this is folded. */
const MOST_LET_PASS = 20;

/** Lists what a waiver or a baseline lets pass. @param lines as they are shown. */
export function letPassSection(lines: readonly Markup[]): Markup | string {
  if (lines.length === 0) return '';
  const shown =
    lines.length <= MOST_LET_PASS
      ? lines
      : markup`<details class="tag" data-group><summary><span class="what">${count(lines.length, 'requirement')}</span></summary>\n${lines}</details>\n`;
  return markup`<section data-part aria-labelledby="let-pass">
<h2 id="let-pass">Let pass for now <span>${count(lines.length, 'requirement')}</span></h2>
<div class="rows">
${shown}</div>
</section>
`;
}

export function skippedSection(report: Report, page: Room): Markup | string {
  const skipped = report.requirements.filter(({ verdict, findings }) => verdict === 'skip' && findings.length === 0);
  if (skipped.length === 0) return '';
  // What keeps the run from conforming comes first.
  const [open, unreached] = [skipped.filter((each) => !each.unreached), skipped.filter((each) => each.unreached)];
  const room = partOf(page, MOST, 0.2);
  const entries = [...reasonsIn(open, report, room), ...reasonsIn(unreached, report, room)];
  const rest = entries.slice(MOST_REASONS, MOST_TOLD);
  const untold = entries.length - MOST_REASONS - rest.length;
  return markup`<section data-part aria-labelledby="skip">
<h2 id="skip">Not exercised <span>${count(skipped.length, 'requirement')}</span></h2>
<div class="rows">
${entries.slice(0, MOST_REASONS)}${rest.length === 0 ? '' : markup`<details class="tag" data-group><summary><span class="what">${count(entries.length - MOST_REASONS, 'other reason')}</span></summary>\n${rest}${untold > 0 ? markup`<div class="reason"><span class="what">${count(untold, 'more reason')}: in the JSON report</span></div>` : ''}</details>`}
</div>
${toWaive(open)}
</section>
`;
}

/** Makes a line for each reason. The reason of most requirements comes first. */
function reasonsIn(requirements: readonly RequirementReport[], report: Report, room: Room): Markup[] {
  const byReason = [...groupBy(requirements, whySkipped)].sort(([, one], [, other]) => other.length - one.length);
  return byReason.map(([why, own]) => {
    const byOperation = [...groupBy(own, ({ operation }) => operation)];
    const named = byOperation
      .slice(0, MOST_NAMED)
      .map(([operation, each]) => markup`<li>${operation} <span>${each.map(requirementName).join(', ')}</span></li>\n`);
    const more = byOperation.length - named.length;
    const marks = traits(
      {
        verdicts: ['skip'],
        rules: own.map(({ rule }) => rule),
        operations: byOperation.map(([operation]) => operation),
      },
      report,
    );
    const [first = '', ...further] = why.split('\n');
    const where = byOperation.length === 1 ? (byOperation[0]?.[0] ?? '') : count(byOperation.length, 'operation');
    const line = markup`<span class="what">${first}</span> <span class="where">${where}</span> <span class="rule">${count(own.length, 'requirement')}</span>`;
    if (room.left <= 0) return markup`<div class="reason"${marks}>${line}</div>\n`;
    const whole = markup`<details class="reason"${marks}>
<summary>${line}</summary>
${further.length === 0 ? '' : markup`<p class="why">${further.join('\n')}</p>`}<ul class="operations">
${named}${more > 0 ? markup`<li>and ${count(more, 'more operation')}</li>` : ''}</ul>
</details>
`;
    return put(room, whole);
  });
}

/** How many requirements are put into the waivers that are proposed. */
const MOST_WAIVED = 100;

function toWaive(requirements: readonly RequirementReport[]): Markup | string {
  const lines = waiverLines(waivable(requirements).slice(0, MOST_WAIVED));
  if (lines.length === 0) return '';
  return markup`<details class="more waive">
<summary>To let pass what nothing draws, in espalier.yaml</summary>
${copyable('waiver', 'The waiver', lines.join('\n'))}</details>`;
}

/** Says how the run compares with a baseline. */
export function baselineSection({ baseline }: Report): Markup | string {
  if (!baseline) return '';
  const { file, known, gone, updated } = baseline;
  const items = gone
    .slice(0, MOST_TOLD)
    .map(({ operation, rule, clause }) => markup`<li>${operation} <span>${rule}, ${clause}</span></li>\n`);
  return markup`<section data-verdict="skip" aria-labelledby="baseline">
<h2 id="baseline">Baseline <span><code>${file}</code></span></h2>
<p>It has ${known} of the breaches of this run${updated ? ', which has put them into it' : ''}.</p>
${items.length === 0 ? '' : markup`<details class="more"><summary>${gone.length} that it has ${gone.length === 1 ? 'is' : 'are'} gone</summary><ul class="operations">${items}</ul></details>`}
</section>`;
}

export function waiversSection({ waivers: all }: Report): Markup | string {
  if (all.length === 0) return '';
  return markup`<section data-verdict="skip" aria-labelledby="waivers">
<h2 id="waivers">Waivers</h2>
<ul>${all.map((each) => markup`<li>${describeWaiver(each)}</li>`)}</ul>
</section>`;
}
