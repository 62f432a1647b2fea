/** Reading what a request carries, within bounds. */

import type { IncomingMessage } from 'node:http';

/** In bytes; what Prism's own server takes. */
const LARGEST_BODY = 10 * 1024 * 1024;

/** More than any form has; Prism takes a time that grows with the square of their number over some. */
const MOST_FIELDS = 10_000;

export type RequestBody =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'too-large'; readonly reason: string };

/**
 * The body as the engine takes it: parsed where it is JSON, else its text, and null where there is none.
 * @throws Error where the connection ends before the body does.
 */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const { 'content-length': length, 'transfer-encoding': coding, 'content-type': type = '' } = request.headers;
  if (length === '0' || (length === undefined && coding === undefined)) return { kind: 'read', value: null };
  if (Number(length) > LARGEST_BODY) return tooLarge();

  const chunks: Buffer[] = [];
  let size = 0;
  // Of a body that is too large the rest is still read, or its answer would be lost with the connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) return tooLarge();
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (
    /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type) &&
    text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS
  )
    return { kind: 'too-large', reason: `Request body must not have more than ${MOST_FIELDS} fields` };
  if (!/^application\/(?:[^\s;]+\+)?json\s*(?:;|$)/i.test(type)) return { kind: 'read', value: text };
  try {
    return { kind: 'read', value: JSON.parse(text) };
  } catch (error) {
    return { kind: 'malformed', reason: `Request body must be JSON: ${(error as Error).message}` };
  }
}

function tooLarge(): RequestBody {
  return { kind: 'too-large', reason: `Request body must not be larger than ${LARGEST_BODY} bytes` };
}
