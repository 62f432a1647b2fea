/**
 * Reads resource names: names that say in which collection a thing is, such as `memos/abc` (Google's AIP-122), and the links of things to
 * themselves, such as `/v1/memos/abc`. Paths ask for such a thing by the last part of its name.
 */

import { percentDecoded } from '../http/uri';
import { isObject } from '../json/value';
import type { Named } from './names';
import { isResourceName, leadsToItself } from './vocabulary/naming';
import { plain } from './vocabulary/words';

/** Members that hold the links of a thing (RFC 8288 §3.3, HAL, JSON:API §7.7). */
const LINKS = /^links$/;

/**
 * Returns the last part of the resource name that an object has, or else of its link to itself, if the parts before it are those of the path of
 * an item. For example: `{ "name": "users/7/tokens/abc" }` → `abc` for `/v1/users/{}/tokens/{}` below user 7, and
 * `{ "_links": { "self": { "href": "/v1/memos/abc" } } }` → `abc` for `/memos/{}`.
 * @param above the ids of the things that contain the item; a name in another one of these means another thing. Empty if they are not known.
 */
export function resourceName(
  { item }: Pick<Named, 'item'>,
  thing: unknown,
  above: readonly string[],
): string | undefined {
  if (!isObject(thing)) return undefined;
  const name = Object.entries(thing).find(([member, value]) => isResourceName(member) && typeof value === 'string');
  const said = name && lastPart(item, String(name[1]).split('/'), above);
  if (said !== undefined) return said;
  const link = linkToItself(thing);
  const path = link === undefined ? undefined : pathOf(link);
  // What stands before the path of the contract is the base path of a server.
  return path && lastPart(item, path.slice(-item.split('/').slice(1).length), above);
}

/** Such a link stands at most so deep: `_links.self.href`. */
const DEEPEST = 3;

/** Returns the link of a thing to itself, which stands in the thing, or among its links. */
function linkToItself(thing: object, depth = 1): string | undefined {
  for (const [member, value] of Object.entries(thing)) {
    if (typeof value === 'string' && leadsToItself(member)) return value;
    if (depth === DEEPEST || !isObject(value) || !(leadsToItself(member) || LINKS.test(plain(member)))) continue;
    const inner = linkToItself(value, depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Returns the segments of a path or URL, decoded; undefined for another text. */
function pathOf(link: string): string[] | undefined {
  if (!/^(\/|https?:\/\/)/.test(link) || !URL.canParse(link, 'http://here')) return undefined;
  const path = new URL(link, 'http://here').pathname.replace(/\/$/, '');
  return path.slice(1).split('/').map(percentDecoded);
}

function lastPart(item: string, named: readonly string[], above: readonly string[]): string | undefined {
  const parts = [...named];
  const last = parts.pop();
  const wanted = item.split('/').slice(1, -1);
  if (last === undefined || last === '' || parts.length === 0 || parts.length > wanted.length) return undefined;
  const ids = [...above];
  for (let at = 1; at <= parts.length; at++) {
    const [part, segment] = [parts.at(-at), wanted.at(-at)];
    const id = segment === '{}' ? ids.pop() : segment;
    if (id !== undefined && part !== id) return undefined;
  }
  return last;
}

/** What a description says of the form of a resource name: `memos/` before the id of a memo. */
export interface NameForm {
  readonly before: string;
  /** The path of the item that it names, without what stands before: `/memos/{}`. */
  readonly item: string;
}

/**
 * Reads the form of a resource name in a description, as contracts that are made from protocol buffers have it: `Format: memos/{memo}` (Google's
 * AIP-122). A name of several things is not read.
 */
export function nameForm(description: string): NameForm | undefined {
  const [, before = ''] = /\bFormat:\s*["`']?((?:[A-Za-z][\w-]*\/)+)\{[\w-]+\}(?![\w/])/.exec(description) ?? [];
  return before === '' ? undefined : { before, item: `/${before}{}` };
}
