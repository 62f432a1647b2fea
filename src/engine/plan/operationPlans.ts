/** The cases of operations, planned one operation after another as they are asked for, and what is known of each once it was planned. */

import type { Operation } from '../../contract/contract';
import { DEGREE, destructiveness, mayBegin } from '../../resources/destructiveness';
import { makersOf } from '../../resources/kinds';
import type { Case } from '../model/case';
import type { Cases, Violable } from '../model/planning';
import type { Known, LeftOut, Probe, ProbePlan } from '../model/probe';
import type { Suite, Untouched } from '../model/suite';

const NOTHING: Untouched = { leftOut: undefined, clauses: new Map() };

/** Plans what was not asked for only where somebody wants to know what requests can break. */
export class OperationPlans implements Cases {
  readonly missing = new Map<Operation, ReadonlyMap<Probe['name'], readonly string[]>>();
  readonly leftOut = new Map<Operation, LeftOut | undefined>();
  private readonly queue: readonly Operation[];
  /** Cases that others need, which are planned once. */
  private readonly shared = new Set<Case>();
  private readonly spared = new Map<Operation, Untouched['clauses']>();
  /** What a case breaks is known when it was planned; its input need not be kept for that. */
  private readonly broken = new Map<Operation, Violable[]>();
  private readonly breakable = new Map<Operation, readonly Violable[]>();
  /** How many operations, and how many cases. */
  private done = 0;
  private planned = 0;

  constructor(
    private readonly operations: readonly Operation[],
    private readonly suite: Suite,
    private readonly known: Known,
  ) {
    this.queue = inOrder(operations);
  }

  get upcoming(): Operation | undefined {
    return this.queue[this.done];
  }

  get total(): number {
    const { done, planned, queue } = this;
    return done === 0 ? 0 : Math.round((planned * queue.length) / Math.min(done, queue.length));
  }

  *next(): Generator<void, readonly Case[]> {
    const operation = this.upcoming;
    if (!operation) return [];
    const cases = yield* this.planOne(operation);
    this.done++;
    return cases;
  }

  /** As {@link Planning.untouched}. */
  untouched(operation: Operation, place: string): string | undefined {
    return this.spared.get(operation)?.get(place);
  }

  /** As {@link Planning.violable}. */
  violable(operation: Operation): readonly Violable[] {
    return [...(this.broken.get(operation) ?? []), ...(this.breakable.get(operation) ?? [])];
  }

  /** As {@link Planning.findViolable}. */
  *findViolable(): Generator<void> {
    for (const operation of this.operations) if (!this.breakable.has(operation)) yield* this.findBreakable(operation);
  }

  private *planOne(operation: Operation): Generator<void, readonly Case[]> {
    const { suite, known } = this;
    const own = known.wanted.leftOut(operation);
    // Whether a large schema can be used takes as long as others should wait.
    yield;
    if (own === undefined) yield* suite.prepare(operation, known);
    const { leftOut: harmful, clauses } = own ? NOTHING : suite.untouched(operation, known);
    const why = own ?? harmful;
    this.leftOut.set(operation, why);
    if (clauses.size > 0) this.spared.set(operation, clauses);
    if (why !== undefined) {
      yield* this.findBreakable(operation);
      return [];
    }
    const cases = yield* this.askProbes(operation);
    this.noteBroken(cases);
    yield* this.noteBreakable(operation);
    this.planned += cases.length;
    return cases;
  }

  private *askProbes(operation: Operation): Generator<void, readonly Case[]> {
    const plans: (readonly [Probe['name'], ProbePlan])[] = [];
    for (const probe of this.suite.probes) {
      const plan = probe.plan(operation, this.known);
      plans.push([probe.name, Symbol.iterator in plan ? yield* plan : plan]);
      yield;
    }
    const cases: Case[] = [];
    const asked = plans.flatMap(([, plan]) => plan.cases);
    for (const each of this.isMakingWithin(operation) ? plainestFirst(asked) : asked)
      pushWithMakers(each, cases, this.shared);
    const foreign = new Map<Case, string | undefined>();
    for (const each of cases) {
      foreign.set(each, this.suite.foreignPlace(each, this.known));
      yield;
    }
    const wantedBy = (name: Probe['name']) => {
      const places = cases.flatMap((each) => (each.claim.probe === name ? (foreign.get(each) ?? []) : []));
      return [...new Set(places)].map((place) => `a value for ${place} of ${operation.name}, of what is yours`);
    };
    this.missing.set(operation, new Map(plans.map(([name, { missing }]) => [name, [...missing, ...wantedBy(name)]])));
    return cases.filter((each) => foreign.get(each) === undefined);
  }

  /** Whether an operation makes things that lie in another one, as the patients of a hospital do. */
  private isMakingWithin(operation: Operation): boolean {
    const isPost = operation.method === 'POST' && operation.path.includes('{');
    const kind = isPost ? this.known.contract.kinds.madeBy(operation) : undefined;
    return kind !== undefined && makersOf(kind).includes(operation);
  }

  private noteBroken(cases: readonly Case[]): void {
    for (const { claim, request } of cases) {
      if (!claim.violation) continue;
      const places = this.broken.get(request.operation) ?? [];
      this.broken.set(request.operation, places);
      const { clause, subject } = claim.violation;
      places.push({ clause, subject });
    }
  }

  private *findBreakable(operation: Operation): Generator<void> {
    if (operation.unsupported === undefined) yield* this.suite.prepare(operation, this.known);
    yield* this.noteBreakable(operation);
  }

  private *noteBreakable(operation: Operation): Generator<void> {
    const { suite, known } = this;
    this.breakable.set(operation, operation.unsupported === undefined ? yield* suite.violable(operation, known) : []);
  }
}

/**
 * Puts the plainest request before what breaks the contract: a service that takes the latter all the same may have no room left in the thing where
 * both lie, as in a hospital of five beds.
 */
function plainestFirst(cases: readonly Case[]): Case[] {
  return [...cases.filter(({ claim }) => claim.isPlainest), ...cases.filter(({ claim }) => !claim.isPlainest)];
}

/** What a case needs is made before it, once for all that need it. */
function pushWithMakers(each: Case, cases: Case[], seen: Set<Case>): void {
  if (seen.has(each)) return;
  // Nothing is needed by several cases but what makes or lists something.
  if (each.chain?.step !== undefined || each.chain?.lists) seen.add(each);
  for (const { from, second, otherwise } of Object.values(each.waitsFor?.needs ?? {})) {
    pushWithMakers(from, cases, seen);
    if (second) pushWithMakers(second, cases, seen);
    if (otherwise) pushWithMakers(otherwise, cases, seen);
  }
  for (const { place } of each.waitsFor?.fills ?? [])
    if (typeof place === 'object') pushWithMakers(place.from, cases, seen);
  if (each.waitsFor?.located) pushWithMakers(each.waitsFor?.located, cases, seen);
  cases.push(each);
}

/**
 * What may use a resource up comes last, so that one id is enough for all operations on it; and what ends the session after that. What begins
 * something comes before what may need it.
 */
function inOrder(operations: readonly Operation[]): Operation[] {
  return [...operations].sort(
    (one, other) =>
      destructiveness(one) - destructiveness(other) ||
      Number(mayBegin(other)) - Number(mayBegin(one)) ||
      depth(other) - depth(one),
  );
}

/** What lies below something is gone once that is deleted: the deepest goes first. */
function depth(operation: Operation): number {
  return destructiveness(operation) === DEGREE.removes ? operation.path.split('/').length : 0;
}
