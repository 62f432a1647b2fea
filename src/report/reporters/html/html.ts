import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf } from '../../../contract/clause';
import { groupBy } from '../../../support/collections';
import { count } from '../../../support/words';
import type { Cause } from '../../causes';
import { percentOf, shareSeen } from '../../coverageShare';
import {
  type ExchangeReport,
  type Observation,
  type OutcomeName,
  type Report,
  type RequirementReport,
  requirementName,
  type Verdict,
} from '../../report';
import type { RenderOptions } from '../reporter';
import { waivable, waiverLines, wantedBy } from '../unexercised';
import {
  cameToNothing,
  describeUnjudged,
  describeWaiver,
  duration,
  onlyKnown,
  rulesOf,
  shortCommit,
  timeOf,
  titleOf,
  variablesOf,
  whySkipped,
} from '../wording';
import { contractView } from './contractView';
import { Markup, type MarkupPart, markup } from './markup';
import { anchorOf, article, badge, letPass, shownCauses, transcript } from './requirement';
import type { Room } from './sourceFile';
import { linked } from './standardLinks';

const OUTCOMES: Readonly<Record<OutcomeName, string>> = {
  conforms: 'Keeps its contract',
  violates: 'Breaks its contract',
  incomplete: 'Not fully exercised',
  error: 'Could not be verified',
};

/** What only a part of the contract shows is not said of the whole. */
function headlineOf(report: Report): string {
  const seen = shareSeen(report);
  const known = onlyKnown(report);
  if (known !== undefined && report.outcome === 'conforms') return `Keeps its contract but for what is known: ${known}`;
  return OUTCOMES[report.outcome] + (seen === undefined ? '' : ` in what was seen: ${seen}`);
}

/** The verdicts in the order in which a reader wants them. */
const VERDICTS: readonly Verdict[] = ['fail', 'warn', 'skip', 'pass'];
const TITLES: Readonly<Record<Verdict, string>> = { fail: 'Broken', warn: 'Warnings', skip: 'Skipped', pass: 'Passed' };

/** Writes the report as a page for a browser or a printer. The page loads nothing from any server. */
export function html(report: Report, options: Pick<RenderOptions, 'readFile'> = {}): string {
  const { contract, target } = report;
  const [style, script] = [asset('base.css', 'page.css'), asset('copy.js', 'page.js')];
  const page = markup`<!doctype html>
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
${head(report)}
<main>
${cameToNothing(report) ? leftBehind(report) : views(report, options)}
</main>
<footer><p>${report.tool.name} ${report.tool.version}, exit code ${report.exitCode}</p></footer>
<p class="said" role="status" aria-live="polite"></p>
<script>${script}</script>
</body>
</html>
`;
  return page.text;
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

function head(report: Report): Markup {
  const { contract, outcome, reason, target, requirements, sent, durationMs, seed } = report;
  const nothing = cameToNothing(report);
  const seen = shareSeen(report);
  const facts: readonly (readonly [string, MarkupPart])[] = [
    ...(target === '' ? [] : [['Target', markup`<code>${target}</code>`] as const]),
    ...(nothing
      ? []
      : ([
          ['Requirements', requirements.length],
          ['Exchanges', sent],
        ] as const)),
    ['Duration', duration(durationMs)],
    ...(seed === undefined ? [] : [['Seed', seed] as const]),
    ['Started', timeOf(report)],
    ...provenance(report),
  ];
  return markup`<header class="${seen === undefined ? outcome : `${outcome} partly`}">
<p class="contract">${titleOf(report)}${contract.title === '' ? '' : markup` <code>${contract.file}</code>`}</p>
<h1>${headlineOf(report)}</h1>
${reason === undefined ? '' : markup`<p class="reason">${reason}</p>`}
${nothing ? '' : handOver(requirements)}
<dl class="facts">
${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
</header>`;
}

function provenance({ commit, run }: Report): [string, Markup][] {
  const name = commit === undefined ? undefined : markup`<code>${shortCommit(commit)}</code>`;
  return [
    ...(name ? [['Commit', name] as [string, Markup]] : []),
    ...(run === undefined || !/^https?:/.test(run)
      ? []
      : [['Pipeline', markup`<a href="${run}">its page</a>`] as [string, Markup]]),
  ];
}

function handOver(requirements: readonly RequirementReport[]): Markup | string {
  const wanted = wantedBy(requirements);
  if (wanted.length === 0) return '';
  return markup`<div class="wanted">
<p>To exercise what was skipped, hand over</p>
<ul>${wanted.map((each) => markup`<li>${each}</li>`)}</ul>
</div>`;
}

/** Makes the two views. The style sheet decides which one is shown, as with the filter. */
function views(report: Report, options: Pick<RenderOptions, 'readFile'>): Markup {
  const { coverage } = report;
  const requirements = markup`<div class="view-requirements">${clauses(report)}${leftBehind(report)}${notJudged(report)}</div>`;
  if (!coverage) return requirements;
  const share = percentOf(coverage);
  return markup`<fieldset class="filter views">
<legend>View</legend>
<label><input type="radio" name="view" id="view-requirements" checked> Requirements</label><label><input type="radio" name="view" id="view-contract"> Contract <b>${share}</b></label>
</fieldset>
${requirements}
${contractView(report, coverage, { ...options, room: MOST_PAGE - requirements.text.length })}`;
}

/** How many characters a page may have so that a browser shows it at once. */
const MOST_PAGE = 4_600_000;

function clauses(report: Report): Markup {
  const of = (verdict: Verdict) => report.requirements.filter((each) => each.verdict === verdict);
  const causes = shownCauses(report);
  const room: Room = { left: MOST_FOUND };
  const articlesOf = (verdict: Verdict) => {
    if (verdict === 'skip')
      return of(verdict)
        .filter(hasFindings)
        .map((each) => letPass(each, report, room));
    return causes.filter((each) => each.verdict === verdict).map((each) => article(each, report, room));
  };
  return markup`${filter(report)}
${contents(causes, report)}
${repeatable(report)}
${VERDICTS.map((verdict) => section(verdict, of(verdict), articlesOf(verdict), report))}
${waivers(report)}
${observations(report)}`;
}

/** How many characters of the page the findings may take. The worst come first. */
const MOST_FOUND = 800_000;

/** Names the variables that the curl lines need. */
function repeatable({ exchanges }: Report): Markup | string {
  const variables = variablesOf(exchanges);
  if (variables.length === 0) return '';
  const names = variables.map((name, at) => markup`${at === 0 ? '' : ' and '}<code>${name}</code>`);
  return markup`<p class="repeatable">Set ${names} to run the curl lines.</p>`;
}

const CHOICES: Readonly<Record<Verdict, string>> = {
  fail: 'failed',
  warn: 'warned',
  skip: 'skipped',
  pass: 'passed',
};

/** Makes the filter. The style sheet does the filtering, so that it works where a server forbids scripts. */
function filter({ counts, requirements }: Report): Markup {
  const choice = (value: string, number: number, label: string) => {
    const state = value === 'all' ? markup` checked` : number === 0 ? markup` disabled` : '';
    return markup`<label class="${value}"><input type="radio" name="show" id="show-${value}"${state}> <b>${number}</b> ${label}</label>`;
  };
  const choices = VERDICTS.map((verdict) => choice(verdict, counts[verdict], CHOICES[verdict]));
  return markup`<fieldset class="filter">
<legend>Show</legend>
${choice('all', requirements.length, 'all')}${choices}
<label class="search" hidden>Search <input type="search" id="search" placeholder="operation, rule, words"></label>
</fieldset>`;
}

/** Lists what is not in order and why, in a few lines. A single entry needs no list. */
function contents(causes: readonly Cause[], report: Report): Markup | string {
  if (causes.length < 2) return '';
  const links = causes.map((cause) => {
    const { verdict, operations, message } = cause;
    const where = operations.length === 1 ? operations.join() : count(operations.length, 'operation');
    return markup`<li data-verdict="${verdict}">${badge(verdict)} <div><a href="#${anchorOf(cause, report)}">${rulesOf(cause)}</a> <span>${where}</span><p>${message}</p></div></li>\n`;
  });
  return markup`<nav aria-label="Broken clauses and warnings"><ul>\n${links}</ul></nav>`;
}

function section(
  verdict: Verdict,
  requirements: readonly RequirementReport[],
  articles: readonly Markup[],
  report: Report,
): Markup | string {
  if (requirements.length === 0 && articles.length === 0) return '';
  return markup`<section data-verdict="${verdict}" aria-labelledby="${verdict}">
<h2 id="${verdict}">${TITLES[verdict]}</h2>
${articles}
${(verdict === 'pass' ? passed : table)(
  requirements.filter((requirement) => !hasFindings(requirement)),
  report,
)}
${verdict === 'skip' ? toWaive(requirements) : ''}
</section>
`;
}

function hasFindings({ findings }: RequirementReport): boolean {
  return findings.length > 0;
}

/** Shows what passed in one line for each operation, which unfolds to its requirements. */
function passed(requirements: readonly RequirementReport[], report: Report): Markup | string {
  if (requirements.length > MOST_IN_FULL) return byTags(requirements, report);
  const folded = [...groupBy(requirements, ({ operation }) => operation)].map(([operation, own]) => {
    // Some requirement is exercised by every exchange of the operation, so the largest number is that of its exchanges.
    const sent = Math.max(...own.map(({ exchanges }) => exchanges));
    return markup`<details class="tag">
<summary>${operation} <span>${count(own.length, 'requirement')}, ${count(sent, 'exchange')}</span></summary>
${table(own, report)}</details>
`;
  });
  return markup`${folded}`;
}

/** Makes a table of requirements without findings. Those that were skipped for the same reason stand together below it. */
function table(requirements: readonly RequirementReport[], report: Report): Markup | string {
  if (requirements.length === 0) return '';
  if (requirements.length > MOST_IN_FULL) return byTags(requirements, report);
  const bodies = [...groupBy(requirements, whyListed)].map(
    ([why, group]) => markup`<tbody>\n${headed(why, 4)}${group.map(row)}</tbody>\n`,
  );
  return markup`<table>
<thead><tr><th scope="col">Requirement</th><th scope="col">Statement</th><th scope="col">Clause</th><th scope="col">Exchanges</th></tr></thead>
${bodies}</table>`;
}

function whyListed(requirement: RequirementReport): string {
  return requirement.verdict === 'skip' ? whySkipped(requirement) : '';
}

function headed(why: string, columns: number): Markup | string {
  return why === '' ? '' : markup`<tr><th class="why" scope="rowgroup" colspan="${columns}">${why}</th></tr>\n`;
}

/** If there are more requirements than this, the table is folded: each operation has one line, below its tag. */
const MOST_IN_FULL = 500;

function byTags(requirements: readonly RequirementReport[], { coverage }: Report): Markup {
  const tags = new Map(coverage?.operations.map(({ operation, tags: [tag] = [] }) => [operation, tag]));
  const groups = groupBy(requirements, ({ operation }) => tags.get(operation) ?? rootOf(operation));
  const folded = [...groups].map(([tag, group]) => {
    const operations = new Set(group.map(({ operation }) => operation)).size;
    const bodies = [...groupBy(group, whyListed)].map(([why, alike]) => {
      const rows = [...groupBy(alike, ({ operation }) => operation)].map(
        ([operation, own]) =>
          markup`<tr><th scope="row">${operation}</th><td>${own.map(requirementName).join(', ')}</td></tr>\n`,
      );
      return markup`<tbody>\n${headed(why, 2)}${rows}</tbody>\n`;
    });
    return markup`<details class="tag">
<summary>${tag} <span>${count(operations, 'operation')}, ${count(group.length, 'requirement')}</span></summary>
<table>
<thead><tr><th scope="col">Operation</th><th scope="col">Requirements</th></tr></thead>
${bodies}</table>
</details>
`;
  });
  return markup`${folded}`;
}

/** Returns the first segment of the path, which stands for a tag if an operation has none: "/plants" of "GET /plants/{id}". */
function rootOf(operation: string): string {
  return /\/[^/]*/.exec(operation)?.[0] ?? operation;
}

function row(requirement: RequirementReport): Markup {
  const { operation, statement, reference, clause, exchanges } = requirement;
  return markup`<tr><th scope="row">${requirementName(requirement)}<span>${operation}</span></th><td>${statement} <span class="reference">${linked(reference)}</span></td><td>${placeOf(clause)}</td><td data-unit="${exchanges === 1 ? 'exchange' : 'exchanges'}">${exchanges}</td></tr>\n`;
}

function toWaive(requirements: readonly RequirementReport[]): Markup | string {
  const lines = waiverLines(waivable(requirements));
  if (lines.length === 0) return '';
  return markup`<details class="waive">
<summary>To let pass what nothing draws, in espalier.yaml</summary>
<pre><code>${lines.join('\n')}</code></pre>
</details>`;
}

function waivers({ waivers: all }: Report): Markup | string {
  if (all.length === 0) return '';
  return markup`<section data-verdict="skip" aria-labelledby="waivers">
<h2 id="waivers">Waivers</h2>
<ul>${all.map((each) => markup`<li>${describeWaiver(each)}</li>`)}</ul>
</section>`;
}

function leftBehind({ leftovers = [] }: Report): Markup | string {
  if (leftovers.length === 0) return '';
  return markup`<section data-verdict="none" aria-labelledby="left">
<h2 id="left">Left behind</h2>
<p>What the run made, or may have made, and did not see gone.</p>
<ul>${leftovers.slice(0, MOST_LEFT).map(({ operation, url, reason, curl }) => markup`<li>${operation} <code>${url}</code>: ${reason}<pre><code>${curl}</code></pre></li>`)}</ul>
${leftovers.length > MOST_LEFT ? markup`<p>${leftovers.length - MOST_LEFT} more are in the JSON report.</p>` : ''}
</section>
`;
}

function notJudged({ unjudged = [] }: Report): Markup | string {
  if (unjudged.length === 0) return '';
  return markup`<section data-verdict="none" aria-labelledby="unjudged">
<h2 id="unjudged">Not judged</h2>
<p>These exchanges prove nothing.</p>
<ul>${unjudged.map((each) => markup`<li>${describeUnjudged(each)}</li>`)}</ul>
</section>
`;
}

/** How many things that were left behind are listed. */
const MOST_LEFT = 100;

function observations({ observations: seen, exchanges }: Report): Markup | string {
  if (seen.length === 0) return '';
  const alike = groupBy(seen, ({ asked, answered, declared }) => [asked, answered, declared].join('\n'));
  return markup`<section data-verdict="none" aria-labelledby="seen">
<h2 id="seen">Seen where the contract is silent</h2>
<p>What the contract leaves open is not judged.</p>
<table class="observed">
<thead><tr><th scope="col">Asked</th><th scope="col">Operations</th><th scope="col">Answered</th><th scope="col">Exchanges</th></tr></thead>
<tbody>
${[...alike.values()].map((each) => observed(each, exchanges))}</tbody>
</table>
</section>`;
}

/** How many operations are named in the row of an observation. The JSON report has all of them. */
const MOST_NAMED = 20;

/** Makes a row of equal observations, and below it the first exchange that shows them. */
function observed(alike: readonly [Observation, ...Observation[]], exchanges: readonly ExchangeReport[]): Markup {
  const [{ asked, answered, declared, exchanges: indices }] = alike;
  const [first] = indices;
  const times = alike.reduce((sum, each) => sum + each.exchanges.length, 0);
  const exchange = exchanges.find(({ index }) => index === first);
  const operations = [...new Set(alike.map(({ operation }) => operation))];
  const more = operations.length - MOST_NAMED;
  const named = `${operations.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return markup`<tr><th scope="row">${asked}</th><td>${named}</td><td>${answered}${declared ? '' : ' (undeclared)'}</td><td data-unit="${times === 1 ? 'exchange' : 'exchanges'}">${times}</td></tr>
${exchange ? markup`<tr><td colspan="4">${transcript(exchange, false)}</td></tr>\n` : ''}`;
}
