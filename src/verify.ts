/** Cases × target × rules → events → Report. Names no rule and no probe: they are handed in. */

import type { Case } from './case';
import { type Contract, LONGEST_ACTUAL } from './contract/contract';
import { createHistory } from './history';
import { judgeRequirement } from './judge';
import { countVerdicts, outcomeOf, whyStopped, whyUnexercised } from './outcome';
import { type Planned, type PlanOptions, plan, type Suite } from './plan';
import { EXIT_CODES, type Report, type Waiver } from './report';
import type { Requirement } from './rule';
import { type Run, runCases } from './run';
import { TOOL } from './tool';
import { applyWaivers, waivedRule, whyWaiversFail } from './waivers';
import { printable, toEvidence } from './wire/evidence';
import type { Exchange } from './wire/exchange';
import { redactDeep, secretsOf } from './wire/secrets';
import { LIMITS, type Limits } from './wire/send';
import type { Target } from './wire/target';

export interface VerifyOptions extends PlanOptions {
  readonly target: Target;
  /** Warnings fail. */
  readonly strict?: boolean;
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
  let done = 0;
  const run = await runCases(planned.cases, {
    target: options.target,
    limits: { ...LIMITS, ...options.limits },
    deadlineMs: options.deadlineMs,
    concurrency: options.concurrency ?? 4,
    headers: options.headers ?? [],
    signal: options.signal,
    onExchange: (exchange) =>
      options.onEvent?.({ type: 'exchanged', exchange, done: ++done, total: planned.cases.length }),
  });
  const report = toReport(contract, suite, options, planned, run, startedAt, performance.now() - started);
  options.onEvent?.({ type: 'reported', report });
  return report;
}

/** The most that is shown of a text in a finding, in characters; the exchange shows more. */
const LONGEST_TEXT = 240;

function toReport(
  contract: Contract,
  suite: Suite,
  options: VerifyOptions,
  planned: Planned,
  { exchanges, givenUp }: Run,
  startedAt: Date,
  durationMs: number,
): Report {
  const stop = whyStopped(exchanges, options.signal, givenUp);
  const history = createHistory(exchanges);
  const judged = planned.requirements.map((requirement) =>
    judgeRequirement(requirement, history, {
      strict: options.strict ?? false,
      whyUnexercised: (each) => whyUnexercised(each, planned, history, stop),
    }),
  );
  const selected = new Set(planned.rules.map(({ id }) => id));
  // A waiver of a rule that nothing was judged by cannot be out of date.
  const concerned = (options.waivers ?? []).filter((waiver) => selected.has(waivedRule(waiver)));
  const { requirements, waivers } = applyWaivers(judged, concerned, startedAt.toISOString().slice(0, 10));
  const { outcome, reason } = outcomeOf(requirements, stop, whyWaiversFail(waivers));
  const secrets = secretsOf(options);
  // What a target sent may stand in any of these texts, and a terminal would obey it.
  const clean = (text: string) => {
    const cleaned = printable(secrets.redact(text, text.length >= LONGEST_ACTUAL));
    return cleaned.length > LONGEST_TEXT ? `${cleaned.slice(0, LONGEST_TEXT)}…` : cleaned;
  };
  const { title, version, file } = contract;
  return {
    schemaVersion: 1,
    tool: TOOL,
    contract: { title, version, file },
    target: options.target.origin + options.target.basePath,
    startedAt: startedAt.toISOString(),
    outcome,
    ...(reason === undefined ? {} : { reason: printable(secrets.redact(reason)) }),
    exitCode: EXIT_CODES[outcome],
    durationMs: Math.round(durationMs),
    counts: countVerdicts(requirements),
    requirements: requirements.map((each) => ({ ...each, findings: redactDeep(each.findings, clean) })),
    waivers,
    observations: suite.observe(exchanges).map((each) => ({
      ...each,
      message: clean(each.message),
      answered: clean(each.answered),
    })),
    exchanges: exchanges.map((exchange) => toEvidence(exchange, options.target, secrets)),
  };
}
