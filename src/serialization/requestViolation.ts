/** One way in which a request breaks the contract, and how each is told. */

import type { Clause } from '../contract/clause';
import type { Media, Parameter, RequestBody } from '../contract/contract';
import type { BrokenClause } from '../contract/schema/brokenClause';
import { pointerTokens } from '../json/pointer';

/** One way in which a request breaks the contract. */
export interface RequestViolation {
  /** `body`, `query`, …, then the name of the parameter in lower case, then the path to the value. */
  readonly path: readonly string[];
  /** The keyword that is broken, or the status code that says what is wrong. */
  readonly code: string | number;
  readonly message: string;
  /** Returns the place of what is broken, which takes a while to find. Undefined for a credential. */
  readonly clause?: () => Clause | undefined;
  /** Present if something is missing altogether. */
  readonly missing?: true;
  /** The parameter that is wrong; undefined if something else is. */
  readonly parameter?: Parameter;
  /** The name of the member of the body that is missing. */
  readonly lacks?: string;
  /** The declared media type of the body that is wrong. */
  readonly media?: Media;
  /** The clause of the parameter's schema that is broken. */
  readonly broken?: BrokenClause;
  /** What was sent, for a person; undefined if the message says it. */
  readonly sent?: string;
}

/** The request lacks the credential that is required. */
export const UNAUTHORISED: RequestViolation = { path: [], code: 401, message: 'Invalid security scheme used' };

export function isUnauthorised(violation: RequestViolation): boolean {
  return violation === UNAUTHORISED;
}

export function missingParameter(
  { name, in: where }: Pick<Parameter, 'name' | 'in'>,
  clause: RequestViolation['clause'] & object,
): RequestViolation {
  const message = `Request ${where} must have required property '${name.toLowerCase()}'`;
  return { path: [where], code: 'required', message, clause, missing: true };
}

export function parameterViolation(
  { name, in: where }: Pick<Parameter, 'name' | 'in'>,
  code: string,
  requirement: string,
  path: string,
  clause: RequestViolation['clause'] & object,
): RequestViolation {
  const steps = [name.toLowerCase(), ...pointerTokens(path)];
  return {
    path: [where, ...steps],
    code,
    message: `Request ${where} parameter ${steps.join('.')} ${requirement}`,
    clause,
  };
}

export function typeText({ types }: Pick<Parameter, 'types'>): string {
  return types.join(' or ') || 'a value';
}

export function missingBody(requestBody: RequestBody): RequestViolation {
  const message = 'Body parameter is required';
  return { path: [], code: 'required', message, clause: () => requestBody.clause, missing: true };
}

export function unsupported(requestBody: RequestBody | undefined): RequestViolation {
  const supported = requestBody?.media.map(({ declared }) => declared).join(',');
  const message = supported
    ? `Supported content types: ${supported}`
    : 'No supported content types, but request included a non-empty body';
  return { path: [], code: 415, message, clause: () => requestBody?.clause };
}

export function malformedBody(media: Media, reason: string): RequestViolation {
  return { path: ['body'], code: 'syntax', message: `Request body ${reason}`, clause: () => media.clause, media };
}

export function bodyViolation(
  path: string,
  code: string,
  requirement: string,
  clause: RequestViolation['clause'] & object,
): RequestViolation {
  const steps = pointerTokens(path);
  const about = steps.length === 0 ? '' : `property ${steps.join('.')} `;
  return { path: ['body', ...steps], code, message: `Request body ${about}${requirement}`, clause };
}
