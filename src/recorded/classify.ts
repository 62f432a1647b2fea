/** Decides which case of a run a recorded request corresponds to, by everything that is known about it. */

import type { Operation } from '../contract/contract';
import { clauseOf } from '../contract/schema/schema';
import { isGuarded } from '../contract/security';
import type { Case, CaseViolation, ProbeName } from '../engine/model/case';
import { cookiesIn } from '../http/cookies';
import type { Fields } from '../http/message';
import { queryOf } from '../http/uri';
import { isLetIn, NOBODY } from '../serialization/credentials';
import { NO_INPUT } from '../serialization/input';
import type { RequestViolation } from '../serialization/requestViolation';
import { type JudgedRequest, type RequestPlace, requestViolations } from '../serialization/requestViolations';
import type { Found } from './findOperation';

/** A recorded request. A member is undefined if it is not known. */
export interface RecordedRequest {
  /** The absolute URL, or path and query. */
  readonly url: string | undefined;
  readonly headers: Fields | undefined;
  /** Empty if there was no body. */
  readonly body: Buffer | undefined;
  /** Whether a credential of the request would be among its fields. */
  readonly showsCredentials: boolean;
  /** Whether a cookie of the request would be among its fields. */
  readonly showsCookies: boolean;
  /** The status of the answer. */
  readonly status: number;
}

/** Returns the case of a run that a recorded request corresponds to. */
export function recordedCase({ operation, values }: Found, request: RecordedRequest): Case {
  const { name, probe, violation } = told({ operation, values }, request);
  return {
    request: {
      operation,
      values: values ?? {},
      input: NO_INPUT,
      authorisation: NOBODY,
      // Only the answer tells whether a credential is valid.
      authorised: probe !== 'anonymous' && request.status !== 401,
    },
    claim: {
      probe,
      name,
      exists: probe === 'valid',
      handedOver: probe === 'valid',
      ...(violation ? { violation } : {}),
    },
    touches: { thing: operation.name, within: [] },
  };
}

interface Told {
  readonly name: string;
  readonly probe: Extract<ProbeName, 'anonymous' | 'invalid' | 'valid' | 'unknown'>;
  readonly violation?: CaseViolation;
}

/** The name of a request that keeps the contract and was refused. Nobody knows whether what it names exists. */
export const REFUSED_IN_RECORDING = 'a valid request for what may not exist';

/** Returns the probe of a run that would have sent the request. Only the answer tells whether the thing that it names exists. */
function told({ operation, values }: Found, request: RecordedRequest): Told {
  const { headers, url = '', status, showsCredentials } = request;
  if (headers && showsCredentials && isGuarded(operation.security)) {
    const shown = { headers, query: queryOf(url), cookies: cookiesIn(headers) };
    // A client does not tell which certificate the connection had, so a scheme of the connection counts as fulfilled.
    if (!isLetIn(operation.security, shown, true))
      return { name: 'a request without a credential', probe: 'anonymous' };
  }
  const violations = requestViolations(operation, toJudged({ operation, values }, request), 'any');
  // One breach is enough to say clearly what the service does not enforce. One of a parameter comes first.
  const [first] = [...violations.filter(({ parameter }) => parameter), ...violations];
  const violation = first && toViolation(first);
  if (violation) return { name: nameOf(first), probe: 'invalid', violation };
  // A 304 answers a condition that no operation declares.
  return status < 400 && status !== 304
    ? { name: 'a valid request', probe: 'valid' }
    : { name: REFUSED_IN_RECORDING, probe: 'unknown' };
}

function toJudged({ values }: Found, { url, headers, body, showsCookies }: RecordedRequest): JudgedRequest {
  const hidden = new Set<RequestPlace>();
  if (url === undefined) hidden.add('query');
  // Every request has at least one header field. If there is none, they were not recorded.
  const hasFields = headers !== undefined && headers.length > 0;
  if (!hasFields) hidden.add('header');
  if (!hasFields || !showsCookies) hidden.add('cookie');
  // A body cannot be read without its media type.
  if (!hasFields || body === undefined) hidden.add('body');
  return {
    values: new Map(Object.entries(values ?? {})),
    query: new URLSearchParams(url === undefined ? '' : new URL(url, 'http://target').search),
    headers: joined(headers ?? []),
    bytes: body ?? Buffer.alloc(0),
    hidden,
  };
}

/** Returns header fields by name in lower case. Values of one name are joined as recipients do it (RFC 9110 §5.3, RFC 6265 §5.4). */
function joined(fields: Fields): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  for (const [field, value] of fields) {
    const name = field.toLowerCase();
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return headers;
}

function nameOf({ parameter, code, missing }: RequestViolation): string {
  if (missing) return `a request without ${parameter ? subjectOf(parameter) : 'a body'}`;
  if (parameter) return 'a request with a value outside its declared type';
  if (code === 415) return 'a request with a body of a type that is not declared';
  return code === 'syntax' ? 'a request whose body is none of its type' : 'a request whose body breaks its schema';
}

function subjectOf({ name, in: where }: Operation['parameters'][number]): string {
  return `${name} in the ${where}`;
}

/** Describes a breach in the same words as a run does. */
function toViolation(breach: RequestViolation): CaseViolation | undefined {
  const { parameter, media, code, broken, missing, sent = 'nothing' } = breach;
  const clause = breach.clause?.();
  if (!clause) return undefined;
  if (!parameter) {
    const keyword = clause.pointer.slice(clause.pointer.lastIndexOf('/') + 1);
    const clauseText = missing
      ? 'required: true'
      : code === 415
        ? 'content'
        : code === 'syntax'
          ? `content: ${media?.type}`
          : keyword;
    const [, ...way] = breach.path;
    return { clauseText, subject: way.length === 0 ? 'the body' : `/${way.join('/')}`, sent, clause };
  }
  const subject = subjectOf(parameter);
  if (missing) return { clauseText: 'required: true', subject, sent, clause };
  const where = parameter.in === 'path' ? { inPath: true as const } : {};
  if (!broken) return { clauseText: typeText(parameter), subject, sent, clause, ...where };
  const { schema, keyword, path } = broken;
  const bound = typeof schema.keywords === 'boolean' ? undefined : schema.keywords[keyword];
  const text = ['string', 'number', 'boolean'].includes(typeof bound) ? `: ${bound}` : '';
  return {
    clauseText: keyword + (text.length > LONGEST_BOUND ? '' : text),
    subject: path === '' ? subject : `${path} of ${subject}`,
    sent,
    clause: clauseOf(schema, keyword),
    ...where,
  };
}

const LONGEST_BOUND = 40;

function typeText({ types }: Operation['parameters'][number]): string {
  return types.length === 0 ? 'schema' : `type: ${types.join(' or ')}`;
}
