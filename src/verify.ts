/** Cases × target × rules → events → Report. Names no rule and no probe: they are handed in. */

import type { Case } from './case';
import { type Contract, LONGEST_ACTUAL } from './contract/contract';
import { createCoverage } from './coverage/coverage';
import { whyUncovered } from './coverage/share';
import { createEvidenceStore } from './evidenceStore';
import { createJudging } from './judge';
import { createNotFoundWatch } from './notFound';
import { countVerdicts, outcomeOf, whyStopped, whyUnexercised } from './outcome';
import { type PlanOptions, plan, type Suite } from './plan';
import { EXIT_CODES, type Finding, type Observation, type Report, type RequirementReport, type Waiver } from './report';
import type { Requirement } from './rule';
import { runCases } from './run';
import { TOOL } from './tool';
import { applyWaivers, waivedRule, whyWaiversFail } from './waivers';
import { printable } from './wire/evidence';
import type { Exchange } from './wire/exchange';
import { secretsOf } from './wire/secrets';
import { LIMITS, type Limits } from './wire/send';
import type { Target } from './wire/target';

export interface VerifyOptions extends PlanOptions {
  readonly target: Target;
  /** Warnings fail. */
  readonly strict?: boolean;
  /** Whatever the contract declares must have come. */
  readonly complete?: boolean;
  /** Of the clauses of the contract, the share that has to be exercised, from 0 to 1. */
  readonly coverageMin?: number | undefined;
  readonly waivers?: readonly Waiver[];
  /** The clock: when the run began, and the day, in UTC, by which waivers are judged. */
  readonly now?: () => Date;
  readonly limits?: Partial<Limits>;
  /** For all exchanges together, in milliseconds. Default: as long as the target answers. */
  readonly deadlineMs?: number | undefined;
  /** How many exchanges may be under way at once. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: (event: VerifyEvent) => void;
}

/** What happens during a run, for whoever wants to show it. */
export type VerifyEvent =
  | { readonly type: 'planned'; readonly requirements: readonly Requirement[]; readonly cases: readonly Case[] }
  | { readonly type: 'exchanged'; readonly exchange: Exchange; readonly done: number; readonly total: number }
  | { readonly type: 'reported'; readonly report: Report };

/**
 * Verifies a target against its contract. Prints nothing and never exits.
 * @throws UsageError as {@link plan}. Whatever happens on the wire becomes part of the report.
 */
export async function verify(contract: Contract, suite: Suite, options: VerifyOptions): Promise<Report> {
  const started = performance.now();
  const startedAt = (options.now ?? (() => new Date()))();
  const planned = plan(contract, suite, options);
  options.onEvent?.({ type: 'planned', ...planned });
  const secrets = secretsOf(options);
  const evidence = createEvidenceStore(options.target, secrets);
  const judging = createJudging(planned.requirements, {
    strict: options.strict ?? false,
    show: evidence.keep,
    isKept: evidence.has,
  });
  const coverage = createCoverage(planned, suite);
  const observer = suite.observe();
  const notFound = createNotFoundWatch();
  let done = 0;
  const { givenUp } = await runCases(planned.cases, {
    target: options.target,
    limits: { ...LIMITS, ...options.limits },
    deadlineMs: options.deadlineMs,
    concurrency: options.concurrency ?? 4,
    headers: options.headers ?? [],
    signal: options.signal,
    everythingExists: options.everythingExists ?? false,
    onExchange(exchange) {
      done++;
      judging.take(exchange);
      coverage.take(exchange);
      evidence.note(exchange);
      notFound.note(exchange);
      if (observer.note(exchange)) evidence.keep(exchange, false);
      options.onEvent?.({ type: 'exchanged', exchange, done, total: planned.cases.length });
    },
  });

  const history = judging.history();
  const stop = whyStopped(history.all, options.signal, givenUp ?? notFound.end());
  const judged = judging.end(history, (each) =>
    whyUnexercised(each, planned, history, stop, options.complete ?? false),
  );
  const selected = new Set(planned.rules.map(({ id }) => id));
  // A waiver of a rule that nothing was judged by cannot be out of date.
  const concerned = (options.waivers ?? []).filter((waiver) => selected.has(waivedRule(waiver)));
  const { requirements, waivers } = applyWaivers(judged, concerned, startedAt.toISOString().slice(0, 10));
  const { mistakes } = contract.check(false);
  const indexed = new Map(history.all.map((each) => [each.index, each]));
  const covered = coverage.end(requirements, (index) => indexed.get(index));
  const { outcome, reason } = outcomeOf(requirements, stop, {
    waiversFail: whyWaiversFail(waivers),
    mistakes: mistakes.length,
    uncovered: whyUncovered(covered, options.coverageMin),
  });
  // What a target sent may stand in any of these texts, and a terminal would obey it.
  const clean = (text: string) => {
    const cleaned = printable(secrets.redact(text, text.length >= LONGEST_ACTUAL));
    return cleaned.length > LONGEST_TEXT ? `${cleaned.slice(0, LONGEST_TEXT)}…` : cleaned;
  };
  const observations = observer.end().map((each) => ({
    ...each,
    message: clean(each.message),
    answered: clean(each.answered),
  }));
  const { title, version, file } = contract;
  const report: Report = {
    schemaVersion: 1,
    tool: TOOL,
    contract: { title, version, file },
    target: options.target.origin + options.target.basePath,
    seed: planned.seed,
    startedAt: startedAt.toISOString(),
    outcome,
    ...(reason === undefined ? {} : { reason: printable(secrets.redact(reason)) }),
    ...(mistakes.length === 0 ? {} : { mistakes: mistakes.slice(0, MOST_MISTAKES) }),
    exitCode: EXIT_CODES[outcome],
    durationMs: Math.round(performance.now() - started),
    counts: countVerdicts(requirements),
    requirements: requirements.map((each) => ({
      ...each,
      findings: each.findings.map((finding) => cleaned(finding, clean)),
    })),
    waivers,
    observations,
    coverage: covered,
    sent: done,
    exchanges: evidence.end(namedIn(requirements, observations)),
  };
  options.onEvent?.({ type: 'reported', report });
  return report;
}

/** `espalier check` tells all of them. */
const MOST_MISTAKES = 100;

/** The most that is shown of a text in a finding, in characters; the exchange shows more. */
const LONGEST_TEXT = 240;

/** The clause is the contract's own, and is shown as it is. */
function cleaned(finding: Finding, clean: (text: string) => string): Finding {
  const { message, expected, actual } = finding;
  return { ...finding, message: clean(message), expected: clean(expected), actual: clean(actual) };
}

function namedIn(requirements: readonly RequirementReport[], observations: readonly Observation[]): Set<number> {
  return new Set([
    ...requirements.flatMap(({ findings }) => findings.map(({ exchange }) => exchange)),
    ...observations.flatMap(({ exchanges: [first] }) => first ?? []),
  ]);
}
