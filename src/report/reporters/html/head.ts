/** Makes the top of the page: the outcome, what to do, what the last runs were, and the facts of the run. */

import { count } from '../../../support/words';
import { percentOf, shareSeen } from '../../coverageShare';
import type { OutcomeName, Report, Verdict } from '../../report';
import { wantedBy } from '../unexercised';
import {
  cameToNothing,
  duration,
  isOfNothing,
  onlyKnown,
  seedText,
  shortCommit,
  timeOf,
  titleOf,
  whereOf,
} from '../wording';
import type { Changes } from './history';
import { type Markup, type MarkupPart, markup, prose } from './markup';
import { anchorOf, shownCauses } from './requirement';

const OUTCOMES: Readonly<Record<OutcomeName, string>> = {
  conforms: 'Keeps its contract',
  violates: 'Breaks its contract',
  incomplete: 'Not fully exercised',
  error: 'Could not be verified',
};

/** What only a part of the contract shows is not said of the whole. */
export function headlineOf(report: Report): string {
  if (isOfNothing(report)) return 'Nothing was verified';
  const seen = shareSeen(report);
  const known = onlyKnown(report);
  if (known !== undefined && report.outcome === 'conforms') return `Keeps its contract but for what is known: ${known}`;
  return OUTCOMES[report.outcome] + (seen === undefined ? '' : ` in what was seen: ${seen}`);
}

export function pageHead(report: Report, changes: Changes): Markup {
  const { contract, outcome, reason } = report;
  const seen = shareSeen(report);
  const todo = cameToNothing(report) ? [] : whatToDo(report);
  return markup`<header class="${seen === undefined && !isOfNothing(report) ? outcome : `${outcome} partly`}">
<div class="outcome">
<p class="contract">${titleOf(report)}${contract.title === '' ? '' : markup` <code>${contract.file}</code>`}</p>
<h1>${headlineOf(report)}</h1>
${reason === undefined ? '' : markup`<p class="reason">${reason}</p>`}
${proportions(report)}
<dl class="facts">
${factsOf(report).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
</div>
${todo.length === 0 ? '' : markup`<div class="todo"><h2>What to do</h2>\n<ol>${todo}</ol></div>`}
${changed(changes)}
</header>`;
}

function factsOf(report: Report): (readonly [string, MarkupPart])[] {
  const { target, sent, durationMs, seed, coverage, commit, run } = report;
  return [
    ...(target === '' ? [] : [['Target', markup`<code>${target}</code>`] as const]),
    ...(cameToNothing(report) ? [] : [['Exchanges', sent] as const]),
    ...(coverage && coverage.clauses > 0
      ? [['Coverage', `${percentOf(coverage)} of ${count(coverage.clauses, 'clause')}`] as const]
      : []),
    ['Duration', duration(durationMs)],
    ...(seed === undefined ? [] : [['Seed', seedText(report)] as const]),
    ['Started', timeOf(report)],
    ...(commit === undefined ? [] : [['Commit', markup`<code>${shortCommit(commit)}</code>`] as const]),
    ...(run !== undefined && /^https?:/.test(run)
      ? [['Pipeline', markup`<a href="${run}">its page</a>`] as const]
      : []),
  ];
}

const ORDER: readonly Verdict[] = ['fail', 'warn', 'skip', 'pass'];
const WORDS: Readonly<Record<Verdict, string>> = { fail: 'failed', warn: 'warned', skip: 'skipped', pass: 'passed' };

/** Shows in one line how many requirements have which verdict. */
function proportions(report: Report): Markup | string {
  const { counts, requirements } = report;
  if (requirements.length === 0 || cameToNothing(report)) return '';
  // A share that would be too thin to be seen has a least width; the others give way.
  const widths = ORDER.map((verdict) =>
    counts[verdict] === 0 ? 0 : Math.max(1, (counts[verdict] / requirements.length) * 100),
  );
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let at = 0;
  const parts = ORDER.map((verdict, index) => {
    const width = ((widths[index] ?? 0) / whole) * 100;
    const x = at;
    at += width;
    return width === 0
      ? ''
      : markup`<rect class="${verdict}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="6"/>`;
  });
  const said = ORDER.filter((verdict) => counts[verdict] > 0).map(
    (verdict, at) => markup`${at === 0 ? '' : ', '}<b class="${verdict}">${counts[verdict]} ${WORDS[verdict]}</b>`,
  );
  return markup`<svg class="proportions" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
<p class="verdicts">Of ${count(requirements.length, 'requirement')}: ${said}</p>`;
}

/** How many things that could be handed over are listed at once. */
const MOST_WANTED = 2;

function whatToDo(report: Report): Markup[] {
  const { leftovers = [], requirements } = report;
  return [
    ...mend(report),
    ...handOver(wantedBy(requirements)),
    ...(leftovers.length === 0 ? [] : [cleanUp(leftovers.length)]),
  ];
}

function mend(report: Report): Markup[] {
  const causes = shownCauses(report);
  const [worst] = causes;
  if (!worst) return [];
  const failing = causes.filter(({ verdict }) => verdict === 'fail').length;
  const warning = causes.length - failing;
  const [{ requirement }] = worst.occurrences;
  const what =
    failing > 0
      ? `Mend ${count(failing, 'cause')} that ${failing === 1 ? 'fails' : 'fail'}${warning > 0 ? `, then ${warning} that ${warning === 1 ? 'warns' : 'warn'}` : ''}`
      : `Look at ${count(warning, 'cause')} that ${warning === 1 ? 'warns' : 'warn'}`;
  return [
    markup`<li>${what}. First: <a href="#${anchorOf(worst, report)}">${prose(worst.message)}</a> at ${whereOf(worst.operations)}. ${prose(requirement.advice)}</li>\n`,
  ];
}

function handOver(wanted: readonly string[]): Markup[] {
  if (wanted.length === 0) return [];
  const items = wanted.map((each) => markup`<li>${each}</li>`);
  const rest = items.slice(MOST_WANTED);
  return [
    markup`<li>To exercise what was skipped, hand over
<ul class="wanted">${items.slice(0, MOST_WANTED)}</ul>${rest.length === 0 ? '' : markup`<details class="more"><summary>and ${rest.length} more</summary><ul class="wanted">${rest}</ul></details>`}</li>\n`,
  ];
}

function cleanUp(leftovers: number): Markup {
  return markup`<li>Remove what the run <a href="#left">left behind</a>: ${count(leftovers, 'thing')}.</li>\n`;
}

/** Says what this run changed, and lists the last runs. */
function changed({ comparedWith, fresh, stillThere, mended, notLookedFor, history }: Changes): Markup | string {
  if (history.runs.length < 2) return '';
  const parts = [
    ...(fresh.size > 0 ? [markup`<a href="#new=only" class="fail">${fresh.size} new</a>`] : []),
    ...(mended.length > 0 ? [markup`<b class="pass">${mended.length} mended</b>`] : []),
    ...(stillThere > 0 ? [markup`${stillThere} still there`] : []),
    ...(notLookedFor > 0 ? [markup`${notLookedFor} not looked for`] : []),
  ];
  const said =
    comparedWith === undefined
      ? markup`The last runs`
      : markup`Since ${momentOf(comparedWith)}: ${parts.length === 0 ? 'nothing is new' : parts.map((part, at) => (at === 0 ? part : markup`, ${part}`))}`;
  const rows = history.runs
    .toReversed()
    .map(
      (run) =>
        markup`<tr><th scope="row">${momentOf(run.startedAt)}</th><td class="${run.outcome}">${OUTCOMES[run.outcome]}</td><td>${run.failing} failing, ${run.warning} warning</td><td>${run.fresh} new, ${run.mended} mended</td><td><code>${run.commit === undefined ? '' : shortCommit(run.commit)}</code></td></tr>\n`,
    );
  return markup`<details class="more history"><summary>${trend(barsOf(history.runs))}${said}</summary>
<table><thead><tr><th scope="col">Run</th><th scope="col">Outcome</th><th scope="col">Findings</th><th scope="col">Changed</th><th scope="col">Commit</th></tr></thead>
<tbody>
${rows}</tbody></table></details>`;
}

/** The runs as bars. */
interface Bar {
  readonly outcome: OutcomeName;
  readonly size: number;
}

function barsOf(runs: Changes['history']['runs']): Bar[] {
  const most = Math.max(1, ...runs.map(({ failing, warning }) => failing + warning));
  return runs.map(({ outcome, failing, warning }) => ({ outcome, size: 3 + (13 * (failing + warning)) / most }));
}

function trend(bars: readonly Bar[]): Markup {
  const drawn = bars.map(
    ({ outcome, size }, at) =>
      markup`<rect class="${outcome}" x="${at * 7}" y="${(16 - size).toFixed(1)}" width="5" height="${size.toFixed(1)}" rx="1"/>`,
  );
  return markup`<svg width="${bars.length * 7}" height="16" aria-hidden="true">${drawn}</svg>`;
}

/** Writes "2026-11-21 10:00". */
function momentOf(startedAt: string): string {
  return startedAt.slice(0, 'YYYY-MM-DDThh:mm'.length).replace('T', ' ');
}

/** Lists what earlier runs had wrong and this one has not. */
export function mendedSection({ mended, comparedWith }: Changes): Markup | string {
  if (mended.length === 0 || comparedWith === undefined) return '';
  const rows = mended
    .slice(0, MOST_MENDED)
    .map(({ operation, name, message }) => markup`<li>${message || name} <span>${operation}, ${name}</span></li>\n`);
  const more = mended.length - rows.length;
  return markup`<details class="more mended"><summary>${count(mended.length, 'finding')} mended since ${momentOf(comparedWith)}</summary>
<ul class="operations">${rows}${more > 0 ? markup`<li>and ${more} more</li>` : ''}</ul></details>`;
}

const MOST_MENDED = 100;
