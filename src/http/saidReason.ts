/** What an answer says of its reason: the first line of it. */

import { parsedBody } from '../json/exactJson';
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
  for (const name of MEMBERS) {
    const reason = reasonIn(members[name], depth + 1);
    if (reason !== undefined) return withPlace(members, reason);
  }
  // Some services answer with the names of what is wrong: { "errors": { "name": ["is too long"] } }, or { "name": ["is too long"] } alone.
  const entries = Object.entries(members);
  const [first] = depth > 0 || entries.every(([, said]) => isTexts(said)) ? entries : [];
  const reason = first && Array.isArray(first[1]) ? firstOf(first[1], depth) : undefined;
  return reason === undefined ? undefined : `${first?.[0]}: ${reason}`;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

function firstOf(values: readonly unknown[], depth: number): string | undefined {
  const [first] = values;
  return reasonIn(first, depth + 1);
}

/** Puts the name of what is wrong before the reason, where the answer gives it: `{ "loc": ["body", "name"], "msg": "Field required" }`. */
function withPlace({ loc, field }: Readonly<Record<string, unknown>>, reason: string): string {
  const place = Array.isArray(loc) ? loc.join('.') : typeof field === 'string' ? field : '';
  return place === '' || reason.includes(place) ? reason : `${place}: ${reason}`;
}

function firstLine(text: string): string | undefined {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .find((line) => line !== '');
}
