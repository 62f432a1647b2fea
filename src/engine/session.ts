/** Exchanges → Report, whoever made them: judged, marked in the contract, kept as evidence. */

import type { Contract } from '../contract/contract';
import { printable } from '../redaction/printable';
import type { Secrets } from '../redaction/redact';
import {
  applyBaseline,
  type Baseline,
  type Compared,
  knownBy,
  type SearchedFor,
  updatedBaseline,
  whyBaselineFails,
} from '../report/baseline';
import { whyUncovered } from '../report/coverageShare';
import { findingId } from '../report/findingIds';
import type { Stop, Why } from '../report/outcome';
import { countVerdicts, outcomeOf } from '../report/outcome';
import {
  type CoverageReport,
  EXIT_CODES,
  type KnownFinding,
  type Observation,
  type Report,
  type RequirementReport,
  type Waiver,
} from '../report/report';
import { applyWaivers, isWaived, waivedRule, whyWaiversFail } from '../report/waivers';
import { TOOL } from '../support/version';
import type { Target } from '../wire/target';
import { type Coverage, createCoverage } from './coverage/coverage';
import { createShownChains } from './evidence/chains';
import { CleanTexts } from './evidence/cleanTexts';
import { createEvidenceStore, type EvidenceStore } from './evidence/store';
import type { Exchange } from './model/exchange';
import type { Planned } from './model/planning';
import type { Breach, Requirement } from './model/rule';
import type { Observer, Suite } from './model/suite';
import type { History } from './verdict/history';
import { createJudging, type Judging } from './verdict/judge';

export interface SessionOptions {
  readonly target: Target;
  /** Warnings fail. */
  readonly strict?: boolean;
  /** The target is our mock. */
  readonly everythingExists?: boolean;
  readonly waivers?: readonly Waiver[];
  /** The breaches that are known, and fail nothing. */
  readonly baseline?: Baseline | undefined;
  /** Is given what the file of the baseline should hold after a run that came to its end. */
  readonly onBaseline?: (findings: readonly KnownFinding[]) => void;
  /** Of the clauses of the contract, the share that has to be exercised, from 0 to 1. */
  readonly coverageMin?: number | undefined;
  /** It is one part of a run: what only the whole can tell waits for `espalier merge`. */
  readonly isPart?: boolean;
  /** Told of what one exchange breaks when it is seen for the first time, as a line for a person. */
  readonly onFinding?: (line: string) => void;
  /** Told at the first breach that fails the run, as far as one exchange shows it. */
  readonly onFailure?: () => void;
  /** The clock: when it began, and the day, in UTC, by which waivers are judged. */
  readonly now?: () => Date;
}

interface Session {
  note(exchange: Exchange): void;
  /** Keeps an exchange to be shown that nothing is judged by. */
  keep(exchange: Exchange): void;
  /** Judges what the service sent to the URL that an exchange had named. */
  noteCalled(exchange: Exchange): void;
  /** What came so far, without what it held. */
  history(): History;
  /**
   * Makes the report, and stops after each part of it.
   * @param stop what kept it from being a run.
   * @param whyUnexercised why nothing exercised a requirement.
   */
  end(
    history: History,
    stop: Stop | undefined,
    whyUnexercised: (requirement: Requirement) => Why,
  ): Generator<void, Report>;
}

/** What is judged by, and what can be exercised. */
export type Bound = Pick<Planned, 'rules' | 'requirements' | 'operations' | 'violable'> &
  Partial<Pick<Planned, 'untouched'>> & { readonly seed?: number; readonly salt?: string | undefined };

/** @param started when it began, by `performance.now()`. */
export function createSession(
  contract: Contract,
  suite: Suite,
  bound: Bound,
  secrets: Secrets,
  options: SessionOptions,
  started = performance.now(),
): Session {
  return new JudgingSession(contract, suite, bound, secrets, options, started);
}

class JudgingSession implements Session {
  private readonly startedAt: Date;
  private readonly evidence: EvidenceStore;
  private readonly chains = createShownChains();
  private readonly judging: Judging;
  private readonly coverage: Coverage;
  private readonly observer: Observer;
  private readonly texts: CleanTexts;
  private sent = 0;
  /** Operations, each with a probe of which an exchange was sent to it. */
  private readonly asked = new Set<string>();

  constructor(
    private readonly contract: Contract,
    suite: Suite,
    private readonly bound: Bound,
    private readonly secrets: Secrets,
    private readonly options: SessionOptions,
    private readonly started: number,
  ) {
    this.startedAt = (options.now ?? (() => new Date()))();
    this.texts = new CleanTexts(secrets);
    this.evidence = createEvidenceStore(options.target, secrets);
    this.judging = createJudging(bound.requirements, {
      operations: contract.operations,
      strict: options.strict ?? false,
      mocked: options.everythingExists ?? false,
      show: this.evidence.keep,
      isKept: this.evidence.has,
      quote: (text, index) => this.texts.quote(text, index),
      onBreach: (options.onFinding || options.onFailure) && this.tell.bind(this),
    });
    this.coverage = createCoverage(bound, suite);
    this.observer = suite.observe();
  }

  note(given: Exchange): void {
    // What is read of a response is kept as long as that is. All read this one, which is let go here, whoever holds the other.
    const exchange = { ...given, response: given.response && { ...given.response } };
    this.sent++;
    this.asked.add(`${exchange.case.request.operation.name}\n${exchange.case.claim.probe}`);
    this.judging.take(exchange);
    this.coverage.take(exchange);
    this.evidence.note(exchange);
    if (this.observer.note(exchange)) this.evidence.keep(exchange, false);
    for (const each of this.chains.note(exchange)) this.evidence.keep(each, false);
  }

  keep(exchange: Exchange): void {
    this.sent++;
    this.evidence.keep(exchange, false);
  }

  noteCalled(exchange: Exchange): void {
    this.judging.takeCalled(exchange);
    this.observer.note(exchange);
  }

  history(): History {
    return this.judging.history();
  }

  *end(
    history: History,
    stop: Stop | undefined,
    whyUnexercised: (requirement: Requirement) => Why,
  ): Generator<void, Report> {
    const { bound, contract, options, secrets, startedAt, texts } = this;
    const judged = this.waive(yield* this.judging.endInParts(history, whyUnexercised));
    yield;
    const { waivers } = judged;
    const { mistakes } = yield* contract.checkInParts();
    yield;
    const coverage = yield* this.coverage.end(judged.requirements, history.at);
    const { requirements, baseline } = this.compare(this.clean(judged.requirements), coverage, stop !== undefined);
    const { outcome, reason } = outcomeOf(requirements, stop, {
      waiversFail: whyWaiversFail(waivers, options.isPart),
      baselineFails: whyBaselineFails(baseline),
      mistakes: mistakes.length,
      uncovered: whyUncovered(coverage, options.coverageMin),
    });
    yield;
    const observations = this.observer.end().map((each) => texts.observation(each));
    const chains = this.chains.end(this.evidence.has);
    const exchanges = this.evidence.end(namedIn(requirements, observations));
    yield;
    this.tellBaseline({ requirements, exchanges }, coverage, stop);
    const { title, version, file } = contract;
    return {
      schemaVersion: 1,
      tool: TOOL,
      contract: { title, version, file, ...contract.hashes() },
      target: options.target.origin + options.target.basePath,
      ...(bound.seed === undefined ? {} : { seed: bound.seed }),
      ...(bound.salt === undefined ? {} : { salt: bound.salt }),
      startedAt: startedAt.toISOString(),
      outcome,
      ...(reason === undefined ? {} : { reason: printable(secrets.sentence(reason)) }),
      ...(mistakes.length === 0 ? {} : { mistakes: mistakes.slice(0, MOST_MISTAKES) }),
      exitCode: EXIT_CODES[outcome],
      durationMs: Math.round(performance.now() - this.started),
      counts: countVerdicts(requirements),
      requirements,
      waivers,
      ...(baseline ? { baseline } : {}),
      observations,
      coverage,
      ...(chains.length > 0 ? { chains } : {}),
      sent: this.sent,
      exchanges,
    };
  }

  private clean(requirements: readonly RequirementReport[]): readonly RequirementReport[] {
    return requirements.map((each) =>
      each.findings.length === 0
        ? each
        : {
            ...each,
            findings: each.findings.map((finding) => ({
              ...this.texts.finding(finding, requirements),
              id: findingId(each, finding),
            })),
          },
    );
  }

  /** Compares with the baseline, where there is one. */
  private compare(
    requirements: readonly RequirementReport[],
    coverage: CoverageReport,
    isCutShort: boolean,
  ): Partial<Compared> & Pick<Compared, 'requirements'> {
    const { baseline } = this.options;
    if (!baseline) return { requirements };
    return applyBaseline(requirements, baseline, this.lookedFor(coverage, isCutShort));
  }

  /** Says what the file of the baseline should hold from now on. */
  private tellBaseline(found: Pick<Report, 'requirements' | 'exchanges'>, coverage: CoverageReport, stop?: Stop): void {
    const { baseline, onBaseline } = this.options;
    if (baseline?.isUpdated && !stop) onBaseline?.(updatedBaseline(found, baseline, this.lookedFor(coverage, false)));
  }

  private lookedFor(coverage: CoverageReport, isCutShort: boolean): SearchedFor {
    return {
      isAsked: (operation, probe) => this.asked.has(`${operation}\n${probe}`),
      coverage,
      declared: this.contract.operations.map(({ name }) => name),
      isCutShort,
    };
  }

  /** Tells a person of a breach as soon as it is seen. */
  private tell({ id, rule, subject }: Requirement, breach: Breach, { index }: Exchange): void {
    const { onFinding, onFailure, strict, baseline, waivers = [] } = this.options;
    const { message, level = rule.level } = breach;
    const { operation, clause } = subject;
    const requirement = { id, rule: rule.id, operation: operation.name, clause };
    if (baseline && knownBy(baseline)(requirement, { ...breach, level })) return;
    const verdict = level === 'must' || strict ? 'FAIL' : 'WARN';
    if (verdict === 'FAIL' && !isWaived(requirement, waivers, this.today())) onFailure?.();
    onFinding?.(`${verdict}  ${id}: ${this.texts.sentence(message, index)} (#${index})`);
  }

  private waive(requirements: readonly RequirementReport[]): ReturnType<typeof applyWaivers> {
    const selected = new Set(this.bound.rules.map(({ id }) => id));
    // A waiver of a rule that nothing was judged by cannot be out of date.
    const concerned = (this.options.waivers ?? []).filter((waiver) => selected.has(waivedRule(waiver)));
    return applyWaivers(requirements, concerned, this.today());
  }

  private today(): string {
    return this.startedAt.toISOString().slice(0, 10);
  }
}

/** `espalier check` tells all of them. */
const MOST_MISTAKES = 100;

function namedIn(requirements: readonly RequirementReport[], observations: readonly Observation[]): Set<number> {
  return new Set([
    ...requirements.flatMap(({ findings }) => findings.flatMap(({ exchange, after = exchange }) => [after, exchange])),
    ...observations.flatMap(({ exchanges: [first] }) => first ?? []),
  ]);
}
