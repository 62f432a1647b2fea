/** Keeps which requests of a run may have changed something: every unsafe one that was not refused, whoever sent it and whatever for. */

import type { Operation } from '../../contract/contract';
import { SAFE_METHODS } from '../../http/methods';
import { collectionAsked } from '../../resources/identity';
import { type Kinds, kindsOf } from '../../resources/kinds';
import { withoutNames } from '../../routing/pathTemplate';
import { lazy } from '../../support/caching';
import type { Exchange, Period } from '../model/exchange';
import type { Nearness, Touch, Touches } from '../model/touches';

interface Kept extends Period {
  readonly index: number;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export interface TouchRecord extends Touches {
  /** Takes note of an exchange of the run. */
  note(exchange: Exchange): void;
}

/** @param operations all that the run may ask: they tell which of them make things. */
export function createTouches(operations: () => readonly Operation[]): TouchRecord {
  const kept: Kept[] = [];
  const kinds = lazy(() => kindsOf(operations()));
  const looks = createLooks();
  /** The paths that things of the run would have in what they were made in, by their own: `/vehicles/7/trips/3` of `/trips/3`. */
  const within = new Map<string, string>();
  const pathsOf = (path: string) => [path, within.get(path) ?? []].flat();
  /** In what a thing may lie of which nobody knows in what it was made: `/trips/3` in `/vehicles/{}`. */
  const placesAround = ({ request, case: each }: Exchange): ReadonlySet<string> => {
    const { nests = [] } = kinds().ofItem(each.request.operation) ?? {};
    return new Set(within.has(placeOf(request.path)) ? [] : nests.map(({ around }) => around));
  };
  return {
    wasAnotherFoundAsOften: looks.wasAnotherFoundAsOften,
    note(exchange) {
      looks.note(exchange);
      if (!mayHaveActed(exchange)) return;
      notePlace(exchange, kinds(), within);
      const { index, request, response, case: each } = exchange;
      const { sent, answered } = periodOf(exchange);
      const isLater = response?.status === 202 || response === null;
      kept.push({
        index,
        method: request.method,
        path: placeOf(request.path),
        operation: each.request.operation,
        sent,
        answered: isLater ? Number.POSITIVE_INFINITY : answered,
      });
    },
    between(earlier, later) {
      const from = earlier ? periodOf(earlier).sent : 0;
      const to = periodOf(later).answered;
      const paths = pathsOf(placeOf(later.request.path));
      const around = placesAround(later);
      const touches: Touch[] = [];
      // Rules ask this of thousands of looks, and a run keeps tens of thousands of requests.
      for (const each of kept) {
        if (each.sent >= to || each.answered <= from) continue;
        const all = pathsOf(each.path).flatMap((touched) => paths.map((one) => [touched, one] as const));
        const [nearness] = all.flatMap(([touched, one]) => nearnessOf({ ...each, path: touched }, one, kinds()) ?? []);
        const mayHold = each.method === 'DELETE' && around.has(withoutNames(each.operation.path));
        const near = nearness ?? (mayHold ? 'removal' : undefined);
        const isUnderWay = each.sent < from && each.answered === Number.POSITIVE_INFINITY;
        if (near !== undefined)
          touches.push({ index: each.index, nearness: near, ...(isUnderWay ? { isUnderWay } : {}) });
      }
      return touches;
    },
  };
}

/** The requests that named a thing, by their numbers. */
interface Looks {
  /** All of them; those that were to change it twice, since the run looks at a thing right before it changes it. */
  readonly asked: number[];
  /** How many found it. */
  found: number;
}

/** Counts how often each thing was looked at, by its kind. */
function createLooks(): Pick<TouchRecord, 'note' | 'wasAnotherFoundAsOften'> {
  const ofKinds = new Map<string, Map<string, Looks>>();
  const looksIn = ({ case: { request } }: Exchange) => {
    const kind = withoutNames(request.operation.path);
    const looks = ofKinds.get(kind) ?? new Map<string, Looks>();
    ofKinds.set(kind, looks);
    return looks;
  };
  return {
    note(exchange) {
      const { index, request, response } = exchange;
      const all = looksIn(exchange);
      const path = placeOf(request.path);
      const looks = all.get(path) ?? { asked: [], found: 0 };
      all.set(path, looks);
      looks.asked.push(index, ...(SAFE_METHODS.has(request.method) ? [] : [index]));
      if (request.method === 'GET' && response?.status === 200) looks.found++;
    },
    wasAnotherFoundAsOften(look) {
      const all = looksIn(look);
      const own = placeOf(look.request.path);
      const asked = all.get(own)?.asked.filter((index) => index <= look.index).length ?? 0;
      return [...all].some(([path, { found }]) => path !== own && found >= asked);
    },
  };
}

/** Takes note of where a thing was made, which may stand elsewhere. */
function notePlace({ case: each, request, content }: Exchange, kinds: Kinds, within: Map<string, string>): void {
  const { operation } = each.request;
  const kind = kinds.madeBy(operation);
  const id = content?.id?.wanted;
  if (!kind?.nests || id === undefined || operation.method !== 'POST') return;
  const [place, name] = [placeOf(request.path), encodeURIComponent(id)];
  within.set(`${collectionAsked(kind, operation, place)}/${name}`, `${place}/${name}`);
}

/** A request that was answered by no refusal, or that failed before it was refused, may have had an effect. */
function mayHaveActed({ request, response, case: each, failedBefore = [] }: Exchange): boolean {
  const isSafe = SAFE_METHODS.has(request.method) && (each.request.operation.safe || each.request.method !== undefined);
  if (isSafe) return false;
  return response === null || response.status < 400 || response.status >= 500 || failedBefore.length > 0;
}

/** Where nobody counts events, exchanges came one after another. */
function periodOf({ when, index }: Exchange): Period {
  return when ?? { sent: index, answered: index + 0.5 };
}

/** The path without its query, and without a slash at its end. */
function placeOf(path: string): string {
  return path.replace(/\?.*$/s, '').replace(/(.)\/$/, '$1');
}

/** @returns undefined where a request cannot have come near to what stands at the path. */
function nearnessOf({ method, path: touched, operation }: Kept, path: string, kinds: Kinds): Nearness | undefined {
  if (touched === path) return method === 'DELETE' ? 'removal' : 'it';
  if (touched.startsWith(`${path}/`)) return 'it';
  const makes = method === 'POST' && kinds.madeBy(operation) !== undefined;
  if (path.startsWith(`${touched}/`)) {
    if (!makes) return method === 'DELETE' ? 'removal' : 'it';
    return path.slice(touched.length + 1).includes('/') ? undefined : 'beside';
  }
  // PUT /things/8 makes a thing beside /things/7, where it was not there.
  if (collectionOf(touched) === collectionOf(path) && kinds.ofItem(operation))
    return method === 'PUT' ? 'beside' : undefined;
  // POST /things/purge, POST /reset: a path that names no thing may be about all of them.
  const isOfAll = method === 'POST' && !makes && !operation.path.includes('{');
  return isOfAll ? 'it' : undefined;
}

function collectionOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
