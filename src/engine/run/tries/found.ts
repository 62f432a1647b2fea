/** Keeps what answers of this run have shown, so that later requests may carry it. What is kept has a limit. */

import type { Scalar } from '../../../json/value';
import { fitOf, fitOfItem, type NamedValue, namedValues } from '../../../resources/foundValues';
import { plain } from '../../../resources/names';
import { collectionOf } from '../../../routing/pathTemplate';
import type { Exchange } from '../../model/exchange';
import type { ShownValues } from '../../model/mend';

export interface FoundValues extends ShownValues {
  /** Takes note of what an answer shows; it is not given to anybody before `settle`. */
  note(exchange: Exchange): void;
  /** From now on, what was noted is given: whatever was answered first, the choice is the same. */
  settle(): void;
}

/** A value, and the place of its answer in the run. */
interface Sighting extends NamedValue {
  readonly index: number;
}

/** So many names are kept, and so many values of each. */
const MOST_NAMES = 2000;
const MOST_OF_A_NAME = 4;

/** So many answers of one operation are searched. */
const MOST_ANSWERS = 3;

/** So many values are given for a name. */
const MOST_GIVEN = 4;

/** @param isSecret whether a text holds something that must not be shown. */
export function createFoundValues(isSecret: (text: string) => boolean): FoundValues {
  return new KeptValues(isSecret);
}

class KeptValues implements FoundValues {
  private readonly byName = new Map<string, Sighting[]>();
  private readonly answers = new Map<string, number>();
  private noted: Sighting[] = [];

  constructor(private readonly isSecret: (text: string) => boolean) {}

  note(exchange: Exchange): void {
    const { operation, method } = exchange.case.request;
    if (!operation.safe || method !== undefined) return;
    const searched = this.answers.get(operation.name) ?? 0;
    if (searched >= MOST_ANSWERS) return;
    const values = namedValues(exchange).filter(({ value }) => !this.isSecret(String(value)));
    if (values.length === 0) return;
    this.answers.set(operation.name, searched + 1);
    this.noted.push(...values.map((each) => ({ ...each, index: exchange.index })));
  }

  settle(): void {
    for (const sighting of this.noted.sort((one, other) => one.index - other.index)) {
      const name = `${sighting.within} ${sighting.own}`;
      const kept = this.byName.get(name) ?? [];
      if (kept.length === 0 && this.byName.size >= MOST_NAMES) continue;
      if (kept.length >= MOST_OF_A_NAME || kept.some(({ value }) => value === sighting.value)) continue;
      this.byName.set(name, [...kept, sighting]);
    }
    this.noted = [];
  }

  named(name: string): readonly Scalar[] {
    const wanted = plain(name);
    return this.fitting((sighting) => fitOf(sighting, wanted));
  }

  inPath: ShownValues['inPath'] = ({ path }, parameter) => {
    const named = { item: collectionOf(path, parameter.name), parameter };
    return this.fitting((sighting) => fitOfItem(sighting, named));
  };

  /** The first values of each name come first: they may be of several kinds. */
  private fitting(fitOfName: (sighting: NamedValue) => number | undefined): Scalar[] {
    const all = [...this.byName.values()].flatMap((sightings) => {
      const [first] = sightings;
      const fit = first && fitOfName(first);
      return fit === undefined ? [] : [{ fit, sightings }];
    });
    all.sort((one, other) => one.fit - other.fit);
    const inTurns = Array.from({ length: MOST_OF_A_NAME }, (_, at) =>
      all.flatMap(({ sightings }) => sightings[at] ?? []),
    ).flat();
    return [...new Set(inTurns.map(({ value }) => value))].slice(0, MOST_GIVEN);
  }
}
