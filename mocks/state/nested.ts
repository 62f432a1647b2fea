/** Tells which things lie in which others where their own paths do not say that: the trips at `/trips` that were made at `/vehicles/7/trips`. */

import { escapePointer } from '../../src/json/pointer';
import { isObject, type JsonValue } from '../../src/json/value';
import type { View } from '../../src/resources/answers/views';
import type { Items } from '../../src/resources/kinds';
import { singular } from '../../src/resources/names';
import type { Nest } from '../../src/resources/nests';
import { isAtOrBelow, type Thing } from '../../src/resources/things';
import { plain } from '../../src/resources/vocabulary/words';
import { namesIn } from '../../src/routing/pathTemplate';
import type { Shelf } from './store';

/** Returns the names by which a thing may say what it lies in: the parameter of the path, and the name of the other thing with `Id`. */
export function namesOfOuter({ around, maker }: Nest): readonly string[] {
  return [...new Set([namesIn(maker.path).at(-1) ?? '', `${singular(around)}Id`])];
}

/**
 * Tells whether a thing of a collection lies in another one. One that was not made there says it itself, by a member such as `vehicleId`; one with
 * which the mock starts, and that says nothing, lies in all others with which it starts.
 */
export function liesWithin(
  shelf: Shelf,
  id: string,
  of: Pick<Items, 'nests'>,
  view: View | undefined,
  outer: Thing,
): boolean {
  const made = shelf.within.get(id);
  if (made) return isAtOrBelow(made, outer);
  const nest = of.nests?.find(({ around }) => around === outer.item);
  const thing = shelf.things.get(id);
  if (!nest || !thing) return false;
  const said = view && outerSaid(thing.value, view, nest);
  return said === undefined ? thing.isStart : String(said) === outer.ids.at(-1);
}

function outerSaid(value: JsonValue, { id }: View, nest: Nest): JsonValue | undefined {
  const names = namesOfOuter(nest).map(plain);
  const members = isObject(value) ? Object.entries(value) : [];
  return members.find(([name]) => names.includes(plain(name)) && id !== `/${escapePointer(name)}`)?.[1];
}

/** Returns the collections whose things are made in those of another one, or in what lies in them. */
export function collectionsWithin<T extends Items>(of: T, all: readonly T[]): readonly T[] {
  const isIn = ({ around }: Nest) => around === of.item || around.startsWith(`${of.item}/`);
  return all.filter((each) => each !== of && each.nests?.some(isIn));
}
