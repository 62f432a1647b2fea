/** Judging one response that a test of the implementer's own has received, by the rules of a whole run. */

import { type Case, NO_INPUT, type ProbeName, type Violation } from '../case';
import { type Contract, declaredResponse } from '../contract/contract';
import { type BrokenClause, evaluate } from '../contract/evaluate';
import { clauseOf, type Schema } from '../contract/schema';
import { isGuarded } from '../contract/security';
import { cookiesIn } from '../http/cookies';
import { createJudging } from '../judge';
import type { RequirementReport } from '../report';
import { isLetIn, NOBODY } from '../request/credentials';
import { mayStandFor, readings } from '../request/readings';
import { bindRequirements, type Rule } from '../rule';
import { printable } from '../wire/evidence';
import type { Exchange } from '../wire/exchange';
import { createRedact, redactDeep } from '../wire/secrets';
import { type ClientResponse, readClientResponse } from './clientResponse';
import { type Found, findOperation } from './findOperation';

export interface JudgeOptions {
  /** As `loadContract` gives it. */
  readonly contract: Contract;
  /** `DELETE /plants/{id}`; needed where the response does not know its request (fetch, undici.request). */
  readonly operation?: string | undefined;
  /** Warnings fail. Default: false. */
  readonly strict?: boolean | undefined;
  /** A status that the contract does not declare fails. Default: false. */
  readonly closed?: boolean | undefined;
}

/** What the rules have to say of one response. */
export interface Judgement {
  /** Whether no requirement is broken. */
  readonly kept: boolean;
  readonly operation: string;
  /** Those that the exchange exercised, as in the report of a run. */
  readonly requirements: readonly RequirementReport[];
  /** Whether the contract declares a response of this status. Where it does not, it is silent on a 4xx. */
  readonly declared: boolean;
  /** All of this for a person. */
  readonly message: string;
}

/**
 * Judges one response by every rule that one exchange is enough for.
 * @throws UsageError where the response cannot be read, or its operation not found.
 */
export async function judgeResponse(
  response: unknown,
  rules: readonly Rule[],
  options: JudgeOptions,
): Promise<Judgement> {
  return judgeRead(await readResponse(response, options), rules, options);
}

/** A response, and the operation that it answers. */
export interface ReadResponse {
  readonly read: ClientResponse;
  readonly found: Found;
}

/** @throws UsageError as {@link judgeResponse}. */
export async function readResponse(
  response: unknown,
  { contract, operation: named }: Pick<JudgeOptions, 'contract' | 'operation'>,
): Promise<ReadResponse> {
  const read = await readClientResponse(response);
  return { read, found: findOperation(contract.operations, { named, ...read }) };
}

/** Judges a response that has been read. */
export function judgeRead({ read, found }: ReadResponse, rules: readonly Rule[], options: JudgeOptions): Judgement {
  const { contract, strict = false, closed = false } = options;
  const exchange = toExchange(read, found);
  const redact = createRedact(secretsOf(read));
  const selected = rules.filter(({ onlyClosed }) => closed || !onlyClosed);
  const judging = createJudging(bindRequirements(contract, [found.operation], selected), {
    strict,
    show: () => {},
    isKept: () => true,
  });
  judging.take(exchange);
  const requirements = judging.end(judging.history(), () => ({})).filter(({ verdict }) => verdict !== 'skip');
  const judgement = {
    kept: requirements.every(({ verdict }) => verdict !== 'fail'),
    operation: found.operation.name,
    requirements: redactDeep(requirements, (text) => redact(printable(text))),
    declared: declaredResponse(found.operation, read.status) !== undefined,
  };
  return { ...judgement, message: describe(judgement, read.status) };
}

function toExchange(read: ClientResponse, found: Found): Exchange {
  const {
    method = found.operation.method,
    url = found.operation.path,
    requestHeaders = [],
    status,
    headers,
    body,
  } = read;
  return {
    index: 1,
    case: toCase(read, found),
    request: { method, path: url, headers: requestHeaders },
    // A client shows neither the version nor the status text reliably, and no rule needs them.
    response: { httpVersion: '1.1', status, statusText: '', headers, interim: [], body, afterHead: body },
    error: null,
    received: body,
    durationMs: 0,
  };
}

/** What a run's case would have been for a request that somebody else made. */
export function toCase(read: ClientResponse, { operation, values }: Found): Case {
  const { probe, violation } = probeOf(read, { operation, values });
  return {
    name: NAMES[probe],
    probe,
    operation,
    values: values ?? {},
    input: NO_INPUT,
    authorisation: NOBODY,
    // Whether a credential is a valid one, only the answer tells.
    authorised: probe !== 'anonymous' && read.status !== 401,
    resource: [operation.name],
    exists: probe === 'valid',
    handedOver: probe === 'valid',
    ...(violation ? { violation } : {}),
  };
}

type ToldApart = Extract<ProbeName, 'anonymous' | 'invalid' | 'valid' | 'unknown'>;

const NAMES: Readonly<Record<ToldApart, string>> = {
  anonymous: 'a request without a credential',
  invalid: 'a request with a value outside its declared type',
  valid: 'a valid request',
  unknown: 'a valid request for what may not exist',
};

interface Told {
  readonly probe: ToldApart;
  readonly violation?: Violation;
}

/** Which of a run's probes would have asked so. Whether something exists, only the answer tells. */
function probeOf(read: ClientResponse, { operation, values }: Found): Told {
  const { requestHeaders, status, url } = read;
  if (requestHeaders && isGuarded(operation.security)) {
    const query = url === undefined ? [] : [...new URL(url, 'http://target').searchParams];
    const shown = {
      headers: requestHeaders,
      query: query.map(([name, value]) => ({ name, value })),
      cookies: cookiesIn(requestHeaders),
    };
    // What shows in the connection, a client does not tell.
    if (!isLetIn(operation.security, shown, true)) return { probe: 'anonymous' };
  }
  const violation = violationOf(read, { operation, values });
  if (violation) return { probe: 'invalid', violation };
  // A 304 answers a condition that no operation declares.
  return { probe: status < 400 && status !== 304 ? 'valid' : 'unknown' };
}

/** The parameter whose text stands for nothing that its schema takes. */
function violationOf({ url, requestHeaders }: ClientResponse, { operation, values }: Found): Violation | undefined {
  const query = url === undefined ? undefined : new URL(url, 'http://target').searchParams;
  for (const { name, in: where, accepts, schema, content, types, clause } of operation.parameters) {
    const texts = textsOf(name, where);
    if (!texts || texts.length === 0 || content !== undefined) continue;
    const valid = where === 'path' ? accepts(texts[0] ?? '') : !schema || mayStandFor(texts, schema, 'request');
    if (valid || texts.every((text) => text === '')) continue;
    const clauseText = types.length === 0 ? 'schema' : `type: ${types.join(' or ')}`;
    const violation = {
      clauseText,
      subject: `${name} in the ${where}`,
      sent: JSON.stringify(texts.join(', ')),
      clause,
    };
    // What is no value of its type in a path, a run takes for a breach of the parameter, too.
    const keyword = where === 'path' || !schema ? undefined : brokenBy(texts, schema);
    return { ...violation, ...keyword };
  }
  return undefined;

  function textsOf(name: string, where: string): readonly string[] | undefined {
    if (where === 'path') return values && [values[name] ?? ''];
    if (where === 'query') return query?.getAll(name);
    if (where !== 'header') return undefined;
    return requestHeaders?.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  }
}

/** The keyword that texts break, by the reading of them that breaks least: `500` is no text but a number, where one is wanted. */
function brokenBy(texts: readonly string[], schema: Schema): Pick<Violation, 'clauseText' | 'clause'> | undefined {
  try {
    const broken = readings(texts)
      .map((value) => evaluate(schema, value, { direction: 'request' }))
      .sort((one, other) => rank(one) - rank(other));
    const [first] = broken[0] ?? [];
    if (!first) return undefined;
    const { keywords } = first.schema;
    const bound = typeof keywords === 'boolean' ? undefined : keywords[first.keyword];
    const text = ['string', 'number', 'boolean'].includes(typeof bound) ? `: ${bound}` : '';
    const clauseText = first.keyword + (text.length > LONGEST_BOUND ? '' : text);
    return { clauseText, clause: clauseOf(first.schema, first.keyword) };
  } catch (error) {
    // What is too much to be judged says no more than that it was refused.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const LONGEST_BOUND = 40;

function rank(broken: readonly BrokenClause[]): number {
  return broken.length + (broken.some(({ keyword }) => keyword === 'type') ? 1000 : 0);
}

/** Credentials without the name of their scheme, which findings speak of. */
function secretsOf({ requestHeaders = [] }: ClientResponse): [secret: string, placeholder: string][] {
  return requestHeaders
    .filter(([name]) => /^((proxy-)?authorization|cookie)$/i.test(name))
    .map(([, value]) => [value.replace(/^(bearer|basic|digest)( +|$)/i, ''), '***']);
}

function describe({ kept, operation, requirements, declared }: Omit<Judgement, 'message'>, status: number): string {
  const silent = declared ? '' : ' (the contract does not declare this status)';
  const broken = requirements.filter(({ findings }) => findings.length > 0);
  return [
    `${operation} answered ${status}${silent}, which ${kept ? 'keeps' : 'does not keep'} the contract.`,
    ...broken.flatMap(describeBroken),
  ].join('\n');
}

function describeBroken({ rule, findings, clause, reference, statement, advice }: RequirementReport): string[] {
  return [
    '',
    ...findings.flatMap(({ level, message, expected, actual }) => [
      `  ${rule} (${level}): ${message}`,
      `    expected  ${expected}`,
      `    actual    ${actual}`,
    ]),
    `    required  ${statement} (${reference})`,
    `    clause    ${clause.file}:${clause.line}:${clause.column}`,
    `    mend      ${advice}`,
  ];
}
