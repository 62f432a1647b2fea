/** How long values of one schema are looked for: contracts can be written that keep whoever reads them busy without an end. */

import { endOf, type Schema } from '../../src/contract/schema/schema';

/** For one call, in milliseconds of this process's own time: first, and once a call has used that up without an end. */
const LONG_MS = 500;
const SHORT_MS = 50;

/** After so many calls without an end nothing more is looked for. */
const MOST_IN_VAIN = 3;

/** To ask for the time takes longer than most steps do. */
const STEPS_BETWEEN_LOOKS = 32;

const inVain = new WeakMap<Schema, number>();

export interface Effort {
  /** Whether so much was in vain before that nothing is looked for. */
  readonly isHopeless: boolean;
  /** Whether the time of this call is over; to be asked with each step. */
  isOver(): boolean;
}

/** The effort that one call is worth. A loaded machine makes no difference: only the time counts in which this process ran. */
export function effortFor(schema: Schema): Effort {
  // The same component is come to by many references.
  const own = endOf(schema);
  const before = inVain.get(own) ?? 0;
  const limitMs = before === 0 ? LONG_MS : SHORT_MS;
  const started = process.cpuUsage();
  let steps = 0;
  let over = false;
  return {
    isHopeless: before >= MOST_IN_VAIN,
    isOver() {
      if (!over && ++steps % STEPS_BETWEEN_LOOKS === 0 && process.cpuUsage(started).user / 1000 > limitMs) {
        over = true;
        inVain.set(own, before + 1);
      }
      return over;
    },
  };
}
