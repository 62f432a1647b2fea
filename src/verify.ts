/** Cases × target × rules → events → Report. Names no rule and no probe: they are handed in. */

import type { Case, Known, Probe, Values } from './case';
import type { Contract, Operation, Parameter } from './contract/contract';
import { groupBy } from './groupBy';
import { judgeRequirement } from './judge';
import { nearest } from './nearest';
import {
  EXIT_CODES,
  type Observation,
  type OutcomeName,
  type Report,
  type RequirementReport,
  type Verdict,
} from './report';
import { bindRequirements, type Requirement, type Rule } from './rule';
import { runCases } from './run';
import { createRedact, printable, redactDeep, TOKEN_VARIABLE, toEvidence } from './target/evidence';
import type { Exchange, Fields } from './target/exchange';
import { LIMITS, type Limits } from './target/send';
import { type Target, UsageError } from './target/target';
import { TOOL } from './tool';

/** What is asked, what is required, and what is noted: `conformance/` hands it in. */
export interface Suite {
  readonly probes: readonly Probe[];
  readonly rules: readonly Rule[];
  readonly observe: (exchanges: readonly Exchange[]) => readonly Observation[];
  /** A valid value that names nothing; see {@link Known}. */
  readonly improbable: (parameter: Parameter) => string | undefined;
}

export interface VerifyOptions {
  readonly target: Target;
  /** The bearer token, without its scheme. */
  readonly token?: string | undefined;
  /** Values handed over by parameter name, each naming something that may be used up. */
  readonly params?: Readonly<Record<string, readonly string[]>>;
  readonly headers?: Fields;
  /** Warnings fail. */
  readonly strict?: boolean;
  readonly limits?: Partial<Limits>;
  /** How many exchanges may be under way at once. */
  readonly concurrency?: number;
  /** Ids of the rules to judge by, and of those to leave out. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** The target is a mock: every value names something, and nothing is used up. */
  readonly everythingExists?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: (event: VerifyEvent) => void;
}

/** What happens during a run, for whoever wants to show it. */
export type VerifyEvent =
  | { readonly type: 'planned'; readonly requirements: readonly Requirement[]; readonly cases: readonly Case[] }
  | { readonly type: 'exchanged'; readonly exchange: Exchange; readonly done: number; readonly total: number }
  | { readonly type: 'reported'; readonly report: Report };

export interface Planned {
  readonly requirements: readonly Requirement[];
  readonly cases: readonly Case[];
  /** For an operation, what was not planned for want of something, by probe. */
  readonly missing: ReadonlyMap<Operation, ReadonlyMap<Probe['name'], readonly string[]>>;
  /** Why nothing at all is sent to an operation. */
  readonly leftOut: ReadonlyMap<Operation, string | undefined>;
}

/**
 * Plans a run; sends nothing.
 * @throws UsageError where a rule or a parameter is named that there is not, or a value is not of its type.
 */
export function plan(contract: Contract, suite: Suite, options: Omit<VerifyOptions, 'target'>): Planned {
  const rules = selectRules(suite.rules, options.only ?? [], options.skip ?? []);
  const known = toKnown(contract, suite, options);
  const cases: Case[] = [];
  const missing = new Map<Operation, Map<Probe['name'], readonly string[]>>();
  // What may use a resource up comes last, so that one id is enough for all operations on it.
  const order = [...contract.operations].sort((one, other) => destructiveness(one) - destructiveness(other));
  for (const operation of order) {
    if (whyLeftOut(operation, known)) continue;
    const plans = suite.probes.map((probe) => [probe.name, probe.plan(operation, known)] as const);
    cases.push(...plans.flatMap(([, planned]) => planned.cases));
    missing.set(operation, new Map(plans.map(([name, planned]) => [name, planned.missing])));
  }
  const leftOut = new Map(contract.operations.map((operation) => [operation, whyLeftOut(operation, known)] as const));
  return { requirements: bindRequirements(contract.operations, rules), cases, missing, leftOut };
}

/** Why nothing at all is sent to an operation. */
function whyLeftOut(operation: Operation, { everythingExists }: Known): string | undefined {
  if (operation.unsupported !== undefined)
    return `Espalier cannot exercise this operation yet: ${operation.unsupported}`;
  if (operation.safe || everythingExists || pathParameters(operation).length > 0) return undefined;
  return 'it may change anything, and has no path parameter that keeps it to something that was handed over';
}

function destructiveness({ method, safe }: Operation): number {
  return method === 'DELETE' ? 2 : safe ? 0 : 1;
}

function pathParameters({ parameters }: Operation): Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'path');
}

function selectRules(rules: readonly Rule[], only: readonly string[], skip: readonly string[]): Rule[] {
  const ids = rules.map(({ id }) => id);
  for (const id of [...only, ...skip]) {
    if (ids.includes(id)) continue;
    const meant = nearest(id, ids);
    throw new UsageError(
      `There is no rule "${id}".${meant === undefined ? '' : ` Did you mean "${meant}"?`} The rules are: ${ids.join(', ')}.`,
    );
  }
  return rules.filter(({ id }) => (only.length === 0 || only.includes(id)) && !skip.includes(id));
}

function toKnown(contract: Contract, suite: Suite, options: Omit<VerifyOptions, 'target'>): Known {
  const params = options.params ?? {};
  const everythingExists = options.everythingExists ?? false;
  refuseUnknownParams(contract, params);
  const resources = new Map(
    contract.operations.map((operation) => {
      const handedOver = resourcesOf(operation, params);
      return [operation, handedOver.length > 0 || !everythingExists ? handedOver : anything(operation, suite)] as const;
    }),
  );
  return {
    token: options.token,
    improbable: suite.improbable,
    everythingExists,
    resources: (operation) => resources.get(operation) ?? [],
  };
}

function refuseUnknownParams({ operations }: Contract, params: Readonly<Record<string, readonly string[]>>): void {
  const declared = operations.flatMap(pathParameters);
  const names = [...new Set(declared.map(({ name }) => name))];
  for (const [name, values] of Object.entries(params)) {
    const named = declared.filter((parameter) => parameter.name === name);
    if (named.length === 0) {
      const known =
        names.length === 0 ? 'The contract has no path parameters.' : `Path parameters: ${names.join(', ')}.`;
      throw new UsageError(`No path parameter of the contract is called "${name}". ${known}`);
    }
    for (const value of values) {
      if (named.some((parameter) => parameter.accepts(value))) continue;
      const [{ types, format } = { types: [], format: undefined }] = named;
      throw new UsageError(
        `The value "${value}" for "${name}" is not of its declared type (${[...types, format].filter(Boolean).join(', ')}).`,
      );
    }
  }
}

/** One resource for each value handed over; with several parameters, their first values belong together, and so on. */
function resourcesOf(operation: Operation, params: Readonly<Record<string, readonly string[]>>): Values[] {
  const names = pathParameters(operation).map(({ name }) => name);
  if (names.length === 0 || !names.every((name) => (params[name]?.length ?? 0) > 0)) return [];
  const count = Math.max(...names.map((name) => params[name]?.length ?? 0));
  return Array.from({ length: count }, (_, at) =>
    Object.fromEntries(names.map((name) => [name, params[name]?.[at] ?? params[name]?.at(-1) ?? ''])),
  );
}

/** Where everything exists, any one value will do. */
function anything(operation: Operation, suite: Suite): Values[] {
  const entries = pathParameters(operation).map((parameter) => [parameter.name, suite.improbable(parameter)] as const);
  return entries.every(([, value]) => value !== undefined) ? [Object.fromEntries(entries) as Values] : [];
}

/**
 * Verifies a target against its contract. Prints nothing and never exits.
 * @throws UsageError as {@link plan}. Whatever happens on the wire becomes part of the report.
 */
export async function verify(contract: Contract, suite: Suite, options: VerifyOptions): Promise<Report> {
  const started = performance.now();
  const planned = plan(contract, suite, options);
  options.onEvent?.({ type: 'planned', ...planned });
  let done = 0;
  const exchanges = await runCases(planned.cases, {
    target: options.target,
    limits: { ...LIMITS, ...options.limits },
    concurrency: options.concurrency ?? 4,
    headers: [['User-Agent', `${TOOL.name}/${TOOL.version}`], ...(options.headers ?? [])],
    signal: options.signal,
    onExchange: (exchange) =>
      options.onEvent?.({ type: 'exchanged', exchange, done: ++done, total: planned.cases.length }),
  });
  const report = toReport(contract, suite, options, planned, exchanges, performance.now() - started);
  options.onEvent?.({ type: 'reported', report });
  return report;
}

function toReport(
  contract: Contract,
  suite: Suite,
  options: VerifyOptions,
  planned: Planned,
  exchanges: readonly Exchange[],
  durationMs: number,
): Report {
  const stop = whyStopped(exchanges, options);
  const requirements = planned.requirements.map((requirement) =>
    judgeRequirement(requirement, exchanges, {
      strict: options.strict ?? false,
      whyUnexercised: (each) => whyUnexercised(each, planned, exchanges, stop),
    }),
  );
  const { outcome, reason } = outcomeOf(requirements, stop);
  const redact = createRedact([
    ...(options.token === undefined ? [] : [[options.token, TOKEN_VARIABLE] as const]),
    ...(options.headers ?? []).map(
      ([name, value]) => [value, `$${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`] as const,
    ),
  ]);
  // What a target sent may stand in any of these texts, and a terminal would obey it.
  const clean = (text: string) => printable(redact(text));
  const { title, version, file } = contract;
  return {
    schemaVersion: 1,
    tool: TOOL,
    contract: { title, version, file },
    target: options.target.origin + options.target.basePath,
    outcome,
    ...(reason === undefined ? {} : { reason: clean(reason) }),
    exitCode: EXIT_CODES[outcome],
    durationMs: Math.round(durationMs),
    counts: countVerdicts(requirements),
    requirements: redactDeep(requirements, clean),
    observations: redactDeep(suite.observe(exchanges), clean),
    exchanges: exchanges.map((exchange) => toEvidence(exchange, options.target, redact)),
  };
}

function countVerdicts(requirements: readonly RequirementReport[]): Record<Verdict, number> {
  const counts = { pass: 0, fail: 0, warn: 0, skip: 0 };
  for (const { verdict } of requirements) counts[verdict]++;
  return counts;
}

/** What kept the run from being one: our trouble or the set-up's, never a violation. */
function whyStopped(exchanges: readonly Exchange[], options: VerifyOptions): string | undefined {
  if (options.signal?.aborted) return 'the run was interrupted before its end';
  const unreachable = exchanges.find(({ error }) => error?.kind === 'unreachable');
  if (unreachable?.error) return unreachable.error.message;
  const authorised = exchanges.filter(({ case: each, response }) => each.authorised && response);
  const refused = authorised.filter(({ response }) => response?.status === 401 || response?.status === 403);
  if (authorised.length > 0 && refused.length === authorised.length) {
    const [status] = refused.map(({ response }) => response?.status);
    return `the target refused the token on every authorised request (${refused.length} of ${authorised.length}, with ${status}); check --token: has it expired, is it meant for this target, does it allow these operations?`;
  }
  return undefined;
}

function outcomeOf(
  requirements: readonly RequirementReport[],
  stop: string | undefined,
): { readonly outcome: OutcomeName; readonly reason?: string } {
  if (stop !== undefined) return { outcome: 'error', reason: stop };
  if (requirements.some(({ verdict }) => verdict === 'fail')) return { outcome: 'violates' };
  const open = requirements.filter(({ verdict, level }) => verdict === 'skip' && level === 'must');
  if (open.length > 0) {
    const rules = [...new Set(open.map(({ rule }) => rule))].join(', ');
    return { outcome: 'incomplete', reason: `nothing is violated, but nothing exercised: ${rules}` };
  }
  if (requirements.every(({ verdict }) => verdict === 'skip')) {
    return { outcome: 'incomplete', reason: 'nothing was exercised: no requirement of the contract was selected' };
  }
  return { outcome: 'conforms' };
}

function whyUnexercised(
  { rule, subject }: Requirement,
  { missing, leftOut }: Planned,
  exchanges: readonly Exchange[],
  stop: string | undefined,
): Pick<RequirementReport, 'reason' | 'handOver'> {
  if (stop !== undefined) return { reason: 'the run did not get that far' };
  const left = leftOut.get(subject.operation);
  if (left !== undefined) return { reason: left };
  const own = exchanges.filter(
    ({ case: each }) => each.operation === subject.operation && rule.probes.includes(each.probe),
  );
  const came = subject.response ? `no response ${subject.response.status} came` : 'no exchange exercised it';
  const wanted = rule.probes.flatMap((probe) => missing.get(subject.operation)?.get(probe) ?? []);
  return {
    reason: own.length === 0 ? `${came}; nothing was sent for it` : `${came}; tried: ${summarise(own)}`,
    ...(wanted.length === 0 ? {} : { handOver: [...new Set(wanted)] }),
  };
}

/** What was tried and what came back, in a line: "anonymous → 401 ×6, invalid → 404 ×9". */
function summarise(exchanges: readonly Exchange[]): string {
  const groups = groupBy(
    exchanges,
    ({ case: each, response, error }) => `${each.probe} → ${response?.status ?? error?.kind ?? 'nothing'}`,
  );
  return [...groups].map(([label, { length }]) => (length === 1 ? label : `${label} ×${length}`)).join(', ');
}
