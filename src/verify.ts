/** Cases × target × rules → events → Report. Names no rule and no probe: they are handed in. */

import type { Case } from './case';
import { type Contract, LONGEST_ACTUAL } from './contract/contract';
import { createEvidenceStore } from './evidenceStore';
import { createJudging } from './judge';
import { createLedger, type LedgerEvent, type Unremoved } from './ledger';
import { createNotFoundWatch } from './notFound';
import { countVerdicts, outcomeOf, whyStopped, whyUnexercised } from './outcome';
import { type PlanOptions, plan, type Suite } from './plan';
import {
  EXIT_CODES,
  type Finding,
  type Leftover,
  type Observation,
  type Report,
  type RequirementReport,
  type Waiver,
} from './report';
import { toRequest } from './request/request';
import { atServers } from './request/servers';
import type { Requirement } from './rule';
import { runCases } from './run';
import { TOOL } from './tool';
import { applyWaivers, waivedRule, whyWaiversFail } from './waivers';
import { printable, toEvidence } from './wire/evidence';
import type { Exchange } from './wire/exchange';
import { type Secrets, secretsOf } from './wire/secrets';
import { LIMITS, type Limits } from './wire/send';
import type { Target } from './wire/target';

export interface VerifyOptions extends PlanOptions {
  readonly target: Target;
  /** Warnings fail. */
  readonly strict?: boolean;
  /** Whatever the contract declares must have come. */
  readonly complete?: boolean;
  readonly waivers?: readonly Waiver[];
  /** The clock: when the run began, and the day, in UTC, by which waivers are judged. */
  readonly now?: () => Date;
  readonly limits?: Partial<Limits>;
  /** For all exchanges together, in milliseconds. Default: as long as the target answers. */
  readonly deadlineMs?: number | undefined;
  /** How many exchanges may be under way at once. */
  readonly concurrency?: number;
  /** How many may begin in a second. Default: as many as the target takes. */
  readonly rate?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: (event: VerifyEvent) => void;
  /** Told at once of what the run makes and removes. */
  readonly onMade?: (event: LedgerEvent) => void;
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
  const target = options.everythingExists ? options.target : atServers(options.target, contract.operations);
  options.onEvent?.({ type: 'planned', ...planned });
  const secrets = secretsOf(options);
  const evidence = createEvidenceStore(target, secrets);
  const judging = createJudging(planned.requirements, {
    strict: options.strict ?? false,
    show: evidence.keep,
    isKept: evidence.has,
  });
  const observer = suite.observe();
  const notFound = createNotFoundWatch();
  const limits = { ...LIMITS, ...options.limits };
  const ledger = createLedger({
    ...planned,
    target,
    limits,
    headers: options.headers ?? [],
    onEvent: options.onMade,
  });
  let done = 0;
  let total = planned.cases.length;
  const { givenUp, unmade, whyUnasked } = await runCases(planned.cases, {
    target,
    limits,
    deadlineMs: options.deadlineMs,
    concurrency: options.concurrency ?? 4,
    rate: options.rate,
    headers: options.headers ?? [],
    signal: options.signal,
    everythingExists: options.everythingExists ?? false,
    kinds: planned.kinds,
    onExchange(exchange) {
      done++;
      judging.take(exchange);
      ledger.note(exchange);
      evidence.note(exchange);
      notFound.note(exchange);
      if (observer.note(exchange)) evidence.keep(exchange, false);
      options.onEvent?.({ type: 'exchanged', exchange, done, total });
    },
    onCredential(exchange) {
      if (exchange.index > planned.cases.length) total++;
      done++;
      ledger.note(exchange);
      evidence.keep(exchange, false);
      options.onEvent?.({ type: 'exchanged', exchange, done, total });
    },
  });

  const unremoved = await ledger.settle(options.signal?.aborted ? LEAST_CLEANING_MS : MOST_CLEANING_MS);
  const history = judging.history();
  const stop = whyStopped(history.all, options.signal, givenUp ?? notFound.end());
  const judged = judging.end(history, (each) => {
    const why = whyUnexercised(each, { ...planned, unmade }, history, stop, options.complete ?? false);
    const unasked = stop ? undefined : whyUnasked(each.subject.operation);
    return unasked === undefined ? why : { ...why, reason: `${why.reason}; ${unasked}` };
  });
  const selected = new Set(planned.rules.map(({ id }) => id));
  // A waiver of a rule that nothing was judged by cannot be out of date.
  const concerned = (options.waivers ?? []).filter((waiver) => selected.has(waivedRule(waiver)));
  const { requirements, waivers } = applyWaivers(judged, concerned, startedAt.toISOString().slice(0, 10));
  const { mistakes } = contract.check(false);
  const { outcome, reason } = outcomeOf(requirements, stop, whyWaiversFail(waivers), mistakes.length);
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
    ...(unremoved.length === 0 ? {} : { leftovers: toLeftovers(unremoved, options, secrets) }),
    sent: done,
    exchanges: evidence.end(namedIn(requirements, observations)),
  };
  options.onEvent?.({ type: 'reported', report });
  return report;
}

/** For removing what the run made, in milliseconds: at its end, and after it was interrupted. */
const MOST_CLEANING_MS = 120_000;
const LEAST_CLEANING_MS = 15_000;

/** As a report shows them: nothing secret, and with the request that removes each. */
export function toLeftovers(
  unremoved: readonly Unremoved[],
  { target, headers = [] }: Pick<VerifyOptions, 'target' | 'headers'>,
  secrets: Secrets,
): Leftover[] {
  return unremoved.map(({ leftover, case: each }) => {
    const request = toRequest(each, target, headers);
    const unsent = {
      index: 0,
      case: each,
      request,
      response: null,
      error: null,
      received: Buffer.alloc(0),
      durationMs: 0,
    };
    const { request: shown, curl } = toEvidence(unsent, target, secrets);
    const { operation, reason } = leftover;
    return { operation, url: shown.url, reason: printable(secrets.redact(reason)), curl };
  });
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
