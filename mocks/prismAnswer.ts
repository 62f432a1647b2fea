/** From what Prism gives back to what goes over the wire. */

import { validateHeaderValue } from 'node:http';
import type { IPrismDiagnostic, IPrismOutput } from '@stoplight/prism-core';
import { type IHttpResponse, ProblemJsonError } from '@stoplight/prism-http';
import { serialize } from '@stoplight/prism-http-server/dist/serialize';
import { DiagnosticSeverity } from '@stoplight/types';
import { declaredResponse, type Operation } from '../src/contract/contract';
import type { Answer } from './engine';
import { challenge, lackOf, type Security } from './prismSecurity';

/** Longer lists of violations are cut, so that common clients still read the header section. */
const LONGEST_VIOLATIONS = 8 * 1024 - 100;

/** @param security what authorises the operation. @throws Error where the content cannot be written as its media type. */
export function toAnswer(
  operation: Operation,
  security: Security,
  { output, validations }: IPrismOutput<IHttpResponse>,
): Answer {
  const violations = [
    ...validations.input.map((violation) => toViolation('request', violation)),
    ...validations.output.map((violation) => toViolation('response', violation)),
  ];
  const headers: Record<string, string> = violations.length > 0 ? { 'sl-violations': writeViolations(violations) } : {};
  for (const [name, value] of Object.entries<unknown>(output.headers ?? {})) {
    if (value !== null && value !== undefined && isHeaderValue(name, String(value))) headers[name] = String(value);
  }
  // Prism calls the content of a response that has none text/plain.
  if (output.body === undefined && !hasContent(operation, output.statusCode)) delete headers['Content-type'];
  if (output.statusCode === 401) challenge(headers, security);
  const body: unknown = serialize(output.body, headers['Content-type']);
  return {
    status: output.statusCode,
    headers,
    ...(body === undefined || body === null ? {} : { body: String(body) }),
    reasons: violations.map(({ code, message }) => (code === 401 ? lackOf(security) : message)),
  };
}

/** An answer that is no mocked response but says why there is none (RFC 9457). @param security what authorises the operation. */
export function toProblem(error: Error, security: Security = []): Answer {
  const { status, additional } = error as Partial<ProblemJsonError>;
  const own = (additional as { headers?: Record<string, string> } | undefined)?.headers ?? {};
  const headers: Record<string, string> = { 'content-type': 'application/problem+json', ...own };
  const content = ProblemJsonError.toProblemJson(error);
  if (status === 401) {
    delete headers['WWW-Authenticate'];
    challenge(headers, security);
  }
  return {
    status: status || 500,
    headers,
    body: JSON.stringify(content),
    reasons: [status === 401 ? lackOf(security) : content.detail || error.message, ...brokenBy(content)],
  };
}

/** Where no response is declared for a request that breaks the contract, Prism's own one says in what. */
function brokenBy(content: object): string[] {
  const { validation = [] } = content as { validation?: readonly { readonly message: string }[] };
  return validation.map(({ message }) => message);
}

function hasContent(operation: Operation, status: number): boolean {
  return (declaredResponse(operation, status)?.media.length ?? 0) > 0;
}

function isHeaderValue(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly code: string | number;
  readonly message: string;
}

function toViolation(of: string, { path = [], severity, code = '', message }: IPrismDiagnostic): Violation {
  return { location: [of, ...path], severity: DiagnosticSeverity[severity], code, message };
}

/** As Prism's own server writes them, and escaped to ASCII, which is all that a header value may hold. */
function writeViolations(violations: readonly Violation[]): string {
  const json = JSON.stringify(violations).replace(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return json.length > LONGEST_VIOLATIONS ? `Too many violations! ${json.slice(0, LONGEST_VIOLATIONS)}` : json;
}
