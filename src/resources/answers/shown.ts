/** Reads what a body shows about things of a kind: their names, and whether it contains what was sent. */

import type { Operation } from '../../contract/contract';
import type { Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import type { ReadJson } from '../../json/exactJson';
import { parsedBody, textAt } from '../../json/exactJson';
import { escapePointer, valueAt } from '../../json/pointer';
import { isObject } from '../../json/value';
import { groupBy } from '../../support/collections';
import { memberOf, membersOf, memberWithin } from '../identity';
import type { Named } from '../names';
import { resourceName } from '../resourceNames';
import { USUAL_NAMES } from '../vocabulary/naming';
import { plain } from '../vocabulary/words';
import { listIn, wrappersOf, wrappersWithin } from '../wrappers';
import { extentOf } from './pages';

/** What proves that a thing is the one that a request made. */
export interface Proof {
  /** Texts that occur nowhere else. */
  readonly texts: readonly string[];
  /** Names of things that the run itself made, by the members of the body that hold them. */
  readonly refers: Readonly<Record<string, string>>;
  /**
   * Everything that was sent, as text, by member names. It is used without the other proofs, once the thing is proven
   * in another way.
   */
  readonly whole?: Readonly<Record<string, string>> | undefined;
}

export function isProof({ texts, refers, whole = {} }: Proof): boolean {
  return [texts, refers, whole].some((part) => Object.keys(part).length > 0);
}

/**
 * Returns whether an object shows any part of the proof in its own members. The object may also wrap another one, or be
 * wrapped, under a usual name.
 */
export function showsAt(
  named: Named,
  value: unknown,
  pointer: string,
  { texts, refers, whole: all = {} }: Proof,
): boolean {
  const whole = valueAt(value, pointer);
  if (typeof whole !== 'object' || whole === null) return texts.some((text) => holds(whole, text));
  return wrappersWithin(named, whole).some((wrapper) => {
    const object = valueAt(whole, wrapper) as Readonly<Record<string, unknown>>;
    const members = Object.entries(object);
    const isReferred = ([name, id]: readonly [string, string]) =>
      members.some(([member, memberValue]) => plain(member) === plain(name) && String(memberValue) === id);
    return (
      members.some(([, memberValue]) => texts.some((text) => holds(memberValue, text))) ||
      Object.entries(refers).some(isReferred) ||
      (Object.keys(all).length > 0 && Object.entries(all).every(isReferred))
    );
  });
}

/** Returns whether a value contains a text. Services may trim a text, or change its letter case. */
function holds(value: unknown, text: string): boolean {
  return typeof value === 'string' && value.toLowerCase().includes(text.trim().toLowerCase());
}

/** Returns whether the answer to a GET of a thing shows the proof; undefined if nothing can be read in it. */
export function shows(named: Named, { body }: Response, proof: Proof): boolean | undefined {
  const json = parsedBody(body);
  if (json) return showsAt(named, json.value, '', proof);
  const text = body.toString('utf8');
  return proof.texts.some((provingText) => holds(text, provingText)) || undefined;
}

/**
 * Returns the names of the items that a collection shows, from every member that may hold a name; undefined if there is
 * no list.
 */
export function namesListed(named: Named, response: Response): string[] | undefined {
  return itemsListed(named, response)?.flat();
}

/** A list in the content of an answer. */
interface ListWithin {
  readonly body: ReadJson;
  readonly items: readonly unknown[];
  /** The JSON Pointer of each item. */
  readonly places: readonly string[];
}

function listWithin(named: Named, { body: bytes }: Pick<Response, 'body'>): ListWithin | undefined {
  const body = parsedBody(bytes);
  const at = body && listIn(body.value, named);
  const items = at === undefined ? undefined : valueAt(body?.value, at);
  if (body && Array.isArray(items)) return { body, items, places: items.map((_, index) => `${at}/${index}`) };
  return body && isKeyed(named, body) ? keyedList(body) : undefined;
}

/** Tells whether an object is a list of which each item shows the name that it stands under: `{ "7f3e": { "uuid": "7f3e", "title": "Oak" } }`. */
function isKeyed(named: Named, body: ReadJson): boolean {
  const entries = isObject(body.value) ? Object.entries(body.value) : [];
  const showsKey = ([key, item]: readonly [string, unknown]) =>
    isObject(item) && namesAt(named, body, `/${escapePointer(key)}`).includes(key);
  return entries.length > 0 && entries.every(showsKey);
}

function keyedList(body: ReadJson): ListWithin {
  const entries = Object.entries(body.value as object);
  return {
    body,
    items: entries.map(([, item]) => item as unknown),
    places: entries.map(([key]) => `/${escapePointer(key)}`),
  };
}

/** Returns the items that a collection shows, as values; undefined if there is no list. */
export function valuesOfList(named: Named, response: Response): readonly unknown[] | undefined {
  return isSuccess(response.status) ? listWithin(named, response)?.items : undefined;
}

/** Returns all names that each item of a collection may have; undefined if there is no list. */
export function itemsListed(named: Named, response: Response): string[][] | undefined {
  const list = isSuccess(response.status) ? listWithin(named, response) : undefined;
  return list?.places.map((place) => namesAt(named, list.body, place));
}

/** Returns the names of the only item of a list that surely shows all that there is; undefined where it shows more, or may do so. */
export function namesOfOnly(named: Named, lister: Operation, response: Response): string[] | undefined {
  const [only, ...more] = itemsListed(named, response) ?? [];
  const isOnly = more.length === 0 && extentOf(named, lister, response)?.total === 1;
  return isOnly && only && only.length > 0 ? only : undefined;
}

/** Returns the items of a list that have no name, or one that others have, too: `{ "type": "simple", "value": "a" }` of `/tags/{type}`. */
export function itemsUnnamed(named: Named, response: Response): unknown[] {
  const names = itemsListed(named, response) ?? [];
  const values = valuesOfList(named, response) ?? [];
  const howMany = groupBy(names, ([first = '']) => first);
  const isUnnamed = ([first]: readonly string[]) => first === undefined || (howMany.get(first)?.length ?? 0) > 1;
  return values.filter((_, at) => isUnnamed(names[at] ?? []));
}

function namesAt(named: Named, body: ReadJson, pointer: string): string[] {
  const own = textAt(body, pointer);
  if (own !== undefined) return [own];
  const value = valueAt(body.value, pointer);
  const names = wrappersOf(named, value, true).flatMap((wrapper) => [
    ...membersOf(named, body, pointer + wrapper).flatMap((place) => textAt(body, place) ?? []),
    ...[resourceName(named, valueAt(value, wrapper), [])].filter((name) => name !== undefined),
  ]);
  const within = names.length > 0 ? undefined : memberWithin(named, body, pointer);
  return within === undefined ? names : [textAt(body, within) ?? []].flat();
}

/** Returns the names that the answer to a GET of one thing shows in its members: `GET /orders/4294967403` → `{ "id": 107 }` → `107`. */
export function namesShown(named: Named, { body: bytes }: Response): string[] {
  const body = parsedBody(bytes);
  return body ? namesAt(named, body, '') : [];
}

/**
 * Returns the items of a list in an answer that show the proof, or the only item of the list: the name of each, and where the name stands.
 */
export function itemsMade(
  named: Named,
  body: ReadJson,
  proof: Proof,
): { readonly text: string; readonly pointer: string | undefined }[] {
  const list = listIn(body.value, named);
  const items = list === undefined ? undefined : valueAt(body.value, list);
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown, at) => {
    const place = `${list}/${at}`;
    if (items.length > 1 && !showsAt(named, body.value, place, proof)) return [];
    const own = wrappersOf(named, item).flatMap((wrapper) => {
      const pointer = memberOf(named, body, place + wrapper);
      const text = pointer === undefined ? resourceName(named, valueAt(item, wrapper), []) : textAt(body, pointer);
      return text === undefined || text === '' ? [] : [{ text, pointer }];
    });
    return own.slice(0, 1);
  });
}

/** Returns whether the item of a list with a name shows the proof; undefined if there is no such item, or no list. */
export function listShows(named: Named, response: Response, name: string, proof: Proof): boolean | undefined {
  const list = isSuccess(response.status) ? listWithin(named, response) : undefined;
  if (!list) return undefined;
  const { body, places } = list;
  const own = places.filter((each) => namesAt(named, body, each).includes(name));
  return own.length === 0 ? undefined : own.some((pointer) => showsAt(named, body.value, pointer, proof));
}

/** The item of a list that has a name; undefined where it has none, or several. */
export function listedItem(named: Named, response: Response, name: string): unknown {
  const list = listWithin(named, response);
  const own = list?.items.filter((_, at) => namesAt(named, list.body, list.places[at] ?? '').includes(name));
  return own?.length === 1 ? own[0] : undefined;
}

/**
 * Whether a thing has a text that was not sent, so that somebody else may have written it: `{ "name": "a-7f", "note": "copied" }` has one where
 * the name alone was sent. Its own name, dates and addresses are none.
 * @param sent all texts by the names of their members.
 * @param isServersOwn whether the service sets a member by itself.
 */
export function hasOtherTexts(
  named: Named,
  value: unknown,
  sent: Readonly<Record<string, string>>,
  isServersOwn: (name: string) => boolean,
): boolean {
  const names = new Set(Object.keys(sent).map(plain));
  const texts = new Set(Object.values(sent));
  return wrappersOf(named, value).some((wrapper) => {
    const members = Object.entries(valueAt(value, wrapper) as Readonly<Record<string, unknown>>);
    const own = new Set(membersOf(named, { value }, wrapper, USUAL_NAMES));
    return members.some(
      ([name, each]) =>
        typeof each === 'string' &&
        each !== '' &&
        !names.has(plain(name)) &&
        !texts.has(each) &&
        !own.has(`${wrapper}/${escapePointer(name)}`) &&
        !/^\d{4}-\d\d-\d\d|^\/|^[a-z]+:\/\//i.test(each) &&
        !isServersOwn(name),
    );
  });
}
