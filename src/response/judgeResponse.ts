/** Judging one response that a test of the implementer's own has received, by the rules of a whole run. */

import type { Case, ProbeName } from '../case';
import { type Contract, declaredResponse } from '../contract/contract';
import { bearerAlternative } from '../contract/security';
import { createHistory } from '../history';
import { judgeRequirement } from '../judge';
import type { RequirementReport } from '../report';
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
  const { contract, operation: named, strict = false, closed = false } = options;
  const read = await readClientResponse(response);
  const found = findOperation(contract.operations, { named, ...read });
  const exchange = toExchange(read, found);
  const redact = createRedact(secretsOf(read));
  const selected = rules.filter(({ onlyClosed }) => closed || !onlyClosed);
  const requirements = bindRequirements([found.operation], selected)
    .map((requirement) =>
      judgeRequirement(requirement, createHistory([exchange]), { strict, whyUnexercised: () => ({}) }),
    )
    .filter(({ verdict }) => verdict !== 'skip');
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

function toCase(read: ClientResponse, { operation, values }: Found): Case {
  const probe = probeOf(read, { operation, values });
  return {
    name: NAMES[probe],
    probe,
    operation,
    values: values ?? {},
    headers: [],
    // Whether a credential is a valid one, only the answer tells.
    authorised: probe !== 'anonymous' && read.status !== 401,
    resource: operation.name,
    exists: probe === 'valid',
  };
}

type ToldApart = Extract<ProbeName, 'anonymous' | 'invalid' | 'valid' | 'unknown'>;

const NAMES: Readonly<Record<ToldApart, string>> = {
  anonymous: 'a request without a bearer credential',
  invalid: 'a request with a value outside its declared type',
  valid: 'a valid request',
  unknown: 'a valid request for what may not exist',
};

/** Which of a run's probes would have asked so. Whether something exists, only the answer tells. */
function probeOf({ requestHeaders, status }: ClientResponse, { operation, values }: Found): ToldApart {
  const { security, parameters } = operation;
  const guarded = bearerAlternative(security) !== undefined && !security.optional;
  const credential = requestHeaders?.some(
    ([name, value]) => /^authorization$/i.test(name) && /^bearer +\S/i.test(value),
  );
  if (guarded && credential === false) return 'anonymous';
  const isOfType = parameters.every(
    ({ in: where, name, accepts }) => where !== 'path' || values === undefined || accepts(values[name] ?? ''),
  );
  if (!isOfType) return 'invalid';
  // A 304 answers a condition that no operation declares.
  return status < 400 && status !== 304 ? 'valid' : 'unknown';
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
