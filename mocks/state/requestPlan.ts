/** What a request comes to, and what an answer shows of it. */

import { declaredResponse, type Operation } from '../../src/contract/contract';
import { type Json, withAt } from '../../src/resources/views';
import type { Asked, Held, Turn } from '../engine/engine';
import { NO_FIELDS } from '../engine/engine';
import type { Answering, Known } from './knowledge';
import { LARGEST, MOST_HELD, type Shelf, type Store } from './store';
import { type Collection, successOf } from './understand';
import { shownAs } from './values';

/** What a request does, and to what. */
export interface About {
  readonly asked: Asked;
  readonly of: Collection;
  readonly know: Known;
  readonly store: Store;
  readonly shelf: Shelf;
  /** Of the item that the path names. */
  readonly id: string;
  /** The ids of what the collection lies in, by the parameters of the path. */
  readonly parents: () => ReadonlyMap<string, string>;
}

/** What comes of it. */
export interface Plan {
  readonly status: number;
  /** Why it is refused. */
  readonly why?: string;
  /** Does it. @param shows how the answer shows things; undefined where it shows none. */
  readonly take: (shows: Answering | undefined) => Held;
  readonly again?: Turn['again'];
}

export const NOTHING: Held = { value: undefined, fields: NO_FIELDS, reasons: [] };
export const FULL = `this is not kept: the mock holds all that it can (${MOST_HELD} things, or ${LARGEST >> 20} MB)`;

/** Why a request is refused that names what is not there; undefined where the contract declares nothing that says so. */
export function missing(operation: Operation, why: string): Plan | undefined {
  const status = [404, 410, 400].find((each) => declaredResponse(operation, each) !== undefined);
  return status === undefined ? undefined : { status, why, take: () => NOTHING };
}

export function isThere(shelf: Shelf, collection: Collection | undefined, id: string): boolean {
  return shelf.things.has(id) || (!collection?.isClosed && !shelf.gone.has(id));
}

/** @param again where the answer may be kept, of what changes nothing. */
export function success(
  { asked: { operation } }: About,
  made: boolean,
  take: Plan['take'],
  again?: Plan['again'],
): Plan | undefined {
  const status = successOf(operation, made);
  return status === undefined ? undefined : { status, take, again };
}

/** All that an answer says of one thing. */
export function showing(shows: Answering | undefined, thing: Json | undefined, id: string): Json | undefined {
  if (!shows || thing === undefined) return undefined;
  const { view, base } = shows;
  const shown = shownAs(view, thing, id);
  return view.prefix === '' ? shown : withAt(base, view.prefix, shown);
}

/** A path as a URL. */
export function absolute(path: string, headers: Asked['headers']): string {
  return `http://${headers['host'] ?? 'localhost'}${path}`;
}
