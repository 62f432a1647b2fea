/** Says in one sentence why a value that stands in a contract breaks its schema. */

import { valueAt } from '../../json/pointer';
import type { BrokenClause } from './brokenClause';
import { evaluate, requirementOf } from './evaluate';
import { toldOf } from './nearestBranch';
import type { Direction, Schema } from './schema';

/**
 * Returns what a value breaks, and how much more: `/name must be string, and 2 more breaches`. Undefined if it breaks nothing.
 * @param directions in which the value may be meant: what is told is for the one in which it breaks least.
 * @throws RangeError if the value nests too deep, or takes too many steps, to be judged.
 * @throws BrokenReference if the schema refers to something that does not exist.
 */
export function breachSentence(
  schema: Schema,
  value: unknown,
  directions: readonly Direction[],
  binding = false,
): string | undefined {
  const [least = []] = directions
    .map((direction) => toldOf(evaluate(schema, value, { direction, binding })))
    .sort((one, other) => one.length - other.length);
  const [broken, ...more] = least;
  if (!broken) return undefined;
  const others = more.length === 0 ? '' : `, and ${more.length} more ${more.length === 1 ? 'breach' : 'breaches'}`;
  return `${broken.path === '' ? 'it' : broken.path} ${requirementOf(broken)}${inQuotes(broken, valueAt(value, broken.path))}${others}`;
}

/** YAML reads `2019` and `true` as a number and a boolean, where a text was meant. */
function inQuotes({ schema: { keywords }, keyword }: BrokenClause, value: unknown): string {
  if (keyword !== 'type' || typeof keywords === 'boolean' || !/^(number|bigint|boolean)$/.test(typeof value)) return '';
  return [keywords['type']].flat().includes('string') ? `; ${String(value)} stands there without quotes` : '';
}
