import type { Clause } from '../../contract/clause';
import type { Operation } from '../../contract/contract';
import type {
  ClauseKind,
  CoverageCount,
  CoverageReport,
  Finding,
  OperationCoverage,
  RequirementReport,
  StatusState,
} from '../../report/report';
import { groupBy } from '../../support/collections';
import type { Exchange } from '../model/exchange';
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

export function createTally(
  operations: readonly Operation[],
  requirements: readonly RequirementReport[],
  exchangeOf: (index: number) => Exchange | undefined,
) {
  const places = new Map<string, Place>();
  const kinds = new Map<ClauseKind, Count>();
  const counted: OperationCoverage[] = [];
  const requirementsOf = groupBy(requirements, ({ operation }) => operation);
  const positions = new Map(operations.map(({ name }, at) => [name, at]));
  let broken = 0;

  return {
    add(operation: Operation, all: readonly ClauseUse[]): void {
      const own = requirementsOf.get(operation.name) ?? [];
      const uses = new Map<string, ClauseUse>();
      // The same component may be come to in several ways.
      for (const use of all) {
        const key = keyOf(use);
        if (use.exercised || !uses.has(key)) uses.set(key, use);
      }
      const breaks = brokenIn(operation, own, uses, exchangeOf);
      const reasons = reasonsIn(operation, own);
      const unasked = all[0]?.exercised ? undefined : (reasons.get(all[0]?.place ?? '') ?? all[0]?.why);
      const count: Count = { clauses: 0, exercised: 0 };
      const position = positions.get(operation.name) ?? 0;
      for (const [key, use] of uses) {
        const place = places.get(key) ?? open(use);
        places.set(key, place);
        const isBroken = breaks.has(key);
        const exercised = isBroken || use.exercised;
        if (isBroken) broken++;
        add(count, exercised);
        const kind = kinds.get(use.kind) ?? { clauses: 0, exercised: 0 };
        add(kind, exercised);
        kinds.set(use.kind, kind);
        if (exercised) (isBroken ? place.broken : place.kept).push(position);
        else {
          const why = unasked ?? (use.kind === 'status' ? (reasons.get(use.place) ?? use.why) : use.why);
          place.unexercised ??= new Map();
          const others = place.unexercised.get(why) ?? [];
          others.push(position);
          place.unexercised.set(why, others);
        }
      }
      const statuses = Object.fromEntries(
        operation.responses.map(({ status, declaredAt }): [string, StatusState] => {
          const key = keyOf({ kind: 'status', place: `${declaredAt.file} ${declaredAt.pointer}` });
          if (breaks.has(key) || own.some((each) => each.verdict === 'fail' && isAbout(status, each)))
            return [status, 'broken'];
          return [status, uses.get(key)?.exercised ? 'kept' : 'unexercised'];
        }),
      );
      const { name, tags } = operation;
      counted.push({ operation: name, ...(tags.length === 0 ? {} : { tags }), ...count, statuses });
    },
    end(): CoverageReport {
      const all = [...places.values()].sort((one, other) => compare(one.clause, other.clause));
      const sum = (of: (each: CoverageCount) => number) => counted.reduce((total, each) => total + of(each), 0);
      return {
        clauses: sum(({ clauses }) => clauses),
        exercised: sum(({ exercised }) => exercised),
        broken,
        kinds: Object.fromEntries(kinds),
        operations: counted,
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
    },
  };
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

function add(count: Count, exercised: boolean): void {
  count.clauses++;
  if (exercised) count.exercised++;
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

/** One clause, as an operation uses it. */
export interface ClauseUse {
  readonly kind: ClauseKind;
  /** File and pointer. */
  readonly place: string;
  /** The place in a request, if the clause is used at several of them and this is not the first. */
  readonly at?: string | undefined;
  readonly clause: () => Clause;
  readonly exercised: boolean;
  /** Why it was not. */
  readonly why: string;
}
