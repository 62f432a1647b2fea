/** A plant store that keeps its contract, on bare node:http, made of steps that a fault can replace one by one. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback } from '../catalogue/listen';

/** One request under way. */
export interface StoreCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The plants that exist. */
  readonly plants: Set<bigint>;
  readonly token: string;
  /** How many requests came before this one. */
  readonly count: number;
}

/** The steps of an answer. A fault or a variant replaces some of them. */
export interface StoreBehaviour {
  /** Answers a request with all other steps. */
  handle(call: StoreCall): void;
  /** Tells whether the request has the valid credential. */
  authorised(call: StoreCall): boolean;
  /** Returns the id that a percent-decoded path segment stands for; undefined if it is no id. */
  parseId(text: string): bigint | undefined;
  /** Removes a plant. @returns whether it existed. */
  remove(call: StoreCall, id: bigint): boolean;
  deleted(call: StoreCall): void;
  refused(call: StoreCall): void;
  malformed(call: StoreCall, text: string): void;
  unknown(call: StoreCall, id: bigint): void;
}

const LOWEST_ID = -(2n ** 63n);
export const HIGHEST_ID = 2n ** 63n - 1n;

/** Sends an Error as the contract declares it. */
export function sendError(
  { response }: StoreCall,
  error: unknown = 1,
  message: unknown = 'There is no such plant.',
): void {
  sendBody({ response }, JSON.stringify({ error, message }));
}

/** Sends a body under a status and a content type; `undefined` for none. */
export function sendBody(
  { response }: Pick<StoreCall, 'response'>,
  body: string | Buffer,
  type: string | undefined = 'application/json',
  status = 400,
): void {
  response.writeHead(status, {
    ...(type === undefined ? {} : { 'Content-Type': type }),
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Sends a status without content. */
export function sendStatus({ response }: StoreCall, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers);
  response.end();
}

/** Makes the steps of a store. Those of `changes` replace the good ones. */
export function behaveAsStore(changes: (good: StoreBehaviour) => Partial<StoreBehaviour> = () => ({})): StoreBehaviour {
  const good: StoreBehaviour = {
    handle(call) {
      const { pathname } = new URL(call.request.url ?? '/', 'http://store');
      const [, segment] = /^\/plants\/([^/]+)$/.exec(pathname) ?? [];
      if (segment === undefined) return sendStatus(call, 404);
      if (call.request.method !== 'DELETE') return sendStatus(call, 405, { Allow: 'DELETE' });
      if (!steps.authorised(call)) return steps.refused(call);
      const text = decodeURIComponent(segment);
      const id = steps.parseId(text);
      if (id === undefined) return steps.malformed(call, text);
      return steps.remove(call, id) ? steps.deleted(call) : steps.unknown(call, id);
    },
    authorised({ request, token }) {
      const [, given] = /^bearer +([^ ]+)$/i.exec(request.headers.authorization ?? '') ?? [];
      return given === token;
    },
    parseId(text) {
      if (!/^-?\d{1,19}$/.test(text)) return undefined;
      const id = BigInt(text);
      return id < LOWEST_ID || id > HIGHEST_ID ? undefined : id;
    },
    remove: ({ plants }, id) => plants.delete(id),
    deleted: (call) => sendStatus(call, 204),
    refused: (call) => sendStatus(call, 401, { 'WWW-Authenticate': 'Bearer' }),
    malformed: (call) => sendError(call, 2, 'The id of a plant is a whole number of 64 bits.'),
    unknown: (call) => sendError(call),
  };
  const steps: StoreBehaviour = { ...good, ...changes(good) };
  return steps;
}

export interface PlantStore {
  readonly url: string;
  readonly plants: Set<bigint>;
  close(): Promise<void>;
}

/** Starts a store on a free port of 127.0.0.1. */
export async function startStore(
  behaviour: StoreBehaviour,
  options: { readonly plants: readonly bigint[]; readonly token: string; readonly port?: number },
): Promise<PlantStore> {
  const plants = new Set(options.plants);
  let count = 0;
  const listening = await listenOnLoopback((request, response) => {
    behaviour.handle({ request, response, plants, token: options.token, count: count++ });
  }, options.port);
  return { ...listening, plants };
}
