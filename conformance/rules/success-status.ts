import { declaredResponse, declaredSuccesses, type Operation } from '../../src/contract/contract';
import type { PlannedRequest } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Context, Rule } from '../../src/engine/model/rule';
import { WANTED_STATE } from '../../src/engine/plan/wanted';
import { isAccessDenial } from '../../src/http/statuses';
import type { Why } from '../../src/report/outcome';
import { holdsCredential } from '../../src/resources/vocabulary/secrets';
import { namesIn, namesItem } from '../../src/routing/pathTemplate';
import { eachAlternative, isFor, optionsFor, wasLetIn } from '../judging/alternatives';
import { asksForPatience, isRateLimited, quoted, statusLine, whyGone } from '../judging/exchanges';

/** "The documentation is expected to cover a successful operation response." OpenAPI 3.1 §4.8.16 */
export const successStatus: Rule = {
  id: 'success-status',
  level: 'must',
  statement: 'A valid, authorised request is answered with a success status that the contract declares.',
  reference: ['Responses Object'],
  advice:
    'Answer with a declared success status. If what was handed over does not exist, or an earlier run used it up, hand over another.',
  probes: ['valid'],
  across: true,
  bind(operation) {
    const [success] = declaredSuccesses(operation);
    if (success)
      return [
        {
          operation,
          clause: success.clause,
          optional: (own) => whyNotLetIn(own) ?? whyNotThere(own) ?? whyFailed(own),
        },
        ...eachAlternative(operation),
      ];
    // What only the `default` declares may be anything but a failure of the service, whatever is asked.
    const usual = operation.responses.find(({ status }) => status.toLowerCase() === 'default');
    return usual
      ? [{ operation, clause: usual.clause, optional: () => 'the contract declares no success by its status' }]
      : [];
  },
  judge(exchange, { operation, alternative }, context) {
    const { case: each, response, error } = exchange;
    if (each.claim.probe !== 'valid' || !response || error || isRateLimited(exchange)) return undefined;
    const { isFurther = false } = each.request;
    if (alternative) {
      if (!isFor(alternative, each)) return undefined;
      if (isSuccess(exchange)) return [];
      // What goes wrong with the credential of most requests, or whatever is shown, is found for the operation as a whole.
      if (!isFurther || !wasLetIn(context.all)) return undefined;
    } else if (isFurther) return undefined;
    if (each.claim.expect !== undefined) {
      if (response.status === each.claim.expect) return [];
      const message = 'what was handed over was not answered with the status that is expected';
      return [{ message, kind: 'expected', expected: String(each.claim.expect), actual: statusLine(response) }];
    }
    if (isSuccess(exchange)) return [];
    if (response.status >= 500 && !isFailureAlone(exchange, context)) return undefined;
    const declares = declaredSuccesses(operation);
    if (declares.length === 0 && response.status < 500) return undefined;
    // A contract cannot state everything that a service may refuse, so only a request with values that were handed over must be accepted.
    const isRefused = response.status >= 400 && response.status < 500;
    if (!each.claim.handedOver && isRefused) return undefined;
    // Without an id and a body, a refusal that the contract declares may be in order: `GET /me/cart` → 404 where there is no cart yet.
    if (wantsMore(exchange)) return undefined;
    if (isOfState(exchange)) return undefined;
    const declared = declares.length === 0 ? ['no 5xx'] : declares.map(({ status }) => status);
    if (isForWantOfCredential(exchange)) {
      // A contract that declares the refusal knows of a credential, and only forgot to name it.
      if (declaredResponse(operation, response.status)) return undefined;
      return [
        {
          message: noneNamed(response.status),
          kind: 'credential',
          expected: declared.join(' or '),
          actual: statusLine(response),
        },
      ];
    }
    // If the resource is gone, another rule has the finding.
    if (whyGone(exchange, context) || isTokenRefused(exchange, context)) return undefined;
    const alike = context.all.some(
      ({ case: { claim }, response: other }) => claim.probe === 'unknown' && other?.status === response.status,
    );
    return [
      {
        message: 'a valid, authorised request was not answered with a declared success status',
        expected: declared.join(' or '),
        actual: `${statusLine(response)}${alike ? AS_FOR_NOTHING : ''}`,
        ownWords: [AS_FOR_NOTHING],
      },
    ];
  },
};

/**
 * Tells whether a server error is a finding of this rule: one that is declared by its status, and any declared one where valid requests of the
 * operation were answered with nothing else. One that is not declared is the finding of `no-server-error`. A service may say as the contract
 * declares that there is nothing under an id which was made up: `GET /keys/masevatakura` → 500.
 */
function isFailureAlone({ case: { claim, request }, response }: Exchange, { all }: Context): boolean {
  if (!response || asksForPatience(response)) return false;
  const declared = declaredResponse(request.operation, response.status);
  if (!declared) return false;
  // Nothing may stand under an id that was made up, and the contract has the answer to that.
  if (!claim.exists) return false;
  const usual = all.filter(({ case: each }) => each.claim.probe === 'valid' && !each.request.isFurther);
  return declared.status === String(response.status) || usual.every((each) => (each.response?.status ?? 500) >= 500);
}

/** Says why no valid request shows a success, where the service failed at each of them. */
function whyFailed(own: readonly Exchange[]): Why | undefined {
  const valid = own.filter(({ case: { claim }, response }) => claim.probe === 'valid' && response);
  const statuses = [...new Set(valid.map(({ response }) => response?.status ?? 0))];
  if (valid.length === 0 || !statuses.every((status) => status >= 500)) return undefined;
  return { reason: `every valid request was answered with a server error (${statuses.join(' and ')})` };
}

const AS_FOR_NOTHING = ', as for something that does not exist';

/**
 * Tells whether a request that names nothing was refused as the contract declares: it wants a state, or somebody else's credential. What
 * `default` declares may be anything.
 */
function wantsMore({ case: { request }, response }: Exchange): boolean {
  if (!response || response.status < 400 || response.status >= 500 || namesAnything(request)) return false;
  const declared = declaredResponse(request.operation, response.status);
  return declared !== undefined && declared.status.toLowerCase() !== 'default';
}

/** Tells whether a request says what it is about: by its path, its query or its body. A credential alone says nothing. */
function namesAnything({ values, input }: PlannedRequest): boolean {
  return Object.keys(values).length > 0 || input.query.length > 0 || input.body !== undefined;
}

/**
 * Tells whether a change was refused for the state that its thing is in: it "could not be completed due to a conflict with the current state of the
 * target resource" (RFC 9110 §15.5.10). What was handed over names a thing, and says nothing of its state: of what is not deleted,
 * `POST /ships/7/restore` may be answered 409, whether the contract declares that or, as many do, no errors at all. Where it declares 409, so may a
 * DELETE of what has something below it, or a POST of what is there already. What makes something new in a thing (`POST /ships/7/lines` → 201)
 * changes no state of that.
 */
function isOfState({ case: { request }, response }: Exchange): boolean {
  const { operation } = request;
  const { method, path, safe } = operation;
  const isBelow = method === 'POST' && !namesItem(path);
  const makesWithin = isBelow && declaredSuccesses(operation).some(({ status }) => status === '201');
  if (response?.status !== 409 || safe || makesWithin) return false;
  return (isBelow && namesIn(path).length > 0) || declaredResponse(operation, 409) !== undefined;
}

/** A redirect that the contract declares is a success, too. */
function isSuccess({ response, case: { request } }: Exchange): boolean {
  return (
    response !== null && response.status < 400 && declaredResponse(request.operation, response.status) !== undefined
  );
}

/**
 * It has the same words for every operation, since it is one cause. A 401 "lacks valid authentication credentials" (RFC 9110 §15.5.2), and a 403 may
 * have any other reason (§15.5.4).
 */
function noneNamed(status: number): string {
  return status === 401
    ? 'a request was refused for want of a credential, where the contract names none (only --header sends one)'
    : 'a request was refused as forbidden, where the contract names no credential (only --header sends one)';
}

/** The status of a refusal, and what the target gave as its reason. */
function withReason({ said }: Exchange, status: number): string {
  return said === undefined ? String(status) : `${status} ("${quoted(said)}")`;
}

/** Tells whether a request was refused that carried no credential, since the contract names none for the operation. */
function isForWantOfCredential({ request: sent, response, case: { request } }: Exchange): boolean {
  const { operation } = request;
  if (sent.headers.some(([name]) => holdsCredential(name))) return false;
  return operation.security.alternatives.length === 0 && isAccessDenial(response?.status) && !signsIn(operation);
}

/** Matches a path by which a client asks for a credential: `/login`, `/users/sign_in`, `/oauth/token`. */
const SIGNS_IN = /(^|[/._-])(log-?_?in|sign-?_?in|sessions?|auth|authenticate|authorize|tokens?|password)([/._-]|$)/i;

/** Tells whether an operation takes a name and a password in its body, so that a 401 says that these are wrong. */
function signsIn({ method, path, requestBody }: Operation): boolean {
  return method === 'POST' && requestBody !== undefined && SIGNS_IN.test(path);
}

/** Says why no valid request shows a success, where a credential is the reason: the contract names none, or another one is let in. */
function whyNotLetIn(own: readonly Exchange[]): Why | undefined {
  const usual = own.filter(({ case: { request } }) => !request.isFurther);
  const refused = usual.find(({ response }) => isAccessDenial(response?.status));
  if (!refused?.response || usual.some(isSuccess)) return undefined;
  const { status } = refused.response;
  if (isForWantOfCredential(refused))
    return {
      reason: `${noneNamed(status)}, and the target answered ${withReason(refused, status)}`,
      handOver: ["the credential that the target wants and the contract does not name (--header 'NAME: VALUE')"],
    };
  if (own.some(isSuccess))
    return { reason: `the credential of most requests was refused (${status}), where another one is let in` };
  const { operation } = refused.case.request;
  const shown = operation.security.alternatives.find((each) => isFor(each, refused.case));
  // What was made up, such as an id, may be refused so by who hides what is there.
  if (!shown || !usual.every(({ response }) => isAccessDenial(response?.status))) return undefined;
  return {
    reason: `the credential was refused at every valid request to it: ${withReason(refused, status)}`,
    handOver: [`a credential that is allowed more than this one, which was answered ${status} (${optionsFor(shown)})`],
  };
}

/** Says why no valid request shows a success, where each was refused for a state, or as the contract declares where it named nothing. */
function whyNotThere(own: readonly Exchange[]): Why | undefined {
  const usual = own.filter(({ case: { claim, request } }) => claim.probe === 'valid' && !request.isFurther);
  const statuses = [...new Set(usual.map(({ response }) => response?.status))];
  if (usual.length === 0 || !usual.every((each) => wantsMore(each) || isOfState(each))) return undefined;
  const isDeclared = usual.every(({ case: { request }, response }) =>
    declaredResponse(request.operation, response?.status ?? 0),
  );
  return {
    reason: `the target answered ${statuses.join(' and ')}${isDeclared ? ', which the contract declares' : ''}: it wants a state or a credential that the run does not have`,
    handOver: usual.some(({ response }) => isAccessDenial(response?.status))
      ? ['a credential that the operation lets in']
      : [WANTED_STATE],
  };
}

/** Tells whether every request with this credential was refused. Then the credential is the reason, and the run says so. */
function isTokenRefused(exchange: Exchange, { all }: Context): boolean {
  const shown = shownBy(exchange);
  const alike = all.filter((other) => other.case.request.authorised && other.response && shownBy(other) === shown);
  return alike.length > 0 && alike.every(({ response }) => isAccessDenial(response?.status));
}

/** The name of a scheme is sent in several letter cases. */
function shownBy({ case: { request } }: Exchange): string {
  return JSON.stringify(request.authorisation).toLowerCase();
}
