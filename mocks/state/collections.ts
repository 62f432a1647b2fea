/** What the state calls things: collections, single things, what operations do to them, and how answers show them. */

import { declaredResponse, type Media, type Operation, type Parameter } from '../../src/contract/contract';
import { mediaKind } from '../../src/http/mediaType';
import { isSuccess } from '../../src/http/statuses';
import { type View, viewOfList, viewOfThing, viewOfWhole } from '../../src/resources/answers/views';
import type { Items } from '../../src/resources/kinds';
import type { Nest } from '../../src/resources/nests';
import { remembered } from '../../src/support/caching';
import { usualStatus } from '../engine/negotiate';

/** A collection of things, such as /users. */
export interface Collection extends Items {
  /** The path without the names of its parameters: `/users/{}/plants`. */
  readonly path: string;
  /** The path as the contract has it, with the names. */
  readonly template: string;
  /** Whether an item has a path with its id. */
  readonly isNamed: boolean;
  /** Whether only items exist that were made. Otherwise any item exists until it is removed. */
  readonly isClosed: boolean;
  /** The operation that removes all items. */
  readonly clearer: Operation | undefined;
  /** Where a list shows those items that lie in another thing: `GET /users/{}/posts` for `/posts/{}`. Default: nowhere. */
  readonly listedIn?: readonly Nest[];
}

/** A thing that is the only one at its path, such as /settings. */
export interface Single {
  readonly path: string;
  readonly template: string;
  readonly reader: Operation;
  readonly replacer: Operation | undefined;
  readonly patcher: Operation | undefined;
  readonly remover: Operation | undefined;
}

/** What an operation does to a collection as a whole. */
type ActOnAll = 'list' | 'make' | 'update' | 'clear';

/** `act` stands for an action below a thing, such as `/articles/{}/favorite`. */
export type Act = ActOnAll | 'read' | 'replace' | 'patch' | 'remove' | 'act';

export function isOfAll(act: Act): act is ActOnAll {
  return act === 'list' || act === 'make' || act === 'update' || act === 'clear';
}

/** What an operation does. `below` stands for something unknown about the thing that its path names. */
export type Role =
  | RoleOfThing
  | { readonly act: Exclude<Act, ActOnAll>; readonly single: Single; readonly of?: undefined }
  | { readonly act: 'below'; readonly of?: undefined; readonly single?: undefined };

/** What an operation does to the things of a collection. */
export interface RoleOfThing {
  readonly act: Act;
  readonly of: Collection;
  /** True for what stands at a path of its own, and is the first thing of the collection: `/me` is one of `/users`. */
  readonly isFirst?: true;
  /** What stands there by itself, where a state file says so. */
  readonly single?: Single;
}

/** The parameter of items that have no path of their own. It takes any id. */
export const ANY_ID: Parameter = {
  ...{ name: 'id', in: 'path', required: true, types: [], format: undefined, style: undefined, explode: undefined },
  ...{
    allowReserved: false,
    schema: undefined,
    content: undefined,
    description: '',
    examples: [],
    accepts: () => true,
  },
  clause: { pointer: '', file: '', line: 0, column: 0 },
};

/** A declared content of an answer, and how it shows things. */
export interface Shown {
  readonly operation: Operation;
  readonly status: number;
  readonly media: Media;
  readonly view: View;
}

/** Returns how the answer of a status shows things. If it has several media types, JSON counts. */
export function viewIn(
  operation: Operation | undefined,
  status: number,
  viewOf: (media: Media) => View | undefined,
): Shown | undefined {
  const all = (operation && declaredResponse(operation, status)?.media) ?? [];
  const media = all.find(({ type }) => mediaKind(type) === 'json') ?? all[0];
  const view = media && viewOf(media);
  return operation && media && view && { operation, status, media, view };
}

/** Returns the status with which an operation succeeds; undefined if it declares none. @param made whether it made something. */
export function successOf(operation: Operation, made: boolean): number | undefined {
  return successesOf(operation)[made ? 'made' : 'other'];
}

const successesOf = remembered((operation: Operation) => ({
  made: findSuccess(operation, true),
  other: findSuccess(operation, false),
}));

function findSuccess({ responses }: Operation, made: boolean): number | undefined {
  const usual = usualStatus(responses);
  const created = responses.some(({ status }) => status === '201');
  if (made && created) return 201;
  const others = responses.map(({ status }) => status).filter((status) => /^2\d\d$/.test(status) && status !== '201');
  if (usual === 201 && !made && others.length > 0) return Number(others.sort()[0]);
  return isSuccess(usual) ? usual : undefined;
}

/** Returns the answer that decides how things of a collection are stored: that of the reader, else the list, else the writers. */
export function canonicalOf({ reader, lister, replacer, patcher, maker, ...named }: Collection): Shown | undefined {
  const viewOf = (operation: Operation | undefined, made = false) => {
    const status = operation && successOf(operation, made);
    return status === undefined ? undefined : viewIn(operation, status, (media) => viewOfThing(named, media));
  };
  const status = lister && successOf(lister, false);
  const listed = status === undefined ? undefined : viewIn(lister, status, (media) => viewOfList(named, media));
  return viewOf(reader) ?? listed ?? viewOf(replacer) ?? viewOf(patcher) ?? viewOf(maker, true);
}

export function canonicalOfSingle({ reader }: Single): Shown | undefined {
  const status = successOf(reader, false);
  return status === undefined ? undefined : viewIn(reader, status, viewOfWhole);
}
