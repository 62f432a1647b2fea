/** Judges one response that a test of the user has received, by the rules of a run. */

import { placeOf } from '../contract/clause';
import { type Contract, declaredResponse } from '../contract/contract';
import { contractNames } from '../contract/contractNames';
import { CleanTexts } from '../engine/evidence/cleanTexts';
import type { Exchange } from '../engine/model/exchange';
import type { Rule } from '../engine/model/rule';
import { bindRequirements } from '../engine/plan/requirements';
import { Judging } from '../engine/verdict/judge';
import { redactsOf, type Secrets } from '../redaction/redact';
import { applyBaseline, type Baseline } from '../report/baseline';
import type { RequirementReport } from '../report/report';
import { recordedCase } from './classify';
import { type ClientResponse, readClientResponse } from './clientResponse';
import { type Found, findOperation } from './findOperation';
import { createExchangeSecrets } from './secrets/secretsInExchange';

export interface JudgeResponseOptions {
  /** The contract, as `loadContract` returns it. */
  readonly contract: Contract;
  /** The operation, such as `DELETE /plants/{id}`. It is needed if the response does not know its request (fetch, undici.request). */
  readonly operation?: string | undefined;
  /** Whether warnings fail. Default: false. */
  readonly strict?: boolean | undefined;
  /** Whether a status fails that the contract does not declare. Default: false. */
  readonly closed?: boolean | undefined;
  /** The breaches that are known, and do not fail. Default: none. */
  readonly baseline?: Baseline | undefined;
}

/** What the rules say about one response. */
export interface Judgement {
  /** Whether no requirement is broken. */
  readonly kept: boolean;
  readonly operation: string;
  /** The requirements that the exchange exercised, as in the report of a run. */
  readonly requirements: readonly RequirementReport[];
  /** Whether the contract declares a response of this status. It says nothing about an undeclared 4xx, which is therefore not judged. */
  readonly declared: boolean;
  /** The whole judgement as a text for a person. */
  readonly message: string;
}

/**
 * Judges one response by every rule that needs only one exchange.
 * @throws UsageError if the response cannot be read, or its operation is not found.
 */
export async function judgeResponse(
  response: unknown,
  rules: readonly Rule[],
  options: JudgeResponseOptions,
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
  { contract, operation: named }: Pick<JudgeResponseOptions, 'contract' | 'operation'>,
): Promise<ReadResponse> {
  const read = await readClientResponse(response);
  return { read, found: findOperation(contract.operations, { named, ...read }) };
}

/** Judges a response that has been read. */
export function judgeRead(
  { read, found }: ReadResponse,
  rules: readonly Rule[],
  options: JudgeResponseOptions,
): Judgement {
  const { contract, strict = false, closed = false } = options;
  const exchange = toExchange(read, found);
  const texts = new CleanTexts(secretsOf(contract, exchange, read));
  const selected = rules.filter(({ onlyClosed }) => closed || !onlyClosed);
  const judging = new Judging(bindRequirements(contract, [found.operation], selected), {
    strict,
    show: () => {},
    isKept: () => true,
  });
  judging.take(exchange);
  const all = judging.end(judging.history(), () => ({})).filter(({ verdict }) => verdict !== 'skip');
  const judged = all.map((each) => ({
    ...each,
    findings: each.findings.map((finding) => texts.finding(finding, all)),
  }));
  const asked = { isAsked: () => false, coverage: undefined, isCutShort: true };
  const { requirements } = options.baseline ? applyBaseline(judged, options.baseline, asked) : { requirements: judged };
  const judgement = {
    kept: requirements.every(({ verdict }) => verdict !== 'fail'),
    operation: found.operation.name,
    requirements,
    declared: declaredResponse(found.operation, read.status) !== undefined,
  };
  return { ...judgement, message: describe(judgement, read.status) };
}

function toExchange(read: ClientResponse, found: Found): Exchange {
  const {
    method = found.operation.method,
    url = found.operation.path,
    requestHeaders,
    requestBody,
    status,
    headers,
    body,
  } = read;
  return {
    index: 1,
    case: recordedCase(found, {
      url: read.url,
      headers: requestHeaders,
      body: requestBody,
      showsCredentials: requestHeaders !== undefined,
      showsCookies: !read.hidesCookies,
      status,
    }),
    request: { method, path: url, headers: requestHeaders ?? [] },
    // Clients do not show the version and the status text reliably, and no rule needs them.
    response: { httpVersion: '1.1', status, statusText: '', headers, interim: [], body, afterHead: body },
    error: null,
    received: body,
    durationMs: 0,
  };
}

/** Returns what must not be shown of an exchange: whoever reads the message of a test knows the variables of no run. */
function secretsOf(contract: Contract, exchange: Exchange, { requestBody }: ClientResponse): Secrets {
  const request = { ...exchange.request, ...(requestBody ? { body: requestBody } : {}) };
  const secrets = createExchangeSecrets(contract).in({ ...exchange, request });
  const { redact, sentence } = redactsOf(
    secrets.map(([secret]) => [secret, '***']),
    () => contractNames(contract),
  );
  return { redact, sentence, mask: (_, value) => redact(value) };
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
    ...findings.flatMap(({ level, message, expected, actual, known }) => [
      `  ${rule} (${known ? 'known' : level}): ${message}`,
      `    expected  ${expected}`,
      `    actual    ${actual}`,
    ]),
    `    required  ${statement} (${reference})`,
    `    clause    ${placeOf(clause)}`,
    `    mend      ${advice}`,
  ];
}
