/**
 * Asks about what other requests of the run made where a chain could make nothing, and a list had nothing to ask about: the user 7 whom
 * `POST /register` answered, though `GET /users` was empty. It is for requests that change something where all may be changed; what only reads waits
 * for such ids by itself.
 */

import { DEGREE, destructiveness } from '../../../resources/destructiveness';
import { namesIn } from '../../../routing/pathTemplate';
import type { Case } from '../../model/case';
import type { Edit, ShownValues } from '../../model/tries';

interface Placing {
  readonly placesFound: (each: Case, found: ShownValues) => readonly Edit[];
  readonly mended: (each: Case, edits: readonly Edit[]) => Case | undefined;
}

/** Tells whether a case waits for nothing but the things that its path names, of which any will do. */
export function takesAny({ chain, waitsFor, request: { operation } }: Case): boolean {
  const isAsked = chain !== undefined && chain.kind !== 'handed over' && chain.step === undefined;
  // What is removed serves one chain alone, and others are left out on purpose.
  const isRemoval = destructiveness(operation) >= DEGREE.removes;
  return isAsked && !operation.safe && !isRemoval && Object.keys(waitsFor ?? {}).join() === 'needs';
}

/** @returns undefined where answers do not show all that the path names, or a case waits for something else, too. */
export function foundInstead(each: Case, { placesFound, mended }: Placing, found: ShownValues): Case | undefined {
  if (!takesAny(each)) return undefined;
  const { chain: _, waitsFor, ...rest } = each;
  const { needs = {} } = waitsFor ?? {};
  const { operation } = each.request;
  const plain: Case = { ...rest, claim: { ...each.claim, exists: false, handedOver: false } };
  const edits = placesFound(plain, found).filter(({ name }) => needs[name] !== undefined);
  if (!namesIn(operation.path).every((name) => !needs[name] || edits.some((edit) => edit.name === name)))
    return undefined;
  const placed = mended(plain, edits);
  return placed === plain ? undefined : placed;
}
