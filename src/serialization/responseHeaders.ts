/** Writes the header fields that a response declares, and tells whether one that came satisfies its schema. */

import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { DeclaredHeader } from '../contract/contract';
import type { BrokenClause } from '../contract/schema/brokenClause';
import { evaluate } from '../contract/schema/evaluate';
import { facets, typesOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import type { JsonValue } from '../json/value';
import { mayStandFor, readsAsJson } from './readings';
import { writeText } from './writeParameter';

/** Fields that say how the message is written. The server sets them itself (RFC 9112 §6). */
const FRAMING =
  /^(content-type|content-length|content-encoding|transfer-encoding|connection|keep-alive|trailer|upgrade)$/i;

/** Fields whose value HTTP itself defines as a date (RFC 9110 §5.6.7, RFC 8594 §3), whatever the contract says of them. */
const DATES = /^(date|expires|last-modified|sunset)$/i;

/** Seconds, or a date as HTTP writes it, also in the forms that are obsolete (RFC 9110 §5.6.7): "Sun, 06 Nov 1994 08:49:37 GMT". */
const WAITING = /^(\d+|[A-Z][a-z]+,? .*\d\d:\d\d:\d\d( GMT| \d{4}))$/;

/**
 * Returns whether a value has the form that HTTP itself gives the field. `Retry-After` is a number of seconds or a date (RFC 9110 §10.2.3), so
 * a contract that has no text there has chosen seconds, and a date breaks it.
 */
function isAsHttpSays(name: string, text: string, schema: Schema): boolean {
  if (DATES.test(name)) return true;
  const types = typesOf(schema);
  return RETRY_AFTER.test(name) && WAITING.test(text) && (types === undefined || types.has('string'));
}

const RETRY_AFTER = /^retry-after$/i;

/** Tells whether HTTP itself defines the value of a field as a date. */
export function isDateField(name: string): boolean {
  return DATES.test(name);
}

/** Returns a value of a field that HTTP itself defines; undefined for any other field, and if the contract wants another form. */
export function usualValue(header: DeclaredHeader): string | undefined {
  if (DATES.test(header.name)) return new Date(0).toUTCString();
  return RETRY_AFTER.test(header.name) && fitsHeader(header, '1') ? '1' : undefined;
}

/**
 * Returns the header fields of a response. A given value is used if it satisfies its schema; otherwise a value is made
 * up. A field that is not required and was not given is left out, and so is one that is null.
 * @param given the values that are there; undefined for one that is made up although it is not required.
 * @param madeUp makes up a value for a field.
 */
export function headersOf(
  declared: readonly DeclaredHeader[],
  given: Readonly<Record<string, unknown>>,
  madeUp: (header: DeclaredHeader) => string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const isMadeUp = new Set(Object.keys(given).filter((name) => given[name] === undefined));
  const texts = new Map(Object.entries(given).flatMap(([name, value]) => textOf(name, value)));
  for (const [name, text] of texts)
    if (!FRAMING.test(name) && !declared.some((header) => header.name === name)) headers[name] = text;
  for (const header of declared) {
    const text = texts.get(header.name);
    const isWanted = header.required || text !== undefined || isMadeUp.has(header.name);
    if (FRAMING.test(header.name) || !isWanted) continue;
    const fitting = text !== undefined && fitsHeader(header, text) ? text : madeUp(header);
    const value = isLowest(header, fitting ?? text) ? '1' : (fitting ?? text);
    if (value !== undefined && isHeaderValue(header.name, value)) headers[header.name] = value;
  }
  return headers;
}

/**
 * Returns whether a value is just the smallest number of its format. Such a value was made up and looks absurd: no
 * quota is that low, and nobody waits that long.
 */
function isLowest(header: DeclaredHeader, text: string | undefined): boolean {
  const { schema } = header;
  if (!schema || text === undefined || !/^-\d{5,}/.test(text) || !fitsHeader(header, '1')) return false;
  return !facets(schema, true).some((keywords) => SAYING.some((keyword) => keyword in keywords));
}

/** Keywords with which a contract gives or limits the value itself. */
const SAYING = ['example', 'examples', 'default', 'enum', 'const', 'minimum', 'exclusiveMinimum'];

function textOf(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  const text = typeof value === 'object' ? writeText({ ...SIMPLE, name }, value as JsonValue) : String(value);
  return text !== undefined && isHeaderValue(name, text) ? [[name, text]] : [];
}

export const SIMPLE = { in: 'header', style: 'simple', explode: false, allowReserved: false } as const;

/** Returns whether a text is a valid value of a header field. */
export function fitsHeader({ name, schema, content }: DeclaredHeader, text: string): boolean {
  if (!schema || isAsHttpSays(name, text, schema)) return true;
  try {
    return content === undefined ? mayStandFor([text], schema, 'response') : readsAsJson(text, schema, 'response');
  } catch {
    return true;
  }
}

/**
 * Returns the format that a text of a field does not have, where its schema allows it otherwise; undefined where something else of the schema
 * refuses it. No standard makes such a format binding.
 */
export function looseFormat({ schema, content }: DeclaredHeader, text: string): BrokenClause | undefined {
  if (!schema || content !== undefined) return undefined;
  try {
    const [other] = evaluate(schema, text, { direction: 'response', binding: true });
    const broken = evaluate(schema, text, { direction: 'response' });
    return other ? undefined : (broken.find(({ keyword }) => keyword === 'format') ?? broken[0]);
  } catch {
    return undefined;
  }
}

/** Whether HTTP itself defines a field as a reference, whatever format the contract gives it (RFC 9110 §8.7, §10.2.2). */
export function holdsReference({ name }: Pick<DeclaredHeader, 'name'>): boolean {
  return /^(content-)?location$/i.test(name);
}

export function isHeaderValue(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
