/**
 * Says what somebody else could do with a thing that the run made: see it, change it, remove it, or learn that it exists. It counts only what the
 * answers prove: the thing is known by a text that nothing else has, and what was done to it by what its maker is shown afterwards.
 */

import { isImprobable } from '../../src/engine/ledger/ownership';
import type { Allowance, Case } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import { isNotFound, isSuccess } from '../../src/http/statuses';
import { hasSureToken } from '../../src/resources/tokens';
import { lastName, namesItem } from '../../src/routing/pathTemplate';
import { effective } from './chainState';
import { around, isDone } from './chainSteps';
import { describeKept } from './keptMembers';
import { isMissing } from './missing';

/** What somebody else did with a thing, as the end of "with the other credential: 200 OK, …". */
export interface Trespass {
  readonly what: 'shown' | 'listed' | 'changed' | 'removed' | 'told apart';
  /** What shows it to the maker. */
  readonly after?: Exchange;
  /** In a few words, what the answers show. */
  readonly how: string;
}

function isByOther({ chain }: Pick<Case, 'chain'>): boolean {
  return chain?.step === 'by-other';
}

/**
 * Returns how far a request of somebody else came.
 * @returns `kept` if it came to nothing; undefined if nobody can tell.
 */
export function trespassOf(exchange: Exchange, chain: readonly Exchange[]): Trespass | 'kept' | undefined {
  const { response, error, case: each } = exchange;
  if (!isByOther(each) || !response || error) return undefined;
  const trespass = isRead(each) ? trespassByReading(exchange, chain) : trespassByChange(exchange, chain);
  // A credential that is let in nowhere shows nothing.
  return trespass === 'kept' && !isLetIn(chain) ? undefined : trespass;
}

/** Tells whether the credential of somebody else works: some request with it was answered by who knows whom it names. */
function isLetIn(chain: readonly Exchange[]): boolean {
  return chain.some(
    ({ case: { request }, response }) =>
      request.byOther && response && (isSuccess(response.status) || isNotFound(response.status)),
  );
}

/** Tells whether what came before in a chain allows a request. */
export function isAllowed(allowance: Allowance, chain: readonly Exchange[]): boolean {
  const asked = chain.findLast(({ case: each }) => isByOther(each) && isRead(each) && isOfItem(each));
  if (!asked) return false;
  const isSame = isSuccess(asked.response?.status ?? 0) && showsMade(asked, chain);
  switch (allowance) {
    case 'same':
      return isSame;
    case 'nobody else': {
      const { operation, values } = asked.case.request;
      return isSame || isImprobable(values[lastName(operation.path) ?? ''] ?? '');
    }
    case 'forbidden':
      return asked.response?.status === 403;
    default:
      return allowance satisfies never;
  }
}

function isRead({ request }: Case): boolean {
  return request.operation.method === 'GET';
}

function isOfItem({ request }: Case): boolean {
  return namesItem(request.operation.path);
}

/** Tells whether an answer shows a text that only the thing of the chain was made with. */
function showsMade({ content }: Exchange, chain: readonly Exchange[]): boolean {
  const made = chain.findLast(({ case: { chain: place } }) => place?.step === 'make');
  const texts = Object.values(made?.case.request.input.like ?? {}).filter(hasSureToken);
  const shown = content?.shown === undefined ? '' : JSON.stringify(content.shown);
  return texts.some((text) => shown.includes(JSON.stringify(text).slice(1, -1)));
}

function trespassByReading(exchange: Exchange, chain: readonly Exchange[]): ReturnType<typeof trespassOf> {
  const ofItem = isOfItem(exchange.case);
  if (ofItem && chain.some((other) => isSameReadBefore(other, exchange))) return trespassByAbsence(exchange, chain);
  // What its maker is not shown either, nobody can miss.
  const own = chain.find(({ case: { chain: place } }) => place?.step === (ofItem ? 'read' : 'list'));
  if (!own || !showsMade(own, chain)) return undefined;
  if (isRefused(exchange)) return 'kept';
  if (!isDone(exchange)) return undefined;
  if (!showsMade(exchange, chain)) return 'kept';
  return ofItem
    ? { what: 'shown', how: 'which shows what the first credential made' }
    : { what: 'listed', how: 'which lists what the first credential made' };
}

function isSameReadBefore({ case: each, index }: Exchange, exchange: Exchange): boolean {
  return isByOther(each) && index < exchange.index && each.request.operation === exchange.case.request.operation;
}

/** Compares what is answered once the thing is gone with what was answered before. */
function trespassByAbsence(exchange: Exchange, chain: readonly Exchange[]): ReturnType<typeof trespassOf> {
  const first = chain.find((other) => isSameReadBefore(other, exchange));
  const own = chain.findLast(({ case: { chain: place }, index }) => place?.step === 'read' && index < exchange.index);
  if (!own || !isMissing(own) || first?.response?.status !== 403) return undefined;
  if (exchange.response?.status === 403) return 'kept';
  if (!isMissing(exchange)) return undefined;
  const how = `where the answer was 403 (#${first.index}) as long as there was something`;
  return { what: 'told apart', how };
}

function trespassByChange(exchange: Exchange, chain: readonly Exchange[]): ReturnType<typeof trespassOf> {
  if (isRefused(exchange)) return 'kept';
  const { before, after } = around(exchange, chain);
  if (!isDone(exchange) || !before || !after || !isSuccess(before.response?.status ?? 0)) return undefined;
  if (exchange.case.request.operation.method === 'DELETE') {
    if (isMissing(after)) return { what: 'removed', after, how: 'and what the first credential made is gone' };
    return isSuccess(after.response?.status ?? 0) ? 'kept' : undefined;
  }
  const changed = effective(exchange, after, chain);
  if (!changed) return undefined;
  if (changed.length === 0) return 'kept';
  return { what: 'changed', after, how: `and what the first credential made shows ${describeKept(changed)}` };
}

/**
 * Tells whether a request was refused for whom it names. "An origin server that wishes to "hide" the current existence of a forbidden target
 * resource MAY instead respond with a status code of 404" (RFC 9110 §15.5.4).
 */
function isRefused({ response }: Exchange): boolean {
  return response?.status === 401 || response?.status === 403 || isNotFound(response?.status);
}
