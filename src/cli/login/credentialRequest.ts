/** One request for a credential: to the target itself, to an https address, or to this machine. */

import { undoCodings } from '../../http/contentCodings';
import { bareType } from '../../http/mediaType';
import { type Fields, fieldValues, type Response } from '../../http/message';
import { UsageError } from '../../support/errors';
import { TOOL } from '../../support/version';
import { send } from '../../wire/send';
import { isLoopback, parseTarget, type Target } from '../../wire/target';
import type { Surroundings } from './credentialSource';

/** An answer may take so long, in milliseconds, and have so many bytes. */
const LIMITS = { timeoutMs: 10_000, lingerMs: 0, maxBytes: 256 * 1024 };

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers?: Fields;
  readonly body?: string | undefined;
}

/** Returns the URL of an address that may be relative to the target. @throws UsageError if no secret may be sent there. */
export function addressOf(text: string, { origin, basePath }: Target): URL {
  const base = `${origin}${basePath}/`;
  if (!URL.canParse(text, base)) throw new UsageError(`the address ${shownAddress(text)} is no URL`);
  const url = new URL(text, base);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`the address ${shownAddress(text)} holds a user name or a password`);
  if (url.origin === origin || url.protocol === 'https:') return url;
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (url.protocol === 'http:' && isLoopback({ hostname })) return url;
  throw new UsageError(`${shownAddress(url)} is neither https nor on this machine, and no secret is sent there`);
}

/** An address without what may be secret in it. */
export function shownAddress(url: string | URL): string {
  return String(url)
    .replace(/\/\/[^/]*@/, '//…@')
    .replace(/[?#].*$/s, '');
}

/**
 * Sends one request, and follows no redirect.
 * @throws UsageError if there is no whole answer.
 */
export async function askFor({ method, url, headers = [], body }: Asked, around: Surroundings): Promise<Response> {
  const { target, signal, timeoutMs = LIMITS.timeoutMs } = around;
  const isTarget = url.origin === target.origin;
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const common = isTarget ? around.headers : [];
  const defaults: Fields = [
    ['Accept', 'application/json, */*;q=0.5'],
    ['User-Agent', `${TOOL.name}/${TOOL.version}`],
    ...common,
  ];
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const request = {
    method,
    path: url.pathname + url.search,
    headers: [
      ...defaults.filter(([name]) => !own.has(name.toLowerCase())),
      ...headers,
      ...(bytes || method !== 'GET' ? [['Content-Length', String(bytes?.length ?? 0)] as const] : []),
    ],
    ...(bytes ? { body: bytes } : {}),
  };
  const at = isTarget ? target : parseTarget(url.origin);
  const { response, error } = await send(request, at, { ...LIMITS, timeoutMs }, signal);
  if (error?.kind === 'unreachable') throw new UsageError(error.message);
  if (error) throw new UsageError(`${shownAddress(url)} ${error.message}`);
  if (!response) throw new UsageError(`${shownAddress(url)} gave no answer`);
  return response;
}

/** Says how a request was answered, and nothing of the content: "was answered 302, which leads to https://other.example". */
export function howItAnswered(response: Response, url: URL): string {
  const [location] = fieldValues(response, 'location');
  const { status } = response;
  if (status < 300 || status > 399 || location === undefined) return `was answered ${status}`;
  const leads = URL.canParse(location, url.href) ? new URL(location, url.href).origin : 'no URL';
  return `was answered ${status}, which leads to ${leads}; no redirect is followed`;
}

/** Reads the JSON of an answer. @throws UsageError if it is none. */
export function jsonOf(response: Response, url: URL): unknown {
  const content = undoCodings(response);
  const [type = 'without a type'] = fieldValues(response, 'content-type').map((value) => bareType(value));
  try {
    if (Buffer.isBuffer(content)) return JSON.parse(content.toString('utf8'));
  } catch {
    // What it is instead is said below.
  }
  throw new UsageError(`${shownAddress(url)} ${howItAnswered(response, url)}, with content that is no JSON (${type})`);
}
