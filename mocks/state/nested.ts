/** Tells which things lie in which others where their own paths do not say that: the trips at `/trips` that were made at `/vehicles/7/trips`. */

import { declaredSuccesses, type Operation } from '../../src/contract/contract';
import { type View, viewOfList } from '../../src/resources/answers/views';
import type { Items } from '../../src/resources/kinds';
import type { Nest } from '../../src/resources/nests';
import { isAtOrBelow, type Thing } from '../../src/resources/things';
import { plain } from '../../src/resources/vocabulary/words';
import { belowItem, namesIn } from '../../src/routing/pathTemplate';
import { ANY_ID, type Collection } from './collections';
import { outerSaid } from './parents';
import { isOfShape, shapeOf } from './sameThing';
import type { Shelf } from './store';

/**
 * Tells whether a thing of a collection lies in another one. One that was not made there says it itself, by a member such as `vehicleId`; one with
 * which the mock starts, and that says nothing, lies in all others with which it starts.
 */
export function liesWithin(
  shelf: Shelf,
  id: string,
  of: Pick<Collection, 'nests' | 'listedIn'>,
  view: View | undefined,
  outer: Thing,
): boolean {
  const made = shelf.within.get(id);
  if (made) return isAtOrBelow(made, outer);
  const nest = nestsIn(of).find(({ around }) => around === outer.item);
  const thing = shelf.things.get(id);
  if (!nest || !thing) return false;
  const parameter = namesIn(nest.maker.path).at(-1) ?? '';
  const said = view && outerSaid(view, thing.value, { parameter, item: nest.around });
  return said === undefined ? thing.isStart : String(said) === outer.ids.at(-1);
}

/** Returns where the things of a collection are made or listed in others. */
export function nestsIn({ nests = [], listedIn = [] }: Pick<Collection, 'nests' | 'listedIn'>): readonly Nest[] {
  return [...nests, ...listedIn];
}

/**
 * Returns where a list shows those things of a collection that lie in another thing, and nothing is made there: `GET /users/{id}/posts` beside
 * `/posts`, where both show the same.
 */
export function listedInOthers(
  { item, path, lister }: Pick<Collection, 'item' | 'path' | 'lister'>,
  view: View | undefined,
  byPath: ReadonlyMap<string, ReadonlyMap<string, Operation>>,
): readonly Nest[] {
  if (!lister || !view || path.includes('{}')) return [];
  return [...byPath].flatMap(([below, methods]): Nest[] => {
    const { item: around, name } = belowItem(below) ?? {};
    const own = methods.get('GET');
    if (!own || around === undefined || around === item || methods.has('POST') || byPath.has(`${below}/{}`)) return [];
    if (plain(name ?? '') !== plain(path.split('/').at(-1) ?? '') || namesIn(own.path).length !== 1) return [];
    const shown = declaredSuccesses(own)
      .flatMap(({ media }) => media)
      .map((media) => viewOfList({ item: `${below}/{}`, parameter: ANY_ID }, media));
    const isSame = shown.some((each) => each && isOfShape(each.schemas, shapeOf(view.schemas)));
    return isSame ? [{ around, path: below, maker: own, lister: own }] : [];
  });
}

/** Returns the collections whose things are made in those of another one, or in what lies in them. */
export function collectionsWithin<T extends Items>(of: T, all: readonly T[]): readonly T[] {
  const isIn = ({ around }: Nest) => around === of.item || around.startsWith(`${of.item}/`);
  return all.filter((each) => each !== of && each.nests?.some(isIn));
}
