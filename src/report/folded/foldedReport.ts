/**
 * The form of a large report in JSON. What many items share stands once, in a list, and the items name it by its position there. Nothing is
 * left out, and the names of all other members are those of a report.
 */

import type {
  ClauseKind,
  CoverageReport,
  ExchangeReport,
  Finding,
  Leftover,
  Observation,
  Report,
  RequirementReport,
} from '../report';

/** The parts of a report that are folded. */
type FoldedPart = 'schemaVersion' | 'requirements' | 'coverage' | 'observations' | 'leftovers' | 'exchanges';

export interface FoldedReport extends Omit<Report, FoldedPart> {
  readonly schemaVersion: 2;
  readonly requirements: Iterable<FoldedRequirement>;
  readonly causes: Iterable<FoldedCause>;
  readonly observations: Iterable<FoldedObservation>;
  readonly coverage?: FoldedCoverage;
  readonly leftovers?: Iterable<FoldedLeftover>;
  readonly exchanges: Iterable<FoldedExchange>;
  /** What requirements of one rule share, by its id. */
  readonly rules: Readonly<Record<string, FoldedRule>>;
  /** The names of operations. */
  readonly operations: readonly string[];
  /** Why requirements were not exercised. */
  readonly reasons: readonly FoldedReason[];
  /** The header fields of requests. */
  readonly headers: readonly ExchangeReport['request']['headers'][];
  readonly answers: readonly FoldedAnswer[];
  /** The objects of the contract that clauses stand in: its operations and components. */
  readonly sections: readonly FoldedSection[];
  readonly clauses: readonly FoldedClause[];
}

export type FoldedRule = Pick<RequirementReport, 'level' | 'statement' | 'reference' | 'advice'>;
export type FoldedReason = Pick<RequirementReport, 'reason' | 'unreached' | 'handOver'>;
export type FoldedAnswer = Pick<ExchangeReport, 'response' | 'error' | 'raw'>;

export interface FoldedSection {
  readonly pointer: string;
  /** Absent if it is the file of the contract. */
  readonly file?: string;
}

/** A position in `sections`, what follows the pointer of that, the line, the column, and the excerpt if there is one. */
export type FoldedClause =
  | readonly [section: number, rest: string, line: number, column: number]
  | readonly [section: number, rest: string, line: number, column: number, excerpt: string];

/** Members of its rule are absent where they are the same. */
export interface FoldedRequirement
  extends Partial<FoldedRule>,
    Pick<RequirementReport, 'rule' | 'verdict' | 'waiver'>,
    Partial<Pick<RequirementReport, 'id'>> {
  readonly operation: number;
  /** What stands in the id between the operation and the rule; absent if nothing does, or if `id` is there. */
  readonly about?: string;
  readonly clause: number;
  /** A position in `reasons`. */
  readonly why?: number;
  /** Absent for 0. */
  readonly exchanges?: number;
  /** Absent if there are none. */
  readonly findings?: readonly FoldedFinding[];
}

/** The level is absent where it is that of the requirement, and `exchanges` where there is only `exchange`. */
export interface FoldedFinding
  extends Omit<Finding, 'clause' | 'level' | 'exchanges'>,
    Partial<Pick<Finding, 'level' | 'exchanges'>> {
  readonly clause?: number;
}

export interface FoldedCause {
  readonly verdict: 'fail' | 'warn';
  readonly message: string;
  readonly clause: number;
  readonly names: readonly string[];
  readonly operations: readonly number[];
  readonly exchanges: number;
  /** The position in `requirements` of that whose finding with the same message shows it best. */
  readonly requirement: number;
  readonly echoes?: readonly FoldedCause[];
}

interface FoldedObservation extends Omit<Observation, 'operation'> {
  readonly operation: number;
}

/** `curl` is absent where it is `plainCurlOf` of the URL. */
export interface FoldedLeftover extends Omit<Leftover, 'operation' | 'curl'>, Partial<Pick<Leftover, 'curl'>> {
  readonly operation: number;
}

/** `curl` is absent where it is `plainCurl` of the request. */
export interface FoldedExchange
  extends Omit<ExchangeReport, 'operation' | 'request' | 'curl' | keyof FoldedAnswer>,
    Partial<Pick<ExchangeReport, 'curl'>> {
  readonly operation: number;
  readonly request: Omit<ExchangeReport['request'], 'headers'> & { readonly headers: number };
  /** A position in `answers`. */
  readonly answer: number;
}

export interface FoldedCoverage extends Omit<CoverageReport, 'unexercised' | 'reached'> {
  readonly unexercised: Iterable<FoldedUnexercised>;
  readonly reached: Iterable<FoldedReached>;
}

/** Clauses of which all else is the same. */
interface FoldedClauses {
  readonly clauses: readonly number[];
  readonly kind: ClauseKind;
  readonly at?: string;
}

type FoldedUnexercised = FoldedClauses & Pick<CoverageReport['unexercised'][number], 'reason' | 'operations'>;
type FoldedReached = FoldedClauses & Pick<CoverageReport['reached'][number], 'kept' | 'broken'>;

/**
 * Returns the curl line of a request without header fields, but for the type of its body, as it is made of the members that a report has. Most
 * requests have this one. Example: `curl -i -X DELETE 'http://localhost/plants/1'`.
 */
export function plainCurl({ method, url, headers, body }: ExchangeReport['request']): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return [
    'curl -i',
    ...(body === undefined && method === 'GET'
      ? []
      : [body === undefined && method === 'HEAD' ? '--head' : `-X ${method}`]),
    quoted(url),
    ...(body === undefined ? [] : [`-H ${quoted(`Content-Type: ${type}`)} --data-raw ${quoted(body)}`]),
  ].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** That of a safe request, of which a report has only the URL. */
export function plainCurlOf(url: string): string {
  return plainCurl({ method: 'GET', url, headers: [] });
}
