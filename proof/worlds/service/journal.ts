/** The journal of a service: every request, and whose thing it named and touched. */

import { SAFE_METHODS } from '../../../src/http/methods';
import type { OperationDesign, WorldThing } from '../design/design';
import type { ThingChange } from './store';

export interface JournalEntry {
  readonly method: string;
  /** The path with its query, as it was sent. */
  readonly url: string;
  readonly body: string;
  readonly operation: OperationDesign | undefined;
  status: number;
  /** The things that the path names, and those that the body refers to. */
  readonly names: WorldThing[];
  readonly changes: { readonly change: ThingChange; readonly thing: WorldThing }[];
}

/** Whether a request of this method may change something. */
export const isUnsafe = (method: string): boolean => !SAFE_METHODS.has(method);

const tell = ({ method, url, status }: JournalEntry) => `${method} ${url}: ${status}`;
/** What the service keeps for itself, nobody removes. */
const isOfRun = ({ maker, kind }: WorldThing) => maker === 'run' && !kind.isOfService;
const isOfOthers = ({ maker }: WorldThing) => maker === 'others';

/** The unsafe requests that named a thing of somebody else. */
export function namesOfOthers(journal: readonly JournalEntry[]): string[] {
  return journal.filter(({ method, names }) => isUnsafe(method) && names.some(isOfOthers)).map(tell);
}

/** The requests that changed or removed a thing of somebody else. */
export function harmToOthers(journal: readonly JournalEntry[]): string[] {
  return journal
    .filter(({ changes }) => changes.some(({ change, thing }) => change !== 'made' && isOfOthers(thing)))
    .map(tell);
}

/** What the run made, or brought back of its own, and what is still there. */
export function stillThere(journal: readonly JournalEntry[]): WorldThing[] {
  const there = new Set<WorldThing>();
  for (const { change, thing } of journal.flatMap(({ changes }) => changes)) {
    if (change === 'removed') there.delete(thing);
    else if (change !== 'changed' && isOfRun(thing)) there.add(thing);
  }
  return [...there];
}
