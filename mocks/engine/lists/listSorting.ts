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
 * Reads how to sort. One parameter must have an `enum` of members. The direction is in its values (`-name`) or in another parameter.
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
  const value = by && (asked(by) ?? (by.schema && nearestKeyword(by.schema, 'default')));
  if (!by || others.length > 0 || typeof value !== 'string') return undefined;
  const names = textsOf(by);
  const bare = (text: string) => text.replace(/^-/, '');
  if (names.length === 0 || !names.every((text) => members.has(bare(text)))) return undefined;
  const member = bare(value);
  if (names.some((text) => text.startsWith('-'))) return { member, descending: value.startsWith('-') };
  const [direction, ...more] = called(isDirection);
  if (!direction || more.length > 0 || !textsOf(direction).every((text) => /^(asc|desc)$/i.test(text)))
    return undefined;
  const way = asked(direction) ?? (direction.schema && nearestKeyword(direction.schema, 'default'));
  return typeof way === 'string' ? { member, descending: /^desc$/i.test(way) } : undefined;
}

function textsOf({ schema }: Parameter): string[] {
  const listed = schema && nearestKeyword(schema, 'enum');
  return Array.isArray(listed) ? listed.map(String) : [];
}

/** Sorts things. Those without the member come last, and equal ones stay in their order. */
export function sorted<Thing extends { readonly value: JsonValue }>(
  things: ReadonlyMap<string, Thing>,
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
