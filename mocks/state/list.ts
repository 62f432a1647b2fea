/** What a list is answered with: which things it shows, and what it says of them. */

import { declaredResponse } from '../../src/contract/contract';
import { type Asked, type Held, NO_FIELDS } from './held';
import type { Answering } from './knowledge';
import { fieldsOf, passes, type Wanted, wantedOf, withCounts } from './listing';
import { type About, absolute, NOTHING, type Plan, showing, success } from './plan';
import { type Json, type View, withAt } from './shapes';
import type { Shelf } from './store';
import { successOf } from './understand';

export function list(about: About): Plan | undefined {
  const { asked, shelf } = about;
  return success(about, false, (shows) => {
    if (shows?.view.list === undefined) return NOTHING;
    const key = `${asked.operation.name} ${asked.headers['host']} ${asked.sentPath}?${asked.query}`;
    const before = listedBefore.get(shelf);
    const same = before?.changes === shelf.changes && before.view === shows.view ? before.lists : undefined;
    const lists = same && same.size < MOST_LISTS ? same : new Map<string, Held>();
    listedBefore.set(shelf, { changes: shelf.changes, view: shows.view, lists });
    const held = lists.get(key) ?? listed(about, shows);
    lists.set(key, held);
    return held;
  });
}

/** The same list again is the same value, so that what it looks like is found out once. */
const listedBefore = new WeakMap<Shelf, { changes: number; view: View; lists: Map<string, Held> }>();
const MOST_LISTS = 100;

function listed({ asked, shelf }: About, { view, base }: Answering): Held {
  const positionOf = (id: string) => {
    const at = shelf.things.has(id) ? [...shelf.things.keys()].indexOf(id) : -1;
    return at < 0 ? undefined : at + 1;
  };
  const wanted = wantedOf(asked.operation, view, asked, positionOf);
  const { items, total } = page(shelf, view, wanted);
  const next = wanted.from + items.length < total && items.length > 0 ? wanted.next(items.length) : undefined;
  const counted = { total, shown: items.length, wanted, next: next && movedOn(asked, next) };
  const declared = declaredResponse(asked.operation, successOf(asked.operation, false) ?? 200);
  const body = withCounts(withAt(base, view.list ?? '', items), view, counted);
  const fields = fieldsOf(declared?.headers ?? [], counted);
  return { value: body, fields: Object.keys(fields).length === 0 ? NO_FIELDS : fields, reasons: [] };
}

function page({ things }: Shelf, view: View, wanted: Wanted): { items: Json[]; total: number } {
  const { filters, from, limit } = wanted;
  const items: Json[] = [];
  let total = 0;
  for (const [id, { value }] of things) {
    if (filters.length > 0 && !passes(value, wanted)) continue;
    if (total >= from && items.length < limit) items.push(inList(view, value, id));
    total++;
    if (filters.length === 0 && items.length === limit) return { items, total: things.size };
  }
  return { items, total };
}

function inList(view: View, thing: Json, id: string): Json {
  return showing({ view, base: undefined }, thing, id) ?? null;
}

/** The URL of what follows. */
function movedOn({ sentPath, query, headers }: Asked, [name, value]: readonly [string, string]) {
  const moved = new URLSearchParams(query);
  moved.set(name, value);
  const path = `${sentPath}?${moved}`;
  return { path, url: absolute(path, headers), value };
}
