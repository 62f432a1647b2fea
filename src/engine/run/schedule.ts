/** What a run has to send, and in which order: planned as it is needed, and let go once it was sent. */

import type { Operation } from '../../contract/contract';
import { stepsSoFar } from '../../contract/schema/evaluate';
import { DEGREE, type Degree, destructiveness } from '../../resources/destructiveness';
import { sum } from '../../support/collections';
import { letOthersRun } from '../../support/letOthersRun';
import type { Case, Touched } from '../model/case';
import type { Cases } from '../model/planning';
import { outermost } from '../request/outermost';
import type { Extent } from './giveUp';
import { isRefusedChange, type OrderOptions, phaseOf, type SequenceName, sequenceOf } from './orderOfCases';

/** A case, and its place in the order of planning, from 1. */
export interface ScheduledCase {
  readonly index: number;
  readonly each: Case;
}

/** Cases that are sent one after another, as planned. */
export interface Sequence {
  /** Those that are left; more may be added on the way. */
  readonly entries: ScheduledCase[];
  /** What is left, or was added since, may be taken again. */
  end(): void;
}

/** What may be sent side by side, sequence by sequence. */
export interface Phase {
  /**
   * The next sequence; undefined where all were taken, or as much is under way as should be held at once. What has to be planned for it
   * lets others run meanwhile.
   */
  take(signal?: AbortSignal): Promise<Sequence | undefined>;
  /** Plans as many cases as should wait, or until it has taken long. */
  planAhead(signal?: AbortSignal): Promise<void>;
  /** Whether cases wait that are about a thing, or about what lies in it. */
  awaits(touches: Touched): boolean;
  /**
   * Takes cases out of the sequences that wait.
   * @param choose is told of those, in the order of planning.
   * @returns undefined where none of them is taken, and none does anything but to be refused.
   */
  takeOut(choose: Choose): readonly ScheduledCase[] | undefined;
}

type Choose = (entries: readonly ScheduledCase[]) => readonly ScheduledCase[];

export interface Agenda {
  /** One waits for the end of the one before. */
  readonly phases: readonly Phase[];
  readonly extent: Extent;
  /** Plans what is sent first, so that it is known about how many cases there will be. */
  planAhead(signal?: AbortSignal): Promise<void>;
  /** Takes cases of those that are planned and sent first, to be sent before the others. @param choose is told of those, in the order of planning. */
  takeOut(choose: Choose): readonly ScheduledCase[];
  /** Plans what is sent later, as much as should wait, while what was planned is under way: a slow target leaves time for that. */
  planMeanwhile(isOver: () => boolean, signal: AbortSignal): Promise<void>;
  /** Plans what is left, until the signal says that the run is over. @returns how many cases there are. */
  count(signal: AbortSignal): Promise<number>;
  /** Gives a number to a request that nobody planned. */
  number(): number;
}

/** So many cases are planned ahead, before the first of them is sent, too, if there are as many: counted, so that their order is always the same. */
const AHEAD = 1000;

/**
 * Once so much was judged on the way to values, which takes some tenths of a second, the first request is sent all the same: counted as
 * `stepsSoFar` does, so that it is always the same one. Of a target that is not our mock it is to be known from a few operations whether it
 * is there.
 */
const MOST_STEPS_AHEAD = 100_000;
const LEAST_OPERATIONS_AHEAD = 3;

/** So many cases in sequences that are under way are enough, where as many sequences are as there may be requests. */
const MOST_UNDER_WAY = 10_000;

const PHASES = Object.values(DEGREE);

interface AgendaOptions extends OrderOptions {
  /** How many requests may be under way at once. */
  readonly concurrency: number;
}

export function createAgenda(cases: Cases, options: AgendaOptions): Agenda {
  const supply = new Supply(cases, options);
  const phases = PHASES.map((phase) => new PlannedPhase(phase, supply, options));
  return new PlannedAgenda(cases, supply, phases);
}

/** What was planned and waits, by its phase; operations are planned as their cases are needed. */
class Supply {
  readonly operations = new Set<Operation>();
  /** How many cases were planned so far. */
  planned = 0;
  private readonly waiting = new Map(PHASES.map((phase): [Degree, ScheduledCase[]] => [phase, []]));
  private planning: Promise<void> | undefined;

  constructor(
    private readonly cases: Cases,
    private readonly options: AgendaOptions,
  ) {}

  /** How many cases wait for their phase. */
  get waits(): number {
    return sum([...this.waiting.values()].map(({ length }) => length));
  }

  /** The cases that wait for their phase; who takes them takes them out. */
  of(phase: Degree): ScheduledCase[] {
    return this.waiting.get(phase) ?? [];
  }

  /** Operations come in the order of what they may take away, but for their chains: those come before anything is taken away. */
  mayComeIn(phase: Degree): boolean {
    const { upcoming } = this.cases;
    return upcoming !== undefined && (phase > DEGREE.reads || destructiveness(upcoming) === DEGREE.reads);
  }

  /** All who need the next operation wait for the same planning of it. */
  plan(signal: AbortSignal | undefined): Promise<void> {
    this.planning ??= this.planNext(signal).finally(() => {
      this.planning = undefined;
    });
    return this.planning;
  }

  private async planNext(signal: AbortSignal | undefined): Promise<void> {
    const parts = this.cases.next();
    let part = parts.next();
    for (; !part.done; part = parts.next()) {
      await letOthersRun();
      if (signal?.aborted) return;
    }
    for (const each of part.value) {
      this.operations.add(each.request.operation);
      this.of(phaseOf(each, this.options)).push({ index: ++this.planned, each });
    }
  }
}

class PlannedPhase implements Phase {
  private readonly sequences = createTurns();
  private readonly underWay = new Map<SequenceName, ScheduledCase[]>();
  /** How many cases are in sequences that nobody has taken. */
  private ahead = 0;
  /** How often a sequence was taken. */
  private taken = 0;

  constructor(
    private readonly phase: Degree,
    private readonly supply: Supply,
    private readonly options: AgendaOptions,
  ) {}

  planAhead(signal?: AbortSignal): Promise<void> {
    const { supply, options } = this;
    const most = stepsSoFar() + MOST_STEPS_AHEAD;
    const isTelling = () => options.everythingExists || supply.operations.size >= LEAST_OPERATIONS_AHEAD;
    return this.planUntil(() => this.ahead > 0 && stepsSoFar() > most && isTelling(), signal);
  }

  /** Plans operation after operation, until it is enough, or as much waits as should. */
  private async planUntil(isEnough: () => boolean, signal: AbortSignal | undefined): Promise<void> {
    const own = this.supply.of(this.phase);
    while (this.ahead < AHEAD && !isEnough() && (own.length > 0 || this.supply.mayComeIn(this.phase))) {
      if (own.length === 0) {
        await letOthersRun();
        if (signal?.aborted) return;
        // Whoever ran meanwhile may have planned it.
        if (own.length === 0 && this.supply.mayComeIn(this.phase)) await this.supply.plan(signal);
      }
      this.arrange();
    }
  }

  awaits(touches: Touched): boolean {
    const name = outermost(touches);
    const isOf = ({ each }: ScheduledCase) => outermost(each.touches) === name;
    return this.sequences.get(name) !== undefined || this.supply.of(this.phase).some(isOf);
  }

  takeOut(choose: Choose): readonly ScheduledCase[] | undefined {
    this.arrange();
    const all = this.sequences.all();
    const waiting = all.flat().sort((one, other) => one.index - other.index);
    const chosen = waiting.length === 0 ? [] : choose(waiting);
    if (chosen.length === 0 && waiting.every(({ each }) => isRefusedChange(each))) return undefined;
    for (const entry of chosen) {
      const entries = all.find((each) => each.includes(entry));
      entries?.splice(entries.indexOf(entry), 1);
    }
    this.ahead -= chosen.length;
    return chosen;
  }

  async take(signal?: AbortSignal): Promise<Sequence | undefined> {
    const { underWay, sequences, supply } = this;
    let next: ReturnType<Turns['take']>;
    let takenBefore: number;
    do {
      const held =
        underWay.size < this.options.concurrency ? 0 : sum([...underWay.values()].map(({ length }) => length));
      if (held > MOST_UNDER_WAY) return undefined;
      takenBefore = this.taken;
      await this.planUntil(() => this.ahead > 0, signal);
      // Whoever takes something plans something, so that others can be sent while an operation is planned that takes long.
      const planned = supply.operations.size;
      await this.planUntil(() => supply.operations.size > planned, signal);
      next = sequences.take();
      // Where others took what there was, it is asked again.
    } while (!next && this.taken > takenBefore && !signal?.aborted);
    if (!next) return undefined;
    this.taken++;
    const [name, entries] = next;
    underWay.set(name, entries);
    this.ahead -= entries.length;
    return {
      entries,
      end: () => {
        underWay.delete(name);
        if (entries.length === 0) return;
        sequences.set(name, entries);
        this.ahead += entries.length;
      },
    };
  }

  private arrange(): void {
    for (const entry of this.supply.of(this.phase).splice(0)) this.add(entry);
  }

  private add(entry: ScheduledCase): void {
    const name = sequenceOf(entry.each, this.phase, this.options);
    const sequence = this.underWay.get(name) ?? this.sequences.get(name);
    if (sequence) sequence.push(entry);
    else this.sequences.set(name, [entry]);
    if (!this.underWay.has(name)) this.ahead++;
  }
}

class PlannedAgenda implements Agenda {
  readonly extent: Extent;

  constructor(
    private readonly cases: Cases,
    private readonly supply: Supply,
    readonly phases: readonly Phase[],
  ) {
    this.extent = {
      get cases() {
        return cases.total;
      },
      get operations() {
        return supply.operations.size;
      },
    };
  }

  async planAhead(signal?: AbortSignal): Promise<void> {
    for (const phase of this.phases) {
      await phase.planAhead(signal);
      if (this.supply.planned > 0) return;
    }
  }

  takeOut(choose: Choose): readonly ScheduledCase[] {
    for (const phase of this.phases) {
      const taken = phase.takeOut(choose);
      if (taken) return taken;
    }
    return [];
  }

  async count(signal: AbortSignal): Promise<number> {
    while (this.cases.upcoming && !signal.aborted) {
      await letOthersRun();
      await this.supply.plan(signal);
    }
    return this.supply.planned;
  }

  async planMeanwhile(isOver: () => boolean, signal: AbortSignal): Promise<void> {
    while (this.cases.upcoming && this.supply.waits < AHEAD && !isOver()) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      await this.supply.plan(signal);
    }
  }

  number(): number {
    return ++this.supply.planned;
  }
}

/** Sequences that wait, by their names. */
interface Turns {
  get(name: SequenceName): ScheduledCase[] | undefined;
  set(name: SequenceName, entries: ScheduledCase[]): void;
  all(): ScheduledCase[][];
  /** The next one, with its name. */
  take(): readonly [SequenceName, ScheduledCase[]] | undefined;
}

/**
 * Operations take turns: once one was asked for the first time, it is known what to expect of it, and its connections can be kept. So those that
 * were not asked come first. Among the next sequences of each, the one with the most cases does: no other hands can take a part of it, and the
 * phase lasts as long as it does.
 */
function createTurns(): Turns {
  const sequences = new Map<SequenceName, ScheduledCase[]>();
  const first = new Map<Operation, SequenceName[]>();
  const further = new Map<Operation, SequenceName[]>();
  const asked = new Set<Operation>();
  return {
    get: (name) => sequences.get(name),
    all: () => [...sequences.values()],
    set(name, entries) {
      sequences.set(name, entries);
      const [head] = entries;
      if (!head) return;
      const { operation } = head.each.request;
      const turns = asked.has(operation) ? further : first;
      const own = turns.get(operation);
      if (own) own.push(name);
      else turns.set(operation, [name]);
    },
    take() {
      const turns = first.size > 0 ? first : further;
      const lengthOf = ([name]: readonly SequenceName[]) =>
        name === undefined ? 0 : (sequences.get(name)?.length ?? 0);
      let turn: [Operation, SequenceName[]] | undefined;
      for (const other of turns) if (!turn || lengthOf(other[1]) > lengthOf(turn[1])) turn = other;
      if (!turn) return undefined;
      const [operation, names] = turn;
      const name = names.shift();
      if (name === undefined) return undefined;
      turns.delete(operation);
      asked.add(operation);
      if (names.length > 0) further.set(operation, names);
      const entries = sequences.get(name) ?? [];
      sequences.delete(name);
      return [name, entries];
    },
  };
}
