/**
 * Finds out which parameters choose from a list by a member of its items, or put it in the order of one: only where both have the same name, and the
 * contract gives both the same values, does it say what the list must show. Of some others it says that two values do not show the same things.
 */

import { declaredSuccesses, type Operation, type Parameter } from '../../src/contract/contract';
import { facets, itemSchema, memberSchemas, nearestKeyword, typesOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { singularOf } from '../../src/resources/names';
import { isReferringId } from '../../src/resources/vocabulary/ids';
import { isOfPages, isSortedBy } from '../../src/resources/vocabulary/paging';
import { plain } from '../../src/resources/vocabulary/words';
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

/**
 * `?priority=low`, `?seats=1`, `?agentId=7`: nobody knows whether an item has to have the same value, or at least so much. Yet each answer leaves
 * something out that one for another value may show.
 */
export interface ListNarrowing {
  readonly parameter: Parameter;
  /** Where an item shows it: `['seats']`, `['agent', 'id']`. */
  readonly member: readonly string[];
  /**
   * How two values exclude each other: the items of a `listed` one are not those of another, of two numbers the least and the greatest that there
   * may be have nothing in common, and nothing has an id or a text `by chance`.
   */
  readonly by: 'listed' | 'bounds' | 'chance';
  /** Two texts that exclude each other; empty where they are made up. */
  readonly values: readonly string[];
}

interface ListChoices {
  readonly filters: readonly ListFilter[];
  readonly orders: readonly ListOrder[];
  readonly narrowings: readonly ListNarrowing[];
}

/** Returns what of a list its parameters choose; both are empty where the contract says nothing that could be judged. */
export const listChoicesOf = remembered((lister: Operation): ListChoices => {
  const members = membersOfItems(lister);
  const parameters = lister.parameters.filter(({ in: where, content }) => where === 'query' && content === undefined);
  return {
    filters: parameters.flatMap((parameter) => filterBy(parameter, members.get(parameter.name)) ?? []),
    orders: parameters.flatMap((parameter) => ordersBy(parameter, members)),
    narrowings: parameters.flatMap((parameter) => narrowingBy(parameter, members) ?? []),
  };
});

/** Names that say how things are shown, or how much at least: `?locale=de` shows what there is in German, and `?level=warning` errors, too. */
const MORE_THAN_EQUAL =
  /(locale|lang|language|currency|units?|format|view|mode|level|severity|priority|version|scope)$/i;

/** Of these, more than one value is meant by one, in an order that the contract does not say. */
const IN_AN_ORDER = /^(level|severity|priority)$/i;

/** Ids of these are those of whoever asks, or of the request itself. */
const OF_THE_REQUEST = /request|correlat|trace|session|client|device|tenant|user|account|caller/i;

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

function narrowingBy(parameter: Parameter, members: ReadonlyMap<string, readonly Schema[]>): ListNarrowing | undefined {
  const { name, schema } = parameter;
  const member = members.get(name);
  if (!schema || isOfPages(name)) return undefined;
  if (isReferringId(name)) return OF_THE_REQUEST.test(name) ? undefined : narrowingById(parameter, members);
  if (!member) return narrowingByItem(parameter, members);
  const types = typesOf(schema);
  const isBoth = (type: string) => types?.has(type) === true && member.every((each) => typesOf(each)?.has(type));
  if (isBoth('boolean')) return { parameter, member: [name], by: 'listed', values: ['true', 'false'] };
  if (MORE_THAN_EQUAL.test(name) && !IN_AN_ORDER.test(name)) return undefined;
  const [values, shown] = [textsOf([schema]), textsOf(member)];
  if (values.some((each) => MANY.test(each))) return undefined;
  const [first, last] = [values[0], values.at(-1)];
  if (IN_AN_ORDER.test(name) && first !== undefined && last !== undefined && first !== last)
    return [first, last].every((each) => shown.includes(each))
      ? { parameter, member: [name], by: 'listed', values: [first, last] }
      : undefined;
  if (isBoth('string') && values.length + shown.length === 0 && isFreeText(parameter))
    return { parameter, member: [name], by: 'chance', values: [] };
  const isNumber = values.length === 0 && shown.length === 0 && (isBoth('integer') || isBoth('number'));
  const [least, greatest] = [nearestKeyword(schema, 'minimum'), nearestKeyword(schema, 'maximum')];
  if (!isNumber || typeof least !== 'number' || typeof greatest !== 'number' || greatest - least < 2) return undefined;
  return { parameter, member: [name], by: 'bounds', values: [String(least), String(greatest)] };
}

/** An id in the query stands for that in a member of the same name, or in an object of that name: `agentId` for `agentId`, or `agent.id`. */
function narrowingById(
  parameter: Parameter,
  members: ReadonlyMap<string, readonly Schema[]>,
): ListNarrowing | undefined {
  const { name } = parameter;
  const found = { parameter, by: 'chance', values: [] } as const;
  if (members.has(name)) return { ...found, member: [name] };
  const around = name.replace(/(_id|_uuid|Id|ID|Uuid)$/, '');
  const hasId = (members.get(around) ?? []).some((each) => memberSchemas(each).has('id'));
  return hasId ? { ...found, member: [around, 'id'] } : undefined;
}

/** A text in the query stands for one of a list of texts that is called by its plural: `tag` for `tags`. */
function narrowingByItem(
  parameter: Parameter,
  members: ReadonlyMap<string, readonly Schema[]>,
): ListNarrowing | undefined {
  const { name } = parameter;
  if (!isFreeText(parameter) || MORE_THAN_EQUAL.test(name)) return undefined;
  const isOfTexts = (schema: Schema) => itemsOf(schema).some((item) => typesOf(item)?.has('string') === true);
  const [member] = [...members].filter(
    ([each, schemas]) => plain(each) !== plain(name) && singularOf(each) === plain(name) && schemas.every(isOfTexts),
  );
  return member && { parameter, member: [member[0]], by: 'chance', values: [] };
}

/** Of these, a service may show what is nearest, whatever is asked for. */
const SEARCHED = /^(q|query|search|text|content|prompt|terms?|keywords?|near)$/i;

/** Whether a parameter takes any text, of which two that are made up have nothing in common with what there is. */
function isFreeText({ name, schema }: Parameter): boolean {
  if (!schema || SEARCHED.test(name) || typesOf(schema)?.has('string') !== true) return false;
  return textsOf([schema]).length === 0 && nearestKeyword(schema, 'format') === undefined;
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
