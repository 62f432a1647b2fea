/** How the answer of a collection names its first item. Inference chooses inputs; it never grounds a verdict. */

import { isNoSegment } from '../contract/contract';
import type { Response } from '../http/message';
import { isSuccess } from '../http/statuses';
import type { ReadJson } from '../json/exactJson';
import { parsedBody, textAt } from '../json/exactJson';
import { escapePointer, valueAt } from '../json/pointer';
import type { Answered } from './answered';
import { memberOf, wrappersOf } from './identity';
import type { Named } from './names';
import { plain } from './names';

/** The name of the first item that a collection lists; undefined where it lists none, or does not name it. */
export function firstListed(named: Named, { response }: Pick<Answered, 'response'>): string | undefined {
  if (!response || !isSuccess(response.status)) return undefined;
  const body = parsedBody(response.body);
  const list = body && listIn(body.value, named);
  if (!body || list === undefined) return undefined;
  const text = textAt(body, `${list}/0`) ?? nameOf(named, body, `${list}/0`);
  return text !== undefined && !isNoSegment(text) && named.parameter.accepts(text) ? text : undefined;
}

/**
 * The name of the one item of a collection that has these texts.
 * @param like by the names of the members that hold them.
 * @returns undefined where the list has none, or several; null where there is no list to be seen.
 */
export function findListed(named: Named, response: Response, like: Readonly<Record<string, string>>) {
  if (!isSuccess(response.status)) return null;
  const body = parsedBody(response.body);
  const list = body && listIn(body.value, named);
  const items = list === undefined ? undefined : valueAt(body?.value, list);
  if (!body || !Array.isArray(items)) return null;
  const found = items.flatMap((item: unknown, at) =>
    wrappersOf(named, item).flatMap((wrapper) => {
      const object = valueAt(item, wrapper) as Readonly<Record<string, unknown>>;
      if (!Object.entries(like).every(([name, text]) => Object.hasOwn(object, name) && object[name] === text))
        return [];
      // Beside what was sent, or around it; where both have a name, nobody can tell whose the text is.
      const pointers = [wrapper, ''].flatMap((each) => memberOf(named, body, `${list}/${at}${each}`) ?? []);
      const texts = new Set(pointers.flatMap((each) => textAt(body, each) ?? []));
      return texts.size > 1 ? [] : [...texts];
    }),
  );
  const [text] = found;
  return found.length === 1 && text !== undefined && !isNoSegment(text) && named.parameter.accepts(text)
    ? text
    : undefined;
}

/** What lists are wrapped in. */
const WRAPPERS = /^(items?|data|results?|records|entries|elements|content|values|list|rows|embedded|payload|response)$/;

/** How deep a list may lie: `{ "_embedded": { "orders": [] } }`. */
const DEEPEST = 2;

/** The JSON Pointer of the list: the body itself, or what it wraps by the name of the collection, by a usual one, or alone. */
export function listIn(value: unknown, named: Pick<Named, 'item'>, depth = 0): string | undefined {
  if (Array.isArray(value)) return '';
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return undefined;
  const entries = Object.entries(value);
  const collection = plain(named.item.split('/').at(-2) ?? '');
  const lists = entries.filter(([, each]) => Array.isArray(each));
  const candidates = [
    ...entries.filter(([name]) => plain(name) === collection),
    ...entries.filter(([name]) => WRAPPERS.test(plain(name))),
    ...(lists.length === 1 ? lists : []),
  ];
  for (const [name, each] of candidates) {
    const inner = listIn(each, named, depth + 1);
    if (inner !== undefined) return `/${escapePointer(name)}${inner}`;
  }
  return undefined;
}

/** Names to try where nothing is called like the parameter: what is only read may be asked for in vain. */
export const USUAL = ['id', 'uuid', 'guid', 'slug', 'name'];

function nameOf(named: Named, body: ReadJson, item: string): string | undefined {
  for (const wrapper of wrappersOf(named, valueAt(body.value, item), true)) {
    const pointer = memberOf(named, body, item + wrapper, USUAL);
    const text = pointer === undefined ? undefined : textAt(body, pointer);
    if (text !== undefined) return text;
  }
  return undefined;
}
