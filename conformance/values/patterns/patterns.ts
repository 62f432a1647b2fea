/** Finds texts that match patterns or do not match them, and that have a fitting length. */

import { readPattern } from '../../../src/contract/dialects/jsonSchema';
import { patternOf } from '../../../src/contract/schema/patterns';
import { createRecent } from '../../../src/support/caching';
import { atOnce, type Parts, type SharedWork, sharedWork } from '../../../src/support/letOthersRun';
import type { Random } from '../../../src/support/random';
import { pick, type Range } from './characters';
import { createMachine, type Machine, type MachineState } from './machine';
import { TooComplex } from './terms';

export interface TextWanted {
  /** Patterns that must occur in the text. As in ECMA-262, they are not anchored. */
  readonly must: readonly string[];
  readonly mustNot: readonly string[];
  /** The length in code points. */
  readonly least: number;
  readonly most: number;
}

/** Which of the fitting lengths is wanted: the least, the greatest, or about this many characters. */
export type Length = 'least' | 'greatest' | number;

/** One search visits at most this many states. */
const MOST_STATES = 20_000;

/** At most this many of them may be new, because new states cost more time. */
const MOST_NEW = 4_000;

/** After so many states others may run: those of a long pattern take a tenth of a millisecond each. */
const STATES_IN_A_TURN = 200;

const MOST_MACHINES = 500;
const madeMachine = createRecent<string, Machine | undefined>(MOST_MACHINES);

/**
 * Finds a text, in parts.
 * @returns undefined if there is none, or none was found within the limits.
 */
export function* findTextInParts(wanted: TextWanted, length: Length, random: Random): Parts<string | undefined> {
  return (yield* findBy(wanted, length, random, true)) ?? (yield* findBy(wanted, length, random, false));
}

/** As {@link findTextInParts}, at once. */
export function findText(wanted: TextWanted, length: Length, random: Random): string | undefined {
  return atOnce(findTextInParts(wanted, length, random));
}

function* findBy(wanted: TextWanted, length: Length, random: Random, whole: boolean): Parts<string | undefined> {
  const way = yield* wayTo(wanted, length, whole);
  const text = way && spell(way, random);
  return text !== undefined && isWanted(wanted, text) ? text : undefined;
}

/** At most this many results are remembered, because a contract has the same few patterns in many places. */
const MOST_WAYS = 5_000;
const wayOf = createRecent<string, SharedWork<Found>>(MOST_WAYS);

/** What a search came to, and how many states it had to make. */
interface Found {
  readonly way: Way | undefined;
  readonly made: number;
}

let madeSoFar = 0;

/**
 * Returns how many states all searches had to make so far. What is remembered counts as much as it did when it was made, so that nothing depends on
 * what came before.
 */
export function statesSoFar(): number {
  return madeSoFar;
}

function* wayTo(wanted: TextWanted, length: Length, whole: boolean): Parts<Way | undefined> {
  const { must, mustNot, least, most } = wanted;
  const key = JSON.stringify([must, mustNot, whole, least, most, length]);
  const { way, made } = yield* wayOf(key, () => sharedWork(() => tryWay(wanted, length, whole))).parts();
  madeSoFar += made;
  return way;
}

function* tryWay(wanted: TextWanted, length: Length, whole: boolean): Parts<Found> {
  const machine = machineOf(wanted, whole);
  if (!machine) return { way: undefined, made: 0 };
  yield;
  const looked = { states: 0 };
  return { way: yield* trySearch(machine, wanted, length, looked), made: looked.states };
}

/** How many states a search has made so far. */
interface Looked {
  states: number;
}

function* trySearch(machine: Machine, wanted: TextWanted, length: Length, looked: Looked): Parts<Way | undefined> {
  try {
    return yield* search(machine, wanted, length, looked);
  } catch (error) {
    if (error instanceof TooComplex) return undefined;
    throw error;
  }
}

/**
 * Returns whether a text matches the wanted patterns, whatever its length. A pattern that cannot be judged in time does
 * not refuse a text.
 */
export function isWanted({ must, mustNot }: Pick<TextWanted, 'must' | 'mustNot'>, text: string): boolean {
  return (
    must.every((pattern) => patternOf(pattern).test(text) !== false) &&
    mustNot.every((pattern) => patternOf(pattern).test(text) === false)
  );
}

function machineOf({ must, mustNot }: TextWanted, whole: boolean): Machine | undefined {
  const key = JSON.stringify([must, mustNot, whole]);
  return madeMachine(key, () => tryMachine(must, mustNot, whole));
}

function tryMachine(must: readonly string[], mustNot: readonly string[], whole: boolean): Machine | undefined {
  try {
    return createMachine(must.map(readPattern), mustNot.map(readPattern), whole);
  } catch (error) {
    if (error instanceof TooComplex) return undefined;
    throw error;
  }
}

/** How a state was reached. */
interface Way {
  readonly state: MachineState;
  readonly from: Way | undefined;
  readonly chars: readonly Range[];
}

/** Searches by breadth: it takes all texts of one length together, and keeps one text for each state. */
function* search(
  machine: Machine,
  { least, most }: TextWanted,
  length: Length,
  looked: Looked,
): Parts<Way | undefined> {
  let layer = new Map<string, Way>([[machine.start.key, { state: machine.start, from: undefined, chars: [] }]]);
  let [match, visited]: [Way | undefined, number] = [undefined, 0];
  const seen = new Set<string>();
  const enough = length === 'least' ? least : length === 'greatest' ? most : Math.min(most, Math.max(least, length));
  for (let at = 0; at <= most && layer.size > 0; at++) {
    if (at >= least) match = [...layer.values()].find(({ state }) => machine.accepts(state)) ?? match;
    if (at >= enough && match) return match;
    const next = new Map<string, Way>();
    for (const way of layer.values()) {
      seen.add(way.state.key);
      visited++;
      looked.states = seen.size;
      if (visited % STATES_IN_A_TURN === 0) yield;
      if (visited > MOST_STATES || seen.size > MOST_NEW) return length === 'greatest' ? undefined : match;
      for (const { chars, to } of machine.steps(way.state)) {
        if (!next.has(to.key)) next.set(to.key, { state: to, from: way, chars });
      }
    }
    layer = next;
  }
  return match;
}

function spell(way: Way, random: Random): string {
  const chars: string[] = [];
  for (let at: Way | undefined = way; at?.from; at = at.from) chars.push(pick(at.chars, random));
  return chars.reverse().join('');
}
