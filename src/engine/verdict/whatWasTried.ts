/** What was tried and what came back, in words. */

import { isSuccess } from '../../http/statuses';
import { groupBy } from '../../support/collections';
import type { ChainStep, ProbeName } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { History } from './history';

/** Probes whose requests keep the contract and ask for something: what is said to refuse them tells more than that they were refused. */
const WELCOME: ReadonlySet<ProbeName> = new Set(['valid', 'again', 'provoke', 'state']);

/** Tells whether a request should have been answered with success, as far as anybody can tell. */
function isWelcome({ case: { claim, chain, request } }: Exchange): boolean {
  if (!WELCOME.has(claim.probe) || claim.violation !== undefined || request.byOther) return false;
  return chain?.awaits !== 'gone' && (chain?.step === undefined || !UNWELCOME.has(chain.step));
}

/** Steps that a service is to refuse, or may: what it says then is no reason why anything else did not come. */
const UNWELCOME: ReadonlySet<ChainStep> = new Set([
  ...(['refused', 'assign', 'reuse', 'below', 'conditional', 'by-other'] as const),
]);

/** What was tried, with what the target said to it: `anonymous → 401 ×6, valid → 400 ×9 ("The SKU is unknown.")`. */
export function summarise(exchanges: readonly Exchange[]): string {
  const groups = groupBy(exchanges, (each) => `${each.case.claim.probe} → ${whatCame(each)}`);
  const quoted = new Set<string>();
  return [...groups]
    .map(([label, group]) => {
      const times = group.length === 1 ? label : `${label} ×${group.length}`;
      const said = mostSaid(group.filter(isWelcome));
      if (said === undefined || quoted.has(sameWords(said))) return times;
      quoted.add(sameWords(said));
      return `${times} ("${said}")`;
    })
    .join(', ');
}

/** Writes "was answered 400 ("The SKU is unknown.")". */
export function howAnswered({ response, error, said }: Pick<Exchange, 'response' | 'error' | 'said'>): string {
  if (!response) return `came to nothing (${error?.kind})`;
  return `was answered ${response.status}${said === undefined ? '' : ` ("${said}")`}`;
}

/**
 * Says which request may have used up what these ask for: then that one is to be mended first. Only a request about the very thing can have
 * done so, and only what is not there any more, or is in conflict, shows that it did.
 */
export function whySpent(exchanges: readonly Exchange[], history: History): string | undefined {
  const missed = exchanges.find(isMissed);
  if (!missed) return undefined;
  const spent = history.before(missed).findLast((each) => changes(each, missed));
  if (!spent?.response) return undefined;
  return `a request before it (#${spent.index}, ${spent.case.request.operation.name}, ${spent.case.claim.name}) was answered ${spent.response.status}, which may have used it up`;
}

/** Tells whether a valid request was answered as if what its path names was not there, or not as it should be. */
function isMissed(exchange: Exchange): boolean {
  const { case: each, response } = exchange;
  const mayMiss = [400, 404, 409, 410, 412, 422].includes(response?.status ?? 0);
  return isWelcome(exchange) && each.claim.exists && mayMiss && Object.keys(each.request.values).length > 0;
}

/**
 * Tells whether an exchange used up or changed what another one asks for, or something that it lies in: not what was made beside it. What was
 * asked for by a broken name may have been taken for it. An example: `DELETE /plants/101.5` was answered 204, then `DELETE /plants/101` 404.
 */
function changes({ case: { request, claim }, response }: Exchange, missed: Exchange): boolean {
  const { operation, method, values } = request;
  if (operation.safe || method !== undefined || !response || !isSuccess(response.status)) return false;
  const own = Object.entries(values);
  const isSame = own.every(([name, value]) => missed.case.request.values[name] === value);
  const isTakenForIt = claim.violation?.inPath === true || claim.probe === 'lookalike';
  // A 400 refuses what a request holds, unless what it was about is gone.
  const mayBeGone = operation.method === 'DELETE' || ![400, 422].includes(missed.response?.status ?? 0);
  return own.length > 0 && (isSame || isTakenForIt) && mayBeGone;
}

function whatCame({ response, error }: Exchange): string | number {
  return response?.status ?? error?.kind ?? 'nothing';
}

/** Returns what was said most often, and of those that were said as often, first. */
function mostSaid(exchanges: readonly Exchange[]): string | undefined {
  const telling = exchanges.filter(({ said }) => said !== undefined);
  const groups = [...groupBy(telling, ({ said = '' }) => sameWords(said)).values()];
  const most = Math.max(0, ...groups.map(({ length }) => length));
  return groups.find(({ length }) => length === most)?.[0].said;
}

/** Leaves out of a text what differs with each request: what has digits, such as ids and texts that were made up. */
function sameWords(said: string): string {
  return said.replace(/[\w-]*\d[\w-]*/g, '#');
}
