/** A mock of a contract over HTTP: what stands between the socket and the engine. */

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Contract, ContractError } from '../src/contract/contract';
import { loadContract } from '../src/contract/load';
import { UsageError } from '../src/wire/target';
import { createAnswers, operationOf } from './answers';
import { behaviourOf, createChance, createDeletions } from './behaviour';
import { createControl } from './control';
import type { Engine } from './engine';
import { createPage } from './page';
import { createPauses } from './pauses';
import { createEngine } from './prism';
import { createRecorder, type RecordedRequest } from './recorder';
import { type RequestLogEntry, toEntry } from './requestLog';
import { type Responded, respond, type Serving } from './respond';
import { createRouter, type Router } from './router';
import type { WantedAnswer } from './wantedAnswer';
import { type Watch, watch } from './watch';

export type { RecordedRequest } from './recorder';
export type { RequestLogEntry } from './requestLog';
export type { WantedAnswer } from './wantedAnswer';

export interface MockOptions {
  /** Path of the contract's file. */
  readonly contract: string;
  /** 0 takes any free one. Default: 4010. */
  readonly port?: number;
  /** What to listen on. Default: 127.0.0.1, which other machines cannot reach. */
  readonly host?: string;
  /** Generates answers from their schema, rather than taking the contract's examples. */
  readonly dynamic?: boolean;
  /** Makes every random choice repeatable. */
  readonly seed?: number;
  /** Whether requests need the credentials that the contract asks for. Default: true. */
  readonly security?: boolean;
  /** Whether pages of other origins may use the mock. Default: true. */
  readonly cors?: boolean;
  /** How long each answer takes, in milliseconds, at most 60,000; with two numbers, between them. */
  readonly delay?: number | readonly [least: number, most: number];
  /** The share of requests that fail, from 0 to 1: with the declared 5XX or default, or else with 503. */
  readonly fail?: number;
  /** Answers what was deleted with the declared 404, 410 or 400 until it is reset. */
  readonly stateful?: boolean;
  /** Loads the contract again when it changes, or a file that it refers to. */
  readonly watch?: boolean;
  /** Where the mock's own page is, or false for none. Default: `/_espalier`. */
  readonly docs?: string | false;
  /** Told of each request once it is answered. */
  readonly onRequest?: (entry: RequestLogEntry) => void;
  /** Told when the contract was loaded again, or could not be: then the last good one is served. */
  readonly onReload?: (reloaded: Reloaded) => void;
}

export type Reloaded = { readonly contract: Contract } | { readonly error: Error };

export interface Mock {
  /** Where it listens, without a trailing slash: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** URL of its page; absent where it has none. */
  readonly docs?: string;
  /** What is served at the moment. */
  readonly contract: Contract;
  /**
   * Tells the mock what to answer to requests that keep the contract: `mock.answer('DELETE /plants/{id}', { status: 400, example:
   * 'inUse', times: 1 })`. Of several answers that fit a request the one that was told last is given.
   * @param operation method and path template, or the operationId.
   * @throws UsageError where there is no such operation, or the answer is none, or breaks the contract and is not `unchecked`.
   */
  answer(operation: string, answer: WantedAnswer): void;
  /**
   * The last 1,000 requests, the oldest first, with the reasons for their answers.
   * @param only those of one operation.
   * @throws UsageError where there is no such operation.
   */
  requests(only?: { readonly operation?: string }): readonly RecordedRequest[];
  /** Forgets what was deleted, what it was told to answer, and the requests so far. */
  reset(): void;
  /** Answers what is in flight, and ends within a second. */
  close(): Promise<void>;
}

/** How long what is in flight may take when the mock is closed, in milliseconds. */
const CLOSING_MS = 700;

/** How long a client may take over its header section and over a whole request, in milliseconds. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;

/** How often slow clients are looked for, and how long a connection may be silent, in milliseconds. */
const CHECK_MS = 2_000;
const SILENT_MS = 2 * REQUEST_MS;

/**
 * Serves a mock of a contract until it is closed.
 * @throws ContractError where the contract cannot be used, UsageError where an option cannot, and Error (with `code`, such as
 *   EADDRINUSE) where it cannot listen.
 */
export async function startMock(options: MockOptions): Promise<Mock> {
  const { host = '127.0.0.1', port = 4010, seed, docs = '/_espalier' } = options;
  checkPlaces(host, port, docs);
  const behaviour = behaviourOf(options);
  const pauses = createPauses();
  const deletions = createDeletions();
  let watching: Watch | undefined;
  const answers = createAnswers({ contract: () => served.contract, engine: () => served.engine });
  const recorder = createRecorder({
    contract: () => served.contract,
    queryCredentials: () => served.engine.queryCredentials(),
  });
  const reset = () => {
    deletions.reset();
    answers.reset();
    recorder.reset();
  };
  const requests: Mock['requests'] = ({ operation } = {}) =>
    recorder.list(operation === undefined ? undefined : operationOf(served.contract, operation).name);
  let served = await serve(await loadContract(options.contract), options);
  let serving: Serving = {
    ...served,
    answers,
    behaviour,
    deletions,
    chance: createChance(seed),
    pauses,
    cors: options.cors ?? true,
    sandboxed: docs !== false,
  };

  const page =
    docs === false
      ? undefined
      : createPage(docs, host, {
          contract: () => served.contract,
          describe: () => served.engine.describe(),
          behaviour: () => serving.behaviour,
          change: (behaviour) => {
            serving = { ...serving, behaviour };
          },
          reset,
          control: createControl({ answers, requests, forget: () => recorder.reset() }),
        });
  const listeners = [options.onRequest, page?.request].filter((listener) => listener !== undefined);

  const timeouts = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS };
  const server = createServer(timeouts, (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    if (page?.owns(path)) return void page.respond(request, response, path);
    if (page && isLost(request, path, serving.router))
      return void response.writeHead(302, { Location: `${docs}/` }).end();
    const start = performance.now();
    const { queryCredentials } = serving.engine;
    const tell = (responded: Responded) => {
      const duration = performance.now() - start;
      recorder.note(request, responded, Date.now() - duration, duration);
      if (listeners.length === 0) return;
      const entry = toEntry(request, responded, duration, queryCredentials);
      for (const listener of listeners) listener(entry);
    };
    const give = () => response.destroy();
    try {
      const responded = respond(request, response, serving);
      if (responded instanceof Promise) responded.then(tell, give);
      else tell(responded);
    } catch {
      give();
    }
  });
  server.timeout = SILENT_MS;
  server.on('clientError', refuse);
  await listen(server, port, host);

  if (options.watch) watching = watch(served.contract.files(), reload);
  const url = urlOf(server.address() as AddressInfo);
  return {
    url,
    ...(docs === false ? {} : { docs: url + docs }),
    get contract() {
      return served.contract;
    },
    answer: (operation, answer) => answers.add(operation, answer),
    requests,
    reset,
    async close() {
      await watching?.close();
      pauses.end();
      await close(server);
    },
  };

  async function reload(): Promise<void> {
    try {
      const contract = await loadContract(options.contract);
      refuseNewMistakes(served.contract, contract);
      served = await serve(contract, options);
      serving = { ...serving, ...served };
      watching?.follow(served.contract.files());
      page?.reloaded(undefined);
      options.onReload?.({ contract: served.contract });
    } catch (error) {
      const looked = error instanceof ContractError ? error.files : [];
      watching?.follow([...new Set([...served.contract.files(), ...looked])]);
      page?.reloaded((error as Error).message);
      options.onReload?.({ error: error as Error });
    }
  }
}

interface Served {
  readonly contract: Contract;
  readonly engine: Engine;
  readonly router: Router;
}

async function serve(contract: Contract, options: MockOptions): Promise<Served> {
  const { dynamic = false, seed, security = true } = options;
  const engine = await createEngine(contract, { dynamic, seed, security });
  return { contract, engine, router: createRouter(contract.operations, engine.basePaths) };
}

/**
 * A save may be one of a text that is not done: then the last good one is kept. Mistakes that were there before keep nothing from being served.
 * @throws ContractError
 */
function refuseNewMistakes(served: Contract, next: Contract): void {
  const known = new Set(served.check(false).mistakes.map(({ message }) => message));
  const added = next.check(false).mistakes.filter(({ message }) => !known.has(message));
  if (added.length > 0) throw new ContractError(added, next.files());
}

/** @throws UsageError where a mock cannot listen there, or the page cannot be there. */
function checkPlaces(host: string, port: number, docs: string | false): void {
  if (!(port >= 0 && port <= 65_535))
    throw new UsageError(`The port ${port} is none; give one up to 65535, or 0 for any that is free.`);
  if (host === '') throw new UsageError('The host is empty; name an address of this machine, such as 127.0.0.1.');
  if (docs !== false && !/^\/[\w./-]*\w$/.test(docs))
    throw new UsageError(`The path "${docs}" of the page is none; write it as /_espalier, or give false for no page.`);
}

/** Whether a person has opened the mock itself, for which the contract has nothing. */
function isLost({ method, headers }: IncomingMessage, path: string, router: Router): boolean {
  if (path !== '/' || !/^(?:GET|HEAD)$/.test(method ?? '')) return false;
  return /\btext\/html\b/i.test(headers.accept ?? '') && router.methods(path).length === 0;
}

/** What is no HTTP gets an answer, too, and nothing more on that connection. */
function refuse({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  const status =
    code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  else socket.destroy();
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), CLOSING_MS);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}
