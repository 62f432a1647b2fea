/**
 * Finds out which parameters choose from a list by a member of its items, or put it in the order of one: only where both have the same name, and the
 * contract gives both the same values, does it say what the list must show.
 */

import { declaredSuccesses, type Operation, type Parameter } from '../../src/contract/contract';
import { facets, itemSchema, memberSchemas } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { isSortedBy } from '../../src/resources/vocabulary/paging';
import { remembered } from '../../src/support/caching';

/** `?colour=red`: each item that is shown has this value. */
export interface ListFilter {
  readonly parameter: Parameter;
  /** The texts that it may have. */
  readonly values: readonly string[];
}

/** `?sort=-title`: the items are in the order of their titles, the greatest first. */
export interface ListOrder {
  readonly parameter: Parameter;
  readonly value: string;
  readonly member: string;
  /** Absent where the value does not say it: `?sort=title` is the least first for most services. */
  readonly direction?: 'up' | 'down';
}

interface ListChoices {
  readonly filters: readonly ListFilter[];
  readonly orders: readonly ListOrder[];
}

/** Returns what of a list its parameters choose; both are empty where the contract says nothing that could be judged. */
export const choicesOf = remembered((lister: Operation): ListChoices => {
  const members = membersOfItems(lister);
  const parameters = lister.parameters.filter(({ in: where, content }) => where === 'query' && content === undefined);
  return {
    filters: parameters.flatMap((parameter) => filterBy(parameter, members.get(parameter.name)) ?? []),
    orders: parameters.flatMap((parameter) => ordersBy(parameter, members)),
  };
});

/** Names that say how things are shown, or how much at least: `?locale=de` shows what there is in German, and `?level=warning` errors, too. */
const MORE_THAN_EQUAL =
  /(locale|lang|language|currency|units?|format|view|mode|level|severity|priority|version|scope)$/i;

/** A value of these stands for several. */
const MANY = /^(all|any|both|none|\*)$/i;

function filterBy(parameter: Parameter, member: readonly Schema[] | undefined): ListFilter | undefined {
  const { name, schema } = parameter;
  if (!schema || !member || MORE_THAN_EQUAL.test(name)) return undefined;
  const values = textsOf([schema, ...itemsOf(schema)]);
  const shown = textsOf(member);
  const isSame = values.length > 1 && values.toSorted().join('\n') === shown.toSorted().join('\n');
  return isSame && !values.some((each) => MANY.test(each)) ? { parameter, values } : undefined;
}

function ordersBy(parameter: Parameter, members: ReadonlyMap<string, readonly Schema[]>): ListOrder[] {
  const { name, schema } = parameter;
  if (!schema || !isSortedBy(name)) return [];
  return textsOf([schema]).flatMap((value): ListOrder[] => {
    const [, sign = '', member = '', way = ''] = /^([-+]?)(\w+?)(?:[:. _-](asc|desc)(?:ending)?)?$/i.exec(value) ?? [];
    const schemas = members.get(member);
    // In which order the values of a list of them are, the contract does not say.
    if (!schemas || textsOf(schemas).length > 0) return [];
    const isDown = sign === '-' || /^desc/i.test(way);
    const isUp = sign === '+' || /^asc/i.test(way) || textsOf([schema]).includes(`-${member}`);
    return [{ parameter, value, member, ...(isDown ? { direction: 'down' } : isUp ? { direction: 'up' } : {}) }];
  });
}

/** Returns the values that schemas list, as they stand in a query; empty where one has none. */
function textsOf(schemas: readonly Schema[]): readonly string[] {
  const listed = schemas.flatMap((schema) => facets(schema, true)).flatMap(({ enum: values }) => values ?? []);
  return [...new Set((listed as unknown[]).filter(isPlain).map(String))];
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

function itemsOf(schema: Schema): readonly Schema[] {
  const item = itemSchema(schema);
  return item ? [item] : [];
}

/** Returns the members of the items of a list, by their names. */
function membersOfItems(lister: Operation): ReadonlyMap<string, readonly Schema[]> {
  const schemas = declaredSuccesses(lister).flatMap(({ media }) =>
    media.flatMap(({ type, schema }) => (schema && /json/i.test(type) ? [schema] : [])),
  );
  const within = schemas.flatMap((schema) => [...memberSchemas(schema).values()].flat());
  const items = [...schemas, ...within].flatMap(itemsOf);
  const [first] = items;
  return items.length === 1 && first ? memberSchemas(first) : NOTHING;
}

const NOTHING: ReadonlyMap<string, readonly Schema[]> = new Map();
