/** For tests: how long runs within this process wait for what a target may send after an answer. */

import { LIMITS } from './send';

/** Lets the runs of a file wait no longer than this, in milliseconds, where they are not told otherwise: its targets send nothing more. */
export function lingerFor(ms: number): void {
  const lingering = jest.replaceProperty(LIMITS, 'lingerMs', ms);
  afterAll(() => lingering.restore());
}
