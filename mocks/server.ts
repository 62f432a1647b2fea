/** A mock of a contract over HTTP: what stands between the socket and the engine. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ContractError } from '../src/contract/clause';
import type { Contract } from '../src/contract/contract';
import { readContract } from '../src/contract/load';
import { type Router, routerOf } from '../src/routing/router';
import { UsageError } from '../src/support/errors';
import { behaviourOf, createChance } from './engine/behaviour';
import type { Engine } from './engine/engine';
import { createEngine } from './engine/prism/prism';
import type { Responded } from './log/entry';
import { type RequestLogEntry, toEntry } from './log/entry';
import { createRecorder, type LoggedRequest } from './log/recorder';
import { createPage } from './page/page';
import { close, createListening, listen, urlOf } from './serving/listening';
import { createPauses } from './serving/pauses';
import { respond, type Serving } from './serving/respond';
import { type Watch, watch } from './serving/watch';
import type { StateShown } from './state/describe';
import type { Saved } from './state/saved';
import { createState, type MockState } from './state/state';
import { createKeeper, readState } from './state/stateFile';
import { createControl } from './told/controlApi';
import { createToldAnswers, operationOf } from './told/toldAnswers';
import type { WantedAnswer } from './told/wantedAnswer';

export type { RequestLogEntry } from './log/entry';
export type { LoggedRequest } from './log/recorder';
export type { CollectionShown, StateShown } from './state/describe';
export type { WantedAnswer } from './told/wantedAnswer';

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
  /** Keeps what is made, changed and removed, as far as the contract tells it apart, until it is reset. */
  readonly stateful?: boolean;
  /** A file of JSON that the state starts from, in place of the contract's examples: things by the path of their list. Implies `stateful`. */
  readonly state?: string;
  /** Whether that file is kept up with what changes; it is made where there is none. */
  readonly stateSave?: boolean;
  /** Told where the file of the state cannot be written. */
  readonly onStateError?: (error: Error) => void;
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
  requests(only?: { readonly operation?: string }): readonly LoggedRequest[];
  /** What it understood of the contract, and what it holds: what `GET /_espalier/state` says. */
  state(): Promise<StateShown>;
  /** Forgets what was made, changed and removed, what it was told to answer, and the requests so far. */
  reset(): void;
  /** Answers what is in flight, and ends within a second. */
  close(): Promise<void>;
}

/**
 * Serves a mock of a contract until it is closed.
 * @throws ContractError where the contract cannot be used, UsageError where an option cannot, and Error (with `code`, such as
 *   EADDRINUSE) where it cannot listen.
 */
export async function serveMock(options: MockOptions): Promise<Mock> {
  const { host = '127.0.0.1', port = 4010, seed, docs = '/_espalier' } = options;
  checkPlaces(host, port, docs);
  const start = await startOf(options);
  const behaviour = behaviourOf({ ...options, stateful: options.stateful ?? options.state !== undefined });
  const pauses = createPauses();
  let watching: Watch | undefined;
  const answers = createToldAnswers({ contract: () => served.contract, engine: () => served.engine });
  const recorder = createRecorder({
    contract: () => served.contract,
    queryCredentials: () => served.engine.queryCredentials(),
  });
  const reset = () => {
    served.state.reset();
    answers.reset();
    recorder.reset();
  };
  const state = () => served.state.describe(serving.behaviour.stateful);
  const requests: Mock['requests'] = ({ operation } = {}) =>
    recorder.list(operation === undefined ? undefined : operationOf(served.contract, operation).name);
  const keeper =
    options.state === undefined || !options.stateSave
      ? undefined
      : createKeeper(options.state, () => served.state.save(), options.onStateError ?? (() => {}));
  const onChange = () => keeper?.changed();
  let served = await serve(await readContract(options.contract), options, start, onChange);
  if (start) await served.state.begin(start, false);
  let serving: Serving = {
    ...served,
    answers,
    behaviour,
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
          engine: () => served.engine,
          behaviour: () => serving.behaviour,
          change: (behaviour) => {
            serving = { ...serving, behaviour };
          },
          state,
          reset,
          control: createControl({ answers, requests, forget: () => recorder.reset() }),
        });

  const server = createListening((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    if (page?.owns(path)) return void page.respond(request, response, path);
    if (page && isLost(request, path, serving.router))
      return void response.writeHead(302, { Location: `${docs}/` }).end();
    const start = performance.now();
    const { queryCredentials } = serving.engine;
    const tell = (responded: Responded) => {
      const duration = performance.now() - start;
      recorder.note(request, responded, Date.now() - duration, duration);
      page?.request(request, responded, duration);
      options.onRequest?.(toEntry(request, responded, duration, queryCredentials));
    };
    const responded = attempt(() => respond(request, response, serving));
    // Whoever has gone is told nothing.
    const fail = () => (request.socket.destroyed ? void response.destroy() : tell(failed(response)));
    if (responded === undefined) fail();
    else if (responded instanceof Promise) responded.then(tell, fail);
    else tell(responded);
  });
  await listen(server, port, host);

  if (options.watch) watching = watch(served.contract.files(), reload);
  const url = urlOf(server);
  return {
    url,
    ...(docs === false ? {} : { docs: url + docs }),
    get contract() {
      return served.contract;
    },
    answer: (operation, answer) => answers.add(operation, answer),
    requests,
    state,
    reset,
    async close() {
      await watching?.close();
      pauses.end();
      await close(server);
      await keeper?.end();
    },
  };

  async function reload(): Promise<void> {
    try {
      const contract = await readContract(options.contract);
      refuseNewMistakes(served.contract, contract);
      const next = await serve(contract, options, start, onChange);
      // What was made outlives a change of the contract, as far as that still has a place for it.
      if (serving.behaviour.stateful) await next.state.begin(await served.state.save(), true);
      served = next;
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

/** Answers a request over which the mock itself failed, so that its client and the log learn of it. */
function failed(response: ServerResponse): Responded {
  const reasons = ['the mock failed over this request, which is a bug of ours'];
  if (response.headersSent) {
    response.destroy();
    return { reasons };
  }
  const content = { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: reasons[0] };
  response.writeHead(500, { 'content-type': 'application/problem+json' }).end(JSON.stringify(content));
  return { status: 500, reasons };
}

/** @returns undefined where it fails. */
function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

interface Served {
  readonly contract: Contract;
  readonly engine: Engine;
  readonly router: Router;
  readonly state: MockState;
}

async function serve(
  contract: Contract,
  options: MockOptions,
  start: Saved | undefined,
  changed: () => void,
): Promise<Served> {
  const { dynamic = false, seed, security = true } = options;
  const engine = await createEngine(contract, { dynamic, seed, security });
  const { operations } = contract;
  const router = routerOf(operations);
  const state = createState({ operations, samples: engine.samples, seed, start, changed });
  return { contract, engine, router, state };
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

/** @throws UsageError where the file of the state cannot be used, or there is none to keep anything in. */
async function startOf({ state, stateSave = false }: MockOptions): Promise<Saved | undefined> {
  if (state !== undefined) return readState(state, stateSave);
  if (stateSave) throw new UsageError('There is no file to keep the state in (stateSave); name one as state.');
  return undefined;
}

/** Whether a person has opened the mock itself, for which the contract has nothing. */
function isLost({ method, headers }: IncomingMessage, path: string, router: Router): boolean {
  if (path !== '/' || !/^(?:GET|HEAD)$/.test(method ?? '')) return false;
  return /\btext\/html\b/i.test(headers.accept ?? '') && router.methods(path).length === 0;
}
