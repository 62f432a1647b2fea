/** Sorts a list, if its operation declares without doubt how. */

import type { Parameter } from '../../../src/contract/contract';
import { nearestKeyword } from '../../../src/contract/schema/facets';
import { isObject, type JsonValue } from '../../../src/json/value';
import type { View } from '../../../src/resources/answers/views';
import { isDirection, isSortedBy } from '../../../src/resources/vocabulary/paging';

export interface Sorting {
  readonly member: string;
  readonly descending: boolean;
}

/**
 * Reads how to sort. One parameter must name a member, in its `enum` if it has one. The direction is in its value (`-name`, `name:desc`) or in another
 * parameter.
 * @param declared the declared query parameters.
 * @param asked returns the value of a parameter in the request.
 */
export function sortingOf(
  declared: readonly Parameter[],
  { members }: Pick<View, 'members'>,
  asked: (parameter: Parameter) => JsonValue | undefined,
): Sorting | undefined {
  const called = (isMeant: (name: string) => boolean) =>
    declared.filter(({ name }) => isMeant(name) && !members.has(name));
  const [by, ...others] = called(isSortedBy);
  const [value] = [by && (asked(by) ?? (by.schema && nearestKeyword(by.schema, 'default')))].flat();
  if (!by || others.length > 0 || typeof value !== 'string') return undefined;
  const [, minus, member = '', way] = DIRECTED.exec(value) ?? [];
  const names = textsOf(by);
  if (![value, ...names].every((text) => members.has(DIRECTED.exec(text)?.[2] ?? ''))) return undefined;
  if (way !== undefined) return { member, descending: /^desc$/i.test(way) };
  if (minus === '-' || names.some((text) => text.startsWith('-'))) return { member, descending: minus === '-' };
  const [direction, ...more] = called(isDirection);
  if (!direction) return names.length === 0 ? { member, descending: false } : undefined;
  if (more.length > 0 || !textsOf(direction).every((text) => /^(asc|desc)$/i.test(text))) return undefined;
  const said = asked(direction) ?? (direction.schema && nearestKeyword(direction.schema, 'default'));
  return typeof said === 'string' ? { member, descending: /^desc$/i.test(said) } : undefined;
}

/** A member with the direction in which a list is sorted by it: `name`, `-name`, `name:desc`, `name desc`. */
const DIRECTED = /^([-+]?)([\w.$-]+?)(?:[:, ](asc|desc))?$/i;

function textsOf({ schema }: Parameter): string[] {
  const listed = schema && nearestKeyword(schema, 'enum');
  return Array.isArray(listed) ? listed.map(String) : [];
}

/** Sorts things. Those without the member come last, and equal ones stay in their order. */
export function sorted<Thing extends { readonly value: JsonValue }>(
  things: Iterable<readonly [id: string, thing: Thing]>,
  { member, descending }: Sorting,
): (readonly [id: string, thing: Thing])[] {
  const keyOf = ([, { value }]: readonly [string, Thing]) => {
    const key = isObject(value) ? value[member] : undefined;
    return typeof key === 'object' ? undefined : key;
  };
  return [...things].sort((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    const order = a < b ? -1 : Number(a > b);
    return descending ? -order : order;
  });
}
