/** Says which header fields pass between a client and the service behind the mock, and what is changed in them. */

import type { IncomingMessage } from 'node:http';
import { fieldsThatPass } from '../../src/http/fields';
import type { Fields } from '../../src/http/message';
import type { Target } from '../../src/wire/target';

/** Returns the fields of a request as the service gets them. A service on another machine gets its own name as `Host`. */
export function askedFields(request: IncomingMessage, { host, hostname }: Target): Map<string, string[]> {
  const isNear = /^(localhost|127\.[\d.]+|::1)$/.test(hostname);
  const fields = new Map<string, string[]>();
  const spelt = new Map<string, string>();
  for (const [name, value] of fieldsThatPass(pairs(request.rawHeaders))) {
    const key = name.toLowerCase();
    const first = spelt.get(key) ?? name;
    spelt.set(key, first);
    fields.set(first, [...(fields.get(first) ?? []), key === 'host' && !isNear ? host : value]);
  }
  if (!spelt.has('host')) fields.set('Host', [host]);
  if (request.headers['transfer-encoding'] !== undefined) fields.set('Transfer-Encoding', ['chunked']);
  return fields;
}

/** Turns Node's list of names and values into header fields. */
export function pairs(raw: readonly string[]): Fields {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
}

interface Answering {
  readonly target: Target;
  /** The URL by which the client knows the mock, without a path: `http://localhost:4010`. */
  readonly mock: string;
  /** Whether the mock says itself which pages may read the answer (CORS). */
  readonly cors: boolean;
}

/**
 * Returns the fields of the service's answer as the client gets them. Addresses and cookies of the service become those of the mock, so that
 * a browser stays with the mock.
 */
export function answeredFields(fields: Fields, { target, mock, cors }: Answering): Fields {
  const own = fieldsThatPass(fields).filter(([name]) => !cors || !/^access-control-/i.test(name));
  return own.map(([name, value]) => {
    if (/^(?:content-)?location$/i.test(name)) return [name, asOfMock(value, target, mock)];
    return /^set-cookie$/i.test(name) ? [name, cookieOfMock(value, target, mock)] : [name, value];
  });
}

/** `http://localhost:8080/v1/orders/7` → `http://localhost:4010/orders/7` if the service is at `http://localhost:8080/v1`. */
function asOfMock(location: string, { origin, basePath }: Target, mock: string): string {
  const isWhole = location === origin || location.startsWith(`${origin}/`);
  const path = isWhole ? location.slice(origin.length) : location;
  const below = path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) || '/' : path;
  return isWhole ? mock + below : below;
}

/** Removes the name of the service and its base path from a cookie, and over plain HTTP what browsers keep for HTTPS alone. */
function cookieOfMock(cookie: string, { hostname, basePath, tls }: Target, mock: string): string {
  const isPlain = tls !== undefined && mock.startsWith('http:');
  const [pair = '', ...attributes] = cookie.split(';');
  const kept = attributes.flatMap((attribute) => {
    const [, name = '', value = ''] = /^\s*([^=\s]*)\s*=?\s*(.*?)\s*$/.exec(attribute) ?? [];
    const key = name.toLowerCase();
    if (key === 'domain' && `.${hostname}`.endsWith(`.${value.replace(/^\./, '')}`)) return [];
    if (isPlain && (key === 'secure' || (key === 'samesite' && /^none$/i.test(value)))) return [];
    if (key !== 'path' || basePath === '' || !value.startsWith(basePath)) return [attribute];
    return [` Path=${value.slice(basePath.length) || '/'}`];
  });
  return [pair, ...kept].join(';');
}
