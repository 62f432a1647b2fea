/** What is known and wanted → cases and requirements. Nothing is sent. */

import { randomInt } from 'node:crypto';
import {
  type Contract,
  isNoSegment,
  type Operation,
  pathParameters,
  type SecurityScheme,
} from '../../contract/contract';
import { destructiveness } from '../../resources/destructiveness';
import { kindsOf } from '../../resources/kinds';
import { rivalsOf, twinKey } from '../../routing/overlaps';
import { groupBy } from '../../support/collections';
import { UsageError } from '../../support/errors';
import { createRandom, type Random } from '../../support/random';
import { nearest } from '../../support/words';
import type { Case } from '../model/case';
import type { OperationOptions, PlanOptions } from '../model/options';
import type { Planned, Planning, Violable } from '../model/planning';
import type { Known, LeftOut, PlanChance, Probe, Provocation } from '../model/probe';
import type { Rule } from '../model/rule';
import type { Suite, Untouched } from '../model/suite';
import { bindRequirements } from '../verdict/requirements';
import { CONSENTS } from './consents';
import { readHandedOver, refuseUnknownParams } from './handedOver';
import { readServers, type Servers } from './servers';
import { shardOperations } from './shard';

/** @throws UsageError as {@link plan}, without planning anything. */
export function refuseUnusable(contract: Contract, suite: Suite, options: PlanOptions): void {
  selectRules(suite.rules, options);
  toKnown(contract, options, 0);
}

/**
 * Plans a run to its end; sends nothing.
 * @throws UsageError where a rule or a parameter is named that there is not, or a value is not of its type.
 */
export function plan(contract: Contract, suite: Suite, options: PlanOptions): Planned {
  const planning = beginPlan(contract, suite, options);
  const cases: Case[] = [];
  while (planning.cases.upcoming) cases.push(...toEnd(planning.cases.next()));
  return { ...planning, cases };
}

/** As {@link plan}, operation after operation as cases are asked for: `missing` and `leftOut` speak of those that were. */
export function beginPlan(contract: Contract, suite: Suite, options: PlanOptions): Planning {
  const rules = selectRules(suite.rules, options);
  // Parts of a run that nobody gave a seed have the same one.
  const seed = options.seed ?? (options.shard ? 1 : randomInt(2 ** 31));
  const known = toKnown(contract, options, seed);
  const all = contract.operations.filter((operation) => options.selection?.(operation) ?? true);
  const part = options.shard && shardOperations(options.shard, all);
  const selected = part ? all.filter((operation) => part.has(operation)) : all;
  const queue = inOrder(selected);
  const seen = new Set<Case>();
  const missing = new Map<Operation, Map<Probe['name'], readonly string[]>>();
  const leftOut = new Map<Operation, LeftOut | undefined>();
  const untouched = new Map<Operation, Untouched['clauses']>();
  // What a case breaks is known when it was planned; its input need not be kept for that.
  const broken = new Map<Operation, Violable[]>();
  const violable = new Map<Operation, readonly Violable[]>();
  const violableOf = (operation: Operation) =>
    operation.unsupported === undefined ? suite.violable(operation, known) : [];
  let planned = 0;
  let done = 0;
  const findViolable = function* (operation: Operation) {
    if (operation.unsupported === undefined) yield* suite.prepare(operation, known);
    violable.set(operation, violableOf(operation));
  };
  const next = function* (): Generator<void, readonly Case[]> {
    const operation = queue[done];
    if (!operation) return [];
    const cases = yield* planOne(operation);
    done++;
    return cases;
  };
  const planOne = function* (operation: Operation): Generator<void, readonly Case[]> {
    const own = known.wanted.leftOut(operation);
    if (own === undefined) yield* suite.prepare(operation, known);
    const { leftOut: harmful, clauses } = own ? NOTHING : suite.untouched(operation, known);
    const why = own ?? harmful;
    leftOut.set(operation, why);
    if (clauses.size > 0) untouched.set(operation, clauses);
    if (why !== undefined) {
      yield* findViolable(operation);
      return [];
    }
    const cases: Case[] = [];
    const plans: (readonly [Probe['name'], ReturnType<Probe['plan']>])[] = [];
    for (const probe of suite.probes) {
      plans.push([probe.name, probe.plan(operation, known)]);
      yield;
    }
    for (const each of plans.flatMap(([, { cases: asked }]) => asked)) pushWithMakers(each, cases, seen);
    missing.set(operation, new Map(plans.map(([name, { missing: wanted }]) => [name, wanted])));
    for (const { claim, request } of cases) {
      if (!claim.violation) continue;
      const places = broken.get(request.operation) ?? [];
      broken.set(request.operation, places);
      const { clause, subject } = claim.violation;
      places.push({ clause, subject });
    }
    violable.set(operation, violableOf(operation));
    planned += cases.length;
    return cases;
  };
  const none = kindsOf([]);
  const isOwn = known.wanted.writes !== 'handed-over';
  const [kinds, others] = known.wanted.everythingExists
    ? [none, none]
    : isOwn
      ? [known.contract.kinds, none]
      : [none, known.contract.kinds];
  const show: Planned['show'] = (operation, values) => suite.ask(operation, known, values);
  return {
    rules,
    requirements: bindRequirements(contract, selected, rules),
    cases: {
      get upcoming() {
        return queue[done];
      },
      get total() {
        return done === 0 ? 0 : Math.round((planned * queue.length) / Math.min(done, queue.length));
      },
      next,
    },
    missing,
    leftOut,
    kinds,
    others,
    ask: (operation, values) => (known.wanted.leftOut(operation) === undefined ? show(operation, values) : undefined),
    show,
    operations: selected,
    untouched: (operation, place) => untouched.get(operation)?.get(place),
    violable: (operation) => [...(broken.get(operation) ?? []), ...(violable.get(operation) ?? [])],
    *findViolable() {
      for (const operation of selected) if (!violable.has(operation)) yield* findViolable(operation);
    },
    seed,
  };
}

function toEnd<T>(parts: Generator<void, T>): T {
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
  }
}

const NOTHING: Untouched = { leftOut: undefined, clauses: new Map() };

/** What a case needs is made before it, once for all that need it. */
function pushWithMakers(each: Case, cases: Case[], seen: Set<Case>): void {
  if (seen.has(each)) return;
  // Nothing is needed by several cases but what makes or lists something.
  if (each.chain?.step !== undefined || each.chain?.lists) seen.add(each);
  for (const { from, otherwise } of Object.values(each.waitsFor?.needs ?? {})) {
    pushWithMakers(from, cases, seen);
    if (otherwise) pushWithMakers(otherwise, cases, seen);
  }
  for (const { place } of each.waitsFor?.fills ?? [])
    if (typeof place === 'object') pushWithMakers(place.from, cases, seen);
  if (each.waitsFor?.located) pushWithMakers(each.waitsFor?.located, cases, seen);
  cases.push(each);
}

function whyLeftOut(
  operation: Operation,
  { wanted: { everythingExists, writes }, handedOver: { bodies }, contract: { kinds } }: Known,
  needs: OperationOptions | undefined,
): LeftOut | undefined {
  if (needs?.leaveOut !== undefined) return { reason: `left out: ${needs.leaveOut}`, wanted: true };
  if (operation.unsupported !== undefined) return { reason: operation.unsupported, wanted: false };
  if (operation.safe || everythingExists || writes === 'any' || pathParameters(operation).length > 0) return undefined;
  if (bodies(operation).length > 0) return undefined;
  // What it makes can be removed again.
  const isOwn = kinds.madeBy(operation)?.remover !== undefined;
  if (writes === 'own' && isOwn) return undefined;
  return {
    reason: 'it may change anything, and has no path parameter that keeps it to something that was handed over',
    wanted: false,
    handOver: [isOwn ? CONSENTS.own : CONSENTS.any],
  };
}

/** What is said of another host must not be sent to the target, and the credential not to that host. */
function whyElsewhere(
  operation: Operation,
  { wanted: { everythingExists } }: Pick<Known, 'wanted'>,
  servers: Servers,
): LeftOut | undefined {
  const elsewhere = everythingExists ? undefined : servers.elsewhere(operation);
  if (elsewhere === undefined) return undefined;
  return { reason: `the contract has it at ${elsewhere}, which is none of the target`, wanted: false };
}

function whyAmbiguous(operation: Operation, twins: readonly Operation[] = []): LeftOut | undefined {
  const other = twins.find((each) => each !== operation);
  if (!other) return undefined;
  const how = /[?#]/.test(operation.path + other.path)
    ? 'what no request carries'
    : 'the names of its parameters alone';
  const reason = `its path differs from that of ${other.name} in ${how}: nobody can tell which of them answers`;
  return { reason, wanted: false };
}

/** What may use a resource up comes last, so that one id is enough for all operations on it; and what ends the session after that. */
function inOrder(operations: readonly Operation[]): Operation[] {
  return [...operations].sort(
    (one, other) => destructiveness(one) - destructiveness(other) || depth(other) - depth(one),
  );
}

/** What lies below something is gone once that is deleted: the deepest goes first. */
function depth({ path, method }: Operation): number {
  return method === 'DELETE' ? path.split('/').length : 0;
}

export function selectRules(all: readonly Rule[], { only = [], skip = [], closed = false }: PlanOptions): Rule[] {
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

/** The clauses of an operation that some request can break, whatever is handed over. */
export function violableAnyway(contract: Contract, suite: Suite): Planned['violable'] {
  const known = toKnown(contract, { everythingExists: true }, 0);
  return (operation) => [
    ...pathParameters(operation).flatMap(({ name, types, clause }) =>
      types.length > 0 && !types.includes('string') ? [{ clause, subject: `${name} in the path` }] : [],
    ),
    // What a run leaves out others may have asked.
    ...(operation.unsupported === undefined ? suite.violable(operation, known) : []).map(({ clause, subject }) => ({
      clause,
      subject,
    })),
  ];
}

function toKnown(contract: Contract, options: PlanOptions, seed: number): Known {
  const everythingExists = options.everythingExists ?? false;
  const { params = {}, resources = {}, operations = {}, provocations = [], headers = [], token } = options;
  refuseUnknownParams(contract.operations, params);
  refuseUselessProvocations(contract, provocations);
  const handedOver = readHandedOver(contract.operations, params, (name) => operations[name]?.params);
  const byName = new Map(contract.operations.map((operation) => [operation.name, operation]));
  const credentials = Object.assign(Object.create(null), options.credentials) as Record<string, string | undefined>;
  const twins = groupBy(contract.operations, twinKey);
  const servers = readServers(contract.operations);
  const known: Known = {
    handedOver: {
      credentials: (scheme) =>
        credentials[scheme.name] ?? usualCredential(scheme, { ...options, token }, everythingExists),
      headerNames: headers.map(([name]) => name.toLowerCase()),
      wrongToken: options.wrongToken ?? `not-valid-${createRandom(seed, 'token').hex(24)}`,
      provocations: (operation) => provocations.filter((each) => concerns(each, operation)),
      resources: (operation) => resources[operation.name] ?? handedOver.resources(operation),
      handed: handedOver.one,
      withheld: handedOver.withheld,
      texts: handedOver.texts,
      bodies: ({ name }) => operations[name]?.bodies ?? [],
      expect: ({ name }) => operations[name]?.expect,
    },
    chance: { random: chancesOf(seed), seed },
    wanted: {
      everythingExists,
      writes: options.writes ?? 'handed-over',
      selected: (operation) =>
        (options.selection?.(operation) ?? true) &&
        operations[operation.name]?.leaveOut === undefined &&
        operation.unsupported === undefined,
      leftOut: (operation) =>
        whyLeftOut(operation, known, operations[operation.name]) ??
        whyAmbiguous(operation, twins.get(twinKey(operation))) ??
        whyElsewhere(operation, known, servers),
      thorough: options.thorough ?? false,
    },
    contract: {
      at: (path, method) => byName.get(`${method} ${path}`),
      kinds: kindsOf(contract.operations),
      rival: rivalsOf(contract.operations),
    },
  };
  return known;
}

function chancesOf(seed: number): PlanChance['random'] {
  const known = new Map<Operation, Random>();
  return (operation) => {
    const random = known.get(operation) ?? createRandom(seed, operation.name);
    known.set(operation, random);
    return random;
  };
}

/** What a scheme takes where nothing was handed over for it by name. The mock takes anything. */
function usualCredential(
  { http, in: where }: SecurityScheme,
  { token, certificate = false }: PlanOptions,
  everythingExists: boolean,
): string | undefined {
  if (http === 'bearer') return token;
  if (where === 'connection') return certificate || everythingExists ? '' : undefined;
  if (!everythingExists || where === 'nowhere') return undefined;
  return http === 'basic' ? 'user:password' : 'any-key';
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
