/** Says of a requirement what came of it: its verdict, and what was found. */

import type { Clause } from '../../contract/clause';
import type { Why } from '../../report/outcome';
import type { EchoOf, Finding, RequirementReport, Verdict } from '../../report/report';
import type { Breach, Requirement } from '../model/rule';
import type { Sighted } from './echoes';
import { noteOwnWords } from './ownWords';
import { whyUnjudged } from './whyUnexercised';

/** What was found of a requirement so far. */
export interface RequirementState {
  readonly requirement: Requirement;
  exercised: number;
  /** How many exchanges are kept that may turn out to break it. */
  suspects: number;
  /** Why some response could not be judged, as the end of a sentence about it; undefined where each could. */
  tooMuch: string | undefined;
  /** What a rule that the user wrote has thrown; absent while it throws nothing. */
  thrown?: string;
  /** Absent while there are none: most requirements are kept. */
  breaches?: Map<string, FoundBreach> | undefined;
}

/** The same breach over however many exchanges: it is shown by the one with the shortest request. */
export interface FoundBreach {
  breach: Breach;
  exchange: number;
  /** Of what another exchange shows. */
  after: number | undefined;
  size: number;
  readonly exchanges: number[];
  readonly sighted: Sighted;
  /** Lines of the body around what is wrong, if the evidence shows the body cut. */
  excerpt: string | undefined;
}

export function foundIn({ breaches }: RequirementState): readonly FoundBreach[] {
  return breaches ? [...breaches.values()] : [];
}

export function toReport(
  state: RequirementState,
  { strict, mocked }: { readonly strict: boolean; readonly mocked?: boolean },
  whyUnexercised: (requirement: Requirement) => Why,
  echoes: ReadonlyMap<Sighted, EchoOf>,
  explain: (found: FoundBreach) => string | undefined,
): RequirementReport {
  const { requirement, exercised, tooMuch, thrown } = state;
  const { id, rule, subject, reference } = requirement;
  const findings = foundIn(state).map((found) =>
    toFinding(explained(found, explain(found)), rule.level, subject.clause, echoes.get(found.sighted)),
  );
  // The mock answers as well as it can be done: where that breaks the contract, nothing keeps it.
  const impossible = mocked && findings.length > 0 ? subject.impossible?.() : undefined;
  const judged =
    impossible === undefined ? verdictOf(exercised, findings, strict, subject.defect !== undefined) : 'skip';
  // What a rule says that has failed once is no pass.
  const verdict = thrown !== undefined && judged === 'pass' ? 'skip' : judged;
  return {
    id,
    rule: rule.id,
    level: rule.level,
    operation: subject.operation.name,
    statement: rule.statement,
    clause: findings.length > 0 ? withExcerpt(subject.clause) : withoutExcerpt(subject.clause),
    reference,
    advice: rule.advice,
    ...(rule.together === undefined ? {} : { together: rule.together }),
    verdict,
    ...(thrown === undefined ? {} : { reason: thrown, broken: true as const }),
    ...(verdict === 'skip' && thrown === undefined
      ? (whyUnjudged(subject, impossible, tooMuch) ?? whyUnexercised(requirement))
      : {}),
    exchanges: exercised,
    findings: impossible === undefined ? findings : [],
  };
}

/** Adds to what came what its exchanges have in common. */
function explained(found: FoundBreach, why: string | undefined): FoundBreach {
  if (why === undefined) return found;
  const { actual, ownWords = [] } = found.breach;
  const said = `; ${why}`;
  return { ...found, breach: { ...found.breach, actual: actual + said, ownWords: [...ownWords, said] } };
}

function toFinding(
  { breach, exchange, after, exchanges, excerpt }: FoundBreach,
  level: Breach['level'] & string,
  clause: Clause,
  echoOf: EchoOf | undefined,
): Finding {
  const { message, expected, actual, places, kind, names } = breach;
  const own = breach.clause && breach.clause.pointer !== clause.pointer ? { clause: withExcerpt(breach.clause) } : {};
  const cause = after === undefined ? {} : { after };
  const finding: Finding = {
    ...{ message, expected, actual, level: breach.level ?? level, ...own, exchange, ...cause, exchanges },
    ...(kind === undefined ? {} : { kind }),
    ...(names === undefined || names.length === 0 ? {} : { names }),
    ...(places === undefined ? {} : { places }),
    ...(excerpt === undefined ? {} : { excerpt }),
    ...(echoOf === undefined ? {} : { echoOf }),
  };
  if (breach.ownWords) noteOwnWords(finding, breach.ownWords);
  return finding;
}

/** As a plain value: a clause finds its excerpt when it is asked for. */
function withExcerpt({ pointer, file, line, column, excerpt }: Clause): Clause {
  return { pointer, file, line, column, ...(excerpt === undefined ? {} : { excerpt }) };
}

function withoutExcerpt({ pointer, file, line, column }: Clause): Clause {
  return { pointer, file, line, column };
}

function verdictOf(exercised: number, findings: readonly Finding[], strict: boolean, defective: boolean): Verdict {
  if (exercised === 0 || (defective && findings.length === 0)) return 'skip';
  if (findings.length === 0) return 'pass';
  return strict || findings.some(({ level }) => level === 'must') ? 'fail' : 'warn';
}
