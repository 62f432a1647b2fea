/** What a body shows of things of a kind: their names, and whether it has what was sent. */

import type { Response } from '../http/message';
import type { ReadJson } from '../json/exactJson';
import { parsedBody, textAt } from '../json/exactJson';
import { escapePointer, valueAt } from '../json/pointer';
import { memberOf, membersOf, wrappersOf } from './identity';
import { listIn, USUAL } from './lists';
import type { Named } from './names';
import { plain } from './names';

/** By what the thing that a request made is known. */
export interface Proof {
  /** Texts that nothing else in the world has. */
  readonly texts: readonly string[];
  /** Names of things that the run made itself, by the members of the body that hold them. */
  readonly refers: Readonly<Record<string, string>>;
  /** Without any of that, once it is proven in another way: all that was sent, as text, by the names of its members. */
  readonly whole?: Readonly<Record<string, string>> | undefined;
}

export function isProof({ texts, refers, whole = {} }: Proof): boolean {
  return [texts, refers, whole].some((each) => Object.keys(each).length > 0);
}

/** Whether the object at a pointer, or one that it wraps or that wraps it by a usual name, shows any of it in its own members. */
export function showsAt(
  named: Named,
  value: unknown,
  pointer: string,
  { texts, refers, whole: all = {} }: Proof,
): boolean {
  const whole = valueAt(value, pointer);
  if (typeof whole !== 'object' || whole === null) return texts.some((text) => holds(whole, text));
  // JSON:API has both: `{ "data": { "id": 7, "attributes": {} } }`.
  const outer = wrappersOf(named, whole);
  const inner = outer.flatMap((wrapper) => wrappersOf(named, valueAt(whole, wrapper)).map((each) => wrapper + each));
  return [...new Set([...outer, ...inner])].some((wrapper) => {
    const object = valueAt(whole, wrapper) as Readonly<Record<string, unknown>>;
    const members = Object.entries(object);
    const isReferred = ([name, id]: readonly [string, string]) =>
      members.some(([member, each]) => plain(member) === plain(name) && String(each) === id);
    return (
      members.some(([, each]) => texts.some((text) => holds(each, text))) ||
      Object.entries(refers).some(isReferred) ||
      (Object.keys(all).length > 0 && Object.entries(all).every(isReferred))
    );
  });
}

/** Services trim, and change the letter case. */
function holds(value: unknown, text: string): boolean {
  return typeof value === 'string' && value.toLowerCase().includes(text.trim().toLowerCase());
}

/** Whether the answer to a GET of a thing shows it; undefined where nothing can be read in it. */
export function shows(named: Named, { body }: Response, proof: Proof): boolean | undefined {
  const json = parsedBody(body);
  if (json) return showsAt(named, json.value, '', proof);
  const text = body.toString('utf8');
  return proof.texts.some((each) => holds(text, each)) || undefined;
}

/** The names that a collection shows of its items, each by every member that may be meant; undefined where there is no list to be seen. */
export function namesListed(named: Named, { status, body: bytes }: Response): string[] | undefined {
  if (status < 200 || status > 299) return undefined;
  const body = parsedBody(bytes);
  const list = body && listIn(body.value, named);
  const items = list === undefined ? undefined : valueAt(body?.value, list);
  if (!body || !Array.isArray(items)) return undefined;
  return items.flatMap((_, at) => namesAt(named, body, `${list}/${at}`));
}

function namesAt(named: Named, body: ReadJson, pointer: string): string[] {
  const own = textAt(body, pointer);
  if (own !== undefined) return [own];
  const value = valueAt(body.value, pointer);
  const pointers = wrappersOf(named, value, true).flatMap((wrapper) => membersOf(named, body, pointer + wrapper));
  return pointers.flatMap((each) => textAt(body, each) ?? []);
}

/** The items of an answer that is a list which hold what was sent, each by its name and where that stands. */
export function itemsShowing(
  named: Named,
  body: ReadJson,
  proof: Proof,
): { readonly text: string; readonly pointer: string }[] {
  if (!Array.isArray(body.value)) return [];
  return body.value.flatMap((item: unknown, at) => {
    if (!showsAt(named, body.value, `/${at}`, proof)) return [];
    const pointers = wrappersOf(named, item).flatMap((wrapper) => memberOf(named, body, `/${at}${wrapper}`) ?? []);
    return pointers
      .slice(0, 1)
      .flatMap((pointer) => ({ text: textAt(body, pointer) ?? '', pointer }))
      .filter(({ text }) => text !== '');
  });
}

/** Whether a list has an item of that name which shows what was sent; undefined where it has none of that name, or there is no list. */
export function listShows(named: Named, response: Response, name: string, proof: Proof): boolean | undefined {
  const body = parsedBody(response.body);
  const list = body && listIn(body.value, named);
  const items = list === undefined ? undefined : valueAt(body?.value, list);
  if (!body || !Array.isArray(items) || response.status > 299) return undefined;
  const own = items.flatMap((_, at) => (namesAt(named, body, `${list}/${at}`).includes(name) ? [`${list}/${at}`] : []));
  return own.length === 0 ? undefined : own.some((pointer) => showsAt(named, body.value, pointer, proof));
}

/** The item of a list that has a name; undefined where it has none, or several. */
export function listedItem(named: Named, { body: bytes }: Response, name: string): unknown {
  const body = parsedBody(bytes);
  const list = body && listIn(body.value, named);
  const items = list === undefined ? undefined : valueAt(body?.value, list);
  if (!body || !Array.isArray(items)) return undefined;
  const own = items.filter((_, at) => namesAt(named, body, `${list}/${at}`).includes(name));
  return own.length === 1 ? own[0] : undefined;
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
  return wrappersOf(named, value).some((wrapper) => {
    const members = Object.entries(valueAt(value, wrapper) as Readonly<Record<string, unknown>>);
    const own = new Set(membersOf(named, { value }, wrapper, USUAL));
    return members.some(
      ([name, each]) =>
        typeof each === 'string' &&
        each !== '' &&
        !names.has(plain(name)) &&
        !own.has(`${wrapper}/${escapePointer(name)}`) &&
        !/^\d{4}-\d\d-\d\d|^\/|^[a-z]+:\/\//i.test(each) &&
        !isServersOwn(name),
    );
  });
}
