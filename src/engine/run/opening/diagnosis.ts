/** What first answers say together: that a credential is not taken, or that nothing of the contract is there. */

import { declaredResponse, type Operation } from '../../../contract/contract';
import { bareType } from '../../../http/mediaType';
import { fieldValues, type Response } from '../../../http/message';
import { isAccessDenial, isOverload, isSuccess } from '../../../http/statuses';
import { percentDecoded } from '../../../http/uri';
import type { Stop } from '../../../report/outcome';
import { joinedByAnd } from '../../../support/words';
import type { Exchange } from '../../model/exchange';
import { isAsDeclared } from './wrongBasePath';

export function isAccessDenied({ response }: Pick<Exchange, 'response'>): boolean {
  return isAccessDenial(response?.status);
}

/** Whether the target, or what stands before it, says that it cannot answer now. */
export function isOverloaded({ response }: Pick<Exchange, 'response'>): boolean {
  return response !== null && isOverload(response.status);
}

/**
 * Whether it is answered as a path that a service does not know: by a 404 or a redirect, or by a page, none of which is declared so. A 405
 * knows the path: only this operation of it is missing (RFC 9110 §15.5.6).
 */
export function isLost({ case: each, request, response }: Exchange): boolean {
  if (!response) return false;
  const { operation } = each.request;
  const { status, body } = response;
  if (status === 404) {
    const isDeclaredBare = declaredResponse(operation, status)?.media.length === 0;
    return !isAsDeclared(response, operation) || (isDeclaredBare && body.length > 0);
  }
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  if (isRedirect) return !isMeant(response, operation) && !leadsToItself(request.path, response);
  return isSuccess(status) && isUndeclaredPage(operation, response);
}

/** Whether the contract declares a redirect: by its status, or by a `default` that it keeps. */
function isMeant(response: Response, operation: Operation): boolean {
  const declared = declaredResponse(operation, response.status);
  return declared !== undefined && (declared.status !== 'default' || isAsDeclared(response, operation));
}

/** Whether a redirect leads to the same path with or without a slash at its end. */
function leadsToItself(path: string, response: Response): boolean {
  const [location = ''] = fieldValues(response, 'location');
  return bare(location) === bare(path) && !/^https:/i.test(location);
}

/** Returns the path of a URL or of a reference, without a slash at its end. */
function bare(reference: string): string {
  return reference
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .toLowerCase();
}

function isUndeclaredPage(operation: Operation, response: Response): boolean {
  const [type = ''] = fieldValues(response, 'content-type').map((value) => bareType(value));
  if (type !== 'text/html') return false;
  const declared = declaredResponse(operation, response.status);
  return !declared?.media.some(({ type: one }) => [type, 'text/*', '*/*'].includes(bareType(one)));
}

/** What is longer is no page that says that there is nothing, in bytes. */
const LARGEST = 64 * 1024;

/** Whether all answers are the same, but for what they say of their requests. An example: "Cannot GET /things" and "Cannot GET /users". */
export function areAlike(exchanges: readonly Exchange[]): boolean {
  return new Set(exchanges.map((each, at) => signatureOf(each) ?? at)).size <= 1;
}

/** Returns what an answer says; undefined if it is too long. */
function signatureOf({ request, response }: Exchange): string | undefined {
  if (!response || response.body.length > LARGEST) return undefined;
  const { status, body } = response;
  const type = fieldValues(response, 'content-type').map((value) => bareType(value));
  const location = status >= 300 && status < 400 ? fieldValues(response, 'location') : [];
  const said = withoutRequest([...location, body.toString()].join('\n'), request.path);
  return [status, type, said].join('\n');
}

/** Takes out of a text what differs with each request: its path and its query, and whatever has digits, such as times and ids. */
function withoutRequest(text: string, path: string): string {
  const plain = text.replaceAll('\\/', '/').replaceAll('&#x2F;', '/').replaceAll('&amp;', '&');
  const [way = ''] = path.split('?');
  // The longest first: with its query, and without the slash at its beginning.
  return [path, way]
    .flatMap((each) => [each, each.slice(1), encodeURIComponent(each), percentDecoded(each)])
    .filter((each) => each.length > 1)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, each) => rest.replaceAll(each, '…'), plain)
    .replace(/[\w-]*\d[\w-]*/g, '#');
}

/** @param answers of requests that carried a credential. @param credentialOf names it, and where it was handed over. */
export function whyCredentialRefused(
  answers: readonly Exchange[],
  credentialOf: (operation: Operation) => string,
): Stop {
  const credentials = [...new Set(answers.map(({ case: { request } }) => credentialOf(request.operation)))];
  const statuses = [...new Set(answers.map(({ response }) => response?.status))].join(' or ');
  const isOne = answers.length === 1;
  const valid = answers.every(({ case: { claim } }) => claim.probe === 'valid') ? 'valid ' : '';
  const carried = `that carried ${credentials.length === 1 ? 'it' : 'them'}`;
  const which = isOne ? `the one ${valid}request ${carried}` : `all ${answers.length} ${valid}requests ${carried}`;
  const reason = `the target refused ${joinedByAnd(credentials)} on ${which}, with ${statuses} (${namesOf(answers)}). Has it expired, is it meant for this target, does it allow ${isOne ? 'this operation' : 'these operations'}?`;
  return { reason, provenStands: false };
}

export function whyNotReady(answers: readonly Exchange[]): Stop {
  const statuses = [...new Set(answers.map(({ response }) => response?.status))].join(' or ');
  const reason = `the target is not ready: it answered ${statuses} to each of the first ${answers.length} requests (${namesOf(answers)})${answers.every(({ failedBefore }) => failedBefore) ? ', and again when they were repeated' : ''}. Is it still starting, or is what it needs not running?`;
  return { reason, provenStands: false };
}

/** What answered below another base path. */
interface Elsewhere {
  readonly basePath: string;
  readonly below: Exchange;
}

/** @param url the base URL of the target. @param elsewhere where something was found. */
export function whyNothingFound(answers: readonly Exchange[], url: string, elsewhere?: Elsewhere): Stop {
  const asked = `nothing of this contract was found below ${url}: ${namesOf(answers)} ${answers.length === 1 ? 'was' : 'were all'} ${howAnswered(answers[0])}`;
  return { reason: `${asked}. ${adviceFor(answers, url, elsewhere)}`, provenStands: false };
}

function adviceFor([first]: readonly Exchange[], url: string, elsewhere: Elsewhere | undefined): string {
  if (elsewhere)
    return `Below ${new URL(url).origin}${elsewhere.basePath || '/'}, ${elsewhere.below.case.request.operation.name} was answered ${elsewhere.below.response?.status}. Is that the base URL to name?`;
  const [location = ''] = first?.response ? fieldValues(first.response, 'location') : [];
  const isMoved = first !== undefined && /^https?:/i.test(location) && bare(location) === bare(first.request.path);
  if (isMoved && URL.canParse(location))
    return `Is ${new URL(location).origin}${new URL(url).pathname.replace(/\/$/, '')} the base URL to name?`;
  return 'Is the base path right, and is this the service that the contract describes? If only these operations are still missing, name those that are there with --operation.';
}

function howAnswered(answer: Exchange | undefined): string {
  const { status = 0 } = answer?.response ?? {};
  const [location] = answer?.response ? fieldValues(answer.response, 'location') : [];
  if (status >= 300 && location !== undefined) return `answered ${status}, which leads to ${location}`;
  return status < 300
    ? `answered ${status} with an HTML page, which the contract does not declare`
    : `answered ${status}`;
}

const MOST_NAMED = 3;

function namesOf(answers: readonly Exchange[]): string {
  const names = [...new Set(answers.map(({ case: { request } }) => request.operation.name))];
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : joinedByAnd(names);
}
