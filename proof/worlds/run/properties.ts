/** What must hold of a run on an honest world. */

import type { Writes } from '../../../src/engine/model/probe';
import type { Report } from '../../../src/report/report';
import type { Design, WorldThing } from '../design/design';
import { pathOfThing } from '../design/showing';
import { harmToOthers, namesOfOthers, stillThere } from '../service/journal';
import { wrongInReport } from './reportSchema';
import type { WorldRun } from './verifyWorld';

/** One property that does not hold. */
export interface BrokenProperty {
  readonly property:
    | 'no finding'
    | 'others are left alone'
    | 'leftovers are listed'
    | 'bounded'
    | 'repeatable'
    | 'ends'
    | 'what is not reached is said'
    | 'the report satisfies its schema'
    | 'the mock conforms';
  /** What is the same of one defect in many worlds: `put-replaces`. */
  readonly class: string;
  readonly detail: string;
}

/** What must hold of two runs that go on at the same time with one seed: neither finds what the other one does, and all is gone or listed. */
export function brokenByTwo([first, second]: readonly [WorldRun, WorldRun]): BrokenProperty[] {
  const { design, journal, report } = first;
  const both = { ...report, leftovers: [...(report.leftovers ?? []), ...(second.report.leftovers ?? [])] };
  const broken = [
    ...findingsOf(report),
    ...findingsOf(second.report),
    ...others('names', namesOfOthers(journal)),
    ...others('changes', harmToOthers(journal)),
    ...unlisted(both, journal, design),
  ];
  return broken.map((each) => ({ ...each, class: `two at once: ${each.class}` }));
}

/** What must hold of a run that was ended: nothing of others is touched, and what it made is gone or listed. */
export function brokenByEnding({ report, journal, design }: WorldRun, at: number): BrokenProperty[] {
  const broken = [
    ...others('names', namesOfOthers(journal)),
    ...others('changes', harmToOthers(journal)),
    ...unlisted(report, journal, design),
  ];
  return broken.map((each) => ({
    ...each,
    class: `ended: ${each.class}`,
    detail: `ended at unsafe request ${at}: ${each.detail}`,
  }));
}

/** How many requests an operation may cost. */
const MOST_REQUESTS = 300;

export function brokenProperties({ report, journal, design }: WorldRun, mode: Writes): BrokenProperty[] {
  return [
    ...(report.outcome === 'error' ? [{ property: 'ends', class: 'error', detail: report.reason ?? '' } as const] : []),
    ...findingsOf(report),
    ...(mode === 'any'
      ? []
      : [...others('names', namesOfOthers(journal)), ...others('changes', harmToOthers(journal))]),
    ...unlisted(report, journal, design),
    ...bounded(report, design),
    ...schemaOf(report),
  ];
}

/** The failures and warnings of a report. */
export function findingsOf({ requirements, exchanges }: Report): BrokenProperty[] {
  return requirements
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .flatMap(({ rule, operation, findings: found, verdict }) =>
      found.map(({ message, exchange, after }): BrokenProperty => {
        const shown = exchanges.filter(({ index }) => index === after || index === exchange).map(tellExchange);
        return {
          property: 'no finding',
          class: `${verdict} ${rule}`,
          detail: `${operation}: ${message} (${shown.join('; then ')})`,
        };
      }),
    );
}

function tellExchange({ case: name, request, response }: Report['exchanges'][number]): string {
  const body = request.body === undefined ? '' : ` ${request.body.slice(0, 200)}`;
  const answered = response ? `${response.status} ${response.body.slice(0, 200)}` : 'no answer';
  return `[${name}] ${request.method} ${new URL(request.url).pathname}${body} → ${answered}`;
}

/** One of each method and status stands for all. */
function others(what: 'names' | 'changes', requests: readonly string[]): BrokenProperty[] {
  const byClass = new Map(
    requests.map((request) => [`${what} others: ${request.split(' ')[0]} ${request.split(': ').at(-1)}`, request]),
  );
  return [...byClass].map(([name, detail]) => ({ property: 'others are left alone', class: name, detail }));
}

function unlisted({ leftovers = [] }: Report, journal: WorldRun['journal'], { prefix }: Design): BrokenProperty[] {
  const things = stillThere(journal);
  // What names a thing may stand in the query.
  const pathsIn = (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here');
    const path = decodeURIComponent(pathname.slice(prefix.length));
    return [path, ...[...searchParams].map(([name, value]) => `${path}?${name}=${value}`)];
  };
  const listed = leftovers.flatMap(({ url }) => pathsIn(url));
  const askedFor = (thing: WorldThing) =>
    journal
      .filter(({ changes }) => changes.some(({ change, thing: made }) => change === 'made' && made === thing))
      .flatMap(({ url }) => pathsIn(url));
  const missing = things
    .map((thing) => ({ thing, path: decodeURIComponent(pathOfThing(thing)) }))
    // A collection that is listed stands for what may be in it, and a request that made several things for those.
    .filter(({ thing, path }) => !listed.some((each) => each === path || path === `${each}/${thing.key}`))
    .filter(({ thing }) => !askedFor(thing).some((path) => listed.includes(path)));
  return missing.length === 0
    ? []
    : [
        {
          property: 'leftovers are listed',
          class: 'unlisted',
          detail: `${missing.map(({ path }) => path).join(', ')} of ${things.length}; listed: ${listed.join(', ') || 'nothing'}`,
        },
      ];
}

function schemaOf(report: Report): BrokenProperty[] {
  const wrong = wrongInReport(report);
  return wrong === undefined ? [] : [{ property: 'the report satisfies its schema', class: 'schema', detail: wrong }];
}

function bounded({ sent }: Report, { kinds }: Design): BrokenProperty[] {
  const most = MOST_REQUESTS * kinds.flatMap(({ operations }) => operations).length;
  return sent <= most ? [] : [{ property: 'bounded', class: 'bounded', detail: `${sent} requests, and not ${most}` }];
}
