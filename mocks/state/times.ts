/**
 * Gives a thing that is made or changed now times that are later than those of all that is there, so that what is new is the newest: `createdAt`,
 * `last_modified`. The clock of the machine is not asked, so that the same requests get the same answers.
 */

import { isObject, type JsonObject, type JsonValue } from '../../src/json/value';
import type { View } from '../../src/resources/answers/views';
import { saysWhenChanged, saysWhenMade } from '../../src/resources/vocabulary/setByService';
import type { Shelf } from './store';
import { takes } from './values';

const MINUTE = 60_000;

/** The latest time on a shelf, in milliseconds since 1970. */
const latest = new WeakMap<Shelf, number>();

/**
 * Returns a thing with the times of now in those members that say when it was made or changed, and that the request cannot set, or does not.
 * @param sent what the request has set.
 * @param around the things in which it lies, since it was made after those.
 * @param isMade whether the thing is made; else it is changed.
 */
export function withTimes(
  shelf: Shelf,
  { members }: View,
  settable: ReadonlySet<string> | undefined,
  thing: JsonValue,
  sent: JsonValue | undefined,
  around: readonly (JsonValue | undefined)[],
  isMade: boolean,
): JsonValue {
  if (!isObject(thing) || settable === undefined) return thing;
  const isSet = (name: string) => settable.has(name) && isObject(sent) && Object.hasOwn(sent, name);
  const names = Object.keys(thing).filter(
    (name) => !isSet(name) && (saysWhenChanged(name) || (isMade && saysWhenMade(name))),
  );
  const known = names.filter((name) => timeIn(thing[name]) !== undefined);
  if (known.length === 0) return thing;
  const before =
    latest.get(shelf) ?? (latestIn([...shelf.things.values()].map(({ value }) => value)) || latestIn([thing]));
  const now = Math.max(before, latestIn(around)) + MINUTE;
  latest.set(shelf, now);
  const changed = known.flatMap((name) => {
    const value = written(now, thing[name]);
    return (members.get(name) ?? []).every((schema) => takes(schema, value)) ? [[name, value] as const] : [];
  });
  return { ...thing, ...Object.fromEntries(changed) };
}

/** Returns the latest time at which one of some things was made or changed; 0 if they do not say so. */
function latestIn(things: readonly (JsonValue | undefined)[]): number {
  let most = 0;
  for (const value of things)
    for (const [name, time] of Object.entries(isObject(value) ? value : ({} as JsonObject)))
      if (saysWhenMade(name) || saysWhenChanged(name)) most = Math.max(most, timeIn(time) ?? 0);
  return most;
}

/** The least number that is taken for a time in seconds, and in milliseconds: in 2001. */
const LEAST_SECONDS = 1e9;
const LEAST_MILLISECONDS = 1e12;

/** Returns the time that a value tells, in milliseconds since 1970; undefined if it tells none. */
function timeIn(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number' && value >= LEAST_SECONDS) return value >= LEAST_MILLISECONDS ? value : value * 1000;
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Writes a time as another one is written. */
function written(time: number, like: JsonValue | undefined): JsonValue {
  if (typeof like === 'number') return like >= LEAST_MILLISECONDS ? time : Math.floor(time / 1000);
  const text = new Date(time).toISOString().replace(/\.000Z$/, 'Z');
  return typeof like === 'string' && !like.includes('T') ? text.slice(0, 10) : text;
}
