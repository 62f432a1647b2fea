/**
 * The credentials that a mock with `--auth` takes: those alone that its own answers have handed out, as a login does, until they expire or are given
 * up. Another one is as none, so that the engine refuses it as it refuses a request without a credential.
 */

import type { Contract, Operation, SecurityScheme } from '../../src/contract/contract';
import { memberSchemas } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { readCookies } from '../../src/http/cookies';
import { isSuccess } from '../../src/http/statuses';
import { isObject, jsonOfText } from '../../src/json/value';
import { endsSession } from '../../src/resources/destructiveness';
import { letsInByItself } from '../../src/resources/vocabulary/secrets';
import { remembered } from '../../src/support/caching';
import { UsageError } from '../../src/support/errors';
import type { Answer, EngineRequest } from '../engine/engine';

/** So many credentials are kept, the newest ones. */
const MOST_KEPT = 10_000;

/** How deep a token may lie in an answer: `{ "data": { "session": { "token": … } } }`. */
const DEEPEST = 4;

/** A shorter text is no token, in characters. */
const LEAST_LENGTH = 4;

/** Why a request was refused. */
export const NOT_HANDED_OUT = 'its credential is none that this mock has answered, or has expired (--auth)';

export class HandedOut {
  /** When each expires, by `now`; infinite for one that says nothing of it. */
  private readonly expiries = new Map<string, number>();

  /**
   * @param now the clock, in milliseconds.
   * @throws UsageError if no operation of the contract answers a token or sets a cookie, since nobody could be let in then.
   */
  constructor(
    { operations }: Pick<Contract, 'operations'>,
    private readonly now: () => number = () => performance.now(),
  ) {
    if (!operations.some(handsOut))
      throw new UsageError(
        '--auth takes the tokens that the mock itself has answered, and no operation of the contract answers one; leave --auth out.',
      );
  }

  /** Returns the request without the credentials that were not handed out. What hands them out is asked with any. */
  admitted(request: EngineRequest): { readonly request: EngineRequest; readonly isRefused: boolean } {
    const { operation, headers, query } = request;
    const unknown = handsOut(operation) ? [] : schemesOf(operation).filter((each) => !this.isKnown(each, request));
    if (unknown.length === 0) return { request, isRefused: false };
    const dropped = new Set(
      unknown.map(({ in: where, field }) => (where === 'cookie' ? 'cookie' : field.toLowerCase())),
    );
    const inQuery = unknown.flatMap(({ in: where, field }) => (where === 'query' ? field : []));
    const left = new URLSearchParams([...query].filter(([name]) => !inQuery.includes(name)));
    return {
      request: {
        ...request,
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name))),
        query: inQuery.length > 0 ? left : query,
      },
      isRefused: true,
    };
  }

  /** Takes note of what an answer hands out, and of what a logout gives up. */
  note(operation: Operation, request: EngineRequest, { status, headers, body }: Answer): void {
    if (!isSuccess(status)) return;
    if (endsSession(operation) && !operation.safe)
      for (const scheme of schemesOf(operation)) this.expiries.delete(credentialOf(scheme, request) ?? '');
    for (const [name, value] of Object.entries(headers))
      if (name.toLowerCase() === 'set-cookie')
        for (const cookie of readCookies(value.split(';', 1)[0] ?? '')) this.keep(cookie.value);
    if (operation.safe || body === undefined) return;
    const members = [...scalars(jsonOfText(String(body)))];
    const seconds = members.find(([name]) => /^expires?_?in$/i.test(name))?.[1];
    for (const [name, value] of members)
      if (letsInByItself(name) && typeof value === 'string' && value.length >= LEAST_LENGTH)
        this.keep(value, typeof seconds === 'number' ? this.now() + seconds * 1000 : undefined);
  }

  /** Knows those of another one, too: the contract was loaded again. */
  takeOver({ expiries }: HandedOut): void {
    for (const [credential, expiry] of expiries) this.keep(credential, expiry);
  }

  /** Forgets all of them. */
  reset(): void {
    this.expiries.clear();
  }

  private keep(credential: string, expiry = Number.POSITIVE_INFINITY): void {
    this.expiries.delete(credential);
    this.expiries.set(credential, expiry);
    const [oldest] = this.expiries.keys();
    if (this.expiries.size > MOST_KEPT && oldest !== undefined) this.expiries.delete(oldest);
  }

  /** Whether a credential was handed out, or is of a kind that no answer hands out: a user with a password, a certificate. */
  private isKnown(scheme: SecurityScheme, request: EngineRequest): boolean {
    const credential = credentialOf(scheme, request);
    return credential === undefined || (this.expiries.get(credential) ?? Number.NEGATIVE_INFINITY) > this.now();
  }
}

/** Returns the schemes of an operation whose credentials an answer may hand out. */
const schemesOf = remembered(({ security }: Operation): SecurityScheme[] => {
  return security.alternatives
    .flatMap(({ schemes }) => schemes)
    .filter(({ in: where, http }) => ['header', 'query', 'cookie'].includes(where) && (http ?? 'bearer') === 'bearer');
});

/** Returns the credential that a request shows for a scheme; undefined if it shows none. */
function credentialOf(
  { in: where, field, http }: SecurityScheme,
  { headers, query }: EngineRequest,
): string | undefined {
  if (where === 'query') return query.get(field) ?? undefined;
  if (where === 'cookie') return readCookies(headers['cookie'] ?? '').find(({ name }) => name === field)?.value;
  const value = headers[field.toLowerCase()];
  if (value === undefined || http === undefined) return value;
  return /^bearer +(\S+)$/i.exec(value)?.[1];
}

/** Whether the contract says that an operation answers a token, or sets a cookie. */
const handsOut = remembered(({ safe, responses }: Operation): boolean => {
  return responses.some(
    ({ status, headers, media }) =>
      status.startsWith('2') &&
      (headers.some(({ name }) => name.toLowerCase() === 'set-cookie') ||
        (!safe && media.some(({ schema }) => schema !== undefined && holdsToken(schema, 0)))),
  );
});

function holdsToken(schema: Schema, depth: number): boolean {
  if (depth > DEEPEST) return false;
  return [...memberSchemas(schema)].some(
    ([name, members]) => letsInByItself(name) || members.some((member) => holdsToken(member, depth + 1)),
  );
}

function* scalars(value: unknown, depth = 0): Generator<readonly [name: string, value: unknown]> {
  if (!isObject(value) || depth > DEEPEST) return;
  for (const [name, each] of Object.entries(value)) {
    if (isObject(each)) yield* scalars(each, depth + 1);
    else yield [name, each];
  }
}
