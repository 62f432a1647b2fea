/** What several rules ask of an exchange. */

import {
  type DeclaredResponse,
  declaredResponse,
  LONGEST_ACTUAL,
  type Media,
  type Operation,
} from '../../src/contract/contract';
import type { ProbeName } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Context, Subject } from '../../src/engine/model/rule';
import { fieldValues, type Response } from '../../src/http/message';
import { isSuccess, isWithoutContent } from '../../src/http/statuses';
import { printable } from '../../src/redaction/printable';
import { sum } from '../../src/support/collections';

/** For rules that any exchange exercises. */
export const EVERY_PROBE: readonly ProbeName[] = [
  'anonymous',
  'invalid',
  'lookalike',
  'valid',
  'again',
  'provoke',
  'scheme',
  'unknown',
  'wrong-token',
  'method',
  'state',
];

/** "404 Not Found", as the target put it. */
export function statusLine({ status, statusText }: Response): string {
  return `${status} ${statusText}`.trim();
}

/** Binds a rule to the operation as a whole. */
export function wholeOperation(operation: Operation): Subject[] {
  return [{ operation, clause: operation.clause }];
}

/** Binds a rule to each response that is declared with content. */
export function responsesWithContent(operation: Operation): Subject[] {
  // The answer to HEAD has none, whatever is declared for it.
  if (operation.method === 'HEAD') return [];
  return operation.responses.flatMap((response) => {
    // Whatever is declared for them, these have none.
    if (isWithoutContent(Number(response.status))) return [];
    // What is no media type at all nobody can answer with.
    const [first] = response.media.filter(({ type }) => /^[^/\s]+\/[^/\s]+$/.test(type));
    return first ? [{ operation, response, clause: first.clause }] : [];
  });
}

/** The response, where it is complete and is the declared one that the subject is about. */
export function responseOf(exchange: Exchange, subject: Subject): Response | undefined {
  const { response, error, case: each } = exchange;
  // Of another method than the operation's, the contract says nothing.
  if (!response || error || each.request.method !== undefined) return undefined;
  const { operation } = each.request;
  if (isTooLong(exchange) && !operation.responses.some(({ status }) => status === String(response.status)))
    return undefined;
  return declaredResponse(operation, response.status) === subject.response ? response : undefined;
}

/** A request line of 8000 octets is what all are to take; what refuses a longer one is seldom the service (RFC 9112 §3, RFC 6585 §5). */
function isTooLong({ request, response }: Exchange): boolean {
  if (response?.status !== 414 && response?.status !== 431) return false;
  return sum([request.path.length, ...request.headers.flat().map(({ length }) => length)]) > 8000;
}

export function isJson(type: string): boolean {
  return /^[^/]+\/(json|[^/]*\+json)$/.test(type);
}

/** The type by which to read a response: the declared one, or within a declared range the one that it names. */
export function readableType(response: Response, { type }: Media): string {
  const [contentType = ''] = fieldValues(response, 'content-type');
  return type.endsWith('/*') ? (mediaTypeOf(contentType) ?? type) : type;
}

/** Type and subtype of a `Content-Type` in lower case; undefined where they are malformed (RFC 9110 §8.3.1). */
export function mediaTypeOf(contentType: string): string | undefined {
  const [type = ''] = contentType.split(';', 1);
  return /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(type.trim())
    ? type.trim().toLowerCase()
    : undefined;
}

/** The declared media type that `type` is one of: itself, else its range, else any (OpenAPI 3.1 §4.8.17). */
export function declaredMedia({ media }: DeclaredResponse, type: string): Media | undefined {
  const [main] = type.split('/');
  const keys = [type, `${main}/*`, '*/*'];
  return keys.flatMap((key) => media.filter((each) => each.type === key))[0];
}

/**
 * The media types by which a response may be read: those that it names, which are several where they differ in
 * parameters only, else the only one that it could have.
 */
export function effectiveMedia(response: Response, declared: DeclaredResponse): readonly Media[] {
  const [contentType] = fieldValues(response, 'content-type');
  if (contentType === undefined) return declared.media.length === 1 ? declared.media : [];
  const type = mediaTypeOf(contentType);
  const found = type === undefined ? undefined : declaredMedia(declared, type);
  return declared.media.filter((each) => each.type === found?.type);
}

/** A text for a finding, in one line; it is cut to a readable length where what is secret is taken out, which comes first. */
export function quoted(text: string): string {
  return printable(text.slice(0, LONGEST_ACTUAL)).replaceAll('\n', '\\n');
}

/** A target that asks for patience says nothing of the request (RFC 6585 §4). */
export function isRateLimited({ response }: Exchange): boolean {
  return response?.status === 429;
}

/**
 * Why a valid request for something that was there may find it gone, through no fault of its own:
 * another operation used it up; or an earlier request on it, which should have changed nothing, was answered with
 * success; or only refused requests came before, and a resource on which none was tried did answer with success.
 * Without such a second resource nobody can tell an effect of a refusal from a value that never existed.
 */
export function whyGone(exchange: Exchange, context: Context): 'used-up' | 'acted-on' | 'refusal' | undefined {
  const { response } = exchange;
  if (!response || isSuccess(response.status) || isRateLimited(exchange)) return undefined;
  // In a large run that is a long way back.
  const { earlier, all } = context;
  const effective = earlier.filter(
    (other) => other.case.chain?.step !== 'make' && !other.case.request.operation.safe && mayHaveActed(other),
  );
  if (effective.some((other) => other.case.request.operation !== exchange.case.request.operation)) return 'used-up';
  if (exchange.case.request.operation.safe) return undefined;
  if (effective.some((other) => other.case.claim.probe !== 'valid')) return 'acted-on';
  const untouched = all.some(
    (other) =>
      other.case.claim.probe === 'valid' &&
      // What is refused for what it carries was not gone.
      other.case.request.input === exchange.case.request.input &&
      succeeded(other) &&
      !all.some(({ index, case: { touches } }) => touches.thing === other.case.touches.thing && index < other.index),
  );
  return earlier.some((other) => other.case.claim.probe !== 'valid') && untouched ? 'refusal' : undefined;
}

/** What failed while we were held up ourselves may have had its effect all the same. */
function mayHaveActed(exchange: Pick<Exchange, 'response' | 'error'>): boolean {
  return succeeded(exchange) || exchange.error?.kind === 'stalled';
}

function succeeded({ response }: Pick<Exchange, 'response'>): boolean {
  return response !== null && isSuccess(response.status);
}
