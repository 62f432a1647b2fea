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
  readonly kept: number[];
  readonly broken: number[];
  /** By the reason; most places have none. */
  unexercised?: Map<string, number[]>;
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
  private readonly places = new Map<string, Place>();
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
    const uses = byKey(all);
    const breaks = brokenIn(operation, own, uses, this.exchangeOf);
    const reasons = reasonsIn(operation, own);
    const unasked = all[0]?.exercised ? undefined : (reasons.get(all[0]?.place ?? '') ?? all[0]?.why);
    const count: Count = { clauses: 0, exercised: 0 };
    const position = this.positions.get(name) ?? 0;
    for (const [key, use] of uses) {
      const isBroken = breaks.has(key);
      const why = unasked ?? (use.kind === 'status' ? (reasons.get(use.place) ?? use.why) : use.why);
      this.countUse(use, isBroken || use.exercised, count);
      if (isBroken) this.broken++;
      notePosition(this.placeOf(key, use), position, isBroken ? 'broken' : use.exercised ? 'kept' : { why });
    }
    const statuses = statusesOf(operation, own, uses, breaks);
    this.counted.push({ operation: name, ...(tags.length === 0 ? {} : { tags }), ...count, statuses });
  }

  end(): CoverageReport {
    const all = [...this.places.values()].sort((one, other) => compare(one.clause, other.clause));
    return {
      clauses: sum(this.counted.map(({ clauses }) => clauses)),
      exercised: sum(this.counted.map(({ exercised }) => exercised)),
      broken: this.broken,
      kinds: Object.fromEntries(this.kinds),
      operations: this.counted,
      unexercised: all.flatMap(({ clause, kind, at, unexercised = [] }) =>
        [...unexercised].map(([reason, positions]) => ({
          clause,
          kind,
          ...placed(at),
          reason,
          operations: positions,
        })),
      ),
      reached: all
        .filter(({ kept, broken }) => kept.length + broken.length > 0)
        .map(({ clause, kind, at, kept, broken }) => ({
          clause,
          kind,
          ...placed(at),
          kept,
          ...(broken.length > 0 ? { broken } : {}),
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

  private placeOf(key: string, use: ClauseUse): Place {
    const place = this.places.get(key) ?? open(use);
    this.places.set(key, place);
    return place;
  }
}

/** Several ways may lead to the same component. It counts once, and as exercised if it was exercised in one of them. */
function byKey(all: readonly ClauseUse[]): Map<string, ClauseUse> {
  const uses = new Map<string, ClauseUse>();
  for (const use of all) {
    const key = keyOf(use);
    if (use.exercised || !uses.has(key)) uses.set(key, use);
  }
  return uses;
}

/** Notes at a place what became of it in the operation at a position. */
function notePosition(place: Place, position: number, became: 'kept' | 'broken' | { readonly why: string }): void {
  if (typeof became === 'string') {
    place[became].push(position);
    return;
  }
  place.unexercised ??= new Map();
  const others = place.unexercised.get(became.why) ?? [];
  others.push(position);
  place.unexercised.set(became.why, others);
}

function statusesOf(
  { responses }: Operation,
  requirements: readonly RequirementReport[],
  uses: ReadonlyMap<string, ClauseUse>,
  breaks: ReadonlySet<string>,
): Record<string, StatusState> {
  return Object.fromEntries(
    responses.map(({ status, declaredAt }): [string, StatusState] => {
      const key = keyOf({ kind: 'status', place: `${declaredAt.file} ${declaredAt.pointer}` });
      if (breaks.has(key) || requirements.some((each) => each.verdict === 'fail' && isAbout(status, each)))
        return [status, 'broken'];
      return [status, uses.get(key)?.exercised ? 'kept' : 'unexercised'];
    }),
  );
}

function isAbout(status: string, { id, rule, operation }: RequirementReport): boolean {
  return id === `${operation} ${status} ${rule}`;
}

function keyOf({ kind, place, at }: Pick<ClauseUse, 'kind' | 'place' | 'at'>): string {
  // Joined it is one text, where thousands put together would each keep their parts.
  return (at === undefined ? [kind, place] : [kind, place, at]).join(' ');
}

function open({ kind, clause, at }: ClauseUse): Place {
  const { pointer, file, line, column } = clause();
  return { clause: { pointer, file, line, column }, kind, at, kept: [], broken: [] };
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
  uses: ReadonlyMap<string, ClauseUse>,
  exchangeOf: (index: number) => Exchange | undefined,
): ReadonlySet<string> {
  const broken = new Set<string>();
  for (const requirement of requirements) {
    const { findings, clause, verdict } = requirement;
    const about = responses.find(({ status }) => isAbout(status, requirement))?.declaredAt;
    for (const finding of findings) {
      // What plain sense alone asks for breaks no clause, unless it names one.
      if (verdict !== 'fail' && !finding.clause) continue;
      const found = [finding.clause, clause, about, whole].map((each) => each && brokenBy(finding, each)).find(Boolean);
      if (found !== undefined) broken.add(found);
    }
  }
  return broken;

  function brokenBy({ exchange }: Finding, { file, pointer }: Clause): string | undefined {
    const violation = exchangeOf(exchange)?.case.claim.violation;
    const violated = violation?.clause.file === file && violation.clause.pointer === pointer;
    const kinds = violated ? VIOLATED : SAID;
    const further = violated
      ? keyOf({ kind: 'violated', place: `${file} ${pointer}`, at: placeInRequest(violation) })
      : undefined;
    if (further !== undefined && uses.has(further)) return further;
    for (let at = pointer; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const found = kinds.map((kind) => keyOf({ kind, place: `${file} ${at}` })).find((key) => uses.has(key));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const VIOLATED: readonly ClauseKind[] = ['violated'];
const SAID: readonly ClauseKind[] = [
  ...(['judged', 'media-type', 'header', 'status', 'security', 'parameter', 'operation'] as const),
];
