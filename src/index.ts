/** The public API: the commands as functions. They print nothing, and do not end the process. */

import { AssertionError } from 'node:assert';
import { rules } from '../conformance/rules';
import { suite } from '../conformance/suite';
import type {
  AnswerMaker,
  CallbackLogEntry,
  Certificate,
  CollectionShown,
  LoggedRequest,
  Mock,
  MockOptions,
  RequestLogEntry,
  StateShown,
  ToldRequest,
  UpstreamOptions,
  WantedAnswer,
  WantedCallback,
} from '../mocks/server';
import { readBaseline } from './cli/settings/baselineFile';
import { readScript } from './cli/settings/workflows';
import type { Contract } from './contract/contract';
import { locateContract } from './contract/contractFile';
import type { OperationOptions } from './engine/model/settings';
import { readSelection } from './engine/plan/selection';
import { aimedAt, settingsOf } from './engine/settingsOf';
import { type GivenRun as EngineOptions, verifyTarget as runVerify, verifyWith } from './engine/verify';
import { setUpRun, withSetUp } from './extend/aroundRun';
import type { Extension } from './extend/define';
import { type Extensions, extendedSuite, readExtensions } from './extend/extensions';
import { type JsonValue, toJson } from './json/value';
import { contractOnce } from './library/contractOnce';
import {
  type JudgeResponseOptions as JudgeLoadedOptions,
  type Judgement,
  judgeResponse,
} from './recorded/judgeResponse';
import type { Report } from './report/report';
import { UsageError } from './support/errors';
import { parseTarget, type TlsOptions } from './wire/target';

export type { Contract, DeclaredResponse, Operation } from './contract/contract';
export type { Addition, FinishedRequest, OwnRequest, ValuePlace } from './engine/model/hooks';
export type {
  Extension,
  HookDefinition,
  ProbeDefinition,
  RuleBreach,
  RuleDefinition,
  RunDefinition,
  RunSurroundings,
  SetUpResult,
  ValuesDefinition,
} from './extend/define';
export { defineHook, defineProbe, defineRule, defineRun, defineValues } from './extend/define';
export type { JudgedExchange } from './extend/judgedExchange';
export {
  type AmendOptions,
  type AmendResult,
  amend,
  amendmentKinds,
  type CheckResult,
  check,
  type DiffOptions,
  type DiffResult,
  diff,
  judgeRecording,
  type RecordingJudgeOptions,
} from './library/commands';
export type { ResponseLike } from './recorded/clientResponse';
export type { Judgement } from './recorded/judgeResponse';
export type * from './report/report';
export type { TlsOptions } from './wire/target';
export type {
  AnswerMaker,
  CallbackLogEntry,
  Certificate,
  CollectionShown,
  LoggedRequest,
  Mock,
  MockOptions,
  RequestLogEntry,
  StateShown,
  ToldRequest,
  UpstreamOptions,
  WantedAnswer,
  WantedCallback,
};

/**
 * Reads, parses and validates a contract.
 * @param file the path or the URL of an OpenAPI document (2.0, 3.0, 3.1 or 3.2) in YAML or JSON. Default: `openapi.yaml`, `.yml` or `.json`,
 *   or `swagger.*`, in the working directory.
 * @param overlays the paths of OpenAPI overlays, which change the contract in this order.
 * @throws ContractError with every mistake, each with its file, line and column; UsageError if there is no such file, or more than one.
 */
export async function loadContract(file?: string, overlays?: readonly string[]): Promise<Contract> {
  // These are loaded only here, since loading the libraries that validate a contract takes 0.1 s.
  const { readContract: load } = require('./contract/load') as typeof import('./contract/load');
  return load(await locateContract(file), overlays);
}

type Value = string | number | bigint;

type HandedOverParams = Readonly<Record<string, Value | readonly Value[]>>;

/** The values for one operation, as in `operations:` of `espalier.yaml`. */
export interface OperationNeeds {
  readonly params?: HandedOverParams;
  /** A body that the target must accept. */
  readonly body?: JsonValue;
  /** The status of the answer to the valid request. Default: any declared success. */
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
    | 'salt'
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
  /** The base URL of the implementation, `http://…` or `https://…`. */
  readonly target: string;
  /**
   * Values of parameters, named as for `--param`: `{ id: [101, 102] }`, `{ '/users/{id}': 101 }`, `{ 'query.limit': 5 }`. A value of a path
   * parameter names a thing that the run may use up.
   */
  readonly params?: HandedOverParams;
  /** The operations to verify, as for `--operation`: `['GET /plants/**', '!tag:admin']`. Default: all. */
  readonly operation?: string | readonly string[];
  /** Values for single operations, by their names: `{ 'POST /orders': { body: { item: 'fern' } } }`. */
  readonly operations?: Readonly<Record<string, OperationNeeds>>;
  /** Header fields that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The limit for one exchange, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  /** For an https target: which certificates to trust, and which one to show. */
  readonly tls?: TlsOptions;
  /** The path of a file of known breaches, which do not fail the run (`--baseline`). Default: none. */
  readonly baseline?: string;
  /** What extends the run: what {@link defineRule}, defineHook, defineValues, defineProbe and defineRun return. */
  readonly extend?: readonly Extension[];
  /** Called with each event while the run goes on. */
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
      /** Undefined if no response came. */
      readonly status: number | undefined;
    }
  | { readonly type: 'reported'; readonly report: Report };

/**
 * Verifies a running implementation against its contract.
 * @returns the report. Its `exitCode` is the exit code of the command. Errors of the target and of the network are part of the report.
 * @throws UsageError if an option cannot be used, the file of the baseline cannot be read, or a set-up or a tear-down of `extend` fails.
 */
export async function verify(contract: Contract, options: VerifyOptions): Promise<Report> {
  return verifyGiven(contract, options, {});
}

type EngineParts = Omit<EngineOptions, 'target'>;

/** @param more what goes before the options. */
async function verifyGiven(contract: Contract, options: VerifyOptions, more: EngineParts): Promise<Report> {
  const {
    target,
    params = {},
    headers = {},
    timeoutMs,
    tls,
    onEvent,
    operation,
    operations = {},
    baseline,
    extend = [],
    ...rest
  } = options;
  for (const name of Object.keys(operations))
    if (!contract.operations.some((each) => each.name === name))
      throw new UsageError(`operations: the contract has no operation "${name}"; name one as "GET /path".`);
  const extended = extensionsOf(extend);
  const at = parseTarget(target, tls);
  const given: EngineOptions = {
    ...rest,
    ...{ hooks: extended.hooks, values: extended.values, probes: extended.probes },
    target: at,
    params: textsOf(params),
    operations: Object.fromEntries(
      Object.entries(operations).map(([name, needs]) => [name, toOperationOptions(needs)]),
    ),
    ...(operation === undefined ? {} : { selection: readSelection([operation].flat(), contract.operations) }),
    baseline: readBaseline(baseline === undefined ? {} : { baseline }),
    headers: Object.entries(headers),
    limits: timeoutMs === undefined ? {} : { timeoutMs },
    onEvent: (event) => onEvent?.(toPublic(event)),
    ...more,
  };
  const own = extendedSuite(suite, extended);
  if (extended.runs.length === 0) return runVerify(contract, own, given);
  const { setUp, tearDown } = await setUpRun(extended.runs, at, options.signal ?? new AbortController().signal);
  let failed: readonly string[] = [];
  let report: Report;
  try {
    const settings = withSetUp(aimedAt(settingsOf(given), at), setUp);
    report = await verifyWith(contract, own, settings, given);
  } finally {
    failed = await tearDown();
  }
  if (failed.length > 0) throw new UsageError(failed.join(' '));
  return report;
}

function extensionsOf(given: readonly Extension[]): Extensions {
  return readExtensions(given.map((extension) => ({ extension, from: 'extend' })));
}

function textsOf(params: HandedOverParams): Record<string, string[]> {
  return Object.fromEntries(Object.entries(params).map(([name, values]) => [name, [values].flat().map(String)]));
}

function toOperationOptions({ params = {}, body, expect, leaveOut }: OperationNeeds): OperationOptions {
  return { params: textsOf(params), bodies: body === undefined ? [] : [body], expect, leaveOut };
}

/** Makes the public event. It leaves out the requests, which hold the token, and internal values. */
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

export interface WorkflowOptions extends Omit<VerifyOptions, 'target' | 'shard'> {
  /** The base URL of the implementation. Default: a mock that remembers what was made. */
  readonly target?: string;
  /** The contract, or its path. Default: the one that the document names, else as for {@link loadContract}. */
  readonly contract?: Contract | string;
  /** The inputs of the workflows, by their names. */
  readonly inputs?: Readonly<Record<string, JsonValue>>;
}

/**
 * Runs the workflows of an Arazzo document (1.0, 1.1), and asks nothing else, as `espalier workflow` does.
 * @param file the path of the document.
 * @returns the report, with a requirement for each step.
 * @throws ContractError, and UsageError if the document or an option cannot be used: what changes something needs `writes`, but on the mock.
 */
export async function runWorkflow(file: string, options: WorkflowOptions = {}): Promise<Report> {
  const { target, contract: named, inputs = {}, ...rest } = options;
  const { contractNamedIn } = require('./workflows/sourceText') as typeof import('./workflows/sourceText');
  const contract = typeof named === 'object' ? named : await loadContract(named ?? contractNamedIn(file));
  const pairs = Object.entries(inputs).map(([name, value]) => `${name}=${toJson(value)}`);
  const writes = target === undefined ? 'any' : (rest.writes ?? 'handed-over');
  const script = readScript(
    { workflow: [file], workflowInput: pairs },
    contract,
    { writes },
    (name) => `inputs: { ${name}: … }`,
  );
  const only: EngineParts = { script, scriptAlone: true, writes };
  if (target !== undefined) return verifyGiven(contract, { ...rest, target }, only);
  const { serveHere } = require('./cli/processes/ownMock') as typeof import('./cli/processes/ownMock');
  const [main = contract.file] = contract.files();
  const mock = await serveHere({ contract: main, stateful: true });
  try {
    const onMock: EngineParts = { ...only, everythingExists: true, token: rest.token ?? 'any-token' };
    return await verifyGiven(contract, { ...rest, target: mock.url }, onMock);
  } finally {
    await mock.close();
  }
}

/**
 * Serves a contract (OpenAPI 2.0 to 3.2) as a mock until it is closed. The first call loads Prism, which takes about 0.3 s.
 * @param options the options of `espalier mock`. Default of `contract`: as for {@link loadContract}. Default of `port`: any free one.
 * @throws ContractError, UsageError if an option cannot be used, and Error (with `code`, such as EADDRINUSE) if it cannot listen.
 */
export async function startMock(options: Partial<MockOptions> = {}): Promise<Mock> {
  const server = require('../mocks/server') as typeof import('../mocks/server');
  return server.serveMock({ port: 0, ...options, contract: await locateContract(options.contract) });
}

export interface JudgeOptions extends Omit<JudgeLoadedOptions, 'contract'> {
  /** Rules of your own, which judge beside all others. Default: none. */
  readonly extend?: readonly Extension[];
  /**
   * The contract, or its path. A path is loaded at each call, which takes about 0.2 s, so better load the contract once. Default: as for
   * {@link loadContract}.
   */
  readonly contract?: Contract | string;
}

/**
 * Judges one response that a test has received, without Jest: `assert(judgement.kept, judgement.message)`.
 * @param response a response of supertest, superagent, fetch, axios or undici.request, or a {@link ResponseLike}. A response of fetch is
 *   cloned before it is read. The body of a response of undici.request is used up.
 * @throws ContractError, and UsageError if the response cannot be read, or its operation is not found.
 */
export async function judge(response: unknown, options: JudgeOptions = {}): Promise<Judgement> {
  const contract = typeof options.contract === 'object' ? options.contract : await loadContract(options.contract);
  const { extend = [], ...others } = options;
  return judgeResponse(response, [...rules, ...extensionsOf(extend).rules], { ...others, contract });
}

/**
 * Fails a test whose response breaks the contract, in `node:test` or any other runner: `await assertKeepsContract(response, { operation })`.
 * A contract is loaded only once. See {@link judge}.
 * @throws AssertionError with the findings; ContractError and UsageError as `judge`.
 */
export async function assertKeepsContract(response: unknown, options: JudgeOptions = {}): Promise<void> {
  const { kept, message } = await judge(response, { ...options, contract: await contractOnce(options.contract) });
  if (!kept) throw new AssertionError({ message, stackStartFn: assertKeepsContract });
}

export type { Clause, Mistake } from './contract/clause';
export { ContractError } from './contract/clause';
export type { Level } from './report/report';
export { UsageError };
