/** Exchanges → Report, whoever made them: judged, marked in the contract, kept as evidence. */

import type { Contract } from '../contract/contract';
import { printable } from '../redaction/printable';
import type { Secrets } from '../redaction/redact';
import {
  applyBaseline,
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
} from '../report/report';
import { applyWaivers, isWaived, waivedRule, whyWaiversFail } from '../report/waivers';
import { atOnce, type Parts } from '../support/letOthersRun';
import { TOOL } from '../support/version';
import { type Coverage, createCoverage } from './coverage/coverage';
import { createShownChains } from './evidence/chains';
import { CleanTexts } from './evidence/cleanTexts';
import { createEvidenceStore, type EvidenceStore } from './evidence/store';
import type { Exchange } from './model/exchange';
import type { Planned } from './model/planning';
import type { Breach, Requirement } from './model/rule';
import type { RunSettings } from './model/settings';
import type { Observer, Suite } from './model/suite';
import type { History } from './verdict/history';
import { isLargeAnswer, Judging } from './verdict/judge';

/** Who wants to know what comes out, and the clock. */
export interface SessionListeners {
  /** Is given what the file of the baseline should hold after a run that came to its end. */
  readonly onBaseline?: (findings: readonly KnownFinding[]) => void;
  /** Told of what one exchange breaks when it is seen for the first time, as a line for a person. */
  readonly onFinding?: (line: string) => void;
  /** Told at the first breach that fails the run, as far as one exchange shows it. */
  readonly onFailure?: () => void;
  /** The clock: when it began, and the day, in UTC, by which waivers are judged. */
  readonly now?: () => Date;
}

/** A part of a run, too: what only the whole can tell waits for `espalier merge`. */
type SessionSettings = Pick<RunSettings, 'target' | 'selection' | 'reporting'>;

/** What is judged by, and what can be exercised. */
export type Bound = Pick<Planned, 'rules' | 'requirements' | 'operations' | 'violable'> &
  Partial<Pick<Planned, 'untouched'>> & { readonly seed?: number; readonly salt?: string | undefined };

export class Session {
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

  /** @param started when it began, by `performance.now()`. */
  constructor(
    private readonly contract: Contract,
    suite: Suite,
    private readonly bound: Bound,
    private readonly secrets: Secrets,
    private readonly settings: SessionSettings,
    private readonly listeners: SessionListeners,
    private readonly started = performance.now(),
  ) {
    this.startedAt = (listeners.now ?? (() => new Date()))();
    this.texts = new CleanTexts(secrets);
    this.evidence = createEvidenceStore(settings.target.at, secrets);
    this.judging = new Judging(bound.requirements, {
      operations: contract.operations,
      strict: settings.reporting.strict,
      mocked: settings.target.everythingExists,
      show: this.evidence.keep,
      isKept: this.evidence.has,
      quote: (text, index) => this.texts.quote(text, index),
      onBreach: (listeners.onFinding || listeners.onFailure) && this.tell.bind(this),
    });
    this.coverage = createCoverage(bound, suite);
    this.observer = suite.observe();
  }

  note(exchange: Exchange): void {
    atOnce(this.noteInParts(exchange));
  }

  /** As `note`, and stops after each part where the answer is large. */
  *noteInParts(given: Exchange): Parts<void> {
    // What is read of a response is kept as long as that is. All read this one, which is let go here, whoever holds the other.
    const exchange = { ...given, response: given.response && { ...given.response } };
    this.sent++;
    this.asked.add(`${exchange.case.request.operation.name}\n${exchange.case.claim.probe}`);
    const isLarge = isLargeAnswer(exchange);
    yield* this.judging.takeInParts(exchange);
    this.coverage.take(exchange);
    if (isLarge) yield;
    this.evidence.note(exchange);
    if (isLarge) yield;
    if (this.observer.note(exchange)) this.evidence.keep(exchange, false);
    for (const each of this.chains.note(exchange)) this.evidence.keep(each, false);
  }

  /** Keeps an exchange to be shown that nothing is judged by. */
  keep(exchange: Exchange): void {
    this.sent++;
    this.evidence.keep(exchange, false);
  }

  /** Judges what the service sent to the URL that an exchange had named. */
  noteCalled(exchange: Exchange): void {
    this.judging.takeCalled(exchange);
    this.observer.note(exchange);
  }

  /** What came so far, without what it held. */
  history(): History {
    return this.judging.history();
  }

  /**
   * Makes the report, and stops after each part of it.
   * @param stop what kept it from being a run.
   * @param whyUnexercised why nothing exercised a requirement.
   */
  *end(
    history: History,
    stop: Stop | undefined,
    whyUnexercised: (requirement: Requirement) => Why,
  ): Generator<void, Report> {
    const { bound, contract, secrets, startedAt, texts } = this;
    const { target, selection, reporting } = this.settings;
    const judged = this.waive(yield* this.judging.endInParts(history, whyUnexercised));
    yield;
    const { waivers } = judged;
    const { mistakes } = yield* contract.checkInParts();
    yield;
    const coverage = yield* this.coverage.end(judged.requirements, history.at);
    const { requirements, baseline } = this.compare(this.clean(judged.requirements), coverage, stop !== undefined);
    const { outcome, reason } = outcomeOf(requirements, stop, {
      waiversFail: whyWaiversFail(waivers, selection.shard !== undefined),
      baselineFails: whyBaselineFails(baseline),
      mistakes: mistakes.length,
      uncovered: whyUncovered(coverage, reporting.coverageMin),
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
      target: target.at.origin + target.at.basePath,
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
    const { baseline } = this.settings.reporting;
    if (!baseline) return { requirements };
    return applyBaseline(requirements, baseline, this.lookedFor(coverage, isCutShort));
  }

  /** Says what the file of the baseline should hold from now on. */
  private tellBaseline(found: Pick<Report, 'requirements' | 'exchanges'>, coverage: CoverageReport, stop?: Stop): void {
    const { baseline } = this.settings.reporting;
    if (baseline?.isUpdated && !stop)
      this.listeners.onBaseline?.(updatedBaseline(found, baseline, this.lookedFor(coverage, false)));
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
    const { onFinding, onFailure } = this.listeners;
    const { strict, baseline, waivers } = this.settings.reporting;
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
    const concerned = this.settings.reporting.waivers.filter((waiver) => selected.has(waivedRule(waiver)));
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
