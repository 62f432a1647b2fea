/**
 * The first requests of a run: those that show whether the credential is taken, and whether the contract's operations are there at all.
 * They are requests of the plan, sent before all others.
 */

import type { Operation } from '../../../contract/contract';
import { isAccessDenial, isSuccess } from '../../../http/statuses';
import type { Stop } from '../../../report/outcome';
import { groupBy } from '../../../support/collections';
import type { Case, ProbeName } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import type { ScheduledCase } from '../schedule';
import {
  areAlike,
  isAccessDenied,
  isLost,
  isOverloaded,
  whyCredentialRefused,
  whyNothingFound,
  whyNotReady,
} from './diagnosis';

interface OpeningOptions {
  /** Takes cases of those that were planned for the beginning. @param choose is told of those that are left, in the order of the plan. */
  readonly take: (choose: (entries: readonly ScheduledCase[]) => readonly ScheduledCase[]) => readonly ScheduledCase[];
  /** Sends cases side by side. @returns what came of them. */
  readonly send: (entries: readonly ScheduledCase[]) => Promise<readonly Exchange[]>;
  /** Sends a safe case below another base path, without any credential. What comes back is not judged. */
  readonly askBelow: (basePath: string, each: Case) => Promise<Exchange>;
  /** Other base paths at which the contract may be served, the likeliest first. */
  readonly otherBases: readonly string[];
  /** The base URL of the target, for a person. */
  readonly url: string;
  /** Names the credential that an operation is asked with, and where it was handed over. */
  readonly credentialOf: (operation: Operation) => string;
}

/** So many requests are sent at first, and so many at most until the run ends or goes on. */
const AT_FIRST = 3;
const AT_MOST = 5;

/** Below so many other base paths one request is sent. */
const MOST_BASES = 2;

/**
 * Sends the first requests of a run.
 * @returns why the run is at its end: the target is not ready, no credential is taken, or nothing of the contract is there. In doubt undefined.
 */
export async function openRun(options: OpeningOptions): Promise<Stop | undefined> {
  const chosen = options.take((entries) => chooseOpening(entries, []).slice(0, AT_FIRST));
  if (chosen.length === 0) return undefined;
  // The very first request of the plan stays that, where others may change something: a service may let in whoever comes first.
  if (chosen.some(({ each }) => !each.request.operation.safe))
    await options.send(options.take(([first]) => (first && !first.each.request.authorised ? [first] : [])));
  const answers = await options.send(chosen);
  if (!answers.every(isAnswered) || answers.length < chosen.length) return undefined;
  if (answers.length > 1 && answers.every(isOverloaded)) return whyNotReady(answers);
  return (await weighCredential(answers, options)) ?? (await weighPlace(answers, options));
}

async function weighCredential(first: readonly Exchange[], options: OpeningOptions): Promise<Stop | undefined> {
  const isRefused = (answers: readonly Exchange[]) => answers.length > 0 && answers.every(isAccessDenied);
  if (!isRefused(first.filter(isAuthorised))) return undefined;
  const isEnough = first.filter(isAuthorised).length > 1;
  const more = isEnough
    ? []
    : options.take((entries) => chooseOpening(entries, first).filter(isAuthorised).slice(0, 1));
  const answers = [...first, ...(await options.send(more))].filter(isAuthorised);
  if (!isRefused(answers)) return undefined;
  const isUnsure = answers.every(({ case: { claim } }) => claim.probe !== 'valid');
  if (isUnsure && answers.length < 2) return undefined;
  const doubtful = answers.find(({ response }) => response?.status === 403);
  // A token whose scope is too narrow is refused with a 403, too, but not in the same words as one that is made up.
  if (doubtful && !(await isRefusedAsMadeUp(doubtful, options))) return undefined;
  return whyCredentialRefused(answers, options.credentialOf);
}

async function isRefusedAsMadeUp(refused: Exchange, { take, send }: OpeningOptions): Promise<boolean> {
  const { operation } = refused.case.request;
  if (refused.case.claim.probe !== 'valid') return false;
  const taken = take((entries) =>
    entries.filter(({ each }) => each.request.operation === operation && isWithMadeUpCredential(each)).slice(0, 1),
  );
  const [answer] = await send(taken);
  return answer !== undefined && areAlike([refused, answer]);
}

function isWithMadeUpCredential({ claim, request, waitsFor, chain }: Case): boolean {
  return claim.probe === 'wrong-token' && request.operation.safe && !waitsFor && !chain;
}

async function weighPlace(first: readonly Exchange[], options: OpeningOptions): Promise<Stop | undefined> {
  const isNowhere = (answers: readonly Exchange[]) => answers.every(isLost) && areAlike(answers);
  const findable = first.filter(({ case: each }) => isFindable(each));
  const [plain] = findable;
  if (!plain || !isNowhere(findable)) return undefined;
  for (const basePath of options.otherBases.slice(0, MOST_BASES)) {
    const below = await options.askBelow(basePath, plain.case);
    if (isThere(below)) return whyNothingFound(findable, options.url, { below, basePath });
  }
  const left = AT_MOST - first.length - Math.min(MOST_BASES, options.otherBases.length);
  const isOneLeft = left > 0 ? 1 : 0;
  const item = await options.send(
    options.take((entries) => entries.filter(({ each }) => isUnknownItem(each)).slice(0, isOneLeft)),
  );
  // What is made up in a path is not there, but an operation that is there says so in other words than a path that is unknown.
  if (!areAlike([...findable, ...item])) return undefined;
  const more = options.take((entries) =>
    chooseOpening(entries, first)
      .filter(({ each }) => isFindable(each))
      .slice(0, left - item.length),
  );
  const answers = [...findable, ...(await options.send(more))];
  // What is asked without a credential may be hidden from whoever has none.
  const isTelling = answers.every(({ case: { claim } }) => claim.probe === 'valid');
  return isTelling && answers.length > 1 && isNowhere(answers) ? whyNothingFound(answers, options.url) : undefined;
}

/** Whether it asks, with the credential, for an item that does not exist. */
function isUnknownItem({ claim, request: { operation, method }, waitsFor, chain }: Case): boolean {
  return claim.probe === 'unknown' && operation.method === 'GET' && method === undefined && !waitsFor && !chain;
}

/** Whether something of the contract is there. */
function isThere(exchange: Exchange): boolean {
  const { response } = exchange;
  if (!response || isLost(exchange)) return false;
  const { status } = response;
  return isSuccess(status) || isAccessDenial(status);
}

function isAnswered({ response, error }: Exchange): boolean {
  return response !== null && error === null;
}

function isAuthorised(one: Exchange | ScheduledCase): boolean {
  return ('each' in one ? one.each : one.case).request.authorised;
}

/**
 * Chooses, in the order of their worth, requests that a service which keeps its contract answers with success, one for each operation. Where
 * none of them carries a credential, requests follow that name nothing: where the credential is taken, they are refused for another reason.
 * @param before what was asked so far: no operation is asked again.
 */
function chooseOpening(entries: readonly ScheduledCase[], before: readonly Exchange[]): ScheduledCase[] {
  const asked = new Set(before.map(({ case: { request } }) => request.operation));
  const plain = entries.filter(({ each }) => isPlain(each) && !asked.has(each.request.operation));
  const operations = groupBy(plain, ({ each }) => each.request.operation.name);
  const perOperation = [...operations.values()].flatMap((own) => [...own].sort(byWorth)[0] ?? []);
  const safe = WORTHS.flatMap((worth) => inTurns(perOperation.filter((each) => worthOf(each) === worth)));
  if (perOperation.some(isAuthorised)) return safe;
  return [...safe, ...entries.filter(({ each }) => namesNothing(each)).sort(byProbe)];
}

/** Whether it can be sent as it is, changes nothing, and breaks nothing. */
function isPlain({ claim, request, waitsFor, chain }: Case): boolean {
  const { operation, method, authorised } = request;
  if (operation.method !== 'GET' || method !== undefined || waitsFor || chain || claim.violation) return false;
  if (claim.probe === 'valid') return authorised || isFindable({ claim, request });
  return claim.probe === 'anonymous' && isFindable({ claim, request });
}

/** Whether nothing in its path is made up, so that a 404 says that the operation is not there. */
function isFindable({ claim, request }: Pick<Case, 'claim' | 'request'>): boolean {
  const { exists, probe, handedOver } = claim;
  return request.operation.safe && exists && (handedOver || probe === 'anonymous');
}

/** An unsafe request with the credential for something that does not exist. */
function namesNothing({ claim, request, waitsFor, chain }: Case): boolean {
  const isMeant = BY_MEANING.includes(claim.probe);
  const { authorised, method, operation } = request;
  return isMeant && authorised && !operation.safe && !claim.exists && method === undefined && !waitsFor && !chain;
}

/** What such a service is asked for, the plainest first. */
const BY_MEANING: readonly ProbeName[] = ['unknown', 'scheme', 'invalid'];

function byProbe(one: ScheduledCase, other: ScheduledCase): number {
  const place = ({ each }: ScheduledCase) => BY_MEANING.indexOf(each.claim.probe);
  return place(one) - place(other) || one.index - other.index;
}

function byWorth(one: ScheduledCase, other: ScheduledCase): number {
  return worthOf(one) - worthOf(other) || one.index - other.index;
}

const WORTHS = [0, 1, 2, 3];

/** The lower, the more its answer says. */
function worthOf({ each }: ScheduledCase): number {
  if (each.claim.probe === 'anonymous') return 3;
  if (!each.request.authorised) return 1;
  return isFindable(each) ? 0 : 2;
}

/** The parts of an interface take turns, and so do its credentials: what one lacks, or refuses, another may have. */
function inTurns(entries: readonly ScheduledCase[]): ScheduledCase[] {
  const groups = [
    ...groupBy(entries, ({ each: { request } }) => {
      return JSON.stringify([request.operation.path.split('/')[1], request.authorisation]);
    }).values(),
  ];
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => groups.flatMap((group) => group[at] ?? [])).flat();
}
