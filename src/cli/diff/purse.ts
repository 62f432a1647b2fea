/** What the search for values may spend: on one question, and on all of a comparison. It is counted in steps, so that each machine finds the same. */

import { spentSoFar } from '../../../conformance/values/effort';

/** Limits, as `createEffort` counts it: about in microseconds. */
interface Limits {
  /** So much may be spent on each question, whatever was spent before. */
  readonly sure: number;
  /** At most so much more is spent on one question. */
  readonly ofOne: number;
  /** So much is there for all questions of a comparison together, beside what each has surely. */
  readonly ofAll: number;
}

const USUAL: Limits = { sure: 2_000, ofOne: 3_000_000, ofAll: 10_000_000 };

/** What it takes to judge a value by two lists of schemas, beside the schemas that are applied to it. */
const JUDGED = 100;

export class Purse {
  private left = 0;
  private shared: number;
  /** Up to here `spentSoFar` may come while something is done. */
  private end: number | undefined;

  constructor(private readonly limits = USUAL) {
    this.shared = limits.ofAll;
  }

  /** Takes what may be spent on the next question. */
  open(): void {
    const { sure, ofOne } = this.limits;
    this.left = sure + Math.min(ofOne, this.shared);
    this.shared -= this.left - sure;
  }

  /** Gives back what was not spent. */
  close(): void {
    this.shared += Math.max(0, this.left - this.limits.sure);
    this.left = 0;
  }

  /** Does something, and pays for it. What others do between two calls is not paid for here. */
  pay<T>(run: () => T): T {
    this.end = spentSoFar() + this.left;
    try {
      return run();
    } finally {
      this.left = this.end - spentSoFar();
      this.end = undefined;
    }
  }

  payForJudging(): void {
    if (this.end === undefined) this.left -= JUDGED;
    else this.end -= JUDGED;
  }

  isEmpty(): boolean {
    return this.end === undefined ? this.left <= 0 : spentSoFar() > this.end;
  }
}
