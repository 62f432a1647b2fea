/** Reads requests as a contract says, for services that do not deviate in that. */

import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '../../../src/json/value';
import type { DeskReading, DeskRoute } from './document';

/** The answer to a request that no operation takes. */
interface Refusal {
  readonly status: number;
  readonly allow?: string;
}

/** The operation that a request is sent to. */
interface Routed {
  readonly route: DeskRoute;
  /** The decoded values in the path, the outermost first. */
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
}

/** Finds the operation that a request is sent to. @returns a 404 for a path that is not declared, and a 405 for such a method. */
export function routed({ routes }: DeskReading, { method, url = '' }: IncomingMessage): Routed | Refusal {
  const { pathname, searchParams: query } = new URL(url, 'http://here');
  const here = routes.filter(({ path }) => path.test(pathname));
  const route = here.find((each) => each.method === method);
  if (here.length === 0) return { status: 404 };
  if (!route) return { status: 405, allow: here.map((each) => each.method).join(', ') };
  const [, ...ids] = route.path.exec(pathname) ?? [];
  return { route, ids: ids.map((each) => decodeURIComponent(each)), query };
}

/**
 * Reads the body of a request whose operation takes JSON.
 * @param read what a service takes the content for, when it judges it.
 * @returns `{}` where no body is needed, a 415 for a media type that is not declared, and a 400 for what the contract does not allow.
 */
export function contentOf(
  { check }: DeskReading,
  { bodyRequired, content: declared }: DeskRoute,
  { headers }: IncomingMessage,
  text: string,
  read: (content: JsonObject) => JsonObject | null = (content) => content,
): { readonly content: JsonObject } | Refusal {
  if (!bodyRequired) return { content: {} };
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const schema = declared[type.trim()]?.schema;
  if (text !== '' && !schema) return { status: 415 };
  try {
    const content = JSON.parse(text) as JsonObject;
    return schema && !check(schema, read(content) ?? content) ? { content } : { status: 400 };
  } catch {
    return { status: 400 };
  }
}
