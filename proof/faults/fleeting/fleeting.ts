/**
 * Services that keep their contracts, and in which what a run looks at is gone or changed for reasons of their own: what cannot be made, what was
 * used up, what expires, what others change. Only a rule that lets a request be blamed without a witness says anything of them.
 */

import type { IncomingMessage } from 'node:http';
import { listenWithJson } from '../catalogue/listen';
import { catalogueEntries, type Deviations, type Service } from '../catalogue/service';
import { type DeskRoute, deskFile, readDocument } from '../desk/document';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };
const TOKEN = 'short-lived-77c1';

type Fleeting = Readonly<Record<string, unknown>>;

/** What is there, by id, in the order in which it came. */
export type Kept = Map<string, Fleeting>;

/** One request that is to be answered. */
export interface FleetingCall {
  readonly method: string;
  /** Empty for the whole collection. */
  readonly id: string;
  readonly kept: Kept;
  /** What was sent, as far as it is JSON. */
  readonly content: Fleeting;
  /** Whether it has the right credential, or needs none. */
  readonly isLetIn: boolean;
}

/** What a service does in its own way; the rest is plain. */
export interface FleetingWays {
  /** Comes before all else. @returns the status of a refusal. */
  readonly before?: (call: FleetingCall) => number | undefined;
  /** @returns the status with which a valid request is refused. */
  readonly refuses?: (call: FleetingCall) => number | undefined;
  readonly newId?: (call: FleetingCall) => string;
  readonly added?: (call: FleetingCall, id: string) => void;
  readonly stored?: (content: Fleeting, old: Fleeting | undefined) => Fleeting;
  /** What GET shows of what is there; undefined where it says that there is none. */
  readonly shown?: (thing: Fleeting | undefined, call: FleetingCall) => Fleeting | undefined;
  /** @returns the status of the answer. */
  readonly removes?: (call: FleetingCall) => number;
  /** Comes before a request is refused. */
  readonly refusing?: (call: FleetingCall) => void;
}

/** What kind of service it is. */
interface FleetingKind {
  /** The name of its contract, and of its collection in it. */
  readonly file: string;
  readonly collection: string;
  /** The member that has the id. */
  readonly member: string;
  /** The member that holds the list; absent where the list is all. */
  readonly wrapper?: string;
  readonly isGuarded: boolean;
  /** The statuses of what is not valid, and of what is not there. */
  readonly invalid: number;
  readonly missing: number;
  readonly isNumbered: boolean;
  /** What is there at the start. */
  readonly start: readonly Fleeting[];
}

/** How a service deviates from the plainest of its kind. @param open is called at each start. */
export interface FleetingDeviation {
  readonly start?: readonly Fleeting[];
  readonly writes?: 'own' | 'any';
  readonly open?: () => FleetingWays;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly allow?: string;
}

/** Where a list is asked for in pages: `skip=20&limit=10`. */
function pageOf(all: readonly unknown[], query: URLSearchParams): readonly unknown[] {
  const numberOf = (name: string, usual: number) => Math.max(0, Number(query.get(name) ?? usual));
  const from = numberOf('skip', 0);
  return all.slice(from, from + numberOf('limit', Number.MAX_SAFE_INTEGER));
}

function open(kind: FleetingKind, { start = kind.start, open: ways = () => ({}) }: FleetingDeviation) {
  const { routes, check } = readDocument(deskFile(`${kind.file}.yaml`, 'fleeting'));
  const kept: Kept = new Map(start.map((thing) => [String(thing[kind.member]), thing]));
  const own = ways();
  let made = 40;
  const answer = (call: FleetingCall, query: URLSearchParams): Reply => {
    const { method, id, content } = call;
    const shown = (key: string) => {
      const thing = kept.get(key);
      return own.shown ? own.shown(thing, { ...call, id: key }) : thing;
    };
    if (method === 'GET' && id === '') {
      const all = pageOf(
        [...kept.keys()].flatMap((key) => shown(key) ?? []),
        query,
      );
      return { status: 200, body: kind.wrapper === undefined ? all : { [kind.wrapper]: all } };
    }
    const status = own.refuses?.(call);
    if (status !== undefined) return { status, body: {} };
    if (method === 'POST') {
      const key = own.newId?.(call) ?? String(++made);
      const thing = {
        ...(own.stored?.(content, undefined) ?? content),
        [kind.member]: kind.isNumbered ? Number(key) : key,
      };
      kept.set(key, thing);
      own.added?.(call, key);
      return { status: 201, headers: { Location: `${kind.collection.replace(/\/$/, '')}/${key}` }, body: thing };
    }
    const old = kept.get(id);
    const seen = shown(id);
    if (!old || !seen) return { status: kind.missing, body: {} };
    if (method === 'GET') return { status: 200, body: seen };
    if (method === 'DELETE') {
      const gone = own.removes?.(call);
      if (gone === undefined) kept.delete(id);
      return { status: gone ?? 204 };
    }
    const next = method === 'PUT' ? content : merged(old, content);
    kept.set(id, { ...(own.stored?.(next, old) ?? next), [kind.member]: old[kind.member] });
    return { status: 200, body: kept.get(id) };
  };
  return (request: IncomingMessage, text: string): Reply => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://here');
    const here = routes.filter((each) => each.path.test(path));
    const route = here.find((each) => each.method === request.method);
    if (!route)
      return here.length === 0 ? { status: 404 } : { status: 405, allow: here.map((each) => each.method).join(', ') };
    const { content, isWrong } = read(route, check, request, text);
    const id = decoded(route.path.exec(path)?.[1] ?? '');
    const isLetIn = !kind.isGuarded || request.headers.authorization?.toLowerCase() === `bearer ${TOKEN}`;
    const call = { method: route.method, id, kept, content: (content ?? {}) as Fleeting, isLetIn };
    const early = own.before?.(call);
    if (early !== undefined) return { status: early, body: {}, headers: early === 401 ? CHALLENGE : {} };
    const isNumber = (name: string) => /^-?\d+$/.test(searchParams.get(name) ?? '0');
    const isAskedWrongly = !route.parameters.filter((each) => each.in === 'query').every(({ name }) => isNumber(name));
    if (!isLetIn || isWrong || isAskedWrongly || (route.hasId && kind.isNumbered && !/^-?\d+$/.test(id))) {
      own.refusing?.(call);
      return isLetIn ? { status: kind.invalid, body: {} } : { status: 401, headers: CHALLENGE };
    }
    return answer(call, searchParams);
  };
}

function read(
  { bodyRequired, content }: DeskRoute,
  check: ReturnType<typeof readDocument>['check'],
  { headers }: IncomingMessage,
  text: string,
) {
  if (!bodyRequired) return { content: undefined, isWrong: false };
  const schema = content[headers['content-type'] ?? '']?.schema;
  try {
    const value: unknown = JSON.parse(text);
    return { content: value, isWrong: !schema || check(schema, value) !== undefined };
  } catch {
    return { content: undefined, isWrong: true };
  }
}

function merged(old: Fleeting, patch: Fleeting): Fleeting {
  return Object.fromEntries(Object.entries({ ...old, ...patch }).filter(([, value]) => value !== null));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Makes a service of the catalogue. */
export function fleetingService(
  name: string,
  kind: FleetingKind,
  {
    faults = {},
    variants,
  }: { readonly faults?: Deviations<FleetingDeviation>; readonly variants: Deviations<FleetingDeviation> },
): Service {
  const start = async (deviation: FleetingDeviation) => {
    const listening = await listenWithJson(open(kind, deviation));
    return {
      ...listening,
      handOver: { writes: deviation.writes ?? 'any', ...(kind.isGuarded ? { token: TOKEN } : {}) } as const,
    };
  };
  return {
    name,
    contract: deskFile(`${kind.file}.yaml`, 'fleeting'),
    faults: catalogueEntries(faults, start),
    variants: catalogueEntries(variants, start),
  };
}
