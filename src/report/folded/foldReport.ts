import type { Clause } from '../../contract/clause';
import type { Cause } from '../causes';
import type { CoverageReport, ExchangeReport, Finding, Leftover, Report, RequirementReport } from '../report';
import {
  type FoldedAnswer,
  type FoldedCause,
  type FoldedClause,
  type FoldedCoverage,
  type FoldedExchange,
  type FoldedFinding,
  type FoldedLeftover,
  type FoldedReason,
  type FoldedReport,
  type FoldedRequirement,
  type FoldedRule,
  type FoldedSection,
  plainCurl,
  plainCurlOf,
} from './foldedReport';

/**
 * Writes a report of which what many items share stands once. The lists are made while they are read, and have to be read in their order: what
 * the items name stands in the lists at the end.
 */
export function foldReport(report: Report, causes: readonly Cause[]): FoldedReport {
  const { schemaVersion: _, requirements, coverage, observations, leftovers, exchanges, ...rest } = report;
  const lists = new SharedLists(report.contract.file);
  const places = new Map(requirements.map((requirement, at) => [requirement, at]));
  return {
    ...{ schemaVersion: 2, ...rest },
    requirements: each(requirements, (requirement) => foldRequirement(requirement, lists)),
    causes: each(causes, (cause) => foldCause(cause, places, lists)),
    observations: each(observations, (observation) => ({
      ...observation,
      operation: lists.operation(observation.operation),
    })),
    ...(coverage && { coverage: foldCoverage(coverage, lists) }),
    ...(leftovers && { leftovers: each(leftovers, (leftover) => foldLeftover(leftover, lists)) }),
    exchanges: each(exchanges, (exchange) => foldExchange(exchange, lists)),
    rules: lists.rules,
    operations: lists.operations.items,
    reasons: lists.reasons.items,
    headers: lists.headers.items,
    answers: lists.answers.items,
    sections: lists.sections.items,
    clauses: lists.clauses,
  };
}

function* each<T, F>(items: Iterable<T>, fold: (item: T) => F): Generator<F> {
  for (const item of items) yield fold(item);
}

/** A list in which equal items stand once. */
class SharedList<T> {
  readonly items: T[] = [];
  private readonly positions = new Map<string, number>();

  /** Returns the position of an item. @param key the same for equal items alone. */
  positionOf(item: T, key = JSON.stringify(item)): number {
    const known = this.positions.get(key);
    if (known !== undefined) return known;
    this.positions.set(key, this.items.length);
    return this.items.push(item) - 1;
  }
}

/** The segments of a pointer that name an operation or a component: `#/paths/~1plants/get`. */
const SECTION_SEGMENTS = 4;

class SharedLists {
  readonly rules: Record<string, FoldedRule> = {};
  readonly operations = new SharedList<string>();
  readonly reasons = new SharedList<FoldedReason>();
  readonly headers = new SharedList<ExchangeReport['request']['headers']>();
  readonly answers = new SharedList<FoldedAnswer>();
  readonly sections = new SharedList<FoldedSection>();
  readonly clauses: FoldedClause[] = [];
  private readonly places = new Map<string, number>();

  /** @param contract the name of its file. */
  constructor(private readonly contract: string) {}

  operation(name: string): number {
    return this.operations.positionOf(name, name);
  }

  clause({ pointer, file, line, column, excerpt }: Clause): number {
    const place = `${file}:${line}:${column} ${pointer}`;
    const position = this.places.get(place);
    const known = position === undefined ? undefined : this.clauses[position];
    if (position !== undefined && known && (excerpt === undefined || (known[4] ?? excerpt) === excerpt)) {
      // It may have been named before without the lines that a finding shows.
      const [section, rest] = known;
      if (excerpt !== undefined) this.clauses[position] = [section, rest, line, column, excerpt];
      return position;
    }
    const start = pointer.split('/', SECTION_SEGMENTS).join('/');
    const own = { pointer: start, ...(file === this.contract ? {} : { file }) };
    const section = this.sections.positionOf(own, `${file} ${start}`);
    const rest = pointer.slice(start.length);
    this.clauses.push(excerpt === undefined ? [section, rest, line, column] : [section, rest, line, column, excerpt]);
    this.places.set(place, this.clauses.length - 1);
    return this.clauses.length - 1;
  }
}

function foldRequirement(requirement: RequirementReport, lists: SharedLists): FoldedRequirement {
  const { id, rule, level, operation, statement, reference, advice, clause, reason, unreached, handOver, ...rest } =
    requirement;
  const { exchanges, findings, ...own } = rest;
  const about = id.slice(operation.length + 1, -rule.length - 1);
  const isPlain = findings.length === 0 && [operation, ...(about === '' ? [] : [about]), rule].join(' ') === id;
  const whole = { level, statement, reference, advice };
  lists.rules[rule] ??= whole;
  const why = {
    ...(reason === undefined ? {} : { reason }),
    ...(unreached ? { unreached } : {}),
    ...(handOver ? { handOver } : {}),
  };
  return {
    ...(isPlain ? {} : { id }),
    operation: lists.operation(operation),
    ...(isPlain && about !== '' ? { about } : {}),
    ...{ rule, ...otherMembers(whole, lists.rules[rule]) },
    clause: lists.clause(clause),
    ...own,
    ...(Object.keys(why).length === 0 ? {} : { why: lists.reasons.positionOf(why) }),
    ...(exchanges === 0 ? {} : { exchanges }),
    ...(findings.length === 0 ? {} : { findings: findings.map((finding) => foldFinding(finding, level, lists)) }),
  };
}

/** Returns the members that are not the same in another object. */
function otherMembers<T extends object>(value: T, other: T): Partial<T> {
  const names = (Object.keys(value) as (keyof T)[]).filter((name) => value[name] !== other[name]);
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Partial<T>;
}

function foldFinding(
  { level, clause, exchange, exchanges, ...rest }: Finding,
  usual: Finding['level'],
  lists: SharedLists,
): FoldedFinding {
  const isOne = exchanges.length === 1 && exchanges[0] === exchange;
  return {
    ...rest,
    ...(level === usual ? {} : { level }),
    ...(clause ? { clause: lists.clause(clause) } : {}),
    ...{ exchange, ...(isOne ? {} : { exchanges }) },
  };
}

/** @param places the positions of the requirements. */
function foldCause(cause: Cause, places: ReadonlyMap<RequirementReport, number>, lists: SharedLists): FoldedCause {
  const { verdict, message, clause, names, operations, exchanges, occurrences, echoes } = cause;
  return {
    ...{ verdict, message, clause: lists.clause(withoutExcerpt(clause)), names },
    operations: operations.map((name) => lists.operation(name)),
    exchanges,
    requirement: places.get(occurrences[0].requirement) ?? 0,
    ...(echoes.length === 0 ? {} : { echoes: echoes.map((echo) => foldCause(echo, places, lists)) }),
  };
}

function withoutExcerpt({ pointer, file, line, column }: Clause): Clause {
  return { pointer, file, line, column };
}

function foldCoverage({ unexercised, reached, ...counts }: CoverageReport, lists: SharedLists): FoldedCoverage {
  return { ...counts, unexercised: groupClauses(unexercised, lists), reached: groupClauses(reached, lists) };
}

/** Puts those together of which all but the clause is the same, in the order of the first of each. */
function* groupClauses<T extends { readonly clause: Clause }>(
  items: readonly T[],
  lists: SharedLists,
): Generator<{ clauses: number[] } & Omit<T, 'clause'>> {
  const groups = new Map<string, { clauses: number[] } & Omit<T, 'clause'>>();
  for (const { clause, ...rest } of items) {
    const key = JSON.stringify(rest);
    const group = groups.get(key) ?? { clauses: [], ...rest };
    groups.set(key, group);
    group.clauses.push(lists.clause(clause));
  }
  yield* groups.values();
}

function foldLeftover({ operation, curl, ...rest }: Leftover, lists: SharedLists): FoldedLeftover {
  return { operation: lists.operation(operation), ...rest, ...(curl === plainCurlOf(rest.url) ? {} : { curl }) };
}

function foldExchange(exchange: ExchangeReport, lists: SharedLists): FoldedExchange {
  const { operation, request, response, error, raw, curl, ...rest } = exchange;
  const { headers, ...sent } = request;
  return {
    ...rest,
    operation: lists.operation(operation),
    request: { ...sent, headers: lists.headers.positionOf(headers) },
    answer: lists.answers.positionOf({ response, error, raw }),
    ...(curl === plainCurl(request) ? {} : { curl }),
  };
}
