/** Tells apart the places of a request at which one clause can be broken: `billing` and `shipping` have the same schema, and are two uses of it. */

import type { CaseViolation } from '../model/case';
import type { Violable } from '../model/planning';

/** A clause at one place of a request. */
interface ViolableUse extends Violable {
  /** File and pointer of the clause. */
  readonly place: string;
  /** The place in the request, if it is not the first one that the clause has there. */
  readonly at: string | undefined;
}

type Violated = Pick<CaseViolation, 'clause' | 'subject'>;

/** File and pointer. */
export function clausePlace({ clause: { file, pointer } }: Pick<Violated, 'clause'>): string {
  return `${file} ${pointer}`;
}

/** Names a place, with a star for the number of an item: `/gifts/0/grams` and `/gifts/1/grams` are one place. */
export function placeInRequest({ subject }: Pick<Violated, 'subject'>): string {
  return subject.replace(/\/\d+(?=\/| |$)/g, '/*');
}

/** Returns each clause with each place that it has in requests. Of what comes twice, the first counts. */
export function violableUses(violable: readonly Violable[]): ViolableUse[] {
  const uses = new Map<string, ViolableUse>();
  const firsts = new Set<string>();
  for (const each of violable) {
    const place = clausePlace(each);
    const where = placeInRequest(each);
    const key = `${place} ${where}`;
    if (uses.has(key)) continue;
    uses.set(key, { ...each, place, at: firsts.has(place) ? where : undefined });
    firsts.add(place);
  }
  return [...uses.values()];
}

/** What was broken by requests that came to be judged for it. */
export type ViolatedPlaces = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the uses that were broken. Others than a run name a place in another way: a member that is missing by its own name. If such a place is
 * not known, its clause was broken at the first of its places.
 */
export function violatedAmong(uses: readonly ViolableUse[], violated: ViolatedPlaces): ReadonlySet<ViolableUse> {
  const broken = new Set<ViolableUse>();
  const byPlace = new Map<string, ViolableUse[]>();
  for (const use of uses) byPlace.set(use.place, [...(byPlace.get(use.place) ?? []), use]);
  for (const [place, wheres] of violated) {
    const own = byPlace.get(place) ?? [];
    const useAt = (where: string) => own.find((use) => placeInRequest(use) === where);
    for (const where of wheres) {
      const use = useAt(where) ?? useAt(where.replace(/\/[^/]*$/, '') || 'the body') ?? own[0];
      if (use) broken.add(use);
    }
  }
  return broken;
}
