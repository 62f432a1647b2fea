/** Reads from the declared parameters of a list which things it shows. */

import type { Operation, Parameter } from '../../../src/contract/contract';
import { nearestKeyword, typesOf } from '../../../src/contract/schema/facets';
import { isObject } from '../../../src/json/value';
import { declaredMembers, type View } from '../../../src/resources/answers/views';
import {
  choosesPage,
  isSortedBy,
  likelyPagePartOf,
  type PagePart,
  pagePartOf,
} from '../../../src/resources/vocabulary/paging';
import { plain } from '../../../src/resources/vocabulary/words';
import { readParameter } from '../../../src/serialization/readParameter';
import { remembered } from '../../../src/support/caching';
import type { MockedRequest } from '../engine';
import { type Chosen, chosenBy, memberMeant } from './listFilters';
import { type Sorting, sortingOf } from './listSorting';

/** What a request asks of a list. */
export interface ListQuery extends Chosen {
  readonly limit: number;
  /** The position of the first thing, from 0. */
  readonly from: number;
  /** Returns the parameter that asks for the next page, and its value. @param shown how many things this page shows. */
  readonly next: (shown: number) => readonly [name: string, value: string] | undefined;
  /** Returns the same for the page that begins at a position; undefined where a cursor leads on. */
  readonly pageAt: (position: number) => readonly [name: string, value: string] | undefined;
  readonly page: number;
  /** Undefined for the order in which the things were added. */
  readonly sorting: Sorting | undefined;
  /** Whether the request itself chooses things, a part of the list or an order. */
  readonly isAsked: boolean;
}

/** How many things a list shows if nothing says how many. */
export const MOST_LISTED = 1000;

/** Reads what a request asks of a list. @param positionOf returns the position after an id, since a cursor may be an id; else undefined. */
export function wantedOf(
  operation: Operation,
  view: View,
  request: MockedRequest,
  positionOf: (id: string) => number | undefined,
): ListQuery {
  const { own, names, parts, others } = askableOf(view)(operation);
  const asked = (parameter: AskedMember | undefined) => {
    const declared = parameter?.whole ?? parameter;
    const value = declared?.schema && readParameter(declared, declared.schema, names, request);
    return parameter?.whole === undefined || !isObject(value) ? value : value[parameter.name];
  };
  const { filters, ranges, words } = chosenBy(others, view, asked);
  const whole = (part: PagePart): number | undefined => {
    const { schema } = parts.get(part) ?? {};
    const value = Number(asked(parts.get(part)) ?? (schema && nearestKeyword(schema, 'default')) ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : undefined;
  };
  const maximum = (parameter: Parameter | undefined) =>
    (parameter?.schema && (nearestKeyword(parameter.schema, 'maximum') as number | undefined)) ?? MOST_LISTED;
  const limit = whole('limit') ?? Math.min(maximum(parts.get('limit')), MOST_LISTED);
  const [page, offset] = [parts.get('page'), parts.get('offset')];
  const [firstPage, firstOffset] = [firstOf(page, page && isZeroBased(view) ? 0 : 1), firstOf(offset, 0)];
  const mark = asked(parts.get('cursor'));
  const cursor = typeof mark === 'string' || typeof mark === 'number' ? String(mark) : undefined;
  const onPage = Math.max(whole('page') ?? firstPage, firstPage);
  const from = offset
    ? Math.max((whole('offset') ?? firstOffset) - firstOffset, 0)
    : cursor !== undefined
      ? (positionOf(cursor) ?? positionNamed(cursor))
      : (onPage - firstPage) * limit;
  const next = (shown: number) => {
    const by = parts.get('cursor');
    if (page && limit > 0) return [page.name, String(onPage + 1)] as const;
    if (offset) return [offset.name, String(from + shown + firstOffset)] as const;
    return by && ([by.name, cursorTo(from + shown, by)] as const);
  };
  const pageAt = (position: number) => {
    if (page) return [page.name, String(Math.floor(position / Math.max(limit, 1)) + firstPage)] as const;
    return offset && ([offset.name, String(position + firstOffset)] as const);
  };
  // A cursor is a position in the order in which things were added, so a list with a cursor is not sorted.
  const sorting = parts.has('cursor') ? undefined : sortingOf(own, view, asked);
  const chooses = (parameter: Parameter) => [...parts.values()].includes(parameter) || isSortedBy(parameter.name);
  const isAsked =
    filters.length + ranges.length + words.length > 0 || own.some((each) => chooses(each) && asked(each) !== undefined);
  return { limit, from, next, pageAt, page: onPage, filters, ranges, words, sorting, isAsked };
}

/** Returns what an operation can be asked for of a list: the same for each request. */
const askableOf = remembered((view: View) =>
  remembered(({ parameters }: Operation) => {
    const own = parameters.filter(({ in: where, schema }) => where === 'query' && schema).flatMap(membersAsked);
    const parts = partsOf(own, view);
    const others = own.filter((each) => ![...parts.values()].includes(each));
    return { own, names: new Set(own.map(({ name }) => name)), parts, others };
  }),
);

/** Returns the parameters that say which part of a list is asked for. */
function partsOf(own: readonly AskedMember[], view: View): ReadonlyMap<PagePart, Parameter> {
  const isInPages = own.some(({ name }) => choosesPage(name)) && !own.some(({ name }) => pagePartOf(name) === 'limit');
  const parts = new Map<PagePart, Parameter>();
  for (const parameter of own) {
    const likely = likelyPagePartOf(plain(parameter.name));
    // Beside the number of a page, `size` is how long the page is, whatever the things have of this name.
    const isLikely =
      (isInPages && likely === 'limit' && parameter.types.includes('integer')) ||
      memberMeant(plain(parameter.name), view) === undefined;
    const part = pagePartOf(parameter.name) ?? (isLikely ? likely : undefined);
    if (part) parts.set(part, parameter);
  }
  return parts;
}

/** A parameter that is a member of another one, whose members are parameters of their own in the query: `page` of Spring's `pageable`. */
interface AskedMember extends Parameter {
  readonly whole?: Parameter;
}

/** Returns the parameters that a request has for a declared one: those of its members, if it is an object whose members are written so (style `form`). */
export const membersAsked = remembered((whole: Parameter): readonly AskedMember[] => {
  const { schema, style = 'form', explode = true, content } = whole;
  const members =
    schema && style === 'form' && explode && content === undefined ? declaredMembers([schema]) : undefined;
  if (!members || members.size === 0) return [whole];
  return [...members].map(([name, [own]]) => {
    const types = own ? [...(typesOf(own) ?? [])] : [];
    return { ...whole, name, schema: own ?? schema, types, description: '', accepts: () => true, whole };
  });
});

/** Tells whether the pages of a list are those of Spring, which counts them from 0. */
function isZeroBased({ schema }: View): boolean {
  const members = declaredMembers([schema]);
  return members.has('numberOfElements') && members.has('totalPages');
}

/** Names a position in a list by a text that the parameter allows, and that is no id if that can be: 2 → `at0002`. */
function cursorTo(position: number, { accepts }: Parameter): string {
  const digits = String(position);
  const padded = [8, 12, 16, 20, 32, 4].map((length) => digits.padStart(length, '0'));
  const all = [
    `at${digits.padStart(4, '0')}`,
    digits,
    ...padded,
    `00000000-0000-4000-8000-${digits.padStart(12, '0')}`,
  ];
  return all.find((text) => accepts(text)) ?? digits;
}

/** Returns the position that a cursor of this mock names; 0 for any other text. */
export function positionNamed(cursor: string): number {
  return Number(/^(?:at|0{8}-0{4}-4000-8000-)?0*(\d{1,9})$/.exec(cursor)?.[1] ?? 0);
}

/** Returns the number at which a parameter begins to count. */
function firstOf(parameter: Parameter | undefined, usual: number): number {
  const { schema, description = '' } = parameter ?? {};
  const least = schema && nearestKeyword(schema, 'minimum');
  const start = schema && nearestKeyword(schema, 'default');
  if (least === 0 || start === 0) return 0;
  if (
    /\b(?:zero|0)[- ]?(?:based|indexed)\b|\(0\.\.N\)|\b(?:starts?|starting|beginning|begins|counted) (?:at|from|with) (?:0|zero)\b/i.test(
      description,
    )
  )
    return 0;
  return least === 1 || start === 1 ? 1 : usual;
}
