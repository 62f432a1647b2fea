/** Describes what a request does to the state, and what its answer shows. */

import { declaredResponse, type Operation } from '../../src/contract/contract';
import { isObject, type JsonValue } from '../../src/json/value';
import { withAt } from '../../src/resources/answers/views';
import { collectionAsked } from '../../src/resources/identity';
import { nestAt } from '../../src/resources/nests';
import type { Thing } from '../../src/resources/things';
import { namesIn, withoutNames } from '../../src/routing/pathTemplate';
import type { EngineRequest, Held, Turn } from '../engine/engine';
import { NO_FIELDS } from '../engine/engine';
import { atHome, type Homes, placingOf } from '../engine/ownLinks';
import { type Collection, successOf } from './collections';
import type { Answering, ContractKnowledge } from './knowledge';
import type { Parent } from './parents';
import type { IdPair } from './references';
import { LARGEST, MOST_HELD, type Shelf, type ThingStore } from './store';
import { shownAs } from './values';

/** A request, and the part of the state that it is about. */
export interface About {
  readonly asked: EngineRequest;
  readonly of: Collection;
  readonly know: ContractKnowledge;
  readonly store: ThingStore;
  readonly shelf: Shelf;
  /** The id of the item that the path names. */
  readonly id: string;
  /** What the path names around the collection, where the things of it stand elsewhere. */
  readonly around?: Thing | undefined;
  /** Removes what was made in a thing and stands elsewhere. */
  readonly takeAlong: (id: string) => void;
  readonly homes: Homes;
  /** The things that the collection belongs to. */
  readonly parents: readonly Parent[];
  /** Returns a thing that is there now, which a member refers to. */
  readonly referred: (pair: IdPair, id: string) => JsonValue | undefined;
}

/** How a request is answered, and what it does. */
export interface StateAnswer {
  readonly status: number;
  /** Why the request is refused; absent if it is not. */
  readonly why?: string;
  /** True if the request is refused since what its path names is not there. */
  readonly isMissing?: true;
  /** Changes the state and returns the value for the answer. @param shows how the answer shows things; undefined if it shows none. */
  readonly take: (shows: Answering | undefined) => Held;
  readonly again?: Turn['again'];
}

export const NOTHING_HELD: Held = { value: undefined, fields: NO_FIELDS, reasons: [] };
export const FULL = `this is not kept: the mock holds all that it can (${MOST_HELD} things, or ${LARGEST >> 20} MB)`;

/** Refuses a request with the first of some statuses that is declared. @returns undefined if the contract declares none of the statuses. */
export function refusal(operation: Operation, statuses: readonly number[], why: string): StateAnswer | undefined {
  const status = statuses.find((each) => declaredResponse(operation, each) !== undefined);
  return status === undefined ? undefined : { status, why, take: () => NOTHING_HELD };
}

/** Refuses a request for a thing that does not exist: with the declared status that says so, else with a 404 that is not declared. */
export function refuseMissing(operation: Operation, why: string): StateAnswer {
  const refused = refusal(operation, [404, 410, 400], why) ?? { status: 404, why, take: () => NOTHING_HELD };
  return { ...refused, isMissing: true };
}

export function isThere(shelf: Shelf, collection: Collection | undefined, id: string): boolean {
  return shelf.things.has(id) || (!collection?.isClosed && !shelf.gone.has(id));
}

/** @param again where the answer may be kept, if the request changes nothing. */
export function answerSuccess(
  { asked: { operation } }: About,
  made: boolean,
  take: StateAnswer['take'],
  again?: StateAnswer['again'],
): StateAnswer | undefined {
  const status = successOf(operation, made);
  return status === undefined ? undefined : { status, take, again };
}

/** Returns the content of an answer that shows one thing, which says where it is. */
export function showing(
  about: About,
  shows: Answering | undefined,
  thing: JsonValue | undefined,
  id: string,
): JsonValue | undefined {
  if (!shows || thing === undefined) return undefined;
  const { view, base, beside } = shows;
  const own = shownAs(view, thing, id);
  const whole = beside && isObject(own) ? { ...beside, ...own } : own;
  const shown = isObject(whole)
    ? atHome(whole, pathOf(about, id), view.members, placingOf(about.asked, about.homes))
    : whole;
  return view.prefix === '' ? shown : withAt(base, view.prefix, shown);
}

/** Returns where a thing of the request is, as it would be sent; undefined if it has no path, or the contract shows the things itself. */
function pathOf(about: About, id: string): string | undefined {
  const { asked, of, know } = about;
  if (!of.isNamed || !know.isMadeUp) return undefined;
  const isAtItem = withoutNames(asked.operation.path).replace(/\/$/, '') === of.item;
  return isAtItem ? asked.sentPath : `${pathOfAll(about).replace(/\/$/, '')}/${encodeURIComponent(id)}`;
}

/** Returns the path of the collection in which a request has made something: of /users for `POST /signup`. */
export function pathOfAll({ of, asked: { operation, sentPath } }: About): string {
  const isElsewhere =
    namesIn(operation.path).length === 0 && operation.path.replace(/\/$/, '') !== of.template.replace(/\/$/, '');
  if (!isElsewhere || nestAt(of, operation)) return collectionAsked(of, operation, sentPath);
  return sentPath.slice(0, sentPath.length - operation.path.length) + of.template;
}
