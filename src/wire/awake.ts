/** Waiting in which only that time counts in which this process was awake, and could have read what came. */

/** How often it is looked whether this process is awake, in milliseconds. */
const BEAT_MS = 25;

export interface Wait {
  /** Ends it. @returns for how long this process was held up meanwhile, at most at a stretch, in milliseconds. */
  end(): number;
}

/**
 * Calls `done` after `ms` milliseconds in which this process was awake. While a machine sleeps, a process is stopped or
 * something blocks it, no time passes: whoever waits for an answer cannot have seen one. What has arrived by the end is
 * read before `done` is called.
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
    // A timer may be due before a socket is looked at; two turns of the loop read what lies there.
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
  /** How much longer than meant it has taken. The clock of the day goes on while a machine sleeps, timers may not. */
  const lateness = () => {
    const late = Math.max(passed(), Date.now() - clock) - due;
    return late > BEAT_MS ? late : 0;
  };
  return { due, passed, lateness, timer: setTimeout(onBeat, due) };
}
