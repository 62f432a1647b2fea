/** Sums up for the report what exchanges have exercised: of each operation, of each status, of each clause. */

import type { Clause } from '../../contract/clause';
import type { Operation } from '../../contract/contract';
import { plainClauseOf } from '../../contract/schema/schema';
import type {
  ClauseKind,
  CoverageReport,
  Finding,
  OperationCoverage,
  RequirementReport,
  StatusState,
} from '../../report/report';
import { lazy } from '../../support/caching';
import { groupBy, sum } from '../../support/collections';
import type { Parts } from '../../support/letOthersRun';
import type { Exchange } from '../model/exchange';
import type { ClauseUse, KeywordUses, OperationUses } from './clauseUses';
import type { Numbers } from './keywordNumbers';
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
  /** How many further operations that nothing was sent to use it, too. */
  more: number;
}

/**
 * So many operations that nothing was sent to are named at a clause. Where a run ends before it comes to thousands of operations that share their
 * schemas, the report would name each of them at each of these clauses, millions of times.
 */
const MOST_UNASKED = 100;

/** So many uses are counted in one part. */
const USES_IN_A_PART = 1000;

type KeywordKind = 'met' | 'judged';

interface Count {
  clauses: number;
  exercised: number;
}

export class CoverageTally {
  private readonly places = new ByUse<Place>();
  /** The places of keywords, by their numbers. */
  private readonly ofKeywords: Readonly<Record<KeywordKind, Map<number, Place>>> = {
    met: new Map(),
    judged: new Map(),
  };
  private readonly kinds = new Map<ClauseKind, Count>();
  private readonly counted: OperationCoverage[] = [];
  private readonly requirementsOf: ReadonlyMap<string, readonly RequirementReport[]>;
  private readonly positions: ReadonlyMap<string, number>;
  private broken = 0;

  constructor(
    operations: readonly Operation[],
    requirements: readonly RequirementReport[],
    private readonly exchangeOf: (index: number) => Exchange | undefined,
    private readonly numbers: Numbers,
  ) {
    this.requirementsOf = groupBy(requirements, ({ operation }) => operation);
    this.positions = new Map(operations.map(({ name }, at) => [name, at]));
  }

  /** Counts what an operation uses. Stops after each part. */
  *add(operation: Operation, { own: all, keywords }: OperationUses): Parts<void> {
    const { name, tags } = operation;
    const own = this.requirementsOf.get(name) ?? [];
    const uses = eachOnce(all);
    const known = { own: uses, isJudged: this.placesOf(keywords.judged) };
    const breaks = brokenIn(operation, own, known, this.exchangeOf);
    const reasons = reasonsIn(operation, own);
    const unasked = all[0]?.exercised ? undefined : (reasons.get(all[0]?.place ?? '') ?? all[0]?.why);
    const count: Count = { clauses: 0, exercised: 0 };
    const position = this.positions.get(name) ?? 0;
    yield;
    for (const [at, use] of uses.all().entries()) {
      if (at % USES_IN_A_PART === USES_IN_A_PART - 1) yield;
      const isBroken = breaks.own.has(use);
      const why = unasked ?? (use.kind === 'status' ? (reasons.get(use.place) ?? use.why) : use.why);
      this.countUse(use.kind, isBroken || use.exercised, count);
      if (isBroken) this.broken++;
      const place = this.placeOf(use);
      if (isBroken || use.exercised) noteReached(place, position, isBroken ? 'broken' : 'kept');
      else noteUnexercised(place, position, why, unasked !== undefined && use.kind !== 'operation');
    }
    yield* this.addKeywords('met', keywords.met, NONE, { unasked, position, count });
    yield* this.addKeywords('judged', keywords.judged, breaks.judged, { unasked, position, count });
    const statuses = statusesOf(operation, own, uses, breaks.own);
    this.counted.push({ operation: name, ...(tags.length === 0 ? {} : { tags }), ...count, statuses });
  }

  private *addKeywords(
    kind: KeywordKind,
    uses: KeywordUses,
    breaks: ReadonlySet<string>,
    {
      unasked,
      position,
      count,
    }: { readonly unasked: string | undefined; readonly position: number; readonly count: Count },
  ): Parts<void> {
    for (const [at, number] of uses.numbers.entries()) {
      if (at % USES_IN_A_PART === USES_IN_A_PART - 1) yield;
      const place = this.placeOfKeyword(kind, number);
      const isBroken = breaks.size > 0 && breaks.has(this.numbers.placeOf(number));
      const isReached = isBroken || (unasked === undefined && uses.exercised(number));
      this.countUse(kind, isReached, count);
      if (isBroken) this.broken++;
      if (isReached) noteReached(place, position, isBroken ? 'broken' : 'kept');
      else noteUnexercised(place, position, unasked ?? uses.why(number), unasked !== undefined);
    }
  }

  /** Tells of the text of a place whether it is one of a keyword that is used. */
  private placesOf(uses: KeywordUses): (place: string) => boolean {
    const places = lazy(() => new Set(uses.numbers.map((number) => this.numbers.placeOf(number))));
    return (place) => places().has(place);
  }

  end(): CoverageReport {
    const found = [...this.places.all(), ...this.ofKeywords.met.values(), ...this.ofKeywords.judged.values()];
    const all = found.sort((one, other) => compare(one.clause, other.clause) || compareKinds(one.kind, other.kind));
    return {
      clauses: sum(this.counted.map(({ clauses }) => clauses)),
      exercised: sum(this.counted.map(({ exercised }) => exercised)),
      broken: this.broken,
      kinds: Object.fromEntries(this.kinds),
      operations: this.counted,
      unexercised: all.flatMap(({ clause, kind, at, unexercised = [] }) =>
        unexercised.map(({ reason, operations, more }) => ({
          ...{ clause, kind, ...placed(at), reason, operations },
          ...(more === 0 ? {} : { more }),
        })),
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

  private countUse(kind: ClauseKind, exercised: boolean, count: Count): void {
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

  private placeOfKeyword(kind: KeywordKind, number: number): Place {
    const places = this.ofKeywords[kind];
    const known = places.get(number);
    if (known) return known;
    const { numbers } = this;
    const clause = plainClauseOf(numbers.schemaOf(number), numbers.keywordOf(number));
    const place = toPlace(kind, clause, undefined);
    places.set(number, place);
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

function noteReached(place: Place, position: number, became: 'kept' | 'broken'): void {
  // A list that begins empty gets room for sixteen more with its first item.
  if (place[became]) place[became].push(position);
  else place[became] = [position];
}

/** Notes that the operation at a position did not exercise a place. @param isUnasked true if nothing was sent to it. */
function noteUnexercised(place: Place, position: number, why: string, isUnasked: boolean): void {
  place.unexercised ??= [];
  const others = place.unexercised.find(({ reason }) => reason === why);
  if (!others) place.unexercised.push({ reason: why, operations: [position], more: 0 });
  else if (isUnasked && others.operations.length >= MOST_UNASKED) others.more++;
  else others.operations.push(position);
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
  return toPlace(kind, clause(), at);
}

function toPlace(kind: ClauseKind, { pointer, file, line, column }: Clause, at: string | undefined): Place {
  return { clause: { pointer, file, line, column }, kind, at };
}

function placed(at: string | undefined): { readonly at?: string } {
  return at === undefined ? {} : { at };
}

/** Uses of one clause, in the order in which a request and its answer come to them. */
const KINDS: readonly ClauseKind[] = [
  ...(['operation', 'security', 'parameter', 'media-type', 'met', 'violated', 'status', 'header', 'judged'] as const),
];

function compareKinds(one: ClauseKind, other: ClauseKind): number {
  return KINDS.indexOf(one) - KINDS.indexOf(other);
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

const NONE: ReadonlySet<string> = new Set();

/** What an operation uses, to be found by the place of a clause. */
interface KnownUses {
  readonly own: ByUse<ClauseUse>;
  readonly isJudged: (place: string) => boolean;
}

/** The uses that are broken: of keywords that answers are judged by, their places. */
interface Breaks {
  readonly own: ReadonlySet<ClauseUse>;
  readonly judged: ReadonlySet<string>;
}

/** The uses that findings speak of: the clause that they name, else what it stands in. */
function brokenIn(
  { responses, clause: whole }: Operation,
  requirements: readonly RequirementReport[],
  uses: KnownUses,
  exchangeOf: (index: number) => Exchange | undefined,
): Breaks {
  const own = new Set<ClauseUse>();
  const judged = new Set<string>();
  for (const requirement of requirements) {
    const { findings, clause, verdict } = requirement;
    const about = responses.find(({ status }) => isAbout(status, requirement))?.declaredAt;
    for (const finding of findings) {
      // What plain sense alone asks for breaks no clause, unless it names one.
      if (verdict !== 'fail' && !finding.clause) continue;
      for (const each of [finding.clause, clause, about, whole]) {
        const found = each && brokenBy(finding, each);
        if (found === undefined) continue;
        if (typeof found === 'string') judged.add(found);
        else own.add(found);
        break;
      }
    }
  }
  return { own, judged };

  function brokenBy({ exchange }: Finding, { file, pointer }: Clause): ClauseUse | string | undefined {
    const violation = exchangeOf(exchange)?.case.claim.violation;
    const violated = violation?.clause.file === file && violation.clause.pointer === pointer;
    const further = violated
      ? uses.own.get({ kind: 'violated', place: `${file} ${pointer}`, at: placeInRequest(violation) })
      : undefined;
    if (further) return further;
    for (let at = pointer; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const place = `${file} ${at}`;
      if (!violated && uses.isJudged(place)) return place;
      for (const kind of violated ? VIOLATED : SAID) {
        const found = uses.own.get({ kind, place });
        if (found) return found;
      }
    }
    return undefined;
  }
}

const VIOLATED: readonly ClauseKind[] = ['violated'];
const SAID: readonly ClauseKind[] = [
  ...(['media-type', 'header', 'status', 'security', 'parameter', 'operation'] as const),
];
