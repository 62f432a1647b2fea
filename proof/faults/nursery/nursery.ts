/** A nursery that stores what it is sent. It is made of steps that a fault can replace one by one. */

import type { IncomingMessage } from 'node:http';
import { listenOnLoopback, wholeBody } from '../catalogue/listen';
import { type DeskReading, type DeskRoute, deskFile, readDocument } from '../desk/document';

export const NURSERY = deskFile('nursery.yaml', 'nursery');
export const NURSERY_TOKEN = 'green-thumb-44d1';

export type NurseryThing = Readonly<Record<string, unknown>>;

/** The things of one collection by their ids. */
export type Things = Map<string, NurseryThing>;

export interface NurseryCall {
  readonly route: DeskRoute;
  readonly method: string;
  /** The act and the kind of thing in an operationId: `createBed` → `create` and `Bed`. */
  readonly act: string;
  readonly about: string;
  /** The things of the collection that the request is about. */
  readonly things: Things;
  /** What lies in the bed that the request names. */
  readonly seedlings: Things;
  readonly id: string;
  /** What was sent, as far as it is JSON, and its media type. */
  readonly content: NurseryThing;
  readonly type: string;
  readonly authorised: boolean;
  /** Whether any credential was shown, be it a good one or not. */
  readonly isNamed: boolean;
}

interface NurseryReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The steps of an answer. A fault or a variant replaces some of them. */
export interface Nursing {
  /** Comes before all other steps. If it returns an answer, the other steps are left out. */
  first(call: NurseryCall): NurseryReply | undefined;
  /** Called before a request is refused. */
  refusing(call: NurseryCall): void;
  newId(call: NurseryCall): string;
  /** Returns what is stored of what was sent. */
  keep(content: NurseryThing, call: NurseryCall): NurseryThing;
  /** Stores a new thing. */
  add(call: NurseryCall, id: string, thing: NurseryThing): void;
  created(call: NurseryCall, id: string, thing: NurseryThing): NurseryReply;
  find(call: NurseryCall): NurseryThing | undefined;
  show(thing: NurseryThing, id: string, call: NurseryCall): unknown;
  /** How many seedlings a bed says that it has; undefined where it does not say so. */
  count(call: NurseryCall): number | undefined;
  replace(old: NurseryThing, content: NurseryThing, call: NurseryCall): NurseryThing;
  merge(old: NurseryThing, patch: NurseryThing, call: NurseryCall): NurseryThing;
  remove(call: NurseryCall): void;
  removed(call: NurseryCall): NurseryReply;
  /** Makes the last change to every answer. */
  finish(call: NurseryCall, reply: NurseryReply): NurseryReply;
}

export type NurseryChanges = (good: Nursing) => Partial<Nursing>;

export interface RunningNursery {
  readonly url: string;
  /** All stored things, by the path of their collection. */
  readonly kept: ReadonlyMap<string, Things>;
  /** Returns how many requests came. */
  readonly asked: () => number;
  close(): Promise<void>;
}

const hasLocation = ({ about }: NurseryCall) => about === 'Bed' || about === 'Survey';

const MISSING: NurseryReply = { status: 404, body: { message: 'There is none.' } };

/** A number that the service itself increases at each change. */
let clock = 0;

function behave(changes: NurseryChanges): Nursing {
  let next = 1_000_001;
  const good: Nursing = {
    first: () => undefined,
    refusing: () => {},
    newId: () => String(next++),
    keep: (content) => content,
    add: ({ things }, id, thing) => void things.set(id, thing),
    created: (call, id, thing) => ({
      status: call.about === 'Survey' ? 202 : 201,
      headers: hasLocation(call) ? { Location: `/${call.about.toLowerCase()}s/${id}` } : {},
      body: steps.show(thing, id, call),
    }),
    find: ({ things, id }) => things.get(id),
    show(thing, id, { about, act }) {
      if (about === 'Label') return thing;
      if (about === 'Survey') return { ...thing, id: Number(id), state: act === 'create' ? 'queued' : 'done' };
      return { ...thing, [about === 'Bed' ? 'bedId' : 'id']: Number(id) };
    },
    count: () => undefined,
    replace: (_, content, call) => steps.keep(content, call),
    merge(old, patch) {
      const merged = Object.entries({ ...old, ...patch }).filter(([, value]) => value !== null);
      return Object.fromEntries(merged);
    },
    remove: ({ things, id }) => void things.delete(id),
    removed: () => ({ status: 204 }),
    finish: (_, reply) => reply,
  };
  const steps: Nursing = { ...good, ...changes(good) };
  return steps;
}

function answer(call: NurseryCall, steps: Nursing, wrong: string | undefined): NurseryReply {
  const early = steps.first(call);
  if (early) return early;
  const { act, about, things, id, content } = call;
  if (!call.authorised) {
    steps.refusing(call);
    return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: { message: 'Who are you?' } };
  }
  if (wrong !== undefined) {
    steps.refusing(call);
    return { status: 400, body: { message: wrong } };
  }
  const stamp = (thing: NurseryThing): NurseryThing =>
    about === 'Bed' ? { ...thing, updatedAt: `tick ${++clock}` } : thing;
  if (act === 'list') {
    return { status: 200, body: [...things].slice(-20).map(([key, thing]) => steps.show(thing, key, call)) };
  }
  if (act === 'create') {
    const key = steps.newId(call);
    const thing = stamp(steps.keep(content, call));
    steps.add(call, key, thing);
    return steps.created(call, key, thing);
  }
  const existing = steps.find(call);
  if (act === 'put') {
    const thing = existing ? steps.replace(existing, content, call) : steps.keep(content, call);
    if (existing) things.set(id, thing);
    else steps.add(call, id, thing);
    return { status: existing ? 200 : 201, body: steps.show(thing, id, call) };
  }
  if (!existing) return MISSING;
  if (act === 'remove') {
    steps.remove(call);
    return steps.removed(call);
  }
  if (act === 'read') {
    const shown = steps.show(existing, id, call);
    const seedlingCount = steps.count(call);
    const isCounted =
      seedlingCount !== undefined &&
      about === 'Bed' &&
      typeof shown === 'object' &&
      shown !== null &&
      !Array.isArray(shown);
    return { status: 200, body: isCounted ? { ...shown, seedlingCount } : shown };
  }
  const thing = stamp(
    act === 'replace' ? steps.replace(existing, content, call) : steps.merge(existing, content, call),
  );
  things.set(id, thing);
  return { status: 200, body: steps.show(thing, id, call) };
}

/** A nursery that answers: its contract, all that it keeps, by the path of the collection, and its steps. */
interface OpenNursery {
  readonly document: DeskReading;
  readonly kept: Map<string, Things>;
  readonly steps: Nursing;
}

function collectionAt({ kept }: Pick<OpenNursery, 'kept'>, path: string): Things {
  const things = kept.get(path) ?? new Map<string, NurseryThing>();
  kept.set(path, things);
  return things;
}

/**
 * Starts a nursery on a free port of 127.0.0.1.
 * @param beds how many beds exist at the start. A run must not touch them.
 */
export async function startNursery(changes: NurseryChanges = () => ({}), beds = 3): Promise<RunningNursery> {
  const nursery: OpenNursery = { document: readDocument(NURSERY), kept: new Map(), steps: behave(changes) };
  for (let id = 1; id <= beds; id++) {
    const bed = { name: `Bed ${id}`, width: id % 900 || 7, updatedAt: `long ago ${id}` };
    collectionAt(nursery, '/beds').set(String(id), bed);
  }
  let asked = 0;
  const listening = await listenOnLoopback((request, response) => {
    asked++;
    void handle(nursery, request).then(
      ({ status, headers = {}, body }) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        if (body !== undefined) response.setHeader('Content-Type', 'application/json');
        response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
      },
      () => response.destroy(),
    );
  });
  return { ...listening, kept: nursery.kept, asked: () => asked };
}

async function handle(nursery: OpenNursery, request: IncomingMessage): Promise<NurseryReply> {
  const { document, steps } = nursery;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://nursery');
  const matching = document.routes.filter(({ path }) => path.test(pathname));
  const route = matching.find(({ method }) => method === request.method);
  const text = (await wholeBody(request)).toString();
  if (!route) {
    const methods = matching.map(({ method }) => method).join(', ');
    return matching.length > 0 ? { status: 405, headers: { Allow: methods } } : { status: 404 };
  }
  const { content, wrong } = read(document, request, text, route);
  const call = callOf(nursery, request, route, pathname, content);
  const mistake = wrong ?? mistakeIn(nursery, call, pathname, searchParams.get('limit') ?? '1');
  const isOrphan = call.authorised && mistake === undefined && !hasParent(nursery, call, pathname);
  return steps.finish(call, isOrphan ? MISSING : answer(call, steps, mistake));
}

function callOf(
  nursery: OpenNursery,
  { method = '', headers }: IncomingMessage,
  route: DeskRoute,
  pathname: string,
  content: unknown,
): NurseryCall {
  const [, act = '', about = ''] = /^([a-z]+)([A-Z].*?)s?$/.exec(route.operationId) ?? [];
  const { collection, id } = placeOf(route, pathname);
  const { authorization = '' } = headers;
  return {
    route,
    method,
    act,
    about,
    things: collectionAt(nursery, collection),
    seedlings: collectionAt(nursery, `/beds/${id}/seedlings`),
    id,
    content: (content ?? {}) as NurseryThing,
    type: headers['content-type'] ?? '',
    isNamed: authorization !== '',
    authorised: /^bearer +/i.test(authorization) && authorization.split(' ').at(-1) === NURSERY_TOKEN,
  };
}

/** Lists the newest 20 of those beds that are to be listed. */
export function newestFirst(things: Things, isListed: (bed: NurseryThing) => boolean = () => true): NurseryThing[] {
  const beds = [...things].map(([id, thing]): NurseryThing => ({ ...thing, bedId: Number(id) }));
  return beds.reverse().filter(isListed).slice(0, 20);
}

/** Returns the path of the collection that a request is about, and the id; the id is empty for the whole collection. */
function placeOf({ path }: DeskRoute, pathname: string): { collection: string; id: string } {
  if (!/\)\$$/.test(path.source)) return { collection: pathname, id: '' };
  const segments = pathname.split('/');
  return { collection: segments.slice(0, -1).join('/'), id: decodeURIComponent(segments.at(-1) ?? '') };
}

/** Tells whether the thing is there below which a collection lies, or whether there need be none. */
function hasParent(nursery: OpenNursery, { route }: NurseryCall, pathname: string): boolean {
  const parent = placeOf(route, pathname).collection.split('/').slice(0, -1);
  const [, beds = '', bed = ''] = parent;
  return bed === '' || collectionAt(nursery, `/${beds}`).has(bed);
}

/** Says what is wrong with a request, apart from its body by itself. */
function mistakeIn(
  nursery: OpenNursery,
  { act, about, id, content }: NurseryCall,
  pathname: string,
  limitText: string,
): string | undefined {
  const ids = about === 'Label' ? [] : pathname.split('/').filter((_, at) => at > 0 && at % 2 === 0);
  if (!ids.every((each) => /^-?\d{1,19}$/.test(each) && BigInt.asIntN(64, BigInt(each)) === BigInt(each)))
    return 'The id is no whole number.';
  if (about === 'Label' && id.length > 60) return 'The code is too long.';
  // Only an existing bed can be watered.
  if (act === 'create' && about === 'Watering' && !collectionAt(nursery, '/beds').has(String(content['bedId'])))
    return 'There is no such bed.';
  const limit = Number(limitText);
  return Number.isInteger(limit) && limit >= 1 && limit <= 100 ? undefined : 'The limit is out of bounds.';
}

function read({ check }: DeskReading, request: IncomingMessage, text: string, { content, bodyRequired }: DeskRoute) {
  if (!bodyRequired) return { content: undefined, wrong: undefined };
  const schema = content[request.headers['content-type'] ?? '']?.schema;
  try {
    const value: unknown = JSON.parse(text);
    if (!schema) return { content: value, wrong: 'That type of content is not read here.' };
    const wrong = check(schema, value);
    return { content: value, wrong: wrong && `The body ${wrong.message}` };
  } catch {
    return { content: undefined, wrong: 'The body cannot be read.' };
  }
}
