/** Says in words why something was not exercised or not judged, and why a run stopped. */

import { formatMistake } from '../../contract/clause';
import { declaredResponse, isSuccessStatus, type Operation, pathParameters } from '../../contract/contract';
import { isNotFound, isSuccess, mayRefuseContent } from '../../http/statuses';
import type { Stop, Why } from '../../report/outcome';
import { valuesOfList } from '../../resources/answers/shown';
import { count } from '../../support/words';
import type { Exchange } from '../model/exchange';
import type { Planned } from '../model/planning';
import type { Requirement } from '../model/rule';
import { OwnFailure } from '../ownFailure';
import { CONSENTS } from '../plan/consents';
import { WANTED_OPERATION, WANTED_STATE, wantedInPath } from '../plan/wanted';
import { isAccessDenied, whyCredentialRefused } from '../run/opening/diagnosis';
import type { Run } from '../run/run';
import { sayingIfAnyDoes } from './anyCredential';
import { isDrawable, isOfInterest, whatCameInstead, whyUndrawn } from './drawable';
import type { History } from './history';
import { quotedNames } from './quotedNames';
import { howAnswered, summarise, whySpent } from './whatWasTried';

/**
 * @param givenUp why the run did not go on with the target, where it did not.
 * @param credentialOf names the credential that an operation was asked with.
 */
export function whyStopped(
  exchanges: readonly Exchange[],
  signal: AbortSignal | undefined,
  givenUp: Stop | undefined,
  credentialOf: (operation: Operation) => string,
): Stop | undefined {
  if (signal?.aborted) {
    const { reason } = signal;
    const why = reason instanceof OwnFailure ? reason.message : 'the run was interrupted before its end';
    return { reason: why, provenStands: false };
  }
  const unreachable = exchanges.find(({ error }) => error?.kind === 'unreachable');
  if (unreachable?.error) {
    const answered = exchanges.filter(({ response }) => response).length;
    const before =
      answered === 0 ? '' : ` It had answered ${answered === 1 ? 'once' : `${answered} times`} before; did it crash?`;
    return { reason: unreachable.error.message + before, provenStands: answered > 0 };
  }
  if (givenUp) return givenUp;
  const refused = refusedCredential(exchanges);
  return refused && whyCredentialRefused(refused, credentialOf);
}

/**
 * Returns the valid requests that carried a credential, where all of them were refused for it; undefined otherwise. What else was answered
 * says nothing: many a service reads a request before it looks at the credential. Where all were answered 403, another answer to whatever
 * else carried the credential shows that it was taken.
 */
function refusedCredential(exchanges: readonly Exchange[]): readonly Exchange[] | undefined {
  const authorised = exchanges.filter(({ case: { request }, response }) => request.authorised && response);
  const valid = authorised.filter(({ case: { claim } }) => claim.probe === 'valid');
  const telling = valid.length > 0 ? valid : authorised;
  if (telling.length === 0 || !telling.every(isAccessDenied)) return undefined;
  const isDoubtful = telling.every(({ response }) => response?.status === 403);
  return isDoubtful && !authorised.every(isAccessDenied) ? undefined : telling;
}

/**
 * Why a requirement that was exercised, or could have been, was not judged; undefined where nothing kept it from that.
 * @param impossible why nothing can keep it; undefined where something can.
 * @param tooMuch why some response could not be judged, as a sentence that speaks of it; undefined where each could.
 */
export function whyUnjudged(
  { defect }: Requirement['subject'],
  impossible: string | undefined,
  tooMuch: string | undefined,
): Why | undefined {
  if (impossible !== undefined) return { reason: impossible };
  if (defect) return { reason: `the contract is wrong at ${formatMistake(defect)}` };
  return tooMuch === undefined ? undefined : { reason: `a response was not judged: ${tooMuch}` };
}

/** What was planned, and what never came of it. */
type Surroundings = Pick<Planned, 'missing' | 'leftOut'> &
  Partial<Pick<Planned, 'unhanded' | 'writes' | 'isMocked' | 'kinds' | 'others' | 'violable' | 'untouched'>> &
  Partial<Pick<Run, 'unmade'>> & { readonly isReceiving?: boolean };

/**
 * Why no exchange that somebody else made exercised a requirement. There is nothing to hand over: nothing is sent.
 * @param isSeen whether any exchange of its operation was seen.
 */
export function whyUnseen({ subject: { response, callbacks } }: Requirement, isSeen: boolean): Why {
  if (callbacks) return { reason: 'only a run of requests receives callbacks', unreached: true };
  if (!isSeen) return { reason: 'no exchange of this operation was seen' };
  return { reason: response ? `no response ${response.status} was seen` : 'no exchange that was seen shows it' };
}

/** As {@link whyOfRequests}, and where the session had been ended before all was asked, that. */
export function whyUnexercised(
  requirement: Requirement,
  planned: Surroundings & Partial<Pick<Run, 'whyUnasked'>>,
  history: History,
  stop: Stop | undefined,
  complete: boolean,
): Why {
  const why = whyOfRequests(requirement, planned, history, stop, complete);
  const unasked = stop ? undefined : planned.whyUnasked?.(requirement.subject.operation);
  return unasked === undefined ? why : { ...why, reason: `${why.reason}; ${unasked}` };
}

/**
 * Why nothing exercised a requirement, and what to hand over so that something does.
 * @param complete whatever the contract declares must have come.
 */
function whyOfRequests(
  requirement: Requirement,
  planned: Surroundings,
  history: History,
  stop: Stop | undefined,
  complete: boolean,
): Why {
  const { rule, subject } = requirement;
  // Where it had come to its requests, what they were answered is the reason.
  if (stop && !(stop.provenStands === true && wasAsked(requirement, planned, history)))
    return { reason: 'the run did not get that far' };
  const left = planned.leftOut.get(subject.operation);
  if (left) {
    const { reason, handOver, wanted } = left;
    const matters = !wanted && (complete || !subject.response || isOfInterest(subject.response));
    return matters ? { reason, ...(handOver ? { handOver } : {}) } : { reason, unreached: true };
  }
  const { response: declared } = subject;
  const own = history
    .of(subject.operation)
    .filter(({ case: { claim, request } }) => rule.probes.includes(claim.probe) && !(declared && request.method));
  const unreadable = own.some(
    ({ response }) => response && declared && declaredResponse(subject.operation, response.status) === declared,
  );
  const notMade = whyNotMade(subject.operation, planned, history);
  const { writes = 'handed-over', isMocked = false, isReceiving = false } = planned;
  const needed = rule.probes.flatMap((probe) => planned.missing.get(subject.operation)?.get(probe) ?? []);
  const circumstances = { writes, isMocked, isReceiving, notMade, needed };
  const optional = subject.optional?.(own, {
    ...circumstances,
    breakable: () => clausesToBreak(subject.operation, planned),
  });
  if (optional !== undefined) return typeof optional === 'string' ? { reason: optional, unreached: true } : optional;
  if (unreadable)
    return {
      reason: `responses ${declared?.status} came, but of a type that this rule does not judge, or too large or too deep to be judged`,
    };
  if (declared && !complete && !isDrawable(declared, subject.operation, planned, history))
    return { reason: whyUndrawn(declared, subject.operation, history), unreached: true };
  const came = declared ? `no response ${declared.status} came` : 'no exchange exercised it';
  // A field of a 401, where none came; what is asked of a thing that is not there, where the path names none.
  if (rule.level === 'should' && needed.length === 0 && (own.length > 0 || notMade === undefined))
    return {
      reason: own.length > 0 ? 'no answer came that it speaks of' : 'no request to this operation shows it',
      unreached: true,
    };
  const taken = declared && whyTaken(declared.status, subject.operation, history);
  // What the service should have refused needs no other request.
  const wanted = taken ? [] : [...new Set(whatToHandOver(requirement, needed, own, planned, history))];
  const handOver = sayingIfAnyDoes(wanted, subject.operation, history);
  const instead = taken ?? (declared && whatCameInstead(declared, subject.operation, history));
  if (instead !== undefined) return { reason: `${came}: ${instead}`, ...(handOver.length === 0 ? {} : { handOver }) };
  const whys = own.length === 0 ? [notMade ?? whyNotSent(needed)] : whyNotShown(rule, own, notMade, needed, history);
  const reason = [came, ...whys.filter((each) => each !== undefined)].join('; ');
  return { reason, ...(handOver.length === 0 ? {} : { handOver }) };
}

/** Why the requests that were sent did not show it. */
function whyNotShown(
  { probes }: Requirement['rule'],
  own: readonly Exchange[],
  notMade: string | undefined,
  needed: readonly string[],
  history: History,
): readonly (string | undefined)[] {
  return [
    `tried: ${summarise(own)}`,
    probes.includes('valid') && !own.some(isValid) ? (notMade ?? whyNotSent(needed)) : notMade,
    probes.includes('valid') ? whyRefusedThere(own, history) : undefined,
    whySpent(own, history),
    whyStalled(own),
    whyLimited(own),
  ];
}

/** Says that what the path names is there, as another operation showed, where no other name would help. */
function whyRefusedThere(own: readonly Exchange[], history: History): string | undefined {
  const shown = whatIsThere(own.filter(isValid), history);
  return shown && `what ${shown.case.request.operation.name} showed (#${shown.index}) was refused, too`;
}

/** Returns the request that showed what a valid one was refused about; undefined where that may be gone since, or where none was refused so. */
function whatIsThere(valid: readonly Exchange[], history: History): Exchange | undefined {
  const refused = valid.filter((each) => each.case.request.operation.safe && isRefusedForThing(each));
  if (refused.length < valid.length || whySpent(valid, history) !== undefined) return undefined;
  return refused.map(history.showing).find((each) => each !== undefined);
}

/**
 * Tells whether the target answers as if it did not have an operation: 404 without a reason, to each valid request, where the path names nothing
 * that could be missing.
 */
function seemsAbsent(operation: Operation, valid: readonly Exchange[]): boolean {
  if (valid.length === 0 || pathParameters(operation).length > 0) return false;
  return valid.every(
    ({ response, said }) => isNotFound(response?.status) && (said === undefined || NOT_FOUND.test(said)),
  );
}

/** The reason phrase of a 404 (RFC 9110 §15.5.5), which says nothing of what was not found. */
const NOT_FOUND = /^(404 )?not found\W*$/i;

/** How many clauses of an operation a request could break that the run may send. */
function clausesToBreak(operation: Operation, { violable, untouched }: Surroundings): number {
  const open = (violable?.(operation) ?? []).filter(({ clause: { file, pointer }, unasked }) => {
    return unasked === undefined && untouched?.(operation, `${file} ${pointer}`) === undefined;
  });
  return new Set(open.map(({ clause: { file, pointer } }) => `${file} ${pointer}`)).size;
}

/** Says that the service takes what the contract excludes, where a refusal of that is what did not come. */
function whyTaken(status: string, operation: Operation, history: History): string | undefined {
  if (status !== '400' && status !== '422') return undefined;
  const taken = history
    .of(operation)
    .filter(({ case: { claim }, response }) => claim.violation && response && isSuccess(response.status));
  if (taken.length === 0) return undefined;
  return `${count(taken.length, 'request')} that the contract excludes ${taken.length === 1 ? 'was' : 'were'} answered with success (#${taken[0]?.index})`;
}

/** Tells whether a valid request of a requirement was sent, or what it needs was not made. */
function wasAsked({ rule, subject: { operation } }: Requirement, { unmade }: Surroundings, history: History): boolean {
  const isOfRule = ({ case: { claim } }: Exchange) => rule.probes.includes(claim.probe);
  const isAsked = history.of(operation).some((each) => isOfRule(each) && isValid(each));
  return isAsked || (rule.probes.includes('valid') && unmade?.has(operation.name) === true);
}

function isValid({ case: { claim } }: Exchange): boolean {
  return claim.probe === 'valid';
}

/** What to hand over so that a requirement is exercised. */
function whatToHandOver(
  { rule, subject: { operation, response: declared } }: Requirement,
  needed: readonly string[],
  own: readonly Exchange[],
  planned: Surroundings,
  history: History,
): readonly string[] {
  const isValidAsked = rule.probes.includes('valid');
  // While something is missing, nobody knows yet what the probes would draw.
  const isDrawn = needed.length === 0 && declared !== undefined && !isSuccessStatus(declared.status);
  if (isDrawn && !isShut(operation, history)) return [howToProvoke(operation, declared.status)];
  const { inPath = [], elsewhere = [] } = planned.unhanded?.(operation) ?? {};
  const unmade = planned.unmade?.get(operation.name);
  const isWanted = unmade && (isValidAsked || own.length === 0);
  const never = isWanted ? (unmade.handOver.length > 0 ? unmade.handOver : inPath) : [];
  const valid = isValidAsked ? own.filter(isValid) : [];
  if (seemsAbsent(operation, valid)) return [...needed, WANTED_OPERATION];
  if (whatIsThere(valid, history)) return [...needed, WANTED_STATE];
  const isAll = (one: (each: Exchange) => boolean) => valid.length > 0 && valid.every(one);
  const isForThing =
    isAll((each) => isRefusedForThing(each) || isRefusedForContent(each)) && valid.some(isRefusedForThing);
  const isForContent =
    isAll(isRefusedForContent) ||
    (isForThing && valid.some((each) => isRefusedForContent(each) && !isRefusedForThing(each)));
  // Where nothing but its path was made up, that is what was refused.
  const isForPath = isForThing || (isForContent && elsewhere.length === 0);
  const { wanted: quoted, isAll: isForQuoted } = wantedAsQuoted(
    operation,
    isForThing || isForContent ? valid : [],
    inPath,
  );
  return [
    ...needed,
    ...never,
    ...(isForQuoted || !isForPath ? quoted : inPath),
    ...(isForContent && !isForQuoted ? elsewhere : []),
  ];
}

/** What to hand over in place of the names that refusals quote, and whether all refusals that say something quote one. */
function wantedAsQuoted(operation: Operation, refused: readonly Exchange[], inPath: readonly string[]) {
  const named = refused.filter(({ said }) => said !== undefined).map(quotedNames);
  const texts = new Set(named.flat().map((name) => wantedInPath(operation, name)));
  const wanted = inPath.filter((each) => texts.has(each));
  return { wanted, isAll: wanted.length > 0 && named.every(({ length }) => length > 0) };
}

/** Tells whether what a request was about may be the reason of a refusal: it is not there, or the right to it is another one's. */
function isRefusedForThing({ response, case: { claim } }: Exchange): boolean {
  return !claim.handedOver && (isNotFound(response?.status) || response?.status === 403);
}

/** Tells whether what was made up may be the reason of a refusal: a 401 may refuse a password in the body where nobody asks for a credential. */
function isRefusedForContent({ response, case: { claim, request } }: Exchange): boolean {
  if (!response || claim.handedOver) return false;
  const { alternatives } = request.operation.security;
  return mayRefuseContent(response.status) || (response.status === 401 && alternatives.length === 0);
}

/** Why no request was sent. @param needed what is to be handed over for it. */
function whyNotSent(needed: readonly string[]): string {
  const things = needed.filter((each) => !Object.values<string>(CONSENTS).includes(each)).map(withoutOption);
  if (things.length === 0) return 'the run had no request to send that shows it';
  return `no valid request was sent, for want of ${[...new Set(things)].join(', and of ')}`;
}

/** Returns what is to be handed over without the option that it is handed over by. */
function withoutOption(what: string): string {
  return what.replace(/ \((--|in espalier\.yaml)[^()]*\)$/, '');
}

/** Whether everybody who asked was refused for the credential. Then no other input draws another answer. */
function isShut(operation: Operation, history: History): boolean {
  const authorised = history.of(operation).filter(({ case: { request }, response }) => request.authorised && response);
  return authorised.length > 0 && authorised.every(isAccessDenied);
}

/** Why what an operation needs was not there to be asked for. */
function whyNotMade(
  { name }: Operation,
  { unmade = new Map(), kinds, others }: Surroundings,
  history: History,
): string | undefined {
  if (!unmade.has(name)) return undefined;
  const { asked: failed, isForeign } = unmade.get(name) ?? {};
  if (!failed) return 'what it needs was not made';
  const { case: maker, response, index } = failed;
  const answer = howAnswered(history.at(index) ?? failed);
  if (maker.chain?.lists) {
    const isListed = response && isSuccess(response.status);
    const kind = kinds?.at(maker.chain.lists.item) ?? others?.at(maker.chain.lists.item);
    const making = kind ? `; ${kind.maker.name} would make one` : '';
    if (isListed && isForeign)
      return `what lies in an item of ${maker.request.operation.name} is made where that surely shows one alone`;
    if (isListed && kind && valuesOfList(kind, response)?.length)
      return `the answer of ${maker.request.operation.name} does not say by which name its items are asked for`;
    if (isListed) return `the answer of ${maker.request.operation.name} has no item to ask for${making}`;
    return `no item to ask for is known: ${maker.request.operation.name} ${answer}`;
  }
  const what = isForeign ? 'does not prove that the run made what it names' : 'does not say what was made';
  const why = response && isSuccess(response.status) ? `, which ${what}` : '';
  return `what it needs was not made: ${maker.request.operation.name} (#${index}) ${answer}${why}`;
}

function whyStalled(exchanges: readonly Exchange[]): string | undefined {
  const stalled = exchanges.some(({ error }) => error?.kind === 'stalled');
  return stalled
    ? 'Espalier itself was held up meanwhile (a machine that slept, or was overloaded): run it again'
    : undefined;
}

/** Says what to do where the target limits how often it is asked. */
function whyLimited(exchanges: readonly Exchange[]): string | undefined {
  const isLimited = exchanges.some(({ response }) => response?.status === 429);
  return isLimited
    ? 'the target takes no more requests in this time (429): ask later, or more slowly with --rate N'
    : undefined;
}

function howToProvoke(operation: Operation, status: string): string {
  const values = pathParameters(operation).map(({ name }) => `${name}=VALUE`);
  const provocation = `${status}:${values.join('&')}`;
  // A shell would take what stands between pairs for the end of the command.
  const word = provocation.includes('&') ? `'${provocation}'` : provocation;
  const what = values.length === 0 ? 'a state of the service that leads' : 'values that lead';
  return `${what} to ${status === 'default' ? 'another status' : `a ${status}`} (--provoke ${word})`;
}
