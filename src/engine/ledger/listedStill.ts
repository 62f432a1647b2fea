/** Looks in a list for what the run has removed, where no GET shows one thing by itself: the answer to a removal may be no more than polite. */

import type { Operation } from '../../contract/contract';
import type { Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import { valueAt } from '../../json/pointer';
import { listedItem } from '../../resources/answers/shown';
import { tokenIn } from '../../resources/tokens';
import { listIn } from '../../resources/wrappers';
import { namesIn } from '../../routing/pathTemplate';
import { type Entry, textsOf } from './entry';
import { isKeptRemoved } from './keptRemoved';
import { scalarsWithin } from './view';

/** The list in which a thing stands while it is there. */
export function listerOf({ kind }: Entry): Operation | undefined {
  return kind.lister ?? kind.overview;
}

/** Whether an answer of {@link listerOf} shows a thing by all its names, and with a text of its own where it has one. */
export function isListedStill(entry: Entry, response: Response): boolean {
  if (!isSuccess(response.status)) return false;
  const item = entry.kind.lister
    ? listedItem(entry.kind, response, entry.thing.ids.at(-1) ?? '')
    : itemWithNames(entry, response);
  if (item === undefined || isKeptRemoved(entry, item)) return false;
  const shown = scalarsWithin(item).map(({ text }) => text.toLowerCase());
  const texts = textsOf(entry).map((text) => tokenIn(text).trim().toLowerCase());
  return texts.length === 0 || texts.some((text) => shown.some((each) => each.includes(text)));
}

/** What a list shows with several names: `{ "ip": "198.51.100.7", "host": "soil" }` of `/rules/198.51.100.7/soil`. */
function itemWithNames(entry: Entry, { body: bytes }: Response): unknown {
  const body = parsedBody(bytes);
  const list = body && listIn(body.value, entry.kind);
  const items = list === undefined ? undefined : valueAt(body?.value, list);
  const names = entry.thing.ids.slice(namesIn(listerOf(entry)?.path ?? '').length);
  const hasAll = (item: unknown) => {
    const shown = new Set(scalarsWithin(item).map(({ text }) => text));
    return names.every((name) => shown.has(name));
  };
  return Array.isArray(items) ? items.find(hasAll) : undefined;
}
