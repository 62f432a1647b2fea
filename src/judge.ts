/** Exchanges → verdicts: every rule judges every exchange that it applies to. */

import type { Clause } from './contract/contract';
import { groupBy } from './groupBy';
import type { History } from './history';
import type { Finding, RequirementReport, Verdict } from './report';
import type { Breach, Context, Requirement } from './rule';
import type { Exchange } from './wire/exchange';

export interface JudgeOptions {
  /** Warnings fail. */
  readonly strict: boolean;
  /** Why nothing exercised a requirement, and what to do about it. */
  readonly whyUnexercised: (requirement: Requirement) => Pick<RequirementReport, 'reason' | 'handOver'>;
}

export function judgeRequirement(requirement: Requirement, history: History, options: JudgeOptions): RequirementReport {
  const { rule, subject } = requirement;
  const all = history.of(subject.operation);
  let exercised = 0;
  const breaches: { readonly breach: Breach; readonly exchange: Exchange }[] = [];
  for (const exchange of all) {
    const context: Context = {
      all,
      // Few rules look back, and in a large run that is a long way.
      get earlier() {
        return history.before(exchange);
      },
    };
    const drawn = rule.judge(exchange, subject, context);
    if (drawn === undefined) continue;
    exercised++;
    for (const breach of drawn) breaches.push({ breach, exchange });
  }
  const findings = mergeFindings(requirement, breaches);
  const verdict = verdictOf(exercised, findings, options.strict);
  return {
    id: requirement.id,
    rule: rule.id,
    level: rule.level,
    operation: subject.operation.name,
    statement: rule.statement,
    clause: findings.length > 0 ? subject.clause : withoutExcerpt(subject.clause),
    reference: rule.reference,
    advice: rule.advice,
    verdict,
    ...(verdict === 'skip' ? options.whyUnexercised(requirement) : {}),
    exchanges: exercised,
    findings,
  };
}

function withoutExcerpt({ excerpt: _, ...clause }: Clause): Clause {
  return clause;
}

/** The same breach over many exchanges is one finding, shown by the exchange with the shortest request. */
function mergeFindings(
  { rule }: Requirement,
  breaches: readonly { readonly breach: Breach; readonly exchange: Exchange }[],
): Finding[] {
  const groups = groupBy(breaches, ({ breach }) => `${breach.level ?? rule.level} ${breach.message}`);
  return [...groups.values()].map((group) => {
    const [shortest = group[0]] = group.toSorted((one, other) => sizeOf(one.exchange) - sizeOf(other.exchange));
    const { breach, exchange } = shortest;
    return {
      message: breach.message,
      expected: breach.expected,
      actual: breach.actual,
      level: breach.level ?? rule.level,
      exchange: exchange.index,
      exchanges: group.map((each) => each.exchange.index),
    };
  });
}

function sizeOf({ request }: Exchange): number {
  return request.path.length + request.headers.flat().join().length;
}

function verdictOf(exercised: number, findings: readonly Finding[], strict: boolean): Verdict {
  if (exercised === 0) return 'skip';
  if (findings.length === 0) return 'pass';
  return strict || findings.some(({ level }) => level === 'must') ? 'fail' : 'warn';
}
