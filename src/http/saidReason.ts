/** What an answer says of its reason: the first line of it. */

import { parsedBody } from '../json/exactJson';
import { isObject } from '../json/value';
import { asRead } from './contentCodings';
import { bareType } from './mediaType';
import { fieldValues, type Response } from './message';

/** The members that hold the reason of a refusal, the most telling first. RFC 9457 names `detail` and `title`; frameworks name the others. */
const MEMBERS = [
  'detail',
  'message',
  'error_description',
  'errorMessage',
  'title',
  'errors',
  'error',
  'msg',
  'reason',
  'description',
  'details',
] as const;

/** The members that say what an error is about. Beside all others, `path` may be that of the request; in an entry of a list it is not. */
const PLACES = ['loc', 'field'] as const;
const PLACES_OF_ENTRIES = [...PLACES, 'location', 'path', 'property', 'pointer', 'instancePath'] as const;

/** A reason is looked for to this depth: `{ "errors": [{ "message": "…" }] }`. */
const DEEPEST = 4;

/** What is longer is no short answer that says why, in bytes. */
const LARGEST = 64 * 1024;

/**
 * Returns the first line of the reason that an answer gives; undefined if it gives none. An example: `{ "detail": "The SKU is unknown." }` →
 * `The SKU is unknown.`
 */
export function saidReason(answer: Response): string | undefined {
  if (answer.body.length > LARGEST) return undefined;
  const { response } = asRead({ response: answer });
  if (response.body.length === 0 || response.body.length > LARGEST) return undefined;
  const [type = ''] = fieldValues(response, 'content-type').map((value) => bareType(value));
  if (type === 'text/plain') return firstLine(plainText(response));
  const json = type === '' || /[/+]json$/.test(type) ? parsedBody(response.body) : undefined;
  return json && reasonIn(json.value, 0);
}

/** Returns a text in the charset that it names; in UTF-8 if it names none, or one that is not known. */
function plainText(response: Response): string {
  const [charset = 'utf-8'] = fieldValues(response, 'content-type').flatMap((value) => {
    return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(value)?.slice(1) ?? [];
  });
  try {
    return new TextDecoder(charset).decode(response.body);
  } catch {
    return response.body.toString('utf8');
  }
}

function reasonIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return firstLine(value);
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return undefined;
  if (Array.isArray(value)) return firstOf(value, depth);
  const members: Readonly<Record<string, unknown>> = { ...value };
  const listed = entryWithin(members, depth);
  if (listed !== undefined) return listed;
  for (const name of MEMBERS) {
    const reason = reasonIn(members[name], depth + 1);
    if (reason !== undefined) return withPlace(placeOf(members, PLACES), reason);
  }
  // Some services answer with the names of what is wrong: { "errors": { "name": ["is too long"] } }, or { "name": ["is too long"] } alone.
  const entries = Object.entries(members);
  const [first] = depth > 0 || entries.every(([, said]) => isTexts(said)) ? entries : [];
  const reason = first && Array.isArray(first[1]) ? firstOf(first[1], depth) : undefined;
  return reason === undefined ? undefined : `${first?.[0]}: ${reason}`;
}

/**
 * Returns the reason of the first entry of a list that says of each entry what it is about: it says more than the sentence beside the list, such as
 * `Validation failed.`
 */
function entryWithin(members: Readonly<Record<string, unknown>>, depth: number): string | undefined {
  if (depth === DEEPEST) return undefined;
  for (const name of MEMBERS) {
    const value = members[name];
    const inner = Array.isArray(value) ? value[0] : undefined;
    const place = isObject(inner) ? placeOf(inner, PLACES_OF_ENTRIES) : '';
    const reason = place === '' ? undefined : reasonIn(inner, depth + 1);
    if (reason !== undefined) return withPlace(place, reason);
    const deeper = isObject(value) ? entryWithin(value, depth + 1) : undefined;
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

function firstOf(values: readonly unknown[], depth: number): string | undefined {
  const [first] = values;
  return reasonIn(first, depth + 1);
}

/** Puts the name of what is wrong before the reason, where the answer gives it: `{ "loc": ["body", "name"], "msg": "Field required" }`. */
function withPlace(place: string, reason: string): string {
  return place === '' || reason.includes(place) ? reason : `${place}: ${reason}`;
}

/** Returns what an error says that it is about, under the first of some names that frameworks use; empty if it says nothing of that. */
function placeOf(members: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  for (const name of names) {
    const place = members[name];
    if (typeof place === 'string' && place !== '') return place;
    if (Array.isArray(place) && place.length > 0 && place.every((step) => ['string', 'number'].includes(typeof step)))
      return place.join('.');
  }
  return '';
}

function firstLine(text: string): string | undefined {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .find((line) => line !== '');
}
