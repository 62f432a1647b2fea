/** Lets the heap of a run grow less than V8 would, and less of it become old. */

import { setFlagsFromString } from 'node:v8';

/**
 * From so many operations on, a run lasts long enough to fill a heap. One of a small contract ends before that: it would only look for
 * garbage once more, which takes a tenth of its CPU.
 */
const MANY_OPERATIONS = 100;

let isLimited = false;

/** Is called once the contract is read. @param operations of the contract. @param setFlag sets a flag of V8. */
export function limitHeap(operations: number, setFlag = setFlagsFromString): void {
  if (operations < MANY_OPERATIONS) return;
  isLimited = true;
  // By default, V8 lets its heap grow to much more than a run needs. With this flag a run takes a sixth less memory.
  setFlag('--heap-growing-percent=30');
  // V8 sees that planned requests live long, and makes what is like them among the old from then on, such as the answers. Being old, these
  // keep all that they name until old garbage is collected, so that nearly all of an exchange becomes old.
  setFlag('--no-allocation-site-pretenuring');
}

/** Is called at the end of the process: V8 notes its flags with the code that it has compiled, and uses it only where they are the same. */
export function endHeapLimit(setFlag = setFlagsFromString): void {
  if (isLimited) {
    setFlag('--heap-growing-percent=0');
    setFlag('--allocation-site-pretenuring');
  }
  isLimited = false;
}
