/** Timers that count only time in which this process was awake and could have read what arrived. */

/** The timer checks after each such interval, in milliseconds, whether this process is awake. */
const BEAT_MS = 25;

interface Wait {
  /**
   * Ends the wait.
   * @returns the longest time for which this process was held up during the wait, in milliseconds.
   */
  end(): number;
}

/**
 * Calls `done` after `ms` milliseconds in which this process was awake. Time in which the machine sleeps, or the
 * process is stopped or blocked, does not count, because an answer could not have been seen then. Everything that has
 * arrived by the end is read before `done` is called.
 */
export function waitAwake(ms: number, done: () => void): Wait {
  let left = ms;
  let heldUp = 0;
  let ended = false;
  let beat = startBeat(left, onBeat);
  function onBeat(): void {
    const late = beat.lateness();
    heldUp = Math.max(heldUp, late);
    left -= late > 0 ? beat.due : beat.passed();
    if (left > 0) {
      beat = startBeat(left, onBeat);
      return;
    }
    // A timer may fire before a socket is checked; after two turns of the event loop, the waiting bytes have been read.
    setImmediate(() => setImmediate(() => !ended && done()));
  }
  return {
    end() {
      ended = true;
      clearTimeout(beat.timer);
      return Math.max(heldUp, beat.lateness());
    },
  };
}

function startBeat(left: number, onBeat: () => void) {
  const due = Math.min(left, BEAT_MS);
  const [started, clock] = [performance.now(), Date.now()];
  const passed = () => performance.now() - started;
  /**
   * Returns how much longer than planned the timer took. The wall clock continues while a machine sleeps, but timers
   * may not.
   */
  const lateness = () => {
    const late = Math.max(passed(), Date.now() - clock) - due;
    return late > BEAT_MS ? late : 0;
  };
  return { due, passed, lateness, timer: setTimeout(onBeat, due) };
}
