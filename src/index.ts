/** The public API: what the command line does, as functions. Nothing here prints, or ends the process. */

import { rules } from '../conformance/rules';
import { suite } from '../conformance/suite';
import type {
  CollectionShown,
  LoggedRequest,
  Mock,
  MockOptions,
  RequestLogEntry,
  StateShown,
  WantedAnswer,
} from '../mocks/server';
import type { Contract } from './contract/contract';
import { contractFile } from './contract/contractFile';
import type { OperationOptions } from './engine/model/options';
import { readSelection } from './engine/plan/selection';
import { type RunVerifyOptions as EngineOptions, verifyTarget as runVerify } from './engine/verify';
import type { JsonValue } from './json/value';
import {
  type JudgeResponseOptions as JudgeLoadedOptions,
  type Judgement,
  judgeResponse,
} from './recorded/judgeResponse';
import type { Report } from './report/report';
import { UsageError } from './support/errors';
import { parseTarget, type TlsOptions } from './wire/target';

export type { Contract, DeclaredResponse, Operation } from './contract/contract';
export type { ResponseLike } from './recorded/clientResponse';
export type { Judgement } from './recorded/judgeResponse';
export type * from './report/report';
export type { TlsOptions } from './wire/target';
export type { CollectionShown, LoggedRequest, Mock, MockOptions, RequestLogEntry, StateShown, WantedAnswer };

/**
 * Reads, parses and validates a contract.
 * @param file path of an OpenAPI document (2.0, 3.0, 3.1 or 3.2) in YAML or JSON. Default: `./openapi.yaml`, as on the command line.
 * @throws ContractError with every mistake found, each with its file, line and column.
 */
export async function loadContract(file?: string): Promise<Contract> {
  // Loaded only here: the libraries that validate a contract take 0.1 s.
  const { readContract: load } = require('./contract/load') as typeof import('./contract/load');
  return load(contractFile(file));
}

type Value = string | number | bigint;

type HandedOverParams = Readonly<Record<string, Value | readonly Value[]>>;

/** What is handed over for one operation, as `operations:` of `espalier.yaml` has it. */
export interface OperationNeeds {
  readonly params?: HandedOverParams;
  /** A body that the target must take. */
  readonly body?: JsonValue;
  /** The status that answers the valid request. Default: a declared success. */
  readonly expect?: number;
  /** Why nothing is sent to this operation. */
  readonly leaveOut?: string;
}

export interface VerifyOptions
  extends Pick<
    EngineOptions,
    | 'token'
    | 'credentials'
    | 'seed'
    | 'complete'
    | 'thorough'
    | 'coverageMin'
    | 'shard'
    | 'strict'
    | 'closed'
    | 'concurrency'
    | 'rate'
    | 'deadlineMs'
    | 'only'
    | 'skip'
    | 'provocations'
    | 'waivers'
    | 'writes'
    | 'signal'
  > {
  /** Base URL of the implementation, `http://…` or `https://…`. */
  readonly target: string;
  /**
   * Values of parameters, named as `--param` names them: `{ id: [101, 102] }`, `{ '/users/{id}': 101 }`, `{ 'query.limit': 5 }`. One of a path
   * names something that may be used up.
   */
  readonly params?: HandedOverParams;
  /** Which operations are verified, as `--operation` says it: `['GET /plants/**', '!tag:admin']`. Default: all. */
  readonly operation?: string | readonly string[];
  /** What one operation alone needs, by its name: `{ 'POST /orders': { body: { item: 'fern' } } }`. */
  readonly operations?: Readonly<Record<string, OperationNeeds>>;
  /** Header fields sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Limit for one exchange, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  /** For an https target whose certificate the system does not trust. */
  readonly tls?: TlsOptions;
  /** Told of what happens, while it happens. */
  readonly onEvent?: (event: VerifyEvent) => void;
}

export type VerifyEvent =
  | { readonly type: 'planned'; readonly requirements: number; readonly exchanges: number }
  | {
      readonly type: 'exchanged';
      readonly done: number;
      readonly total: number;
      readonly operation: string;
      /** What was special about the request: "no Authorization header". */
      readonly case: string;
      /** Undefined where no response came. */
      readonly status: number | undefined;
    }
  | { readonly type: 'reported'; readonly report: Report };

/**
 * Verifies a running implementation against its contract.
 * @returns the report; its `exitCode` is what the command would end with. Whatever happens on the wire is part of it.
 * @throws UsageError where an option is not usable.
 */
export async function verify(contract: Contract, options: VerifyOptions): Promise<Report> {
  const { target, params = {}, headers = {}, timeoutMs, tls, onEvent, operation, operations = {}, ...rest } = options;
  for (const name of Object.keys(operations))
    if (!contract.operations.some((each) => each.name === name))
      throw new UsageError(`operations: the contract has no operation "${name}"; name one as "GET /path".`);
  return runVerify(contract, suite, {
    ...rest,
    target: parseTarget(target, tls),
    params: textsOf(params),
    operations: Object.fromEntries(
      Object.entries(operations).map(([name, needs]) => [name, toOperationOptions(needs)]),
    ),
    ...(operation === undefined ? {} : { selection: readSelection([operation].flat(), contract.operations) }),
    headers: Object.entries(headers),
    limits: timeoutMs === undefined ? {} : { timeoutMs },
    onEvent: (event) => onEvent?.(toPublic(event)),
  });
}

function textsOf(params: HandedOverParams): Record<string, string[]> {
  return Object.fromEntries(Object.entries(params).map(([name, values]) => [name, [values].flat().map(String)]));
}

function toOperationOptions({ params = {}, body, expect, leaveOut }: OperationNeeds): OperationOptions {
  return { params: textsOf(params), bodies: body === undefined ? [] : [body], expect, leaveOut };
}

/** Without the token, which requests hold, and without what may still change inside. */
function toPublic(event: Parameters<NonNullable<EngineOptions['onEvent']>>[0]): VerifyEvent {
  switch (event.type) {
    case 'planned':
      return { type: 'planned', requirements: event.requirements.length, exchanges: event.total };
    case 'exchanged': {
      const { exchange, done, total } = event;
      const { claim, request } = exchange.case;
      return {
        type: 'exchanged',
        done,
        total,
        operation: request.operation.name,
        case: claim.name,
        status: exchange.response?.status,
      };
    }
    case 'reported':
      return event;
  }
}

/**
 * Serves a contract as a mock until it is closed. Loads Prism at the first call, which takes some 0.3 s.
 * @param options as of `espalier mock`; `contract` as for {@link loadContract}, `port` any that is free.
 * @throws ContractError, UsageError where an option is not usable, and Error (with `code`, such as EADDRINUSE) where it
 *   cannot listen.
 */
export async function startMock(options: Partial<MockOptions> = {}): Promise<Mock> {
  const server = require('../mocks/server') as typeof import('../mocks/server');
  return server.serveMock({ port: 0, ...options, contract: contractFile(options.contract) });
}

export interface JudgeOptions extends Omit<JudgeLoadedOptions, 'contract'> {
  /** A path is loaded at each call, which takes some 0.2 s; load it once. Default: as for {@link loadContract}. */
  readonly contract?: Contract | string;
}

/**
 * Judges one response that a test has received, without Jest: `assert(judgement.kept, judgement.message)`.
 * @param response of supertest, superagent, fetch, axios or undici.request, or a {@link ResponseLike}. Fetch's is read
 *   from a clone; the body of undici.request's is used up.
 * @throws ContractError, and UsageError where the response cannot be read, or its operation not found.
 */
export async function judge(response: unknown, options: JudgeOptions = {}): Promise<Judgement> {
  const contract = typeof options.contract === 'object' ? options.contract : await loadContract(options.contract);
  return judgeResponse(response, rules, { ...options, contract });
}
export type { Clause, Mistake } from './contract/clause';
export { ContractError } from './contract/clause';
export type { Level } from './report/report';
export { UsageError };
