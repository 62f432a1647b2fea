/** Judges the requests that a service sends as callbacks. */

import type { DeclaredCallback, Operation } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach } from '../../src/engine/model/rule';
import { codingsOf, undoCodings } from '../../src/http/contentCodings';
import { SAFE_METHODS } from '../../src/http/methods';
import { isSuccess } from '../../src/http/statuses';
import { callbackPlaces } from '../../src/resources/callbackUrls';
import type { RequestViolation } from '../../src/serialization/requestViolation';
import type { JudgedRequest, RequestPlace } from '../../src/serialization/requestViolations';
import { asksInWords, isBare, isInTheMain, wrongIn } from './callbackLikeness';
import { quoted } from './exchanges';

interface JudgedCallback {
  readonly received: Exchange;
  /** The callback that the request is, or is most like. */
  readonly declared: DeclaredCallback;
  /** Undefined if the request is none of the callbacks, as far as anybody can tell. */
  readonly breaches: readonly Breach[] | undefined;
}

/**
 * Judges all that came to the URLs that an operation was given, each request by the callback that it is. Where several callbacks come to one URL,
 * it is enough that it is one of them. What only looks whether something is there (GET, HEAD, OPTIONS) is left out.
 *
 * A contract says what its callbacks are. It does not say that nothing else comes to the URL, and many services ask ahead whether the URL is
 * that of somebody who wants callbacks: they send a challenge or a ping, which hardly any contract declares. So a request fails only if it is a
 * callback in the main, such as one that lacks a member, or has another method: nobody asks ahead like that. Anything else is
 * - no callback, if the one that it is most like came as declared, too, or if the URL was refused, since then there is nothing to tell;
 * - no callback, if it has a word for asking, such as `challenge`; or if it says nothing at all, and has another method or place than any callback,
 *   or nothing else came: the service may wait for an answer that it understands before it sends more;
 * - perhaps the callback with nothing right in it, perhaps a question: a warning, which says so.
 */
export function judgeCallbacks(called: readonly Exchange[]): readonly JudgedCallback[] {
  const likened = called.flatMap(likenedOf);
  return likened.map((each) => ({ ...each, breaches: weighed(each, likened) }));
}

interface Likened {
  readonly received: Exchange;
  readonly declared: DeclaredCallback;
  readonly breaches: readonly Breach[];
  readonly read: JudgedRequest;
  readonly isInTheMain: boolean;
  /** It has the method and the place of the callback. */
  readonly isThere: boolean;
}

function weighed(each: Likened, all: readonly Likened[]): readonly Breach[] | undefined {
  const { received, declared, breaches, read, isThere } = each;
  const { response } = received.calledBack?.after ?? received;
  if (breaches.length === 0 || each.isInTheMain) return breaches;
  const atUrl = all.filter((other) => other.received.calledBack?.place === received.calledBack?.place);
  const cameToo = atUrl.some((other) => other.declared === declared && other.breaches.length === 0);
  if (cameToo || !response || !isSuccess(response.status) || asksInWords(read)) return undefined;
  const isAlone = !atUrl.some((other) => other.isInTheMain || other.breaches.length === 0);
  if (isBare(read) && (!isThere || isAlone)) return undefined;
  return breaches.map((breach) => ({ ...breach, level: 'should', expected: `${breach.expected}${UNLESS}` }));
}

const UNLESS = ', unless this asks whether somebody is there, and the callback comes later';

function likenedOf(received: Exchange): Likened[] {
  const { calledBack, request } = received;
  const { operation } = received.case.request;
  const callbacks = calledBack ? (callbackPlaces(operation)[calledBack.place]?.callbacks ?? []) : [];
  if (!calledBack || callbacks.length === 0) return [];
  const read = asRead(received);
  const each = callbacks.map(({ declared, below, isBelow }) => {
    const isHere = isBelow.test(calledBack.below);
    const isOfMethod = declared.operation.method === request.method;
    const breaches = !isHere
      ? [elsewhere(received, declared, below)]
      : isOfMethod
        ? wrongIn(declared.operation, read).map((violation) => toBreach(violation, declared.name, declared.operation))
        : [ofOtherMethod(received, declared)];
    return { received, declared, breaches, read, isThere: isHere && isOfMethod, isHere, isOfMethod };
  });
  if (!each.some(({ isOfMethod }) => isOfMethod) && SAFE_METHODS.has(request.method)) return [];
  const [nearest] = each
    .map((one) => ({ ...one, isInTheMain: isInTheMain(one.declared.operation, read) }))
    .sort((one, other) => rankOf(one) - rankOf(other) || one.breaches.length - other.breaches.length);
  return nearest ? [nearest] : [];
}

/** The lower, the more a request is like a callback. */
function rankOf(each: Likened & { readonly isHere: boolean; readonly isOfMethod: boolean }): number {
  return (each.isThere ? 0 : 8) + (each.isInTheMain ? 0 : 4) + (each.isHere ? 0 : 2) + (each.isOfMethod ? 0 : 1);
}

function elsewhere({ request }: Exchange, { name, operation, expression }: DeclaredCallback, below: string): Breach {
  return {
    message: `the callback ${name} comes to another URL than the contract says`,
    kind: 'url',
    names: [name],
    expected: `${expression}: the URL that was given${below === '' ? '' : `, and ${below} after it`}`,
    actual: `${request.method} ${quoted(request.path)}`,
    clause: operation.clause,
  };
}

function ofOtherMethod({ request }: Exchange, { name, operation }: DeclaredCallback): Breach {
  return {
    message: `the callback ${name} has another method than the contract says`,
    kind: 'method',
    names: [name],
    expected: operation.method,
    actual: request.method,
    clause: operation.clause,
  };
}

function toBreach(violation: RequestViolation, name: string, { clause: whole }: Operation): Breach {
  const { message, code, missing, sent, clause } = violation;
  const common = { kind: String(code), names: [name, violation.path.join('/')], clause: clause?.() ?? whole };
  if (code === 415)
    return {
      ...common,
      message: `the callback ${name} has a type of content that the contract does not declare`,
      expected: message,
      actual: sent ?? 'no Content-Type',
    };
  return {
    ...common,
    message: `in the callback ${name}, the ${message.replace(/^Request /, '')}`,
    expected: 'what the contract declares of the callback',
    actual: sent ?? (missing ? 'nothing' : 'see the request'),
    ...(sent === undefined ? { ownWords: [missing ? 'nothing' : 'see the request'] } : {}),
  };
}

/** Reads a request; what was not read, or cannot be decoded here, is hidden from judgement. */
function asRead({ request, calledBack }: Exchange): JudgedRequest {
  const body = request.body ?? Buffer.alloc(0);
  const content = calledBack?.isWhole ? undoCodings({ headers: request.headers, body }) : undefined;
  const bytes = Buffer.isBuffer(content) ? content : undefined;
  const isDecoded = bytes !== undefined && codingsOf(request).length > 0;
  const headers = Object.fromEntries(
    request.headers
      .map(([field, value]): [string, string] => [field.toLowerCase(), value])
      .filter(([field]) => !(isDecoded && field === 'content-encoding')),
  );
  const hidden = new Set<RequestPlace>(bytes ? ['path'] : ['path', 'body']);
  const { searchParams } = new URL(request.path, 'http://callback');
  return { values: new Map<string, string | undefined>(), query: searchParams, headers, bytes: bytes ?? body, hidden };
}
