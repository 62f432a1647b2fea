/** Serves a mock of a contract over HTTP. It connects the socket with the engine, the state, the page and the log. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ContractError } from '../src/contract/clause';
import type { Contract } from '../src/contract/contract';
import { readContract } from '../src/contract/load';
import { type Router, routerOf } from '../src/routing/router';
import { UsageError } from '../src/support/errors';
import { type Watch, watch } from '../src/support/watching';
import { type Callbacks, createCallbacks } from './callbacks/callbacks';
import type { WantedCallback } from './callbacks/wantedCallback';
import { behaviourOf, createChance, type MockBehaviour } from './engine/behaviour';
import type { Engine } from './engine/engine';
import { createEngine } from './engine/prism/prism';
import type { CallbackLogEntry } from './log/callbackEntry';
import type { Responded } from './log/entry';
import { type RequestLogEntry, toEntry } from './log/entry';
import { createRecorder, type LoggedRequest, type Recorder } from './log/recorder';
import type { Tape } from './log/tape';
import { createPage, type Page } from './page/page';
import { type Certificate, makeCertificate } from './serving/certificate';
import { close, createListening, listen, urlOf } from './serving/listening';
import { createPauses } from './serving/pauses';
import { respond, type Serving } from './serving/respond';
import type { StateShown } from './state/describe';
import type { Saved } from './state/saved';
import { createState, type MockState } from './state/state';
import { createKeeper, type Keeper, readState } from './state/stateFile';
import { createControl } from './told/controlApi';
import type { Replay, Taped } from './told/replay';
import { createToldAnswers, operationOf, type ToldAnswers, type Wanted } from './told/toldAnswers';
import type { Upstream, UpstreamOptions } from './upstream/upstream';

export type { WantedCallback } from './callbacks/wantedCallback';
export type { CallbackLogEntry } from './log/callbackEntry';
export type { RequestLogEntry } from './log/entry';
export type { LoggedRequest } from './log/recorder';
export { type Certificate, makeCertificate } from './serving/certificate';
export type { CollectionShown, StateShown } from './state/describe';
export type { AnswerMaker, ToldRequest, WantedAnswer } from './told/wantedAnswer';
export type { UpstreamOptions } from './upstream/upstream';

export interface MockOptions {
  /** The path of the contract's file. */
  readonly contract: string;
  /** The paths of overlays, which change the contract in this order. */
  readonly overlays?: readonly string[];
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
  /** The language of the names and addresses that are made up: `de`, `pt-BR`. Default: English, with names of many countries. */
  readonly locale?: string;
  /** The share of requests that fail, from 0 to 1. They are answered with the declared 5XX or default, else with 503. Default: 0. */
  readonly fail?: number;
  /** Whether to keep what requests make, change and remove, as far as the contract makes that clear. Default: false. */
  readonly stateful?: boolean;
  /**
   * Whether an id that no list of the contract shows is answered with 404, with state and without. With state this holds already where the
   * contract has a way to make things. Default: false.
   */
  readonly strictIds?: boolean;
  /** A JSON file that the state starts from, instead of the contract's examples. It has things by the path of their list. Implies `stateful`. */
  readonly state?: string;
  /** Whether changes are written to that file, which is made if it does not exist. Default: false. */
  readonly stateSave?: boolean;
  /** Called if the file of the state cannot be written. */
  readonly onStateError?: (error: Error) => void;
  /** Whether to load the contract again when it, or a file that it refers to, changes. Default: false. */
  readonly watch?: boolean;
  /** Recordings (HAR, or answers that Postman saved): a request that stands in one is answered as it was. Default: none. */
  readonly replay?: readonly string[];
  /** With `upstream`: a file (HAR) into which the answers of the service are written, without what is secret. Default: none. */
  readonly record?: string;
  /** A real service, which answers what it has built already: its base URL, or more about it. Default: there is none. */
  readonly upstream?: string | UpstreamOptions;
  /**
   * Where callbacks may be sent beside this machine: patterns such as `hooks.example.com` or `https://*.example.com/orders/*`. False sends none
   * after an operation. A function says of each URL whether one may be sent there, also on this machine. Default: to this machine alone.
   */
  readonly callbacks?: readonly string[] | false | ((url: URL) => boolean);
  /** Whether to speak HTTPS, with a certificate that the mock makes for this machine, or with the given one. Default: false. */
  readonly https?: boolean | Certificate;
  /** The path of the mock's own page, or false for no page. Default: `/_espalier`. */
  readonly docs?: string | false;
  /** Called with each request when it has been answered. */
  readonly onRequest?: (entry: RequestLogEntry) => void;
  /** Called with each callback when it has its answer, or is not sent. */
  readonly onCallback?: (entry: CallbackLogEntry) => void;
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
   * @param answer an answer; a function that makes it of the request; or a list of them, which are given in turn: each once, unless it has
   *   `times`, and the last one until the mock is reset.
   * @throws UsageError if there is no such operation, if the answer is malformed, or if it breaks the contract and is not `unchecked`.
   */
  answer(operation: string, answer: Wanted): void;
  /**
   * Returns the last 1,000 requests, the oldest first, with the reasons for their answers.
   * @param only the operation whose requests are wanted. Default: all operations.
   * @throws UsageError if there is no such operation.
   */
  requests(only?: { readonly operation?: string }): readonly LoggedRequest[];
  /**
   * Sends a callback or a webhook of the contract, and waits for its answer, at most 5 seconds: `await mock.send('orderShipped', { url:
   * 'http://localhost:9000/hook' })`. It goes to this machine, or where `callbacks` allows.
   * @param name as the contract has it.
   * @returns what was sent, and the status of the answer, if there is one.
   * @throws UsageError if there is none of this name, if it may not be sent there, or if it breaks the contract and is not `unchecked`.
   */
  send(name: string, wanted: WantedCallback): Promise<CallbackLogEntry>;
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
  const { host = '127.0.0.1', port = 4010, docs = '/_espalier' } = options;
  checkPlaces(host, port, docs);
  const start = await startOf(options);
  const behaviour = behaviourOf({ ...options, stateful: options.stateful ?? options.state !== undefined });
  const keeper = keeperOf(options, () => mock.served.state.save());
  if (options.record !== undefined && options.upstream === undefined)
    throw new UsageError('There is no service whose answers could be recorded (`record`); name one as `upstream`.');
  const tapes = await tapesOf(options, behaviour);
  const contract = await readContract(options.contract, options.overlays);
  const served = await serve(contract, options, { start, tapes, changed: () => keeper?.changed() });
  const mock = new RunningMock({ options, host, docs, start, tapes, behaviour, keeper }, served);
  if (start) await served.state.begin(start, false);
  const url = await mock.listen(port);
  return {
    url,
    ...(docs === false ? {} : { docs: url + docs }),
    get contract() {
      return mock.served.contract;
    },
    answer: (operation, answer) => mock.answers.add(operation, answer),
    requests: (only) => mock.requests(only),
    send: (name, wanted) => mock.callbacks.send(name, wanted),
    state: () => mock.state(),
    reset: () => mock.reset(),
    close: () => mock.close(),
  };
}

/** What a mock was started with. */
interface Started {
  readonly options: MockOptions;
  readonly host: string;
  readonly docs: string | false;
  /** What its state starts from, if that is not the contract's examples. */
  readonly start: Saved | undefined;
  /** What is replayed. */
  readonly tapes: readonly Taped[];
  readonly behaviour: MockBehaviour;
  /** Writes changes of the state to its file; undefined if they are not kept. */
  readonly keeper: Keeper | undefined;
}

/** A mock that runs, with all that changes while it does. */
class RunningMock {
  readonly answers: ToldAnswers;
  readonly callbacks: Callbacks;
  private readonly recorder: Recorder;
  private readonly pauses = createPauses();
  private readonly page: Page | undefined;
  private readonly server: Server;
  private watching: Watch | undefined;
  private readonly tape: Tape | undefined;
  /** What requests are answered with at the moment. */
  private serving: Serving;

  constructor(
    private readonly started: Started,
    /** The contract that is served at the moment, and what was made of it. */
    public served: Served,
  ) {
    const { options, docs, behaviour } = started;
    const contract = () => this.served.contract;
    const engine = () => this.served.engine;
    this.answers = createToldAnswers({ contract, engine });
    this.callbacks = createCallbacks({
      contract,
      allowed: options.callbacks || [],
      host: started.host,
      seed: options.seed,
      tell: (entry) => {
        this.page?.callback(entry);
        options.onCallback?.(entry);
      },
    });
    this.recorder = createRecorder(contract);
    this.serving = {
      ...served,
      answers: this.answers,
      behaviour,
      chance: createChance(options.seed),
      pauses: this.pauses,
      cors: options.cors ?? true,
      strictIds: options.strictIds ?? false,
      sandboxed: docs !== false,
    };
    this.page = docs === false ? undefined : this.createPage(docs);
    this.tape =
      options.record === undefined
        ? undefined
        : loadTape().createTape(options.record, () => urlOf(this.server), contract);
    this.server = createListening((request, response) => this.take(request, response), {
      certificate: certificateOf(options),
      cors: this.serving.cors,
      refused: ({ method, url, status, why }) =>
        options.onRequest?.(toEntry({ method, url }, { status, reasons: [why] }, 0, this.served.contract)),
    });
  }

  private createPage(docs: string): Page {
    const control = createControl({
      answers: this.answers,
      requests: (only) => this.requests(only),
      send: (name, wanted, request) => this.callbacks.send(name, wanted, request),
      forget: () => this.recorder.reset(),
    });
    return createPage(docs, this.started.host, {
      contract: () => this.served.contract,
      engine: () => this.served.engine,
      behaviour: () => this.serving.behaviour,
      change: (behaviour) => {
        this.serving = { ...this.serving, behaviour };
      },
      state: () => this.state(),
      reset: () => this.reset(),
      control,
    });
  }

  /** Begins to listen, and to watch the contract if that is wanted. @returns the URL of the mock. */
  async listen(port: number): Promise<string> {
    await listen(this.server, port, this.started.host);
    if (this.started.options.watch) this.watching = watch(this.served.contract.files(), () => this.reload());
    return urlOf(this.server);
  }

  /** Takes one request: the page answers its own, and everything else is mocked and logged. */
  private take(request: IncomingMessage, response: ServerResponse): void {
    const { page, serving } = this;
    const path = request.url?.split('?', 1)[0] ?? '/';
    if (page?.owns(path)) return void page.respond(request, response, path);
    if (page && isLost(request, path, serving.router))
      return void response.writeHead(302, { Location: `${this.started.docs}/` }).end();
    const start = performance.now();
    const { contract } = this.served;
    const tell = (responded: Responded) => {
      const duration = performance.now() - start;
      this.recorder.note(request, responded, Date.now() - duration, duration);
      this.tape?.note(request, responded, Date.now() - duration, duration);
      page?.request(request, responded, duration);
      this.started.options.onRequest?.(toEntry(request, responded, duration, contract));
      if (this.started.options.callbacks !== false) this.callbacks.answered(request, responded, response);
    };
    const responded = attempt(() => respond(request, response, serving));
    // If the client has gone, nothing is answered or logged.
    const fail = () => (request.socket.destroyed ? void response.destroy() : tell(failed(response)));
    if (responded === undefined) fail();
    else if (responded instanceof Promise) responded.then(tell, fail);
    else tell(responded);
  }

  /** Loads the contract again. If that fails, the last good one is still served. */
  private async reload(): Promise<void> {
    const { options, start, tapes, keeper } = this.started;
    try {
      const contract = await readContract(options.contract, options.overlays);
      refuseNewMistakes(this.served.contract, contract);
      const next = await serve(contract, options, { start, tapes, changed: () => keeper?.changed() });
      // The state is kept when the contract changes, except for paths that the new contract does not have.
      if (this.serving.behaviour.stateful) await next.state.begin(await this.served.state.save(), true);
      this.served = next;
      this.serving = { ...this.serving, ...next };
      this.watching?.follow(contract.files());
      this.page?.reloaded(undefined);
      options.onReload?.({ contract });
    } catch (error) {
      const looked = error instanceof ContractError ? error.files : [];
      this.watching?.follow([...new Set([...this.served.contract.files(), ...looked])]);
      this.page?.reloaded((error as Error).message);
      options.onReload?.({ error: error as Error });
    }
  }

  requests({ operation }: { readonly operation?: string } = {}): readonly LoggedRequest[] {
    return this.recorder.list(operation === undefined ? undefined : operationOf(this.served.contract, operation).name);
  }

  state(): Promise<StateShown> {
    return this.served.state.describe(this.serving.behaviour.stateful);
  }

  reset(): void {
    this.served.state.reset();
    this.served.replay?.reset();
    this.answers.reset();
    this.recorder.reset();
  }

  async close(): Promise<void> {
    await this.watching?.close();
    this.pauses.end();
    this.callbacks.close();
    this.served.upstream?.close();
    await close(this.server);
    this.tape?.close();
    await this.started.keeper?.end();
  }
}

/** Returns what keeps the state in its file; undefined if changes are not kept. */
function keeperOf({ state, stateSave, onStateError }: MockOptions, save: () => Promise<Saved>): Keeper | undefined {
  return state === undefined || !stateSave ? undefined : createKeeper(state, save, onStateError ?? (() => {}));
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

function certificateOf({ https = false, host = '127.0.0.1' }: MockOptions): Certificate | undefined {
  if (typeof https === 'object') return https;
  return https ? makeCertificate([...new Set(['localhost', '127.0.0.1', '::1', host])]) : undefined;
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
  readonly upstream: Upstream | undefined;
  readonly replay: Replay | undefined;
}

/** What a mock begins with beside its contract. */
interface Beginning extends Pick<Started, 'start' | 'tapes'> {
  /** Called when the state changes. */
  readonly changed: () => void;
}

async function serve(contract: Contract, options: MockOptions, { start, tapes, changed }: Beginning): Promise<Served> {
  const { dynamic = false, seed, security = true, locale } = options;
  const local = locale === undefined ? undefined : loadLocalWords().readLocalWords(locale);
  const engine = await createEngine(contract, { dynamic, seed, security, local });
  const { operations } = contract;
  const router = routerOf(operations);
  const samples: Engine['samples'] = (operation, status, media) => engine.samples(operation, status, media);
  const { upstream: behind, host = '127.0.0.1' } = options;
  const others = behind !== undefined ? 'any' : options.strictIds ? 'if-not-listed' : 'if-not-made';
  const state = createState({ operations, samples, seed, start, changed, others });
  const service = typeof behind === 'string' ? { url: behind } : behind;
  const upstream = service && loadUpstream().createUpstream(service, { contract, host });
  const replay = tapes.length > 0 ? loadReplay().createReplay(tapes, contract) : undefined;
  return { contract, engine, router, state, upstream, replay };
}

/** Loads what reads the words of a language only for a mock that speaks one. */
function loadLocalWords(): typeof import('./engine/lifelike/localWords') {
  return require('./engine/lifelike/localWords') as typeof import('./engine/lifelike/localWords');
}

/** Loads what reads recordings only for a mock that replays some. */
function loadReplay() {
  return require('./told/replay') as typeof import('./told/replay');
}

/** Loads what writes recordings only for a mock that writes one. */
function loadTape() {
  return require('./log/tape') as typeof import('./log/tape');
}

/** Loads what passes requests on only for a mock with a service behind it. */
function loadUpstream() {
  return require('./upstream/upstream') as typeof import('./upstream/upstream');
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

/** @throws UsageError if a recording cannot be used. */
async function tapesOf({ replay = [] }: MockOptions, { stateful }: MockBehaviour): Promise<readonly Taped[]> {
  if (replay.length === 0) return [];
  if (stateful)
    throw new UsageError(
      'A recording does not change, and a mock that keeps state does: leave out `replay` or `stateful`.',
    );
  return loadReplay().readTapes(replay);
}

/** Tells whether a person opened the root of the mock in a browser, and the contract has no path for it. */
function isLost({ method, headers }: IncomingMessage, path: string, router: Router): boolean {
  if (path !== '/' || !/^(?:GET|HEAD)$/.test(method ?? '')) return false;
  return /\btext\/html\b/i.test(headers.accept ?? '') && router.methods(path).length === 0;
}
