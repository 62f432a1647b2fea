/** Tells whether two paths are of one collection: `/vehicles/7/trips` takes and lists some of the trips that stand at `/trips`. */

import { singularOf } from '../../src/resources/names';

/** Two paths of collections, with their values and without a query. */
export function isOneCollection(one: string, other: string): boolean {
  if (one === other) return true;
  const [short = '', long = ''] = [one, other].sort((left, right) => left.length - right.length);
  const [shortName, longName] = [nameOf(short), nameOf(long)];
  return singularOf(shortName) === singularOf(longName) && long.startsWith(short.slice(0, -shortName.length));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
