/** Finds the places in a value at which clauses can be broken: the whole value, and then everything in it. */

import type { Keywords } from '../../../src/contract/dialects/dialect';
import type { Schema } from '../../../src/contract/schema/schema';
import { lazy } from '../../../src/support/caching';
import { atOnce } from '../../../src/support/letOthersRun';
import { below, type Maker, type Site } from '../makerTypes';
import { isMade, type MutableJson } from '../results';
import { forcedBy, listedValues, plansOf, type SchemaPlan, said } from '../schemaPlan';
import { madeUp } from '../syntheticSchemas';
import { itemSchemas } from '../types/arrays';
import { newNames, planMembers, schemasOf } from '../types/objects';

/** A place in the whole value. `put` returns a whole value, valid otherwise, that has a given value in this place. */
export interface Stand {
  readonly schemas: readonly Schema[];
  readonly site: Site;
  readonly put: (value: MutableJson) => MutableJson | undefined;
  /**
   * Returns values that other branches list for the same member: they combine the name of one branch with the members
   * of another.
   */
  readonly elsewhere: () => readonly MutableJson[];
  /** The keys of the places that it lies in: a schema that holds itself is looked into one level deep. */
  readonly within?: readonly string[];
}

/** Yields the members and items of a value. Each stands in an object or array that is as small as possible. */
export function* standsWithin({ schemas, site, put }: Stand, plan: SchemaPlan, maker: Maker): Generator<Stand> {
  const [owner] = plan.atoms;
  if (!owner) return;
  const forced = forcedBy(plan);
  const small = { ...site, least: true };
  const baseWith = (bound: Keywords) =>
    lazy(() => {
      const result = atOnce(maker.make([...schemas, madeUp(owner.schema, bound)], small, { forced }));
      return isMade(result) ? result.value : undefined;
    });
  const plain = baseWith({ type: 'object' });
  const independent =
    plan.taken.length === 0 && plan.refused.length === 0 && said(plan, 'dependentRequired').length === 0;
  if (plan.types.includes('object')) {
    const objects = planMembers(plan, maker);
    const extra = objects.open ? atOnce(newNames(plan, objects, 1, site, maker)).slice(0, 4) : [];
    for (const name of [...objects.names, ...extra]) {
      const base = independent ? plain : baseWith({ type: 'object', required: [name] });
      yield {
        schemas: schemasOf(plan, name),
        site: below(small, name, 1),
        elsewhere: () => listedElsewhere(plan, name, maker),
        put: (value) => {
          const around = base();
          return around === undefined ? undefined : put({ ...(around as Record<string, MutableJson>), [name]: value });
        },
      };
    }
  }
  if (!plan.types.includes('array')) return;
  const tuple = Math.max(0, ...said<Schema[]>(plan, 'prefixItems').map(({ value }) => value.length));
  for (let at = 0; at <= tuple; at++) {
    const inner = itemSchemas(plan, at);
    if (inner.length === 0 || inner.some(({ keywords }) => keywords === false)) continue;
    const base = baseWith({ type: 'array', minItems: at + 1 });
    yield {
      schemas: inner,
      site: below(small, at, 1),
      elsewhere: () => [],
      put: (value) => {
        const around = base();
        return around === undefined ? undefined : put((around as MutableJson[]).with(at, value));
      },
    };
  }
}

function listedElsewhere({ taken }: SchemaPlan, name: string, { direction }: Maker): readonly MutableJson[] {
  const way = { direction, least: true };
  return taken.flatMap(({ choice, option }) =>
    choice.options.flatMap(({ index, schemas }) => {
      const [branch] = index === option.index ? [] : plansOf(schemas, way);
      const [member] = branch ? plansOf(schemasOf(branch, name), way) : [];
      return member ? ((listedValues(member) ?? []) as MutableJson[]) : [];
    }),
  );
}
