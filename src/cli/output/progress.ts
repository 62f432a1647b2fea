import type { RunEvent } from '../../engine/verify';
import { count } from '../../support/words';
import type { Io } from '../io';

/** A run shorter than this says nothing of its progress on a terminal, in milliseconds. */
const LONG = 2000;
/** The time before the first line in a log, and between two, in milliseconds. On a terminal, one line is renewed at each exchange. */
const LOG_EVERY = 10_000;

/** Tells the progress of a long run on stderr: in one line on a terminal, line by line in a log. */
export function createProgress({ stderr }: Io, now: () => number = Date.now): (event: RunEvent) => void {
  const started = now();
  let shownAt = started;
  let inPlace = false;
  return (event) => {
    if (event.type === 'reported' && inPlace) stderr.writeAsIs('\r\u001b[K');
    if (event.type !== 'exchanged' || now() - started < LONG) return;
    const line = lineOf(event.done, event.total, (now() - started) / 1000);
    if (stderr.isTTY) {
      stderr.writeAsIs(`\r\u001b[K${line}`);
      inPlace = true;
    } else if (now() - shownAt >= LOG_EVERY) {
      stderr.write(`${line}\n`);
      shownAt = now();
    }
  };
}

/** Writes "1200 of 5000 exchanges, 24 s, 50 a second, about 76 s left". */
function lineOf(done: number, total: number, seconds: number): string {
  const left = Math.round(((total - done) * seconds) / Math.max(1, done));
  const time = left < 120 ? `${left} s` : `${Math.round(left / 60)} min`;
  return `${done} of ${count(total, 'exchange')}, ${Math.round(seconds)} s, ${Math.round(done / seconds)} a second, about ${time} left`;
}
