/** Answers a list: chooses the things that it shows, and fills in what it says about them, such as their number. */

import { declaredResponse } from '../../src/contract/contract';
import type { JsonValue } from '../../src/json/value';
import { type View, withAt } from '../../src/resources/answers/views';
import type { Again, EngineRequest, Held } from '../engine/engine';
import { NO_FIELDS } from '../engine/engine';
import { addressesOf, fieldsOf, withCounts } from '../engine/lists/listCounts';
import { passes } from '../engine/lists/listFilters';
import { type ListQuery, wantedOf } from '../engine/lists/listQuery';
import { sorted } from '../engine/lists/listSorting';
import { successOf } from './collections';
import type { Answering } from './knowledge';
import { liesWithin } from './nested';
import { type About, answerSuccess, NOTHING_HELD, type StateAnswer, showing } from './requestPlan';
import type { Shelf } from './store';
import { withTag } from './tags';

export function list(about: About): StateAnswer | undefined {
  const { asked, shelf } = about;
  const take: StateAnswer['take'] = (shows) => (shows?.view.list === undefined ? NOTHING_HELD : listed(about, shows));
  return answerSuccess(about, false, take, listIn(shelf, asked));
}

/** The answers of lists, which are kept as long as the things of their shelf do not change. */
const listedBefore = new WeakMap<Shelf, { readonly changes: number; readonly lists: Map<string, Again> }>();
const MOST_LISTS = 100;

function listIn(shelf: Shelf, { operation, headers, sentPath, query }: EngineRequest): Again {
  const before = listedBefore.get(shelf);
  const isSame = before !== undefined && before.changes === shelf.changes && before.lists.size < MOST_LISTS;
  const { lists } = isSame ? before : { lists: new Map<string, Again>() };
  if (!isSame) listedBefore.set(shelf, { changes: shelf.changes, lists });
  const key = `${operation.name} ${headers['host']} ${sentPath}?${query}`;
  const list = lists.get(key) ?? {};
  lists.set(key, list);
  return list;
}

function listed(about: About, { view, base }: Answering): Held {
  const { asked } = about;
  const things = thingsOf(about);
  const positionOf = (id: string) => {
    const at = things.has(id) ? [...things.keys()].indexOf(id) : -1;
    return at < 0 ? undefined : at + 1;
  };
  const wanted = wantedOf(asked.operation, view, asked, positionOf);
  const { items, total } = page(about, things, view, wanted);
  const shown = items.length;
  const counted = { total, shown, wanted, ...addressesOf(asked, asked.sentPath, wanted, shown, total) };
  const declared = declaredResponse(asked.operation, successOf(asked.operation, false) ?? 200);
  const body = withCounts(withAt(base, view.list ?? '', items), view, counted);
  const counts = fieldsOf(declared?.headers ?? [], counted);
  const fields = withTag(asked.operation, Object.keys(counts).length === 0 ? NO_FIELDS : counts, body);
  return { value: body, fields, reasons: [] };
}

/** Returns the things that may be shown: all of the shelf, or those that lie in what the path names. */
function thingsOf({ shelf, of, around, know: { filling } }: About): Shelf['things'] {
  if (!around) return shelf.things;
  return new Map([...shelf.things].filter(([id]) => liesWithin(shelf, id, of, filling?.view, around)));
}

function page(
  about: About,
  things: Shelf['things'],
  view: View,
  wanted: ListQuery,
): { items: JsonValue[]; total: number } {
  const { filters, ranges, words, from, limit, sorting } = wanted;
  const isWhole = filters.length + ranges.length + words.length === 0;
  const items: JsonValue[] = [];
  let total = 0;
  for (const [id, { value }] of sorting ? sorted(things, sorting) : things) {
    if (!isWhole && !passes(value, wanted)) continue;
    if (total >= from && items.length < limit) items.push(inList(about, view, value, id));
    total++;
    if (isWhole && items.length === limit) return { items, total: things.size };
  }
  return { items, total };
}

function inList(about: About, view: View, thing: JsonValue, id: string): JsonValue {
  return showing(about, { view, base: undefined }, thing, id) ?? null;
}
