/**
 * A store in which strangers keep things. It remembers the owner of each thing, and notes every request that names a thing of somebody else.
 * Its answers are made in steps, which a target replaces one by one.
 */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { SAFE_METHODS } from '../../../src/http/methods';
import { listenOnLoopback, wholeBody } from '../catalogue/listen';
import { type DeskReading, type DeskRoute, type DeskSchema, readDocument } from '../desk/document';
import {
  type Before,
  createThings,
  type Doing,
  type KeptThings,
  ofStrangers,
  parentOf,
  type Store,
  type StrangerThing,
} from './things';

/** The field in which a run sends the name of the owner of its things. */
export const OWNER_FIELD = 'X-Run';

export interface Call {
  readonly method: string;
  /** The path as the store understands it, without a slash at its end. */
  readonly path: string;
  readonly collection: string;
  /** The id; empty for the whole collection. */
  readonly id: string;
  readonly content: StrangerThing;
  readonly owner: string;
  readonly store: Store;
  readonly origin: string;
  /** The token that was sent; empty if there was none. */
  readonly token: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Whether ids that consist of digits are written as numbers, also long ones. */
  readonly withHugeIds?: true;
  /** Whether the answer never comes. */
  readonly hangs?: true;
  /** Whether the connection ends instead of an answer. */
  readonly drops?: true;
}

export interface Steps {
  /** Returns the path that the store understands for the one that was sent. */
  resolve(path: string, store: Store): string;
  /** Answers a body that the contract does not allow. If it returns nothing, the other steps follow. */
  refuse(wrong: string, call: Call): Reply | undefined;
  /** Comes before the following steps. If it returns an answer, they are left out. */
  first(call: Call): Reply | undefined;
  newId(call: Call): string;
  show(thing: StrangerThing, id: string, call: Call): unknown;
  list(call: Call): Reply;
  /** Makes the thing that a POST sends. */
  create(call: Call): Reply;
  /** Makes the answer to such a POST. */
  created(call: Call, id: string, thing: StrangerThing): Reply;
  read(call: Call, found: StrangerThing): Reply;
  put(call: Call, found: StrangerThing | undefined): Reply;
  change(call: Call, found: StrangerThing): Reply;
  remove(call: Call): Reply;
  /** Answers a POST on an item or on a path that is no collection, and PUT and PATCH on a collection. */
  act(call: Call): Reply;
  /** Makes the last change to every answer. */
  finish(call: Call, reply: Reply): Reply;
}

export type StrangerChanges = (good: Steps) => Partial<Steps>;

interface RequestSeen extends Doing {
  readonly path: string;
  readonly body: string;
  readonly owner: string;
  status: number | undefined;
}

export interface RunningStore {
  readonly url: string;
  readonly requests: readonly RequestSeen[];
  /** Returns the unsafe requests that named a thing of somebody else. */
  breaches(): readonly string[];
  /** Returns the things of strangers that are no longer as they left them, and what runs did to one another, each with the request that did it. */
  harmed(): readonly string[];
  /** Returns the request in which a thing was made. */
  madeBy(item: string): Doing | undefined;
  /** Returns the paths of the things that the run made and did not delete. */
  left(owner: string): readonly string[];
  /**
   * Makes everything as it was at first, after the requests that have come; then strangers have made things, under the ids that were given
   * before.
   */
  reset(): Promise<void>;
  /** Returns what a URL names: a thing with its owner, a path without a thing, or a collection. */
  at(url: string): NamedThing;
  close(): Promise<void>;
}

interface NamedThing {
  readonly path: string;
  readonly isItem: boolean;
  readonly owner: string | undefined;
}

export interface StrangerServing {
  /** The file of the contract, by which the bodies of requests are judged. */
  readonly file: string;
  readonly before: Before;
  readonly changes?: StrangerChanges | undefined;
  /** Is awaited before a request is handled. @param unsafe the number of unsafe requests so far, including this one. */
  readonly onRequest?: ((method: string, unsafe: number) => Promise<void> | void) | undefined;
}

/** Matches the end of a path that is no collection although it does not end with an id. */
const ACTION = /\/(cancel|delete|merge|transfers)$/i;

export const NONE: Reply = { status: 404, body: { message: 'There is none.' } };

function behave(changes: StrangerChanges): Steps {
  const good: Steps = {
    resolve: (path) => path,
    refuse: (wrong) => ({ status: 400, body: { message: `The body ${wrong}` } }),
    first: () => undefined,
    newId: ({ store }) => store.nextId(),
    show: (thing, id) => ({ id: /^\d{1,15}$/.test(id) ? Number(id) : id, ...thing }),
    list: (call) => ({
      status: 200,
      body: [...call.store.in(call.collection)].slice(-100).map(([id, { thing }]) => steps.show(thing, id, call)),
    }),
    create(call) {
      const id = steps.newId(call);
      call.store.set(`${call.collection}/${id}`, call.content, call.owner);
      return steps.created(call, id, call.content);
    },
    created: (call, id, thing) => ({
      status: 201,
      headers: { Location: `${call.collection}/${encodeURIComponent(id)}` },
      body: steps.show(thing, id, call),
    }),
    read: (call, found) => ({ status: 200, body: steps.show(found, call.id, call) }),
    put(call, found) {
      if (!found) return NONE;
      call.store.set(call.path, call.content, call.owner);
      return { status: 200, body: steps.show(call.content, call.id, call) };
    },
    change(call, found) {
      const thing = { ...found, ...call.content };
      call.store.set(call.path, thing, call.owner);
      return { status: 200, body: steps.show(thing, call.id, call) };
    },
    remove({ store, path }) {
      store.remove(path);
      return { status: 204 };
    },
    act: () => ({ status: 204 }),
    finish: (_, reply) => reply,
  };
  const steps: Steps = { ...good, ...changes(good) };
  return steps;
}

/** Returns the prefixes of a path: `/users/1/notes/7` → `/users`, `/users/1`, `/users/1/notes` and the path itself. */
function prefixesOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, at) => segments.slice(0, at + 2).join('/'));
}

/** A store that answers: its contract, its steps, its things, and what it saw. */
interface OpenStore {
  readonly document: DeskReading;
  readonly steps: Steps;
  readonly things: KeptThings;
  readonly store: Store;
  readonly requests: RequestSeen[];
  readonly breaches: string[];
}

/** Starts a store on a free port of 127.0.0.1. */
export async function startStrangerStore({
  file,
  before,
  changes = () => ({}),
  onRequest,
}: StrangerServing): Promise<RunningStore> {
  const things = createThings(before);
  const { store } = things;
  const document = readDocument(file);
  const open: OpenStore = { document, steps: behave(changes), things, store, requests: [], breaches: [] };
  let unsafe = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '' } = request;
    const sent = (await wholeBody(request)).toString();
    if (!SAFE_METHODS.has(method)) unsafe++;
    await onRequest?.(method, unsafe);
    send(response, answer(open, request, sent));
  };
  const handled = new Set<Promise<void>>();
  const listening = await listenOnLoopback((request, response) => {
    handled.add(handle(request, response).catch(() => void response.destroy()));
  });
  return {
    ...listening,
    requests: open.requests,
    breaches: () => open.breaches,
    harmed: things.harmed,
    madeBy: things.madeBy,
    async reset() {
      await Promise.all(handled);
      store.reset();
      for (const collection of Object.keys(before)) {
        for (let each = 0; each < 20; each++)
          ofStrangers(store, `${collection}/${store.nextId()}`, { name: 'What Gil has made' });
      }
    },
    left: (owner) => store.of(owner).filter((item) => !('deletedAt' in (store.at(item)?.thing ?? {}))),
    at(url) {
      const asked = new URL(url).pathname;
      const path = pathOf(open, asked);
      return { path, isItem: namesItem(routesTo(open, asked)), owner: store.at(path)?.owner };
    },
  };
}

function send(response: ServerResponse, { status, headers = {}, body, hangs, drops, withHugeIds }: Reply): void {
  if (drops) response.destroy();
  if (hangs || response.destroyed) return;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body !== undefined) response.setHeader('Content-Type', 'application/json');
  const text = body === undefined ? undefined : JSON.stringify(body);
  response.writeHead(status).end(withHugeIds ? text?.replace(/"id":"(\d+)"/g, '"id":$1') : text);
}

/** Returns the routes of the path that a request was sent to. */
function routesTo({ document }: OpenStore, asked: string): readonly DeskRoute[] {
  return document.routes.filter(({ path }) => path.test(withoutSlash(asked)));
}

function namesItem(routes: readonly DeskRoute[]): boolean {
  return routes.some(({ path }) => path.source.endsWith(')$'));
}

/** Returns the path that the store understands. */
function pathOf({ steps, store }: OpenStore, asked: string): string {
  const plain = withoutSlash(asked);
  try {
    return steps.resolve(plain.split('/').map(decodeURIComponent).join('/'), store);
  } catch {
    return plain;
  }
}

function withoutSlash(path: string): string {
  return path.replace(/(.)\/+$/, '$1');
}

/**
 * Returns the things that a request names: the item and everything above it, or the whole collection if that is changed or removed.
 * What a query chooses of a collection is not named; it is seen when it is harmed.
 */
function namedBy(store: Store, { method, asked }: Doing, path: string, isItem: boolean): string[] {
  const items = prefixesOf(path).filter((prefix) => store.at(prefix));
  const all =
    method === 'POST' || isItem || asked.includes('?') ? [] : [...store.in(path).keys()].map((id) => `${path}/${id}`);
  return [...items, ...all];
}

/** Notes a request, and answers it. @param sent its body. */
function answer(open: OpenStore, request: IncomingMessage, sent: string): Reply {
  const { store, requests, breaches, things } = open;
  const { method = '', url: asked = '/' } = request;
  const { pathname } = new URL(asked, 'http://store');
  const path = pathOf(open, pathname);
  const isItem = namesItem(routesTo(open, pathname));
  const owner = String(request.headers[OWNER_FIELD.toLowerCase()] ?? 'somebody');
  const seen: RequestSeen = { method, asked, path: pathname, body: sent, owner, status: undefined };
  requests.push(seen);
  things.begin(seen);
  if (!SAFE_METHODS.has(method)) {
    const foreign = namedBy(store, seen, path, isItem).filter((item) => store.at(item)?.owner !== owner);
    if (foreign.length > 0) breaches.push(`${method} ${asked} ${sent.slice(0, 200)}`.trim());
  }
  const reply = respond(open, request, seen, path);
  seen.status = reply.status;
  return reply;
}

/** @param path as the store understands it. */
function respond(open: OpenStore, request: IncomingMessage, seen: RequestSeen, path: string): Reply {
  const { steps, store } = open;
  const { method, owner } = seen;
  const routes = routesTo(open, seen.path);
  const route = routes.find((each) => each.method === method);
  if (routes.length === 0) return NONE;
  if (!route) return { status: 405, headers: { Allow: routes.map((each) => each.method).join(', ') } };
  const media = Object.keys(route.content).find((each) => each.endsWith('json')) ?? '';
  const schema = route.bodyRequired ? route.content[media]?.schema : undefined;
  const { content, wrong } = read(open, seen.body, schema);
  const isItem = namesItem(routes);
  const collection = isItem ? parentOf(path) : path;
  const id = isItem ? path.slice(path.lastIndexOf('/') + 1) : '';
  const origin = `http://${request.headers.host}`;
  const token = /^bearer +(.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const { headers } = request;
  const { searchParams: query } = new URL(seen.asked, origin);
  const call: Call = { method, path, collection, id, content, owner, store, origin, token, query, headers };
  const refusal = wrong === undefined ? undefined : steps.refuse(wrong, call);
  return steps.finish(call, refusal ?? steps.first(call) ?? serve(open, call, isItem));
}

function read(
  { document }: OpenStore,
  text: string,
  schema: DeskSchema | undefined,
): { content: StrangerThing; wrong?: string } {
  if (!schema) return { content: {} };
  try {
    const value: unknown = JSON.parse(text);
    const wrong = document.check(schema, value)?.message;
    // What is kept of a body that is nothing is a thing all the same.
    return { content: (value ?? {}) as StrangerThing, ...(wrong === undefined ? {} : { wrong }) };
  } catch {
    return { content: {}, wrong: 'cannot be read.' };
  }
}

function serve({ steps, store }: OpenStore, call: Call, isItem: boolean): Reply {
  const { method, path } = call;
  // Below a missing parent, nothing exists.
  const parent = parentOf(call.collection);
  if (store.in(parentOf(parent)).size > 0 && !store.at(parent)) return NONE;
  if (!isItem) {
    if (method === 'GET') return steps.list(call);
    if (method === 'DELETE') return steps.remove(call);
    return method === 'POST' && !ACTION.test(path) ? steps.create(call) : steps.act(call);
  }
  const thing = store.at(path)?.thing;
  if (method === 'PUT') return steps.put(call, thing);
  if (method === 'POST') return steps.act(call);
  if (!thing) return NONE;
  if (method === 'GET') return steps.read(call, thing);
  return method === 'PATCH' ? steps.change(call, thing) : steps.remove(call);
}
