/**
 * How deep the least value of a schema goes: a fixpoint over the schemas that it cannot do without, as for the symbols of a grammar
 * that come to an end (Knuth 1977, "A generalization of Dijkstra's algorithm").
 */

import { type Direction, hiddenMembers, isSchema, type Schema } from '../../src/contract/schema/schema';

type Keywords = Readonly<Record<string, unknown>>;

/** What a schema needs: `all` of the ones beside, `some` of each list, and one level more for what is inside. */
interface Needs {
  readonly beside: readonly Schema[];
  readonly choices: readonly (readonly Schema[])[];
  readonly inside: readonly Schema[];
  readonly impossible: boolean;
}

const known = {
  request: new WeakMap<Schema, number>(),
  response: new WeakMap<Schema, number>(),
};

/**
 * A bound from below, since clauses may demand more together than each of them alone.
 * @returns 1 for what holds nothing; Infinity where no finite value satisfies the schema.
 */
export function leastDepth(schema: Schema, direction: Direction): number {
  const depths = known[direction];
  const found = depths.get(schema);
  if (found !== undefined) return found;
  const all = new Map<Schema, Needs>();
  const waiting = [schema];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (all.has(next) || depths.has(next)) continue;
    const needs = needsOf(next, direction);
    all.set(next, needs);
    waiting.push(...needs.beside, ...needs.choices.flat(), ...needs.inside);
  }
  const depthOf = (each: Schema) => depths.get(each) ?? Number.POSITIVE_INFINITY;
  for (let changed = true; changed; ) {
    changed = false;
    for (const [each, { beside, choices, inside, impossible }] of all) {
      const depth = impossible
        ? Number.POSITIVE_INFINITY
        : Math.max(
            1,
            ...beside.map(depthOf),
            ...choices.map((branches) => Math.min(...branches.map(depthOf))),
            ...inside.map((held) => depthOf(held) + 1),
          );
      if (depth < depthOf(each)) {
        depths.set(each, depth);
        changed = true;
      }
    }
  }
  for (const each of all.keys()) depths.set(each, depthOf(each));
  return depthOf(schema);
}

function needsOf(schema: Schema, direction: Direction): Needs {
  const { keywords } = schema;
  if (typeof keywords === 'boolean') return { beside: [], choices: [], inside: [], impossible: !keywords };
  const { $ref, $dynamicRef, allOf = [], anyOf, oneOf } = keywords;
  return {
    beside: [$ref, $dynamicRef, ...(allOf as Schema[])].filter(isSchema),
    choices: [anyOf, oneOf].filter(Array.isArray) as Schema[][],
    inside: insideOf(schema, keywords, direction),
    impossible: Array.isArray(keywords['enum']) && keywords['enum'].length === 0,
  };
}

/** Nothing, unless it must be an object or an array. */
function insideOf(schema: Schema, keywords: Keywords, direction: Direction): Schema[] {
  const { type, properties = {}, required = [], prefixItems = [], items, minItems = 0 } = keywords;
  if (keywords['enum'] !== undefined || 'const' in keywords) return [];
  if (type === 'object' || (Array.isArray(type) && type.length === 1 && type[0] === 'object')) {
    const hidden = hiddenMembers(schema, direction);
    return (required as string[]).flatMap((name) => {
      const member = Object.hasOwn(properties as object, name)
        ? (properties as Record<string, Schema>)[name]
        : undefined;
      return member && !hidden.has(name) ? [member] : [];
    });
  }
  if (type !== 'array' && !(Array.isArray(type) && type.length === 1 && type[0] === 'array')) return [];
  const prefix = (prefixItems as Schema[]).slice(0, minItems as number);
  return (minItems as number) > prefix.length && isSchema(items) ? [...prefix, items] : prefix;
}
