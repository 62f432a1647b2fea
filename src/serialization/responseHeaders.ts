/** The header fields that a response declares. */

import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { DeclaredHeader } from '../contract/contract';
import { facets } from '../contract/schema/facets';
import type { JsonValue } from '../json/value';
import { mayStandFor, readsAsJson } from './readings';
import { writeText } from './writeParameter';

/** They say how the message itself is written, and are the server's (RFC 9112 §6). */
const FRAMING =
  /^(content-type|content-length|content-encoding|transfer-encoding|connection|keep-alive|trailer|upgrade)$/i;

/** Fields of a form of their own, whatever a contract's `format` says of them (RFC 9110 §5.6.7). */
export const DATES = /^(date|expires|last-modified|retry-after)$/i;

/**
 * @param given by Prism; null where it has no value.
 * @returns what was given where it satisfies its schema, else what is made up; of what is not required, nothing where nothing was given.
 */
export function headersOf(
  declared: readonly DeclaredHeader[],
  given: Readonly<Record<string, unknown>>,
  madeUp: (header: DeclaredHeader) => string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const texts = new Map(Object.entries(given).flatMap(([name, value]) => textOf(name, value)));
  for (const [name, text] of texts)
    if (!FRAMING.test(name) && !declared.some((each) => each.name === name)) headers[name] = text;
  for (const header of declared) {
    const text = texts.get(header.name);
    if (FRAMING.test(header.name) || (text === undefined && !header.required)) continue;
    const fitting = text !== undefined && fitsHeader(header, text) ? text : madeUp(header);
    const value = isLowest(header, fitting ?? text) ? '1' : (fitting ?? text);
    if (value !== undefined && isHeaderValue(header.name, value)) headers[header.name] = value;
  }
  return headers;
}

/** The least that a format has room for is made up, and means nothing: no quota is that low, and nobody waits that long. */
function isLowest(header: DeclaredHeader, text: string | undefined): boolean {
  const { schema } = header;
  if (!schema || text === undefined || !/^-\d{5,}/.test(text) || !fitsHeader(header, '1')) return false;
  return !facets(schema, true).some((each) => SAYING.some((keyword) => keyword in each));
}

/** Keywords by which a contract has a value itself. */
const SAYING = ['example', 'examples', 'default', 'enum', 'const', 'minimum', 'exclusiveMinimum'];

function textOf(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  const text = typeof value === 'object' ? writeText({ ...SIMPLE, name }, value as JsonValue) : String(value);
  return text !== undefined && isHeaderValue(name, text) ? [[name, text]] : [];
}

export const SIMPLE = { in: 'header', style: 'simple', explode: false, allowReserved: false } as const;

/** Whether a text is a value that a header field may have. */
export function fitsHeader({ name, schema, content }: DeclaredHeader, text: string): boolean {
  if (!schema || DATES.test(name)) return true;
  try {
    return content === undefined ? mayStandFor([text], schema, 'response') : readsAsJson(text, schema, 'response');
  } catch {
    return true;
  }
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
