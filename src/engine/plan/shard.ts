/** A run in parts: which operations belong to a part, and what the reports of all parts say together. */

import { createHash } from 'node:crypto';
import type { Contract, Operation } from '../../contract/contract';
import type { ShardReport } from '../../report/report';
import { groupBy } from '../../support/collections';
import { UsageError } from '../../support/errors';
import type { Shard } from '../model/settings';
import { plannedSize } from './plannedSize';

/** @throws UsageError for a text that is not `I/N`. */
export function parseShard(text: string): Shard {
  const [, index, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index === undefined || of === undefined || index < 1 || index > of)
    throw new UsageError(`--shard ${text} names no part; write --shard 2/3 for the second of three.`);
  return { index, of };
}

/**
 * The operations of a part. What may act on the same things, or make what others need, lies below the same segment of the path, and stays
 * together; the largest groups are given away first, each to the part that has the least to ask so far.
 */
export function shardOperations({ index, of }: Shard, operations: readonly Operation[]): ReadonlySet<Operation> {
  return new Set(partsOf(of, operations)[index - 1]);
}

/** Returns into how many parts, `most` at most, a run can be split so that each has operations; 1 if it cannot be split. */
export function possibleShards(most: number, operations: readonly Operation[]): number {
  return Math.max(1, Math.min(most, groupBy(operations, rootsOf(operations)).size));
}

function partsOf(of: number, operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const groups = [...groupBy(operations, rootsOf(operations))].map(([root, group]) => ({
    root,
    group,
    size: group.reduce((sum, operation) => sum + plannedSize(operation), 0),
  }));
  groups.sort((one, other) => other.size - one.size || (one.root < other.root ? -1 : 1));
  const parts = Array.from({ length: of }, () => ({ operations: [] as Operation[], size: 0 }));
  for (const { group, size } of groups) {
    const least = parts.reduce((part, other) => (other.size < part.size ? other : part));
    least.operations.push(...group);
    least.size += size;
  }
  return parts.map((part) => part.operations);
}

/** The first segment in which the paths of a contract differ: `/api/v1/users/{id}` lies below `users`. */
function rootsOf(operations: readonly Operation[]): (operation: Operation) => string {
  const paths = operations.map(({ path }) => path.split('/'));
  const [first = []] = paths;
  const differ = first.findIndex((segment, at) => segment.includes('{') || paths.some((path) => path[at] !== segment));
  return ({ path }) => path.split('/')[Math.max(1, differ)] ?? '';
}

/**
 * What a report says of the part that it is of.
 * @param operations all that were selected.
 * @param settings what all parts are planned and judged by.
 */
export function describeShard(
  shard: Shard,
  { title, version }: Contract,
  operations: readonly Operation[],
  settings: readonly unknown[],
): ShardReport {
  const own = shardOperations(shard, operations);
  const all = [title, version, operations.map(({ name }) => name), settings];
  return {
    ...shard,
    digest: createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16),
    operations: Object.fromEntries(operations.flatMap((each, at) => (own.has(each) ? [[each.name, at]] : []))),
  };
}
