import type { Clause } from '../../contract/clause';
import type {
  ClauseKind,
  CoverageReport,
  ExchangeReport,
  Finding,
  Leftover,
  Report,
  RequirementReport,
} from '../report';
import {
  type FoldedCause,
  type FoldedExchange,
  type FoldedFinding,
  type FoldedLeftover,
  type FoldedReport,
  type FoldedRequirement,
  plainCurl,
  plainCurlOf,
} from './foldedReport';

/** A report that was folded names an item of a list that is not there. */
export class MissingItem extends Error {}

/**
 * Returns the report that was folded, with the causes of its findings. It has the clauses of coverage in the order of their places.
 * @throws MissingItem if it names what it does not have.
 */
export function unfoldReport(folded: FoldedReport): Report & { readonly causes: readonly object[] } {
  const { requirements, causes, coverage, observations, leftovers, exchanges, ...others } = folded;
  const { rules: _, operations, reasons: __, headers, answers, sections: ___, clauses: ____, ...rest } = others;
  const unfolding = new Unfolding(folded);
  const whole = Array.from(requirements, (each) => unfolding.requirement(each));
  return {
    ...rest,
    schemaVersion: 1,
    requirements: whole,
    causes: Array.from(causes, (each) => unfolding.cause(each, whole)),
    observations: Array.from(observations, (each) => ({ ...each, operation: unfolding.operation(each.operation) })),
    ...(coverage && { coverage: unfolding.coverage(coverage) }),
    ...(leftovers && { leftovers: Array.from(leftovers, (each) => unfolding.leftover(each)) }),
    exchanges: Array.from(exchanges, (each) => unfolding.exchange(each)),
  };
}

function itemOf<T>(list: readonly T[], position: number, name: string): T {
  if (position in list) return list[position] as T;
  throw new MissingItem(`${name} has no item ${position}`);
}

class Unfolding {
  private readonly clauses: readonly Clause[];

  constructor(private readonly folded: FoldedReport) {
    const { sections, clauses, contract } = folded;
    this.clauses = clauses.map(([position, rest, line, column, excerpt]) => {
      const { pointer, file = contract.file } = itemOf(sections, position, 'sections');
      return { pointer: pointer + rest, file, line, column, ...(excerpt === undefined ? {} : { excerpt }) };
    });
  }

  operation(position: number): string {
    return itemOf(this.folded.operations, position, 'operations');
  }

  requirement({
    id,
    about,
    operation: position,
    clause,
    why,
    findings = [],
    ...rest
  }: FoldedRequirement): RequirementReport {
    const { rule, level, statement, reference, advice, exchanges = 0, ...own } = rest;
    const usual = this.folded.rules[rule];
    if (!usual) throw new MissingItem(`rules has no "${rule}"`);
    const operation = this.operation(position);
    const whole = {
      level: level ?? usual.level,
      statement: statement ?? usual.statement,
      reference: reference ?? usual.reference,
      advice: advice ?? usual.advice,
    };
    return {
      id: id ?? [operation, ...(about === undefined ? [] : [about]), rule].join(' '),
      ...{ rule, operation, ...whole, ...own },
      clause: this.clause(clause, findings.length > 0),
      ...(why === undefined ? {} : itemOf(this.folded.reasons, why, 'reasons')),
      exchanges,
      findings: findings.map((finding) => this.finding(finding, whole.level)),
    };
  }

  cause(
    { clause, operations, requirement, echoes, ...rest }: FoldedCause,
    requirements: readonly RequirementReport[],
  ): object {
    return {
      ...rest,
      clause: this.clause(clause, false),
      operations: operations.map((position) => this.operation(position)),
      finding: { requirement: itemOf(requirements, requirement, 'requirements').id, message: rest.message },
      ...(echoes ? { echoes: echoes.map((echo) => this.cause(echo, requirements)) } : {}),
    };
  }

  coverage({ unexercised, reached, ...counts }: NonNullable<FoldedReport['coverage']>): CoverageReport {
    return { ...counts, unexercised: this.ungrouped(unexercised), reached: this.ungrouped(reached) };
  }

  leftover({ operation, curl, ...rest }: FoldedLeftover): Leftover {
    return { ...rest, operation: this.operation(operation), curl: curl ?? plainCurlOf(rest.url) };
  }

  exchange({ operation, request, answer, curl, ...rest }: FoldedExchange): ExchangeReport {
    const sent = { ...request, headers: itemOf(this.folded.headers, request.headers, 'headers') };
    return {
      ...rest,
      operation: this.operation(operation),
      request: sent,
      ...itemOf(this.folded.answers, answer, 'answers'),
      curl: curl ?? plainCurl(sent),
    };
  }

  private clause(position: number, isShown: boolean): Clause {
    const clause = itemOf(this.clauses, position, 'clauses');
    if (isShown) return clause;
    const { pointer, file, line, column } = clause;
    return { pointer, file, line, column };
  }

  private finding({ clause, level, exchanges, ...rest }: FoldedFinding, usual: Finding['level']): Finding {
    return {
      ...rest,
      level: level ?? usual,
      ...(clause === undefined ? {} : { clause: this.clause(clause, true) }),
      exchanges: exchanges ?? [rest.exchange],
    };
  }

  private ungrouped<G extends { readonly clauses: readonly number[]; readonly kind: ClauseKind }>(
    groups: Iterable<G>,
  ): (Omit<G, 'clauses'> & { readonly clause: Clause })[] {
    const all = Array.from(groups, ({ clauses, ...rest }) =>
      clauses.map((position) => ({ clause: this.clause(position, false), ...rest })),
    ).flat();
    return all.sort(({ clause: one, ...first }, { clause: other, ...second }) => {
      if (one.file !== other.file) return one.file < other.file ? -1 : 1;
      return (
        one.line - other.line || one.column - other.column || KINDS.indexOf(first.kind) - KINDS.indexOf(second.kind)
      );
    });
  }
}

/** In the order in which an operation uses one clause. */
const KINDS: readonly ClauseKind[] = [
  ...(['operation', 'security', 'parameter', 'status', 'header', 'media-type', 'met', 'violated', 'judged'] as const),
];
