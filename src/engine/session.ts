/** Exchanges → Report, whoever made them: judged, marked in the contract, kept as evidence. */

import { type Contract, LONGEST_ACTUAL } from '../contract/contract';
import { printable } from '../redaction/printable';
import type { Redact, Secrets } from '../redaction/redact';
import { whyUncovered } from '../report/coverageShare';
import type { Stop, Why } from '../report/outcome';
import { countVerdicts, outcomeOf } from '../report/outcome';
import {
  type EchoOf,
  EXIT_CODES,
  type Finding,
  type Observation,
  type Report,
  type RequirementReport,
  type Waiver,
} from '../report/report';
import { applyWaivers, waivedRule, whyWaiversFail } from '../report/waivers';
import { TOOL } from '../support/version';
import type { Target } from '../wire/target';
import { createCoverage } from './coverage/coverage';
import { createEvidenceStore } from './evidence/store';
import type { Exchange } from './model/exchange';
import type { Planned } from './model/planning';
import type { Requirement } from './model/rule';
import type { Suite } from './model/suite';
import type { History } from './verdict/history';
import { createJudging } from './verdict/judge';
import { redactActual } from './verdict/ownWords';

export interface SessionOptions {
  readonly target: Target;
  /** Warnings fail. */
  readonly strict?: boolean;
  /** The target is our mock. */
  readonly everythingExists?: boolean;
  readonly waivers?: readonly Waiver[];
  /** Of the clauses of the contract, the share that has to be exercised, from 0 to 1. */
  readonly coverageMin?: number | undefined;
  /** It is one part of a run: what only the whole can tell waits for `espalier merge`. */
  readonly isPart?: boolean;
  /** Told of what one exchange breaks when it is seen for the first time, as a line for a person. */
  readonly onFinding?: (line: string) => void;
  /** The clock: when it began, and the day, in UTC, by which waivers are judged. */
  readonly now?: () => Date;
}

interface Session {
  note(exchange: Exchange): void;
  /** Keeps an exchange to be shown that nothing is judged by. */
  keep(exchange: Exchange): void;
  /** What came so far, without what it held. */
  history(): History;
  /**
   * @param stop what kept it from being a run.
   * @param whyUnexercised why nothing exercised a requirement.
   */
  end(history: History, stop: Stop | undefined, whyUnexercised: (requirement: Requirement) => Why): Report;
}

/** What is judged by, and what can be exercised. */
export type Bound = Pick<Planned, 'rules' | 'requirements' | 'operations' | 'violable'> &
  Partial<Pick<Planned, 'untouched'>> & { readonly seed?: number };

/** @param started when it began, by `performance.now()`. */
export function createSession(
  contract: Contract,
  suite: Suite,
  bound: Bound,
  secrets: Secrets,
  options: SessionOptions,
  started = performance.now(),
): Session {
  const startedAt = (options.now ?? (() => new Date()))();
  const evidence = createEvidenceStore(options.target, secrets);
  const judging = createJudging(bound.requirements, {
    strict: options.strict ?? false,
    mocked: options.everythingExists ?? false,
    show: evidence.keep,
    isKept: evidence.has,
    onBreach:
      options.onFinding &&
      (({ id, rule }, { message, level = rule.level }, { index }) =>
        options.onFinding?.(
          `${level === 'must' || options.strict ? 'FAIL' : 'WARN'}  ${id}: ${cleanSentence(message, index)} (#${index})`,
        )),
  });
  const coverage = createCoverage(bound, suite);
  const observer = suite.observe();
  let sent = 0;
  // What a target sent may stand in any of these texts, and a terminal would obey it.
  const cutPrintable = (text: string) => {
    const cleaned = printable(text);
    return cleaned.length > LONGEST_TEXT ? `${cleaned.slice(0, LONGEST_TEXT)}…` : cleaned;
  };
  const cleanBy = (redact: Redact, text: string) => cutPrintable(redact(text, text.length >= LONGEST_ACTUAL));
  /** @param index of the exchange that a text speaks of. */
  const secretsAt = (index: number | undefined) => (index === undefined ? undefined : secrets.of?.(index)) ?? secrets;
  const clean = (text: string, index?: number) => cleanBy(secretsAt(index).redact, text);
  const cleanSentence = (text: string, index?: number) => cleanBy(secretsAt(index).sentence, text);
  return {
    note(exchange) {
      sent++;
      judging.take(exchange);
      coverage.take(exchange);
      evidence.note(exchange);
      if (observer.note(exchange)) evidence.keep(exchange, false);
    },
    keep(exchange) {
      sent++;
      evidence.keep(exchange, false);
    },
    history: judging.history,
    end(history, stop, whyUnexercised) {
      const judged = judging.end(history, whyUnexercised);
      const selected = new Set(bound.rules.map(({ id }) => id));
      // A waiver of a rule that nothing was judged by cannot be out of date.
      const concerned = (options.waivers ?? []).filter((waiver) => selected.has(waivedRule(waiver)));
      const { requirements, waivers } = applyWaivers(judged, concerned, startedAt.toISOString().slice(0, 10));
      const { mistakes } = contract.check(false);
      const indexed = new Map(history.all.map((each) => [each.index, each]));
      const covered = coverage.end(requirements, (index) => indexed.get(index));
      const { outcome, reason } = outcomeOf(requirements, stop, {
        waiversFail: whyWaiversFail(waivers, options.isPart),
        mistakes: mistakes.length,
        uncovered: whyUncovered(covered, options.coverageMin),
      });
      const observations = observer.end().map((each) => ({
        ...each,
        // It quotes the answer.
        message: cleanSentence(each.message.replace(each.answered, () => clean(each.answered, each.exchanges[0]))),
        answered: clean(each.answered, each.exchanges[0]),
      }));
      const { title, version, file } = contract;
      return {
        schemaVersion: 1,
        tool: TOOL,
        contract: { title, version, file, ...contract.hashes() },
        target: options.target.origin + options.target.basePath,
        ...(bound.seed === undefined ? {} : { seed: bound.seed }),
        startedAt: startedAt.toISOString(),
        outcome,
        ...(reason === undefined ? {} : { reason: printable(secrets.sentence(reason)) }),
        ...(mistakes.length === 0 ? {} : { mistakes: mistakes.slice(0, MOST_MISTAKES) }),
        exitCode: EXIT_CODES[outcome],
        durationMs: Math.round(performance.now() - started),
        counts: countVerdicts(requirements),
        requirements: requirements.map((each) => ({
          ...each,
          findings: each.findings.map((finding) => ({
            ...cleaned(finding, clean, cleanSentence),
            actual: cutPrintable(
              redactActual(finding, secretsAt(finding.exchange), finding.actual.length >= LONGEST_ACTUAL),
            ),
            ...(finding.echoOf ? { echoOf: cleanedEcho(finding.echoOf, requirements, cleanSentence) } : {}),
            ...(finding.excerpt === undefined
              ? {}
              : { excerpt: printable(secretsAt(finding.exchange).redact(finding.excerpt)) }),
          })),
        })),
        waivers,
        observations,
        coverage: covered,
        sent,
        exchanges: evidence.end(namedIn(requirements, observations)),
      };
    },
  };
}

/** `espalier check` tells all of them. */
const MOST_MISTAKES = 100;

/** The most that is shown of a text in a finding, in characters; the exchange shows more. */
const LONGEST_TEXT = 240;

/** The clause is the contract's own, and is shown as it is. */
function cleaned(finding: Finding, clean: Clean, cleanSentence: Clean): Finding {
  const { message, expected, exchange, places } = finding;
  return {
    ...finding,
    message: cleanSentence(message, exchange),
    expected: cleanSentence(expected, exchange),
    ...(places ? { places: places.map((place) => clean(place, exchange)) } : {}),
  };
}

/** The message of the cause is cleaned just as where it stands itself, so that it can be found by it. */
function cleanedEcho(
  { requirement, message }: EchoOf,
  requirements: readonly RequirementReport[],
  cleanSentence: Clean,
): EchoOf {
  const cause = requirements
    .find(({ id }) => id === requirement)
    ?.findings.find((finding) => finding.message === message);
  return { requirement, message: cause ? cleanSentence(message, cause.exchange) : message };
}

type Clean = (text: string, index: number) => string;

function namedIn(requirements: readonly RequirementReport[], observations: readonly Observation[]): Set<number> {
  return new Set([
    ...requirements.flatMap(({ findings }) => findings.flatMap(({ exchange, after = exchange }) => [after, exchange])),
    ...observations.flatMap(({ exchanges: [first] }) => first ?? []),
  ]);
}
