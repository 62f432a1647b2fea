/**
 * Infers the name of an item from the answer of a collection. An inference only chooses inputs; no verdict depends on
 * it.
 */

import { declaredResponse, isNoSegment, type Operation } from '../../contract/contract';
import { facets } from '../../contract/schema/facets';
import type { Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import type { ReadJson } from '../../json/exactJson';
import { parsedBody, textAt } from '../../json/exactJson';
import { valueAt } from '../../json/pointer';
import { isObject } from '../../json/value';
import type { Answered } from '../answered';
import { memberOf, memberWithin } from '../identity';
import type { Named } from '../names';
import { resourceName } from '../resourceNames';
import { hasToken } from '../tokens';
import { isBareId } from '../vocabulary/ids';
import { USUAL_NAMES } from '../vocabulary/naming';
import { plain } from '../vocabulary/words';
import { wrapsList } from '../vocabulary/wrapping';
import { listIn, wrappersOf } from '../wrappers';

/** So many items of a list are looked at. */
const MOST_ITEMS = 20;

/**
 * Returns the names of the first items that a collection lists; empty if it lists none, or does not show the names.
 * For example: `GET /orders` → `[{ "id": 7 }]` → `7`, and `{ "oak": {}, "elm": {} }` → `oak`, `elm`.
 */
export function firstListed(
  named: Named,
  { case: { request }, response }: Pick<Answered, 'case' | 'response'>,
): string[] {
  if (!response || !isSuccess(response.status)) return [];
  const body = parsedBody(response.body);
  if (!body) return [];
  const list = listIn(body.value, named);
  const items = list === undefined ? undefined : valueAt(body.value, list);
  const names = Array.isArray(items)
    ? items.slice(0, MOST_ITEMS).map((_, at) => textAt(body, `${list}/${at}`) ?? nameOf(named, body, `${list}/${at}`))
    : keysOfMap(named, body.value, membersDescribed(request.operation, response)).slice(0, MOST_ITEMS);
  return names.flatMap((text) =>
    text !== undefined && !isNoSegment(text) && named.parameter.accepts(text) ? [text] : [],
  );
}

/**
 * Returns the keys of an object whose members are the items: what is called like the collection, or the whole answer. A member that the contract
 * describes is a part of the answer, and no item.
 */
function keysOfMap({ item }: Named, value: unknown, described: ReadonlySet<string>): string[] {
  if (!isObject(value)) return [];
  const collection = plain(item.split('/').at(-2) ?? '');
  const inner = Object.entries(value).find(([name, member]) => plain(name) === collection && isObject(member))?.[1];
  if (isObject(inner)) return Object.keys(inner);
  const names = Object.keys(value);
  // What has an id is a thing, and what wraps a list is a page of it.
  return described.size > 0 || names.some((name) => isBareId(name) || wrapsList(name)) ? [] : names;
}

/** Returns the names of the members that the contract describes of the answer of an operation. */
function membersDescribed(operation: Operation, { status }: Response): ReadonlySet<string> {
  const media = declaredResponse(operation, status)?.media ?? [];
  const schemas = media.flatMap(({ schema }) => (schema ? facets(schema, true) : []));
  return new Set(schemas.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])));
}

/**
 * Returns the name of the only item in a list that has the given texts.
 * @param like the texts, by the names of the members that hold them.
 * @returns undefined if no item has them, or several do; null if there is no list.
 */
export function findListed(named: Named, response: Response, like: Readonly<Record<string, string>>) {
  if (!isSuccess(response.status)) return null;
  const body = parsedBody(response.body);
  const list = body && listIn(body.value, named);
  const items = list === undefined ? undefined : valueAt(body?.value, list);
  if (!body || !Array.isArray(items)) return null;
  const namesOfThose = (has: (object: Readonly<Record<string, unknown>>) => boolean) =>
    items.flatMap((item: unknown, at) =>
      wrappersOf(named, item).flatMap((wrapper): (string | typeof UNKNOWN)[] => {
        if (!has(valueAt(item, wrapper) as Readonly<Record<string, unknown>>)) return [];
        // The name may stand beside the texts or in the object around them. If both have a name, it is not known which
        // one is meant.
        const texts = new Set([wrapper, ''].flatMap((place) => nameIn(named, body, `${list}/${at}${place}`) ?? []));
        const within = texts.size === 0 ? memberWithin(named, body, `${list}/${at}`) : undefined;
        const [text, ...others] = within === undefined ? texts : [textAt(body, within)];
        return [text === undefined || others.length > 0 ? UNKNOWN : text];
      }),
    );
  const exact = namesOfThose((object) =>
    Object.entries(like).every(([name, text]) => Object.hasOwn(object, name) && object[name] === text),
  );
  // Some services show a text under another name, or at the end of a longer one.
  const ended = () => namesOfThose((object) => Object.values(like).every((text) => ends(object, text)));
  // Others do not keep each text that they are sent. One of them is enough where nobody else can have sent it.
  const some = () =>
    namesOfThose((object) =>
      Object.entries(like).some(
        ([name, text]) => hasToken(text) && Object.hasOwn(object, name) && object[name] === text,
      ),
    );
  const [names = []] = [exact, ended(), some()].filter(({ length }) => length > 0);
  const [text] = names;
  return names.length === 1 && typeof text === 'string' && !isNoSegment(text) && named.parameter.accepts(text)
    ? text
    : undefined;
}

/** Stands for an item that is meant, and whose name is not known. */
const UNKNOWN: unique symbol = Symbol('unknown');

/** Tells whether a member is a text, or ends with it after a slash: `projects/7/pools/soil-1a2b3c4d`. */
function ends(object: Readonly<Record<string, unknown>>, text: string): boolean {
  return Object.values(object).some(
    (value) => value === text || (typeof value === 'string' && value.endsWith(`/${text}`)),
  );
}

/** Returns the name that an object in a list has. */
function nameIn(named: Named, body: ReadJson, pointer: string): string | undefined {
  const member = memberOf(named, body, pointer);
  return member === undefined ? resourceName(named, valueAt(body.value, pointer), []) : textAt(body, member);
}

function nameOf(named: Named, body: ReadJson, item: string): string | undefined {
  for (const wrapper of wrappersOf(named, valueAt(body.value, item), true)) {
    const text =
      resourceName(named, valueAt(body.value, item + wrapper), []) ??
      textAt(body, memberOf(named, body, item + wrapper, USUAL_NAMES) ?? `${item}${wrapper}/`);
    if (text !== undefined) return text;
  }
  const within = memberWithin(named, body, item);
  return within === undefined ? undefined : textAt(body, within);
}
