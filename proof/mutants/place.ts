/** Places in a contract that lies in one file. */

import { pointerTokens } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';

/** A contract, as it is parsed, or an object in it. */
export type ParsedContract = Record<string, unknown>;

export interface Place {
  /** The names of the members that lead there. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Over how many references that follow each other a place is looked for. */
const MOST_REFERENCES = 8;

export function under({ path, value }: Place, ...names: readonly string[]): Place {
  return { path: [...path, ...names], value: valueUnder(value, names) };
}

/** Returns the value that these names lead to; undefined if there is none. */
export function valueUnder(whole: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (at, name) => (isObject(at) || Array.isArray(at) ? (at as ParsedContract)[name] : undefined),
    whole,
  );
}

export function entriesOf(place: Place): [string, Place][] {
  const { value } = place;
  return isObject(value) || Array.isArray(value) ? Object.keys(value).map((name) => [name, under(place, name)]) : [];
}

/** Returns the place that a reference within the file leads to. */
export function resolved(place: Place, root: ParsedContract): Place {
  let at = place;
  for (let hops = 0; hops < MOST_REFERENCES; hops++) {
    const ref = isObject(at.value) ? at.value['$ref'] : undefined;
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return at;
    at = under({ path: [], value: root }, ...pointerTokens(decodeURIComponent(ref.slice(1))));
  }
  return at;
}
