/** Which of a run's cases a request would have been that somebody else made, by all that is known of it. */

import type { Operation } from '../contract/contract';
import { clauseOf } from '../contract/schema/schema';
import { isGuarded } from '../contract/security';
import type { Case, CaseViolation, ProbeName } from '../engine/model/case';
import { cookiesIn } from '../http/cookies';
import type { Fields } from '../http/message';
import { queryOf } from '../http/uri';
import { isLetIn, NOBODY } from '../serialization/credentials';
import { NO_INPUT } from '../serialization/input';
import {
  type JudgedRequest,
  type RequestPlace,
  type RequestViolation,
  requestViolations,
} from '../serialization/requestViolations';
import type { Found } from './findOperation';

/** A request of somebody else's. What is undefined nobody knows. */
export interface RecordedRequest {
  /** Absolute, or path and query. */
  readonly url: string | undefined;
  readonly headers: Fields | undefined;
  /** Empty where there was none. */
  readonly body: Buffer | undefined;
  /** Whether a credential that it had is among its fields. */
  readonly showsCredentials: boolean;
  /** Whether a cookie that it had is among its fields. */
  readonly showsCookies: boolean;
  /** Of the answer. */
  readonly status: number;
}

/** What a run's case would have been for a request that somebody else made. */
export function recordedCase({ operation, values }: Found, request: RecordedRequest): Case {
  const { name, probe, violation } = told({ operation, values }, request);
  return {
    request: {
      operation,
      values: values ?? {},
      input: NO_INPUT,
      authorisation: NOBODY,
      // Whether a credential is a valid one, only the answer tells.
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

/** Which of a run's probes would have asked so. Whether something exists, only the answer tells. */
function told({ operation, values }: Found, request: RecordedRequest): Told {
  const { headers, url = '', status, showsCredentials } = request;
  if (headers && showsCredentials && isGuarded(operation.security)) {
    const shown = { headers, query: queryOf(url), cookies: cookiesIn(headers) };
    // What shows in the connection, a client does not tell.
    if (!isLetIn(operation.security, shown, true))
      return { name: 'a request without a credential', probe: 'anonymous' };
  }
  const found = requestViolations(operation, toJudged({ operation, values }, request), 'any');
  // One breach says most clearly what is not enforced.
  const [first] = [...found.filter(({ parameter }) => parameter), ...found];
  const violation = first && toViolation(first);
  if (violation) return { name: nameOf(first), probe: 'invalid', violation };
  // A 304 answers a condition that no operation declares.
  return status < 400 && status !== 304
    ? { name: 'a valid request', probe: 'valid' }
    : { name: 'a valid request for what may not exist', probe: 'unknown' };
}

function toJudged({ values }: Found, { url, headers, body, showsCookies }: RecordedRequest): JudgedRequest {
  const hidden = new Set<RequestPlace>();
  if (url === undefined) hidden.add('query');
  // Every request has a field; where there is none, they were left out.
  const hasFields = headers !== undefined && headers.length > 0;
  if (!hasFields) hidden.add('header');
  if (!hasFields || !showsCookies) hidden.add('cookie');
  // Without its type nobody knows what a body is.
  if (!hasFields || body === undefined) hidden.add('body');
  return {
    values: new Map(Object.entries(values ?? {})),
    query: new URLSearchParams(url === undefined ? '' : new URL(url, 'http://target').search),
    headers: joined(headers ?? []),
    bytes: body ?? Buffer.alloc(0),
    hidden,
  };
}

/** By name in lower case; the values of one name are joined as a recipient may join them (RFC 9110 §5.3, RFC 6265 §5.4). */
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

/** A breach in the words of a run's. */
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
  if (!broken) return { clauseText: typeText(parameter), subject, sent, clause };
  const { schema, keyword, path } = broken;
  const bound = typeof schema.keywords === 'boolean' ? undefined : schema.keywords[keyword];
  const text = ['string', 'number', 'boolean'].includes(typeof bound) ? `: ${bound}` : '';
  return {
    clauseText: keyword + (text.length > LONGEST_BOUND ? '' : text),
    subject: path === '' ? subject : `${path} of ${subject}`,
    sent,
    clause: clauseOf(schema, keyword),
  };
}

const LONGEST_BOUND = 40;

function typeText({ types }: Operation['parameters'][number]): string {
  return types.length === 0 ? 'schema' : `type: ${types.join(' or ')}`;
}
