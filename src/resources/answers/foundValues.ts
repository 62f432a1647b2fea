/**
 * Finds the values of an answer under the names that other requests may use for them. An inference only chooses inputs; no verdict depends on
 * it. For example: `GET /countries` → `[{ "capital": "Oslo", "currencies": ["NOK"] }]` → `capital` is Oslo, `currency` is NOK.
 */

import { isSuccess } from '../../http/statuses';
import { percentDecoded } from '../../http/uri';
import { parsedBody, textAt } from '../../json/exactJson';
import { escapePointer } from '../../json/pointer';
import { isObject, type Scalar } from '../../json/value';
import type { Answered } from '../answered';
import { type Named, namesFor, singular, singularOf } from '../names';
import { calledBySchema } from '../schemaNames';
import { isBareId } from '../vocabulary/ids';
import { isShortName } from '../vocabulary/naming';
import { mayBeSecret } from '../vocabulary/secrets';
import { plain } from '../vocabulary/words';
import { wrapsList, wrapsThing } from '../vocabulary/wrapping';

/** A value, and what it is called. */
export interface NamedValue {
  /** The name of its own member, or of the list that it is an item of, in the singular: `capital`, `currency`. */
  readonly own: string;
  /** The name of what it lies in: `order` for the members of the items of `/orders`. */
  readonly within: string;
  readonly value: Scalar;
  /** JSON Pointer of the object that it is a member of, in its answer; or the URL that it stands in, after `#`. */
  readonly thing: string;
}

/** How far an answer is searched. */
const DEEPEST = 4;
const MOST_ITEMS = 3;
const MOST_VALUES = 300;
const MOST_LOOKED = 3000;

/** The longest text that is taken, in characters. */
const LONGEST = 200;

/** Returns the values of an answer that may be sent in other requests. Nothing that looks secret is among them. */
export function namedValues({ case: { request }, response }: Pick<Answered, 'case' | 'response'>): NamedValue[] {
  if (!response || !isSuccess(response.status)) return [];
  const found = response.headers.flatMap(([field, url]) => (LEADS.test(field) ? namesInUrl(url) : []));
  const body = parsedBody(response.body, LARGEST);
  if (!body) return found;
  let looked = 0;
  const add = (own: string, within: string, value: unknown, pointer: string) => {
    if (found.length >= MOST_VALUES || own === '' || mayBeSecret(own)) return;
    const text = textAt(body, pointer);
    const thing = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
    if (text === undefined || text === '' || text.length > LONGEST) return;
    if (looksSecret(text) && !isNamedByKind(text, within)) return;
    if (typeof value === 'string') found.push({ own, within, value, thing });
    // A number that a double does not hold stays a text.
    if (typeof value === 'number') found.push({ own, within, value: String(value) === text ? value : text, thing });
  };
  const isOfMany = !request.operation.path.endsWith('}');
  /** @param isAll whether it is all that the answer shows, but for what wraps it. */
  const visit = (value: unknown, name: string, within: string, pointer: string, depth: number, isAll = false): void => {
    looked++;
    if (typeof value !== 'object' || value === null) add(name, within, value, pointer);
    else if (depth <= DEEPEST && Array.isArray(value)) {
      for (const [at, item] of value.slice(0, MOST_ITEMS).entries())
        visit(item, singularOf(name), within, `${pointer}/${at}`, depth + 1);
    } else if (depth <= DEEPEST) {
      for (const member of Object.keys(value)) {
        if (found.length >= MOST_VALUES || looked >= MOST_LOOKED) return;
        const inner = (value as Readonly<Record<string, unknown>>)[member];
        const at = `${pointer}/${escapePointer(member)}`;
        // `{ "results": [{ "id": 7 }] }` of `/orders` shows the id of an order, and not that of a result.
        const isWrapped = isAll && wraps(member, inner, isOfMany);
        visit(inner, isWrapped ? name : plain(member), isWrapped ? within : name, at, depth + 1, isWrapped);
      }
    }
  };
  const called = singularOf(lastLiteral(request.operation.path));
  visit(body.value, called, '', '', 0, true);
  const names = calledBySchema(request.operation, response.status).filter((name) => name !== called);
  return [...found, ...bySchema(found, called, names)];
}

/**
 * Returns the ids of the things that a whole answer shows, as ids of what the contract calls these: the id that `POST /register` answers with a
 * `UserOut` is that of a user.
 */
function bySchema(found: readonly NamedValue[], called: string, names: readonly string[]): NamedValue[] {
  const ids = found.filter(({ own, within }) => within === called && isBareId(own));
  return ids.flatMap((each) => names.map((within) => ({ ...each, within })));
}

/** Tells whether a member of a whole answer says nothing of the things that it holds. What one thing has as its `items` are other things. */
function wraps(member: string, value: unknown, isOfMany: boolean): boolean {
  if (Array.isArray(value)) return isOfMany && wrapsList(member) && value.some(isObject);
  return isObject(value) && (wrapsThing(member) || (isOfMany && wrapsList(member)));
}

/** Fields that say where something is: `Location` (RFC 9110 §10.2.2), `Content-Location`, and `Operation-Location` of what goes on. */
const LEADS = /^(.+-)?location$/i;

/**
 * Returns the names of things in a URL, each with what it is called by the segment before it. An example: `/shelves/7/books/3?full=1` → the id 7 of a
 * shelf, and the id 3 of a book.
 */
function namesInUrl(url: string): NamedValue[] {
  const base = 'http://target.invalid';
  if (!URL.canParse(url, base)) return [];
  const segments = new URL(url, base).pathname.split('/').filter((each) => each !== '');
  const texts = segments.map(percentDecoded);
  return texts.flatMap((value, at) => {
    const before = texts[at - 1];
    const isName = before !== undefined && (texts.length - at) % 2 === 1;
    if (!isName || value.length > LONGEST || looksSecret(value)) return [];
    return [{ own: 'id', within: singularOf(plain(before)), value, thing: `#${url}` }];
  });
}

/** The largest answer that is searched, in bytes. Lists are the answers that have most to show. */
const LARGEST = 2 * 1024 * 1024;

function lastLiteral(path: string): string {
  return plain(path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '');
}

/** Tells whether a text has the form of a token, whatever its member is called: `eyJhbGciOi….…`, `sk_live_…`, a long mixture of letters and digits. */
function looksSecret(text: string): boolean {
  if (/^eyJ[\w-]+\./.test(text) || /^(bearer|basic) /i.test(text)) return true;
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
  return !isUuid && /^[\w+/=.-]{24,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);
}

/** Tells whether a text is a resource name, which says its kind: `memos/k2zuPHxEBZ4wQEYwzDriwY`. */
function isNamedByKind(text: string, within: string): boolean {
  const [kind = '', ...rest] = text.split('/');
  return within !== '' && rest.length > 0 && singularOf(kind) === within;
}

/** Names that mean something else wherever they stand. */
const GENERIC = new Set([
  '',
  'id',
  'uuid',
  'guid',
  'key',
  'slug',
  'ref',
  'pk',
  'number',
  'value',
  'type',
  'version',
  'page',
  'limit',
  'offset',
]);

/**
 * Returns how well a value fits a name; the lower, the better; undefined if it does not.
 * @param wanted the name, as `plain` gives it.
 */
export function fitOf({ own, within }: Pick<NamedValue, 'own' | 'within'>, wanted: string): number | undefined {
  if (GENERIC.has(wanted)) return undefined;
  const name = singularOf(wanted);
  if (own === wanted || own === name) return 0;
  // An event may have an `event_id` beside its `id`.
  if (within !== '' && (within + own === wanted || within + own === name)) return 0.5;
  if (own.replace(/\d/g, '') === name) return 1;
  const isKey = isShortName(own);
  if (within !== '' && singularOf(within) === name) return isKey ? 2 : 3;
  // `lang` for `language`, `code` for `alphaCode`.
  if (name.length < SHORTEST) return undefined;
  if (own.startsWith(name)) return 4;
  if (singularOf(within).startsWith(name)) return 5;
  return own.replace(/\d/g, '').endsWith(name) ? 6 : undefined;
}

/** A name that is only the beginning or the end of another one has at least so many letters. */
const SHORTEST = 4;

/** As {@link fitOf}, for the last name of a path: `orderid` and the `id` of an item of `/orders` both name `/orders/{id}`. */
export function fitOfItem(value: Pick<NamedValue, 'own' | 'within'>, named: Named): number | undefined {
  const names = [...namesFor(named), singular(named.item)];
  const wanted = plain(named.parameter.name);
  // `featureName` is the `name` of a feature, even where that has an id.
  if (value.within !== '' && value.within + value.own === wanted) return -2;
  // `/fields/{collection}` is asked with the `collection` of a field, and not with the `field`.
  if (value.own === wanted && !GENERIC.has(wanted) && wanted !== 'name') return -2;
  if (names.includes(value.within + value.own)) return value.own === wanted ? -2 : -1;
  if (names.includes(value.own)) return -1;
  return fitOf(value, wanted);
}
