/** Which of the declared statuses a run can draw, why one of them did not come, and what came in its place. */

import { type DeclaredResponse, declaredResponse, isSuccessStatus, type Operation } from '../../contract/contract';
import { isClientsAffair, isSuccess } from '../../http/statuses';
import { groupBy } from '../../support/collections';
import type { ProbeName } from '../model/case';
import type { Planned } from '../model/planning';
import type { History } from './history';

/** Of an operation that nothing is sent to: its success, and what a probe would have drawn. */
export function isOfInterest({ status }: DeclaredResponse): boolean {
  return isSuccessStatus(status) || probeOf(status) !== undefined;
}

/**
 * Whether the run had a way to draw a declared status. Others (403, 409, 429, a 5xx, `default` beside others) come when the target pleases, and
 * keep nothing from conforming: otherwise no real service ever would.
 */
export function isDrawable(
  { status }: DeclaredResponse,
  operation: Operation,
  { missing }: Pick<Planned, 'missing'>,
  history: History,
): boolean {
  const own = history.of(operation);
  const came = (one: (status: string) => boolean) =>
    own.some(({ response, case: { request } }) => {
      const declared = response && request.method === undefined && declaredResponse(operation, response.status);
      return declared && one(declared.status);
    });
  if (isSuccessStatus(status)) return !came(isSuccessStatus);
  if (status === 'default') return operation.responses.length === 1;
  const drawn = probeOf(status);
  if (!drawn) return false;
  const [probe, statuses] = drawn;
  // Which one of several that mean the same is answered, is the target's affair.
  if (came((one) => one !== status && statuses.includes(one))) return false;
  const wanting = (missing.get(operation)?.get(probe) ?? []).length > 0;
  return wanting || own.some(({ case: each }) => each.claim.probe === probe);
}

/** Why a declared status did not come, where that keeps nothing from conforming. */
export function whyUndrawn({ status }: DeclaredResponse, operation: Operation, history: History): string {
  const came = history.of(operation).flatMap(({ response, case: { request } }) => {
    return response && request.method === undefined ? [String(response.status)] : [];
  });
  const [, alike = []] = probeOf(status) ?? [];
  const instead = isSuccessStatus(status)
    ? came.find((each) => isSuccess(Number(each)))
    : alike.find((each) => each !== status && came.includes(each));
  if (instead !== undefined) return `no response ${status} came, and ${instead} did`;
  if (!isClientsAffair(Number(status))) return `no response ${status} came, which nobody outside can draw at will`;
  return `no response ${status} came to what was sent`;
}

function probeOf(status: string) {
  return DRAWN_BY.find(([, statuses]) => statuses.includes(status));
}

/** The errors that many services answer with another status than the contract has for them, and the probe that draws them. */
const DRAWN_BY: readonly (readonly [probe: ProbeName, statuses: readonly string[], one: string, many: string])[] = [
  ['invalid', ['400', '422'], 'invalid value', 'invalid values'],
  ['anonymous', ['401'], 'request without a valid credential', 'requests without a valid credential'],
  ['unknown', ['404', '410'], 'request for what does not exist', 'requests for what does not exist'],
];

/** "7 invalid values were answered 422, which is not declared; 400 is". */
export function whatCameInstead(
  { status }: DeclaredResponse,
  operation: Operation,
  history: History,
): string | undefined {
  const [probe, , one, many] = probeOf(status) ?? [];
  const undeclared = history.of(operation).flatMap(({ case: each, response }) => {
    const isRefusal = each.claim.probe === probe && response && Math.floor(response.status / 100) === 4;
    return isRefusal && response.status !== 429 && !declaredResponse(operation, response.status)
      ? [response.status]
      : [];
  });
  const answers = [...groupBy(undeclared, String)].map(([answered, { length }]) => {
    return `${length} ${length === 1 ? `${one} was` : `${many} were`} answered ${answered}`;
  });
  if (answers.length === 0) return undefined;
  return `${answers.join(', ')}, which ${answers.length === 1 ? 'is' : 'are'} not declared; ${status} is`;
}
