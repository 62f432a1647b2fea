/**
 * Reads resource names: names that say in which collection a thing is, such as `memos/abc` (Google's AIP-122). Paths ask for such a thing by
 * the last part of its name.
 */

import { isObject } from '../json/value';
import type { Named } from './names';
import { plain } from './vocabulary/words';

/** Members that hold resource names. */
const HOLDING = /^(name|resourcename)$/;

/**
 * Returns the last part of the resource name that an object has, if the parts before it are those of the path of an item. For example:
 * `{ "name": "users/7/tokens/abc" }` → `abc` for `/v1/users/{}/tokens/{}` below user 7.
 * @param above the ids of the things that contain the item; a name in another one of these means another thing. Empty if they are not known.
 */
export function resourceName(
  { item }: Pick<Named, 'item'>,
  thing: unknown,
  above: readonly string[],
): string | undefined {
  if (!isObject(thing)) return undefined;
  const name = Object.entries(thing).find(
    ([member, value]) => HOLDING.test(plain(member)) && typeof value === 'string',
  );
  return name && lastPart(item, String(name[1]), above);
}

function lastPart(item: string, name: string, above: readonly string[]): string | undefined {
  const parts = name.split('/');
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
