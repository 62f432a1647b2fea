/**
 * Computes how many levels the smallest value of a schema has. It is a fixpoint over the subschemas that the schema
 * cannot do without, as for the terminating symbols of a grammar (Knuth 1977, "A generalization of Dijkstra's
 * algorithm").
 */

import {
  branchesIn,
  type Inner,
  partsOfValue,
  schemasOfItem,
  schemasOfMember,
} from '../../src/contract/schema/applicators';
import { hiddenMembers } from '../../src/contract/schema/hiddenMembers';
import { type Direction, isSchema, keptOnSchema, type Schema } from '../../src/contract/schema/schema';
import { atOnce, type Parts } from '../../src/support/letOthersRun';

type Keywords = Readonly<Record<string, unknown>>;

/**
 * What a schema needs: all schemas of `beside`, one of each list of `choices`, and all of `inside`, which are one level
 * deeper.
 */
interface Needs {
  readonly beside: readonly Schema[];
  readonly choices: readonly (readonly Schema[])[];
  readonly inside: readonly Schema[];
  readonly impossible: boolean;
}

const depthsByDirection = {
  request: new WeakMap<Schema, number>(),
  response: new WeakMap<Schema, number>(),
};

/**
 * Returns a lower bound of the depth, because several clauses together may demand more than each of them alone.
 * @returns 1 for a value that holds nothing; Infinity if no finite value satisfies the schema.
 */
export function leastDepth(schema: Schema, direction: Direction): number {
  return direction === 'request' ? leastOf.request(schema) : leastOf.response(schema);
}

/** Each plan asks for it, branch by branch. What the search below finds for other schemas on its way stands in its own maps. */
const leastOf = {
  request: keptOnSchema((schema) => findLeast(schema, 'request')),
  response: keptOnSchema((schema) => findLeast(schema, 'response')),
};

function findLeast(schema: Schema, direction: Direction): number {
  return atOnce(leastDepthInParts(schema, direction));
}

/** After so many schemas others may run. */
const SCHEMAS_IN_A_TURN = 500;

/** As {@link leastDepth}, in parts: a schema may need tens of thousands of others. */
export function* leastDepthInParts(schema: Schema, direction: Direction): Parts<number> {
  const known = depthsByDirection[direction];
  const depth = known.get(schema);
  if (depth !== undefined) return depth;
  let looked = 0;
  const isTurnOver = () => ++looked % SCHEMAS_IN_A_TURN === 0;
  const needsBySchema = new Map<Schema, Needs>();
  const waiting = [schema];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (needsBySchema.has(next) || known.has(next)) continue;
    const needs = needsOf(next, direction);
    needsBySchema.set(next, needs);
    for (const needed of [needs.beside, ...needs.choices, needs.inside]) for (const each of needed) waiting.push(each);
    if (isTurnOver()) yield;
  }
  // Others may ask for the same meanwhile, and are not to see what is not settled yet.
  const depths = new Map<Schema, number>();
  const depthOf = (candidate: Schema) => known.get(candidate) ?? depths.get(candidate) ?? Number.POSITIVE_INFINITY;
  for (let changed = true; changed; ) {
    changed = false;
    for (const [candidate, needs] of needsBySchema) {
      const least = leastOfNeeds(needs, depthOf);
      if (least < depthOf(candidate)) {
        depths.set(candidate, least);
        changed = true;
      }
      if (isTurnOver()) yield;
    }
  }
  for (const candidate of needsBySchema.keys()) known.set(candidate, depthOf(candidate));
  return depthOf(schema);
}

function leastOfNeeds({ beside, choices, inside, impossible }: Needs, depthOf: (schema: Schema) => number): number {
  if (impossible) return Number.POSITIVE_INFINITY;
  let least = 1;
  for (const each of beside) least = Math.max(least, depthOf(each));
  for (const branches of choices) least = Math.max(least, Math.min(...branches.map(depthOf)));
  for (const held of inside) least = Math.max(least, depthOf(held) + 1);
  return least;
}

function needsOf(schema: Schema, direction: Direction): Needs {
  const { keywords } = schema;
  if (typeof keywords === 'boolean') return { beside: [], choices: [], inside: [], impossible: !keywords };
  const parts = partsOfValue(schema);
  return {
    beside: parts.flatMap(({ schema: part, applicator }) => (applicator.applies === 'always' ? [part] : [])),
    choices: branchesIn(keywords),
    inside: insideOf(schema, keywords, direction),
    impossible: Array.isArray(keywords['enum']) && keywords['enum'].length === 0,
  };
}

/** Returns the subschemas that every value must contain; none unless the value must be an object or an array. */
function insideOf(schema: Schema, keywords: Keywords, direction: Direction): Schema[] {
  const { type, required = [], prefixItems = [], minItems = 0, contains, minContains = 1 } = keywords;
  if (keywords['enum'] !== undefined || 'const' in keywords) return [];
  const [only, ...others] = [type].flat();
  if (others.length > 0) return [];
  if (only === 'object') {
    const hidden = hiddenMembers(schema, direction);
    return (required as string[]).flatMap((name) => (hidden.has(name) ? [] : sure(schemasOfMember(keywords, name))));
  }
  if (only !== 'array') return [];
  // All items behind a tuple have one schema.
  const places = Math.min(minItems as number, (prefixItems as Schema[]).length + 1);
  const items = Array.from({ length: places }, (_, at) => sure(schemasOfItem(keywords, at))).flat();
  return isSchema(contains) && (minContains as number) > 0 ? [...items, contains] : items;
}

/** Leaves out schemas that may not apply: another one may speak of the same member or item, or a pattern may not fit. */
function sure(inner: readonly Inner[]): Schema[] {
  return inner.flatMap(({ keyword, schema, isUnsure }) =>
    isUnsure || keyword.startsWith('unevaluated') ? [] : [schema],
  );
}
