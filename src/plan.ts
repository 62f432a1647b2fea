/** What is known and wanted → cases and requirements. Nothing is sent. */

import { randomBytes } from 'node:crypto';
import type { Case, Known, Probe, Provocation, Values } from './case';
import { type Contract, isNoSegment, type Operation, type Parameter, pathParameters } from './contract/contract';
import { nearest } from './nearest';
import type { Observation } from './report';
import { bindRequirements, type Requirement, type Rule } from './rule';
import type { Exchange, Fields } from './wire/exchange';
import { UsageError } from './wire/target';

/** What is asked, what is required, and what is noted: `conformance/` hands it in. */
export interface Suite {
  readonly probes: readonly Probe[];
  readonly rules: readonly Rule[];
  readonly observe: (exchanges: readonly Exchange[]) => readonly Observation[];
  /** A valid value that names nothing; see {@link Known}. */
  readonly improbable: (parameter: Parameter) => string | undefined;
}

/** What is handed over to plan by. */
export interface PlanOptions {
  /** The bearer token, without its scheme. */
  readonly token?: string | undefined;
  /** Values handed over by parameter name, each naming something that may be used up. */
  readonly params?: Readonly<Record<string, readonly string[]>>;
  /** Resources by operation name, in place of what `params` says: what a set-up command made. */
  readonly resources?: Readonly<Record<string, readonly Values[]>>;
  /** How to draw declared responses that no probe may draw. */
  readonly provocations?: readonly Provocation[];
  /** Header fields sent with every request. */
  readonly headers?: Fields;
  /** A well-formed token that is not valid; one is made up where none is given. */
  readonly wrongToken?: string | undefined;
  /** Statuses that the contract does not declare fail. */
  readonly closed?: boolean;
  /** Ids of the rules to judge by, and of those to leave out. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** The target is a mock: every value names something, and nothing is used up. */
  readonly everythingExists?: boolean;
}

export interface Planned {
  /** Those selected to judge by. */
  readonly rules: readonly Rule[];
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
export function plan(contract: Contract, suite: Suite, options: PlanOptions): Planned {
  const rules = selectRules(suite.rules, options);
  const known = toKnown(contract, suite, options);
  const cases: Case[] = [];
  const missing = new Map<Operation, Map<Probe['name'], readonly string[]>>();
  // What may use a resource up comes last, so that one id is enough for all operations on it.
  const order = [...contract.operations].sort(
    (one, other) => destructiveness(one) - destructiveness(other) || depth(other) - depth(one),
  );
  for (const operation of order) {
    if (whyLeftOut(operation, known)) continue;
    const plans = suite.probes.map((probe) => [probe.name, probe.plan(operation, known)] as const);
    cases.push(...plans.flatMap(([, planned]) => planned.cases));
    missing.set(operation, new Map(plans.map(([name, planned]) => [name, planned.missing])));
  }
  const leftOut = new Map(contract.operations.map((operation) => [operation, whyLeftOut(operation, known)] as const));
  return { rules, requirements: bindRequirements(contract.operations, rules), cases, missing, leftOut };
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

/** What lies below something is gone once that is deleted: the deepest goes first. */
function depth({ path, method }: Operation): number {
  return method === 'DELETE' ? path.split('/').length : 0;
}

function selectRules(all: readonly Rule[], { only = [], skip = [], closed = false }: PlanOptions): Rule[] {
  const rules = all.filter(({ onlyClosed }) => closed || !onlyClosed);
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

function toKnown(contract: Contract, suite: Suite, options: PlanOptions): Known {
  // Without a prototype: a parameter may be called `constructor`.
  const params: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), options.params);
  const everythingExists = options.everythingExists ?? false;
  refuseUnknownParams(contract, params);
  refuseUselessProvocations(contract, options.provocations ?? []);
  const resources = new Map(
    contract.operations.map((operation) => {
      const handedOver = options.resources?.[operation.name] ?? resourcesOf(operation, params);
      return [operation, handedOver.length > 0 || !everythingExists ? handedOver : anything(operation, suite)] as const;
    }),
  );
  return {
    token: options.token,
    headerNames: (options.headers ?? []).map(([name]) => name.toLowerCase()),
    wrongToken: options.wrongToken ?? `not-valid-${randomBytes(12).toString('hex')}`,
    improbable: suite.improbable,
    everythingExists,
    provocations: (operation) => (options.provocations ?? []).filter((each) => concerns(each, operation)),
    resources: (operation) => resources.get(operation) ?? [],
  };
}

/** A provocation concerns each operation that has its parameters, and declares its status. */
function concerns({ status, values }: Provocation, operation: Operation): boolean {
  const names = pathParameters(operation).map(({ name }) => name);
  const declared = operation.responses.some((response) => response.status.toUpperCase() === status.toUpperCase());
  return declared && names.length === Object.keys(values).length && names.every((name) => values[name] !== undefined);
}

/** @throws UsageError for a provocation that no operation has a use for. */
export function refuseUselessProvocations({ operations }: Contract, provocations: readonly Provocation[]): void {
  for (const provocation of provocations) {
    const useful = operations.some((operation) => concerns(provocation, operation));
    if (useful && !Object.values(provocation.values).some(isNoSegment)) continue;
    const values = Object.entries(provocation.values).map(([name, value]) => `${name}=${value}`);
    throw new UsageError(
      `Nothing can be provoked by ${provocation.status}:${values.join('&')}: no operation declares ${provocation.status} and has just these path parameters, or a value cannot stand in a path.`,
    );
  }
}

/** @throws UsageError for a name that no path parameter has, and a value that is not of its type. */
export function refuseUnknownParams(
  { operations }: Contract,
  params: Readonly<Record<string, readonly string[]>>,
): void {
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
      const type = [...types, format].filter(Boolean).join(', ');
      throw new UsageError(
        isNoSegment(value)
          ? `The value "${value}" for "${name}" cannot stand in a path; is the variable that should hold it set?`
          : `The value "${value}" for "${name}" is not of its declared type (${type}).`,
      );
    }
  }
}

/** One resource for each value handed over; with several parameters, their first values belong together, and so on. */
function resourcesOf(operation: Operation, params: Readonly<Record<string, readonly string[]>>): Values[] {
  const names = pathParameters(operation).map(({ name }) => name);
  if (names.length === 0 || !names.every((name) => (params[name]?.length ?? 0) > 0)) return [];
  const count = Math.max(...names.map((name) => params[name]?.length ?? 0));
  const resources = Array.from({ length: count }, (_, at) =>
    Object.fromEntries(names.map((name) => [name, params[name]?.[at] ?? params[name]?.at(-1) ?? ''])),
  );
  // What is named twice is there once.
  return [...new Map(resources.map((values) => [JSON.stringify(values), values])).values()];
}

/** Where everything exists, any one value will do. */
function anything(operation: Operation, suite: Suite): Values[] {
  const entries = pathParameters(operation).map((parameter) => [parameter.name, suite.improbable(parameter)] as const);
  return entries.every(([, value]) => value !== undefined) ? [Object.fromEntries(entries) as Values] : [];
}
