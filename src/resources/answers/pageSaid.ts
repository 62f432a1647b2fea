/** Reads what an answer that shows a page of a list says of the pages: what leads to the next one, whether there is one, and how much there is. */

import { declaredSuccesses, type Operation } from '../../contract/contract';
import { memberSchemas, typesOf } from '../../contract/schema/facets';
import type { Schema } from '../../contract/schema/schema';
import { fieldValues, type Response } from '../../http/message';
import { parsedBody } from '../../json/exactJson';
import { isObject } from '../../json/value';
import { saidOfList } from '../vocabulary/paging';
import { plain } from '../vocabulary/words';
import { mayBeCached } from './pages';

/** What a page says of the pages. */
export interface PageSaid {
  /** A reference to the next page: `/plants?cursor=c2`. */
  readonly link?: string;
  /** What a parameter takes for the next page: `c2`. */
  readonly cursor?: string;
  /** Whether there is a next page. */
  readonly more?: boolean;
  /** How many things there are in all, how many pages, and which page this is. */
  readonly total?: number;
  readonly pages?: number;
  readonly page?: number;
  /** How many things come before this page. */
  readonly offset?: number;
  /** The answer may be that of a moment ago. */
  readonly isCached?: true;
}

type Told = { -readonly [Name in keyof PageSaid]: PageSaid[Name] };

/** How deep beside a list something is said of it: `{ "items": [], "meta": { "page": { "total": 40 } } }`. */
const DEEPEST = 2;

/** Returns what an answer says of pages. What the header says goes before what the body says. */
export function pageSaidBy(response: Response): PageSaid {
  const told: Told = {};
  for (const field of fieldValues(response, 'link')) {
    const link = nextIn(field);
    if (link !== undefined) told.link ??= link;
  }
  for (const [name, value] of response.headers) {
    if (/^x-/i.test(name)) note(told, name, /^\d+$/.test(value) ? Number(value) : value);
  }
  if (mayBeCached(response)) told.isCached = true;
  noteBeside(told, parsedBody(response.body)?.value, 0);
  return told;
}

/** Tells whether a contract declares that the answers of an operation say whether there is a next page: where they say nothing, there is none. */
export function declaresNext(operation: Operation): boolean {
  return declaredSuccesses(operation).some(
    ({ headers, media }) =>
      headers.some(({ name }) => isLead(name)) ||
      media.some(({ schema }) => schema !== undefined && leadsOn(schema, 0)),
  );
}

/** Tells whether a contract has a value for what leads to the next page by which the last page says that there is none: `next_cursor: null`. */
export function endsByNull(operation: Operation): boolean {
  return declaredSuccesses(operation).some(({ media }) =>
    media.some(({ schema }) => schema !== undefined && hasNoNext(schema, 0)),
  );
}

function hasNoNext(schema: Schema, depth: number): boolean {
  if (depth > DEEPEST) return false;
  return [...memberSchemas(schema)].some(([name, schemas]) =>
    saidOfList(name) === 'next'
      ? schemas.some((member) => typesOf(member)?.has('null'))
      : schemas.some((member) => hasNoNext(member, depth + 1)),
  );
}

function leadsOn(schema: Schema, depth: number): boolean {
  if (depth > DEEPEST) return false;
  return [...memberSchemas(schema)].some(
    ([name, schemas]) => isLead(name) || schemas.some((member) => leadsOn(member, depth + 1)),
  );
}

function isLead(name: string): boolean {
  const said = saidOfList(name);
  return name.toLowerCase() === 'link' || said === 'next' || said === 'more' || said === 'isLast';
}

function noteBeside(told: Told, value: unknown, depth: number): void {
  if (!isObject(value) || depth > DEEPEST) return;
  for (const [name, member] of Object.entries(value)) {
    note(told, name, member);
    noteBeside(told, member, depth + 1);
  }
}

function note(told: Told, name: string, value: unknown): void {
  const said = saidOfList(name);
  if (said === 'next') noteNext(told, isObject(value) ? value['href'] : value);
  if (said === 'more' && typeof value === 'boolean') told.more ??= value;
  if (said === 'isLast' && typeof value === 'boolean') told.more ??= !value;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return;
  // What is called `count` alone may count what is shown.
  if (said === 'total' && plain(name) !== 'count') told.total ??= value;
  if (said === 'pages' || said === 'page' || said === 'offset') told[said] ??= value;
}

function noteNext(told: Told, value: unknown): void {
  if (value === null || value === '' || value === false) told.more ??= false;
  if (typeof value === 'string' && /^(https?:|[/?])/.test(value)) told.link ??= value;
  else if (value !== '' && (typeof value === 'string' || Number.isSafeInteger(value))) told.cursor ??= String(value);
}

/** Returns the target of the first link to a next page in a field: `<…?page=2>; rel="next", <…>; rel="last"` (RFC 8288 §3). */
function nextIn(field: string): string | undefined {
  for (const [, target, parameters = ''] of field.matchAll(/<([^>]*)>([^<]*)/g)) {
    const [, quoted, token] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    if ((quoted ?? token ?? '').toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return undefined;
}
