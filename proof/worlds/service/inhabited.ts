/** Puts into a service what is there before a run: things of others, and things that the user hands over. */

import type { JsonObject } from '../../../src/json/value';
import { createRandom, type Random } from '../../../src/support/random';
import type { Design, KindDesign, Owned, ThingMaker, WorldStore, WorldThing } from '../design/design';
import { putRight } from '../design/showing';
import { withDefaults } from '../roles/operation';
import { validObject } from '../shapes';

/** How many things of others, and how many handed over, each parent has. */
const COUNTS: Readonly<Record<ThingMaker, number>> = { others: 3, 'handed over': 2, run: 0 };

/**
 * @param handsOver whether there are things that are handed over.
 * Of things below others, each parent of others has some, and of what is handed over the first has.
 */
export function inhabit(design: Design, handsOver: boolean): (store: WorldStore) => void {
  return (store) => {
    const chance = createRandom(design.seed, 'inhabitants');
    const add = (kind: KindDesign, parent: WorldThing | undefined, who: Owned, count: number) => {
      for (let at = 0; at < count; at++) {
        addOne(store, kind, parent, who, chance);
      }
    };
    const whos: Owned[] = [
      { owner: 'bo', maker: 'others' },
      { owner: 'ada', maker: 'others' },
      ...(handsOver ? [{ owner: 'ada', maker: 'handed over' } as const] : []),
    ];
    for (const who of whos)
      for (const kind of design.kinds) {
        const parents = kind.parent ? parentsOf(store, kind.parent, who) : [undefined];
        for (const parent of parents) add(kind, parent, who, COUNTS[who.maker]);
      }
  };
}

function addOne(store: WorldStore, kind: KindDesign, parent: WorldThing | undefined, who: Owned, chance: Random): void {
  const content = freeContent(store, kind, parent, chance);
  if (!content) return;
  const referred = [...kind.references].map(([name, other]) => [name, referredValue(store, other, who)] as const);
  const value: JsonObject = { ...content, ...Object.fromEntries(referred) };
  const { joins } = kind;
  if (joins) {
    const key = String(referredValue(store, joins, who));
    if (!store.find(kind, parent, key)) store.add(kind, parent, {}, who, key);
    return;
  }
  store.add(kind, parent, value, who);
}

/** Of few names, so many are tried. */
const TRIES = 20;

/** A content whose name nothing has, where clients choose names; undefined if all seem to be taken. */
function freeContent(
  store: WorldStore,
  kind: KindDesign,
  parent: WorldThing | undefined,
  chance: Random,
): JsonObject | undefined {
  for (let tries = 0; tries < TRIES; tries++) {
    const content = putRight(kind, withDefaults(kind, validObject(kind.members, chance)));
    const key = kind.naming.isChosen ? kind.naming.next(content, chance, 0, () => false) : undefined;
    if (key === undefined || !store.find(kind, parent, key)) return content;
  }
  return undefined;
}

/** Somebody else makes one thing of each kind, while a run is under way. */
export function addOfOthers({ kinds }: Design, store: WorldStore, chance: Random): void {
  const who = { owner: 'bo', maker: 'others' } as const;
  for (const kind of kinds) {
    const [parent] = kind.parent ? parentsOf(store, kind.parent, who) : [];
    if (!kind.parent || parent) addOne(store, kind, parent, who, chance);
  }
}

/** The first of somebody's things, below which there are others. */
const parentsOf = (store: WorldStore, kind: KindDesign, { owner, maker }: Owned): WorldThing[] =>
  store
    .every(kind)
    .filter((thing) => thing.owner === owner && thing.maker === maker)
    .slice(0, 1);

/** What a thing refers to, of the same person where there is such. */
function referredValue(store: WorldStore, other: KindDesign, { owner, maker }: Owned) {
  const all = store.every(other);
  const own = all.find((thing) => thing.owner === owner && thing.maker === maker) ?? all[0];
  const text = own?.key ?? '1';
  return other.naming.shape.type === 'whole' ? BigInt(text) : text;
}
