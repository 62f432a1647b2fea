import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { count } from '../count';
import type { ExchangeReport, Observation, OutcomeName, Report, RequirementReport, Verdict } from '../report';
import { article, badge, transcript } from './article';
import { Markup, markup } from './markup';
import { cameToNothing, describeWaiver, duration, nameOf, placeOf, wantedBy, whySkipped } from './text';

const OUTCOMES: Readonly<Record<OutcomeName, string>> = {
  conforms: 'Keeps its contract',
  violates: 'Breaks its contract',
  incomplete: 'Not fully exercised',
  error: 'Could not be verified',
};

/** In the order in which a reader wants them. */
const VERDICTS: readonly Verdict[] = ['fail', 'warn', 'skip', 'pass'];
const TITLES: Readonly<Record<Verdict, string>> = { fail: 'Broken', warn: 'Warnings', skip: 'Skipped', pass: 'Passed' };

/** The report as one page that asks nothing of any server, for a browser or a printer. */
export function html(report: Report): string {
  const { contract, outcome, target } = report;
  const [style, script] = [asset('page.css'), asset('page.js')];
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${OUTCOMES[outcome]}: ${contract.title} at ${target}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${head(report)}
<main>
${cameToNothing(report) ? '' : clauses(report)}
</main>
<footer><p>${report.tool.name} ${report.tool.version}, exit code ${report.exitCode}</p></footer>
<p class="said" role="status" aria-live="polite"></p>
<script>${script}</script>
</body>
</html>
`;
  return page.text;
}

/** A file of our own that goes into the page as it is. A browser hashes it with its line ends as LF. */
function asset(name: string): Markup {
  const text = readFileSync(join(__dirname, 'page', name), 'utf8').replaceAll('\r\n', '\n');
  return new Markup(text);
}

/** Only our own script and style run, whatever a target has put into the page; nothing is loaded from anywhere. */
function policy(style: Markup, script: Markup): string {
  const hash = ({ text }: Markup) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; img-src data:; base-uri 'none'; form-action 'none'`;
}

function head({ contract, outcome, reason, target, requirements, exchanges, durationMs }: Report): Markup {
  return markup`<header class="${outcome}">
<p class="contract">${contract.title} ${contract.version} <code>${contract.file}</code></p>
<h1>${OUTCOMES[outcome]}</h1>
${reason === undefined ? '' : markup`<p class="reason">${reason}</p>`}
<dl class="facts">
<div><dt>Target</dt><dd><code>${target}</code></dd></div>
<div><dt>Requirements</dt><dd>${requirements.length}</dd></div>
<div><dt>Exchanges</dt><dd>${exchanges.length}</dd></div>
<div><dt>Duration</dt><dd>${duration(durationMs)}</dd></div>
</dl>
</header>`;
}

function clauses(report: Report): Markup {
  const of = (verdict: Verdict) => report.requirements.filter((each) => each.verdict === verdict);
  return markup`${filter(report)}
${contents([...of('fail'), ...of('warn')], report.requirements)}
${VERDICTS.map((verdict) => section(verdict, of(verdict), report))}
${waivers(report)}
${observations(report)}`;
}

const CHOICES: Readonly<Record<Verdict, string>> = {
  fail: 'failed',
  warn: 'warned',
  skip: 'skipped',
  pass: 'passed',
};

/** The style sheet does the filtering, so that it works where a server forbids scripts. */
function filter({ counts, requirements }: Report): Markup {
  const choice = (value: string, number: number, label: string) => {
    const state = value === 'all' ? markup` checked` : number === 0 ? markup` disabled` : '';
    return markup`<label class="${value}"><input type="radio" name="show" id="show-${value}"${state}> <b>${number}</b> ${label}</label>`;
  };
  const choices = VERDICTS.map((verdict) => choice(verdict, counts[verdict], CHOICES[verdict]));
  return markup`<fieldset class="filter">
<legend>Show</legend>
${choice('all', requirements.length, 'all')}${choices}
</fieldset>`;
}

/** What is not in order, in a few lines; one alone needs no list of contents. */
function contents(open: readonly RequirementReport[], all: readonly RequirementReport[]): Markup | string {
  if (open.length < 2) return '';
  const links = open.map(
    (each) =>
      markup`<li data-verdict="${each.verdict}">${badge(each.verdict)} <a href="#r${all.indexOf(each) + 1}">${nameOf(each)}</a> <span>${each.operation}</span></li>\n`,
  );
  return markup`<nav aria-label="Broken clauses and warnings"><ul>\n${links}</ul></nav>`;
}

function section(verdict: Verdict, requirements: readonly RequirementReport[], report: Report): Markup | string {
  if (requirements.length === 0) return '';
  const wanted = wantedBy(requirements);
  const list = markup`<p>To exercise what was skipped, hand over</p>
<ul>${wanted.map((each) => markup`<li>${each}</li>`)}</ul>`;
  return markup`<section data-verdict="${verdict}" aria-labelledby="${verdict}">
<h2 id="${verdict}">${TITLES[verdict]}</h2>
${wanted.length === 0 ? '' : list}
${requirements.filter(hasFindings).map((each) => article(each, report))}
${table(requirements.filter((each) => !hasFindings(each)))}
</section>
`;
}

function hasFindings({ findings }: RequirementReport): boolean {
  return findings.length > 0;
}

function table(requirements: readonly RequirementReport[]): Markup | string {
  if (requirements.length === 0) return '';
  const rows = requirements.map((each) => {
    const { operation, statement, reference, clause, exchanges, verdict } = each;
    const why = verdict === 'skip' ? markup`<p class="why">${whySkipped(each)}</p>` : '';
    return markup`<tr><th scope="row">${nameOf(each)}<span>${operation}</span></th><td>${statement} <span class="reference">${reference}</span>${why}</td><td>${placeOf(clause)}</td><td>${exchanges}</td></tr>\n`;
  });
  return markup`<table>
<thead><tr><th scope="col">Requirement</th><th scope="col">Statement</th><th scope="col">Clause</th><th scope="col">Exchanges</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

function waivers({ waivers: all }: Report): Markup | string {
  if (all.length === 0) return '';
  return markup`<section data-verdict="skip" aria-labelledby="waivers">
<h2 id="waivers">Waivers</h2>
<ul>${all.map((each) => markup`<li>${describeWaiver(each)}</li>`)}</ul>
</section>`;
}

function observations({ observations: seen, exchanges }: Report): Markup | string {
  if (seen.length === 0) return '';
  return markup`<section data-verdict="none" aria-labelledby="seen">
<h2 id="seen">Seen where the contract is silent</h2>
<p>What the contract leaves open is not judged.</p>
${seen.map((each) => observed(each, exchanges))}
</section>`;
}

function observed(
  { operation, message, exchanges: [first, ...more] }: Observation,
  exchanges: readonly ExchangeReport[],
): Markup {
  const exchange = exchanges.find(({ index }) => index === first);
  return markup`<article class="observed">
<h3>${message} <span>${operation}, ${count(more.length + 1, 'exchange')}</span></h3>
${exchange ? transcript(exchange, false) : ''}
</article>
`;
}
