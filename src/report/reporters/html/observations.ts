/** Makes the parts of the page that judge nothing: what was seen, what was left behind, what was not judged. */

import { groupBy } from '../../../support/collections';
import type { Observation, Report } from '../../report';
import { describeUnjudged } from '../wording';
import { copyable, foldedExchange } from './exchange';
import { type Markup, markup } from './markup';
import { partOf, put, type Room } from './room';
import { traits } from './traits';

/** How many bytes the exchanges may take that show what was seen. */
const MOST_SEEN = 200_000;

export function observationsSection(report: Report, page: Room): Markup | string {
  const { observations: seen } = report;
  if (seen.length === 0) return '';
  const alike = groupBy(seen, ({ asked, answered, declared }) => [asked, answered, declared].join('\n'));
  const rows = [...alike.values()];
  const named = new Set(rows.map(([{ exchanges }]) => exchanges[0]));
  const room = partOf(page, MOST_SEEN, 0.3);
  const shown = new Map<number, Markup>();
  for (const each of report.exchanges)
    if (named.has(each.index) && room.left > 0)
      shown.set(each.index, put(room, markup`<div id="x${each.index}">${foldedExchange(each)}</div>\n`));
  return markup`<section data-part aria-labelledby="seen">
<h2 id="seen">Seen where the contract is silent <span>not judged</span></h2>
<table class="observed">
<thead><tr><th scope="col">Asked</th><th scope="col">Answered</th><th scope="col">Operations</th><th scope="col">Exchanges</th></tr></thead>
${rows.map((each) => observed(each, report, shown.has(each[0].exchanges[0] ?? -1)))}</table>
${shown.size === 0 ? '' : markup`<details class="more"><summary>An exchange of each</summary>\n${[...shown.values()]}</details>`}
</section>
`;
}

/** How many operations are named in the row of an observation. The JSON report has all of them. */
const MOST_NAMED = 20;
/** So many are named without being asked for. */
const FEW_NAMED = 3;

/** Makes a row of equal observations. @param isShown whether the page has the first exchange that shows them, which is linked then. */
function observed(alike: readonly [Observation, ...Observation[]], report: Report, isShown: boolean): Markup {
  const [{ asked, answered, declared, exchanges: indices }] = alike;
  const [first] = indices;
  const times = alike.reduce((sum, each) => sum + each.exchanges.length, 0);
  const operations = [...new Set(alike.map(({ operation }) => operation))];
  const marks = traits({ verdicts: ['none'], rules: [], operations }, report);
  return markup`<tbody${marks}><tr><th scope="row">${asked}</th><td>${answered}${declared ? '' : ' (undeclared)'}</td><td>${named(operations)}</td><td>${times}${isShown ? markup`, as <a href="#x${first ?? 0}">#${first ?? 0}</a>` : ''}</td></tr></tbody>
`;
}

function named(operations: readonly string[]): Markup {
  const shown = operations.slice(0, FEW_NAMED).join(', ');
  const others = operations.slice(FEW_NAMED, MOST_NAMED);
  const more = operations.length - FEW_NAMED - others.length;
  if (others.length === 0) return markup`${shown}`;
  return markup`${shown}<details class="more"><summary>and ${operations.length - FEW_NAMED} more</summary>${others.join(', ')}${more > 0 ? ` and ${more} more` : ''}</details>`;
}

/** How many things that were left behind are listed. */
const MOST_LEFT = 100;
/** How many of them are shown without being asked for. */
const FEW_LEFT = 5;

export function leftBehind({ leftovers = [] }: Report): Markup | string {
  if (leftovers.length === 0) return '';
  const items = leftovers
    .slice(0, MOST_LEFT)
    .map(
      ({ operation, url, reason, curl }) =>
        markup`<li>${operation} <code>${url}</code>: ${reason}${copyable('curl', 'The curl line', curl)}</li>\n`,
    );
  const rest = items.slice(FEW_LEFT);
  const more = leftovers.length - items.length;
  return markup`<section data-verdict="none" aria-labelledby="left">
<h2 id="left">Left behind <span>${leftovers.length}</span></h2>
<p>What the run made or changed, or may have, and did not see undone.</p>
<ul class="left">${items.slice(0, FEW_LEFT)}</ul>
${rest.length === 0 ? '' : markup`<details class="more"><summary>${leftovers.length - FEW_LEFT} more</summary><ul class="left">${rest}</ul>${more > 0 ? markup`<p>${more} more are in the JSON report.</p>` : ''}</details>`}
</section>
`;
}

export function notJudged({ unjudged = [] }: Report): Markup | string {
  if (unjudged.length === 0) return '';
  return markup`<section data-verdict="none" aria-labelledby="unjudged">
<h2 id="unjudged">Not judged</h2>
<p>These exchanges prove nothing.</p>
<ul>${unjudged.map((each) => markup`<li>${describeUnjudged(each)}</li>`)}</ul>
</section>
`;
}
