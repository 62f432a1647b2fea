/** Asks the hooks that see a request what they add to it, and says what is wrong with one that throws, takes too long or changes what it may not. A hook never changes where a request goes, or what it asks for. */

import type { Operation, SecurityScheme } from '../../contract/contract';
import { isToken } from '../../http/fields';
import type { Request } from '../../http/message';
import { type Pair, withoutQuery } from '../../http/uri';
import { type Authorisation, present, together } from '../../serialization/credentials';
import { encodeQuery } from '../../serialization/writeParameter';
import { UsageError } from '../../support/errors';
import type { Target } from '../../wire/target';
import type { PlannedRequest } from '../model/case';
import type { Addition, Hooked, RequestHook } from '../model/hooks';
import { whyFailed } from '../usersFailure';

/** What of a planned request tells whether a hook sees it. */
type Asked = Pick<PlannedRequest, 'operation' | 'authorised' | 'authorisation' | 'misplaced' | 'user'>;

/** A request with what hooks have added; `hooked` is absent where none has. */
export interface HookedRequest {
  readonly request: Request;
  readonly hooked?: Hooked;
}

/** Stands for the credential of a scheme until its hook makes it. */
export function standIn({ name, http }: Pick<SecurityScheme, 'name' | 'http'>): string {
  const text = `made-by-a-hook-for-${name.replace(/[^\w-]/g, '-')}`;
  return http === 'basic' ? `hook:${text}` : text;
}

/**
 * Returns the hooks that see a request. One that makes the credential of a scheme sees the requests that would carry it. Any other one sees those
 * that carry their credentials as the contract wants it: what it adds may be one, and a request that leaves its credential out must not have it.
 */
export function hooksFor(hooks: readonly RequestHook[], asked: Asked): readonly RequestHook[] {
  const { operation, authorised, misplaced } = asked;
  const isPlain = (authorised || operation.security.alternatives.length === 0) && !misplaced;
  return hooks.filter(({ schemes, always }) => {
    if (schemes.length === 0) return always || isPlain;
    return !misplaced && holds(asked.authorisation, standInsOf(operation, schemes));
  });
}

/**
 * Lets hooks add to a request, one after another.
 * @param limitMs how long each of them may take, in milliseconds.
 * @throws UsageError that names the hook, where it throws, takes too long, or wants to change what it may not.
 */
export async function withAdditions(
  plain: Request,
  hooks: readonly RequestHook[],
  { operation, user }: Pick<Asked, 'operation' | 'user'>,
  target: Pick<Target, 'origin'>,
  limitMs: number,
): Promise<HookedRequest> {
  if (hooks.length === 0) return { request: plain };
  let request = withoutStandIns(
    plain,
    standInsOf(
      operation,
      hooks.flatMap(({ schemes }) => schemes),
    ),
  );
  const by: string[] = [];
  const headers: [string, string][] = [];
  const query: Pair[] = [];
  for (const hook of hooks) {
    const asked = { operation, user: user?.name, url: target.origin + request.path };
    const host = target.origin.replace(/^\w+:\/\//, '');
    const seen = { ...request, ...asked, host, body: request.body && Buffer.from(request.body) };
    const added = await additionOf(hook, () => hook.add(seen), limitMs);
    const fields = Object.entries(added.headers ?? {});
    const pairs = Object.entries(added.query ?? {}).map(([name, value]) => ({ name, value }));
    if (fields.length + pairs.length === 0) continue;
    refuseChanges(hook, request, fields, pairs);
    request = { ...request, path: withQuery(request.path, pairs), headers: withFields(request.headers, fields) };
    by.push(hook.name);
    headers.push(...fields);
    query.push(...pairs);
  }
  return by.length === 0 ? { request } : { request, hooked: { by, headers, query } };
}

/** Takes out of a request what hooks had added to it. */
export function withoutAdditions(
  request: Request,
  names: Readonly<Record<'headers' | 'query', readonly string[]>>,
): Request {
  const own = new Set(names.headers.map((name) => name.toLowerCase()));
  return {
    ...request,
    path: withoutQuery(request.path, names.query),
    headers: request.headers.filter(([name]) => !own.has(name.toLowerCase())),
  };
}

/** What a hook adds. @throws UsageError where it throws or takes too long, in words for the user. */
async function additionOf(
  { name }: RequestHook,
  add: () => ReturnType<RequestHook['add']>,
  limitMs: number,
): Promise<Addition> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`it took longer than ${limitMs} ms`)), limitMs);
  });
  try {
    const added = await Promise.race([Promise.resolve().then(add), tooLong]);
    return added ?? {};
  } catch (error) {
    throw new UsageError(`The hook ${name} failed: ${whyFailed(error)}.`);
  } finally {
    clearTimeout(timer);
  }
}

/** Fields that say where a request goes, how long it is, or that it means another method than the one that passed the gate. */
const FIXED =
  /^(host|connection|content-length|transfer-encoding|te|upgrade|expect|(x-)?http-method(-override)?|x-method-override|x-(original|rewrite)-url)$/i;
const FIXED_IN_QUERY = /^_method$/i;

/** Says why a header field of the user's own cannot be sent beside what a request has; undefined if it can. */
export function whyNoField(name: string, value: unknown): string | undefined {
  if (!isToken(name)) return `adds a header field whose name cannot be sent: ${JSON.stringify(name)}`;
  if (FIXED.test(name)) return `may not set ${name}: that would change where the request goes, or what it asks for`;
  if (typeof value !== 'string' || !/^[\t\x20-\x7e\xa0-\xff]*$/.test(value))
    return `adds ${name} with a value that no header field can hold`;
  return undefined;
}

/** Says the same of a member of the query. */
export function whyNoMember(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return `adds ${name} to the query with a value that is no text`;
  return FIXED_IN_QUERY.test(name) ? `may not set ${name}: that would change what the request asks for` : undefined;
}

function refuseChanges(
  { name: hook }: RequestHook,
  { path, headers }: Request,
  fields: readonly (readonly [string, unknown])[],
  pairs: readonly { readonly name: string; readonly value: unknown }[],
): void {
  const refuse = (what: string) => {
    throw new UsageError(`The hook ${hook} ${what}.`);
  };
  const there = new Set(headers.map(([name]) => name.toLowerCase()));
  for (const [name, value] of fields) {
    const why = whyNoField(name, value);
    if (why !== undefined) refuse(why);
    if (there.has(name.toLowerCase()) && !/^cookie$/i.test(name))
      refuse(`sets ${name}, which the request has already; a hook adds to a request, and changes nothing of it`);
  }
  const named = new Set(namesInQuery(path));
  for (const { name, value } of pairs) {
    const why = whyNoMember(name, value);
    if (why !== undefined) refuse(why);
    if (named.has(name)) refuse(`sets ${name} in the query, which the request has already`);
  }
}

function standInsOf({ security }: Operation, names: readonly string[]): Authorisation {
  const schemes = new Map(
    security.alternatives
      .flatMap((each) => each.schemes)
      .filter(({ name }) => names.includes(name))
      .map((scheme) => [scheme.name, scheme]),
  );
  return together([...schemes.values()].map((scheme) => present(scheme, standIn(scheme))));
}

/** Some requests write the name of a scheme in other letters: `bearer`. */
function holds(shown: Authorisation, wanted: Authorisation): boolean {
  const isShown = (list: readonly Pair[], pair: Pair) =>
    list.some(({ name, value }) => name === pair.name && value === pair.value);
  return (
    wanted.headers.some(([name, value]) =>
      shown.headers.some(([field, text]) => field === name && text.toLowerCase() === value.toLowerCase()),
    ) ||
    wanted.query.some((pair) => isShown(shown.query, pair)) ||
    wanted.cookies.some((pair) => isShown(shown.cookies, pair))
  );
}

function withoutStandIns(request: Request, { headers, query, cookies }: Authorisation): Request {
  const fields = new Set(headers.map(([name, value]) => `${name}: ${value}`.toLowerCase()));
  const pairs = new Set(cookies.map(({ name, value }) => `${name}=${value}`));
  const kept = request.headers.flatMap(([name, value]): [string, string][] => {
    if (fields.has(`${name}: ${value}`.toLowerCase())) return [];
    if (pairs.size === 0 || !/^cookie$/i.test(name)) return [[name, value]];
    const others = value.split('; ').filter((pair) => !pairs.has(pair));
    return others.length === 0 ? [] : [[name, others.join('; ')]];
  });
  const path = withoutQuery(
    request.path,
    query.map(({ name }) => name),
  );
  return { ...request, path, headers: kept };
}

function withFields(headers: Request['headers'], added: readonly (readonly [string, string])[]): Request['headers'] {
  const cookie = added.find(([name]) => /^cookie$/i.test(name));
  const isThere = cookie !== undefined && headers.some(([name]) => /^cookie$/i.test(name));
  if (!isThere) return [...headers, ...added];
  return [
    ...headers.map(([name, value]) => [name, /^cookie$/i.test(name) ? `${value}; ${cookie[1]}` : value] as const),
    ...added.filter((field) => field !== cookie),
  ];
}

function withQuery(path: string, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${encodeQuery(pairs, false)}`;
}

function namesInQuery(path: string): string[] {
  const at = path.indexOf('?');
  return at < 0 ? [] : [...new URLSearchParams(path.slice(at + 1)).keys()];
}
