/** Judges the requests that a service sends as callbacks. */

import type { DeclaredCallback, Operation } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach } from '../../src/engine/model/rule';
import { codingsOf, undoCodings } from '../../src/http/codings';
import { SAFE_METHODS } from '../../src/http/methods';
import { callbackPlaces } from '../../src/resources/callbackUrls';
import { type RequestPlace, type RequestViolation, requestViolations } from '../../src/serialization/requestViolations';
import { quoted } from './exchanges';

interface JudgedCallback {
  /** The callback that the request is, or is most like. */
  readonly declared: DeclaredCallback;
  readonly breaches: readonly Breach[];
}

/**
 * Judges a request by the callback that it is. Where several callbacks come to one URL, it is enough that it is one of them.
 * @returns undefined for a request that only looks whether something is there: some services do before they send anything.
 */
export function judgeCallback(received: Exchange): JudgedCallback | undefined {
  const { calledBack, request } = received;
  const { operation } = received.case.request;
  const callbacks = calledBack ? (callbackPlaces(operation)[calledBack.place]?.callbacks ?? []) : [];
  const [first] = callbacks;
  if (!calledBack || !first) return undefined;
  const ofMethod = callbacks.filter(({ declared }) => declared.operation.method === request.method);
  if (ofMethod.length === 0 && SAFE_METHODS.has(request.method)) return undefined;
  const here = callbacks.filter(({ isBelow }) => isBelow.test(calledBack.below));
  const [nearest] = here;
  if (!nearest) return { declared: first.declared, breaches: [elsewhere(received, first.declared, first.below)] };
  const fitting = here.filter((each) => ofMethod.includes(each)).map(({ declared }) => declared);
  const judged = fitting
    .map((declared) => ({ declared, breaches: contentBreaches(received, declared) }))
    .sort((one, other) => one.breaches.length - other.breaches.length);
  return judged[0] ?? { declared: nearest.declared, breaches: [ofOtherMethod(received, nearest.declared)] };
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

function contentBreaches(received: Exchange, { name, operation }: DeclaredCallback): Breach[] {
  const read = asRead(received);
  const violations = requestViolations(operation, read, 'any').filter(({ path: [place] }) => place !== 'path');
  return violations.map((violation) => toBreach(violation, name, operation));
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
function asRead({ request, calledBack }: Exchange) {
  const body = request.body ?? Buffer.alloc(0);
  const content = calledBack?.isWhole ? undoCodings({ headers: request.headers, body }) : undefined;
  const bytes = Buffer.isBuffer(content) ? content : undefined;
  const isDecoded = bytes !== undefined && codingsOf(request).length > 0;
  const headers = Object.fromEntries(
    request.headers
      .map(([field, value]): [string, string] => [field.toLowerCase(), value])
      .filter(([field]) => !(isDecoded && field === 'content-encoding')),
  );
  const hidden: ReadonlySet<RequestPlace> = new Set(bytes ? ['path'] : ['path', 'body']);
  const { searchParams } = new URL(request.path, 'http://callback');
  return { values: new Map<string, string | undefined>(), query: searchParams, headers, bytes: bytes ?? body, hidden };
}
