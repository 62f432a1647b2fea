/**
 * Lets things that are made up refer to things that are there: the `author_id` of a book is the id of an author that `GET /authors` shows, and its
 * `author` is that author. What the contract itself shows stays as it is.
 */

import type { Operation } from '../../src/contract/contract';
import { isObject, type JsonValue } from '../../src/json/value';
import { type View, viewOfList } from '../../src/resources/answers/views';
import { namesFor, singular } from '../../src/resources/names';
import { plain } from '../../src/resources/vocabulary/words';
import { withoutNames } from '../../src/routing/pathTemplate';
import { lazy } from '../../src/support/caching';
import type { Collection, Shown } from './understand';
import { ANY_ID, successOf, viewIn } from './understand';
import { idIn, takes, typedId } from './values';

/** The things that a collection starts with. */
export type FirstThings = readonly (readonly [id: string, value: JsonValue])[];

interface References {
  /** Returns the things of a collection with references to what is there. */
  into(of: Collection, view: View, start: FirstThings): Promise<FirstThings>;
}

/** The things of a list to which others may refer. */
interface Referred {
  readonly path: string;
  /** Names of members that hold the id of such a thing, and the name of one that holds the thing itself, as `plain` gives them. */
  readonly ids: readonly string[];
  readonly itself: string;
  readonly start: () => Promise<FirstThings>;
}

/**
 * @param lists the operations that show all things of a kind, and their collections, if there are any.
 * @param startOf returns the things of a collection, without references, since collections may refer to each other.
 * @param listed returns the things that a list shows.
 */
export function createReferences(
  lists: () => readonly (readonly [lister: Operation, of: Collection | undefined])[],
  startOf: (of: Collection) => Promise<FirstThings>,
  listed: (shown: Shown) => Promise<readonly JsonValue[]>,
): References {
  const all = lazy((): Referred[] =>
    lists().flatMap(([lister, of]) => {
      const path = withoutNames(lister.path);
      const named = of ?? { item: `${path}/{}`, parameter: ANY_ID };
      const shown = viewIn(lister, successOf(lister, false) ?? 200, (media) => viewOfList(named, media));
      if (!shown?.view.isObject) return [];
      const itself = singular(named.item);
      const start = async () => (of ? await startOf(of) : withIds(shown.view, await listed(shown)));
      return itself === '' ? [] : [{ path, ids: namesFor(named), itself, start }];
    }),
  );
  return {
    async into(of, { members }, start) {
      let things = start;
      for (const [name, schemas] of members) {
        const own = plain(name);
        const fits = (value: JsonValue) => schemas.every((each) => takes(each, value));
        const to = all().find(({ path, ids, itself }) => path !== of.path && (ids.includes(own) || itself === own));
        const others = to ? await to.start() : [];
        if (others.length > 0)
          things = things.map(([id, thing], at) => {
            const [otherId, other] = others[at % others.length] as FirstThings[number];
            const before = isObject(thing) ? thing[name] : undefined;
            if (before === undefined || before === null || !isObject(thing)) return [id, thing];
            const value = isObject(before) ? other : typedId(otherId, schemas);
            return [id, value !== undefined && fits(value) ? { ...thing, [name]: value } : thing];
          });
      }
      return things;
    },
  };
}

function withIds(view: View, things: readonly JsonValue[]): FirstThings {
  return things.flatMap((thing) => {
    const id = idIn(view, thing);
    return id === undefined ? [] : [[id, thing] as const];
  });
}
