/** The result of a run as a value. Its field names are stable: other programs read them (`schemaVersion`). */

import type { Clause, Mistake } from '../contract/clause';
import type { ExchangeError, Fields } from '../http/message';

export type Verdict = 'pass' | 'fail' | 'warn' | 'skip';
export type OutcomeName = 'conforms' | 'violates' | 'incomplete' | 'error';

/** Exit codes by outcome. */
export const EXIT_CODES: Readonly<Record<OutcomeName, number>> = { conforms: 0, violates: 1, error: 2, incomplete: 3 };

export interface Report {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** Title and version are empty where it could not be read. */
  readonly contract: {
    readonly title: string;
    readonly version: string;
    readonly file: string;
    /** Of its text as UTF-8, without a byte order mark and with LF at the ends of lines: SHA-256 in hexadecimal. Absent where it could not be read. */
    readonly sha256?: string;
    /** Those that it refers to and that were read, hashed alike; absent where there are none. */
    readonly files?: readonly { readonly file: string; readonly sha256: string }[];
  };
  /** The base URL that was verified; empty where it did not come to that. */
  readonly target: string;
  /** Repeats the run (`--seed`); absent where it did not come to that. */
  readonly seed?: number;
  /** When the run began: ISO 8601, in UTC. */
  readonly startedAt: string;
  /** The commit that was checked out, in hexadecimal, and the page of the run, where a pipeline says them. */
  readonly commit?: string;
  readonly run?: string;
  readonly outcome: OutcomeName;
  /** Why, where the outcome is `incomplete` or `error`, or where it was violated by a waiver or cut short. */
  readonly reason?: string;
  /** What is wrong in the contract or in the configuration, where that is the reason. */
  readonly mistakes?: readonly Mistake[];
  readonly exitCode: number;
  readonly durationMs: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly requirements: readonly RequirementReport[];
  /** What the configuration let pass, and whether it still may. */
  readonly waivers: readonly WaiverReport[];
  readonly observations: readonly Observation[];
  /** Which clauses of the contract the exchanges exercised; absent where there was no run. */
  readonly coverage?: CoverageReport;
  /** What the run made and could not remove again; absent where there is nothing. */
  readonly leftovers?: readonly Leftover[];
  /** What passed a proxy and was not judged; absent where there is nothing. */
  readonly unjudged?: readonly UnjudgedReport[];
  /** Which part of a run it is of (`--shard`); absent where it is of a whole one. */
  readonly shard?: ShardReport;
  /** How many exchanges there were. */
  readonly sent: number;
  /** All of a small run; of a large one those that findings and observations name, and the first of each requirement. */
  readonly exchanges: readonly ExchangeReport[];
}

/** One part of a run, and what it takes to put it together with the others. */
export interface ShardReport {
  /** From 1. */
  readonly index: number;
  readonly of: number;
  /** The same in all parts of a run. */
  readonly digest: string;
  /** The operations of the part, with their places among all. */
  readonly operations: Readonly<Record<string, number>>;
}

/**
 * What a clause says, and how it is exercised: `met` is a keyword that bounds a request, kept by a value that was accepted (at its last value,
 * where it has one that somebody would send); `violated` something of a request that was sent broken; `judged` a keyword that a value in a
 * response was held to.
 */
export type ClauseKind =
  | 'operation'
  | 'security'
  | 'parameter'
  | 'status'
  | 'header'
  | 'media-type'
  | 'met'
  | 'violated'
  | 'judged';

export interface CoverageCount {
  /** Each use of a clause by an operation counts. */
  readonly clauses: number;
  /** Those that were kept or broken. */
  readonly exercised: number;
}

export type StatusState = 'kept' | 'broken' | 'unexercised';

export interface OperationCoverage extends CoverageCount {
  readonly operation: string;
  /** As declared; absent where it has none. */
  readonly tags?: readonly string[];
  /** What came of the declared responses, by their statuses as declared. */
  readonly statuses: Readonly<Record<string, StatusState>>;
}

export interface CoverageReport extends CoverageCount {
  readonly broken: number;
  readonly kinds: Readonly<Partial<Record<ClauseKind, CoverageCount>>>;
  readonly operations: readonly OperationCoverage[];
  /** By their places. */
  readonly unexercised: readonly UnexercisedClause[];
  readonly reached: readonly ReachedClause[];
}

export interface UnexercisedClause {
  readonly clause: Clause;
  readonly kind: ClauseKind;
  readonly reason: string;
  /** Those of its uses that nothing exercised, as positions in `coverage.operations`. */
  readonly operations: readonly number[];
}

/** A clause that an exchange of some operation exercised. */
export interface ReachedClause {
  readonly clause: Clause;
  readonly kind: ClauseKind;
  /** Of the operations that kept it, positions in `coverage.operations`. */
  readonly kept: readonly number[];
  /** Of those that broke it; absent where there is none. */
  readonly broken?: readonly number[];
}

export interface RequirementReport {
  readonly id: string;
  readonly rule: string;
  readonly level: Level;
  readonly operation: string;
  readonly statement: string;
  /** With its excerpt where there are findings. */
  readonly clause: Clause;
  readonly reference: string;
  /** What to do about its findings. */
  readonly advice: string;
  readonly verdict: Verdict;
  /** Why it was skipped: what was tried, and what came back. */
  readonly reason?: string;
  /** It is about a status that nobody outside can draw at will: it keeps nothing from conforming (but with `--complete`). */
  readonly unreached?: true;
  /** What to hand over so that it is not skipped. */
  readonly handOver?: readonly string[];
  /** Why its findings are let pass for now: its verdict is `skip`, the findings are kept. */
  readonly waiver?: { readonly reason: string; readonly until?: string };
  /** How many exchanges exercised it. */
  readonly exchanges: number;
  readonly findings: readonly Finding[];
}

/** The rule and the declared response that it is about: "no-content 204". */
export function requirementName({ id, rule, operation }: Pick<RequirementReport, 'id' | 'rule' | 'operation'>): string {
  const about = id.slice(operation.length, -rule.length).trim();
  return about === '' ? rule : `${rule} ${about}`;
}

/** A requirement, or a rule everywhere, that a user lets pass for now. */
export interface Waiver {
  /** Id of the rule, or that with the declared status that it is about: `body-schema 400`. */
  readonly rule: string;
  /** Everywhere where there is none. */
  readonly operation?: string;
  readonly reason: string;
  /** The last day on which it holds, `YYYY-MM-DD`. */
  readonly until?: string;
}

export interface WaiverReport extends Waiver {
  /** `expired` and `unused` fail the run: a waiver must not outlive its reason. */
  readonly state: 'applied' | 'expired' | 'unused';
}

/** One breach, over however many exchanges it was seen. */
export interface Finding {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly level: Level;
  /** The very clause that is broken, where it is nearer than the requirement's. */
  readonly clause?: Clause;
  /** Index of the exchange that shows it in the shortest way. */
  readonly exchange: number;
  /** Index of the one that brought it about, where that is another one. */
  readonly after?: number;
  /** Indices of all exchanges that show it. */
  readonly exchanges: readonly number[];
}

/** What was seen where the contract is silent. Never a verdict. */
export interface Observation {
  readonly operation: string;
  readonly message: string;
  /** What was asked for, in a few words. */
  readonly asked: string;
  /** Status code and reason phrase. */
  readonly answered: string;
  /** Whether the contract declares the status. */
  readonly declared: boolean;
  readonly exchanges: readonly number[];
}

/** What the run made, or may have made, and did not see gone. */
export interface Leftover {
  /** What removes it; where nothing does, what made it. */
  readonly operation: string;
  readonly url: string;
  readonly reason: string;
  /** Sends that request from a POSIX shell. */
  readonly curl: string;
}

/** Exchanges of one operation that were not judged, for one reason. */
export interface UnjudgedReport {
  readonly operation: string;
  /** A clause, such as "a body was longer than 8 MiB". */
  readonly reason: string;
  /** How many there were. */
  readonly exchanges: number;
}

/** An exchange as evidence: the token taken out, long texts cut, bytes that are not text escaped. */
export interface ExchangeReport {
  readonly index: number;
  readonly case: string;
  readonly probe: string;
  readonly operation: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Fields;
    /** Cut and escaped; absent where there was none. */
    readonly body?: string;
  };
  readonly response: {
    readonly httpVersion: string;
    readonly status: number;
    readonly statusText: string;
    readonly headers: Fields;
    readonly body: string;
    /** Before it was cut, in bytes. */
    readonly bodyBytes: number;
  } | null;
  readonly error: Pick<ExchangeError, 'kind' | 'message'> | null;
  /** What came on the wire, escaped and cut; empty where nothing came. */
  readonly raw: string;
  readonly durationMs: number;
  /** Sends the same request again from a POSIX shell; the token is left to `$ESPALIER_TOKEN`. */
  readonly curl: string;
}

/** `must`: the contract says it. `should`: HTTP or plain sense says it. */
export type Level = 'must' | 'should';
