/** Finds echoes: an unsafe request stored something wrong, and a later answer shows it. Then the first is the cause. */

import { isSuccess } from '../../http/statuses';
import type { EchoOf } from '../../report/report';
import { groupBy } from '../../support/collections';
import type { Exchange } from '../model/exchange';
import type { Breach } from '../model/rule';

/** A wrong value as one answer showed it. */
interface Sighting {
  /** The exchange that shows it. */
  readonly index: number;
  readonly thing: string;
  /** What was asked for, without a query: chains have names of their own for things. */
  readonly path: string;
  /** The operation of the last unsafe request before that was answered with success, on the same thing. */
  readonly writer: string | undefined;
  /** The same, of those to the same path. */
  readonly writerToPath: string | undefined;
  /** The schema clause that the value breaks; undefined if the finding is about what a request did. */
  readonly clause: string | undefined;
  readonly places: readonly string[];
  readonly value: string;
  /** It is a request that broke the clause and was answered with success. */
  readonly isTaken: boolean;
}

/** What is known of one finding of a requirement. */
export interface Sighted extends EchoOf {
  readonly operation: string;
  readonly isSafe: boolean;
  /** Undefined if some exchange that shows it is not known well enough. */
  sightings: Sighting[] | undefined;
}

/** A finding with more sightings is no echo. */
const MOST_SIGHTINGS = 200;

/** Tells who wrote a thing last. */
export interface Writers {
  note(exchange: Exchange): void;
  /**
   * Returns the operation that wrote a thing last before an exchange; undefined if none did.
   * @param thing its name, or its path.
   */
  before(thing: string, index: number): string | undefined;
}

export function createWriters(): Writers {
  const byThing = new Map<string, { readonly index: number; readonly operation: string }[]>();
  return {
    note(exchange) {
      const { index, response, case: each } = exchange;
      const { request, touches } = each;
      if (request.operation.safe || !response || !isSuccess(response.status)) return;
      for (const thing of new Set([touches.thing, pathOf(exchange)])) {
        const writes = byThing.get(thing) ?? [];
        byThing.set(thing, writes);
        writes.push({ index, operation: request.operation.name });
      }
    },
    before(thing, index) {
      const earlier = (byThing.get(thing) ?? []).filter((write) => write.index < index);
      return earlier.reduce((last, write) => (write.index > last.index ? write : last), NOBODY).operation;
    },
  };
}

const NOBODY: { readonly index: number; readonly operation: string | undefined } = { index: 0, operation: undefined };

function pathOf({ request }: Exchange): string {
  return request.path.replace(/\?.*/s, '');
}

/** Takes note of what an exchange shows of a finding. */
export function sight(sighted: Sighted, breach: Breach, exchange: Exchange, writers: Writers): void {
  if (!sighted.sightings) return;
  const shown = breach.at ?? exchange;
  const { places, clause, actual } = breach;
  const { claim, touches } = exchange.case;
  const { thing } = touches;
  const isTaken = places === undefined && claim?.violation !== undefined && claim.violation.clause === clause;
  const isKnown = (places !== undefined || isTaken) && shown.response !== null && isSuccess(shown.response.status);
  if (!isKnown || sighted.sightings?.length === MOST_SIGHTINGS) sighted.sightings = undefined;
  sighted.sightings?.push({
    index: shown.index,
    thing,
    path: pathOf(exchange),
    writer: writers.before(thing, shown.index),
    writerToPath: writers.before(pathOf(exchange), shown.index),
    clause: breach.at ? undefined : `${clause?.file}${clause?.pointer}`,
    places: places ?? [],
    value: actual,
    isTaken,
  });
}

/**
 * Returns the findings that are echoes of others. A finding of a safe operation is one only if each exchange that shows it follows from the
 * same finding of an unsafe operation on the same thing:
 *
 * - an earlier answer to an unsafe request has the same value at the same place, and breaks the same clause by it. Example: the answer to
 *   `PATCH /orders/7` has `"total": "12"`, and so has that to `GET /orders/7` afterwards;
 * - or an unsafe operation is found to leave a wrong value at that place, and nothing else wrote the thing since. Example:
 *   `PATCH /orders/7` left `"note": 7`, which is no text, and `GET /orders/7` shows it;
 * - or an unsafe operation took a request that broke the same clause, and nothing else wrote to the path since. Example: `PUT /climate` took
 *   `"degrees": 61`, though `maximum` is 60, and `GET /climate` shows it;
 * - or a list shows the value of such an echo in the same member. Example: `GET /orders` shows `"note": 7` after that.
 */
export function echoesOf(all: readonly Sighted[]): Map<Sighted, EchoOf> {
  const sources = all
    .filter(({ isSafe }) => !isSafe)
    .flatMap((cause) => (cause.sightings ?? []).map((sighting) => ({ cause, sighting })));
  const byThing = groupBy(sources, ({ sighting }) => sighting.thing);
  const echoes = new Map<Sighted, Sighted>();
  const candidates = all.filter(({ isSafe, sightings }) => isSafe && sightings && sightings.length > 0);
  const ofThing: SourcesOf = ({ thing }) => byThing.get(thing) ?? [];
  const explain = (follows: (source: Source, echo: Sighting) => boolean, sourcesOf = ofThing) => {
    for (const candidate of candidates) {
      const cause = echoes.get(candidate) ?? causeOf(candidate.sightings ?? [], sourcesOf, follows);
      if (cause) echoes.set(candidate, cause);
    }
  };
  explain((source, echo) => isSameValue(source, echo) || isLeft(source, echo));
  const byPath = groupBy(sources, ({ sighting }) => sighting.path);
  explain(isKept, ({ path }) => byPath.get(path) ?? []);
  const values = new Map([...echoes].map(([{ sightings = [] }, cause]) => [cause, new Set(sightings.map(keyOf))]));
  explain((source, echo) => isLeft(source, echo) || isListed(source, echo, values.get(source.cause)));
  return new Map([...echoes].map(([echo, { requirement, message }]) => [echo, { requirement, message }]));
}

interface Source {
  readonly cause: Sighted;
  readonly sighting: Sighting;
}

/** Returns what a sighting may follow from. */
type SourcesOf = (echo: Sighting) => readonly Source[];

/** Returns the one cause that each of the sightings follows from. */
function causeOf(
  sightings: readonly Sighting[],
  sourcesOf: SourcesOf,
  follows: (source: Source, echo: Sighting) => boolean,
): Sighted | undefined {
  const [first, ...others] = sightings.map((echo) => {
    const sources = sourcesOf(echo).filter((source) => follows(source, echo));
    return new Set(sources.map(({ cause }) => cause));
  });
  return [...(first ?? [])].find((cause) => others.every((causes) => causes.has(cause)));
}

function isSameValue({ sighting }: Source, echo: Sighting): boolean {
  return (
    sighting.clause !== undefined &&
    sighting.index < echo.index &&
    sighting.clause === echo.clause &&
    sighting.value === echo.value &&
    sighting.places.join() === echo.places.join()
  );
}

function isLeft({ cause, sighting }: Source, { writer, places }: Sighting): boolean {
  return (
    sighting.clause === undefined &&
    writer === cause.operation &&
    places.every((place) => sighting.places.includes(place))
  );
}

/** Tells whether an answer breaks the clause that a request broke before, which was taken in spite of it. */
function isKept({ cause, sighting }: Source, { writerToPath, clause, index }: Sighting): boolean {
  return sighting.isTaken && sighting.clause === clause && sighting.index < index && writerToPath === cause.operation;
}

function isListed({ cause, sighting }: Source, echo: Sighting, values: ReadonlySet<string> | undefined): boolean {
  const [place = ''] = echo.places;
  return (
    sighting.clause === undefined &&
    echo.writer === cause.operation &&
    /\/\d+\//.test(place) &&
    (values?.has(keyOf(echo)) ?? false)
  );
}

/** Writes what is wrong, wherever it stands: the clause, the member, the value. */
function keyOf({ clause, places: [place = ''], value }: Sighting): string {
  return `${clause}\n${place.slice(place.lastIndexOf('/'))}\n${value}`;
}
