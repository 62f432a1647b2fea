/** Makes values with nothing but what their schemas ask for. */

import { createGenerator, type Generator, isMade, type MutableJson } from '../../../conformance/values/generator';
import { idOf } from '../../../conformance/values/schemaChoices';
import { given, itemsPlacedAt, namesRequired, type Part, sureParts } from '../../contract/schema/applied';
import { satisfies } from '../../contract/schema/evaluate';
import { hiddenMembers } from '../../contract/schema/hiddenMembers';
import type { Direction, Schema } from '../../contract/schema/schema';
import { describedMembers, schemasIn } from './described';

/** Members and items that are asked for nest at most this deep here; the generator makes what nests deeper. */
const DEEPEST = 12;

/** So much is spent on searching long for all values together, as `createEffort` counts it: there may be very many of which none is found. */
const MOST_SPENT = 400_000;

export class LeastValues {
  private readonly known = new Map<string, { readonly value: MutableJson | undefined }>();
  private readonly generator: Generator;

  constructor(
    private readonly direction: Direction,
    seed: number,
  ) {
    this.generator = createGenerator({ direction, seed, most: MOST_SPENT });
  }

  /** Returns a value that satisfies all of the schemas; undefined if none is found. */
  of(schemas: readonly Schema[], depth = 0): MutableJson | undefined {
    const key = schemas.map(idOf).join();
    const known = this.known.get(key);
    if (known) return known.value;
    const value = this.make(schemas, depth);
    this.known.set(key, { value });
    return value;
  }

  private make(schemas: readonly Schema[], depth: number): MutableJson | undefined {
    const parts = sureParts(given(...schemas));
    const put = depth < DEEPEST ? this.putTogether(parts, depth) : undefined;
    if (put !== undefined && this.fits(put, schemas)) return put;
    const [first, ...more] = schemas;
    if (!first) return undefined;
    const made = this.generator.witness(first, { name: 'least', keeping: more });
    if (!isMade(made)) return undefined;
    return leastOf(made.value, (each) => this.fits(each, schemas));
  }

  private putTogether(parts: readonly Part[], depth: number): MutableJson | undefined {
    const types = parts.flatMap(({ keywords: { type } }) => (type === undefined ? [] : [[type].flat() as string[]]));
    const isA = (name: string) => types.length > 0 && types.every((each) => each.includes(name));
    if (isA('array')) {
      const fewest = Math.max(0, ...parts.map(({ keywords: { minItems } }) => Number(minItems ?? 0)));
      if (fewest > 1) return undefined;
      const item = fewest === 0 ? undefined : this.of(schemasIn(itemsPlacedAt(parts, 0)), depth + 1);
      return item === undefined ? (fewest === 0 ? [] : undefined) : [item];
    }
    if (!isA('object') && !(types.length === 0 && parts.some(({ keywords }) => 'properties' in keywords)))
      return undefined;
    const hidden = new Set(parts.flatMap(({ schema }) => [...hiddenMembers(schema, this.direction)]));
    const members: Record<string, MutableJson> = {};
    for (const name of namesRequired(parts)) {
      if (hidden.has(name)) continue;
      const value = this.of(describedMembers(parts, name), depth + 1);
      if (value === undefined) return undefined;
      members[name] = value;
    }
    return members;
  }

  private fits(value: MutableJson, schemas: readonly Schema[]): boolean {
    try {
      return schemas.every((schema) => satisfies(schema, value, this.direction));
    } catch {
      return false;
    }
  }
}

/** Leaves members and items out of a value, one after the other, while it still fits. */
export function leastOf(value: MutableJson, fits: (value: MutableJson) => boolean): MutableJson {
  let least = value;
  const reduce = (inner: MutableJson, put: (inner: MutableJson) => MutableJson): void => {
    if (typeof inner !== 'object' || inner === null) return;
    let here = inner;
    for (const key of Object.keys(inner).reverse()) {
      const without = Array.isArray(here)
        ? here.filter((_, at) => String(at) !== key)
        : Object.fromEntries(Object.entries(here).filter(([name]) => name !== key));
      if (!fits(put(without))) continue;
      here = without;
      least = put(here);
    }
    for (const key of Object.keys(here)) {
      const at = key;
      reduce((here as Record<string, MutableJson>)[at] as MutableJson, (changed) => {
        const copy = Array.isArray(here)
          ? here.map((each, index) => (String(index) === at ? changed : each))
          : { ...here, [at]: changed };
        here = copy;
        return put(copy);
      });
    }
  };
  reduce(value, (each) => each);
  return least;
}
