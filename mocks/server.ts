/** Serves a mock of a contract over HTTP. It connects the socket with the engine, the state, the page and the log. */

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
  /** The path of the contract's file. */
  readonly contract: string;
  /** The port; 0 takes any free one. Default: 4010. */
  readonly port?: number;
  /** The address to listen on. Default: 127.0.0.1, which other machines cannot reach. */
  readonly host?: string;
  /** Whether to generate answers from their schemas instead of taking the contract's examples. Default: false. */
  readonly dynamic?: boolean;
  /** The seed that makes every random choice repeatable. */
  readonly seed?: number;
  /** Whether requests need the credentials that the contract asks for. Default: true. */
  readonly security?: boolean;
  /** Whether pages of other origins may use the mock. Default: true. */
  readonly cors?: boolean;
  /** How long each answer takes, in milliseconds, at most 60,000. Two numbers are the least and the most. Default: 0. */
  readonly delay?: number | readonly [least: number, most: number];
  /** The share of requests that fail, from 0 to 1. They are answered with the declared 5XX or default, else with 503. Default: 0. */
  readonly fail?: number;
  /** Whether to keep what requests make, change and remove, as far as the contract makes that clear. Default: false. */
  readonly stateful?: boolean;
  /** A JSON file that the state starts from, instead of the contract's examples. It has things by the path of their list. Implies `stateful`. */
  readonly state?: string;
  /** Whether changes are written to that file, which is made if it does not exist. Default: false. */
  readonly stateSave?: boolean;
  /** Called if the file of the state cannot be written. */
  readonly onStateError?: (error: Error) => void;
  /** Whether to load the contract again when it, or a file that it refers to, changes. Default: false. */
  readonly watch?: boolean;
  /** The path of the mock's own page, or false for no page. Default: `/_espalier`. */
  readonly docs?: string | false;
  /** Called with each request when it has been answered. */
  readonly onRequest?: (entry: RequestLogEntry) => void;
  /** Called when the contract was loaded again, or when that failed. After a failure, the last good contract is still served. */
  readonly onReload?: (reloaded: Reloaded) => void;
}

export type Reloaded = { readonly contract: Contract } | { readonly error: Error };

export interface Mock {
  /** The URL of the mock, without a trailing slash: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The URL of its page; absent if it has none. */
  readonly docs?: string;
  /** The contract that is served at the moment. */
  readonly contract: Contract;
  /**
   * Tells the mock what to answer to requests that keep the contract: `mock.answer('DELETE /plants/{id}', { status: 400, example:
   * 'inUse', times: 1 })`. If several answers fit a request, it gets the one that was told last.
   * @param operation the method and path template, or the operationId.
   * @throws UsageError if there is no such operation, if the answer is malformed, or if it breaks the contract and is not `unchecked`.
   */
  answer(operation: string, answer: WantedAnswer): void;
  /**
   * Returns the last 1,000 requests, the oldest first, with the reasons for their answers.
   * @param only the operation whose requests are wanted. Default: all operations.
   * @throws UsageError if there is no such operation.
   */
  requests(only?: { readonly operation?: string }): readonly LoggedRequest[];
  /** Returns what the mock understood of the contract, and what its state holds, as `GET /_espalier/state` does. */
  state(): Promise<StateShown>;
  /** Returns to the state at the start, and forgets the answers that it was told to give, and the requests so far. */
  reset(): void;
  /** Answers the requests that are under way, and ends within a second. */
  close(): Promise<void>;
}

/**
 * Serves a mock of a contract until it is closed.
 * @throws ContractError if the contract cannot be used, UsageError if an option cannot be used, and Error (with `code`, such as
 *   EADDRINUSE) if it cannot listen.
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
    // If the client has gone, nothing is answered or logged.
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
      // The state is kept when the contract changes, except for paths that the new contract does not have.
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

/** Answers a request on which the mock itself failed, so that the client and the log learn of it. */
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

/** Calls a function. @returns undefined if it throws. */
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
  const samples: Engine['samples'] = (operation, status, media) => engine.samples(operation, status, media);
  const state = createState({ operations, samples, seed, start, changed });
  return { contract, engine, router, state };
}

/**
 * Refuses a contract with mistakes that the served one does not have, since somebody may be in the middle of editing it. A contract whose
 * mistakes were there before is served.
 * @throws ContractError with the new mistakes.
 */
function refuseNewMistakes(served: Contract, next: Contract): void {
  const oldMessages = new Set(served.check(false).mistakes.map(({ message }) => message));
  const added = next.check(false).mistakes.filter(({ message }) => !oldMessages.has(message));
  if (added.length > 0) throw new ContractError(added, next.files());
}

/** @throws UsageError if the host, the port or the path of the page cannot be used. */
function checkPlaces(host: string, port: number, docs: string | false): void {
  if (!(port >= 0 && port <= 65_535))
    throw new UsageError(`The port ${port} is none; give one up to 65535, or 0 for any that is free.`);
  if (host === '') throw new UsageError('The host is empty; name an address of this machine, such as 127.0.0.1.');
  if (docs !== false && !/^\/[\w./-]*\w$/.test(docs))
    throw new UsageError(`The path "${docs}" of the page is none; write it as /_espalier, or give false for no page.`);
}

/** @throws UsageError if the file of the state cannot be used, or if changes are to be written and no file is named. */
async function startOf({ state, stateSave = false }: MockOptions): Promise<Saved | undefined> {
  if (state !== undefined) return readState(state, stateSave);
  if (stateSave) throw new UsageError('There is no file to keep the state in (stateSave); name one as state.');
  return undefined;
}

/** Tells whether a person opened the root of the mock in a browser, and the contract has no path for it. */
function isLost({ method, headers }: IncomingMessage, path: string, router: Router): boolean {
  if (path !== '/' || !/^(?:GET|HEAD)$/.test(method ?? '')) return false;
  return /\btext\/html\b/i.test(headers.accept ?? '') && router.methods(path).length === 0;
}
