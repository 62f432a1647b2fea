/** Chooses the declared response that Prism should have chosen, when Prism fails. Its content is filled in elsewhere. */

import type { IHttpResponse } from '@stoplight/prism-http';
import {
  createInvalidContentTypeResponse,
  createUnauthorisedResponse,
  createUnprocessableEntityResponse,
} from '@stoplight/prism-http/dist/mocker';
import { type Either, left, right } from 'fp-ts/Either';
import { declaredResponse, type Operation } from '../../../src/contract/contract';
import { isUnauthorised, type RequestViolation } from '../../../src/serialization/requestViolation';
import { negotiate } from '../negotiate';
import { toDiagnostic } from './request';

/** A response in Prism's form. */
export interface Mocked {
  readonly output: IHttpResponse;
  /** The media types, as declared, of which the contract has an example for this response. */
  readonly exampled: ReadonlySet<string>;
}

/** @param code the status that the request prefers. @returns an error if no response is declared for the request. */
export function withoutPrism(
  operation: Operation,
  violations: readonly RequestViolation[],
  code: number | undefined,
  accept: string | undefined,
): Either<Error, Mocked> {
  const wanted = wantedStatuses(violations, code);
  if (violations.length > 0 && !wanted.some((status) => declaredResponse(operation, status)))
    return left(refusalBy(violations));
  const { status, media } = negotiate(operation, wanted, accept);
  const headers = media ? { 'Content-type': media.declared } : {};
  return right({ output: { statusCode: status, headers }, exampled: new Set() });
}

/** Returns the statuses in the order in which Prism tries them. */
function wantedStatuses(violations: readonly RequestViolation[], code: number | undefined): number[] {
  if (violations.length === 0) return code === undefined ? [] : [code];
  if (violations.some(isUnauthorised)) return [401];
  return violations.some((each) => each.code === 415) ? [415, 422, 400] : [422, 400];
}

/** Makes the error that Prism makes of a request that breaks the contract, where no response is declared for it. */
export function refusalBy(violations: readonly RequestViolation[]): Error {
  const diagnostics = violations.map(toDiagnostic);
  if (violations.some(isUnauthorised)) return createUnauthorisedResponse();
  const type = diagnostics.find(({ code }) => code === 415);
  return type ? createInvalidContentTypeResponse(type) : createUnprocessableEntityResponse(diagnostics as never);
}
