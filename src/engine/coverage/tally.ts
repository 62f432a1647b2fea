import type { Clause } from '../../contract/clause';
import type { Operation } from '../../contract/contract';
import type {
  ClauseKind,
  CoverageReport,
  Finding,
  OperationCoverage,
  RequirementReport,
  StatusState,
} from '../../report/report';
import { groupBy, sum } from '../../support/collections';
import type { Exchange } from '../model/exchange';
import type { ClauseUse } from './clauseUses';
import { placeInRequest } from './violatedUses';

interface Place {
  readonly clause: Clause;
  readonly kind: ClauseKind;
  readonly at: string | undefined;
  /** The lists are absent while they are empty: there are tens of thousands of places. */
  kept?: number[];
  broken?: number[];
  /** The operations that did not exercise it, by the reason. Most places have one reason at most. */
  unexercised?: Unexercised[];
}

interface Unexercised {
  readonly reason: string;
  readonly operations: number[];
}

interface Count {
  clauses: number;
  exercised: number;
}

interface Tally {
  /** Counts what an operation uses. @param uses that of the operation itself first. */
  add(operation: Operation, uses: readonly ClauseUse[]): void;
  end(): CoverageReport;
}

export function createTally(
  operations: readonly Operation[],
  requirements: readonly RequirementReport[],
  exchangeOf: (index: number) => Exchange | undefined,
): Tally {
  return new OperationsTally(operations, requirements, exchangeOf);
}

class OperationsTally implements Tally {
  private readonly places = new ByUse<Place>();
  private readonly kinds = new Map<ClauseKind, Count>();
  private readonly counted: OperationCoverage[] = [];
  private readonly requirementsOf: ReadonlyMap<string, readonly RequirementReport[]>;
  private readonly positions: ReadonlyMap<string, number>;
  private broken = 0;

  constructor(
    operations: readonly Operation[],
    requirements: readonly RequirementReport[],
    private readonly exchangeOf: (index: number) => Exchange | undefined,
  ) {
    this.requirementsOf = groupBy(requirements, ({ operation }) => operation);
    this.positions = new Map(operations.map(({ name }, at) => [name, at]));
  }

  add(operation: Operation, all: readonly ClauseUse[]): void {
    const { name, tags } = operation;
    const own = this.requirementsOf.get(name) ?? [];
    const uses = eachOnce(all);
    const breaks = brokenIn(operation, own, uses, this.exchangeOf);
    const reasons = reasonsIn(operation, own);
    const unasked = all[0]?.exercised ? undefined : (reasons.get(all[0]?.place ?? '') ?? all[0]?.why);
    const count: Count = { clauses: 0, exercised: 0 };
    const position = this.positions.get(name) ?? 0;
    for (const use of uses.all()) {
      const isBroken = breaks.has(use);
      const why = unasked ?? (use.kind === 'status' ? (reasons.get(use.place) ?? use.why) : use.why);
      this.countUse(use, isBroken || use.exercised, count);
      if (isBroken) this.broken++;
      notePosition(this.placeOf(use), position, isBroken ? 'broken' : use.exercised ? 'kept' : { why });
    }
    const statuses = statusesOf(operation, own, uses, breaks);
    this.counted.push({ operation: name, ...(tags.length === 0 ? {} : { tags }), ...count, statuses });
  }

  end(): CoverageReport {
    const all = [...this.places.all()].sort((one, other) => compare(one.clause, other.clause));
    return {
      clauses: sum(this.counted.map(({ clauses }) => clauses)),
      exercised: sum(this.counted.map(({ exercised }) => exercised)),
      broken: this.broken,
      kinds: Object.fromEntries(this.kinds),
      operations: this.counted,
      unexercised: all.flatMap(({ clause, kind, at, unexercised = [] }) =>
        unexercised.map(({ reason, operations }) => ({ clause, kind, ...placed(at), reason, operations })),
      ),
      reached: all
        .filter(({ kept, broken }) => kept ?? broken)
        .map(({ clause, kind, at, kept = [], broken }) => ({
          clause,
          kind,
          ...placed(at),
          kept,
          ...(broken ? { broken } : {}),
        })),
    };
  }

  private countUse({ kind }: ClauseUse, exercised: boolean, count: Count): void {
    const ofKind = this.kinds.get(kind) ?? { clauses: 0, exercised: 0 };
    this.kinds.set(kind, ofKind);
    for (const each of [count, ofKind]) {
      each.clauses++;
      if (exercised) each.exercised++;
    }
  }

  private placeOf(use: ClauseUse): Place {
    const place = this.places.get(use) ?? open(use);
    this.places.set(use, place);
    return place;
  }
}

/** Of a clause, what it is used for and where. */
type UseKey = Pick<ClauseUse, 'kind' | 'place' | 'at'>;

/**
 * Values by uses of clauses. A contract has a hundred thousand uses, and the places of most are texts that their clauses keep: texts put together
 * of them would take more memory than all else here.
 */
class ByUse<T> {
  private readonly byKind = new Map<ClauseKind, Map<string, number>>();
  private readonly values: T[] = [];

  get(key: UseKey): T | undefined {
    const position = this.byKind.get(key.kind)?.get(textOf(key));
    return position === undefined ? undefined : this.values[position];
  }

  set(key: UseKey, value: T): void {
    const positions = this.byKind.get(key.kind) ?? new Map<string, number>();
    this.byKind.set(key.kind, positions);
    const text = textOf(key);
    const position = positions.get(text) ?? this.values.length;
    positions.set(text, position);
    this.values[position] = value;
  }

  /** In the order in which they first came. */
  all(): readonly T[] {
    return this.values;
  }
}

function textOf({ place, at }: UseKey): string {
  return at === undefined ? place : `${place} ${at}`;
}

/** Several ways may lead to the same component. It counts once, and as exercised if it was exercised in one of them. */
function eachOnce(all: readonly ClauseUse[]): ByUse<ClauseUse> {
  const uses = new ByUse<ClauseUse>();
  for (const use of all) if (use.exercised || !uses.get(use)) uses.set(use, use);
  return uses;
}

/** Notes at a place what became of it in the operation at a position. */
function notePosition(place: Place, position: number, became: 'kept' | 'broken' | { readonly why: string }): void {
  if (typeof became === 'string') {
    // A list that begins empty gets room for sixteen more with its first item.
    if (place[became]) place[became].push(position);
    else place[became] = [position];
    return;
  }
  place.unexercised ??= [];
  const others = place.unexercised.find(({ reason }) => reason === became.why);
  if (others) others.operations.push(position);
  else place.unexercised.push({ reason: became.why, operations: [position] });
}

function statusesOf(
  { responses }: Operation,
  requirements: readonly RequirementReport[],
  uses: ByUse<ClauseUse>,
  breaks: ReadonlySet<ClauseUse>,
): Record<string, StatusState> {
  const stateOf = ({ status, declaredAt }: (typeof responses)[number]): StatusState => {
    const use = uses.get({ kind: 'status', place: `${declaredAt.file} ${declaredAt.pointer}` });
    if ((use && breaks.has(use)) || requirements.some((each) => each.verdict === 'fail' && isAbout(status, each)))
      return 'broken';
    return use?.exercised ? 'kept' : 'unexercised';
  };
  // V8 makes room for every number up to the largest name that is a number, which takes 5 kB for each operation. Once there was a number as
  // large as this one, it keeps a table of the names instead.
  const states: Record<string, StatusState> = { [SPARSE]: 'unexercised' };
  for (const response of responses) states[response.status] = stateOf(response);
  delete states[SPARSE];
  return states;
}

/** No status is as large as this. */
const SPARSE = '1000000';

function isAbout(status: string, { id, rule, operation }: RequirementReport): boolean {
  // As `${operation} ${status} ${rule}`, without a text for each of many comparisons.
  const isAsLong = id.length === operation.length + status.length + rule.length + 2;
  return isAsLong && id.startsWith(status, operation.length + 1) && id.endsWith(rule) && id.startsWith(operation);
}

function open({ kind, clause, at }: ClauseUse): Place {
  const { pointer, file, line, column } = clause();
  return { clause: { pointer, file, line, column }, kind, at };
}

function placed(at: string | undefined): { readonly at?: string } {
  return at === undefined ? {} : { at };
}

/** By their places; of the files the contract itself is the first one that is met. */
function compare(one: Clause, other: Clause): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line || one.column - other.column;
}

/** Why requirements were skipped, by file and pointer of their clauses; the first of a clause says it. */
function reasonsIn({ responses }: Operation, requirements: readonly RequirementReport[]): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const requirement of requirements) {
    const { clause, verdict, reason } = requirement;
    if (verdict !== 'skip' || reason === undefined) continue;
    const about = responses.find(({ status }) => isAbout(status, requirement))?.declaredAt;
    for (const { file, pointer } of about ? [clause, about] : [clause]) {
      const place = `${file} ${pointer}`;
      if (!reasons.has(place)) reasons.set(place, reason);
    }
  }
  return reasons;
}

/** The uses that findings speak of: the clause that they name, else what it stands in. */
function brokenIn(
  { responses, clause: whole }: Operation,
  requirements: readonly RequirementReport[],
  uses: ByUse<ClauseUse>,
  exchangeOf: (index: number) => Exchange | undefined,
): ReadonlySet<ClauseUse> {
  const broken = new Set<ClauseUse>();
  for (const requirement of requirements) {
    const { findings, clause, verdict } = requirement;
    const about = responses.find(({ status }) => isAbout(status, requirement))?.declaredAt;
    for (const finding of findings) {
      // What plain sense alone asks for breaks no clause, unless it names one.
      if (verdict !== 'fail' && !finding.clause) continue;
      for (const each of [finding.clause, clause, about, whole]) {
        const found = each && brokenBy(finding, each);
        if (!found) continue;
        broken.add(found);
        break;
      }
    }
  }
  return broken;

  function brokenBy({ exchange }: Finding, { file, pointer }: Clause): ClauseUse | undefined {
    const violation = exchangeOf(exchange)?.case.claim.violation;
    const violated = violation?.clause.file === file && violation.clause.pointer === pointer;
    const further = violated
      ? uses.get({ kind: 'violated', place: `${file} ${pointer}`, at: placeInRequest(violation) })
      : undefined;
    if (further) return further;
    for (let at = pointer; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const place = `${file} ${at}`;
      for (const kind of violated ? VIOLATED : SAID) {
        const found = uses.get({ kind, place });
        if (found) return found;
      }
    }
    return undefined;
  }
}

const VIOLATED: readonly ClauseKind[] = ['violated'];
const SAID: readonly ClauseKind[] = [
  ...(['judged', 'media-type', 'header', 'status', 'security', 'parameter', 'operation'] as const),
];
