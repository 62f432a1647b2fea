/** Reads from the parameters of a list which of its things a request asks for, by what they are, and tells which these are. */

import type { Parameter } from '../../../src/contract/contract';
import { typesOf } from '../../../src/contract/schema/facets';
import { isObject, type JsonValue } from '../../../src/json/value';
import type { View } from '../../../src/resources/answers/views';
import { singularOf } from '../../../src/resources/names';
import { boundIn, isSearch } from '../../../src/resources/vocabulary/paging';
import { plain } from '../../../src/resources/vocabulary/words';
import { remembered } from '../../../src/support/caching';

/** A member that is to be as large as a value at least, or at most. */
interface Range {
  readonly member: string;
  readonly bound: 'least' | 'most';
  readonly value: string;
}

/** Which things are asked for. */
export interface Chosen {
  readonly filters: readonly (readonly [member: string, values: readonly string[]])[];
  readonly ranges: readonly Range[];
  /** Words that each thing has somewhere in its texts, in small letters. */
  readonly words: readonly string[];
}

/** @param asked returns the value of a parameter in the request. */
export function chosenBy(
  own: readonly Parameter[],
  view: View,
  asked: (parameter: Parameter) => JsonValue | undefined,
): Chosen {
  const filters: (readonly [string, readonly string[]])[] = [];
  const ranges: Range[] = [];
  const words: string[] = [];
  for (const parameter of own) {
    const { member, bounded, bound, isOfWords } = choosingOf(view)(parameter);
    const value = (member ?? bounded) !== undefined || isOfWords ? asked(parameter) : undefined;
    if (value === undefined) continue;
    if (member !== undefined) {
      const isOfMember = (each: unknown) => each !== undefined && typeof each !== 'object' && mayBe(view, member, each);
      const values = [value].flat().filter(isOfMember);
      if (values.length > 0) filters.push([member, values.map(String)]);
    } else if (bounded !== undefined && bound && typeof value !== 'object') {
      ranges.push({ member: bounded, bound, value: String(value) });
    } else if (typeof value === 'string') {
      words.push(...value.toLowerCase().split(/\s+/).filter(Boolean));
    }
  }
  return { filters, ranges, words };
}

/** Returns what a parameter chooses things by: the same for each request. */
const choosingOf = remembered((view: View) =>
  remembered(({ name }: Parameter) => {
    const member = memberMeant(plain(name), view);
    const { of, bound } = boundIn(name) ?? {};
    const bounded = member === undefined && of !== undefined ? memberBounded(plain(of), view) : undefined;
    return { member, bounded, bound, isOfWords: isSearch(name) };
  }),
);

/** Tells whether a member may have the value of a filter: a text is none of a member that says yes or no. */
function mayBe({ members }: View, member: string, value: unknown): boolean {
  const types = (members.get(member) ?? [])
    .flatMap((schema) => [...(typesOf(schema) ?? [])])
    .filter((each) => each !== 'null');
  return types.length === 0 || types.some((type) => type !== 'boolean') || /^(?:true|false)$/.test(String(value));
}

/** Returns the member that a parameter filters by: the one of its name, else the only one that adds to it how the thing is named: `country` → `country_code`. */
export function memberMeant(name: string, { members }: View): string | undefined {
  const names = [...members.keys()];
  const own = names.find((each) => plain(each) === name);
  const longer = own === undefined ? names.filter((each) => plain(each) !== name && namedBy(each) === name) : [];
  return own ?? (longer.length === 1 ? longer[0] : undefined);
}

/** Returns what a member names by an id or a code, or lists: `country_code` → `country`, `tagList` → `tag`. */
function namedBy(member: string): string {
  return singularOf(plain(member).replace(/(?:id|uuid|code|slug|key|list|names?)$/, ''));
}

/** Returns the member that a bound is for: the one of its name, else the only number or time whose name ends so: `price` → `base_price`. */
function memberBounded(name: string, { members }: View): string | undefined {
  const names = [...members.keys()].filter(
    (each) => !(members.get(each) ?? []).some((schema) => typesOf(schema)?.has('boolean')),
  );
  const own = names.find((each) => plain(each) === name);
  const longer = own === undefined && name !== '' ? names.filter((each) => plain(each).endsWith(name)) : [];
  return own ?? (longer.length === 1 ? longer[0] : undefined);
}

/** Tells whether a thing passes all filters, and has all words that are searched for. */
export function passes(thing: JsonValue, { filters, ranges, words }: Chosen): boolean {
  if (words.length > 0) {
    const texts = textsIn(thing, 0).map((text) => text.toLowerCase());
    if (!words.every((word) => texts.some((text) => text.includes(word)))) return false;
  }
  if (!ranges.every((range) => isWithin(isObject(thing) ? thing[range.member] : undefined, range))) return false;
  return filters.every(([member, values]) => {
    const own = isObject(thing) ? thing[member] : undefined;
    const texts = [own].flat().flatMap((each) => (isObject(each) ? Object.values(each) : [each]));
    return texts.some((each) => each !== null && typeof each !== 'object' && values.includes(String(each)));
  });
}

/** Texts are searched down to this depth. */
const DEEPEST_SEARCHED = 4;

/** Returns all texts of a thing, and its numbers as texts. */
function textsIn(value: JsonValue, depth: number): string[] {
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? [] : [String(value)];
  if (depth === DEEPEST_SEARCHED) return [];
  return Object.values(value).flatMap((each) => textsIn(each as JsonValue, depth + 1));
}

/** Tells whether a value is within a bound: numbers, and texts whose order is that of what they say, such as dates. A day ends when it ends. */
function isWithin(value: JsonValue | undefined, { bound, value: limit }: Range): boolean {
  if (value === undefined || value === null || typeof value === 'object') return false;
  const [own, other] = [Number(value), Number(limit)];
  const areNumbers = !Number.isNaN(own) && !Number.isNaN(other);
  const text = String(value);
  if (bound === 'least') return areNumbers ? own >= other : text >= limit;
  return areNumbers ? own <= other : text <= limit || text.startsWith(limit);
}
