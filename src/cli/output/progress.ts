import { count } from '../../support/words';
import type { Io } from '../io';

/** A run shorter than this says nothing of its progress on a terminal, in milliseconds. */
const LONG = 2000;
/** The time before the first line in a log, and between two, in milliseconds. On a terminal, one line is renewed at each exchange. */
const LOG_EVERY = 10_000;

/** What of the events of a run tells how far it is. */
type ProgressEvent =
  | { readonly type: 'planned' | 'reported' }
  | { readonly type: 'exchanged'; readonly done: number; readonly total: number; readonly isPlanned: boolean };

/** Tells the progress of a long run on stderr: in one line on a terminal, line by line in a log. */
export function createProgress({ stderr }: Io, now: () => number = Date.now): (event: ProgressEvent) => void {
  const started = now();
  const outlook = createOutlook();
  let shownAt = started;
  let inPlace = false;
  return (event) => {
    if (event.type === 'reported' && inPlace) stderr.writeAsIs('\r\u001b[K');
    if (event.type !== 'exchanged') return;
    const time = now();
    const leftMs = outlook(event, time);
    if (time - started < LONG) return;
    const line = lineOf(event, time - started, leftMs);
    if (stderr.isTTY) {
      stderr.writeAsIs(`\r\u001b[K${line}`);
      inPlace = true;
    } else if (time - shownAt >= LOG_EVERY) {
      stderr.write(`${line}\n`);
      shownAt = time;
    }
  };
}

type Exchanged = Extract<ProgressEvent, { readonly type: 'exchanged' }>;

/** Before a figure is given, exchanges are sent for so many milliseconds, and this share of them is done. */
const SENDING_MS = 5000;
const SENT_SHARE = 0.1;

/** The same share, while the plan still grows with each operation. */
const GROWING_SHARE = 0.25;

/** A figure is never more than so many times one that was given before. */
const MOST_GROWTH = 2;

/** By the exchanges of so many milliseconds it is seen how fast the run is now: chains are slower than what is sent side by side. */
const RECENT_MS = 10_000;

/** Chains add further exchanges to a plan. As many as they have added so far for each one they add to the rest, but no more than so many. */
const MOST_ADDED = 0.5;

/**
 * Returns a function that says how many milliseconds are left; undefined while that is not known. It is not known at the beginning. It is
 * no longer known where the target became so slow that an earlier figure was wrong.
 */
function createOutlook(): (event: Exchanged, time: number) => number | undefined {
  const recent: { readonly time: number; readonly done: number }[] = [];
  let begun: number | undefined;
  let planned: Exchanged | undefined;
  let leastMs = Number.POSITIVE_INFINITY;
  return (event, time) => {
    const { done, total, isPlanned } = event;
    begun ??= time;
    if (isPlanned) planned ??= event;
    recent.push({ time, done: recent.length === 0 ? 0 : done });
    while (recent[1] && time - recent[1].time >= RECENT_MS) recent.shift();
    const sendingMs = time - begun;
    const added = planned && done > planned.done ? (total - planned.total) / (done - planned.done) : 0;
    const left = Math.max(0, total - done) / (1 - Math.min(Math.max(added, 0), MOST_ADDED));
    const [first] = recent;
    const since = first && done > first.done ? (time - first.time) / (done - first.done) : 0;
    const leftMs = left * Math.max(sendingMs / Math.max(1, done), since);
    const isEarly = sendingMs < SENDING_MS || done < total * (isPlanned ? SENT_SHARE : GROWING_SHARE);
    if (isEarly || leftMs > MOST_GROWTH * leastMs) return undefined;
    leastMs = Math.min(leastMs, Math.max(leftMs, LEAST_MS));
    return leftMs;
  };
}

/** Figures below this are as good as each other, in milliseconds. */
const LEAST_MS = 1000;

/** Writes "1200 of 5000 exchanges, 24 s, 50 a second, about 76 s left". What is not known is left out. */
function lineOf({ done, total, isPlanned }: Exchanged, elapsedMs: number, leftMs: number | undefined): string {
  const seconds = elapsedMs / 1000;
  const about = isPlanned ? '' : 'about ';
  const isKnown = isPlanned || leftMs !== undefined;
  const sent = isKnown ? `${done} of ${about}${count(total, 'exchange')}` : count(done, 'exchange');
  const speed = `${sent}, ${Math.round(seconds)} s, ${Math.round(done / seconds)} a second`;
  if (leftMs === undefined) return speed;
  const left = Math.round(leftMs / 1000);
  return `${speed}, about ${left < 120 ? `${left} s` : `${Math.round(left / 60)} min`} left`;
}
