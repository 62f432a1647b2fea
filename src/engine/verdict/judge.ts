/** Exchanges → verdicts: every rule judges every exchange that it applies to, as it comes; what is shown is kept, the rest let go. */

import { createContext, Script } from 'node:vm';
import { declaredResponse, type Operation } from '../../contract/contract';
import { MOCK_SERVER } from '../../http/fields';
import { fieldValues } from '../../http/message';
import type { Why } from '../../report/outcome';
import type { Level, RequirementReport } from '../../report/report';
import { whyUnread } from '../../serialization/readResponse';
import { groupBy } from '../../support/collections';
import { atOnce, type Parts } from '../../support/letOthersRun';
import type { Exchange } from '../model/exchange';
import type { Breach, Context, Requirement, Rule } from '../model/rule';
import type { Touches } from '../model/touches';
import { whyFailed } from '../usersFailure';
import { excerptOf } from './bodyExcerpt';
import { createWriters, echoesOf, type Sighted, sight, type Writers } from './echoes';
import { createHistory, type History } from './history';
import { type FoundBreach, foundIn, type RequirementState, toReport } from './requirementReport';
import { explainer, toldFirst } from './toldFirst';
import { createTouches, type TouchRecord } from './touches';
import { traceOf } from './trace';

interface VerdictOptions {
  /** All that the contract has, asked or not: they tell which requests make things. Default: those of the requirements. */
  readonly operations?: readonly Operation[];
  /** The target is our mock. */
  readonly mocked?: boolean;
  /** Warnings fail. */
  readonly strict: boolean;
  /** Called with an exchange that a report will show: a breach, or the first that exercised a requirement. It is let go afterwards. */
  readonly show: (exchange: Exchange, breaks: boolean) => void;
  /** Whether an exchange can still be shown once it was let go. */
  readonly isKept: (index: number) => boolean;
  /** Takes out of a text of an answer what must not be shown. Where it is absent, no reason of a refusal is kept. */
  readonly quote?: (text: string, index: number) => string;
  /** Told of each breach when it is seen for the first time, of those that one exchange shows. */
  readonly onBreach?: ((requirement: Requirement, breach: Breach, exchange: Exchange) => void) | undefined;
}

export class Judging {
  private readonly states: readonly RequirementState[];
  private readonly byOperation: ReadonlyMap<string, readonly RequirementState[]>;
  private readonly traces: Exchange[] = [];
  private readonly writers = createWriters();
  private readonly touches: TouchRecord;
  /** How many exchanges were alike, by what makes them so. */
  private readonly alike = new Map<string, number>();
  /** The time that went into judgements which did not come to an end, in milliseconds. */
  private spentInVain = 0;
  private isMocked: boolean;

  constructor(
    requirements: readonly Requirement[],
    private readonly options: VerdictOptions,
  ) {
    this.states = requirements.map(
      (requirement): RequirementState => ({
        requirement,
        exercised: 0,
        suspects: 0,
        tooMuch: undefined,
        breaches: undefined,
      }),
    );
    this.isMocked = options.mocked ?? false;
    this.touches = createTouches(
      () => options.operations ?? [...new Set(requirements.map(({ subject }) => subject.operation))],
    );
    this.byOperation = groupBy(this.states, ({ requirement }) => requirement.subject.operation.name);
  }

  /** Judges an exchange by all that needs no other. */
  take(exchange: Exchange): void {
    atOnce(this.takeInParts(exchange));
  }

  /** As `take`, and stops after each part where its answer is large. */
  *takeInParts(exchange: Exchange): Parts<void> {
    const { response } = exchange;
    if (response && fieldValues(response, 'server').includes(MOCK_SERVER)) this.isMocked = true;
    const alone = this.contextAlone(exchange);
    this.writers.note(exchange);
    this.touches.note(exchange);
    // What a step of a chain shows, others give its meaning.
    if (exchange.case.chain?.step !== undefined) this.options.show(exchange, true);
    const isLarge = isLargeAnswer(exchange);
    for (const state of this.byOperation.get(exchange.case.request.operation.name) ?? []) {
      const { rule, subject } = state.requirement;
      if (isLarge) yield* rule.readAhead?.(exchange, subject) ?? [];
      if (rule.across) this.suspect(state, exchange, alone);
      else this.judge(state, exchange, alone);
      if (isLarge) yield;
    }
    if (this.isNew(exchange)) this.traces.push(traceOf(exchange, this.options.quote));
  }

  /** Judges what the service sent to the URL that an exchange had named. */
  takeCalled(exchange: Exchange): void {
    const alone = this.contextAlone(exchange);
    for (const each of exchange.called ?? []) this.options.show(each, false);
    for (const state of this.byOperation.get(exchange.case.request.operation.name) ?? [])
      if (state.requirement.rule.ofCallbacks) this.judge(state, exchange, alone);
  }

  private contextAlone(exchange: Exchange): Context {
    const { isMocked, touches } = this;
    return { all: [exchange], earlier: [], chain: [], isMocked, touches };
  }

  /** What came of all exchanges so far, without what they held. */
  history(): History {
    return createHistory(this.traces.sort((one, other) => one.index - other.index));
  }

  /**
   * Judges by the rules that look at several exchanges.
   * @param whyUnexercised why nothing exercised a requirement, and what to do about it.
   */
  end(history: History, whyUnexercised: (requirement: Requirement) => Why): readonly RequirementReport[] {
    return atOnce(this.endInParts(history, whyUnexercised));
  }

  /** As `end`, and stops after each part. */
  *endInParts(
    history: History,
    whyUnexercised: (requirement: Requirement) => Why,
  ): Generator<void, readonly RequirementReport[]> {
    for (const state of this.states) {
      if (!state.requirement.rule.across) continue;
      yield* this.judgeAcross(state, history);
      yield;
    }
    const sighted = this.states.flatMap((state) => foundIn(state).map((found) => found.sighted));
    const echoes = echoesOf(sighted);
    for (const [sightedToo, cause] of toldFirst(this.states, this.byOperation))
      if (!echoes.has(sightedToo)) echoes.set(sightedToo, cause);
    const reports: RequirementReport[] = [];
    for (const state of this.states) {
      reports.push(toReport(state, this.options, whyUnexercised, echoes, explainer(state, history)));
      yield;
    }
    return reports;
  }

  private *judgeAcross(state: RequirementState, history: History): Parts<void> {
    // It may be asked for what came so far, and again.
    state.exercised = 0;
    state.breaches = undefined;
    const all = history.of(state.requirement.subject.operation);
    for (const exchange of all) {
      this.judge(state, exchange, new ContextAcross(all, this.isMocked, this.touches, history, exchange));
      yield;
    }
  }

  private judge(state: RequirementState, exchange: Exchange, context: Context): void {
    const { rule, subject } = state.requirement;
    const most = this.spentInVain < MOST_SPENT_MS ? LONGEST_MS : SHORT_MS;
    const drawn = within(exchange, most, () => judgedBy(rule, exchange, subject, context));
    if (drawn instanceof Thrown) state.thrown ??= drawn.message;
    else if (drawn === TOO_MUCH) {
      state.tooMuch = 'it was too much to be judged in time';
      this.spentInVain += most;
    } else if (drawn !== undefined) {
      if (state.exercised++ === 0 && !rule.across) this.options.show(exchange, false);
      for (const breach of drawn) noteBreach(state, breach, exchange, this.writers, this.options);
    } else if (isOf(exchange, subject)) {
      state.tooMuch ??= exchange.response ? whyUnread(exchange.response) : undefined;
    }
  }

  /** What breaks a rule together with others has to be kept before that is known. */
  private suspect(state: RequirementState, exchange: Exchange, alone: Context): void {
    const { rule, subject } = state.requirement;
    if (!rule.probes.includes(exchange.case.claim.probe) || state.suspects === MOST_SUSPECTS) return;
    // What keeps the rule by itself will hardly break it.
    if (exchange.case.chain?.step === undefined && rule.judge(exchange, subject, alone)?.length === 0) return;
    state.suspects++;
    this.options.show(exchange, true);
  }

  /** What was asked and answered alike so often says no more. */
  private isNew({ case: each, response, error }: Exchange): boolean {
    if (each.chain?.step !== undefined || each.claim.violation) return true;
    const key = `${each.request.operation.name} ${each.claim.probe} ${each.touches.thing} ${response?.status ?? error?.kind}`;
    const before = this.alike.get(key) ?? 0;
    this.alike.set(key, before + 1);
    return before < MOST_ALIKE;
  }
}

/** What a rule that the user wrote has thrown, in place of what it draws. */
class Thrown {
  constructor(readonly message: string) {}
}

/** A rule of our own that throws is a bug of ours, and is not caught here. */
function judgedBy(rule: Rule, ...given: Parameters<Rule['judge']>): ReturnType<Rule['judge']> | Thrown {
  if (rule.from === undefined) return rule.judge(...given);
  try {
    return rule.judge(...given);
  } catch (error) {
    const why = whyFailed(error, error instanceof Error ? `${error.name}: ${error.message}` : undefined);
    return new Thrown(`the rule itself failed: ${why}; it is of ${rule.from}`);
  }
}

/** What a rule is told that looks at several exchanges. Few look back, and in a large run that is a long way. */
class ContextAcross implements Context {
  constructor(
    readonly all: readonly Exchange[],
    readonly isMocked: boolean,
    readonly touches: Touches,
    private readonly history: History,
    private readonly exchange: Exchange,
  ) {}

  get chain(): readonly Exchange[] {
    return this.history.chain(this.exchange);
  }

  get earlier(): readonly Exchange[] {
    return this.history.before(this.exchange);
  }
}

/** Whether an exchange was answered with the response that a requirement is about. */
function isOf({ response, case: { request } }: Exchange, { response: declared }: Requirement['subject']): boolean {
  return (
    response !== null && declared !== undefined && declaredResponse(request.operation, response.status) === declared
  );
}

/** Keeps a breach that an exchange shows, or counts it to the one that says the same. */
function noteBreach(
  state: RequirementState,
  breach: Breach,
  exchange: Exchange,
  writers: Writers,
  { isKept, show, onBreach }: Pick<VerdictOptions, 'isKept' | 'show' | 'onBreach'>,
): void {
  const { requirement } = state;
  const { rule } = requirement;
  state.breaches ??= new Map();
  const { breaches } = state;
  const key = keyOf(breach, rule.level, breaches);
  // An exchange that was let go cannot be shown, so one that is kept stands for the breach.
  const size = rule.across && !isKept(exchange.index) ? Number.MAX_SAFE_INTEGER : sizeOf(exchange);
  const { index } = breach.at ?? exchange;
  const after = index === exchange.index ? undefined : exchange.index;
  const found = breaches.get(key);
  if (!found && breaches.size === MOST_FINDINGS) return;
  const isBetter = !found || size < found.size;
  if (isBetter && !rule.across) show(exchange, true);
  const excerpt = isBetter ? excerptOf(breach, exchange) : undefined;
  if (!found) {
    if (!rule.across) onBreach?.(requirement, breach, exchange);
    const sighted = toSighted(requirement, breach);
    sight(sighted, breach, exchange, writers);
    breaches.set(key, { breach, exchange: index, after, size, exchanges: [index], sighted, excerpt });
    return;
  }
  sight(found.sighted, breach, exchange, writers);
  if (found.exchanges.at(-1) !== index) found.exchanges.push(index);
  if (isBetter) Object.assign(found, { breach, exchange: index, after, size, excerpt });
}

/** Returns the key by which breaches are one finding: their words, and their cause. A few causes have findings of their own; the first one stands for the rest. */
function keyOf(
  { level, message, cause = '' }: Breach,
  usual: Level,
  breaches: ReadonlyMap<string, FoundBreach>,
): string {
  const words = `${level ?? usual} ${message}`;
  const key = `${words}\n${cause}`;
  if (breaches.has(key)) return key;
  const alike = [...breaches.keys()].filter((each) => each.startsWith(`${words}\n`));
  return alike.length < MOST_CAUSES ? key : (alike[0] ?? key);
}

const MOST_CAUSES = 5;

function toSighted({ id, subject: { operation } }: Requirement, { message }: Breach): Sighted {
  return { requirement: id, message, operation: operation.name, isSafe: operation.safe, sightings: [] };
}

/** More than anybody reads of, in one requirement. */
const MOST_FINDINGS = 200;

/** How many exchanges are kept for a rule that looks at several. */
const MOST_SUSPECTS = 10;

/** How many exchanges of one operation on one thing that break nothing and were answered alike are kept for rules that look at several. */
const MOST_ALIKE = 50;

/** A response that is larger than this, in bytes, is judged against the clock, and for no longer than that, in milliseconds. */
const LARGE = 64 * 1024;
const LONGEST_MS = 5000;

/** Once judgements that came to no end took so long together, each further response gets less time. Both are in milliseconds. */
const MOST_SPENT_MS = 30_000;
const SHORT_MS = 200;

const TOO_MUCH = Symbol('too much to be judged in time');

const SCRIPT = new Script('judge()');

/** Whether an answer is so large that what is done with it may keep others waiting. */
export function isLargeAnswer({ response }: Pick<Exchange, 'response'>): boolean {
  return response !== null && response.body.length > LARGE;
}

/** Judges within a time limit, since some schemas take endlessly long for some bodies. */
function within<T>({ response }: Exchange, timeout: number, judge: () => T): T | typeof TOO_MUCH {
  if (!isLargeAnswer({ response })) return judge();
  let result: T | typeof TOO_MUCH = TOO_MUCH;
  const context = createContext({
    judge: () => {
      result = judge();
    },
  });
  try {
    SCRIPT.runInContext(context, { timeout });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
  return result;
}

function sizeOf({ request }: Exchange): number {
  return request.path.length + request.headers.flat().join().length + (request.body?.length ?? 0);
}
