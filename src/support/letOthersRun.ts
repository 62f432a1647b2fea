/** Gives up control during long computations, so that signals, timers and sockets are handled. */

import { performance } from 'node:perf_hooks';

/** Other events wait at most this long, in milliseconds. */
const LONGEST_MS = 50;

/** Work that stops after each of its parts, and what it leads to. Nothing of it is done before somebody asks for the first part. */
export type Parts<T> = Generator<undefined, T>;

let last = 0;

function isLate(): boolean {
  return performance.now() - last >= LONGEST_MS;
}

/** Lets other events run, if they had to wait too long. */
export async function letOthersRun(): Promise<void> {
  if (!isLate()) return;
  await new Promise<void>((resolve) => setImmediate(resolve));
  last = performance.now();
}

/**
 * Carries out work that stops after each of its parts, and lets others run between them. It is carried out to its end: work that can be left
 * undone looks at a signal itself.
 */
export async function lettingOthersRun<T>(parts: Generator<void, T>): Promise<T> {
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
    if (isLate()) await letOthersRun();
  }
}

/** Carries out the same without a pause, for callers that cannot wait. */
export function atOnce<T>(parts: Generator<void, T>): T {
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
  }
}

/** Work that several may want: whoever asks first begins it, and the others go on from where it stands. */
export interface SharedWork<T> {
  /** Carries out what is left of it, and stops after each part. */
  parts(): Parts<T>;
  /** Carries out what is left of it without a pause. */
  result(): T;
}

/** Work that fails is begun anew by whoever asks next. */
export function sharedWork<T>(begin: () => Parts<T>): SharedWork<T> {
  let work: Parts<T> | undefined;
  let done: { readonly value: T } | undefined;
  const next = (): typeof done => {
    work ??= begin();
    try {
      const part = work.next();
      if (part.done) done = { value: part.value };
      return done;
    } catch (error) {
      work = undefined;
      throw error;
    } finally {
      if (done) work = undefined;
    }
  };
  return {
    *parts() {
      for (;;) {
        const end = done ?? next();
        if (end) return end.value;
        yield;
      }
    },
    result() {
      for (;;) {
        const end = done ?? next();
        if (end) return end.value;
      }
    },
  };
}
