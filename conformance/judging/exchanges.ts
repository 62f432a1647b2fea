/** Answers questions that several rules have about an exchange, such as which methods its `Allow` names. */

import { declaredResponse, LONGEST_ACTUAL, type Operation } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Subject } from '../../src/engine/model/rule';
import { askedAt } from '../../src/engine/request/askedAt';
import { fieldValues, type Response, saysClose } from '../../src/http/message';
import { isNotFound, isSuccess, isWithoutContent } from '../../src/http/statuses';
import { printable } from '../../src/redaction/printable';
import { isSameInput } from '../../src/serialization/input';
import { sum } from '../../src/support/collections';

/** Returns the path of what a request named, with its query: a credential that stands there is no part of it. */
export function namedBy({ case: each, request }: Pick<Exchange, 'case' | 'request'>): string {
  return askedAt(each.request, request.path);
}

/** Returns the status line as the target wrote it: "404 Not Found". */
export function statusLine({ status, statusText }: Response): string {
  return `${status} ${statusText}`.trim();
}

/**
 * Names the parameter that the subject of a violation is about; empty if it is about the body. The clause of a parameter does not tell
 * which one it is, since its place in the list may change. Example: "/0 of ids in the query" is about "ids in the query".
 */
export function nameOfParameter(subject: string): string {
  const name = subject.replace(/^\/\S* of /, '');
  return / in the \w+$/.test(name) ? name : '';
}

/** What came instead of a header field, in our own words. */
export const NO_SUCH_FIELD = { actual: 'no such field', ownWords: ['no such field'] } as const;

/** Returns the methods that a response names in `Allow`, in upper case: "Allow = [ method *( OWS "," OWS method ) ]" (RFC 9110 §10.2.1). */
export function allowedMethods(response: Response): string[] {
  const names = fieldValues(response, 'allow').flatMap((value) => value.split(','));
  return names.map((name) => name.trim().toUpperCase()).filter((name) => name !== '');
}

/** Says with which status something was answered: "200 OK to no Authorization header". @param asked in our own words. */
export function statusTo(response: Response, asked: string): Pick<Breach, 'actual' | 'ownWords'> {
  return { actual: `${statusLine(response)} to ${asked}`, ownWords: [` to ${asked}`] };
}

/** Binds a rule to the operation as a whole. */
export function wholeOperation(operation: Operation): Subject[] {
  return [{ operation, clause: operation.clause }];
}

/** Binds a rule to each response that is declared with content. */
export function responsesWithContent(operation: Operation): Subject[] {
  // An answer to HEAD never has content, also if content is declared.
  if (operation.method === 'HEAD') return [];
  return operation.responses.flatMap((response) => {
    // Some statuses never have content, also if content is declared.
    if (isWithoutContent(Number(response.status))) return [];
    // A name that is no media type cannot be answered with.
    const [first] = response.media.filter(({ type }) => /^[^/\s]+\/[^/\s]+$/.test(type));
    return first ? [{ operation, response, clause: first.clause }] : [];
  });
}

/** Returns the response if it is complete and the subject is about it; else undefined. */
export function responseOf(exchange: Exchange, subject: Subject): Response | undefined {
  const { response, error, case: each } = exchange;
  // The contract says nothing about a request with another method than that of the operation.
  if (!response || error || each.request.method !== undefined) return undefined;
  const { operation } = each.request;
  if (isTooLong(exchange) && !operation.responses.some(({ status }) => status === String(response.status)))
    return undefined;
  return declaredResponse(operation, response.status) === subject.response ? response : undefined;
}

/** Tells whether an answer is a success that only `default` covers, beside successes that are declared: so `default` is for errors. */
export function isUndeclaredSuccess({ status }: Response, { operation, response }: Subject): boolean {
  const isOfDefault = response?.status.toLowerCase() === 'default';
  return isOfDefault && isSuccess(status) && operation.responses.some((each) => /^2/.test(each.status));
}

/**
 * Tells whether a request was refused since it is too long. Every server should accept a request line of 8000 octets (RFC 9112 §3). If a
 * longer one is refused, often a server before the service does it (RFC 6585 §5).
 */
function isTooLong({ request, response }: Exchange): boolean {
  return (response?.status === 414 || response?.status === 431) && headLength(request) > SURELY_READ;
}

/** So many octets of a request every server should read (RFC 9112 §3). */
const SURELY_READ = 8000;

function headLength({ path, headers }: Exchange['request']): number {
  return sum([path.length, ...headers.flat().map(({ length }) => length)]);
}

/**
 * Tells whether a connection was reset after the head of a refusal that has no length, since the server had not read the whole request. What
 * came may be all of the answer: a server that closes a connection while bytes arrive makes its system send a reset (RFC 9112 §9.6). Example:
 * Node answers a query of 20 KB with `431` and `Connection: close`.
 */
export function isRefusedUnread({ request, response, error }: Exchange): boolean {
  if (error?.kind !== 'reset' || response === null || response.status < 400) return false;
  const has = (name: string) => fieldValues(response, name).length > 0;
  if (has('content-length') || has('transfer-encoding')) return false;
  return saysClose(response) && headLength(request) + (request.body?.length ?? 0) > SURELY_READ;
}

/** Returns a text for a finding, in one line. It is cut again when secrets are removed. */
export function quoted(text: string): string {
  return printable(text.slice(0, LONGEST_ACTUAL)).replaceAll('\n', '\\n');
}

/** Tells whether the target asked to wait (RFC 6585 §4). Such an answer says nothing about the request. */
export function isRateLimited({ response }: Exchange): boolean {
  return response?.status === 429;
}

/** Tells whether a 503 says when the target will be there again: "to indicate … the appropriate amount of time for the client to wait" (RFC 9110 §15.6.4). */
export function asksForPatience(response: Response): boolean {
  return response.status === 503 && fieldValues(response, 'retry-after').length > 0;
}

/**
 * Says why a valid request may find that its thing is gone:
 * `used-up`: another operation used it up, or removed what it may lie in.
 * `acted-on`: an earlier request on it, which should have changed nothing, was answered with success.
 * `refusal`: only refused requests came before, and the same request on a thing without refused requests succeeded. Without such a
 * second thing, nobody can tell an effect of a refusal from a value that never existed.
 */
export function whyGone(exchange: Exchange, context: Context): 'used-up' | 'acted-on' | 'refusal' | undefined {
  const { response } = exchange;
  if (!response || isSuccess(response.status) || isRateLimited(exchange)) return undefined;
  // Whatever but these is answered to another credential than that of most requests may be due to it.
  const { isFurther } = exchange.case.request;
  if (isFurther && response.status !== 404 && response.status !== 410) return undefined;
  // These are read only here, since finding them takes a while in a large run.
  const { earlier, all } = context;
  const effective = earlier.filter(
    (other) => other.case.chain?.step !== 'make' && !other.case.request.operation.safe && mayHaveActed(other),
  );
  if (effective.some((other) => other.case.request.operation !== exchange.case.request.operation)) return 'used-up';
  if (isNotFound(response.status) && effective.length === 0 && isWithinRemoved(exchange, context)) return 'used-up';
  if (exchange.case.request.operation.safe) return undefined;
  if (effective.some((other) => other.case.claim.probe !== 'valid')) return 'acted-on';
  // What the same operation has made may not be made again.
  if (earlier.some((other) => other.case.chain?.step === 'make' && isSameOperation(other, exchange))) return undefined;
  const untouched = all.some(
    (other) =>
      other.case.claim.probe === 'valid' &&
      // Only a value that is not there is not there for any credential.
      (isNotFound(response.status) || !other.case.request.isFurther) &&
      // A request with another input may have been refused for that input.
      isSameInput(other.case.request.input, exchange.case.request.input) &&
      succeeded(other) &&
      !all.some(({ index, case: { touches } }) => touches.thing === other.case.touches.thing && index < other.index),
  );
  return earlier.some((other) => other.case.claim.probe !== 'valid') && untouched ? 'refusal' : undefined;
}

/** Tells whether the run has removed what the thing of a request may lie in. */
function isWithinRemoved(exchange: Exchange, { touches }: Context): boolean {
  return touches
    .between(undefined, exchange)
    .some(({ index, nearness }) => nearness === 'removal' && index !== exchange.index);
}

function isSameOperation(one: Exchange, other: Exchange): boolean {
  return one.case.request.operation === other.case.request.operation;
}

/** Tells whether a request may have had an effect. One that failed because Espalier itself was delayed may have had one, too. */
function mayHaveActed(exchange: Pick<Exchange, 'response' | 'error'>): boolean {
  return succeeded(exchange) || exchange.error?.kind === 'stalled';
}

function succeeded({ response }: Pick<Exchange, 'response'>): boolean {
  return response !== null && isSuccess(response.status);
}
