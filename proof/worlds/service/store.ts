/** Keeps the things of a service in memory, and tells whoever listens what becomes of them. */

import type { JsonObject } from '../../../src/json/value';
import type { Random } from '../../../src/support/random';
import type { KindDesign, WorldStore, WorldThing } from '../design/design';

export type ThingChange = 'made' | 'changed' | 'removed' | 'restored';

/** What was there before a run was changed a day before it. */
const DAY_MS = 86_400_000;

/** @param onChange is told of each change. */
export function createThingStore(
  chance: Random,
  onChange: (change: ThingChange, thing: WorldThing) => void,
): WorldStore {
  const things = new Map<KindDesign, Set<WorldThing>>();
  const counts = new Map<KindDesign, number>();
  const of = (kind: KindDesign) => {
    const all = things.get(kind) ?? new Set();
    things.set(kind, all);
    return all;
  };
  const childrenOf = (thing: WorldThing) =>
    thing.kind.children.flatMap((kind) => [...of(kind)].filter(({ parent }) => parent === thing));
  /** What is below a thing, and what joins it with other things: that goes with it. */
  const goesWith = (thing: WorldThing) => [
    ...childrenOf(thing),
    ...[...things].flatMap(([kind, all]) =>
      kind.joins === thing.kind ? [...all].filter(({ key }) => key === thing.key) : [],
    ),
  ];
  /** All of that, however deep. */
  const allWith = (thing: WorldThing): WorldThing[] => goesWith(thing).flatMap((each) => [...allWith(each), each]);
  const store: WorldStore = {
    every: (kind) => [...of(kind)],
    all: (kind, parent) => [...of(kind)].filter((thing) => thing.parent === parent && !thing.isBuried),
    find: (kind, parent, key) =>
      [...of(kind)].find((thing) => (kind.isAlone || thing.parent === parent) && thing.key === key),
    childrenOf,
    add(kind, parent, value, who, key) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      const served: JsonObject = Object.fromEntries(
        kind.served.map(({ name, make }) => [name, make({ chance, owner: who.owner })]),
      );
      const named =
        key ?? kind.naming.next(value, chance, count, (each) => store.find(kind, parent, each) !== undefined);
      const thing: WorldThing = {
        kind,
        key: named,
        parent,
        value,
        served,
        ...who,
        version: 1,
        get isBuried() {
          return thing.goneFrom <= performance.now();
        },
        goneFrom: Number.POSITIVE_INFINITY,
        since: who.maker === 'run' ? performance.now() : 0,
        changedAt: who.maker === 'run' ? Date.now() : Date.now() - DAY_MS,
      };
      of(kind).add(thing);
      onChange('made', thing);
      return thing;
    },
    change(thing, value) {
      thing.value = value;
      thing.version++;
      thing.changedAt = Date.now();
      onChange('changed', thing);
    },
    remove(thing) {
      for (const each of goesWith(thing)) store.remove(each);
      of(thing.kind).delete(thing);
      onChange('removed', thing);
    },
    bury(thing, afterMs = 0) {
      const goneFrom = performance.now() + afterMs;
      for (const each of [thing, ...allWith(thing)]) {
        if (each.goneFrom === Number.POSITIVE_INFINITY) each.goneFrom = goneFrom;
        onChange('removed', each);
      }
    },
    restore(thing) {
      const { goneFrom } = thing;
      for (const each of [thing, ...allWith(thing)].filter((other) => other.goneFrom === goneFrom)) {
        each.goneFrom = Number.POSITIVE_INFINITY;
        onChange('restored', each);
      }
    },
  };
  return store;
}
