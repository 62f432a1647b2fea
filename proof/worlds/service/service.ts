/** Serves a design over HTTP, in memory, and keeps a journal of what it was asked. */

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { isObject, type JsonValue, toJson } from '../../../src/json/value';
import { remembered } from '../../../src/support/caching';
import { createRandom } from '../../../src/support/random';
import {
  type Design,
  JSON_TYPE,
  type OperationDesign,
  PHASES,
  type ServiceCall,
  type ServiceReply,
  type Tamper,
  type WorldStore,
  type WorldThing,
} from '../design/design';
import { addOfOthers } from './inhabited';
import type { JournalEntry } from './journal';
import { refuse } from './refusals';
import { kindsNamed } from './steps';
import { createThingStore } from './store';

export interface WorldService {
  readonly url: string;
  readonly journal: JournalEntry[];
  readonly store: WorldStore;
  close(): Promise<void>;
}

/**
 * @param fill puts there what is there before the run.
 * @param onRequest is told of each request before it is handled.
 */
export async function serveDesign(
  design: Design,
  fill: (store: WorldStore) => void,
  tamper?: Tamper,
  onRequest: (method: string) => void = () => {},
): Promise<WorldService> {
  const journal: JournalEntry[] = [];
  /** What is handled right now: nothing waits between its begin and its end, so there is one at a time. */
  let current: JournalEntry | undefined;
  const chance = createRandom(design.seed, 'service');
  const store = createThingStore(chance, (change, thing) => current?.changes.push({ change, thing }));
  fill(store);
  const handle: RequestListener = (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => {});
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const { method = '', url = '' } = request;
      current = { method, url, body: body.toString('latin1'), operation: undefined, status: 0, names: [], changes: [] };
      onRequest(method);
      // What others do is nothing that this request does.
      const entry = current;
      if (design.busy > 0 && journal.length % design.busy === design.busy - 1) {
        current = undefined;
        addOfOthers(design, store, chance);
      }
      current = entry;
      journal.push(entry);
      const isLimited = design.limitedBy > 0 && journal.length % design.limitedBy === 0;
      const reply = isLimited
        ? refuse(design, design.limitStatus, 'Not so fast.', { 'Retry-After': '0' })
        : answer({ design, store, chance, tamper, entry }, request, body);
      entry.status = reply.status;
      current = undefined;
      send(response, reply, request, design.coding);
    });
  };
  // A connection that is closed as a request comes would look like a fault. A loaded machine is slow.
  const server = createServer({ keepAliveTimeout: 60_000 }, handle);
  server.on('connection', (socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${design.prefix}`,
    journal,
    store,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Handling {
  readonly design: Design;
  readonly store: WorldStore;
  readonly chance: ServiceCall['chance'];
  readonly tamper: Tamper | undefined;
  readonly entry: JournalEntry;
}

function answer(handling: Handling, request: IncomingMessage, body: Buffer): ServiceReply {
  const { design, store, chance, tamper, entry } = handling;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
  const keys = pathname.startsWith(`${design.prefix}/`) ? decoded(pathname.slice(design.prefix.length)) : undefined;
  const here = keys ? operationsOf(design).filter((operation) => keysOf(operation, keys, searchParams)) : [];
  const most = Math.max(...here.map(weight));
  const nearest = here.filter((operation) => weight(operation) === most);
  if (!keys || nearest.length === 0) return refuse(design, 404, 'There is nothing here.');
  const asked = request.method === 'HEAD' && design.manners.head === 'as GET' ? 'GET' : request.method;
  const operation =
    nearest.find(({ method }) => method === request.method) ?? nearest.find(({ method }) => method === asked);
  // Whatever the method, the path names these things.
  const [first] = nearest;
  const named = operation ?? first;
  if (named) entry.names.push(...namedThings(named, keysOf(named, keys, searchParams) ?? [], store, body));
  if (!operation) return refuse(design, 405, 'This is not done here.', { Allow: allowed(design, nearest).join(', ') });
  Object.assign(entry, { operation });
  const call: ServiceCall = {
    operation,
    store,
    chance,
    query: searchParams,
    headers: request.headers,
    body,
    keys: keysOf(operation, keys, searchParams) ?? [],
    fault: tamper,
    values: {},
    person: 'nobody',
    content: {},
    whole: null,
    parent: undefined,
    thing: undefined,
  };
  const reply = tamper ? runOrFail(call) : run(call);
  return tamper?.answers?.(reply, call) ?? reply;
}

/** What does not look at its input may fail by it, as a service does that somebody wrote. An honest one never fails. */
function runOrFail(call: ServiceCall): ServiceReply {
  try {
    return run(call);
  } catch {
    return refuse(call.operation.kind.design, 500, 'Something went wrong.');
  }
}

function run(call: ServiceCall): ServiceReply {
  const { operation, fault } = call;
  for (const step of stepsInOrder(operation)) {
    const refused = fault?.skips?.(step.name, call) ? undefined : step.run(call);
    if (refused) return refused;
  }
  const act = () => operation.act(call);
  const reply = fault?.acts ? fault.acts(call, act) : act();
  return reply.status < 400 ? operation.dressing.reduce((result, dress) => dress(result, call), reply) : reply;
}

const operationsOf = remembered((design: Design) => design.kinds.flatMap((kind) => kind.operations));

/** The order in which a world checks: for the thing first, or for the input first. */
const stepsInOrder = remembered(({ steps, kind }: OperationDesign) => {
  const order = kind.design.manners.inputFirst
    ? (['credential', 'type', 'input', 'find', 'lock', 'rules'] as const)
    : PHASES;
  return order.flatMap((phase) => steps.filter((step) => step.phase === phase));
});

const allowed = (design: Design, operations: readonly OperationDesign[]) => {
  const methods = operations.map(({ method }) => method);
  return methods.includes('GET') && design.manners.head === 'as GET' ? [...new Set([...methods, 'HEAD'])] : methods;
};

/** The segments of a path; undefined where one cannot be decoded. */
function decoded(path: string): string[] | undefined {
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

const segmentsOf = remembered(({ path }: OperationDesign): readonly string[] => path.slice(1).split('/'));

/** How many of its segments are no parameters: these go before. */
const weight = remembered(
  (operation: OperationDesign) => segmentsOf(operation).filter((each) => !each.startsWith('{')).length,
);

/** The texts that name things in a path, or in the query; undefined for another path. */
function keysOf(operation: OperationDesign, segments: readonly string[], query: URLSearchParams): string[] | undefined {
  const template = segmentsOf(operation);
  if (template.length !== segments.length) return undefined;
  const isHere = template.every((each, at) => (each.startsWith('{') ? segments[at] !== '' : each === segments[at]));
  if (!isHere) return undefined;
  const { isInQuery, parameter } = operation.kind.naming;
  if (isInQuery) return operation.isOnItem ? [query.get(parameter) ?? ''] : [];
  const texts = segments.filter((_, at) => template[at]?.startsWith('{'));
  return kindsNamed(operation).flatMap(({ naming: { before } }) => {
    const own = texts.splice(0, before?.joint === '/' ? 2 : 1);
    return own.length > 0 ? [own.join('/')] : [];
  });
}

/** The thing that a path acts on, and the things that its body refers to; of a collection that which it is below. */
function namedThings(
  operation: OperationDesign,
  keys: readonly string[],
  store: WorldStore,
  body: Buffer,
): WorldThing[] {
  let last: WorldThing | undefined;
  for (const [at, kind] of kindsNamed(operation).slice(0, keys.length).entries()) {
    const key = kind.naming.read(keys[at] ?? '');
    last = key === undefined ? undefined : store.find(kind, last, key);
    if (!last) break;
  }
  return [
    ...(last && !last.isBuried ? [last] : []),
    ...joinedTo(operation, keys, store),
    ...referredTo(operation, store, body),
  ];
}

/** The thing that the end of a path names, where that is joined with the one before it. */
function joinedTo({ kind: { joins } }: OperationDesign, keys: readonly string[], store: WorldStore): WorldThing[] {
  if (!joins || keys.length < 2) return [];
  const key = joins.naming.read(keys.at(-1) ?? '');
  return store.every(joins).filter((thing) => thing.key === key && !thing.isBuried);
}

function referredTo(
  { kind: { references: ofKind }, body: design }: OperationDesign,
  store: WorldStore,
  body: Buffer,
): WorldThing[] {
  const references = new Map([...ofKind, ...(design?.refers ?? [])]);
  if (references.size === 0 || body.length === 0) return [];
  try {
    const content = JSON.parse(body.toString()) as JsonValue;
    if (!isObject(content)) return [];
    return [...references].flatMap(([name, kind]) =>
      store
        .every(kind)
        .filter(({ key }) => Object.hasOwn(content, name) && [content[name]].flat().map(String).includes(key)),
    );
  } catch {
    return [];
  }
}

/** How each coding is done (RFC 9110 §8.4.1). */
const CODINGS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync } as const;

/** Whether a client takes a coding: where it says nothing, any is acceptable (RFC 9110 §12.5.3). */
function isTaken({ headers }: IncomingMessage, coding: string): boolean {
  const said = headers['accept-encoding'];
  return said === undefined || said.split(',').some((each) => each.trim().toLowerCase() === coding);
}

function send(
  response: ServerResponse,
  { status, headers, body, bytes, mediaType = JSON_TYPE }: ServiceReply,
  request: IncomingMessage,
  coding: Design['coding'],
): void {
  const text = bytes ?? (body === undefined ? undefined : toJson(body));
  // What a fault says of its coding stays as it is.
  const isCoded =
    text !== undefined && coding !== 'identity' && isTaken(request, coding) && !headers?.['Content-Encoding'];
  if (text !== undefined) response.setHeader('Content-Type', mediaType);
  // A 204 has no length (RFC 9110 §8.6).
  else if (status !== 204) response.setHeader('Content-Length', 0);
  if (isCoded) response.setHeader('Content-Encoding', coding);
  if (coding !== 'identity') response.setHeader('Vary', 'Accept-Encoding');
  const sent = isCoded ? CODINGS[coding](text) : text;
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : sent);
}
