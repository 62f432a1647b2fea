/**
 * How much is looked for on the way to values: contracts can be written that keep whoever reads them busy without an end. It is counted in
 * steps rather than in time, so that the same seed gives the same values on every machine.
 */

import { stepsSoFar } from '../../src/contract/schema/evaluate';
import type { Parts } from '../../src/support/letOthersRun';
import { statesSoFar } from './patterns/patterns';

/** What a step costs, about in microseconds of a usual machine. */
const COST = {
  /** A value that is tried. */
  value: 20,
  /** An atom that is copied on the way to a plan. */
  atom: 0.1,
  /** A schema that is applied to a value. */
  judged: 0.3,
  /** A state that is made in the search for a text that a pattern takes. */
  state: 5,
};

/** So many states cost nothing: the patterns of nearly all schemas together have fewer. */
const FREE_STATES = 15_000;

/** What is enough for nearly all schemas, and what is spent at most where they need more. */
export const SHORT = 20_000;
export const LONG = 200_000;

/**
 * What is spent at most on all violations of one schema. Whatever needs more has a clause that nothing breaks alone, of which that is hard to find
 * out: then what was found at first is used.
 */
export const LONG_OF_VIOLATIONS = 60_000;

/** What is spent on all values of one operation, before no more of them are looked for. */
export const ALL_OF_OPERATION = 1_500_000;

/** After so much, others may run. */
const ONE_TURN = 5_000;

/** After so many states, too, also where they cost nothing. */
const STATES_IN_A_TURN = 500;

/** What one call may spend, and what it has spent. */
export interface Effort {
  /** A value is tried, or as much as that. */
  tryValue(times: number): void;
  /** So many atoms were copied on the way to a plan. */
  tryPlan(atoms: number): void;
  /** How much was spent. */
  spent(): number;
  /** Whether all was spent. */
  isOver(): boolean;
  /** Lets others run. What they spend meanwhile counts for nobody here. */
  pause(): Parts<void>;
  /** Does so only where much was spent since it was done the last time. */
  pauseIfLong(): Parts<void>;
}

let spentOnValues = 0;

/** Returns what was spent so far by all, as `createEffort` counts it, and on judging values that somebody else made. */
export function spentSoFar(): number {
  return spentOnValues + stepsSoFar() * COST.judged + statesSoFar() * COST.state;
}

export function createEffort(most: number): Effort {
  let judgedBefore = stepsSoFar();
  let statesBefore = statesSoFar();
  let spent = 0;
  let spentAtPause = 0;
  let statesAtPause = statesBefore;
  const total = () =>
    spent +
    (stepsSoFar() - judgedBefore) * COST.judged +
    Math.max(0, statesSoFar() - statesBefore - FREE_STATES) * COST.state;
  function* pause(): Parts<void> {
    const [judged, states] = [stepsSoFar(), statesSoFar()];
    yield;
    judgedBefore += stepsSoFar() - judged;
    statesBefore += statesSoFar() - states;
    spentAtPause = total();
    statesAtPause = statesSoFar();
  }
  return {
    tryValue(times) {
      spent += times * COST.value;
      spentOnValues += times * COST.value;
    },
    tryPlan(atoms) {
      spent += atoms * COST.atom;
      spentOnValues += atoms * COST.atom;
    },
    spent: total,
    isOver: () => total() > most,
    pause,
    *pauseIfLong() {
      if (total() - spentAtPause > ONE_TURN || statesSoFar() - statesAtPause > STATES_IN_A_TURN) yield* pause();
    },
  };
}
