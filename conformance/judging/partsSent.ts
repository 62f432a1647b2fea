/** What a request has at each place beside its path. */

import { escapePointer } from '../../src/json/pointer';
import type { Input } from '../../src/serialization/input';
import { parsedJson } from '../chains/tellableInputs';

/** Returns what a request has at each place, as a text: `/name` of a body of JSON, `limit in the query`. */
export function partsSentIn({ query, headers, cookies, body }: Input): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const { name, value } of query) parts.set(`${name} in the query`, value);
  for (const [name, value] of headers) parts.set(`${name} in the header`, value);
  for (const { name, value } of cookies) parts.set(`${name} in the cookie`, value);
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) parts.set(pointer, String(value));
    else for (const [name, inner] of Object.entries(value)) visit(inner, `${pointer}/${escapePointer(name)}`);
  };
  const content = body && parsedJson(body.bytes);
  if (content !== undefined) visit(content, '');
  else if (body) parts.set('the body', body.bytes.toString('latin1'));
  return parts;
}
