/**
 * Finds out from a list which spans its things have for themselves, such as the nights of bookings or the numbers of a range, and which span is
 * free. Pure.
 */

import { isIdName } from '../../resources/vocabulary/ids';

/** From one moment to another, both in milliseconds since 1970, or from one number to another. Both belong to it. */
export type Stretch = readonly [number, number];

/** The spans of listed things, by the members that have their beginnings and their ends: the same one where there is no other. */
export interface HeldSpans {
  readonly from: string;
  readonly to: string;
  readonly taken: readonly Stretch[];
}

interface Shown {
  readonly at: number;
  readonly value: unknown;
}

/** Of one thing nobody can tell that its time is its own. Numbers are apart by chance more often. */
const FEWEST_TIMES = 2;
const FEWEST_NUMBERS = 4;

interface Points {
  readonly name: string;
  readonly are: 'days' | 'times' | 'numbers';
  /** By the number of the thing. */
  readonly points: ReadonlyMap<number, number>;
}

/**
 * @param members by name, what the listed things of others show there.
 * @param isKnown whether an earlier list has shown that these members have spans of their own: another run may have put its own over one another.
 */
export function spansHeld(
  members: readonly (readonly [string, readonly Shown[]])[],
  isKnown: (from: string, to: string) => boolean = () => false,
): readonly HeldSpans[] {
  const all = members.flatMap(([name, shown]) => pointsIn(name, shown) ?? []);
  const found: HeldSpans[] = [];
  const isFound = ({ name }: Points) => found.some(({ from, to }) => name === from || name === to);
  for (const from of all)
    for (const to of all) {
      if (from === to || from.are !== to.are || isFound(from) || isFound(to)) continue;
      const taken = spansOf(from.points, to.points);
      const areApart =
        taken.length === from.points.size && areAllApart(taken) && taken.some(([begin, end]) => begin < end);
      if (areApart || isKnown(from.name, to.name)) found.push({ from: from.name, to: to.name, taken });
    }
  for (const one of all) {
    const areDifferent = new Set(one.points.values()).size === one.points.size;
    if (one.are === 'numbers' || isFound(one) || !(areDifferent || isKnown(one.name, one.name))) continue;
    // Nobody knows how long it takes what begins at a time of day.
    const taken = [...one.points.values()].map(
      (point): Stretch => (one.are === 'days' ? [point, point] : dayOf(point)),
    );
    found.push({ from: one.name, to: one.name, taken });
  }
  return found;
}

function pointsIn(name: string, all: readonly Shown[]): Points | undefined {
  const given = isIdName(name) ? [] : all.filter(({ value }) => value !== null);
  const points = new Map(given.flatMap(({ at, value }) => (isPoint(value) ? [[at, pointOf(value)] as const] : [])));
  const areNumbers = given.every(({ value }) => typeof value === 'number');
  const areTexts = given.every(({ value }) => typeof value === 'string');
  const fewest = areNumbers ? FEWEST_NUMBERS : FEWEST_TIMES;
  if (points.size < Math.max(fewest, given.length) || !(areNumbers || areTexts)) return undefined;
  const areDays = given.every(({ value }) => String(value).length <= A_DAY.length);
  return { name, are: areNumbers ? 'numbers' : areDays ? 'days' : 'times', points };
}

/** Returns the spans of all things that have a beginning and, not before it, an end. */
function spansOf(begins: ReadonlyMap<number, number>, ends: ReadonlyMap<number, number>): readonly Stretch[] {
  const spans = [...begins].map(([at, begin]): Stretch => [begin, ends.get(at) ?? Number.NaN]);
  return spans.filter(([begin, end]) => begin <= end);
}

/** Whether none overlaps with another one; where one ends, the next one may begin. */
function areAllApart(spans: readonly Stretch[]): boolean {
  const sorted = [...spans].sort(([one], [other]) => one - other);
  return sorted.every(([begin], at) => {
    const [before, until] = sorted[at - 1] ?? [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    return begin > before && begin >= until;
  });
}

/** Returns the first and the last moment of the day in which one lies. */
function dayOf(moment: number): Stretch {
  const begin = Math.floor(moment / DAY_MS) * DAY_MS;
  return [begin, begin + DAY_MS - 1];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a value may be where a span begins or ends: a whole number, or a date, or a date and a time, as RFC 3339 writes them. */
export function isPoint(value: unknown): value is number | string {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'string' && A_TIME.test(value) && !Number.isNaN(pointOf(value));
}

const A_TIME = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** Returns where a value lies, as a {@link Stretch} counts it. */
export function pointOf(value: number | string): number {
  return typeof value === 'number' ? value : Date.parse(value);
}

/** Whether what a request would have overlaps with what somebody has. */
export function overlaps([begin, end]: Stretch, taken: readonly Stretch[]): boolean {
  return taken.some(([from, to]) => begin <= to && end >= from);
}

/** So much later than all that others have, in milliseconds, that a service which tells days, weeks or years apart takes it for another one. */
const LATER_MS = 366 * DAY_MS;

/**
 * Returns a value that lies after all that others have, in the form of another one.
 * @param value where a span begins or ends that would take theirs. @param span the whole of it; its length stays.
 * @returns undefined if there is none that has four digits for its year.
 */
export function laterThanAll(
  value: number | string,
  [begin]: Stretch,
  taken: readonly Stretch[],
): number | string | undefined {
  const last = Math.max(...taken.map(([, to]) => to));
  const moved = pointOf(value) - begin + last;
  if (typeof value === 'number') return moved + 1;
  if (!(moved + LATER_MS < TOO_LATE)) return undefined;
  const written = new Date(moved + LATER_MS).toISOString();
  return value.length <= A_DAY.length ? written.slice(0, A_DAY.length) : `${written.slice(0, A_SECOND.length)}Z`;
}

const A_DAY = '2026-12-01';
const A_SECOND = '2026-12-01T10:00:00';
const TOO_LATE = Date.UTC(10_000, 0);
