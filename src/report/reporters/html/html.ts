/** Writes the report as one HTML page, which needs nothing else. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../../../support/collections';
import { count } from '../../../support/words';
import { type Cause, type CausesTogether, headingOfAll, putTogether } from '../../causes';
import { percentOf } from '../../coverageShare';
import type { Report, Verdict } from '../../report';
import type { RenderOptions } from '../reporter';
import { cameToNothing, rulesOf, variablesOf } from '../wording';
import { contractView } from './contractView';
import { headlineOf, mendedSection, pageHead } from './head';
import { type Changes, changesSince, historyElement, readHistory } from './history';
import { Markup, markup } from './markup';
import { leftBehind, notJudged, observationsSection } from './observations';
import { operationsSection } from './operations';
import { badge, causeEntry, letPass, shownCauses } from './requirement';
import { partOf, put, type Room, roomFor } from './room';
import { baselineSection, letPassSection, skippedSection, waiversSection } from './skipped';
import { rulesIn } from './traits';
import { workflowsSection } from './workflows';

/** What the page takes of the options of a reporter. */
type PageOptions = Pick<RenderOptions, 'readFile' | 'earlier'>;

/** Writes the report as a page for a browser or a printer, part by part. The page loads nothing from any server. */
export function* html(report: Report, options: PageOptions = {}): Generator<string> {
  const { contract, target } = report;
  const [style, script] = [asset('base.css', 'page.css'), asset('copy.js', 'page.js', 'filter.js', 'keys.js')];
  const changes = changesSince(report, readHistory(options.earlier));
  const page = roomFor(report);
  const history = put(page, historyElement(changes.history));
  const head = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${headlineOf(report)}: ${contract.title || contract.file}${target === '' ? '' : ` at ${target}`}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${pageHead(report, changes)}
<main>
`;
  yield put(page, head).text;
  put(page, script);
  if (cameToNothing(report)) yield markup`${leftBehind(report)}`.text;
  else yield* views(report, changes, { ...options, page });
  yield markup`</main>
<footer><p>${report.tool.name} ${report.tool.version}, exit code ${report.exitCode}</p></footer>
${HELP}
<p class="said" role="status" aria-live="polite"></p>
${history}
<script>${script}</script>
</body>
</html>
`.text;
}

/** Reads files of Espalier that go into the page unchanged. Their line ends become LF, since a browser hashes them with LF. */
function asset(...names: readonly string[]): Markup {
  const texts = names.map((name) => readFileSync(join(__dirname, 'assets', name), 'utf8').replaceAll('\r\n', '\n'));
  return new Markup(texts.join(''));
}

/** Returns a policy that allows only the script and the style of Espalier, whatever a target has put into the page, and no loading. */
function policy(style: Markup, script: Markup): string {
  const hash = ({ text }: Markup) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; img-src data:; base-uri 'none'; form-action 'none'`;
}

/** The keys that the script takes. Without a script there is no way to it. */
const HELP = markup`<dialog id="help" aria-labelledby="keys">
<h2 id="keys">Keys</h2>
<dl>
<div><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next line, line before</dd></div>
<div><dt><kbd>Enter</kbd></dt><dd>fold or unfold the line</dd></div>
<div><dt><kbd>c</kbd></dt><dd>copy the curl line of the finding</dd></div>
<div><dt><kbd>/</kbd></dt><dd>search</dd></div>
<div><dt><kbd>Esc</kbd></dt><dd>end the search, show all</dd></div>
<div><dt><kbd>?</kbd></dt><dd>this list</dd></div>
</dl>
<form method="dialog"><button>Close</button></form>
</dialog>`;

/** Yields the two views. The style sheet decides which one is shown, as with the filter. */
function* views(
  report: Report,
  changes: Changes,
  { readFile, page }: PageOptions & { readonly page: Room },
): Generator<string> {
  const { coverage } = report;
  const counted = (part: Markup | string) => (typeof part === 'string' ? put(page, part) : put(page, part).text);
  yield counted(toolbar(report));
  yield counted('<div class="view-requirements">\n');
  for (const part of requirements(report, changes, page)) yield counted(part);
  yield counted('</div>\n');
  if (coverage) yield contractView(report, coverage, { ...(readFile ? { readFile } : {}), page }).text;
}

function* requirements(report: Report, changes: Changes, page: Room): Generator<Markup | string> {
  const room = partOf(page, MOST_FOUND, 0.25);
  yield* causesSection(report, changes, room);
  yield workflowsSection(report);
  yield mendedSection(changes);
  yield* operationsSection(report, page);
  const waived = report.requirements.filter(({ verdict, findings }) => verdict === 'skip' && findings.length > 0);
  yield letPassSection(waived.map((each) => letPass(each, { report, changes, room })));
  yield skippedSection(report, page);
  yield baselineSection(report);
  yield waiversSection(report);
  yield observationsSection(report, page);
  yield leftBehind(report);
  yield notJudged(report);
}

/** How many bytes of the page the findings may take. The worst come first. */
const MOST_FOUND = 250_000;

/** So many causes have their lines in one list; of more, the first ones have, and the others are folded. */
const MOST_IN_LIST = 8;
const FIRST_IN_LIST = 6;
/** If more than this are folded, they stand below their rules. */
const MOST_FLAT = 40;

function* causesSection(report: Report, changes: Changes, room: Room): Generator<Markup | string> {
  const causes = shownCauses(report);
  if (causes.length === 0) return;
  const isOpen = causes.length === 1;
  const entry = (cause: Cause, isGrouped = false) => causeEntry(cause, { report, changes, room, isOpen, isGrouped });
  const kinds = putTogether(causes);
  const first = kinds.length > MOST_IN_LIST ? kinds.slice(0, FIRST_IN_LIST) : kinds;
  const rest = kinds.slice(first.length).flat();
  yield markup`<section data-part aria-labelledby="wrong">
<h2 id="wrong">What is wrong <span>${count(causes.length, 'cause')}, the worst first</span></h2>
<div class="rows">
`;
  for (const kind of first) yield* underHeading(kind, entry);
  if (rest.length > 0) {
    yield markup`<details class="tag" data-group><summary><span class="what">${count(rest.length, 'more cause')}</span></summary>\n`;
    if (rest.length <= MOST_FLAT) for (const kind of kinds.slice(first.length)) yield* underHeading(kind, entry);
    else yield* byRules(rest, (cause) => entry(cause, true));
    yield '</details>\n';
  }
  yield markup`</div>
${repeatable(report)}
</section>
`;
}

/** Folds causes below the heading that they have in common. */
function* underHeading(
  kind: CausesTogether,
  entry: (cause: Cause, isGrouped: boolean) => Markup,
): Generator<Markup | string> {
  const heading = headingOfAll(kind);
  if (heading === undefined) {
    for (const cause of kind) yield entry(cause, false);
    return;
  }
  yield markup`<details class="tag" data-group><summary>${badge(kind[0].verdict)} <span class="what">${heading}</span> <span class="rule">${rulesOf(kind[0])}</span></summary>\n`;
  for (const cause of kind) yield entry(cause, true);
  yield '</details>\n';
}

function* byRules(causes: readonly Cause[], entry: (cause: Cause) => Markup): Generator<Markup | string> {
  for (const [, group] of groupBy(causes, (cause) => `${cause.verdict} ${rulesOf(cause)}`)) {
    const [{ verdict }] = group;
    yield markup`<details class="tag" data-group><summary>${badge(verdict)} <span class="what">${rulesOf(group[0])}</span> <span class="rule">${count(group.length, 'cause')}</span></summary>\n`;
    for (const cause of group) yield entry(cause);
    yield '</details>\n';
  }
}

/** Names the variables that the curl lines need. */
function repeatable({ exchanges }: Report): Markup | string {
  const variables = variablesOf(exchanges);
  if (variables.length === 0) return '';
  const names = variables.map((name, at) => markup`${at === 0 ? '' : ' and '}<code>${name}</code>`);
  return markup`<p class="repeatable">Set ${names} to run the curl lines.</p>`;
}

const VERDICTS: readonly (readonly [Verdict, string])[] = [
  ['fail', 'failed'],
  ['warn', 'warned'],
  ['skip', 'skipped'],
  ['pass', 'passed'],
];

/** Makes the choice of a view, and the filters. The style sheet filters by verdict, so that this works where a server forbids scripts. */
function toolbar(report: Report): Markup {
  const { counts, requirements: all, coverage } = report;
  const rules = [...rulesIn(report).keys()];
  const choice = (value: string, number: number, label: string) => {
    const state = value === 'all' ? markup` checked` : number === 0 ? markup` disabled` : '';
    return markup`<label class="${value}"><input type="radio" name="show" id="show-${value}"${state}> <b>${number}</b> ${label}</label>`;
  };
  const view = coverage
    ? markup`<fieldset class="choice views">
<legend>View</legend>
<label><input type="radio" name="view" id="view-requirements" checked> Report</label><label><input type="radio" name="view" id="view-contract"> Contract <b>${percentOf(coverage)}</b></label>
</fieldset>
`
    : '';
  return markup`<div class="toolbar">
${view}<fieldset class="choice filter">
<legend>Show</legend>
${choice('all', all.length, 'all')}${VERDICTS.map(([verdict, label]) => choice(verdict, counts[verdict], label))}
</fieldset>
<div class="find scripted"><input type="search" id="search" aria-label="Search" placeholder="Search words, paths, rules">
<details class="narrow"><summary>Narrow</summary><div>
<label>Rule <select id="by-rule"><option value="">any</option>${rules.map((rule) => markup`<option>${rule}</option>`)}</select></label>
<label>Operation <input type="search" id="by-operation" list="all-operations" placeholder="any"></label><datalist id="all-operations"></datalist>
<label id="tags">Tag <select id="by-tag"><option value="">any</option></select></label>
</div></details><button type="button" id="clear" hidden>Show all</button><button type="button" id="keys-button" aria-label="Keys" title="Keys">?</button></div>
</div>
<p class="found" role="status" hidden></p>
`;
}
