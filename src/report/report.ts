/** The result of a run as a value. Its field names are stable: other programs read them (`schemaVersion`). */

import type { Clause, Mistake } from '../contract/clause';
import type { ExchangeError, Fields } from '../http/message';

export type Verdict = 'pass' | 'fail' | 'warn' | 'skip';
export type OutcomeName = 'conforms' | 'violates' | 'incomplete' | 'error';

export const EXIT_CODES: Readonly<Record<OutcomeName, number>> = { conforms: 0, violates: 1, error: 2, incomplete: 3 };

export interface Report {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** Title and version are empty if the contract could not be read. */
  readonly contract: {
    readonly title: string;
    readonly version: string;
    readonly file: string;
    /**
     * The SHA-256 hash of the text in hexadecimal, as UTF-8, without a byte order mark, with LF at the ends of lines. Absent if the
     * contract could not be read.
     */
    readonly sha256?: string;
    /** The other files that were read for the contract, hashed in the same way; absent if there are none. */
    readonly files?: readonly { readonly file: string; readonly sha256: string }[];
  };
  /** The base URL that was verified; empty if the run ended before it was known. */
  readonly target: string;
  /** The seed that repeats the run (`--seed`); absent if the run ended before it was known. */
  readonly seed?: number;
  /** With the seed it repeats the texts that no other run has (`--seed 7.k3f9x2`: the seed, a dot, the salt); absent where none was needed. */
  readonly salt?: string;
  /**
   * True if somebody else made the exchanges: the report is of a recording, of what passed a proxy, or of a user's tests. It says nothing about
   * what none of them asked.
   */
  readonly recorded?: true;
  /** When the run began: ISO 8601, in UTC. */
  readonly startedAt: string;
  /** The commit that was checked out, in hexadecimal, if a pipeline says it. */
  readonly commit?: string;
  /** The address of the page of the run, if a pipeline says it. */
  readonly run?: string;
  readonly outcome: OutcomeName;
  /** Why the outcome is `incomplete` or `error`, or why it is `violates` because of a waiver, or why the run was cut short. */
  readonly reason?: string;
  /** The mistakes in the contract or in the configuration, if they are the reason. */
  readonly mistakes?: readonly Mistake[];
  readonly exitCode: number;
  readonly durationMs: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly requirements: readonly RequirementReport[];
  /** The waivers of the configuration, and whether they still hold. */
  readonly waivers: readonly WaiverReport[];
  /** How the run compares with a baseline; absent if there was none. */
  readonly baseline?: BaselineReport;
  readonly observations: readonly Observation[];
  /** Which clauses of the contract the exchanges exercised; absent if there was no run. */
  readonly coverage?: CoverageReport;
  /** What the run made or changed, or may have, and did not see undone; absent if there is nothing. */
  readonly leftovers?: readonly Leftover[];
  /** The exchanges that passed a proxy and were not judged; absent if there are none. */
  readonly unjudged?: readonly UnjudgedReport[];
  /** Which part of a run the report is about (`--shard`); absent for a whole run. */
  readonly shard?: ShardReport;
  /**
   * How the run made things and what it did with them: of each chain of requests, the indices of those that succeeded. An operation stands in
   * the first chain in which it succeeded. Absent if there is none.
   */
  readonly chains?: readonly (readonly number[])[];
  /** What came of the workflows (`--workflow`), step by step; absent if there were none. */
  readonly workflows?: readonly WorkflowReport[];
  /** How many exchanges there were. */
  readonly sent: number;
  /** All exchanges of a small run. Of a large run, those that findings, observations and chains name, and the first of each requirement. */
  readonly exchanges: readonly ExchangeReport[];
}

/** One part of a run, and what is needed to merge it with the other parts. */
export interface ShardReport {
  /** The number of the part, from 1. */
  readonly index: number;
  readonly of: number;
  /** A hash of the contract and the settings. It is the same in all parts of a run. */
  readonly digest: string;
  /** The operations of the part, with their positions among all operations. */
  readonly operations: Readonly<Record<string, number>>;
}

/**
 * What a clause is about, and how it is exercised. `met`: a keyword bounds a request, and a request that keeps it was accepted (with the
 * outermost value that it allows, if that is a sensible one). `violated`: a request was sent that breaks the clause. `judged`: a value in a
 * response was judged by the keyword.
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
  /** The number of clauses. Each use of a clause by an operation counts as one. */
  readonly clauses: number;
  /** How many of them were kept or broken. */
  readonly exercised: number;
}

export type StatusState = 'kept' | 'broken' | 'unexercised';

export interface OperationCoverage extends CoverageCount {
  readonly operation: string;
  /** The declared tags; absent if there are none. */
  readonly tags?: readonly string[];
  /** The states of the declared responses, by their statuses as declared, such as `200`, `4XX`, `default`. */
  readonly statuses: Readonly<Record<string, StatusState>>;
}

export interface CoverageReport extends CoverageCount {
  readonly broken: number;
  readonly kinds: Readonly<Partial<Record<ClauseKind, CoverageCount>>>;
  readonly operations: readonly OperationCoverage[];
  /** In the order of their places in the contract, as `reached`. */
  readonly unexercised: readonly UnexercisedClause[];
  readonly reached: readonly ReachedClause[];
}

interface UnexercisedClause {
  readonly clause: Clause;
  readonly kind: ClauseKind;
  /** The place in the request, such as `/shipping/city`, if an operation uses the clause at several places and this is not the first of them. */
  readonly at?: string;
  readonly reason: string;
  /** The operations that use it without an exchange that exercises it, as positions in `coverage.operations`. */
  readonly operations: readonly number[];
  /** How many further operations, to none of which anything was sent, use it for the same reason; absent if there are none. */
  readonly more?: number;
}

/** A clause that an exchange of some operation exercised. */
interface ReachedClause {
  readonly clause: Clause;
  readonly kind: ClauseKind;
  /** As in {@link UnexercisedClause}. */
  readonly at?: string;
  /** The operations that kept it, as positions in `coverage.operations`. */
  readonly kept: readonly number[];
  /** The operations that broke it; absent if there are none. */
  readonly broken?: readonly number[];
}

export interface RequirementReport {
  readonly id: string;
  readonly rule: string;
  readonly level: Level;
  readonly operation: string;
  readonly statement: string;
  /** The clause of the contract. It has an excerpt if there are findings. */
  readonly clause: Clause;
  readonly reference: string;
  /** What to do about the findings. */
  readonly advice: string;
  /** What its findings come to where there are many, in a few words: `input is not validated`. */
  readonly together?: string;
  readonly verdict: Verdict;
  /** Why the requirement was skipped: what was tried, and what came back. */
  readonly reason?: string;
  /** True if it is about a status that no client can cause. Then the run may conform without it, except with `--complete`. */
  readonly unreached?: true;
  /** True if nothing exercised it, and the run does not conform until something does, though its rule only warns. */
  readonly wanted?: true;
  /** True if its rule, which the user wrote, has failed itself. The run does not conform then. */
  readonly broken?: true;
  /** What to hand over so that it is not skipped. */
  readonly handOver?: readonly string[];
  /** The waiver that lets its findings pass for now. Its verdict is `skip`, and the findings are kept. */
  readonly waiver?: {
    readonly reason: string;
    readonly until?: string;
    /** True if no waiver lets them pass, but the baseline, which has them all, or says that nothing exercised the requirement before either. */
    readonly known?: true;
  };
  /** How many exchanges exercised the requirement. */
  readonly exchanges: number;
  readonly findings: readonly Finding[];
}

/** Names a requirement by its rule and the declared response that it is about, such as "no-content 204". */
export function requirementName({ id, rule, operation }: Pick<RequirementReport, 'id' | 'rule' | 'operation'>): string {
  const about = id.slice(operation.length, -rule.length).trim();
  return about === '' ? rule : `${rule} ${about}`;
}

/** Lets the findings of a requirement, or of a rule at all operations, pass for now. */
export interface Waiver {
  /** The id of a rule, or the name of a requirement with its declared status: `body-schema 400`. */
  readonly rule: string;
  /** The operation; absent for all operations. */
  readonly operation?: string;
  readonly reason: string;
  /** The last day on which it holds, `YYYY-MM-DD`. */
  readonly until?: string;
}

export interface WaiverReport extends Waiver {
  /** `expired` and `unused` fail the run: a waiver must not outlive its reason. */
  readonly state: 'applied' | 'expired' | 'unused';
}

/** A breach that a baseline has, as its file says it. */
export interface KnownFinding {
  readonly operation: string;
  /** The name of the requirement: `body-schema 200`. */
  readonly rule: string;
  readonly level: Level;
  /** The JSON Pointer of the clause that is broken. */
  readonly clause: string;
  readonly kind?: string;
  /** The names that it was seen to be about. One with another name is new. */
  readonly names?: readonly string[];
  /** The probe that showed it. A run that does not ask in this way says nothing about it. */
  readonly probe?: string;
  readonly id: string;
}

export interface BaselineReport {
  readonly file: string;
  /** How many different breaches of the run it has. */
  readonly known: number;
  /** The breaches that it has, that the run looked for, and that were not there. */
  readonly gone: readonly KnownFinding[];
  /** How many requirements nothing exercised, as it says; absent if there are none. */
  readonly unexercised?: number;
  /** Whether the run fails because of what is gone. */
  readonly strict?: true;
  /** Whether all that the run found was made known by it. */
  readonly updated?: true;
}

/** One breach of the contract, in one or more exchanges. */
export interface Finding {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly level: Level;
  /** A short id, the same in each run that finds this breach (`findingId`). Absent in reports of earlier versions. */
  readonly id?: string;
  /** True if the baseline has it. */
  readonly known?: true;
  /** In which of several ways the clause is broken, in the same words in each run; absent if there is only one way. */
  readonly kind?: string;
  /** The members, fields or methods that it is about; absent if it is about none. */
  readonly names?: readonly string[];
  /** The clause that is broken, if it is more precise than the clause of the requirement. */
  readonly clause?: Clause;
  /** The index of the exchange that shows it in the shortest way. */
  readonly exchange: number;
  /** The index of an earlier exchange that caused it, if there is one. */
  readonly after?: number;
  /** The indices of all exchanges that show it. */
  readonly exchanges: readonly number[];
  /** JSON Pointers of the values in the body of `exchange` that are wrong, or of the objects that lack a member. */
  readonly places?: readonly string[];
  /** Lines of the body around the first place, with `> ` before the wrong one; only if `exchange` shows the body cut. */
  readonly excerpt?: string;
  /** The finding that it is an echo of: an unsafe request stored what a later answer shows. */
  readonly echoOf?: EchoOf;
}

/** Names a finding by its requirement and its message. */
export interface EchoOf {
  readonly requirement: string;
  readonly message: string;
}

/** Something that was seen where the contract says nothing. It is never a verdict. */
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

/** A thing that the run made, or may have made, and that may still exist; or what it changed and did not make, and could not put back. */
export interface Leftover {
  /** The operation that removes it; if there is none, the operation that made or changed it. */
  readonly operation: string;
  readonly url: string;
  readonly reason: string;
  /** A command for a POSIX shell that sends the request of `operation`. */
  readonly curl: string;
}

/** Exchanges of one operation that were not judged, for one reason. */
export interface UnjudgedReport {
  readonly operation: string;
  /** The end of a sentence, such as "a body was longer than 8 MiB". */
  readonly reason: string;
  /** How many there were. */
  readonly exchanges: number;
}

export interface WorkflowReport {
  readonly id: string;
  /** Where the document has it. */
  readonly clause: Clause;
  /** In the order of the document. */
  readonly steps: readonly WorkflowStepReport[];
  readonly outputs: readonly WorkflowOutput[];
}

export interface WorkflowStepReport {
  readonly id: string;
  readonly clause: Clause;
  /** What it asks; absent if it runs a workflow. */
  readonly operation?: string;
  /** What it runs; absent if it asks an operation. */
  readonly workflow?: string;
  /** `skip` if it did not run. One that does not succeed and leads elsewhere passes. */
  readonly verdict: 'pass' | 'fail' | 'skip';
  /** Why it was not sent. */
  readonly reason?: string;
  /** The index of the last exchange, and the status of its answer. In a large run, `exchanges` may not have it. */
  readonly exchange?: number;
  readonly status?: number;
  /** Its own criteria; empty if it did not run. */
  readonly criteria: readonly WorkflowCriterion[];
  readonly outputs: readonly WorkflowOutput[];
}

interface WorkflowCriterion {
  readonly condition: string;
  readonly clause: Clause;
  readonly kept: boolean;
}

export interface WorkflowOutput {
  readonly name: string;
  /** As JSON, cut to a readable length. */
  readonly value: string;
}

/** An exchange as evidence: without credentials, with long texts cut, and with bytes that are not text escaped. */
export interface ExchangeReport {
  readonly index: number;
  readonly case: string;
  readonly probe: string;
  readonly operation: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Fields;
    /** The body, cut and escaped; absent if there was none. */
    readonly body?: string;
  };
  readonly response: {
    readonly httpVersion: string;
    readonly status: number;
    readonly statusText: string;
    readonly headers: Fields;
    /** Without codings such as gzip, where these are known here. */
    readonly body: string;
    /** The length of that content before it was cut, in bytes. */
    readonly bodyBytes: number;
  } | null;
  readonly error: Pick<ExchangeError, 'kind' | 'message'> | null;
  /** What came on the wire, escaped and cut; empty if nothing came. */
  readonly raw: string;
  readonly durationMs: number;
  /** A command for a POSIX shell that sends the same request again. In place of the token it has `$ESPALIER_TOKEN`. */
  readonly curl: string;
  /** True if the service sent the request, as a callback, and Espalier answered it. Then `curl` sends the request that asked for it. */
  readonly callback?: true;
  /** What code of the user has added to the request: the names of the hooks, of header fields and of members of the query. */
  readonly hooked?: {
    readonly by: readonly string[];
    readonly headers: readonly string[];
    readonly query: readonly string[];
  };
}

/** `must`: the contract says it. `should`: HTTP or plain sense says it. */
export type Level = 'must' | 'should';
