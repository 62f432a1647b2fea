/** Lets the JavaScript engine optimise later: most processes of ours end before that pays. */

import { setFlagsFromString } from 'node:v8';

/** How much of a function is run, in bytes of its code, before V8 optimises it. V8's own number is a quarter of it; with ten times, long runs took no less. */
const BUDGET = 270_000;

/**
 * The V8 of Node 20. Later ones compile in a middle way first, and count calls in place of this; V8 writes a complaint about a flag that it does
 * not know.
 */
const TUNED = 11;

/** Whether a command runs until somebody ends it, and answers others. What it would gain at the start is little, and what it does often is to be fast. */
export function runsAllDay(command: string | undefined): boolean {
  return command === 'mock' || command === 'proxy';
}

/**
 * Sets when functions are optimised. By default V8 does so after a millisecond of each, and in a process of a few seconds that takes a third of all CPU.
 * @param command the first word of the command line; @param version of V8; @param setFlag sets a flag of V8.
 */
export function optimiseLater(
  command: string | undefined,
  version: string = process.versions.v8,
  setFlag = setFlagsFromString,
): void {
  if (runsAllDay(command)) return;
  if (Number.parseInt(version, 10) === TUNED) setFlag(`--interrupt-budget=${BUDGET}`);
}
